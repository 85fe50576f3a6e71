"""Server of the desk: a page where people answer the questions of running episodes.


   async with Desk() as desk:       # `python -m runtime.bench desk`
       desk.page                    # the address for the browser, token included

The user `human` (`adapters.web.desk.human_user.HumanUser`) posts its questions and waits. The page shows all open
questions, and each reply goes to the question it was written under. A question disappears when its episode ends. The
desk outlives runs and shows what users want, so its token is for people and for the run, never for an agent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import TracebackType
from typing import Annotated, Final, Self

import anyio
from aiohttp import web
from pydantic import StringConstraints

from adapters.web.shared.messages import Message
from adapters.web.shared.pages import PageServer, shown_json
from adapters.web.shared.serving import Limits, Refused, as_json

PORT = 8642
_POLL_SECONDS = 20.0
"""How long the page's poll waits for changes."""
QUESTION_FILES: Final = {
    "/questions.js": ("adapters.web.desk", "questions.js", "text/javascript"),
    "/questions.css": ("adapters.web.desk", "questions.css", "text/css"),
}
"""Files of every page that shows questions."""
_FILES: Final = {
    "/": ("adapters.web.desk", "desk.html", "text/html"),
    "/desk.js": ("adapters.web.desk", "desk.js", "text/javascript"),
    "/desk.css": ("adapters.web.desk", "desk.css", "text/css"),
    **QUESTION_FILES,
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

    def __init__(
        self, host: str = "127.0.0.1", port: int = 0, token: str = "", *, limits: Limits | None = None
    ) -> None:
        self.server = PageServer(_FILES, host=host, port=port, token=token, limits=limits)

    @property
    def url(self) -> str:
        """The desk's URL, without the token."""
        return self.server.url

    @property
    def page(self) -> str:
        """The page's address with the token."""
        return self.server.address

    async def __aenter__(self) -> Self:
        await self.server.start(QuestionBoard(self.server).routes)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.server.stop()


class QuestionBoard:
    """Open questions of episodes, and the routes of a server by which they are asked, listed and answered."""

    def __init__(self, server: PageServer) -> None:
        self.server = server
        self._open: dict[int, _Waiting] = {}
        self._asked = 0
        self._news = 0
        self._changed = anyio.Event()

    @property
    def routes(self) -> list[web.RouteDef]:
        """The routes for a server to start with."""
        return [
            web.get("/v1/desk", self._list),
            web.post("/v1/desk/questions", self._ask),
            web.post("/v1/desk/replies", self._reply),
        ]

    async def _list(self, request: web.Request) -> web.Response:
        """All open questions; with `?seen=N`, waits until something is newer than N or the poll times out."""
        self.server.check(request)
        async with self.server.while_connected(request):
            with anyio.move_on_after(_POLL_SECONDS):
                while request.query.get("seen") == str(self._news):
                    await self._changed.wait()
        shown = [{"id": number, **waiting.question.model_dump(mode="json")} for number, waiting in self._open.items()]
        return shown_json({"news": self._news, "questions": shown})

    async def _ask(self, request: web.Request) -> web.Response:
        """Show a question and respond once a person has replied."""
        self.server.check(request)
        waiting = _Waiting(await self.server.read_body(request, Question))
        self._asked += 1
        number = self._asked
        self._open[number] = waiting
        self._notify()
        try:
            # An episode that ends disconnects, which removes its question.
            async with self.server.while_connected(request):
                await waiting.done.wait()
        finally:
            self._open.pop(number, None)
            self._notify()
        if not waiting.done.is_set():
            raise Refused(503, "the desk was closed", "Start it again.")
        return as_json(WrittenReply(text=waiting.text))

    async def _reply(self, request: web.Request) -> web.Response:
        self.server.check(request)
        reply = await self.server.read_body(request, Reply)
        waiting = self._open.pop(reply.id, None)
        if waiting is None:
            raise Refused(409, "the question is no longer open", "Its episode is over, or somebody else has replied.")
        waiting.text = reply.text
        waiting.done.set()
        return web.Response(status=204)

    def _notify(self) -> None:
        self._news += 1
        changed, self._changed = self._changed, anyio.Event()
        changed.set()
