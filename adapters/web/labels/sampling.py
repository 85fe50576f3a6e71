"""Which traces are labelled, and in which order. Pure; the same for everybody, so that agreement has its items.

Traces are drawn from every group (player and level) in proportion. A larger sample begins with the smaller one, so
labels are never lost by asking for more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Trace:
    """One played attempt that can be labelled."""

    episode: str
    attempt: int
    task: str
    group: tuple[str, ...]
    """What the sample is spread over."""


def drawn(traces: Iterable[Trace], seed: int) -> tuple[Trace, ...]:
    """All traces in the order of the draw: the first n of them are the sample of n.

    Each trace is ranked by lot within its group; its place is its rank as a share of the group, so every beginning of
    the order has the same share of each group to within half a trace.
    """
    groups: defaultdict[Hashable, list[tuple[str, Trace]]] = defaultdict(list)
    for trace in traces:
        groups[trace.group].append((_lot(trace, seed), trace))
    placed = [
        (Fraction(2 * rank + 1, 2 * len(group)), lot, trace)
        for group in groups.values()
        for rank, (lot, trace) in enumerate(sorted(group, key=lambda pair: pair[0]))
    ]
    return tuple(trace for _, _, trace in sorted(placed, key=lambda row: row[:2]))


def extended(known: Iterable[tuple[str, int]], traces: Iterable[Trace], seed: int, size: int) -> tuple[Trace, ...]:
    """The sample of `size`: first what is known of an earlier one, then what the draw adds.

    Raises:
        KeyError: a trace of the earlier sample is not there any more; its episode is the argument.
    """
    order = drawn(traces, seed)
    there = {(trace.episode, trace.attempt): trace for trace in order}
    kept_traces: dict[str, Trace] = {}
    for episode, attempt in known:
        if (episode, attempt) not in there:
            raise KeyError(episode)
        kept_traces[episode] = there[episode, attempt]
    chosen = [*kept_traces.values(), *(trace for trace in order if trace.episode not in kept_traces)]
    return tuple(chosen[:size])


def _lot(trace: Trace, seed: int) -> str:
    # A hash, not a generator: a trace that is added later changes nobody else's lot.
    return sha256(f"{seed}/{trace.episode}".encode()).hexdigest()
