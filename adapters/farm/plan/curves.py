"""Load over time: piecewise linear curves, and the moments at which iterations of an open load are due. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

Arrivals = Literal["constant", "poisson"]
"""Iterations come evenly spaced, or at random with the same mean rate, as independent people do."""
_ROUNDING: Final = 1e-9
_HALF: Final = 0.5
"""A constant load begins half an interval after its start, so that no two stages give two iterations at once."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a load test: within `seconds` the load goes to `target`, in a straight line or at once."""

    seconds: float
    target: float
    at_once: bool = False


class Curve:
    """The load at each moment from 0 to `seconds`: iterations per second, or a number of users.

    Each stage begins at the target of the stage before; the first begins at 0, or at its own target if it is reached at
    once.
    """

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._lines: list[tuple[float, float, float, float, float]] = []
        """Start and end in seconds, the load at both, and the sum of the load before the start."""
        at = level = total = 0.0
        for stage in stages:
            first = stage.target if stage.at_once else level
            if stage.seconds > 0:
                self._lines.append((at, at + stage.seconds, first, stage.target, total))
                total += (first + stage.target) / 2 * stage.seconds
            at += stage.seconds
            level = stage.target
        self.seconds = at
        self.total = total
        """The sum of the load over time: the number of iterations of an open load."""

    def load(self, at: float) -> float:
        """Return the load at a moment; 0 outside of the test."""
        for start, end, first, last, _ in self._lines:
            if start <= at < end:
                return first + (last - first) * (at - start) / (end - start)
        return 0.0

    @property
    def most(self) -> float:
        """The highest load."""
        return max((max(first, last) for _, _, first, last, _ in self._lines), default=0.0)

    def moment(self, amount: float) -> float | None:
        """Return when the sum of the load reaches `amount`; None if it never does."""
        for start, end, first, last, before in self._lines:
            wanted = amount - before
            slope = (last - first) / (end - start)
            room = (first + last) / 2 * (end - start)
            if wanted > room * (1 + _ROUNDING):
                continue
            # The smaller solution of first * t + slope * t * t / 2 = wanted, in the form that is exact for slope 0.
            root = math.sqrt(max(first * first + 2 * slope * wanted, 0.0))
            return start + (2 * wanted / (first + root) if first + root > 0 else 0.0)
        return None

    def arrivals(self, kind: Arrivals, random: Random) -> Iterator[float]:
        """Yield the moments in seconds at which the iterations of an open load are due."""
        amount = _HALF if kind == "constant" else random.expovariate(1.0)
        while (at := self.moment(amount)) is not None:
            yield at
            amount += 1.0 if kind == "constant" else random.expovariate(1.0)

    def changes(self) -> Iterator[tuple[float, int]]:
        """Yield the moments at which the number of users changes, with the new number, rounded to the nearest."""
        number = -1
        for start, end, first, last, _ in self._lines:
            for at, users in _crossings(start, end, first, last):
                if users != number:
                    number = users
                    yield at, users


def _crossings(start: float, end: float, first: float, last: float) -> Iterator[tuple[float, int]]:
    """Yield when a line passes from one rounded number to the next."""
    begin, goal = round(first), round(last)
    yield start, begin
    step = 1 if goal > begin else -1
    for users in range(begin + step, goal + step, step) if goal != begin else ():
        edge = users - step * _HALF
        yield start + (end - start) * min(max((edge - first) / (last - first), 0.0), 1.0), users


def shape(name: str, level: float, seconds: float) -> tuple[Stage, ...]:
    """Return the stages of a ready-made shape that reaches `level` and lasts `seconds`.

    `constant` holds the level (a long one is a soak test); `ramp` rises evenly; `steps` has ten equal steps; `spike`
    holds a tenth, jumps to the level for the middle fifth of the time, and returns.

    Raises:
        KeyError: there is no such shape.
    """
    shapes = {
        "constant": (Stage(seconds, level, at_once=True),),
        "ramp": (Stage(seconds, level),),
        "steps": tuple(Stage(seconds / 10, level * step / 10, at_once=True) for step in range(1, 11)),
        "spike": (
            Stage(seconds * 0.4, level / 10, at_once=True),
            Stage(seconds * 0.2, level, at_once=True),
            Stage(seconds * 0.4, level / 10, at_once=True),
        ),
    }
    return shapes[name]


SHAPES: Final = ("constant", "ramp", "steps", "spike")
