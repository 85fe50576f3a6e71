"""Server of the page on which runs are looked at, recorded ones and one that is being played.

    async with RunPage([Path("runs/A")]) as page:                 # `python -m runtime.bench serve runs/A`
        page.address                                              # for the browser, token included

It is the page of a report (`adapters.web.report`), with data that is read when it is asked for. A run that is being
played adds a `Watched`: its newest state is streamed to each viewer, and operators act on it. What a viewer has not
read yet is never queued: a slow one sees fewer states, and one that does not read is dropped.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal

import anyio
from aiohttp import web
from anyio.abc import TaskGroup

from adapters.web.desk.server import QUESTION_FILES, QuestionBoard
from adapters.web.live.recordings import ServedRuns
from adapters.web.live.run_view import Operation, RunView
from adapters.web.live.what_if import WhatIf
from adapters.web.report.page import BODY, SCRIPTS, STYLES
from adapters.web.shared.connections import abort
from adapters.web.shared.messages import Message
from adapters.web.shared.pages import IMMUTABLE_HEADERS, Files, PageServer, PageWithTasks
from adapters.web.shared.serving import Limits, Refused
from adapters.web.shared.shown_texts import printable_content
from runtime.core.errors import StorageError, UsageError
from runtime.core.memo import Memo
from runtime.scheduling.controls import RunControls
from runtime.screen.frames.png import PngError

_BEAT: Final = 0.25
"""Shortest time between two states that a viewer gets, in seconds."""
_SLOW: Final = 5.0
"""Time after which a viewer that does not read is dropped, in seconds."""
_MOST_VIEWERS: Final = 32
_MOST_LINES: Final = 8
_BUFFERED: Final = 64 << 10
"""Bytes that the system buffers for a viewer."""
_MOST_PHONES: Final = 120
"""Phones that one viewer sees at once."""

_OWN = "adapters.web.live"
_REPORT: Final[dict[str, tuple[str, str, str]]] = {
    f"/{Path(name).name}": (package, name, kind)
    for names, kind in ((SCRIPTS, "text/javascript"), (STYLES, "text/css"))
    for package, name in names
}
_FILES: Final[Files] = {
    **_REPORT,
    **QUESTION_FILES,
    **{
        f"/{name}": (_OWN, f"front/{name}", "text/javascript")
        for name in ("start.js", "served.js", "phones.js", "what_if.js")
    },
    "/live.css": (_OWN, "front/live.css", "text/css"),
}
_LAST_SCRIPT = "/main.js"
"""The script that draws the page; those of this page come before it."""


class OperationRequest(Message):
    """What an operator does. `name`: the episode or device, for what concerns one."""

    what: Literal["pause", "resume", "cancel", "drain", "undrain"]
    name: str = ""


@dataclass(slots=True)
class Watched:
    """A run that is being played. `controls` is None until its devices are open."""

    view: RunView
    controls: RunControls | None = None

    @property
    def operation(self) -> Operation:
        """What operators have done to it, and which devices are unavailable."""
        if self.controls is None:
            return Operation()
        return Operation(self.controls.paused, self.controls.drained, self.controls.unavailable)


class RunPage(PageWithTasks):
    """Serves the page of recorded runs on this computer; with `watched`, also of the run that is being played.

    Port 0 takes a free one. Folders that do not exist yet are read as soon as they do. `patience`: seconds after which
    a viewer that does not read is dropped.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        port: int = 0,
        token: str = "",
        judge: str = "",
        watched: Watched | None = None,
        limits: Limits | None = None,
        patience: float = _SLOW,
    ) -> None:
        super().__init__(PageServer(_FILES, port=port, token=token, limits=limits, made={"/": self._page}))
        self._paths = paths
        self._judge = judge
        self._runs: ServedRuns | None = None
        self._watched = watched
        self._patience = patience
        self._viewers = 0
        self._changed = anyio.Event()
        self._lines: Memo[tuple[int, int, int], bytes] = Memo(_MOST_LINES)
        """The newest lines of the stream, by the version that was seen, their own, and the first phone."""

    def _routes(self, group: TaskGroup) -> list[web.RouteDef]:
        routes = [
            web.get("/v1/overview", self._overview),
            web.get("/v1/episode", self._episode),
            web.get("/v1/aligned", self._aligned),
            web.get("/v1/frames/{run}/{digest}", self._frame),
            web.get("/v1/outlines/{run}/{digest}", self._outline),
        ]
        if self._watched is not None:
            routes += [web.get("/v1/live", self._live), web.post("/v1/operations", self._operate)]
            return routes + QuestionBoard(self.server).routes
        return routes + WhatIf(self.server, self._opened, group).routes

    def wake(self) -> None:
        """Let viewers look again; does nothing if nobody looks."""
        if self._viewers:
            changed, self._changed = self._changed, anyio.Event()
            changed.set()

    def _page(self) -> str:
        """Return the page: the body of a report, with the files of this server. Blocks."""
        package, name = BODY
        body = (resources.files(package) / name).read_text(encoding="utf-8")
        styles = [f"/{Path(name).name}" for _, name in STYLES] + ["/questions.css", "/live.css"]
        scripts = [f"/{Path(name).name}" for _, name in SCRIPTS]
        scripts[-1:] = ["/questions.js", "/served.js", "/phones.js", "/what_if.js", _LAST_SCRIPT]
        links = "".join(f'<link rel="stylesheet" href="{style}">\n' for style in styles)
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Runs</title>\n'
            f"{links}</head>\n<body>\n{body}\n"
            f'<script type="application/json" id="scripts">{json.dumps(scripts)}</script>\n'
            '<script src="/requests.js"></script>\n<script src="/start.js"></script>\n</body>\n</html>\n'
        )

    # -- recorded runs ------------------------------------------------------------------------------------------------

    async def _overview(self, request: web.Request) -> web.Response:
        self.server.check(request)

        def read() -> Any:
            return self._opened().overview()

        try:
            overview = await self.server.in_turn(read)
        except UsageError:
            if self._watched is None:
                raise Refused(404, "the run folder cannot be read any more", "Start `serve` again.") from None
            overview = {"title": "", "runs": [], "agents": [], "episodes": [], "metrics": {}, "causes": {}}
        return web.json_response(overview | {"live": self._watched is not None})

    def _opened(self) -> ServedRuns:
        if self._runs is None:
            self._runs = ServedRuns(self._paths, self._judge)
        return self._runs

    async def _episode(self, request: web.Request) -> web.Response:
        return await self._read(request, lambda: self._opened().episode(request.query.get("id", "")))

    async def _aligned(self, request: web.Request) -> web.Response:
        left, right = request.query.get("left", ""), request.query.get("right", "")
        return await self._read(request, lambda: self._opened().aligned(left, right))

    async def _outline(self, request: web.Request) -> web.Response:
        run, digest = _place(request)
        return await self._read(request, lambda: self._opened().outline(run, digest))

    async def _read(self, request: web.Request, read: Callable[[], Any]) -> web.Response:
        self.server.check(request)
        with _refusing():
            return web.json_response(await self.server.in_turn(read))

    async def _frame(self, request: web.Request) -> web.Response:
        self.server.check(request)
        run, digest = _place(request)
        small = "small" in request.query
        with _refusing():
            data = await self.server.in_turn(lambda: self._opened().frame(run, digest, small=small))
        return web.Response(body=data, content_type="image/webp" if small else "image/png", headers=IMMUTABLE_HEADERS)

    # -- the run that is being played ---------------------------------------------------------------------------------

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Stream the newest state as lines of JSON: first everything, then what changed. `from`: the first phone."""
        self.server.check(request)
        assert self._watched is not None
        if self._viewers >= _MOST_VIEWERS:
            raise Refused(503, f"{_MOST_VIEWERS} viewers are connected", "Close another page.")
        first = int(text) if (text := request.query.get("from", "0")).isdecimal() and len(text) < 6 else 0
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        self._viewers += 1
        try:
            await response.prepare(request)
            _limit_buffer(request)
            async with self.server.while_connected(request):
                await self._send_changes(request, response, range(first, first + _MOST_PHONES))
        finally:
            self._viewers -= 1
        return response

    async def _send_changes(self, request: web.Request, response: web.StreamResponse, phones: range) -> None:
        seen = 0
        while True:
            changed = self._changed
            seen, line = self._line(seen, phones)
            try:
                with anyio.fail_after(self._patience):
                    await response.write(line)
            except TimeoutError:
                abort(request.protocol)
                return
            # All viewers look at the same moments, so that they share their lines.
            await anyio.sleep(_BEAT - anyio.current_time() % _BEAT)
            await changed.wait()

    def _line(self, seen: int, phones: range) -> tuple[int, bytes]:
        """Return the version of the newest state, and a line with what changed in it since the version `seen`."""
        watched = self._watched
        assert watched is not None
        version = watched.view.version

        def make() -> bytes:
            content = watched.view.changes(seen, watched.operation, phones)
            return json.dumps(printable_content(content), separators=(",", ":")).encode() + b"\n"

        return version, self._lines.of((seen, version, phones.start), make)

    async def _operate(self, request: web.Request) -> web.Response:
        self.server.check(request)
        operation = await self.server.read_body(request, OperationRequest)
        assert self._watched is not None
        controls = self._watched.controls
        if controls is None:
            raise Refused(409, "the phones are not open yet", "Try again in a moment.")
        try:
            match operation.what:
                case "pause":
                    controls.pause()
                case "resume":
                    controls.resume()
                case "cancel":
                    controls.cancel(operation.name)
                case "drain":
                    controls.drain(operation.name)
                case "undrain":
                    controls.undrain(operation.name)
        except UsageError as error:
            raise Refused(409, str(error), "It may have ended meanwhile.") from None
        self._watched.view.operated()
        return web.Response(status=204)


def _limit_buffer(request: web.Request) -> None:
    """Keep the system from buffering what a viewer does not read."""
    connection = request.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFERED)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn what cannot be read into an answer."""
    try:
        yield
    except (StorageError, UsageError, PngError) as error:
        raise Refused(404, str(error), "It may not be written yet.") from None


def _place(request: web.Request) -> tuple[int, str]:
    """Return the number of a run and a digest in a route.

    Raises:
        Refused: 404, that is no number.
    """
    run = request.match_info["run"]
    if not run.isascii() or not run.isdecimal() or len(run) > 4:
        raise Refused(404, "there is no such run")
    return int(run), request.match_info["digest"]
