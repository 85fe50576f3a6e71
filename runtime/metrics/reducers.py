"""The metrics as reducers over scores, with their exact denominators.

Each metric has two averages. `value` counts all scheduled episodes: one that was lost to infrastructure or left
unscored is 0. `clean` leaves those out. Where 0 would be a good result (ARR, ETR, DCR), only `clean` exists and `value`
repeats it. Repeats of a task are averaged first, so each task has weight 1; `n` counts tasks.

    RCR        requirements met at some step / all                          over all
    TSR        1 if all are met at some step                                over all
    TSR_final  1 if all are met at the end and no side effect is left       over all
    SHR        key steps hit / all                                          over all that have key steps
    ARR        redundant steps / steps                                      clean only; >= 1 step
    ETR_E      1 if stopped before everything asked for was done           clean only
    ETR_D      1 if it went on after the goal, or reached the step limit   clean only
    ETR        ETR_E + ETR_D                                                clean only
    DCR        1 - violating turns / understood turns                       clean only; >= 1 such turn, agent can ask
    IGR        missing information filled by compliant asks / all of it     over all with a gap, agent can ask
    RCR_final  requirements met at the end / all                            over all; beside RCR
    DCR_all    like DCR, an episode without a turn being 1                  clean only; beside DCR
    ETR_D_paper  like ETR_D, a look at the result included                  clean only; beside ETR_D
    DCR_paper  like DCR, but one compliant ask excuses the whole turn       clean only; beside DCR
    IGR_paper  like IGR, wherever the candidates of an ask came from        over all with a gap; beside IGR

All arithmetic is exact until `result`, so the order of scores and merges never changes a digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Final, NamedTuple

from runtime.core.events import Score
from runtime.metrics import counts


class Entry(NamedTuple):
    """The contribution of one episode: numerators over one denominator; None if it is not part of that average."""

    attempt: int
    task: str
    intent: str
    value: int | None
    clean: int | None
    per: int


State = dict[str, Entry]
"""Entries by episode, so that an episode scored again replaces itself: the higher attempt wins, else the later one."""


class TaskMean(NamedTuple):
    """The mean of one task's repeats: `part` / `denominator`; `episodes` is their number."""

    intent: str
    part: int
    denominator: int
    episodes: int


