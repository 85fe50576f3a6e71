"""The server of environments and phones: OpenEnv's protocol for trainers, and phones for runs on other machines.

    async with EnvironmentServer(runtime, token=token) as server:
        ...                                # trainers connect to server.url, runs use openenv://HOST:PORT

Each WebSocket takes one phone's place for as long as it is open: `/ws` plays episodes here and sends observations,
`/phone` hands the phone itself to a run elsewhere, which records and judges there. Both need the token
of the server. Agents reach `/mcp` only, with the token of one episode: they observe and act, and see no reward.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final

import anyio
from aiohttp import WSMsgType, web

from adapters.training.openenv import mcp
from adapters.training.openenv.environment import Environment, Environments
from adapters.training.openenv.messages import (
    NO_EPISODE,
    RequestError,
    ResetParameters,
    StepBody,
    encode_error,
    schemas,
)
from adapters.training.openenv.phone_service import PhoneService
from adapters.web.shared import serving
from adapters.web.shared.connections import abort
from adapters.web.shared.serving import CLOSE_SECONDS, HttpServer, Refused, bearer_token
from runtime.core.errors import Fault, InvalidDecision
from runtime.engine import Runtime

PORT: Final = 8123
IDLE: Final = 600.0
"""Seconds without a message after which a client's phone is given to others."""
MAX_REQUEST: Final = 1 << 20
"""Maximum size of a message of a trainer, in bytes."""
MAX_PHONE_REQUEST: Final = 32 << 20
"""Maximum size of a message to a phone, which may be a complete phone."""
_TOKEN_HINT: Final = "Send 'Authorization: Bearer TOKEN' with the token that the server printed when it was started."


@dataclass(frozen=True, slots=True)
class Limits(serving.Limits):
    """Limits of the server; times in seconds."""

    silence: float = IDLE
    """Maximum time between two messages of a client; then its episode is aborted and it is disconnected."""
    heartbeat: float = 20.0
    """Interval of WebSocket pings; the client has half as long to answer."""
    reading: float = 30.0
    """Maximum time that a client may leave a reply unread."""


