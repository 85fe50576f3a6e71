"""Converts this runtime's actions into predictions with exact coordinates in fractions. Pure.

The lenient parsers of `adapters.agents.formats` return pixels of a screen. They are given a screen with a thousand
pixels for each unit of the model's coordinates, so no precision is lost: n units of 1000 become exactly the float64 n /
1000.
"""

from __future__ import annotations

from typing import Final

from adapters.agents.formats.grammar.coordinates import Scheme, Screen, half_up
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Reading, Surface
from benchmarks.gap.agent_actions import predict_without_place
from benchmarks.gap.records import Direction, Point, Predicted
from runtime.core.actions import DoubleTap, LongPress, Note, Swipe, Tap

Span = tuple[int, int]
"""The largest x and y of a model's coordinates."""
THOUSAND: Final[Span] = (1000, 1000)
_PARTS: Final = 1000
_UNITS: Final = Scheme(
    "units of the model's own",
    lambda screen: ((screen.width - 1) / _PARTS, (screen.height - 1) / _PARTS),
    half_up,
    lambda screen: (screen.width - 1, screen.height - 1),
)
_OPPOSITE: Final[dict[str, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}


def surface(span: Span) -> Surface:
    """The surface that the model's coordinates refer to."""
    return Surface(Screen(span[0] * _PARTS + 1, span[1] * _PARTS + 1), _UNITS)


def predicted(reading: Reading, span: Span) -> Predicted:
    """The first action of a reading as a prediction.

    Raises:
        FormatError: the action cannot be compared with a recorded step.
    """
    if not reading.acts:
        raise FormatError("reply", "holds no action")
    act = reading.acts[0]

    def at(x: int, y: int) -> Point:
        return x / (span[0] * _PARTS), y / (span[1] * _PARTS)

    match act.action:
        case Tap(x, y) | DoubleTap(x, y):
            return Predicted("click", at(x, y))
        case LongPress(x, y, ms):
            return Predicted("long_press", at(x, y), duration=float(ms))
        case Swipe(x1, y1, x2, y2):
            way = act.aside.get("direction") or _OPPOSITE.get(str(act.aside.get("dir_content")))
            return Predicted("scroll", at(x1, y1), to=way or at(x2, y2))
        case Note(text):
            return Predicted("note", text=text)
        case other if (found := predict_without_place(other)) is not None:
            return found
        case other:
            raise FormatError("action", f"{other.kind} does nothing that a recorded step could ask for")
