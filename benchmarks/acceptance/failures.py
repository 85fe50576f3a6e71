"""Why episodes failed: ten kinds of failure, made on phones by construction, and what the run says about each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import anyio
import anyio.to_thread
from rich.console import Console
from rich.table import Table

from adapters.agents.scripted.oracle import Oracle, Silent
from benchmarks.acceptance.bar import Bar
from benchmarks.calibration.errands import SIDE_EFFECTS
from benchmarks.calibration.mutants.script_operators import ERRANDS, answer_changed
from benchmarks.calibration.reference_actions import reference_actions
from benchmarks.calibration.script_runner import ScriptAction, run_script
from benchmarks.calibration.scripts import near_miss, truncated, undone, wrong_option
from runtime import RunConfig, Runtime, Suite, Task
from runtime.core.actions import Decision, Wait
from runtime.core.errors import AgentFault, DeviceLost, Fault
from runtime.core.events import Score
from runtime.core.tasks import Requirement
from runtime.metrics import counts
from runtime.plugins import registry
from runtime.plugins.protocols import Observation, Session
from runtime.recordings.failures import FAILURE_KINDS, FailureKind, explain_failure
from runtime.recordings.run import RecordedRun
from runtime.storage.disk import temporary_folder

OPTIONS: Final = {"cases": "how many failures of each kind are made (10)"}
_STATED: Final = ("detailed", "standard")
_OPEN: Final = ("incomplete", "ambiguous")
_SEED: Final = 7
_SPARE: Final = 12
"""How many candidates are played for each failure, since a construction may not come about on a phone."""

Play = Callable[[Session], Awaitable[object]]
"""Plays one episode to its end."""
Construction = Callable[[Task, Suite], tuple[Task, Play] | None]
"""Returns the task to play and how it fails; None if the task does not allow that failure."""


@dataclass(frozen=True, slots=True)
class _Case:
    kind: FailureKind
    task: Task
    play: Play


class _Deaf(Oracle):
    """Asks for everything that is open, and then leaves it at the app's default whatever the reply is."""

    async def _ask(self, session: Session, requirement: Requirement, shown: Sequence[str]) -> tuple[Observation, bool]:
        seen, _ = await super()._ask(session, requirement, shown)
        return seen, False


def measure(cases: str = "10") -> list[Bar]:
    """Measure all bars."""
    return anyio.run(_measure, int(cases))


async def _measure(cases: int) -> list[Bar]:
    suite = await anyio.to_thread.run_sync(registry.suite, "clarity240")
    async with temporary_folder() as folder:
        planned = [
            case
            for kind in _CONSTRUCTIONS
            for case in islice(_cases(kind, suite), cases if kind in _ALWAYS else cases * _SPARE)
        ]
        await _play(planned, suite, Path(folder) / "run")
        found = await anyio.to_thread.run_sync(_explained, Path(folder) / "run", planned, cases)
    _print(found)
    right = {kind: found[kind][kind] for kind in found}
    made = {kind: sum(counted.values()) for kind, counted in found.items()}
    worst = min(found, key=lambda kind: right[kind] / max(made[kind], 1))
    return [
        Bar(f"{cases} failures of each of ten kinds were made", str(sum(made.values())),
            all(number == cases for number in made.values())),
        Bar("no kind is named wrongly more often than rightly", f"{sum(right.values())} of {sum(made.values())} right, "
            f"worst {worst} with {right[worst]} of {made[worst]}",
            all(right[kind] * 2 >= made[kind] for kind in found)),
    ]  # fmt: skip


def _cases(kind: FailureKind, suite: Suite) -> Iterator[_Case]:
    """Yield failures of one kind on tasks in random order."""
    tasks = list(suite.tasks)
    Random(f"{_SEED}/{kind}").shuffle(tasks)
    for task in tasks:
        made = _CONSTRUCTIONS[kind](task, suite)
        if made is not None:
            yield _Case(kind, *made)


async def _play(planned: Sequence[_Case], suite: Suite, out: Path) -> None:
    async with Runtime(RunConfig(judges=("rules", "state")), devices=["headless://4"], suite=suite, out=out) as runtime:
        waiting = iter(planned)  # shared by the workers

        async def work() -> None:
            for case in waiting:
                try:
                    async with runtime.session(case.task, case.kind, needs={"tree"}) as driven:
                        await case.play(driven.live)
                except Fault:
                    pass  # that is the failure

        async with anyio.create_task_group() as group:
            for _ in runtime.devices:
                group.start_soon(work)


