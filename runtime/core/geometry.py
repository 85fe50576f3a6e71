"""Points, directions and movements on a screen, in pixels. Pure."""

from __future__ import annotations

from typing import Final, Literal

Direction = Literal["up", "down", "left", "right"]
Point = tuple[int, int]
DIRECTIONS: Final[tuple[Direction, ...]] = ("up", "down", "left", "right")

LONGEST_MS: Final = 60_000
"""Longest wait or press that an agent may request, in milliseconds."""


def swipe_end(start: Point, direction: Direction, down: int, across: int) -> Point:
    """Return the end point of a swipe: `down` pixels from `start` if up or down, `across` pixels if left or right."""
    x, y = start
    return {"up": (x, y - down), "down": (x, y + down), "left": (x - across, y), "right": (x + across, y)}[direction]
