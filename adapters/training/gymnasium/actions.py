"""Actions of Gymnasium's spaces as decisions. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from adapters.training.gymnasium.elements import Element
from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    Decision,
    Finish,
    Key,
    Launch,
    LongPress,
    ParseError,
    Swipe,
    Tap,
    Type,
    Wait,
)
from runtime.core.geometry import DIRECTIONS, Point, swipe_end

KINDS: Final = (
    "wait",
    "tap",
    "long_press",
    "swipe_up",
    "swipe_down",
    "swipe_left",
    "swipe_right",
    "tap_point",
    "long_press_point",
    "type",
    "replace",
    "launch",
    "back",
    "home",
    "enter",
    "ask",
    "answer",
    "finish",
    "infeasible",
)
"""What the numbers in `kind` mean.

`tap`, `long_press` and the swipes (directions of the finger) begin at the center of the element; `tap_point` and
`long_press_point` use the point; `type` and `replace` enter the text into the focused field; `launch` starts the app of
that name; `infeasible` finishes the episode, saying that the task cannot be done.
"""
GRID: Final = (27, 60)
"""Columns and rows of the points in the form with fixed texts; the center of a cell is touched."""
_CHARACTERS: Final = "".join(map(chr, (*range(32, 127), *range(160, 256)))) + "–—‘’“”…€\n"
_LONGEST: Final = 256
_SWIPE: Final = 0.4
"""Length of a swipe as a share of the screen's height or width."""


class ImpossibleActionError(ValueError):
    """The action means nothing on this screen; the message says why."""


class ActionDecoder:
    """Turns actions into decisions; `space` says which actions there are.

    Without `texts`, an action is a dictionary with `kind`, `element`, `point` (fractions of the screen's width and
    height) and `text`; what its kind does not use may be missing. With `texts`, it is an array of five integers: kind,
    element, column and row of the point (see `GRID`), and the number of the text.
    """

    def __init__(self, max_elements: int, texts: Sequence[str] | None) -> None:
        self._texts = None if texts is None else tuple(texts)
        self.space: Final[spaces.Dict | spaces.MultiDiscrete] = (
            spaces.Dict(
                {
                    "kind": spaces.Discrete(len(KINDS)),
                    "element": spaces.Discrete(max_elements),
                    "point": spaces.Box(0, 1, (2,), np.float32),
                    "text": spaces.Text(_LONGEST, min_length=0, charset=_CHARACTERS),
                }
            )
            if self._texts is None
            else spaces.MultiDiscrete([len(KINDS), max_elements, *GRID, len(self._texts)])
        )

    def decode(self, action: Any, elements: tuple[Element, ...], screen: tuple[int, int]) -> Decision:
        """Return the decision that an action stands for on a screen of these elements and this size in pixels.

        What means nothing there becomes a `ParseError`, which changes nothing and costs one step of the budget.
        """
        try:
            return Decision([_action(self._named(action), elements, screen)])
        except ImpossibleActionError as error:
            return rejected(action, str(error))

    def _named(self, action: Any) -> Mapping[str, Any]:
        if self._texts is None:
            if not isinstance(action, Mapping):
                raise ImpossibleActionError("an action is a dictionary with kind, element, point and text")
            return action
        numbers = np.asarray(action)
        if numbers.shape != (5,):
            raise ImpossibleActionError("an action is five integers: kind, element, column, row and text")
        kind, element, column, row, text = numbers.tolist()
        point = ((column + 0.5) / GRID[0], (row + 0.5) / GRID[1])
        return {
            "kind": kind,
            "element": element,
            "point": point,
            "text": self._texts[_index(text, self._texts, "text")],
        }


def rejected(action: Any, reason: str) -> Decision:
    """Return the decision that stands for an action that cannot be executed."""
    return Decision([ParseError(ascii(action)[:500], reason)])


def _index(value: Any, items: Sequence[Any], what: str) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise ImpossibleActionError(f"{what} must be an integer") from None
    if not 0 <= number < len(items):
        raise ImpossibleActionError(f"there is no {what} {number}: there are {len(items)}")
    return number


def _field(action: Mapping[str, Any], name: str) -> Any:
    if name not in action:
        raise ImpossibleActionError(f"{KINDS[int(action['kind'])]} needs {name}")
    return action[name]


def _action(action: Mapping[str, Any], elements: tuple[Element, ...], screen: tuple[int, int]) -> Action:
    kind = KINDS[_index(action.get("kind"), KINDS, "kind")]
    match kind:
        case "wait":
            return Wait()
        case "back" | "home" | "enter":
            return Key(kind.upper())
        case "tap_point":
            return Tap(*_point(_field(action, "point"), screen))
        case "long_press_point":
            return LongPress(*_point(_field(action, "point"), screen))
        case "tap":
            return Tap(*_center(action, elements))
        case "long_press":
            return LongPress(*_center(action, elements))
        case "type" | "replace" | "launch" | "ask" | "answer" | "finish" | "infeasible":
            return _with_text(kind, str(_field(action, "text")))
        case _:
            return _swipe(kind.removeprefix("swipe_"), _center(action, elements), screen)


def _with_text(kind: str, text: str) -> Action:
    match kind:
        case "type" | "replace":
            return Type(text, clear=kind == "replace")
        case "launch":
            return Launch(text)
        case "ask":
            return AskUser(text)
        case "answer":
            return Answer(text)
        case _:
            return Finish(text, "complete" if kind == "finish" else "infeasible")


def _center(action: Mapping[str, Any], elements: tuple[Element, ...]) -> Point:
    return elements[_index(_field(action, "element"), elements, "element")].center


def _point(value: Any, screen: tuple[int, int]) -> Point:
    try:
        point = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        raise ImpossibleActionError("point must be two fractions between 0 and 1") from None
    if point.shape != (2,) or not np.all((point >= 0) & (point <= 1)):
        raise ImpossibleActionError("point must be two fractions between 0 and 1")
    width, height = screen
    return min(int(point[0] * width), width - 1), min(int(point[1] * height), height - 1)


def _swipe(name: str, start: Point, screen: tuple[int, int]) -> Swipe:
    direction = next(direction for direction in DIRECTIONS if direction == name)
    width, height = screen
    x, y = swipe_end(start, direction, round(height * _SWIPE), round(width * _SWIPE))
    return Swipe(*start, min(max(x, 0), width - 1), min(max(y, 0), height - 1))
