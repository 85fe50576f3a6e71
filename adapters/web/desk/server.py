"""The desk: where people answer the questions of running episodes, in a browser.

    async with Desk() as desk:       # `python -m runtime.bench desk`
        desk.page                    # the address for the browser, token included

Episodes bring their questions (`adapters.web.desk.human_user.HumanUser`, the user `human`) and wait; the page shows all
that are open; a reply goes to the question that it was written under. A question whose episode has gone away
disappears. The desk outlives runs and knows what the users want: its token is for people and for the run, never for an
agent.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from importlib import resources
from types import TracebackType
from typing import Annotated, Any, Self

import anyio
from aiohttp import web
from anyio import to_thread
from pydantic import StringConstraints

from adapters.web.shared.messages import MAX_BODY, Message
from adapters.web.shared.serving import (
    Refused,
    address,
    as_json,
    authorised,
    body_of,
    close,
    opened,
    problems_as_json,
)

PORT = 8642
_POLL_SECONDS = 20.0
"""How long the page's request for news is held when there is none."""
_CLOSED = "The desk is at / and its token in the address that it printed when it was started."
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000)]


class Thing(Message):
    """One requirement, as the person at the desk sees it: what is wanted, how to say it, whether it is still open."""

    slot: str
    wanted: str
    reply: str
    open: bool


class Question(Message):
    """An agent's question and what a person needs to answer it. `dialogue`: earlier questions and replies, in turn."""

    task: str
    instruction: str
    question: str
    things: tuple[Thing, ...] = ()
    dialogue: tuple[tuple[str, str], ...] = ()
    sentences: tuple[str, ...] = ()


class Written(Message):
    """What the person wrote."""

    text: Text


class Reply(Written):
    """A reply to one open question."""

    id: int


@dataclass
class _Waiting:
    question: Question
    done: anyio.Event = field(default_factory=anyio.Event)
    text: str = ""


class Desk:
    """A server for the questions of as many episodes as bring some. Port 0 takes a free one."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, token: str = "") -> None:
        self._host = host
        self._runner: web.AppRunner | None = None
        self._open: dict[int, _Waiting] = {}
        self._asked = 0
        self._news = 0
        self._changed = anyio.Event()
        self._page = ""
        self.port = port
        self.token = token or secrets.token_urlsafe(24)

    @property
    def url(self) -> str:
        """Where the desk is."""
        return address(self._host, self.port)

    @property
    def page(self) -> str:
        """The page's address. What stands behind # is never sent to anybody."""
        return f"{self.url}/#{self.token}"

    async def __aenter__(self) -> Self:
        home = resources.files("adapters.web.desk")
        self._page = await to_thread.run_sync(lambda: (home / "desk.html").read_text(encoding="utf-8"))
        app = web.Application(client_max_size=MAX_BODY, middlewares=[problems_as_json])
        app.add_routes(
            [
                web.get("/", self._show),
                web.get("/v1/desk", self._list),
                web.post("/v1/desk/questions", self._ask),
                web.post("/v1/desk/replies", self._reply),
            ]
        )
        # An episode that is over hangs up: its handler is cancelled and the question goes.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2, handler_cancellation=True)
        self.port = await opened(runner, lambda: web.TCPSite(runner, self._host, self.port))
        self._runner = runner
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        runner, self._runner = self._runner, None
        if runner is not None:
            await close(runner)

    # -- routes -----------------------------------------------------------------------------------------------------

    async def _show(self, _: web.Request) -> web.Response:
        return web.Response(text=self._page, content_type="text/html", headers=_HEADERS)

    async def _list(self, request: web.Request) -> web.Response:
        """All open questions; with `?seen=N` only once there is something newer than N, or after a while."""
        self._check(request)
        with anyio.move_on_after(_POLL_SECONDS):
            while request.query.get("seen") == str(self._news):
                await self._changed.wait()
        shown: list[dict[str, Any]] = [
            {"id": number, **waiting.question.model_dump(mode="json")} for number, waiting in self._open.items()
        ]
        return web.json_response({"news": self._news, "questions": shown}, headers={"Cache-Control": "no-store"})

    async def _ask(self, request: web.Request) -> web.Response:
        """Put a question on the desk; answered when a person has."""
        self._check(request)
        waiting = _Waiting(await body_of(request, Question))
        self._asked += 1
        number = self._asked
        self._open[number] = waiting
        self._tell()
        try:
            await waiting.done.wait()
        finally:
            self._open.pop(number, None)
            self._tell()
        return as_json(Written(text=waiting.text))

    async def _reply(self, request: web.Request) -> web.Response:
        self._check(request)
        reply = await body_of(request, Reply)
        waiting = self._open.pop(reply.id, None)
        if waiting is None:
            raise Refused(
                409, "the question is no longer open", "Its episode is over, or somebody else has answered it."
            )
        waiting.text = reply.text
        waiting.done.set()
        return web.Response(status=204)

    def _check(self, request: web.Request) -> None:
        authorised(request, self.token, _CLOSED)

    def _tell(self) -> None:
        self._news += 1
        changed, self._changed = self._changed, anyio.Event()
        changed.set()
