"""The talk door: HTTP and WebSocket for agents that run outside, one bearer token for each episode.

    async with TalkDoor() as door:
        token = door.admit(session)      # hand door.url and the token to the agent
        ...
        door.dismiss(token)

Agents that come by themselves claim their episodes with the token of the run:

    async with TalkDoor(run_token=secret) as door:
        with door.offer(session, adb_port, device_port, serial) as offer:
            await offer.claimed.wait()

A question that was put is answered and recorded even if its asker hangs up. No message can carry ground truth: bodies
are the models of `adapters.web.shared.messages`, and errors never quote a fault.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, TypeVar

import anyio
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from pydantic import BaseModel, ValidationError

from adapters.web.agent_api import connection_limit
from adapters.web.agent_api.channels import EpisodeChannel, EpisodeFailed, GuestList, QueueFull, digest
from adapters.web.agent_api.claim_queue import ClaimQueue, Offer, Phone, QueueClosed
from adapters.web.agent_api.connection_limit import ConnectionLimiter
from adapters.web.agent_api.openapi import document
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
    BODY_SECONDS,
    CLOSE_SECONDS,
    Refused,
    address,
    as_json,
    body_of,
    close,
    opened,
    problems_as_json,
    said_to_be_json,
)
from runtime.plugins.protocols import Session
from runtime.plugins.specs import AgentServerSpec

_LINGERING_SECONDS = 2.0
"""How long what is left of a request that was answered already is read, so that its sender hears the answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client can take up; times in seconds."""

    connections: int = connection_limit.MOST
    idle: float = 30.0
    """Without a whole request, from the beginning or since the last one."""
    body: float = BODY_SECONDS
    heartbeat: float = 20.0
    """Between two signs of life that a stream is asked for; it has half as long to answer."""
    reading: float = 30.0
    """How long a stream may leave its replies lying."""
    poll: float = 25.0
    """How long a request for an episode is held while none waits."""


class TalkDoor:
    """A server for as many episodes as are admitted. Port 0 takes a free one; `url` says which.

    Without a `run_token` nobody can claim episodes.
    """

    def __init__(
        self, host: str = "127.0.0.1", port: int = 0, *, run_token: str = "", limits: Limits | None = None
    ) -> None:
        self._address = host, port
        self._limits = limits or Limits()
        self._guests = GuestList()
        self._lobby = ClaimQueue()
        self._run = digest(run_token) if run_token else b""
        self._visitors: ConnectionLimiter
        self._runner: web.AppRunner | None = None
        self.port = port

    @property
    def url(self) -> str:
        """Where the door is, such as `http://127.0.0.1:40123`."""
        return address(self._address[0], self.port)

    @property
    def held(self) -> int:
        """How many connections there are now."""
        return len(self._visitors.present)

    def admit(self, session: Session) -> str:
        """Let an agent talk to this session; returns the token that stands for it."""
        return self._guests.admit(session)[0]

    def dismiss(self, token: str) -> None:
        """Make a token void and close its streams."""
        self._guests.dismiss(token)

    @contextmanager
    def offer(self, session: Session, adb: int, device: int, serial: str) -> Iterator[Offer]:
        """Offer an episode to agents that come by themselves, until the block ends.

        Its phone is the one of the adb server on port `adb`, and may be connected to on port `device`.

        The token that the claimer got says from then on, and as long as the door is open, that the episode has ended.
        """
        token, guest = self._guests.admit(session)
        with self._lobby.offered(guest, token, Phone(adb, device, serial)) as offer:
            yield offer

    async def __aenter__(self) -> TalkDoor:
        app = web.Application(client_max_size=MAX_BODY, middlewares=[problems_as_json])
        app.add_routes(
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
        runner = web.AppRunner(
            app,
            access_log=None,
            logger=_logger(),
            shutdown_timeout=CLOSE_SECONDS,
            keepalive_timeout=self._limits.idle,
            lingering_time=_LINGERING_SECONDS,
            auto_decompress=False,  # packed bodies are refused, not unpacked first
        )
        self.port = await opened(runner, lambda: self._site(runner))
        self._runner = runner
        return self

    def _site(self, runner: web.AppRunner) -> ConnectionLimiter:
        self._visitors = ConnectionLimiter(runner, *self._address, self._limits.connections)
        return self._visitors

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lobby.close()
        self._guests.dismiss_all()
        runner, self._runner = self._runner, None
        if runner is not None:
            left = self._visitors.present
            await close(runner)
            for handler in left:  # who does not read what it was sent would stay
                connection_limit.abort(handler)

    # -- routes -----------------------------------------------------------------------------------------------------

    async def _claim(self, request: web.Request) -> web.StreamResponse:
        if not hmac.compare_digest(digest(_token(request)), self._run):
            raise _stranger()
        self._visitors.known(request, self._lobby)
        try:
            offer = await self._lobby.take(self._limits.poll, lambda: request.transport is not None)
        except QueueFull:
            raise Refused(429, "too many agents are waiting for an episode", "Ask again later.") from None
        except QueueClosed:
            raise Refused(410, "the run is over") from None
        if offer is None:
            return web.Response(status=204)
        return await self._hand_over(offer, request)

    async def _hand_over(self, offer: Offer, request: web.Request) -> web.StreamResponse:
        """Tell who claimed an episode about it; who has hung up meanwhile has claimed nothing."""
        transport = request.transport
        if transport is not None:
            # As it was reached: a door that listens on every address has no name of its own.
            host, port = transport.get_extra_info("sockname")[:2]
            fields = Instruction.of(offer.guest.brief).model_dump()
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
        self._lobby.put_back(offer)
        return web.Response(status=204)

    async def _instruction(self, request: web.Request) -> web.Response:
        return as_json(Instruction.of(self._guest(request).brief))

    async def _ask(self, request: web.Request) -> web.Response:
        guest = self._guest(request)
        said_to_be_json(request)
        message = await body_of(request, Ask, self._limits.body)
        return as_json(await _refusing(guest.ask(message.question)))

    async def _finish(self, request: web.Request) -> web.Response:
        guest = self._guest(request)
        said_to_be_json(request)
        message = await body_of(request, Done, self._limits.body)
        return as_json(await _refusing(guest.finish(message.text, message.status)))

    async def _status(self, request: web.Request) -> web.Response:
        return as_json(await _refusing(self._guest(request).standing()))

    async def _stream(self, request: web.Request) -> web.WebSocketResponse:
        guest = self._guest(request)
        stream = web.WebSocketResponse(
            heartbeat=self._limits.heartbeat, max_msg_size=MAX_BODY, timeout=CLOSE_SECONDS, compress=False
        )
        if not stream.can_prepare(request).ok:
            raise Refused(426, "this is for WebSockets", headers={"Upgrade": "websocket"})
        await stream.prepare(request)
        async with anyio.create_task_group() as group:
            group.start_soon(_close_when_gone, guest, stream)
            async for message in stream:
                reply = await _converse(guest, message.data if message.type is WSMsgType.TEXT else None)
                with anyio.move_on_after(self._limits.reading) as patience:
                    try:
                        await stream.send_json(reply)
                    except ConnectionError:
                        break  # the asker hung up meanwhile; the reply is in the record
                if patience.cancelled_caught:
                    connection_limit.abort(request.protocol)
                    break
            group.cancel_scope.cancel()
        return stream

    def _guest(self, request: web.Request) -> EpisodeChannel:
        guest = self._guests.find(_token(request))
        if guest is None:
            raise _stranger()
        self._visitors.known(request, guest)
        return guest


def _token(request: web.Request) -> str:
    """The bearer token of a request, empty if it has none; tokens in addresses are not looked for."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _stranger() -> Refused:
    return Refused(401, "missing or unknown token", headers={"WWW-Authenticate": "Bearer"})


