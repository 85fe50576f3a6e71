"""Draws the steps that people label: a number of each kind of correct action, at random. Pure.

As published: 200 steps per dataset, a minimum of every kind, the rest in proportion. The draw does not depend on
models, so every model is labelled on the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from heapq import nsmallest
from typing import Final

from benchmarks.gap.records import KINDS, Truth

SIZE: Final = 200
LEAST: Final = 5
SEED: Final = 2025
NOT_DRAWN: Final = frozenset({"wait"})
"""Kinds without an action; the published samples have none of them."""

Key = tuple[str, int]


def stratum(truth: Truth) -> str | None:
    """The stratum of a step (`press` covers back, home and enter); None if it is not sampled."""
    return None if truth.kind in NOT_DRAWN else truth.kind


def allocate(counts: Mapping[str, int], size: int = SIZE, least: int = LEAST) -> dict[str, int]:
    """Steps of each stratum for a sample of `size`: at least `least` of each, the rest in proportion.

    Shares are rounded down, and the remaining steps go to the largest remainders. A stratum never gives more than it
    has; the others take its share. If `size` is too small for `least` of each, the minimum is lowered.
    """
    there = {name: count for name, count in sorted(counts.items(), key=lambda pair: _rank(pair[0])) if count > 0}
    if sum(there.values()) <= size:
        return there
    floor = min(least, size // len(there))
    given = {name: min(floor, count) for name, count in there.items()}
    while (left := size - sum(given.values())) > 0:
        room = {name: count for name, count in there.items() if given[name] < count}
        total = sum(room.values())
        shares = {name: Fraction(left * count, total) for name, count in room.items()}
        for name, extra in _rounded(shares, left).items():
            given[name] = min(given[name] + extra, there[name])
    return given


def _rounded(shares: Mapping[str, Fraction], total: int) -> dict[str, int]:
    """Round shares to integers with the sum `total`; on equal remainders the first stratum gets one more."""
    rounded = {name: int(share) for name, share in shares.items()}
    by_remainder = sorted(shares, key=lambda name: rounded[name] - shares[name])
    for name in by_remainder[: total - sum(rounded.values())]:
        rounded[name] += 1
    return rounded


def _rank(name: str) -> tuple[int, str]:
    return (list[str](KINDS).index(name) if name in KINDS else len(KINDS)), name


def draw_sample(
    keys: Mapping[str, Iterable[Key]], size: int = SIZE, least: int = LEAST, seed: int = SEED
) -> dict[str, tuple[Key, ...]]:
    """The sampled steps of each stratum, in random order.

    They depend on the seed and on the set of steps, not on the order of the steps or on the dataset's format.
    """
    there = {name: set(members) for name, members in keys.items()}
    shares = allocate({name: len(members) for name, members in there.items()}, size, least)
    return {
        name: tuple(nsmallest(share, there[name], key=lambda key: (sort_hash(seed, *key), key)))
        for name, share in shares.items()
    }


def sort_hash(seed: int, *of: str | int) -> str:
    """A pseudorandom sort key. It is a hash, so adding a step does not change the keys of others."""
    return sha256("/".join(map(str, (seed, *of))).encode()).hexdigest()
