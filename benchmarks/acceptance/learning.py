"""The example that learns: its curves over five seeds, with and without exact credit, and the same run twice.

Each run is the example as a user starts it, in a process of its own; there are as many at a time as cores.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks.acceptance.bar import Bar

PARTS: Final[Mapping[str, tuple[str, ...]]] = {"plain": (), "credit": ("--credit", "--updates", "4")}
"""The ways to learn, with their options: by the reward of the result alone, and by exact credit of each step too, where
an episode takes three times as long, so fewer are played."""
OPTIONS: Final = {
    "updates": "updates of each run (default: that of the example)",
    "seeds": "so many seeds, from 1 on (default: 5)",
}
_PROGRAM: Final = Path(__file__).parents[2] / "examples" / "learn_to_follow_instructions.py"
_CPU: Final = 1_200.0
"""CPU seconds of one run: ten minutes on two cores."""


@dataclass(frozen=True, slots=True)
class Point:
    """Success on held-out tasks after some updates, with its 95 % interval, and the CPU seconds until then."""

    update: int
    success: float
    low: float
    high: float
    cpu: float

    @property
    def measured(self) -> tuple[float, ...]:
        """What must be the same if a run is repeated."""
        return self.update, self.success, self.low, self.high


Curve = tuple[Point, ...]


def measure(parts: list[str] | None = None, updates: str = "", seeds: str = "5") -> list[Bar]:
    """Run the chosen ways to learn with each seed, and the first of all once more."""
    ways = parts or list(PARTS)
    options = ("--updates", updates) if updates else ()
    runs = [(way, seed) for seed in range(1, int(seeds) + 1) for way in ways]
    with ThreadPoolExecutor(os.cpu_count()) as processes:
        curves = list(processes.map(lambda run: _run(run[0], run[1], options), [*runs, runs[0]]))
    by_way = {way: [curve for (name, _), curve in zip(runs, curves, strict=False) if name == way] for way in ways}
    again = [point.measured for point in curves[-1]] == [point.measured for point in curves[0]]
    return [
        *(bar for way, found in by_way.items() for bar in _bars(way, found)),
        Bar("the same run twice gives the same curve", f"{ways[0]}, seed 1, {len(curves[0])} points", again),
    ]


def _run(way: str, seed: int, options: Sequence[str]) -> Curve:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "curve.csv"
        command = [sys.executable, str(_PROGRAM), "--seed", str(seed), "--out", str(out), *PARTS[way], *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with out.open(newline="") as file:
            return tuple(
                Point(int(row["update"]), *(float(row[name]) for name in ("success", "low", "high", "cpu_seconds")))
                for row in csv.DictReader(file)
            )


def _bars(way: str, curves: Sequence[Curve]) -> Iterator[Bar]:
    for points in zip(*curves, strict=True):
        found = sorted(point.success for point in points)
        spent = mean(point.cpu for point in points)
        figure = f"{mean(found):.2f}, from {found[0]:.2f} to {found[-1]:.2f} ({spent:.0f} s of CPU)"
        yield Bar(f"{way}: held-out success after {points[0].update} updates, {len(curves)} seeds", figure, True)
    above = [curve[-1].success > curve[0].high for curve in curves]
    limit = mean(curve[0].high for curve in curves)
    end = mean(curve[-1].success for curve in curves)
    yield Bar(
        f"{way}: success at the end is above the 95 % interval of the start",
        f"{end:.2f}; the interval ends at {limit:.2f}; so in {sum(above)} of {len(curves)} seeds",
        end > limit,
    )
    most = max(curve[-1].cpu for curve in curves)
    yield Bar(f"{way}: a run takes at most {_CPU:.0f} s of CPU", f"{most:.0f} s", most <= _CPU)
