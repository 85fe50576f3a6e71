"""Server of one annotator's page for thoughts. The annotator is fixed when it starts, and nothing names the model.


   async with ThoughtPage(folder, sample, labels, "Ada") as page:   # `label FOLDER --annotator Ada`
       page.server.address                                          # for the browser, token included

Thoughts are numbered in this person's list. No reply names a model, an episode or other people's labels. Predicted
actions, matches and evaluations are not in the folder, so no route can reveal them. A decision is on disk before it is
acknowledged.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import anyio.to_thread
from aiohttp import web
from pydantic import StrictInt, StrictStr

from adapters.web.shared.messages import Message
from adapters.web.shared.pages import IMMUTABLE_HEADERS, PageServer, parse_number, shown_json
from adapters.web.shared.serving import Refused
from adapters.web.thoughts.decisions import ANSWERS, NO, REASONS, YES, Place, Role
from adapters.web.thoughts.folder import Labels
from adapters.web.thoughts.sample import Item, Sample, Step
from runtime.core.errors import UsageError

_FILES = {
    "/": ("adapters.web.thoughts", "page.html", "text/html"),
    "/page.js": ("adapters.web.thoughts", "page.js", "text/javascript"),
    "/thoughts.css": ("adapters.web.thoughts", "thoughts.css", "text/css"),
}
_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
_CHOICES = [
    {"value": YES, "key": "1", "label": "yes", "meaning": "the thought announces this action"},
    {"value": NO, "key": "0", "label": "no", "meaning": "it announces another one"},
    *(
        {"value": code, "key": str(key), "label": label, "meaning": meaning}
        for key, (code, (label, meaning)) in enumerate(REASONS.items(), start=2)
    ),
]


class Decision(Message):
    """An annotator's answer about one thought: 1, 0, or why it cannot be labelled."""

    item: StrictInt
    value: StrictStr


class ThoughtPage:
    """A server for one annotator. Port 0 takes a free one."""

    def __init__(
        self,
        folder: Path,
        sample: Sample,
        labels: Labels,
        annotator: str,
        role: Role = "annotator",
        *,
        only: Sequence[Place] | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str = "",
    ) -> None:
        self.server = PageServer(_FILES, host=host, port=port, token=token)
        self.annotator = annotator
        self._folder = folder
        self._sample = sample
        self._labels = labels
        self._role = role
        chosen = None if only is None else set(only)
        shown = (sample.steps[item.step].picture for item in sample.asked)
        self._pictures = {Path(name).name: name for name in shown if name is not None and Path(name).suffix in _TYPES}
        self._items = [item for item in sample.asked if chosen is None or sample.place(item) in chosen]

    @property
    def count(self) -> int:
        """Number of thoughts that this person is shown."""
        return len(self._items)

    async def __aenter__(self) -> Self:
        """Start listening.

        Raises:
            OSError: the port is not available.
        """
        await self.server.start(
            [
                web.get("/v1/thoughts", self._overview),
                web.get("/v1/thoughts/{number}", self._thought),
                web.get("/v1/thoughts/pictures/{name}", self._picture),
                web.post("/v1/thoughts/marks", self._mark),
            ]
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.server.stop()

    # -- routes ---------------------------------------------------------------------------------------------------

    async def _overview(self, request: web.Request) -> web.Response:
        """The annotator, the possible answers, and which thoughts are answered."""
        self.server.check(request)
        values = await self._values()
        answered = [self._sample.place(item) in values for item in self._items]
        return shown_json({"annotator": self.annotator, "role": self._role, "choices": _CHOICES, "answered": answered})

    async def _thought(self, request: web.Request) -> web.Response:
        """One thought with the correct action, and this person's label."""
        self.server.check(request)
        item = self._numbered(request)
        values = await self._values()
        shown = {**_shown(self._sample.steps[item.step]), "thought": item.thought}
        return shown_json({**shown, "mark": values.get(self._sample.place(item))})

    async def _picture(self, request: web.Request) -> web.Response:
        self.server.check(request)
        name = self._pictures.get(request.match_info["name"], "")
        try:
            data = await anyio.to_thread.run_sync((self._folder / name).read_bytes) if name else None
        except OSError:
            data = None
        if data is None:
            raise Refused(
                404,
                "no such picture",
                "The sample folder is incomplete, or the page belongs to another sample: reload it.",
            )
        # Named by its digest, so it never changes.
        return web.Response(body=data, content_type=_TYPES[Path(name).suffix], headers=IMMUTABLE_HEADERS)

    async def _mark(self, request: web.Request) -> web.Response:
        self.server.check(request)
        decision = await self.server.read_body(request, Decision)
        place = self._sample.place(self._items[parse_number(str(decision.item), self.count, "thought") - 1])
        if decision.value not in ANSWERS:
            raise Refused(422, f"{decision.value[:40]!r} is not a valid answer", "Reload the page.")
        return await self.server.save(lambda: self._labels.add(self.annotator, self._role, place, decision.value))

    # -- what the routes share ------------------------------------------------------------------------------------

    def _numbered(self, request: web.Request) -> Item:
        return self._items[parse_number(request.match_info["number"], self.count, "thought") - 1]

    async def _values(self) -> dict[Place, str]:
        try:
            return await self.server.in_turn(lambda: dict(self._labels.of(self.annotator).values))
        except UsageError as error:
            # The error names paths, so only --report shows it.
            raise Refused(
                409,
                "the file with your labels cannot be read",
                "Ask the person who started this page; --report shows the reason.",
            ) from error


def _shown(step: Step) -> dict[str, Any]:
    """A step without what reveals its episode. Boxes are left, top, right, bottom, each with its text."""
    boxes = [
        {"box": [left, top, left + width, top + height], "words": words}
        for (top, left, height, width), words in zip(step.boxes, _words(step), strict=True)
    ]
    truth = step.truth
    return {
        "instruction": step.instruction,
        "history": step.history,
        "picture": Path(step.picture).name if step.picture is not None else None,
        "screen": step.screen,
        "boxes": boxes,
        "truth": {
            "kind": truth.kind,
            "words": truth.words,
            "description": truth.description,
            "points": truth.points,
            "target": truth.target,
            "label": truth.label,
        },
    }


def _words(step: Step) -> Sequence[str]:
    return step.labels if len(step.labels) == len(step.boxes) else [""] * len(step.boxes)
