"""Asks the state judge about end states: whether it refuses `TSR_final`, and why. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from benchmarks.calibration.mutants.equivalents import Equivalents, equivalent
from benchmarks.calibration.mutants.figures import MutantCounts
from benchmarks.calibration.mutants.state_operators import differing_paths, incidental_variants, state_mutants
from judges.state import StateJudge
from runtime.core.events import Ended, RequirementMet, SideEffect, StateRead
from runtime.core.tasks import State, Task
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import UiTree


def refusals(task: Task, start: State, end: State) -> tuple[str, ...]:
    """What the state judge holds against an end state: requirements that are not met, and side effects.

    Requirements on answers are left out: they do not depend on the state. So are apps in which nothing was done and
    about which nothing is asked.
    """
    paths = [change.path[0] for change in task.intent.reference.effects]
    paths += [item.truth.path.split("/")[0] for item in task.intent.requirements if item.truth is not None]
    apps = {app for app in start if app in paths or start[app] != end.get(app)}
    start, end = ({app: state[app] for app in apps} for state in (start, end))
    by_state = {requirement.id for requirement in task.intent.requirements if requirement.evidence == "state"}
    judge = StateJudge(Evidence(_no_tree, _no_frame))
    judge.begin(task, "mutant")
    found: dict[str, bool] = {}
    events = (
        StateRead(episode="mutant", attempt=0, seq=0, t=0.0, step=0, state=start),
        StateRead(episode="mutant", attempt=0, seq=1, t=0.0, step=1, state=end),
        Ended(episode="mutant", attempt=0, seq=2, t=0.0, ending="finished"),
    )
    for event in events:
        for verdict in judge.feed(event):
            if isinstance(verdict, RequirementMet) and verdict.requirement in by_state:
                found[f"requirement {verdict.requirement}"] = not verdict.final
            elif isinstance(verdict, SideEffect):
                found[f"side effect {verdict.what}"] = not verdict.undone
    return tuple(sorted(name for name, refused in found.items() if refused))


def count_state_mutants(
    task: Task, start: State, end: State, entries: Sequence[Equivalents], seed: int = 7
) -> tuple[dict[str, MutantCounts], list[str]]:
    """What the state judge makes of all mutants of an intent's end state, by operator.

    Returns also a line for each right end state that it refuses: the reference's own, and those that differ from it at
    incidental paths only.
    """
    intent = task.intent
    counts: defaultdict[str, MutantCounts] = defaultdict(MutantCounts)
    for mutant in state_mutants(intent, start, end, seed):
        count = counts[mutant.operator]
        if refusals(task, start, mutant.end):
            count.killed += 1
            continue
        differing = differing_paths(end, mutant.end, intent.reference.incidental)
        if equivalent(mutant.operator, differing, entries):
            count.equivalent += 1
        else:
            count.survivors.append(f"{intent.id} {mutant.path}: {mutant.what}")
    right = [("reference", end), *((variant.path, variant.end) for variant in incidental_variants(intent, start, end))]
    refused = [f"{intent.id} {name}" for name, state in right if refusals(task, start, state)]
    return dict(counts), refused


def _no_tree(digest: str) -> UiTree:
    raise OSError(f"a state has no screen {digest}")


def _no_frame(digest: str) -> bytes:
    raise OSError(f"a state has no frame {digest}")