Means = dict[str, TaskMean]
"""Task means by task id; a task without any counted episode is absent."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A metric over a group; None if there was nothing to average. `n` and `clean_n` count tasks."""

    value: float | None
    n: int
    clean: float | None
    clean_n: int


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a per-episode ratio, task by task: a `Reducer` over scores.

    `applies` selects the episodes that the metric covers, `scored` the validly ended ones that have been decided.
    `step` modifies the state that it is given and returns it; `merge` leaves both unchanged.
    """

    name: str
    ratio: Callable[[Score], tuple[int, int]]
    applies: Callable[[Score], bool]
    scored: Callable[[Score], bool]
    lost_is_zero: bool = True
    binary: bool = False

    def initial(self) -> State:
        return {}

    def step(self, state: State, score: Score) -> State:
        _put(state, score.episode, self.entry(score))
        return state

    def merge(self, left: State, right: State) -> State:
        merged = dict(left)
        for episode, entry in right.items():
            _put(merged, episode, entry)
        return merged

    def result(self, state: State) -> Estimate:
        return estimate(task_means(state), task_means(state, clean=True))

    def run(self, scores: Iterable[Score]) -> State:
        """Fold all scores into a state."""
        return reduce(self.step, scores, self.initial())

    def entry(self, score: Score) -> Entry:
        """Return the contribution of this episode to the metric."""
        if not self.applies(score):
            return Entry(score.attempt, score.task, score.intent, None, None, 1)
        part, denominator = self.ratio(score)
        clean = part if counts.valid(score) and self.scored(score) else None
        value = clean
        if self.lost_is_zero and clean is None:
            # An undecided requirement counts as not met; a lost episode has met nothing.
            value = part if counts.valid(score) else 0
        return Entry(score.attempt, score.task, score.intent, value, clean, denominator)


def task_means(state: State, clean: bool = False) -> Means:
    """Return the mean of each task's repeats, in integers."""
    means: Means = {}
    for entry in state.values():
        part = entry.clean if clean else entry.value
        if part is None:
            continue
        known = means.get(entry.task)
        if known is None:
            means[entry.task] = TaskMean(entry.intent, part, entry.per, 1)
            continue
        # `part` / `denominator` holds the sum until all repeats are in.
        denominator = lcm(known.denominator, entry.per)
        total = known.part * (denominator // known.denominator) + part * (denominator // entry.per)
        means[entry.task] = TaskMean(entry.intent, total, denominator, known.episodes + 1)
    return {
        task: mean if mean.episodes == 1 else mean._replace(denominator=mean.denominator * mean.episodes)
        for task, mean in means.items()
    }


def estimate(value: Means, clean: Means) -> Estimate:
    """Average over tasks; rounded only here."""
    return Estimate(_average(value), len(value), _average(clean), len(clean))


def _put(state: State, episode: str, entry: Entry) -> None:
    known = state.get(episode)
    if known is None or entry.attempt >= known.attempt:
        state[episode] = entry


def _average(means: Means) -> float | None:
    return float(sum_of_means(means.values()) / len(means)) if means else None


def sum_of_means(means: Iterable[TaskMean]) -> Fraction:
    """Return the exact sum of task means."""
    parts: dict[int, int] = {}
    for mean in means:
        parts[mean.denominator] = parts.get(mean.denominator, 0) + mean.part
    return sum((Fraction(part, number) for number, part in parts.items()), Fraction(0))


def _always(_: Score) -> bool:
    return True


def _stepped(score: Score) -> bool:
    return score.steps > 0


def _terminated(score: Score) -> bool:
    return score.termination is not None


def _asks(score: Score) -> bool:
    return score.can_ask


def _talked(score: Score) -> bool:
    return score.can_ask and counts.understood_turns(score) > 0


def _gap(score: Score) -> bool:
    return score.can_ask and score.gap > 0


def _compliance(violations: Callable[[Score], int]) -> Callable[[Score], tuple[int, int]]:
    def share(score: Score) -> tuple[int, int]:
        turns = max(counts.understood_turns(score), 1)
        return max(turns - violations(score), 0), turns

    return share


def _flag(test: Callable[[Score], bool]) -> Callable[[Score], tuple[int, int]]:
    return lambda score: (int(test(score)), 1)


def _has_requirements(score: Score) -> bool:
    return score.requirements > 0


def _has_key_steps(score: Score) -> bool:
    return score.key_steps > 0


METRICS: Final[dict[str, Mean]] = {
    metric.name: metric
    for metric in (
        Mean("RCR", lambda s: (counts.met(s), s.requirements), _has_requirements, counts.requirements_scored),
        Mean("TSR", _flag(counts.success), _has_requirements, counts.requirements_scored, binary=True),
        Mean("TSR_final", _flag(counts.success_final), _has_requirements, counts.finals_scored, binary=True),
        Mean("SHR", lambda s: (counts.key_steps_hit(s), s.key_steps), _has_key_steps, counts.key_steps_scored),
        Mean(
            "ARR",
            lambda s: (counts.redundant_steps(s), max(s.steps, 1)),
            _stepped,
            counts.usefulness_scored,
            lost_is_zero=False,
        ),
        Mean("ETR_E", _flag(counts.early), _always, _terminated, lost_is_zero=False, binary=True),
        Mean("ETR_D", _flag(counts.delayed), _always, _terminated, lost_is_zero=False, binary=True),
        Mean(
            "ETR",
            _flag(lambda s: counts.early(s) or counts.delayed(s)),
            _always,
            _terminated,
            lost_is_zero=False,
            binary=True,
        ),
        Mean("DCR", _compliance(counts.violations), _talked, counts.turns_scored, lost_is_zero=False),
        Mean("IGR", lambda s: (counts.filled(s), s.gap), _gap, counts.turns_scored),
    )
}
"""The metrics by name, in the order of the paper's tables."""

METRIC_WORDS: Final[dict[str, str]] = {
    "RCR": "requirements met",
    "TSR": "all requirements met",
    "TSR_final": "all met at the end, nothing else changed",
    "SHR": "key steps taken",
    "ARR": "redundant steps",
    "ETR_E": "stopped too early",
    "ETR_D": "went on too long",
    "ETR": "ended wrongly",
    "DCR": "proper questions",
    "IGR": "gap filled by asking",
}
"""What each metric counts, in a few words."""

SECONDARY_METRICS: Final[dict[str, Mean]] = {
    metric.name: metric
    for metric in (
        Mean("RCR_final", lambda s: (counts.met_final(s), s.requirements), _has_requirements, counts.finals_scored),
        Mean("DCR_all", _compliance(counts.violations), _asks, counts.turns_scored, lost_is_zero=False),
        Mean(
            "DCR_paper",
            _compliance(counts.violations_as_published),
            _talked,
            counts.turns_scored,
            lost_is_zero=False,
        ),
        Mean("ETR_D_paper", _flag(counts.delayed_as_published), _always, _terminated, lost_is_zero=False, binary=True),
        Mean("IGR_paper", lambda s: (counts.filled_as_published(s), s.gap), _gap, counts.turns_scored),
    )
}
"""Variants that are printed next to the main metrics."""
