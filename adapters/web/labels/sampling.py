"""Draws the traces to be labelled. Pure; the same for all annotators, so that their labels can be compared.

Traces are drawn from every group (agent and level) in proportion. A larger sample begins with the smaller one, so no
label is lost by extending the sample.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Trace:
    """One completed attempt that can be labelled."""

    episode: str
    attempt: int
    task: str
    group: tuple[str, ...]
    """The stratum of the trace."""


def draw(traces: Iterable[Trace], seed: int) -> tuple[Trace, ...]:
    """All traces in sampling order: the first n are the sample of size n.

    Traces are ordered at random within their group, and placed by their rank as a share of the group. Every beginning
    of the order therefore has the same share of each group, to within half a trace.
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


def extend_sample(known: Iterable[tuple[str, int]], traces: Iterable[Trace], seed: int, size: int) -> tuple[Trace, ...]:
    """The sample of `size`: first what is known of an earlier one, then what the draw adds.

    Raises:
        KeyError: a trace of the earlier sample is not there any more; its episode is the argument.
    """
    order = draw(traces, seed)
    there = {(trace.episode, trace.attempt): trace for trace in order}
    kept_traces: dict[str, Trace] = {}
    for episode, attempt in known:
        if (episode, attempt) not in there:
            raise KeyError(episode)
        kept_traces[episode] = there[episode, attempt]
    chosen = [*kept_traces.values(), *(trace for trace in order if trace.episode not in kept_traces)]
    return tuple(chosen[:size])


def _lot(trace: Trace, seed: int) -> str:
    # A hash instead of a random generator: adding a trace does not change the order of the others.
    return sha256(f"{seed}/{trace.episode}".encode()).hexdigest()