def _explained(path: Path, planned: Sequence[_Case], cases: int) -> dict[FailureKind, Counter[str]]:
    """Count for each kind what the run says about its episodes."""
    run = RecordedRun.open(path)
    found: dict[FailureKind, Counter[str]] = {kind: Counter() for kind in _CONSTRUCTIONS}
    for case in planned:
        episode = run.episodes[f"{case.kind}/{case.task.id}/0"]
        comes_about = _COMES_ABOUT.get(case.kind)
        enough = sum(found[case.kind].values()) == cases
        if enough or (comes_about is not None and not comes_about(episode.scores["state"])):
            continue
        failure = explain_failure(episode.scores["rules"], run.verdicts(episode), episode.task)
        found[case.kind][failure.kind if failure is not None else "solved"] += 1
    return found


def _print(found: Mapping[FailureKind, Counter[str]]) -> None:
    shown = [name for name in (*FAILURE_KINDS, "solved") if any(counted[name] for counted in found.values())]
    table = Table("made", "named as")
    for kind, counted in found.items():
        table.add_row(kind, ", ".join(f"{name} {counted[name]}" for name in shown if counted[name]))
    Console().print(table)


# -- how each kind of failure is made ---------------------------------------------------------------------------------


def _script(task: Task, actions: Sequence[ScriptAction] | None) -> tuple[Task, Play] | None:
    if not actions:
        return None
    script = tuple(actions)
    return task, lambda session: run_script(session, script)


def _stopped_early(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    if task.level not in _STATED or task.intent.reference.closing is None:
        return None
    return _script(task, truncated(task, Random(_SEED), 1))


def _out_of_steps(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    if task.level not in _STATED or task.intent.reference.closing is None:
        return None
    part = reference_actions(task)[: len(task.intent.reference.actions) // 2]
    return _script(task, [*part, *[ScriptAction(Wait(1000))] * 25])


def _never_asked(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    return (task, lambda session: Silent().play(session, task)) if task.level == "incomplete" else None


def _ignored_reply(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    if task.level != "incomplete" or task.intent.reference.closing is None:
        return None
    return task, lambda session: _Deaf().play(session, task)


def _wrong_value(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    if task.level not in _STATED:
        return None
    return _script(task, near_miss(task, Random(_SEED), 0) or wrong_option(task, Random(_SEED), 0))


def _wrong_answer(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    found = next(answer_changed(task, Random(_SEED)), None) if task.level in _STATED else None
    return _script(task, found[1]) if found is not None else None


def _undone(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    return _script(task, undone(task, Random(_SEED), 0)) if task.level in _STATED else None


def _side_effect(task: Task, suite: Suite) -> tuple[Task, Play] | None:
    if task.level not in _STATED:
        return None
    made = (SIDE_EFFECTS[name](task, suite.intents, Random(_SEED), 0) for name in ERRANDS if name != "one_more_option")
    found = next(filter(None, made), None)
    return _script(*found) if found is not None else None


def _failing(fault: Fault) -> Construction:
    def build(task: Task, suite: Suite) -> tuple[Task, Play] | None:
        async def play(session: Session) -> None:
            await session.observe()
            await session.step(Decision((Wait(1000),)))
            raise fault

        return task, play

    return build


_CONSTRUCTIONS: Final[Mapping[FailureKind, Construction]] = {
    "infrastructure": _failing(DeviceLost("the phone was unplugged")),
    "agent_error": _failing(AgentFault("the model's endpoint refused the key")),
    "stopped_early": _stopped_early,
    "out_of_steps": _out_of_steps,
    "never_asked": _never_asked,
    "ignored_reply": _ignored_reply,
    "wrong_answer": _wrong_answer,
    "undone": _undone,
    "wrong_value": _wrong_value,
    "side_effect": _side_effect,
}
_ALWAYS: Final = ("infrastructure", "agent_error", "stopped_early", "out_of_steps", "never_asked", "ignored_reply")
"""Kinds whose construction cannot fail to come about."""
_COMES_ABOUT: Final[Mapping[str, Callable[[Score], bool]]] = {
    "undone": lambda score: counts.lapsed(score) > 0,
    "side_effect": lambda score: counts.met_final(score) == score.requirements,
    "wrong_value": lambda score: score.termination == "normal",
}
"""Whether a construction came about on the phone, by the state of its apps."""
