"""Parses positions in text (coordinates, "top left", "second") and selects the elements there. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from runtime.screen.tree import Bounds

_NUMBER: Final = r"(\d{1,5}(?:\.\d{1,6})?)\s{0,3}"
_POINT: Final = re.compile(
    rf"(?<![A-Za-z0-9_.])[(\[]\s{{0,3}}(?:x\s{{0,2}}[=:]\s{{0,2}})?{_NUMBER},\s{{0,3}}(?:y\s{{0,2}}[=:]\s{{0,2}})?{_NUMBER}[)\]]"
)


def points(text: str, screen: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the points that a text writes as (x, y), in pixels; fractions if both have a decimal point and none
    exceeds 1.

    Points outside the screen are left out.
    """
    found: list[tuple[int, int]] = []
    for match in _POINT.finditer(text):
        x, y = float(match[1]), float(match[2])
        if "." in match[1] and "." in match[2] and x <= 1 and y <= 1:
            x, y = x * screen[0], y * screen[1]
        if x <= screen[0] and y <= screen[1] and screen[0] > 0 and screen[1] > 0:
            found.append((min(round(x), screen[0] - 1), min(round(y), screen[1] - 1)))
    return found


@dataclass(frozen=True, slots=True)
class PlaceHint:
    """The place that a phrase names: -1 is left or top, 1 right or bottom, None unspecified."""

    across: int | None = None
    down: int | None = None
    corner: bool = False
    ordinal: int | None = None
    """1 for the first, -1 for the last."""

    @property
    def named(self) -> bool:
        """Whether it names a place."""
        return self.across is not None or self.down is not None or self.ordinal is not None


_ACROSS: Final = {"left": -1, "right": 1}
_BESIDE: Final = frozenset(("top", "bottom", "upper", "lower", "far", "hand", "side", "corner", "edge", "middle"))
_DOWN: Final = {"top": -1, "upper": -1, "bottom": 1, "lower": 1}


def parse_place(words: Sequence[str], ordinals: dict[str, int]) -> PlaceHint:
    """Return the place that English words name."""
    flat = [part for word in words for part in word.split("-")]
    across = [_ACROSS[word] for at, word in enumerate(flat) if word in _ACROSS and _sided(flat, at)]
    down = [_DOWN[word] for word in flat if word in _DOWN]
    numbers = [ordinals[word] for word in flat if word in ordinals]
    if len(set(across)) > 1 or len(set(down)) > 1 or len(set(numbers)) > 1:
        return PlaceHint()
    return PlaceHint(
        across[0] if across else None,
        down[0] if down else None,
        "corner" in flat,
        numbers[0] if numbers else None,
    )


def _sided(words: Sequence[str], at: int) -> bool:
    """Return whether left or right names a side: `the right option` may be the correct one."""
    beside = {*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]}
    return words[at] == "left" or bool(beside & _BESIDE) or words[max(at - 2, 0) : at] in (["on", "the"], ["at", "the"])


def elements_at(among: Sequence[int], bounds: Sequence[Bounds], place: PlaceHint, screen: tuple[int, int]) -> list[int]:
    """Return the elements that lie in that third of the screen, or the outermost one for a corner."""
    inside = [
        index
        for index in among
        if _third(bounds[index][0], bounds[index][2], screen[0], place.across)
        and _third(bounds[index][1], bounds[index][3], screen[1], place.down)
    ]
    if len(inside) > 1 and place.corner and place.across is not None and place.down is not None:
        inside = _outermost(inside, bounds, place.across, place.down)
    return inside


def _third(start: int, end: int, size: int, side: int | None) -> bool:
    if side is None:
        return True
    middle = (start + end) / 2
    return middle * 3 <= size if side < 0 else middle * 3 >= 2 * size


def _outermost(among: Sequence[int], bounds: Sequence[Bounds], across: int, down: int) -> list[int]:
    """Return the element that is outermost in both directions; all elements if there is none."""

    def out(index: int) -> tuple[int, int]:
        left, top, right, bottom = bounds[index]
        return (left + right) * across, (top + bottom) * down

    farthest = max(out(index)[0] for index in among), max(out(index)[1] for index in among)
    far = [index for index in among if out(index) == farthest]
    return far if len(far) == 1 else list(among)


def nth_element(among: Sequence[int], bounds: Sequence[Bounds], ordinal: int) -> int | None:
    """Return the element with that number, counted from the top and from the left."""
    ordered = sorted(set(among), key=lambda index: (bounds[index][1], bounds[index][0]))
    place = ordinal - 1 if ordinal > 0 else len(ordered) + ordinal
    return ordered[place] if 0 <= place < len(ordered) else None


def list_rows(among: Collection[int], bounds: Sequence[Bounds]) -> list[int]:
    """Return the rows of the screen's only list: elements below each other with the same left and right edges.

    Empty if there are two lists, or fewer than two such elements.
    """
    columns: dict[tuple[int, int], list[int]] = {}
    for index in among:
        left, _, right, _ = bounds[index]
        columns.setdefault((left, right), []).append(index)
    lists = [column for column in columns.values() if len(column) > 1 and not _overlap(column, bounds)]
    return lists[0] if len(lists) == 1 else []


def _overlap(column: Sequence[int], bounds: Sequence[Bounds]) -> bool:
    ordered = sorted(column, key=lambda index: bounds[index][1])
    return any(bounds[after][1] < bounds[before][3] for before, after in pairwise(ordered))
