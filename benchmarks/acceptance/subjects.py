"""Agents behind a model on phones, each model played by a script in its own grammar: every preset on three tasks."""

from __future__ import annotations

import anyio

from benchmarks.acceptance.bar import Bar
from benchmarks.clarity240 import load
from runtime.actions import Action, AskUser, ParseError
from runtime.engine import Runtime
from runtime.tasks import Task
from tests.subjects.native_writers import Step
from tests.subjects.scripted_models import Played, play, right_way
from tests.subjects.subject_cases import CASES, NONSENSE, Case

TASKS = ("device.galleryname.standard", "social.mute.incomplete", "info.hours.incomplete")
"""One where something is typed, one with a question before five touches, one whose answer is told."""


def measure() -> list[Bar]:
    """All presets, one after the other on one phone."""
    return anyio.run(_measure)


async def _measure() -> list[Bar]:
    suite = await anyio.to_thread.run_sync(load)
    tasks = [next(task for task in suite.tasks if task.id == name) for name in TASKS]
    async with Runtime(devices=["phone://1"], suite=suite) as runtime:
        ways = [await right_way(runtime, task) for task in tasks]
        bars: list[Bar] = []
        for case in CASES.values():
            bars += [await _right(runtime, case, tasks, ways), *await _unreadable(runtime, case, tasks[0], ways[0])]
        return bars


async def _right(runtime: Runtime, case: Case, tasks: list[Task], ways: list[list[Step]]) -> Bar:
    """The right way: every requirement met, every question answered, or none asked where the agent cannot."""
    figures, good = [], True
    for task, way in zip(tasks, ways, strict=True):
        one = await play(runtime, case.preset, task, case.script(way, ()))
        questions = sum(isinstance(step.action, AskUser) for step in way) if case.asks else 0
        met = [shown for shown, _ in one.score.met.values()]
        good = good and all(met) and len(one.watched.replies) == questions and not _parse_errors(one)
        figures.append(f"{sum(map(bool, met))}/{len(met)} met, {one.lease.session.used} steps, {len(one.asked)} calls")
    what = f"{case.name}: three tasks" + (", each question answered" if case.asks else ", nobody asked")
    return Bar(what, "; ".join(figures), good)


async def _unreadable(runtime: Runtime, case: Case, task: Task, way: list[Step]) -> list[Bar]:
    """A first reply that cannot be read, in both modes; generic mode goes on to the end."""
    generic = await play(runtime, case.preset, task, case.script(way, (NONSENSE,)))
    met = all(shown for shown, _ in generic.score.met.values())
    bars = [Bar(f"{case.name}: unreadable, generic", f"counted, all met: {met}", bool(_parse_errors(generic)) and met)]
    if "mode" in case.preset.options:
        official = case.preset.configured({"mode": "official"})
        script = case.script(way, (NONSENSE,) * max(1, getattr(official.config, "times", 1)))
        one = await play(runtime, official, task, script)
        stopped = one.lease.session.ending == "finished" and len(one.watched.decisions) == 1
        right = bool(_parse_errors(one)) and stopped == (official.config.format.malformed != "count")
        bars.append(Bar(f"{case.name}: unreadable, official", "gives up" if stopped else "counts it", right))
    return bars


def _parse_errors(one: Played) -> list[Action]:
    return [action for action in one.watched.actions if isinstance(action, ParseError)]
