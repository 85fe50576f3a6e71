"""Server of the page on which a screen is looked at while its app is written.

    async with PreviewPage(arguments, folder) as page:      # `python -m runtime.bench preview APP SCREEN`
        page.address

Whenever a file in the app's folder changes, a process of its own renders the screen again: it imports everything anew,
and what goes wrong in it is shown in the place of the picture.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
from aiohttp import web
from anyio.abc import TaskGroup
from watchfiles import awatch

from adapters.web.shared.pages import Files, PageServer, PageWithTasks
from adapters.web.shared.serving import Refused
from adapters.web.shared.shown_texts import printable_content

_FILES: Final[Files] = {
    "/": ("adapters.preview", "preview.html", "text/html"),
    "/preview.js": ("adapters.preview", "preview.js", "text/javascript"),
    "/preview.css": ("adapters.preview", "preview.css", "text/css"),
}
_LONGEST: Final = 20_000
"""Characters of a message that are shown; the end says what is wrong."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The newest picture as PNG, or what went wrong; `version` counts them."""

    version: int = 0
    png: bytes = b""
    message: str = "rendering…"


class PreviewPage(PageWithTasks):
    """Serves the page on this computer. Port 0 takes a free one.

    `arguments`: those of the subcommand `preview`, without the ones of the page; `folder`: what is watched.
    """

    def __init__(self, arguments: Sequence[str], folder: Path, *, title: str, port: int = 0) -> None:
        super().__init__(PageServer(_FILES, port=port))
        self._arguments = arguments
        self._folder = folder
        self._title = title
        self._newest = Rendered()
        self._changed = anyio.Event()

    def _routes(self, group: TaskGroup) -> list[web.RouteDef]:
        group.start_soon(self._keep_rendering)
        return [web.get("/v1/newest", self._stream), web.get("/v1/picture", self._picture)]

    async def _keep_rendering(self) -> None:
        await self._render()
        async for _ in awatch(self._folder, recursive=True):
            await self._render()

    async def _render(self) -> None:
        async with anyio.TemporaryDirectory() as name:
            picture = anyio.Path(name) / "screen.png"
            command = [sys.executable, "-m", "runtime.bench", "preview", *self._arguments, "--png", str(picture)]
            ended = await anyio.run_process(command, check=False, input=b"")
            png = await picture.read_bytes() if ended.returncode == 0 else b""
        message = "" if png else ended.stderr.decode(errors="replace")[-_LONGEST:].strip()
        self._newest = Rendered(self._newest.version + 1, png, message)
        changed, self._changed = self._changed, anyio.Event()
        changed.set()

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Stream the newest version as lines of JSON."""
        self.server.check(request)
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        async with self.server.while_connected(request):
            await self._send_newest(response)
        return response

    async def _send_newest(self, response: web.StreamResponse) -> None:
        while True:
            changed, newest = self._changed, self._newest
            content = {"version": newest.version, "title": self._title, "message": newest.message}
            await response.write(json.dumps(printable_content(content)).encode() + b"\n")
            await changed.wait()

    async def _picture(self, request: web.Request) -> web.Response:
        self.server.check(request)
        if not self._newest.png:
            raise Refused(404, "there is no picture")
        return web.Response(body=self._newest.png, content_type="image/png", headers={"Cache-Control": "no-store"})
