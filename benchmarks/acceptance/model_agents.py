"""Agents behind a model on phones, each model played by a script in its own grammar: every preset on three tasks."""

from __future__ import annotations

import anyio

from benchmarks.acceptance.bar import Bar
from benchmarks.clarity240 import load
from runtime.core.actions import Action, AskUser, ParseError
from runtime.core.tasks import Task
from runtime.engine import Runtime
from tests.support.native_writers import Step
from tests.support.scripted_models import PlayedEpisode, right_way
from tests.support.subject_cases import CASES, SubjectCase

TASKS = ("info.dawnfollow.standard", "social.mute.incomplete", "info.hours.incomplete")
"""One where something is typed, one with a question before five touches, one whose answer is told."""
WORDLESS = (*TASKS[:2], "shop.griddleagain.standard")
"""The same for agents that have no words for an answer: one more with touches only."""


def measure() -> list[Bar]:
    """All presets, one after the other on one phone."""
    return anyio.run(_measure)


async def _measure() -> list[Bar]:
    suite = await anyio.to_thread.run_sync(load)
    async with Runtime(devices=["phone://1"], suite=suite) as runtime:
        bars: list[Bar] = []
        ways: dict[tuple[str, bool], list[Step]] = {}
        for case in CASES.values():
            tasks = [next(task for task in suite.tasks if task.id == name) for name in _names(case)]
            for task in tasks:
                if (task.id, case.empties) not in ways:
                    ways[task.id, case.empties] = await right_way(runtime, task, empties=case.empties)
            found = [ways[task.id, case.empties] for task in tasks]
            bars += [await _right(runtime, case, tasks, found), *await _unreadable(runtime, case, tasks[0], found[0])]
        return bars


def _names(case: SubjectCase) -> tuple[str, ...]:
    return TASKS if case.answers else WORDLESS


async def _right(runtime: Runtime, case: SubjectCase, tasks: list[Task], ways: list[list[Step]]) -> Bar:
    """The right way: every requirement met, every question answered, or none asked where the agent cannot."""
    figures, good = [], True
    for task, way in zip(tasks, ways, strict=True):
        check_phone = await case.played(runtime, task, way)
        questions = sum(isinstance(step.action, AskUser) for step in way) if case.asks else 0
        met = [shown for shown, _ in check_phone.score.met.values()]
        good = good and all(met) and len(check_phone.watched.replies) == questions and not _parse_errors(check_phone)
        calls = len(check_phone.asked) + len(check_phone.executor_asked)
        figures.append(f"{sum(map(bool, met))}/{len(met)} met, {check_phone.lease.live.used} steps, {calls} calls")
    what = f"{case.name}: three tasks" + (", each question answered" if case.asks else ", nobody asked")
    return Bar(what, "; ".join(figures), good)


async def _unreadable(runtime: Runtime, case: SubjectCase, task: Task, way: list[Step]) -> list[Bar]:
    """A first reply that cannot be read, in both modes; generic mode goes on to the end."""
    if "mode" not in case.preset.options:
        return [await _counted(runtime, case, task, way)]
    times = max(1, getattr(case.preset.configured({"mode": "official"}).config, "times", 1))
    session = await case.played(runtime, task, way, (case.nonsense,) * times, mode="official")
    stopped = session.lease.live.ending == "finished" and len(session.watched.decisions) == 1
    right = bool(_parse_errors(session)) and stopped == (case.form.malformed != "count")
    official = Bar(f"{case.name}: unreadable, official", "gives up" if stopped else "counts it", right)
    return [await _counted(runtime, case, task, way, mode="generic"), official]


async def _counted(runtime: Runtime, case: SubjectCase, task: Task, way: list[Step], **options: str) -> Bar:
    session = await case.played(runtime, task, way, (case.nonsense,), **options)
    met = all(shown for shown, _ in session.score.met.values())
    return Bar(f"{case.name}: unreadable, generic", f"counted, all met: {met}", bool(_parse_errors(session)) and met)


def _parse_errors(episode: PlayedEpisode) -> list[Action]:
    return [action for action in episode.watched.actions if isinstance(action, ParseError)]
