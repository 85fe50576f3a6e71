"""Which events of a day lie side by side: those that overlap share the width."""

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
    """Events that overlap, directly or through others; in each lane they follow one another."""

    start: int
    end: int
    lanes: tuple[tuple[Span, ...], ...]


def span(event: Event) -> Span:
    """Return the block of an event, within the day on which it begins."""
    first = moment(event.start)
    start = first.hour * 60 + first.minute
    end = min(DAY, start + max(LEAST, int(length_of(event).total_seconds() // 60)))
    return event, min(start, DAY - LEAST), end


def clusters(events: Sequence[Event]) -> list[Cluster]:
    """Return the clusters of a day in order; no two of them touch the same minute."""
    spans = sorted(map(span, events), key=lambda each: (each[1], -each[2], each[0].id))
    groups: list[list[Span]] = []
    end = 0
    for each in spans:
        if not groups or each[1] >= end:
            groups.append([])
        groups[-1].append(each)
        end = max(end, each[2])
    return [Cluster(group[0][1], max(each[2] for each in group), _lanes(group)) for group in groups]


def _lanes(group: Sequence[Span]) -> tuple[tuple[Span, ...], ...]:
    """The blocks of a cluster, each in the first lane that is free."""
    lanes: list[list[Span]] = []
    for each in group:
        free = next((lane for lane in lanes if lane[-1][2] <= each[1]), None)
        if free is None:
            lanes.append([each])
        else:
            free.append(each)
    return tuple(map(tuple, lanes))
