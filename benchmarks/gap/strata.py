"""Which steps people label: so many of each kind of truth, drawn by lot. Pure.

As published: 200 steps per dataset, a few of every kind for certain, the rest in proportion. The draw knows nothing of
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
"""Steps at which nothing is to be done; the published samples have none."""

Key = tuple[str, int]


def stratum(truth: Truth) -> str | None:
    """The kind that a step is drawn under (`press`: back, home and enter together); None if it is not drawn."""
    return None if truth.kind in NOT_DRAWN else truth.kind


def allocated(counts: Mapping[str, int], size: int = SIZE, least: int = LEAST) -> dict[str, int]:
    """How many steps of each stratum make a sample of `size`: `least` of each, the rest in proportion to the counts.

    Shares are rounded down and what is left goes to the largest remainders. A stratum never gives more than it has;
    what it cannot give is shared out among the others. Where `size` is too small for `least` of each, that is less.
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
    """Whole numbers that add up to `total`; on equal remainders the stratum that comes first gets the one more."""
    rounded = {name: int(share) for name, share in shares.items()}
    by_remainder = sorted(shares, key=lambda name: rounded[name] - shares[name])
    for name in by_remainder[: total - sum(rounded.values())]:
        rounded[name] += 1
    return rounded


def _rank(name: str) -> tuple[int, str]:
    return (list[str](KINDS).index(name) if name in KINDS else len(KINDS)), name


def drawn(
    keys: Mapping[str, Iterable[Key]], size: int = SIZE, least: int = LEAST, seed: int = SEED
) -> dict[str, tuple[Key, ...]]:
    """The sample, stratum by stratum, in the order of the lots.

    It depends on the seed and on which steps there are, not on the order in which they come or on what a dataset's
    form is called.
    """
    there = {name: set(members) for name, members in keys.items()}
    shares = allocated({name: len(members) for name, members in there.items()}, size, least)
    return {
        name: tuple(nsmallest(share, there[name], key=lambda key: (lot(seed, *key), key)))
        for name, share in shares.items()
    }


def lot(seed: int, *of: str | int) -> str:
    """A lot: a hash and not a generator, so that a step which is added changes nobody else's."""
    return sha256("/".join(map(str, (seed, *of))).encode()).hexdigest()
