"""Between a model's coordinates and the pixels of a screen. All arithmetic of that kind is here, as upstream."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.agents.formats.grammar.errors import FormatError
from runtime.core.geometry import Direction, Point, swipe_end
from runtime.screen.tree import Bounds

_FARTHEST = 1e9
"""No number of a reply beyond this is a place, whatever the scheme."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Size of the phone's screen in pixels, as it is held."""

    width: int
    height: int

    def clamp(self, x: int, y: int) -> tuple[int, int]:
        """The nearest pixel of the screen."""
        return min(max(x, 0), self.width - 1), min(max(y, 0), self.height - 1)


Span = Callable[[Screen], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Scheme:
    """The meaning of a model's numbers: coordinates run from 0 to `span`, which stands for `target` pixels."""

    words: str
    span: Span
    rounding: Callable[[float], int]
    target: Span = lambda screen: (screen.width, screen.height)

    def pixel(self, place: Sequence[float], screen: Screen) -> tuple[int, int]:
        """The pixel that the model means; its edge belongs to the screen, what is beyond does not.

        Raises:
            FormatError: it is not on the screen, by this scheme.
        """
        x, y = place
        right, bottom = self.span(screen)
        if not (0 <= x <= right and 0 <= y <= bottom):
            raise FormatError(
                f"({x:g}, {y:g})", f"beyond {right:g} x {bottom:g}, where coordinates of this scheme end: {self.words}"
            )
        return screen.clamp(*self.unchecked(place, screen))

    def unchecked(self, place: Sequence[float], screen: Screen) -> tuple[int, int]:
        """The same end without clamping, as computed by programs that never check.

        Raises:
            FormatError: it is no number to compute with.
        """
        x, y = place
        right, bottom = self.span(screen)
        width, height = self.target(screen)
        if not (abs(x) <= _FARTHEST and abs(y) <= _FARTHEST):
            raise FormatError(f"({x:g}, {y:g})", "no place on any screen")
        return self.rounding(x / right * width), self.rounding(y / bottom * height)


def half_up(value: float) -> int:
    """Rounded as JavaScript rounds: a half goes up."""
    return math.floor(value + 0.5)


def smart_resize(
    screen: Screen, factor: int = 28, least: int = 100 * 28 * 28, most: int = 16384 * 28 * 28
) -> tuple[int, int]:
    """Width and height of the picture that Qwen-VL models see: multiples of `factor`, between so many pixels.

    Halves are rounded to even, as Python's `round` does.

    Raises:
        FormatError: one side is more than 200 times the other; the models' own programs refuse such pictures.
    """
    width, height = screen.width, screen.height
    if max(width, height) > 200 * min(width, height):
        raise FormatError(f"screen {width}x{height}", "one side is more than 200 times the other")
    across = max(factor, round(width / factor) * factor)
    down = max(factor, round(height / factor) * factor)
    if across * down > most:
        shrink = math.sqrt(height * width / most)
        return math.floor(width / shrink / factor) * factor, math.floor(height / shrink / factor) * factor
    if across * down < least:
        grow = math.sqrt(least / (height * width))
        return math.ceil(width * grow / factor) * factor, math.ceil(height * grow / factor) * factor
    return across, down


def _smart28(screen: Screen) -> tuple[float, float]:
    return smart_resize(screen)


def _smart16(screen: Screen) -> tuple[float, float]:
    return smart_resize(screen, 16, 3136, 1003520 * 200)


def _thousand(_: Screen) -> tuple[float, float]:
    return 1000, 1000


def _nines(_: Screen) -> tuple[float, float]:
    return 999, 999


def _screen(screen: Screen) -> tuple[float, float]:
    return screen.width, screen.height


_OF_1000 = "thousandths of the screen's sides"
REL1000: Final = Scheme(_OF_1000, _thousand, half_up)
REL1000_CUT: Final = Scheme(f"{_OF_1000}, fractions of pixels cut off", _thousand, int)
REL999: Final = Scheme("0 to 999 over the screen's sides", _nines, round)
REL999_CUT: Final = Scheme("0 to 999 over the screen's sides, fractions of pixels cut off", _nines, int)
ABS_SMART28: Final = Scheme("pixels of the picture resized to multiples of 28", _smart28, half_up)
SMART16: Final = Scheme(
    "thousandths of the picture resized to multiples of 16, whose pixels are then touched on the screen", _thousand,
    int, _smart16,
)  # fmt: skip
PIXELS: Final = Scheme("pixels of the screen", _screen, half_up)


def point(numbers: Sequence[float], where: str) -> tuple[float, float]:
    """A point from two numbers, or the middle of a box from four.

    Raises:
        FormatError: there are as many as neither has.
    """
    match numbers:
        case [x, y]:
            return x, y
        case [left, top, right, bottom]:
            return (left + right) / 2, (top + bottom) / 2
        case _:
            raise FormatError(where, f"{len(numbers)} numbers where a point has two and a box four")


def center(bounds: Bounds) -> Point:
    """The middle of an element."""
    left, top, right, bottom = bounds
    return (left + right) // 2, (top + bottom) // 2


_OPPOSITE: Final[dict[Direction, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}
"""Where the finger moves to show what lies in a direction."""


def tenths(screen: Screen, start: Point, way: Direction, times: int) -> Point:
    """The end of a stroke of AppAgent or MobileWorld: that many tenths of the width, doubled for up and down.

    The finger moves in the direction itself, also off the screen.
    """
    unit = screen.width // 10 * times
    return swipe_end(start, way, 2 * unit, unit)


def showing(screen: Screen, start: Point, way: Direction, part: float) -> Point:
    """The end of a stroke that reveals content in a direction: that part of the screen the other way, clamped to it."""
    return screen.clamp(*swipe_end(start, _OPPOSITE[way], round(screen.height * part), round(screen.width * part)))


def to_edge(screen: Screen, bounds: Bounds, way: Direction) -> tuple[Point, Point]:
    """M3A's scroll: from the middle of an element to its edge, the finger against the direction."""
    left, top = max(bounds[0], 0), max(bounds[1], 0)
    right, bottom = min(bounds[2], screen.width), min(bounds[3], screen.height)
    x, y = (left + right) // 2, (top + bottom) // 2
    ends = {"down": (x, top), "up": (x, bottom), "right": (left, y), "left": (right, y)}
    return screen.clamp(x, y), screen.clamp(*ends[way])


def over_screen(screen: Screen, way: Direction) -> tuple[Point, Point]:
    """M3A's swipe: up and down name the finger's way, left and right what comes into view, as its authors have it."""
    x, y = screen.width // 2, screen.height // 2
    ends: dict[Direction, Point] = {
        "down": (x, screen.height), "up": (x, 0), "left": (screen.width, y), "right": (0, y),
    }  # fmt: skip
    return screen.clamp(*ends[_OPPOSITE[way]]), screen.clamp(*ends[way])


def through(screen: Screen, bounds: Bounds, part: float, *, upright: bool) -> tuple[Point, Point]:
    """Fairy's swipe: such a part of an element, half of it on each side of its middle.

    A positive part moves the finger up, or to the left.
    """
    x, y = center(bounds)
    across = 0 if upright else round((bounds[2] - bounds[0]) * part / 2)
    down = round((bounds[3] - bounds[1]) * part / 2) if upright else 0
    return screen.clamp(x + across, y + down), screen.clamp(x - across, y - down)


_SUB_X: Final = {"left": 1, "right": 3}
_SUB_Y: Final = {"top": 1, "bottom": 3}


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid that AppAgent lays over the screen when no element fits: cells of 120 pixels or a little more."""

    screen: Screen

    @property
    def cell(self) -> tuple[int, int]:
        """Width and height of a cell as it is drawn."""
        return _cell(self.screen.width), _cell(self.screen.height)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows; at least one of each, though its authors' program would divide by zero."""
        width, height = self.cell
        return max(1, self.screen.width // width), max(1, self.screen.height // height)

    def place(self, area: int, part: str) -> tuple[int, int]:
        """The point of a cell (numbered from 1, row by row) that `top-left`, `right`, `center` and so on name."""
        columns, rows = self.size
        row, column = divmod(area - 1, columns)
        wide, high = self.screen.width // columns, self.screen.height // rows
        vertical, _, horizontal = part.partition("-")
        across, down = _SUB_X.get(horizontal or vertical, 2), _SUB_Y.get(vertical, 2)
        return column * wide + wide * across // 4, row * high + high * down // 4


def _cell(side: int) -> int:
    """The least divisor of a side from 120 to 180, else 120."""
    return next((length for length in range(120, 181) if side % length == 0), 120)
