"""Scheduling in virtual time: the makespan of the main job, and farms of up to 10,000 phones that fail and die."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from benchmarks.acceptance.bar import Bar
from benchmarks.speed import virtual_time
from benchmarks.speed.simulated_phones import PhoneModel
from benchmarks.speed.simulated_run import Outcome, Simulation, simulate

PARTS: Final[Mapping[str, str]] = {
    "makespan": "240 tasks on 20 phones, eight times: makespan / lower bound",
    "farm": "three episodes a phone on many phones that fail and die: each is committed once",
}
OPTIONS: Final[Mapping[str, str]] = {"phones": "the number of phones of the farm (10000)"}
_SEEDS: Final = range(1, 9)
_TASKS: Final = 240
_FAULTY: Final = PhoneModel(faults=0.002, dying=0.01)


def measure(parts: list[str] | None = None, phones: str = "10000") -> list[Bar]:
    """Measure the chosen parts."""
    bars = []
    for part in parts or PARTS:
        bars += _makespan() if part == "makespan" else _farm(int(phones))
    return bars


def _makespan() -> list[Bar]:
    bars = []
    for phones, spread in (("equal phones", 0.0), ("phones of unknown speed", 0.3)):
        ratios = []
        for seed in _SEEDS:
            outcome = _simulated(Simulation(20, _TASKS, model=PhoneModel(spread=spread), seed=seed, judged=False))
            ratios.append(outcome.seconds / outcome.lower_bound)
        mean = sum(ratios) / len(ratios)
        figure = f"{mean:.3f} (from {min(ratios):.3f} to {max(ratios):.3f})"
        bars.append(Bar(f"makespan / lower bound, 240 tasks, 20 {phones}: at most 1.05", figure, mean <= 1.05))
    return bars


def _farm(phones: int) -> list[Bar]:
    repeat = max(1, phones * 3 // _TASKS)
    began = time.process_time()
    outcome = _simulated(Simulation(phones, _TASKS, repeat, _FAULTY))
    cpu = time.process_time() - began
    committed = {commit.episode for commit in outcome.commits}
    lost = sum(commit.scores[0].cause is not None for commit in outcome.commits)
    dies_at = {phone.info.name: phone.dies_at for phone in outcome.phones}
    late = [attempt.phone for attempt in outcome.assigned if attempt.began >= dies_at[attempt.phone]]
    episodes = _TASKS * repeat
    return [
        Bar(
            f"{phones:,} phones, {episodes:,} episodes: each committed once",
            f"{len(committed):,} in {len(outcome.commits):,} commits, {len(outcome.assigned):,} attempts",
            len(committed) == len(outcome.commits) == episodes,
        ),
        Bar("episodes lost to devices: none", f"{lost}", lost == 0),
        Bar("attempts on a dead phone: at most one each", f"{len(late)}", len(late) == len(set(late))),
        Bar(
            "CPU of the simulation",
            f"{cpu:.0f} s, {cpu / len(outcome.assigned) * 1e3:.1f} ms an attempt; {outcome.seconds:.0f} s of virtual "
            f"time, {outcome.utilisation:.0%} of the phones' time used",
            True,
        ),
    ]


def _simulated(simulation: Simulation) -> Outcome:
    return virtual_time.run(lambda: simulate(simulation))
