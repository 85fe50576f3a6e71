"""Server of the annotators' page: serves traces without anything that reveals the agent or a judge's verdict.


   async with LabelPage(recording, labels, sample) as page:      # `python -m runtime.bench label RUN`
       page.address                                              # for the browser, token included

Traces are numbered, so no request and no reply names an episode. Screenshots are served by digest, and only those of
the sample. A decision is on disk before it is acknowledged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from types import TracebackType
from typing import Self

import anyio.to_thread
from aiohttp import web
from pydantic import StrictBool, StrictStr

from adapters.web.labels.decisions import Item
from adapters.web.labels.folder import Labels
from adapters.web.labels.questions import CHOICES, KINDS, SKIP, Value, is_allowed
from adapters.web.labels.recording import Recording
from adapters.web.labels.sampling import Trace
from adapters.web.labels.trace_view import Sheet
from adapters.web.shared.messages import Message
from adapters.web.shared.outlines import outline
from adapters.web.shared.pages import IMMUTABLE_HEADERS, PageServer, parse_number, person_name, shown_json
from adapters.web.shared.serving import Refused
from runtime.core.errors import StorageError, UsageError
from runtime.screen.tree import TreeError, parse

_FILES = {
    "/": ("adapters.web.labels", "page.html", "text/html"),
    "/page.js": ("adapters.web.labels", "page.js", "text/javascript"),
    "/screens.js": ("adapters.web.labels", "screens.js", "text/javascript"),
}
_CHOICES = {
    kind: [
        *(
            {"value": choice.value, "key": choice.key, "label": choice.label, "meaning": choice.meaning}
            for choice in CHOICES[kind]
        ),
        {"value": SKIP, "key": "s", "label": "skip", "meaning": "cannot tell"},
    ]
    for kind in KINDS
}


class Decision(Message):
    """An annotator's answer to one question about one trace."""

    annotator: str
    trace: int
    subject: str
    value: StrictBool | StrictStr


