"""The tree of paths that a crawl makes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.acceptance.atlas.looks import Look, Outcome


@dataclass(frozen=True, slots=True)
class Visit:
    """A state that a path leads to."""

    app: str
    """The app in front."""
    screen: str
    """Its route, with the kind of dialog or panel over it."""
    start: str
    parent: int
    """Index of the visit that it was reached from; -1 at a start."""
    input: str
    control: str
    """What the input touches, for people."""
    look: Look | None
    """None if a state of the same structure was found before: this one only leads to others."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An input tried on a visit, and what it led to."""

    visit: int
    input: str
    outcome: Outcome


def path_to(visits: Sequence[Visit], index: int) -> tuple[str, ...]:
    """Return the start and the inputs that lead to a visit."""
    lines = []
    while index >= 0:
        visit = visits[index]
        lines.append(visit.input or f"start {visit.start}")
        index = visit.parent
    return tuple(reversed(lines))
