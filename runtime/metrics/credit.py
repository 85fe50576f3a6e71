"""The credit of each step: by how many actions it shortened the way to the goal. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise


def advantages(remaining: Mapping[int, int | None]) -> dict[int, int | None]:
    """Return the advantage of each step, by its number: remaining before - remaining after.

    1 for a step on a shortest way, 0 for a wasted one, negative for a harmful one; None if the value before or after it
    is not known. `remaining` is that of a score: values by the units of the budget used, from 0. A decision of several
    actions has one value, after its last action, so its advantage covers all of them.

    Between two known values with only known ones between them, the advantages add up to their difference.
    """
    ordered = sorted(remaining.items())
    return {
        step: None if before is None or after is None else before - after
        for (_, before), (step, after) in pairwise(ordered)
    }
