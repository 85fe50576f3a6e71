"""The talk door: HTTP and WebSocket for agents that run outside, one bearer token for each episode.

    async with TalkDoor() as door:
        token = door.admit(session)      # hand door.url and the token to the agent
        ...
        door.dismiss(token)

A question that was put is answered and recorded even if its asker hangs up. No message can carry ground truth: bodies
are the models of `adapters.web.messages`, and errors never quote a fault.
"""

from __future__ import annotations

from collections.abc import Awaitable
from types import TracebackType
from typing import Any, TypeVar

import anyio
from aiohttp import WSMsgType, web
from pydantic import BaseModel, ValidationError

from adapters.web.guests import Crowded, Guest, GuestList, Lost
from adapters.web.messages import (
    MAX_BODY,
    STREAM,
    Ask,
    Done,
    Instruction,
    StreamAsk,
    StreamFinish,
    StreamMessage,
    explain,
)
from adapters.web.schema import document
from adapters.web.serving import CLOSE_SECONDS, Refused, address, as_json, body_of, close, opened, problems_as_json
from runtime.ports import Session

_HEARTBEAT_SECONDS = 20.0


class TalkDoor:
    """A server for as many episodes as are admitted. Port 0 takes a free one; `url` says which."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._address = host, port
        self._guests = GuestList()
        self._runner: web.AppRunner | None = None
        self.port = port

    @property
    def url(self) -> str:
        """Where the door is, such as `http://127.0.0.1:40123`."""
        return address(self._address[0], self.port)

    def admit(self, session: Session) -> str:
        """Let an agent talk to this session; returns the token that stands for it."""
        return self._guests.admit(session)

    def dismiss(self, token: str) -> None:
        """Make a token void and close its streams."""
        self._guests.dismiss(token)

    async def __aenter__(self) -> TalkDoor:
        app = web.Application(client_max_size=MAX_BODY, middlewares=[problems_as_json])
        app.add_routes(
            [
                web.get("/v1/instruction", self._instruction),
                web.post("/v1/ask", self._ask),
                web.post("/v1/finish", self._finish),
                web.get("/v1/status", self._status),
                web.get("/v1/stream", self._stream),
                web.get("/openapi.json", _openapi),
            ]
        )
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSE_SECONDS)
        self.port = await opened(runner, *self._address)
        self._runner = runner
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._guests.dismiss_all()
        runner, self._runner = self._runner, None
        if runner is not None:
            await close(runner)

    # -- routes -----------------------------------------------------------------------------------------------------

    async def _instruction(self, request: web.Request) -> web.Response:
        return as_json(Instruction.of(self._guest(request).session.brief))

    async def _ask(self, request: web.Request) -> web.Response:
        guest = self._guest(request)
        message = await body_of(request, Ask)
        return as_json(await _refusing(guest.ask(message.question)))

    async def _finish(self, request: web.Request) -> web.Response:
        guest = self._guest(request)
        message = await body_of(request, Done)
        return as_json(await _refusing(guest.finish(message.text, message.status)))

    async def _status(self, request: web.Request) -> web.Response:
        return as_json(self._guest(request).standing)

    async def _stream(self, request: web.Request) -> web.WebSocketResponse:
        guest = self._guest(request)
        stream = web.WebSocketResponse(
            heartbeat=_HEARTBEAT_SECONDS, max_msg_size=MAX_BODY, timeout=CLOSE_SECONDS, compress=False
        )
        await stream.prepare(request)
        async with anyio.create_task_group() as group:
            group.start_soon(_close_when_gone, guest, stream)
            async for message in stream:
                reply = await _converse(guest, message.data if message.type is WSMsgType.TEXT else None)
                try:
                    await stream.send_json(reply)
                except ConnectionError:
                    break  # the asker hung up meanwhile; the reply is in the record
            group.cancel_scope.cancel()
        return stream

    def _guest(self, request: web.Request) -> Guest:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        guest = self._guests.find(token.strip()) if scheme.lower() == "bearer" else None
        if guest is None:
            raise Refused(401, "missing or unknown token")
        return guest


async def _close_when_gone(guest: Guest, stream: web.WebSocketResponse) -> None:
    await guest.gone.wait()
    await stream.close(message=b"the episode's token was taken back")


async def _converse(guest: Guest, text: str | None) -> dict[str, Any]:
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


async def _serve(guest: Guest, message: StreamMessage) -> tuple[str, BaseModel]:
    match message:
        case StreamAsk(question=question):
            return "reply", await _refusing(guest.ask(question))
        case StreamFinish(text=text, status=status):
            return "finished", await _refusing(guest.finish(text, status))
        case _ if message.type == "instruction":
            return "instruction", Instruction.of(guest.session.brief)
        case _:
            return "status", guest.standing


def _trouble(refused: Refused, identifier: str | int | None) -> dict[str, Any]:
    return {"type": "error", "id": identifier, **refused.problem.model_dump(mode="json")}


_T = TypeVar("_T")


async def _refusing(work: Awaitable[_T]) -> _T:
    """Await a guest's request; its errors become answers."""
    try:
        return await work
    except Crowded:
        raise Refused(429, "too many requests of this episode are waiting") from None
    except Lost as lost:
        raise Refused(503, str(lost)) from None


async def _openapi(_: web.Request) -> web.Response:
    return web.json_response(document())
