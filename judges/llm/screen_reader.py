"""Describes screens without an accessibility tree by asking a vision model about the frame.

It asks only about changes. An unchanged frame keeps its description. For a small change the model is shown a crop of
the changed area, together with the description of the previous screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import anyio.to_thread

from judges.llm.questions import Question, answer_source
from runtime.core.events import Digest, VerdictSource
from runtime.llm import (
    Form,
    Message,
    Model,
    ModelRequest,
    Picture,
    PictureCache,
    Prompt,
    ask,
    quote,
)
from runtime.llm.quoting import QUOTING_RULE
from runtime.llm.structured_answers import Text
from runtime.screen.frames import Frame, compare
from runtime.screen.frames.diff import Bounds
from runtime.screen.frames.png import PngError, decode

_STATUS_BAR = 63 / 2400
"""Height of the status bar as a share of the screen height."""
_MAX_CROP_SHARE = 0.35
"""A change that covers at most this share of the screen is shown as a crop."""
_MARGIN = 48
"""Pixels added around a crop, so that rows at its border stay readable."""
_FORM = Form(("screen",), {"page": Text(120), "observation": Text(6000)})


@dataclass(frozen=True, slots=True)
class FrameText:
    """The description of a frame, or the `reason` why there is none. `usage` counts model tokens."""

    page: str = ""
    observation: str = ""
    reason: str = ""
    usage: dict[str, int] = field(default_factory=dict)
    asked: VerdictSource | None = None


@dataclass(slots=True)
class FrameReader:
    """Describes the frames of one episode. `frame` loads the PNG of a digest and is called in a thread.

    Descriptions are cached per episode and not shared, since a description depends on the previous screen.
    """

    model: Model
    frame: Callable[[Digest], bytes]
    pictures: PictureCache
    prompt: Prompt
    _known: dict[Digest, FrameText] = field(default_factory=dict)
    _last: tuple[Frame, FrameText] | None = None

    async def read(self, digest: Digest) -> FrameText:
        """The description of a frame."""
        known = self._known.get(digest)
        if known is not None:
            return replace(known, usage={})
        try:
            frame = await anyio.to_thread.run_sync(lambda: decode(self.frame(digest)))
        except (OSError, PngError) as error:
            return FrameText(reason=f"the frame {digest} cannot be read: {error}")
        last = self._last
        crop: Bounds | None = None
        if last is not None and last[1].observation and (last[0].width, last[0].height) == (frame.width, frame.height):
            bar = (0, 0, frame.width, round(frame.height * _STATUS_BAR))
            found = await anyio.to_thread.run_sync(compare, last[0], frame, (bar,))
            if found.kind in ("none", "micro"):
                seen = replace(last[1], usage={})
                self._known[digest], self._last = seen, (frame, seen)
                return seen
            crop = _around(found.boxes, frame) if found.boxes else None
        seen = await self._ask(digest, frame, crop, last[1] if last is not None else None)
        if not seen.reason:
            self._known[digest], self._last = seen, (frame, seen)
        return seen

    async def _ask(self, digest: Digest, frame: Frame, crop: Bounds | None, before: FrameText | None) -> FrameText:
        if crop is None or before is None:
            picture = await self.pictures.of(digest, lambda: frame.pixels)
            picture_note = "The picture shows the whole screen."
        else:
            left, top, right, bottom = crop
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
            return FrameText(reason=answer.reason, usage=answer.usage, asked=answer_source(answer))
        values = answer.values["screen"]
        return FrameText(
            str(values["page"]), str(values["observation"]), usage=answer.usage, asked=answer_source(answer)
        )


def screen(used: Prompt, before: str, picture: Picture) -> Question:
    """The question what the picture shows; `before` introduces the picture."""
    message = Message("user", (used.fill(rule=QUOTING_RULE, before=before), picture))
    return Question(ModelRequest("judge", (message,), prompt=used.label), _FORM)


def _around(boxes: tuple[Bounds, ...], frame: Frame) -> Bounds | None:
    """One rectangle around all changes, or None if it is too large for a crop."""
    left = max(0, min(box[0] for box in boxes) - _MARGIN)
    top = max(0, min(box[1] for box in boxes) - _MARGIN)
    right = min(frame.width, max(box[2] for box in boxes) + _MARGIN)
    bottom = min(frame.height, max(box[3] for box in boxes) + _MARGIN)
    small = (right - left) * (bottom - top) <= _MAX_CROP_SHARE * frame.width * frame.height
    return (left, top, right, bottom) if small else None
