"""Which events of a day lie side by side: those that overlap share the width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.phone.apps.calendar.days import length_of, moment
from adapters.phone.ui.records import Event

LEAST = 30
"""Minutes that even the shortest event takes on the page."""
DAY = 24 * 60

Span = tuple[Event, int, int]
"""An event with the minutes of the day at which its block begins and ends."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Events that overlap, directly or through others; in each lane one comes after the other."""

    start: int
    end: int
    lanes: tuple[tuple[Span, ...], ...]


def span(event: Event) -> Span:
    """The block of an event, within the day on which it begins."""
    first = moment(event.start)
    start = first.hour * 60 + first.minute
    end = min(DAY, start + max(LEAST, int(length_of(event).total_seconds() // 60)))
    return event, min(start, DAY - LEAST), end


def clusters(events: Sequence[Event]) -> list[Cluster]:
    """The clusters of a day in order; no two of them touch the same minute."""
    done: list[Cluster] = []
    lanes: list[list[Span]] = []
    start = end = 0
    for one in sorted(map(span, events), key=lambda each: (each[1], -each[2], each[0].id)):
        if lanes and one[1] >= end:
            done.append(Cluster(start, end, tuple(map(tuple, lanes))))
            lanes = []
        if not lanes:
            start, end = one[1], one[2]
        free = next((lane for lane in lanes if lane[-1][2] <= one[1]), None)
        if free is None:
            lanes.append([one])
        else:
            free.append(one)
        end = max(end, one[2])
    if lanes:
        done.append(Cluster(start, end, tuple(map(tuple, lanes))))
    return done
