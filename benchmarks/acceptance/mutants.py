"""Judges against mutants of the references: end states changed as data, and trajectories played with one mistake."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import anyio

from benchmarks.acceptance.bar import Bar
from benchmarks.calibration.mutants.equivalents import read_equivalents
from benchmarks.calibration.mutants.figures import MutantCounts, describe, total
from benchmarks.calibration.mutants.playing import PlayedMutants, judge_mutants, play_mutants
from benchmarks.calibration.mutants.script_operators import script_mutants
from benchmarks.calibration.mutants.state_operators import STATE_OPERATORS
from benchmarks.calibration.mutants.state_verdicts import count_state_mutants
from benchmarks.clarity240 import replay
from runtime.plugins import registry

_SUITE: Final = "clarity240"
_MUTANTS: Final = 5000
_PLAYED: Final = 1500
_RATE: Final = 0.99

PARTS: Final[Mapping[str, str]] = {
    "state": "the state judge on end states changed as data",
    "rules": "the rule judge, and the state judge beside it, on trajectories played with one mistake",
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


def _rules() -> Iterator[Bar]:
    suite = registry.suite(_SUITE)
    tasks = [task for task in suite.tasks if task.level == "detailed"]
    mutants = [mutant for task in tasks for mutant in script_mutants(task, suite.intents)]

    async def played(folder: Path) -> dict[str, PlayedMutants]:
        await play_mutants(mutants, suite, ("headless://2",), folder)
        return await judge_mutants(mutants, suite, folder, ("rules", "state"), read_equivalents())

    with tempfile.TemporaryDirectory() as folder:
        found = anyio.run(played, Path(folder) / "run")
    yield Bar(f"played: mutants >= {_PLAYED}", str(len(mutants)), len(mutants) >= _PLAYED)
    for name, judged in found.items():
        for operator, count in judged.counts.items():
            if count.rate is not None:
                what = f"{name}: {operator} refused >= {_RATE:g}"
                yield Bar(what, f"{count.rate:.3f}: {describe(count)}", count.rate >= _RATE)
        together = total(judged.counts.values())
        rate = together.rate or 0.0
        yield Bar(f"{name}: all refused >= {_RATE:g}", f"{rate:.3f}: {describe(together)}", rate >= _RATE)
        refused = judged.wrongly_refused
        figure = f"{len(refused)} of {judged.right}" + (f": {'; '.join(refused[:3])}" if refused else "")
        yield Bar(f"{name}: right plays refused", figure, not refused)


_MEASURES: Final = {"state": _state, "rules": _rules}
