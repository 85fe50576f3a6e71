"""Judges against mutants of the references: end states changed as data, and trajectories played with one mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from benchmarks.acceptance.bar import Bar
from benchmarks.calibration.mutants.equivalents import read_equivalents
from benchmarks.calibration.mutants.figures import MutantCounts, describe, total
from benchmarks.calibration.mutants.state_operators import STATE_OPERATORS
from benchmarks.calibration.mutants.state_verdicts import count_state_mutants
from benchmarks.clarity240 import replay
from runtime.plugins import registry

_SUITE: Final = "clarity240"
_MUTANTS: Final = 5000

PARTS: Final[Mapping[str, str]] = {
    "state": "the state judge on end states changed as data",
}


def measure(parts: list[str] | None = None) -> list[Bar]:
    """A bar for each judge and operator."""
    return [bar for part in parts or PARTS for bar in _MEASURES[part]()]


def _state() -> Iterator[Bar]:
    suite, phone, entries = registry.suite(_SUITE), replay.phone(), read_equivalents()
    tasks = {task.intent.id: task for task in suite.tasks}
    counts = {name: MutantCounts() for name in STATE_OPERATORS}
    refused: list[str] = []
    for intent in suite.intents:
        states = replay.states(phone, intent, intent.reference.actions)
        found, wrongly = count_state_mutants(tasks[intent.id], states[0], states[-1], entries)
        refused += wrongly
        for name, count in found.items():
            counts[name] += count
    made = total(counts.values())
    yield Bar(f"state: mutants >= {_MUTANTS}", str(made.total), made.total >= _MUTANTS)
    for name, count in counts.items():
        yield Bar(f"state: {name}: all refused but equivalent ones", describe(count), not count.survivors)
    yield Bar("state: right end states refused", "; ".join(refused[:3]) or "0", not refused)


_MEASURES: Final = {"state": _state}