class EnvironmentServer:
    """Serves the phones of a runtime. Port 0 takes a free one; without a token one is made.

    Raises:
        UsageError: see `HttpServer`.
    """

    def __init__(
        self,
        runtime: Runtime,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        token: str = "",
        limits: Limits | None = None,
    ) -> None:
        self.token: Final = token or secrets.token_urlsafe(24)
        self._runtime = runtime
        self._environments = Environments(runtime)
        self._limits = limits or Limits()
        phones = len(runtime.devices)
        self._limits = replace(self._limits, connections=max(self._limits.connections, 2 * phones))
        self._server = HttpServer(host, port, limits=self._limits)
        self.clients = 0
        """Number of open WebSockets; each has the place of one phone."""

    @property
    def url(self) -> str:
        """The server's URL, such as `http://127.0.0.1:8123`."""
        return self._server.url

    @property
    def port(self) -> int:
        """The port that the server listens on."""
        return self._server.port

    @property
    def held(self) -> int:
        """Number of open connections."""
        return self._server.held

    async def __aenter__(self) -> EnvironmentServer:
        await self._server.start(
            [
                web.get("/ws", self._trainer, allow_head=False),
                web.get("/phone", self._phone, allow_head=False),
                web.post("/mcp", self._agent),
                web.post("/reset", self._reset),
                web.post("/step", self._step),
                web.get("/state", self._state),
                web.get("/health", _health),
                web.get("/schema", _schema),
                web.get("/metadata", self._metadata),
            ]
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.stop()

    # -- WebSockets -------------------------------------------------------------------------------------------------

    async def _trainer(self, request: web.Request) -> web.WebSocketResponse:
        stream = await self._accept(request, MAX_REQUEST)
        client = _Client(request, stream, self._limits)
        await self._in_place(request, client, Environment(self._environments, client.receive, client.send).run)
        return stream

    async def _phone(self, request: web.Request) -> web.WebSocketResponse:
        stream = await self._accept(request, MAX_PHONE_REQUEST)
        client = _Client(request, stream, self._limits)

        async def serve() -> None:
            opener = await self._environments.opener()
            left = len(self._runtime.devices) - self.clients
            await PhoneService(opener, left, client.receive, client.send_bytes).run()

        await self._in_place(request, client, serve)
        return stream

    async def _accept(self, request: web.Request, longest: int) -> web.WebSocketResponse:
        self._check(request)
        stream = web.WebSocketResponse(
            heartbeat=self._limits.heartbeat, max_msg_size=longest, timeout=CLOSE_SECONDS, compress=False
        )
        if not stream.can_prepare(request).ok:
            raise Refused(426, "this is for WebSockets", headers={"Upgrade": "websocket"})
        await stream.prepare(request)
        return stream

    async def _in_place(self, request: web.Request, client: _Client, serve: Callable[[], Awaitable[None]]) -> None:
        """Serve a client in the place of one phone, or tell it that all are taken; then close its stream."""
        most = len(self._runtime.devices)
        free = self.clients < most
        self.clients += free
        try:
            with suppress(ConnectionError):
                async with self._server.while_connected(request):
                    if free:
                        await serve()
                    else:
                        message = f"all {most} phones are taken; disconnect a client, or serve more phones"
                        details = {"active_sessions": self.clients, "max_sessions": most}
                        await client.send(encode_error("CAPACITY_REACHED", message, **details))
                    await client.close()
        finally:
            self.clients -= free

    # -- agents -------------------------------------------------------------------------------------------------------

    async def _agent(self, request: web.Request) -> web.Response:
        """Answer a request of an agent, which has the token of its episode. Errors never quote a fault."""
        act = self._environments.agent(bearer_token(request))
        if act is None:
            raise Refused(401, "missing or unknown token", "Send the token of an episode that is being played.")
        self._server.known(request, act)
        message = await self._server.read_body(request, mcp.RpcRequest)
        if message.id is None:
            return web.Response(status=202)  # a notification
        try:
            if message.method != "tools/call":
                return web.json_response(mcp.rpc_reply(message, mcp.answer_simple(message)))
            result = mcp.tool_result(await act(mcp.tool_action(message.params)))
        except mcp.RpcError as error:
            return web.json_response(mcp.rpc_error(message, error))
        except InvalidDecision as error:
            result = mcp.tool_error(str(error))
        except Fault as fault:
            result = mcp.tool_error(f"the episode is over: {fault.boundary} failure")
        return web.json_response(mcp.rpc_reply(message, result))

    # -- HTTP ---------------------------------------------------------------------------------------------------------

    async def _reset(self, request: web.Request) -> web.Response:
        """Answer with the first observation. As the protocol defines, a request over HTTP has no session."""
        self._check(request)
        parameters = ResetParameters()
        if request.body_exists:
            parameters = await self._server.read_body(request, ResetParameters)
        answer = web.Response(status=503)  # if the client has disconnected: nobody receives it
        async with self._server.while_connected(request):
            if self.clients >= len(self._runtime.devices):
                raise Refused(503, "all phones are taken", "Disconnect a client, or serve more phones.")
            self.clients += 1
            try:
                answer = web.json_response(await Environment(self._environments, _nothing, _nowhere).first(parameters))
            except RequestError as error:
                raise Refused(422, str(error)) from None
            finally:
                self.clients -= 1
        return answer

    async def _step(self, request: web.Request) -> web.Response:
        self._check(request)
        await self._server.read_body(request, StepBody)
        raise Refused(409, "a request over HTTP has no session", "Play over the WebSocket /ws.")

    async def _state(self, request: web.Request) -> web.Response:
        self._check(request)
        return web.json_response(NO_EPISODE)

    async def _metadata(self, _: web.Request) -> web.Response:
        suite = self._runtime.suite
        return web.json_response(
            {
                "name": f"mobile-agent-runtime/{suite.name}",
                "description": f"Virtual phones whose user can be asked: {len(self._runtime.tasks())} tasks of "
                f"{suite.name}.",
                "version": suite.version,
            }
        )

    def _check(self, request: web.Request) -> None:
        self._server.authorize(request, self.token, _TOKEN_HINT)


class _Client:
    """The client at the other end of a WebSocket."""

    def __init__(self, request: web.Request, stream: web.WebSocketResponse, limits: Limits) -> None:
        self._request = request
        self._stream = stream
        self._limits = limits

    async def receive(self) -> str | bytes | None:
        """Return the next message; None if the client has left or says nothing for too long."""
        with anyio.move_on_after(self._limits.silence):
            message = await self._stream.receive()
            return message.data if message.type in (WSMsgType.TEXT, WSMsgType.BINARY) else None
        await self.send(encode_error("SESSION_ERROR", f"no message for {self._limits.silence:g} s: the session ended"))
        return None

    async def send(self, text: str) -> None:
        """Send a text. Raises ConnectionError if the client has left, or does not read."""
        await self._in_time(self._stream.send_str(text))

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes. Raises ConnectionError if the client has left, or does not read."""
        await self._in_time(self._stream.send_bytes(data))

    async def close(self) -> None:
        """Close the stream."""
        await self._stream.close()

    async def _in_time(self, sending: Awaitable[None]) -> None:
        try:
            with anyio.fail_after(self._limits.reading):
                await sending
        except TimeoutError:
            abort(self._request.protocol)
            raise ConnectionResetError(f"the client left a reply unread for {self._limits.reading:g} s") from None


async def _nothing() -> None:
    """A client without messages."""


async def _nowhere(_: str) -> None:
    """Send nothing: the client takes no messages."""


async def _health(_: web.Request) -> web.Response:
    return web.json_response({"status": "healthy"})


async def _schema(_: web.Request) -> web.Response:
    return web.json_response(schemas())