class LabelPage:
    """A server for the annotators of one run. Port 0 takes a free one."""

    def __init__(
        self,
        recording: Recording,
        labels: Labels,
        sample: Sequence[Trace],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str = "",
    ) -> None:
        self.server = PageServer(_FILES, host=host, port=port, token=token)
        self._recording = recording
        self._labels = labels
        self._sample = tuple(sample)
        self._sheets: tuple[Sheet, ...] = ()
        self._frames: frozenset[str] = frozenset()
        self._trees: frozenset[str] = frozenset()

    @property
    def token(self) -> str:
        """The token that every request except for the page's own files must carry."""
        return self.server.token

    @property
    def url(self) -> str:
        """The server's URL, without the token."""
        return self.server.url

    @property
    def address(self) -> str:
        """The page's address, token included."""
        return self.server.address

    async def __aenter__(self) -> Self:
        """Read the sample's traces and start listening.

        Raises:
            UsageError: a trace is damaged.
            OSError: the port is not available.
        """
        await anyio.to_thread.run_sync(self._load)
        await self.server.start(
            [
                web.get("/v1/labels", self._overview),
                web.get("/v1/labels/traces/{number}", self._trace),
                web.post("/v1/labels/marks", self._mark),
                web.get("/v1/labels/frames/{digest}", self._frame),
                web.get("/v1/labels/outlines/{digest}", self._outline),
            ]
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.server.stop()

    def _load(self) -> None:
        self._sheets = tuple(self._recording.sheet(trace) for trace in self._sample)
        screens = [screen for sheet in self._sheets for screen in sheet.screens]
        self._frames = frozenset(screen.frame for screen in screens if screen.frame is not None)
        self._trees = frozenset(screen.outline for screen in screens if screen.outline is not None)

    # -- routes ---------------------------------------------------------------------------------------------------

    async def _overview(self, request: web.Request) -> web.Response:
        """The possible answers, and an annotator's progress for each trace."""
        name = self._who(request)
        values = await self._values(name)
        progress = [
            {"questions": len(sheet.questions), "answered": len(_own(values, trace, sheet))}
            for trace, sheet in zip(self._sample, self._sheets, strict=True)
        ]
        return shown_json({"annotator": name, "choices": _CHOICES, "traces": progress})

    async def _trace(self, request: web.Request) -> web.Response:
        """One sheet with this annotator's labels."""
        name = self._who(request)
        trace, _ = self._numbered(request.match_info["number"])
        values = await self._values(name)
        # Names of touched elements need trees, which are read for one trace at a time.
        sheet = await anyio.to_thread.run_sync(lambda: self._recording.sheet(trace, named=True))
        questions = [{**asdict(question), "subject": question.subject} for question in sheet.questions]
        return shown_json({**asdict(sheet), "questions": questions, "marks": _own(values, trace, sheet)})

    async def _mark(self, request: web.Request) -> web.Response:
        self.server.check(request)
        decision = await self.server.read_body(request, Decision)
        name = person_name(decision.annotator)
        trace, sheet = self._numbered(str(decision.trace))
        question = sheet.question(decision.subject)
        if question is None:
            raise Refused(422, f"trace {decision.trace} has no question {decision.subject!r}", "Reload the page.")
        if not is_allowed(question.kind, decision.value):
            raise Refused(422, f"{decision.value!r} is not an answer to {decision.subject!r}", "Reload the page.")
        return await self.server.save(lambda: self._labels.add(name, trace, decision.subject, decision.value))

    async def _frame(self, request: web.Request) -> web.Response:
        self.server.check(request)
        digest = request.match_info["digest"]
        data = await self._blob(digest, ".png") if digest in self._frames else None
        if data is None:
            raise Refused(
                404, "no such picture", "The run folder is incomplete, or the page belongs to another run: reload it."
            )
        # Named by its digest, so it never changes.
        return web.Response(body=data, content_type="image/png", headers=IMMUTABLE_HEADERS)

    async def _outline(self, request: web.Request) -> web.Response:
        """The elements of a screen without a screenshot, as boxes."""
        self.server.check(request)
        digest = request.match_info["digest"]
        data = await self._blob(digest, ".xml") if digest in self._trees else None
        if data is None:
            raise Refused(
                404, "no such screen", "The run folder is incomplete, or the page belongs to another run: reload it."
            )
        try:
            return shown_json(await anyio.to_thread.run_sync(lambda: outline(parse(data))))
        except TreeError as error:
            raise Refused(404, "this screen cannot be read", "The run folder was changed after the run.") from error

    # -- what the routes share ------------------------------------------------------------------------------------

    def _who(self, request: web.Request) -> str:
        self.server.check(request)
        return person_name(request.query.get("annotator", ""))

    def _numbered(self, number: str) -> tuple[Trace, Sheet]:
        place = parse_number(number, len(self._sample), "trace") - 1
        return self._sample[place], self._sheets[place]

    async def _values(self, name: str) -> dict[Item, Value]:
        try:
            return await self.server.in_turn(lambda: dict(self._labels.of(name).values))
        except UsageError as error:
            # The error names paths, which may name agents, so only --report shows it.
            raise Refused(
                409,
                "the file with your labels cannot be read",
                "Ask the person who started this page; --report shows the reason.",
            ) from error

    async def _blob(self, digest: str, suffix: str) -> bytes | None:
        try:
            return await anyio.to_thread.run_sync(self._recording.directory.blob(digest, suffix).read_bytes)
        except (OSError, StorageError):
            return None


def _own(values: dict[Item, Value], trace: Trace, sheet: Sheet) -> dict[str, Value]:
    answers = {
        question.subject: values.get((trace.episode, trace.attempt, question.subject)) for question in sheet.questions
    }
    return {subject: value for subject, value in answers.items() if value is not None}