async def _close_when_gone(guest: EpisodeChannel, stream: web.WebSocketResponse) -> None:
    await guest.gone.wait()
    await stream.close(message=b"the episode's token was taken back")


async def _converse(guest: EpisodeChannel, text: str | None) -> dict[str, Any]:
    """Serve one message of a stream; whatever is wrong with it, the stream goes on."""
    if text is None:
        return _trouble(Refused(400, "only text messages are understood"), None)
    try:
        message = STREAM.validate_json(text)
    except ValidationError as error:
        return _trouble(Refused(422, explain(error)), None)
    try:
        kind, reply = await _serve(guest, message)
    except Refused as refused:
        return _trouble(refused, message.id)
    return {"type": kind, "id": message.id, **reply.model_dump(mode="json")}


async def _serve(guest: EpisodeChannel, message: StreamMessage) -> tuple[str, BaseModel]:
    match message:
        case StreamAsk(question=question):
            return "reply", await _refusing(guest.ask(question))
        case StreamFinish(text=text, status=status):
            return "finished", await _refusing(guest.finish(text, status))
        case _ if message.type == "instruction":
            return "instruction", Instruction.of(guest.brief)
        case _:
            return "status", await _refusing(guest.standing())


def _trouble(refused: Refused, identifier: str | int | None) -> dict[str, Any]:
    return {"type": "error", "id": identifier, **refused.problem.model_dump(mode="json")}


_T = TypeVar("_T")


async def _refusing(work: Awaitable[_T]) -> _T:
    """Await a guest's request; its errors become answers."""
    try:
        return await work
    except QueueFull:
        raise Refused(429, "too many requests of this episode are waiting") from None
    except EpisodeFailed as lost:
        raise Refused(503, str(lost)) from None


async def _openapi(_: web.Request) -> web.Response:
    return web.json_response(document())


def _logger() -> logging.Logger:
    """What goes wrong inside is told as ever; that a client does not speak HTTP is not: it could flood a terminal."""
    logger = logging.Logger("adapters.web.agent_api.server")
    logger.parent = logging.getLogger("aiohttp.server")
    logger.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))
    return logger


SERVER: Final = AgentServerSpec(open=TalkDoor)
