"""Selects the tasks of a run, checks its players and judges, and builds the manifest for `run.json`."""

from __future__ import annotations

import difflib
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from runtime.components.distribution import our_version
from runtime.core.config import RunConfig, Selection
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite, Task
from runtime.language.questions import LIMITS
from runtime.plugins import registry
from runtime.plugins.specs import JudgeSpec
from runtime.storage.run_directory import Manifest, RunDirectory

_MOST_LISTED = 30
"""Names that an error message lists; more would not be read."""


def manifest(config: RunConfig, suite: Suite) -> Manifest:
    """The manifest, written to `run.json`, of a run that starts now."""
    return Manifest(version=our_version(), suite_version=suite.version, config=config, user_limits=asdict(LIMITS))


def is_instrument(name: str) -> bool:
    """Whether an agent is an instrument, which gets the ground truth on purpose.

    Raises:
        UsageError: no agent or instrument has this name, or the agent cannot be loaded.
    """
    instruments, agents = registry.names(registry.INSTRUMENTS), registry.names(registry.AGENTS)
    if name in instruments:
        return True
    if name not in agents:
        close = difflib.get_close_matches(name, (*agents, *instruments), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there is: {', '.join((*agents, *instruments))}"
        raise UsageError(f"no agent and no instrument is called {name!r}; {hint}")
    registry.load(registry.AGENTS, name)
    return False


def playable(directory: RunDirectory, suite: Suite, purpose: str) -> RunDirectory:
    """Returns the folder if its run was played on the installed version of the suite, and on the tasks selected now.

    Raises:
        UsageError: it was played on another version or on other tasks; `purpose` completes the advice "install that
            version to …".
    """
    played_version = directory.manifest.suite_version
    if played_version != suite.version:
        raise UsageError(
            f"{directory.path} was played on {suite.name} {played_version}, but {suite.version} is installed: install "
            f"that version to {purpose}"
        )
    config = directory.manifest.config
    selected = {task.id for task in select(suite, config.selection, config.seed)}
    others = {score.task for commit in directory.commits.values() for score in commit.scores} - selected
    if others:
        raise UsageError(
            f"{directory.path} was played on tasks that its settings do not select, such as {min(others)}: an earlier "
            f"version took the first tasks of the suite for --limit; install that version to {purpose}"
        )
    return directory


def voters(judges: Mapping[str, JudgeSpec], vote: str) -> tuple[str, ...]:
    """The names of the judges that have a vote: those that do not see the ground truth.

    Raises:
        UsageError: a vote is requested, but fewer than two judges can vote, or a judge has the name of the vote.
    """
    found = tuple(name for name, judge in judges.items() if not judge.sees_truth)
    if vote and len(found) < 2:
        eligible = f"only {found[0]!r} qualifies" if found else "none qualifies"
        raise UsageError(
            f"--vote {vote} needs two judges that do not see the truth; {eligible}: give --judge at least twice"
        )
    if vote in judges:
        raise UsageError(f"a judge is called {vote!r}, like the result of the vote: leave one of them out")
    return found


def select(suite: Suite, selection: Selection, seed: int) -> tuple[Task, ...]:
    """The tasks that pass all filters, in the suite's order. A split's name selects all of its intents.

    With a limit they are a sample that `seed` determines, in which levels and domains have the shares that they have
    among all tasks that pass.

    Raises:
        UsageError: a filter names something that the suite does not have, or no task passes.
    """
    _check_known("intent or split", selection.intents, {*(intent.id for intent in suite.intents), *suite.splits})
    _check_known("task", selection.tasks, {task.id for task in suite.tasks})
    _check_known("app", selection.apps, {app for intent in suite.intents for app in intent.apps})
    wanted = {identifier for name in selection.intents for identifier in suite.splits.get(name, (name,))}
    chosen = [
        task
        for task in suite.tasks
        if (not selection.levels or task.level in selection.levels)
        and (not selection.domains or task.intent.domain in selection.domains)
        and (not selection.apps or set(selection.apps) & set(task.intent.apps))
        and (not selection.intents or task.intent.id in wanted)
        and (not selection.tasks or task.id in selection.tasks)
    ]
    if not chosen:
        filters = selection.model_dump(exclude_defaults=True, exclude={"limit"})
        raise UsageError(f"no task of {suite.name} passes all of these filters: {filters}; leave one out")
    if selection.limit is None or selection.limit >= len(chosen):
        return tuple(chosen)
    sampled = _sample(chosen, selection.limit, random.Random(f"limit/{seed}"))
    return tuple(task for task in chosen if task.id in sampled)


def _sample(tasks: Sequence[Task], size: int, rng: random.Random) -> frozenset[str]:
    """Ids of a sample stratified by level and domain; the largest remainders are rounded up."""
    strata: dict[tuple[str, str], list[str]] = {}
    for task in tasks:
        strata.setdefault((task.level, task.intent.domain), []).append(task.id)
    counts = {stratum: size * len(ids) // len(tasks) for stratum, ids in strata.items()}
    order = rng.sample(sorted(strata), len(strata))
    order.sort(key=lambda stratum: size * len(strata[stratum]) % len(tasks), reverse=True)
    for stratum in order[: size - sum(counts.values())]:
        counts[stratum] += 1
    return frozenset(name for stratum in sorted(strata) for name in rng.sample(strata[stratum], counts[stratum]))


def _check_known(kind: str, requested: tuple[str, ...], available: set[str]) -> None:
    for name in requested:
        if name not in available:
            names = sorted(available)
            more = f", … ({len(names)} in all, see `list`)" if len(names) > _MOST_LISTED else ""
            raise UsageError(f"the suite has no {kind} {name!r}; there is: {', '.join(names[:_MOST_LISTED])}{more}")
