"""Compares agents and runs on the tasks that all of them played, as one document. Pure.

    {"schema": 1,
     "sides": [{"title", "run", "agent", "suite", "judge", "tasks", "episodes", "left_out"}],
     "common": {"tasks", "intents", "unlike"},
     "metrics": {METRIC: [{"value", "n", "low", "high",
                           "against": null | {"difference", "low", "high", "p", "test", "n"}}]},
     "flips": {"metric", "against": [{"title", "gained": [FLIP], "lost": [FLIP]}]},
     "repeats": [null | {"metric", "pass": {K: {"value", "low", "high", "n"}}, "flip_rate": {…}}],
     "power": [{"title", "metric", "difference", "intents", "detectable", "needed"}]}
    FLIP: {"task", "level", "passed": [EPISODE], "failed": [EPISODE], "cause"}

The first side is the baseline of the others; a difference is the side minus the baseline, with its paired 95 % interval
and p value (`runtime.metrics.paired`). Lists have an entry for each side; those under `against` and `power` for each
but the first. A task is common if all sides played it and it is the same task everywhere; `unlike` counts tasks that
have the same name and differ. A side passes a task if it solved more than half of its repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.metrics.comparing.power import power_hint
from runtime.metrics.comparing.repeats import Share, reliability
from runtime.metrics.intervals import Bootstrap
from runtime.metrics.paired import Comparison, compare, difference_clusters
from runtime.metrics.reducers import METRICS, SECONDARY_METRICS, Mean, estimate, task_means
from runtime.metrics.report import metric_interval

SCHEMA: Final = 1
COMPARED: Final[Mapping[str, Mean]] = {**METRICS, **SECONDARY_METRICS}
"""The metrics of the document by name, in order."""
PASSING: Final = ("TSR_final", "TSR")
"""The metrics by which a task is passed or failed."""
_PLACES: Final = 6


@dataclass(frozen=True, slots=True)
class Side:
    """An agent of a run that is compared: texts that identify it, and its scores.

    `scores` are those of the run's main judge, `ends` those by which TSR_final is counted (`report.end_scores`).
    """

    title: str
    run: str
    agent: str
    suite: str
    """Name and version."""
    scores: tuple[Score, ...]
    ends: tuple[Score, ...]

    def counted_by(self, metric: Mean) -> tuple[Score, ...]:
        """The scores that a metric counts."""
        return self.ends if metric.name == "TSR_final" else self.scores

    def only(self, tasks: frozenset[str]) -> Side:
        """The same side with some of its tasks."""
        scores, ends = (tuple(score for score in scores if score.task in tasks) for scores in (self.scores, self.ends))
        return Side(self.title, self.run, self.agent, self.suite, scores, ends)


Reason = Callable[[Side, Score], str]
"""Returns one sentence that says why an episode of a side was not solved."""


def compare_sides(
    sides: Sequence[Side], passing: str = PASSING[0], reason: Reason = lambda side, score: ""
) -> dict[str, Any]:
    """Compare the sides, the first being the baseline; `passing` is the metric by which a task is passed or failed.

    `reason` gives flips their cause.

    Raises:
        UsageError: no task is common to all sides.
    """
    common, unlike = common_tasks(sides)
    compared = [side.only(common) for side in sides]
    bootstrap = Bootstrap()
    metric = COMPARED[passing]
    return {
        "schema": SCHEMA,
        "sides": [_side(side, common) for side in sides],
        "common": {
            "tasks": len(common),
            "intents": len({score.intent for score in compared[0].scores}),
            "unlike": unlike,
        },
        "metrics": metric_rows(compared, COMPARED.values(), bootstrap),
        "flips": {
            "metric": passing,
            "against": [{"title": side.title, **_flips(metric, compared[0], side, reason)} for side in compared[1:]],
        },
        "repeats": [_repeats(metric, side, bootstrap) for side in compared],
        "power": [_power(metric, compared[0], side) for side in compared[1:]],
    }


def common_tasks(sides: Sequence[Side]) -> tuple[frozenset[str], int]:
    """Return the ids of the tasks that all sides played and that are alike, and how many others only share their name.

    Raises:
        UsageError: there is no common task.
    """
    traits = [{score.task: _traits(score) for score in side.scores} for side in sides]
    shared = frozenset.intersection(*(frozenset(side) for side in traits))
    common = frozenset(task for task in shared if len({side[task] for side in traits}) == 1)
    if not common:
        played = "; ".join(
            f"{side.title} played {len(found)} of {side.suite}" for side, found in zip(sides, traits, strict=True)
        )
        raise UsageError(f"nothing can be compared, since no task is common to all sides: {played}")
    return common, len(shared - common)


def metric_rows(
    sides: Sequence[Side], metrics: Iterable[Mean], bootstrap: Bootstrap
) -> dict[str, list[dict[str, Any]]]:
    """Return for each metric a cell for each side: its value and, beyond the first, the difference to the first."""
    return {
        metric.name: [_cell(metric, side, sides[0] if at else None, bootstrap) for at, side in enumerate(sides)]
        for metric in metrics
    }


def _traits(score: Score) -> tuple[Any, ...]:
    """What must be equal for two tasks of the same name to be the same."""
    return score.intent, score.level, score.gap, score.key_steps, score.requirements, frozenset(score.met)


def _side(side: Side, common: frozenset[str]) -> dict[str, Any]:
    tasks = {score.task for score in side.scores}
    return {
        "title": side.title,
        "run": side.run,
        "agent": side.agent,
        "suite": side.suite,
        "judge": side.scores[0].judge,
        "tasks": len(tasks),
        "episodes": len(side.scores),
        "left_out": len(tasks - common),
    }


def _cell(metric: Mean, side: Side, baseline: Side | None, bootstrap: Bootstrap) -> dict[str, Any]:
    state = metric.run(side.counted_by(metric))
    means = task_means(state)
    found = estimate(means, {})
    low, high = metric_interval(metric, means, bootstrap) or (None, None)
    against = None
    if baseline is not None:
        against = compare(metric, side.counted_by(metric), baseline.counted_by(metric), bootstrap)
    return {
        "value": _rounded(found.value),
        "n": found.n,
        "low": _rounded(low),
        "high": _rounded(high),
        "against": None if against is None else _difference(against),
    }


def _difference(found: Comparison) -> dict[str, Any]:
    low, high = found.interval or (None, None)
    values = {"difference": found.difference, "low": low, "high": high, "p": found.p}
    return {**{name: _rounded(value) for name, value in values.items()}, "test": found.test, "n": found.n}


def _flips(metric: Mean, baseline: Side, side: Side, reason: Reason) -> dict[str, list[dict[str, Any]]]:
    before, after = (_by_task(metric, found) for found in (baseline, side))
    flips: dict[str, list[dict[str, Any]]] = {"gained": [], "lost": []}
    for task in sorted(before.keys() & after.keys()):
        passed_before, passed_after = before[task].passed, after[task].passed
        if passed_before != passed_after:
            passed, failed = (after[task], before[task]) if passed_after else (before[task], after[task])
            loser = baseline if passed_after else side
            flips["gained" if passed_after else "lost"].append(
                {
                    "task": task,
                    "level": passed.solved[0].level,
                    "passed": [score.episode for score in passed.solved],
                    "failed": [score.episode for score in failed.unsolved],
                    "cause": reason(loser, failed.unsolved[0]),
                }
            )
    return flips


@dataclass(frozen=True, slots=True)
class _Repeats:
    """The repeats of a task, divided by whether they solved it."""

    solved: tuple[Score, ...]
    unsolved: tuple[Score, ...]

    @property
    def passed(self) -> bool:
        return len(self.solved) > len(self.unsolved)


def _by_task(metric: Mean, side: Side) -> dict[str, _Repeats]:
    found: dict[str, tuple[list[Score], list[Score]]] = {}
    for score in sorted(side.counted_by(metric), key=lambda score: score.repeat):
        entry = metric.entry(score)
        if entry.value is not None:
            found.setdefault(score.task, ([], []))[entry.value < entry.per].append(score)
    return {task: _Repeats(tuple(solved), tuple(unsolved)) for task, (solved, unsolved) in found.items()}


def _repeats(metric: Mean, side: Side, bootstrap: Bootstrap) -> dict[str, Any] | None:
    found = reliability(metric, side.counted_by(metric), bootstrap)
    if found is None:
        return None
    return {
        "metric": metric.name,
        "pass": {str(k): _share(share) for k, share in found.passing.items()},
        "flip_rate": _share(found.flip_rate),
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval or (None, None)
    return {"value": _rounded(share.value), "n": share.n, "low": _rounded(low), "high": _rounded(high)}


def _power(metric: Mean, baseline: Side, side: Side) -> dict[str, Any]:
    differences = difference_clusters(metric, side.counted_by(metric), baseline.counted_by(metric))
    hint = power_hint(differences)
    tasks = sum(item.tasks for item in differences.values())
    difference = float(sum(item.total for item in differences.values()) / tasks) if tasks else None
    return {
        "title": side.title,
        "metric": metric.name,
        "difference": _rounded(difference),
        "intents": hint.intents,
        "detectable": _rounded(hint.detectable),
        "needed": hint.needed,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)
