"""Interpolates the four cells together with smooth curves that preserve their sums. Pure.

A Catmull-Rom spline is linear in its points, so sums that hold at the points hold everywhere between them: the four
cells add up to 100, and EG − RG equals GTA − EM. A spline may fall below zero beside a small value. Then the slopes of
*all* cells at that point are reduced by the same factor, which preserves the sums.
"""

from __future__ import annotations

from collections.abc import Sequence


def interpolate(rows: Sequence[Sequence[float]], per: int = 24) -> tuple[list[float], list[list[float]]]:
    """Computes non-negative curves through `rows[point][cell]`, with points at x = 0, 1, 2, …

    Returns:
        The x positions, `per` for each interval and the last point; the values of the cells at each position.
    """
    if not rows:
        return [], []
    slopes = _slopes(rows)
    places, values = [], []
    for index in range(len(rows) - 1):
        left, right, leaving, arriving = rows[index], rows[index + 1], slopes[index], slopes[index + 1]
        for tick in range(per):
            t = tick / per
            here, there = (1 + 2 * t) * (1 - t) ** 2, t * t * (3 - 2 * t)
            out, into = t * (1 - t) ** 2, t * t * (t - 1)
            places.append(index + t)
            values.append(
                [
                    max(0.0, here * a + there * b + out * m + into * k)
                    for a, b, m, k in zip(left, right, leaving, arriving, strict=True)
                ]
            )
    places.append(float(len(rows) - 1))
    values.append([float(value) for value in rows[-1]])
    return places, values


def _slopes(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    slopes = []
    for index, row in enumerate(rows):
        before, after = rows[max(0, index - 1)], rows[min(len(rows) - 1, index + 1)]
        width = min(len(rows) - 1, index + 1) - max(0, index - 1) or 1
        unlimited = [(b - a) / width for a, b in zip(before, after, strict=True)]
        # A cubic piece lies within its Bernstein points: none of them is negative while |slope| <= 3 * value.
        factor = min([1.0, *(3 * value / abs(slope) for value, slope in zip(row, unlimited, strict=True) if slope)])
        slopes.append([factor * slope for slope in unlimited])
    return slopes
