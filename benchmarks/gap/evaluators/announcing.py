"""By rules: the action that a thought announces, looked for among the elements of the screen. Pure; no model.

It understands words and guesses nothing: a thought that announces no action without doubt is an output that could not
be read (GTA 0), as a model's would be, or left out where that is asked for (`unreadable=skip`). Its label says which.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from benchmarks.gap.acting import predict_without_place
from benchmarks.gap.evaluators.port import Evaluated, NoOutput
from benchmarks.gap.records import Point, Predicted, Step
from runtime.core.actions import Action, DoubleTap, Launch, LongPress, Swipe, Tap
from runtime.language.announced import Announced, Element, announced

Unreadable = Literal["0", "skip"]
Scrolls = Literal["content", "finger"]
UNKNOWN_SCREEN: Final = (1080, 2400)
"""Where a dataset does not tell the size, so that elements still have places and an order."""
OPENING: Final = frozenset({"androidcontrol", "androidcontrol-options"})
"""Datasets whose steps can be to open an app; in the others its icon is touched."""
_LONG: Final = 201.0
"""Milliseconds: the shortest that every rule takes for a long press."""


class RuleEvaluator:
    """An evaluator that needs nothing but the thought and the elements."""

    version = 1
    needs_picture = False
    history = 0

    def __init__(self, unreadable: Unreadable = "0", scrolls: Scrolls = "content") -> None:
        self._unreadable = unreadable
        self._scrolls = scrolls

    @property
    def label(self) -> str:
        return f"rules/{self.version}?scrolls={self._scrolls}&unreadable={self._unreadable}"

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        """The announced action; see `Evaluator`."""
        del history
        found = announced_action(step, thought, self._scrolls)
        if found.predicted is None and self._unreadable == "skip":
            raise NoOutput(found.invalid)
        return found


def announced_action(step: Step, thought: str, scrolls: Scrolls = "content") -> Evaluated:
    """What a thought announces at a step; "scroll down" names the way of the content, or of the finger."""
    screen = step.screen if step.screen is not None and min(step.screen) > 0 else UNKNOWN_SCREEN
    elements = _elements(step, screen)
    announced_actions = announced(thought, elements, screen, scrolls=scrolls)
    if announced_actions.action is None:
        return Evaluated(None, invalid=f"announces no action: {announced_actions.why}")
    place = _place(step, announced_actions)
    action = announced_actions.action
    if isinstance(action, Launch) and place is not None and step.dataset not in OPENING:
        return Evaluated(Predicted("click", point=place))
    predicted = _predicted(action, place, screen)
    if predicted is None:
        return Evaluated(None, invalid=f"announces what no recorded step can be: {action.kind}")
    return Evaluated(predicted)


def _elements(step: Step, screen: tuple[int, int]) -> list[Element]:
    """The labelled boxes in pixels. A box without a word is kept: others are counted from it."""
    labels = step.labels or ("",) * len(step.boxes)
    far = 10 * max(screen)
    with np.errstate(all="ignore"):  # boxes of a broken dataset are somewhere, without a word
        top, left, high, wide = step.boxes.T
        edges = np.stack([left, top, left + wide, top + high], axis=1) * np.array([*screen, *screen], dtype=np.float64)
        pixels = np.rint(np.clip(np.nan_to_num(edges), -far, far)).astype(np.int64)
    return [
        Element(label, (left, top, right, bottom))
        for label, (left, top, right, bottom) in zip(labels, pixels.tolist(), strict=False)
    ]


def _place(step: Step, announced_place: Announced) -> Point | None:
    """The middle of the element that was meant, as exactly as the dataset has it."""
    if announced_place.element is None:
        return None
    top, left, high, wide = step.boxes[announced_place.element].tolist()
    place = left + wide / 2, top + high / 2
    return place if all(map(math.isfinite, place)) else None


def _predicted(action: Action, place: Point | None, screen: tuple[int, int]) -> Predicted | None:
    """The action in the words of recorded steps, which are those that executed actions are read in."""
    width, height = screen
    match action:
        case Tap(x=x, y=y) | DoubleTap(x=x, y=y):
            return Predicted("click", point=place or (x / width, y / height))
        case LongPress(x=x, y=y, ms=ms):
            return Predicted("long_press", point=place or (x / width, y / height), duration=max(float(ms), _LONG))
        case Swipe():
            return _scroll(action, screen)
        case _:
            return predict_without_place(action)


def _scroll(swipe: Swipe, screen: tuple[int, int]) -> Predicted | None:
    """A swipe by the way that the finger goes; the words of a thought tell no more."""
    across, down = swipe.x2 - swipe.x1, swipe.y2 - swipe.y1
    if not across and not down:
        return None
    if abs(across) > abs(down):
        way: Literal["up", "down", "left", "right"] = "right" if across > 0 else "left"
    else:
        way = "down" if down > 0 else "up"
    return Predicted("scroll", point=(swipe.x1 / screen[0], swipe.y1 / screen[1]), to=way)
