"""Rule-based evaluator: finds the action that a thought announces among the elements of the screen. Pure; no model.

It never guesses. A thought without a definite action counts as unreadable output (GTA 0), as a model's would, or is
left out with `unreadable=skip`. The evaluator's label states which.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from benchmarks.gap.agent_actions import predict_without_place
from benchmarks.gap.evaluators.protocol import Evaluated, NoOutput
from benchmarks.gap.records import Point, Predicted, Step
from runtime.core.actions import Action, DoubleTap, Launch, LongPress, Swipe, Tap
from runtime.language.announced import Announced, Element, find_announced_action

Unreadable = Literal["0", "skip"]
Scrolls = Literal["content", "finger"]
UNKNOWN_SCREEN: Final = (1080, 2400)
"""Assumed size where a dataset states none, so that elements still have positions and an order."""
OPENING: Final = frozenset({"androidcontrol", "androidcontrol-options"})
"""Datasets whose steps can open an app directly; in the others its icon is tapped."""
_LONG: Final = 201.0
"""Milliseconds: the shortest touch that every rule accepts as a long press."""


class RuleEvaluator:
    """An evaluator that needs only the thought and the elements of the screen."""

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
        """The announced action; see `Evaluator.evaluate`."""
        del history
        found = announced_action(step, thought, self._scrolls)
        if found.predicted is None and self._unreadable == "skip":
            raise NoOutput(found.invalid)
        return found


def announced_action(step: Step, thought: str, scrolls: Scrolls = "content") -> Evaluated:
    """The action that a thought announces at a step. `scrolls`: whether "scroll down" moves content or finger."""
    screen = step.screen if step.screen is not None and min(step.screen) > 0 else UNKNOWN_SCREEN
    elements = _elements(step, screen)
    announced_actions = find_announced_action(thought, elements, screen, scrolls=scrolls)
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
    """The boxes as elements in pixels. Boxes without text are kept, because other elements are counted from them."""
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
    """The centre of the announced element, in the dataset's precision."""
    if announced_place.element is None:
        return None
    top, left, high, wide = step.boxes[announced_place.element].tolist()
    place = left + wide / 2, top + high / 2
    return place if all(map(math.isfinite, place)) else None


def _predicted(action: Action, place: Point | None, screen: tuple[int, int]) -> Predicted | None:
    """The action in the terms of recorded steps, in which executed actions are given too."""
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
    """A swipe by the direction of the finger, which is all that a thought states."""
    across, down = swipe.x2 - swipe.x1, swipe.y2 - swipe.y1
    if not across and not down:
        return None
    if abs(across) > abs(down):
        way: Literal["up", "down", "left", "right"] = "right" if across > 0 else "left"
    else:
        way = "down" if down > 0 else "up"
    return Predicted("scroll", point=(swipe.x1 / screen[0], swipe.y1 / screen[1]), to=way)
