"""Lines of a basket or an order: adding, changing and counting. Pure.

A line is a frozen dataclass with a `quantity`; all its other fields say what is ordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

L = TypeVar("L", bound=Any)

_UNLIMITED: Final = 10**6


def with_line(lines: Sequence[L], line: L, *, most: int = _UNLIMITED) -> tuple[L, ...]:
    """Return the lines with one more; if the same is there already, its quantity grows up to `most`."""
    for index, known in enumerate(lines):
        if replace(known, quantity=line.quantity) == line:
            return with_quantity(lines, index, line.quantity, most=most)
    return (*lines, line)


def with_quantity(lines: Sequence[L], index: int, by: int, *, least: int = 1, most: int = _UNLIMITED) -> tuple[L, ...]:
    """Return the lines with more or fewer of the one at an index, which is removed at quantity 0.

    No quantity gets below `least` or above `most`. An index that no line has changes nothing.
    """
    if not 0 <= index < len(lines):
        return tuple(lines)
    quantity = min(most, max(least, lines[index].quantity + by))
    changed = (replace(lines[index], quantity=quantity),) if quantity else ()
    return (*lines[:index], *changed, *lines[index + 1 :])


def without_line(lines: Sequence[L], index: int) -> tuple[L, ...]:
    """Return the lines without the one at an index."""
    return (*lines[:index], *lines[index + 1 :])


def pieces(lines: Sequence[Any]) -> int:
    """Return how many things the lines hold."""
    return sum(line.quantity for line in lines)


def count_text(lines: Sequence[Any]) -> str:
    """Return `1 item` or `3 items`."""
    count = pieces(lines)
    return "1 item" if count == 1 else f"{count} items"
