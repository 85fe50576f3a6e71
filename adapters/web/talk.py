"""The talk door: HTTP and WebSocket for agents that run outside, one bearer token for each episode.

    async with TalkDoor() as door:
        token = door.admit(session)      # hand door.url and the token to the agent
        ...
        door.dismiss(token)

A question that was put is answered and recorded even if its asker hangs up. No message can carry ground truth: bodies
are the models of `adapters.web.messages`, and errors never quote a fault.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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
    Problem,
    StreamAsk,
    StreamFinish,
    StreamMessage,
    explain,
)
from adapters.web.schema import document
from runtime.ports import Session

_BODY_SECONDS = 10.0
"""How long a client may take to send a request's body."""
_CLOSE_SECONDS = 1.0
"""How long closing waits for requests in flight, and a WebSocket for its peer's farewell."""
_HEARTBEAT_SECONDS = 20.0

_HINTS = {
    400: "Send a JSON object as described in /openapi.json.",
    401: "Send the header 'Authorization: Bearer TOKEN' with the token of this episode; a dismissed one is void.",
    404: "The routes are listed in /openapi.json.",
    405: "The routes and their methods are listed in /openapi.json.",
    408: "Send the whole body at once.",
    413: f"Keep a request below {MAX_BODY} bytes.",
    422: "The fields are described in /openapi.json.",
    429: "Wait for the reply to one question before the next.",
    503: "Stop: nothing more can be done in this episode.",
}

_M = TypeVar("_M", bound=BaseModel)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Refused(Exception):
    """A request that is answered with an error: its HTTP status and what was wrong."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status = status
        self.error = error

    @property
    def problem(self) -> Problem:
        return Problem(error=self.error, hint=_HINTS.get(self.status, "See /openapi.json."))


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
        host = self._address[0]
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def admit(self, session: Session) -> str:
        """Let an agent talk to this session; returns the token that stands for it."""
        return self._guests.admit(session)

    def dismiss(self, token: str) -> None:
        """Make a token void and close its streams."""
        self._guests.dismiss(token)

    async def __aenter__(self) -> TalkDoor:
        app = web.Application(client_max_size=MAX_BODY, middlewares=[_problems_as_json])
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
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSE_SECONDS)
        await runner.setup()
        try:
            await web.TCPSite(runner, *self._address).start()
        except BaseException:
            await _close(runner)
            raise
        self._runner = runner
        self.port = runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._guests.dismiss_all()
        runner, self._runner = self._runner, None
        if runner is not None:
            await _close(runner)

    # -- routes -----------------------------------------------------------------------------------------------------

    async def _instruction(self, request: web.Request) -> web.Response:
        return _json(Instruction.of(self._guest(request).session.brief))

    async def _ask(self, request: web.Request) -> web.Response:
        guest = self._guest(request)
        message = await _body(request, Ask)
        return _json(await _refusing(guest.ask(message.question)))

    async def _finish(self, request: web.Request) -> web.Response:
        guest = self._guest(request)
        message = await _body(request, Done)
        return _json(await _refusing(guest.finish(message.text, message.status)))

    async def _status(self, request: web.Request) -> web.Response:
        return _json(self._guest(request).standing)

    async def _stream(self, request: web.Request) -> web.WebSocketResponse:
        guest = self._guest(request)
        stream = web.WebSocketResponse(
            heartbeat=_HEARTBEAT_SECONDS, max_msg_size=MAX_BODY, timeout=_CLOSE_SECONDS, compress=False
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
            raise _Refused(401, "missing or unknown token")
        return guest


async def _close(runner: web.AppRunner) -> None:
    with anyio.move_on_after(4 * _CLOSE_SECONDS, shield=True):
        await runner.cleanup()


async def _close_when_gone(guest: Guest, stream: web.WebSocketResponse) -> None:
    await guest.gone.wait()
    await stream.close(message=b"the episode's token was taken back")


async def _converse(guest: Guest, text: str | None) -> dict[str, Any]:
    """Serve one message of a stream; whatever is wrong with it, the stream goes on."""
    if text is None:
        return _trouble(_Refused(400, "only text messages are understood"), None)
    try:
        message = STREAM.validate_json(text)
    except ValidationError as error:
        return _trouble(_Refused(422, explain(error)), None)
    try:
        kind, reply = await _serve(guest, message)
    except _Refused as refused:
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


def _trouble(refused: _Refused, identifier: str | int | None) -> dict[str, Any]:
    return {"type": "error", "id": identifier, **refused.problem.model_dump(mode="json")}


_T = TypeVar("_T")


async def _refusing(work: Awaitable[_T]) -> _T:
    """Await a guest's request; its errors become answers."""
    try:
        return await work
    except Crowded:
        raise _Refused(429, "too many requests of this episode are waiting") from None
    except Lost as lost:
        raise _Refused(503, str(lost)) from None


async def _body(request: web.Request, model: type[_M]) -> _M:
    """Read and validate a request's body."""
    try:
        with anyio.fail_after(_BODY_SECONDS):
            data = await request.read()
    except TimeoutError:
        raise _Refused(408, f"the body did not arrive within {_BODY_SECONDS:g} s") from None
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        malformed = any(one["type"] in ("json_invalid", "json_type") for one in error.errors(include_url=False))
        raise _Refused(400 if malformed else 422, explain(error)) from None


def _json(model: BaseModel, status: int = 200) -> web.Response:
    return web.Response(text=model.model_dump_json(), status=status, content_type="application/json")


async def _openapi(_: web.Request) -> web.Response:
    return web.json_response(document())


@web.middleware
async def _problems_as_json(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Every error has a JSON body that says what to do."""
    try:
        return await handler(request)
    except _Refused as refused:
        return _json(refused.problem, refused.status)
    except web.HTTPException as refused:
        error = "no such route" if refused.status == 404 else refused.reason.lower()
        return _json(_Refused(refused.status, error).problem, refused.status)
