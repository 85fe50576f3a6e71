"""The uiautomator2 server in a phone: JSON-RPC over HTTP on a connection inside the phone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final
from urllib.parse import parse_qs, urlsplit

import anyio
from anyio.lowlevel import checkpoint

from adapters.phone.uiautomator import json_rpc
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.uiautomator.http import HttpConnection, Request, Response
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault, DeviceLost
from runtime.plugins.byte_stream import ByteStream

_PIECE: Final = 256 << 10


class Server:
    """Serves any number of connections until it is stopped.

    `run` runs each request, which may wait, `changed` is called after it, `end` when a client asks the server to stop.
    """

    def __init__(
        self,
        automator: Automator,
        run: Callable[[Callable[[], bytes]], Awaitable[bytes]],
        changed: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        self.gone = anyio.Event()
        self.asked = False
        """Whether a client has asked it to stop."""
        self._automator = automator
        self._run = run
        self._changed = changed
        self._end = end
        self._scopes: set[anyio.CancelScope] = set()

    def stop(self) -> None:
        """Close all connections."""
        self.gone.set()
        for scope in self._scopes:
            scope.cancel()

    async def __call__(self, stream: ByteStream) -> None:
        """Serve one connection."""
        if self.gone.is_set():
            return  # stopped before this task ran for the first time
        conversation = HttpConnection(self._answer)
        with anyio.CancelScope() as scope, suppress(DeviceFault):
            self._scopes.add(scope)
            try:
                while not conversation.closed:
                    conversation.receive(await stream.receive())
                    while out := await self._run(conversation.next):
                        for at in range(0, len(out), _PIECE):
                            await stream.send(out[at : at + _PIECE])
                        if self.asked and not self.gone.is_set():
                            self._end()
                        # A client that sends many requests at once must not block other phones.
                        await checkpoint()
            finally:
                self._scopes.discard(scope)

    def _answer(self, request: Request) -> Response:
        try:
            with translate_errors(DeviceLost, "the server"):
                try:
                    return self._routed(request)
                finally:
                    self._changed()
        except DeviceFault as fault:
            return Response(500, f"Internal Server Error!!!\n{fault}".encode())

    def _routed(self, request: Request) -> Response:
        parts = urlsplit(request.target)
        match parts.path:
            case "/ping":
                return Response(200, b"pong", "text/html")
            case "/stop":
                self.asked = True
                return Response(200, b"Server stopped!!!", "text/html")
            case "/screenshot/0":
                scale = parse_qs(parts.query).get("scale", ["1"])[0]
                try:
                    return Response(200, self._automator.pictures.png(float(scale)), "image/png")
                except ValueError:
                    return Response(200, self._automator.pictures.png(1.0), "image/png")
            case "/jsonrpc/0" if request.body:
                return Response(200, json_rpc.answer(self._automator, request.body), "application/json")
            case "/jsonrpc/0":
                return Response(500, b"Invalid http post data!")
            case _:
                return Response(404, b"Not Found!!!")
