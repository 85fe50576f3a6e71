"""Server of the desk: a page where people answer the questions of running episodes.


   async with Desk() as desk:       # `python -m runtime.bench desk`
       desk.page                    # the address for the browser, token included

The user `human` (`adapters.web.desk.human_user.HumanUser`) posts its questions and waits. The page shows all open
questions, and each reply goes to the question it was written under. A question disappears when its episode ends. The
desk outlives runs and shows what users want, so its token is for people and for the run, never for an agent.
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
    close,
    problems_as_json,
    read_body,
    require_token,
    start_listening,
)

PORT = 8642
_POLL_SECONDS = 20.0
"""How long the page's poll waits for changes."""
_TOKEN_HINT = "The desk is at /; its token is part of the address that was printed when it was started."
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4_000)]


class ShownRequirement(Message):
    """One requirement as shown to the person: the wanted value, a ready reply, and whether it is still open."""

    slot: str
    wanted: str
    reply: str
    open: bool


class Question(Message):
    """An agent's question with what a person needs to answer it. `dialogue`: earlier questions and replies."""

    task: str
    instruction: str
    question: str
    things: tuple[ShownRequirement, ...] = ()
    dialogue: tuple[tuple[str, str], ...] = ()
    sentences: tuple[str, ...] = ()


class WrittenReply(Message):
    """The text that the person wrote."""

    text: Text


class Reply(WrittenReply):
    """A reply to one open question."""

    id: int


@dataclass
class _Waiting:
    question: Question
    done: anyio.Event = field(default_factory=anyio.Event)
    text: str = ""


class Desk:
    """A server for the questions of any number of episodes. Port 0 takes a free one."""

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
        """The desk's URL, without the token."""
        return address(self._host, self.port)

    @property
    def page(self) -> str:
        """The page's address with the token. Browsers never send the part after #."""
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
        # When an episode ends it disconnects, which cancels the handler and removes the question.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2, handler_cancellation=True)
        self.port = await start_listening(runner, lambda: web.TCPSite(runner, self._host, self.port))
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
        """All open questions; with `?seen=N`, waits until something is newer than N or the poll times out."""
        self._check(request)
        with anyio.move_on_after(_POLL_SECONDS):
            while request.query.get("seen") == str(self._news):
                await self._changed.wait()
        shown: list[dict[str, Any]] = [
            {"id": number, **waiting.question.model_dump(mode="json")} for number, waiting in self._open.items()
        ]
        return web.json_response({"news": self._news, "questions": shown}, headers={"Cache-Control": "no-store"})

    async def _ask(self, request: web.Request) -> web.Response:
        """Show a question and respond once a person has replied."""
        self._check(request)
        waiting = _Waiting(await read_body(request, Question))
        self._asked += 1
        number = self._asked
        self._open[number] = waiting
        self._notify()
        try:
            await waiting.done.wait()
        finally:
            self._open.pop(number, None)
            self._notify()
        return as_json(WrittenReply(text=waiting.text))

    async def _reply(self, request: web.Request) -> web.Response:
        self._check(request)
        reply = await read_body(request, Reply)
        waiting = self._open.pop(reply.id, None)
        if waiting is None:
            raise Refused(409, "the question is no longer open", "Its episode is over, or somebody else has replied.")
        waiting.text = reply.text
        waiting.done.set()
        return web.Response(status=204)

    def _check(self, request: web.Request) -> None:
        require_token(request, self.token, _TOKEN_HINT)

    def _notify(self) -> None:
        self._news += 1
        changed, self._changed = self._changed, anyio.Event()
        changed.set()
