"""Server of the agent API: HTTP and WebSocket for agents in other processes, with one bearer token for each episode.


   async with AgentApiServer() as server:
       token = server.admit(session)      # hand server.url and the token to the agent
       ...
       server.dismiss(token)

Agents that come by themselves claim episodes with the token of the run:


   async with AgentApiServer(run_token=secret) as server:
       with server.offer(session, adb_port, device_port, serial) as offer:
           await offer.claimed.wait()

A question that has been accepted is answered and recorded even if its sender disconnects. No message can carry ground
truth: bodies are the models of `adapters.web.shared.messages`, and errors never quote a fault.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, TypeVar

import anyio
from aiohttp import WSMsgType, web
from pydantic import BaseModel, ValidationError

from adapters.web.agent_api.channels import ChannelTable, EpisodeChannel, EpisodeFailed, QueueFull
from adapters.web.agent_api.claim_queue import ClaimQueue, Offer, Phone, QueueClosed
from adapters.web.agent_api.openapi import document
from adapters.web.shared import serving
from adapters.web.shared.connections import abort
from adapters.web.shared.messages import (
    MAX_BODY,
    STREAM,
    Adb,
    Ask,
    Done,
    Episode,
    Instruction,
    StreamAsk,
    StreamFinish,
    StreamMessage,
    explain,
)
from adapters.web.shared.serving import (
    CLOSE_SECONDS,
    HttpServer,
    Refused,
    address,
    as_json,
    bearer_token,
    token_digest,
)
from runtime.plugins.protocols import Session
from runtime.plugins.specs import AgentServerSpec


@dataclass(frozen=True, slots=True)
class Limits(serving.Limits):
    """Limits of the server and for one client; times in seconds."""

    heartbeat: float = 20.0
    """Interval of WebSocket pings; the client has half as long to answer."""
    reading: float = 30.0
    """Maximum time that a WebSocket client may leave a reply unread."""
    poll: float = 25.0
    """How long a claim waits for an episode."""


class AgentApiServer:
    """A server for any number of episodes. Port 0 takes a free one; `url` states it.

    Without a `run_token`, episodes cannot be claimed.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        run_token: str = "",
        limits: Limits | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._server = HttpServer(host, port, limits=self._limits)
        self._channels = ChannelTable()
        self._claims = ClaimQueue()
        self._run = token_digest(run_token) if run_token else b""

    @property
    def port(self) -> int:
        """The port that the server listens on."""
        return self._server.port

    @property
    def url(self) -> str:
        """The server's URL, such as `http://127.0.0.1:40123`."""
        return self._server.url

    @property
    def held(self) -> int:
        """Number of open connections."""
        return self._server.held

    def admit(self, session: Session) -> str:
        """Open a channel to a session; returns its token."""
        return self._channels.admit(session)[0]

    def dismiss(self, token: str) -> None:
        """Revoke a token and close its streams."""
        self._channels.dismiss(token)

    @contextmanager
    def offer(self, session: Session, adb: int, device: int, serial: str) -> Iterator[Offer]:
        """Offer an episode to claiming agents until the block ends.

        Its phone is the device of the ADB server on port `adb`; the device itself listens on port `device`. After the
        block, the claimer's token reports that the episode has ended, until the server closes.
        """
        token, channel = self._channels.admit(session)
        with self._claims.offered(channel, token, Phone(adb, device, serial)) as offer:
            yield offer

    async def __aenter__(self) -> AgentApiServer:
        await self._server.start(
            [
                web.post("/v1/episodes", self._claim),
                web.get("/v1/instruction", self._instruction),
                web.post("/v1/ask", self._ask),
                web.post("/v1/finish", self._finish),
                web.get("/v1/status", self._status),
                web.get("/v1/stream", self._stream, allow_head=False),
                web.get("/openapi.json", _openapi),
            ]
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._claims.close()
        self._channels.dismiss_all()
        await self._server.stop()

    # -- routes -----------------------------------------------------------------------------------------------------

    async def _claim(self, request: web.Request) -> web.StreamResponse:
        if not hmac.compare_digest(token_digest(bearer_token(request)), self._run):
            raise _unknown_token()
        self._server.known(request, self._claims)
        offer: Offer | None = None
        try:
            async with self._server.while_connected(request):
                offer = await self._claims.take(self._limits.poll)
        except QueueFull:
            raise Refused(429, "too many agents are waiting for an episode", "Ask again later.") from None
        except QueueClosed:
            raise Refused(410, "the run is over") from None
        if offer is None:
            return web.Response(status=204)
        return await self._hand_over(offer, request)

    async def _hand_over(self, offer: Offer, request: web.Request) -> web.StreamResponse:
        """Send a claimed episode to its claimer; if the claimer has disconnected, the episode is not claimed."""
        transport = request.transport
        if transport is not None:
            # The address that the client used: a server on all interfaces has no address of its own.
            host, port = transport.get_extra_info("sockname")[:2]
            fields = Instruction.of(offer.channel.brief).model_dump()
            phone = offer.phone
            adb = Adb(host=host, port=phone.adb, serial=phone.serial, device_port=phone.device)
            reply = as_json(Episode(**fields, token=offer.token, url=address(host, port), adb=adb))
            try:
                await reply.prepare(request)
                await reply.write_eof()
            except ConnectionError:
                pass
            else:
                offer.claimed.set()
                return reply
        self._claims.put_back(offer)
        return web.Response(status=204)

    async def _instruction(self, request: web.Request) -> web.Response:
        return as_json(Instruction.of(self._channel(request).brief))

    async def _ask(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        message = await self._server.read_body(request, Ask)
        return as_json(await _translate_errors(channel.ask(message.question)))

    async def _finish(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        message = await self._server.read_body(request, Done)
        return as_json(await _translate_errors(channel.finish(message.text, message.status)))

    async def _status(self, request: web.Request) -> web.Response:
        return as_json(await _translate_errors(self._channel(request).standing()))

    async def _stream(self, request: web.Request) -> web.WebSocketResponse:
        channel = self._channel(request)
        stream = web.WebSocketResponse(
            heartbeat=self._limits.heartbeat, max_msg_size=MAX_BODY, timeout=CLOSE_SECONDS, compress=False
        )
        if not stream.can_prepare(request).ok:
            raise Refused(426, "this is for WebSockets", headers={"Upgrade": "websocket"})
        await stream.prepare(request)
        async with anyio.create_task_group() as group:
            group.start_soon(_close_when_gone, channel, stream)
            async for message in stream:
                reply = await _converse(channel, message.data if message.type is WSMsgType.TEXT else None)
                with anyio.move_on_after(self._limits.reading) as patience:
                    try:
                        await stream.send_json(reply)
                    except ConnectionError:
                        break  # the client disconnected; the reply has been recorded
                if patience.cancelled_caught:
                    abort(request.protocol)
                    break
            group.cancel_scope.cancel()
        return stream

    def _channel(self, request: web.Request) -> EpisodeChannel:
        channel = self._channels.find(bearer_token(request))
        if channel is None:
            raise _unknown_token()
        self._server.known(request, channel)
        return channel


def _unknown_token() -> Refused:
    return Refused(401, "missing or unknown token", headers={"WWW-Authenticate": "Bearer"})


async def _close_when_gone(channel: EpisodeChannel, stream: web.WebSocketResponse) -> None:
    await channel.gone.wait()
    await stream.close(message=b"the episode's token was revoked")


async def _converse(channel: EpisodeChannel, text: str | None) -> dict[str, Any]:
    """Serve one message of a stream. Errors are sent as messages; the stream stays open."""
    if text is None:
        return _error_message(Refused(400, "only text messages are understood"), None)
    try:
        message = STREAM.validate_json(text)
    except ValidationError as error:
        return _error_message(Refused(422, explain(error)), None)
    try:
        kind, reply = await _serve(channel, message)
    except Refused as refused:
        return _error_message(refused, message.id)
    return {"type": kind, "id": message.id, **reply.model_dump(mode="json")}


async def _serve(channel: EpisodeChannel, message: StreamMessage) -> tuple[str, BaseModel]:
    match message:
        case StreamAsk(question=question):
            return "reply", await _translate_errors(channel.ask(question))
        case StreamFinish(text=text, status=status):
            return "finished", await _translate_errors(channel.finish(text, status))
        case _ if message.type == "instruction":
            return "instruction", Instruction.of(channel.brief)
        case _:
            return "status", await _translate_errors(channel.standing())


def _error_message(refused: Refused, identifier: str | int | None) -> dict[str, Any]:
    return {"type": "error", "id": identifier, **refused.problem.model_dump(mode="json")}


_T = TypeVar("_T")


async def _translate_errors(work: Awaitable[_T]) -> _T:
    """Await a channel's result and turn its errors into HTTP errors."""
    try:
        return await work
    except QueueFull:
        raise Refused(429, "too many requests of this episode are waiting already") from None
    except EpisodeFailed as lost:
        raise Refused(503, str(lost)) from None


async def _openapi(_: web.Request) -> web.Response:
    return web.json_response(document())


SERVER: Final = AgentServerSpec(open=AgentApiServer)
