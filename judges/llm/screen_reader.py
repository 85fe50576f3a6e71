"""Screens without a tree in words, by a model that sees.

What the frames have in common with the last ones is not asked again: an unchanged screen keeps its words, and of one
that changed in a place only that place is shown, cropped, beside the words of the screen before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import anyio.to_thread

from judges.llm.questions import Question, asked
from runtime.core.events import Digest, VerdictSource
from runtime.llm import (
    QUOTING_RULE,
    Form,
    Message,
    Model,
    ModelRequest,
    Picture,
    PictureCache,
    Prompt,
    Text,
    ask,
    quote,
)
from runtime.screen.frames import Frame, compare
from runtime.screen.frames.diff import Bounds
from runtime.screen.frames.png import PngError, decode

_STATUS_BAR = 63 / 2400
"""Share of a screen's height."""
_PLACE = 0.35
"""A change within at most this share of the screen is shown as a crop."""
_MARGIN = 48
"""Pixels around a crop, so that the rows that it cuts can be read."""
_FORM = Form(("screen",), {"page": Text(120), "observation": Text(6000)})


@dataclass(frozen=True, slots=True)
class Seen:
    """A screen in words; without them the `reason`. `usage` is what asking cost."""

    page: str = ""
    observation: str = ""
    reason: str = ""
    usage: dict[str, int] = field(default_factory=dict)
    asked: VerdictSource | None = None


@dataclass(slots=True)
class Eyes:
    """One episode's looking. `frame` brings the PNG of a digest (called in a thread).

    The words of each frame are filled in and read by this episode's judge alone, and go with it: asking in other words
    beside another screen before would give others.
    """

    model: Model
    frame: Callable[[Digest], bytes]
    pictures: PictureCache
    prompt: Prompt
    _known: dict[Digest, Seen] = field(default_factory=dict)
    _last: tuple[Frame, Seen] | None = None

    async def see(self, digest: Digest) -> Seen:
        """The screen of that frame in words."""
        known = self._known.get(digest)
        if known is not None:
            return replace(known, usage={})
        try:
            frame = await anyio.to_thread.run_sync(lambda: decode(self.frame(digest)))
        except (OSError, PngError) as error:
            return Seen(reason=f"the frame {digest} cannot be read: {error}")
        last = self._last
        place: Bounds | None = None
        if last is not None and last[1].observation and (last[0].width, last[0].height) == (frame.width, frame.height):
            bar = (0, 0, frame.width, round(frame.height * _STATUS_BAR))
            found = await anyio.to_thread.run_sync(compare, last[0], frame, (bar,))
            if found.kind in ("none", "micro"):
                seen = replace(last[1], usage={})
                self._known[digest], self._last = seen, (frame, seen)
                return seen
            place = _around(found.boxes, frame) if found.boxes else None
        seen = await self._ask(digest, frame, place, last[1] if last is not None else None)
        if not seen.reason:
            self._known[digest], self._last = seen, (frame, seen)
        return seen

    async def _ask(self, digest: Digest, frame: Frame, place: Bounds | None, before: Seen | None) -> Seen:
        if place is None or before is None:
            picture = await self.pictures.of(digest, lambda: frame.pixels)
            picture_note = "The picture shows the whole screen."
        else:
            left, top, right, bottom = place
            name = f"{digest}/{left},{top},{right},{bottom}"
            picture = await self.pictures.of(name, lambda: frame.pixels[top:bottom, left:right].copy())
            picture_note = (
                f"The picture shows the part of the screen from ({left}, {top}) to ({right}, {bottom}) of "
                f"{frame.width}x{frame.height} pixels; the rest is as before. Describe the whole screen as it is now. "
                "Before, it was this:\n" + quote(f"{before.page}\n{before.observation}", "screen before")
            )
        question = screen(self.prompt, picture_note, picture)
        answer = await ask(self.model, question.request, question.form)
        if answer.values is None:
            return Seen(reason=answer.reason, usage=answer.usage, asked=asked(answer))
        values = answer.values["screen"]
        return Seen(str(values["page"]), str(values["observation"]), usage=answer.usage, asked=asked(answer))


def screen(used: Prompt, before: str, picture: Picture) -> Question:
    """What the picture shows; `before` says how it is to be taken."""
    message = Message("user", (used.fill(rule=QUOTING_RULE, before=before), picture))
    return Question(ModelRequest("judge", (message,), prompt=used.label), _FORM)


def _around(boxes: tuple[Bounds, ...], frame: Frame) -> Bounds | None:
    """One rectangle around all changes, if it is small enough to be worth a crop."""
    left = max(0, min(box[0] for box in boxes) - _MARGIN)
    top = max(0, min(box[1] for box in boxes) - _MARGIN)
    right = min(frame.width, max(box[2] for box in boxes) + _MARGIN)
    bottom = min(frame.height, max(box[3] for box in boxes) + _MARGIN)
    small = (right - left) * (bottom - top) <= _PLACE * frame.width * frame.height
    return (left, top, right, bottom) if small else None
