"""A page on which people decide things: its files, its token, its life, and what its routes share.

    server = PageServer(files)
    await server.start([web.get("/v1/…", handler)])        # at server.address, token included
    await server.stop()

Everything but the page's own files needs the token. What blocks is done one at a time, in a thread.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Any, Final, TypeVar

import anyio
import anyio.to_thread
from aiohttp import web

from adapters.web.shared.messages import MAX_BODY
from adapters.web.shared.names import tidy
from adapters.web.shared.serving import Refused, address, authorised, close, opened, problems_as_json
from runtime.core.errors import UsageError

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; style-src 'self'; script-src 'self'; "
    "img-src blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
KEPT: Final = {**HEADERS, "Cache-Control": "private, max-age=86400, immutable"}
"""Headers of what never changes."""
_CLOSED: Final = "The token is in the address that was printed when the page was started."

Files = Mapping[str, tuple[str, str, str]]
"""By route: the package that a file of the page lies in, its name, and its type."""
SHARED: Final[Files] = {
    "/page.css": ("adapters.web.shared", "look.css", "text/css"),
    "/saving.js": ("adapters.web.shared", "saving.js", "text/javascript"),
    "/drawing.js": ("adapters.web.shared", "drawing.js", "text/javascript"),
}
"""What all such pages look like, how they save, and how they draw a screen."""

T = TypeVar("T")


class PageServer:
    """Serves one page and its routes. Port 0 takes a free one."""

    def __init__(self, files: Files, *, host: str = "127.0.0.1", port: int = 0, token: str = "") -> None:
        self.port = port
        self.token = token or secrets.token_urlsafe(24)
        self._host = host
        self._places = {**SHARED, **files}
        self._texts: dict[str, str] = {}
        self._runner: web.AppRunner | None = None
        self._one_at_a_time = anyio.Lock()

    @property
    def url(self) -> str:
        """Where the server is."""
        return address(self._host, self.port)

    @property
    def address(self) -> str:
        """The page's address. What stands behind # is never sent to anybody."""
        return f"{self.url}/#{self.token}"

    async def start(self, routes: Iterable[web.RouteDef]) -> None:
        """Listen.

        Raises:
            OSError: the port cannot be had.
        """
        self._texts = await anyio.to_thread.run_sync(self._read)
        app = web.Application(client_max_size=MAX_BODY, middlewares=[problems_as_json])
        app.add_routes([web.get(path, self._show) for path in self._places])
        app.add_routes(list(routes))
        # No handler is cancelled: a decision that has arrived is written, whatever becomes of its sender.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        self.port = await opened(runner, lambda: web.TCPSite(runner, self._host, self.port))
        self._runner = runner

    async def stop(self) -> None:
        """Stop serving; what was begun is finished."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await close(runner)

    def _read(self) -> dict[str, str]:
        return {
            path: (resources.files(package) / name).read_text(encoding="utf-8")
            for path, (package, name, _) in self._places.items()
        }

    async def _show(self, request: web.Request) -> web.Response:
        return web.Response(text=self._texts[request.path], content_type=self._places[request.path][2], headers=HEADERS)

    # -- what routes share ----------------------------------------------------------------------------------------

    def check(self, request: web.Request) -> None:
        """Refuse who does not bring the token.

        Raises:
            Refused: 401.
        """
        authorised(request, self.token, _CLOSED)

    async def in_turn(self, work: Callable[[], T]) -> T:
        """Do what blocks, in a thread, after what was asked for before."""
        async with self._one_at_a_time:
            return await anyio.to_thread.run_sync(work)

    async def kept(self, write: Callable[[], object]) -> web.Response:
        """Write a decision, then say that it is saved.

        Raises:
            Refused: 507, it could not be written.
        """
        try:
            await self.in_turn(write)
        except OSError as error:
            raise Refused(
                507, f"not saved: {error.strerror}", "Make room on the disk; the page tries again."
            ) from error
        return web.Response(status=204)


def numbered(number: str, last: int, what: str) -> int:
    """A number in a route, counted from 1.

    Raises:
        Refused: 404, there is no such one.
    """
    if len(number) > 9 or not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= last:
        raise Refused(404, f"there is no {what} {number[:20]}", f"They are numbered from 1 to {last}.")
    return int(number)


def named(given: str) -> str:
    """A person's name in a request.

    Raises:
        Refused: 422, it is none.
    """
    try:
        return tidy(given)
    except ValueError as error:
        raise Refused(422, str(error), "Say who you are.") from error


def as_answer(content: Mapping[str, Any]) -> web.Response:
    """A route's answer, which nobody keeps."""
    return web.json_response(content, headers=HEADERS)


async def serve(options: Mapping[str, Any]) -> None:
    """Print one line of JSON that tells where a started page is, then wait to be interrupted."""
    sys.stdout.write(json.dumps(dict(options)) + "\n")
    sys.stdout.flush()
    await anyio.sleep_forever()


def not_had(host: str, port: int, error: OSError) -> UsageError:
    """What to say of a port that cannot be had."""
    return UsageError(f"port {port} of {host} cannot be had ({error.strerror}): choose others by --port, --host")
