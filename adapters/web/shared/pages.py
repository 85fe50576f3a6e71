"""Server of a page for people: files, token, and helpers for routes.

    server = PageServer(files)
    await server.start([web.get("/v1/…", handler)])        # at server.address, token included
    await server.stop()

All routes except the page's own files require the token. Blocking work runs in a thread, one call at a time. Texts of
agents, apps and models reach a page only as JSON (`shown_json`), and its scripts insert them as text.
"""

from __future__ import annotations

import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from importlib import resources
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import anyio
import anyio.to_thread
from aiohttp import web
from anyio.abc import TaskGroup

from adapters.web.shared.person_names import normalize_name
from adapters.web.shared.serving import HttpServer, Limits, Refused
from adapters.web.shared.shown_texts import printable_content
from runtime.bench.streams import say_json
from runtime.core.boundary import close_stack
from runtime.core.errors import UsageError

IMMUTABLE_HEADERS: Final = {"Cache-Control": "private, max-age=86400, immutable"}
"""Headers for content that never changes."""
_TOKEN_HINT: Final = "The token is part of the address that was printed when the page was started."

Files = Mapping[str, tuple[str, str, str]]
"""For each route of a page's file: its package, its name, and its content type."""
SHARED: Final[Files] = {
    "/theme.css": ("adapters.web.shared", "theme.css", "text/css"),
    "/page.css": ("adapters.web.shared", "look.css", "text/css"),
    "/elements.js": ("adapters.web.shared", "elements.js", "text/javascript"),
    "/requests.js": ("adapters.web.shared", "requests.js", "text/javascript"),
    "/saving.js": ("adapters.web.shared", "saving.js", "text/javascript"),
    "/drawing.js": ("adapters.web.shared", "drawing.js", "text/javascript"),
    "/pictures.js": ("adapters.web.shared", "pictures.js", "text/javascript"),
}
"""Files that pages share: style, elements, requests, saving, and drawing of screens."""

T = TypeVar("T")


class PageServer(HttpServer):
    """Serves one page and its routes. Port 0 takes a free one. `made`: pages that are made when the server starts."""

    def __init__(
        self,
        files: Files,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str = "",
        limits: Limits | None = None,
        made: Mapping[str, Callable[[], str]] | None = None,
    ) -> None:
        super().__init__(host, port, limits=limits)
        self.token = token or secrets.token_urlsafe(24)
        self._files = {**SHARED, **files}
        self._made = dict(made or {})
        self._texts: dict[str, str] = {}
        self._lock = anyio.Lock()

    @property
    def address(self) -> str:
        """The page's address with the token. Browsers never send the part after #."""
        return f"{self.url}/#{self.token}"

    async def start(self, routes: Iterable[web.RouteDef]) -> None:
        """Start listening.

        Raises:
            OSError: the port is not available.
        """
        self._texts = await anyio.to_thread.run_sync(self._read)
        await super().start([*(web.get(path, self._show) for path in self._texts), *routes])

    def _read(self) -> dict[str, str]:
        return {
            path: (resources.files(package) / name).read_text(encoding="utf-8")
            for path, (package, name, _) in self._files.items()
        } | {path: make() for path, make in self._made.items()}

    async def _show(self, request: web.Request) -> web.Response:
        kind = "text/html" if request.path in self._made else self._files[request.path][2]
        return web.Response(text=self._texts[request.path], content_type=kind)

    # -- what routes share ----------------------------------------------------------------------------------------

    def check(self, request: web.Request) -> None:
        """Refuse a request without the token.

        Raises:
            Refused: 401.
        """
        self.authorize(request, self.token, _TOKEN_HINT)

    async def in_turn(self, work: Callable[[], T]) -> T:
        """Run blocking work in a thread, one call at a time."""
        async with self._lock:
            return await anyio.to_thread.run_sync(work)

    async def save(self, write: Callable[[], object]) -> web.Response:
        """Write a decision, then acknowledge it.

        Raises:
            Refused: 507, the decision could not be written.
        """
        try:
            await self.in_turn(write)
        except OSError as error:
            raise Refused(507, f"not saved: {error.strerror}", "Free some disk space; the page retries.") from error
        return web.Response(status=204)


class PageWithTasks(ABC):
    """A served page that works beside its requests: the tasks of its group end when the page does.

    A subclass starts its tasks where it names its routes.
    """

    def __init__(self, server: PageServer) -> None:
        self.server = server
        self._stack = AsyncExitStack()

    @property
    def address(self) -> str:
        """The page's address with the token."""
        return self.server.address

    @abstractmethod
    def _routes(self, group: TaskGroup) -> list[web.RouteDef]: ...

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            group = await stack.enter_async_context(anyio.create_task_group())
            stack.callback(group.cancel_scope.cancel)
            stack.push_async_callback(self.server.stop)
            await self.server.start(self._routes(group))
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await close_stack(self._stack, error)


def parse_number(number: str, last: int, what: str) -> int:
    """Parse a number in a route, counted from 1.

    Raises:
        Refused: 404, the number is out of range.
    """
    if len(number) > 9 or not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= last:
        raise Refused(404, f"there is no {what} {number[:20]}", f"They are numbered from 1 to {last}.")
    return int(number)


def person_name(given: str) -> str:
    """Normalize a person's name in a request.

    Raises:
        Refused: 422, the name is empty or too long.
    """
    try:
        return normalize_name(given)
    except ValueError as error:
        raise Refused(422, str(error), "Send a name of at most 40 visible characters.") from error


def shown_json(content: Mapping[str, Any]) -> web.Response:
    """A JSON response whose texts are shown to people: control characters are replaced by their escapes."""
    return web.json_response(printable_content(content))


async def serve(options: Mapping[str, Any]) -> None:
    """Print one line of JSON with the address of a started page, then wait until interrupted."""
    say_json(dict(options), indent=None)
    sys.stdout.flush()
    await anyio.sleep_forever()


def port_error(host: str, port: int, error: OSError) -> UsageError:
    """The error for a port that cannot be opened."""
    return UsageError(
        f"port {port} of {host} is not available ({error.strerror}): choose another with --port or --host"
    )
