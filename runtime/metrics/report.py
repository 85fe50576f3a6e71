"""Builds the metrics document of a run: all metrics of all agents, overall and by group, with intervals.

It is a pure function of the scores, without durations, paths or concurrency, so equal runs give equal bytes.

    {"schema": 1,
     "agents": {NAME: {"instrument": bool,
                       "episodes": {…counts…},
                       "by_state": number of episodes whose TSR_final and side effects are by app state,
                       "overall": {METRIC: {"value", "n", "low", "high", "clean", "clean_n"}},
                       "by_level" | "by_domain" | "by_difficulty" | "by_app": {GROUP: {METRIC: …}},
                       "beside": {"overall": {METRIC: …}, "by_level": {GROUP: {METRIC: …}}}}},
     "gap": {…}, "panel": {…}, "user": {…}}

`low` and `high` are the 95 % interval of `value`. TSR_final and side effects are those of a judge that reads app state,
where there is one, otherwise those of the main judge. `beside` holds the variants that are printed next to the main
metrics (RCR_final, DCR_all). `panel` is present if at least two judges do not see the truth, `user` if something was
asked (`runtime.metrics.disagreements`), and `gap` if a judge evaluated the reasoning–execution gap
(`runtime.metrics.gaps`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Final

from runtime.core.events import Score
from runtime.core.tasks import DIFFICULTIES, DOMAINS, LEVELS
from runtime.metrics import counts
from runtime.metrics.disagreements import KINDS, judge_disagreements, user_agreement
from runtime.metrics.gaps import gap_section
from runtime.metrics.intervals import DRAWS, SEED, Bootstrap, Cluster, wilson_interval
from runtime.metrics.reducers import (
    METRICS,
    SECONDARY_METRICS,
    Mean,
    Means,
    TaskMean,
    estimate,
    sum_of_means,
    task_means,
)

SCHEMA: Final = 1
_PLACES: Final = 6
_ORDER: Final = {
    name: rank
    for rank, name in enumerate(
        (
            *(
                "schema",
                "agents",
                "gap",
                "panel",
                "user",
                "instrument",
                "episodes",
                "by_state",
                "overall",
                "by_level",
                "by_domain",
                "by_difficulty",
                "by_app",
            ),
            *("beside", *METRICS, *SECONDARY_METRICS, "value", "n", "low", "high", "clean", "clean_n"),
            *(*LEVELS, *DOMAINS, *DIFFICULTIES),
            *KINDS,
        )
    )
}
_Means = tuple[Mean, Means, Means]
"""A metric with its task means, all and clean."""


def metrics_document(
    scores: Iterable[Score],
    judges: Mapping[str, Iterable[Score]] | None = None,
    *,
    beside: Iterable[Score] = (),
    by_state: Iterable[Score] = (),
    draws: int = DRAWS,
    seed: int = SEED,
) -> dict[str, Any]:
    """Build the document for all scheduled episodes of one judge; an episode scored twice counts once, as scored last.

    `judges`: the scores of all judges to compare with each other; `beside`: scores whose gap marks are counted;
    `by_state`: scores of judges that read app state. With `draws=0` there are no bootstrap intervals, and a live table
    costs milliseconds.

    Raises:
        ValueError: scores of several judges, which would count every episode twice.
    """
    agents: dict[str, dict[str, Score]] = {}
    made_by: set[str] = set()
    for score in scores:
        made_by.add(score.judge)
        known = agents.setdefault(score.agent, {})
        if score.episode not in known or score.attempt >= known[score.episode].attempt:
            known[score.episode] = score
    if len(made_by) > 1:
        raise ValueError(f"metrics are made from one judge's scores, not from those of {', '.join(sorted(made_by))}")
    bootstrap = Bootstrap(draws, seed)
    exact = exact_ends(by_state)
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "agents": {name: _agent(list(agents[name].values()), exact, bootstrap) for name in sorted(agents)},
    }
    if found := gap_section(beside):
        document["gap"] = found
    if judges is not None and len(judges) > 1:
        document["panel"] = judge_disagreements(judges)
    counted = [score for each in agents.values() for score in each.values()]
    if any(score.turns for score in counted):
        document["user"] = user_agreement(counted)
    return document


def encode_document(document: Mapping[str, Any]) -> bytes:
    """Encode the document as canonical JSON: equal documents give equal bytes."""
    return (json.dumps(_ordered(document), ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode()


def exact_ends(by_state: Iterable[Score]) -> dict[str, Score]:
    """Return the scores of a judge that reads app state, by episode, where they decide how the episode ended."""
    return {score.episode: score for score in by_state if counts.valid(score) and counts.finals_scored(score)}


def end_scores(scores: Iterable[Score], exact: Mapping[str, Score]) -> list[Score]:
    """Return the scores that TSR_final counts: those by app state where there are any, else the given ones."""
    return [exact.get(score.episode, score) if counts.valid(score) else score for score in scores]


def _agent(scores: Sequence[Score], exact: Mapping[str, Score], bootstrap: Bootstrap) -> dict[str, Any]:
    ends = end_scores(scores, exact)
    headline = [_means(metric, ends if metric.name == "TSR_final" else scores) for metric in METRICS.values()]
    beside = [_means(metric, scores) for metric in SECONDARY_METRICS.values()]
    apps = sorted({app for score in scores for app in score.apps})
    by_level = _groups(scores, LEVELS, lambda score: (score.level,))

    def tables(means: Sequence[_Means], groups: Mapping[str, set[str]]) -> dict[str, Any]:
        return {name: _table(means, tasks, bootstrap) for name, tasks in groups.items()}

    everything = {score.task for score in scores}
    episodes = _episodes(scores) | {
        "side_effects": sum(counts.standing_side_effects(end) > 0 for end in ends if counts.valid(end))
    }
    if bypassed := sum(counts.standing_bypasses(end) > 0 for end in ends if counts.valid(end)):
        episodes["bypasses"] = bypassed
    return {
        "instrument": any(score.instrument for score in scores),
        "episodes": episodes,
        "by_state": sum(counts.valid(score) and score.episode in exact for score in scores),
        "overall": _table(headline, everything, bootstrap),
        "by_level": tables(headline, by_level),
        "by_domain": tables(headline, _groups(scores, DOMAINS, lambda score: (score.domain,))),
        "by_difficulty": tables(headline, _groups(scores, DIFFICULTIES, lambda score: (score.difficulty,))),
        "by_app": tables(headline, _groups(scores, apps, lambda score: score.apps)),
        "beside": {"overall": _table(beside, everything, bootstrap), "by_level": tables(beside, by_level)},
    }


def _means(metric: Mean, scores: Iterable[Score]) -> _Means:
    state = metric.run(scores)
    return metric, task_means(state), task_means(state, clean=True)


def _groups(
    scores: Sequence[Score], names: Iterable[str], key: Callable[[Score], Iterable[str]]
) -> dict[str, set[str]]:
    """Return task ids by group, without empty groups; all grouping keys belong to the task."""
    groups: dict[str, set[str]] = {name: set() for name in names}
    for score in scores:
        for name in key(score):
            groups[name].add(score.task)
    return {name: tasks for name, tasks in groups.items() if tasks}


def _table(means: Sequence[_Means], tasks: Container[str], bootstrap: Bootstrap) -> dict[str, Any]:
    table = {}
    for metric, item, clean in means:
        value = {task: mean for task, mean in item.items() if task in tasks}
        found = estimate(value, {task: mean for task, mean in clean.items() if task in tasks})
        low, high = metric_interval(metric, value, bootstrap) or (None, None)
        table[metric.name] = {
            "value": _rounded(found.value),
            "n": found.n,
            "low": _rounded(low),
            "high": _rounded(high),
            "clean": _rounded(found.clean),
            "clean_n": found.clean_n,
        }
    return table


def metric_interval(metric: Mean, means: Means, bootstrap: Bootstrap) -> tuple[float, float] | None:
    """Return the 95 % interval of a metric over tasks: Wilson's for yes-or-no metrics with one episode for each intent,
    else by bootstrap over intents. None without tasks.
    """
    if not means:
        return None
    by_intent: dict[str, list[TaskMean]] = {}
    for mean in means.values():
        by_intent.setdefault(mean.intent, []).append(mean)
    if metric.binary and len(by_intent) == len(means) and all(mean.episodes == 1 for mean in means.values()):
        return wilson_interval(sum(mean.part for mean in means.values()), len(means))
    return bootstrap.interval({intent: Cluster(sum_of_means(tasks), len(tasks)) for intent, tasks in by_intent.items()})


def _episodes(scores: Sequence[Score]) -> dict[str, Any]:
    valid = [score for score in scores if counts.valid(score)]
    terminations = Counter(score.termination for score in valid)
    return {
        "scheduled": len(scores),
        "scored": sum(counts.requirements_scored(score) for score in valid),
        "unscored": sum(not counts.requirements_scored(score) for score in valid),
        "unfinished": sum(score.ending is None and not counts.lost(score) for score in scores),
        "lost": _counted(score.cause or "void" for score in scores if counts.lost(score)),
        "agent_faults": sum(score.cause == "agent" for score in valid),
        "endings": _counted(score.ending for score in scores if score.ending is not None),
        "success": sum(counts.success(score) for score in valid),
        "partial": sum(counts.partial(score) for score in valid),
        "failure": sum(counts.failure(score) for score in valid if counts.requirements_scored(score)),
        "success_lapsed": sum(counts.success(score) and counts.lapsed(score) > 0 for score in valid),
        "early": terminations["early"],
        "delayed_goal": terminations["delayed_goal"],
        "delayed_cap": terminations["delayed_cap"],
        "steps": sum(score.steps for score in valid),
        "redundant_steps": sum(counts.redundant_steps(score) for score in valid),
        "turns": sum(score.turns for score in valid),
        "violations": sum(counts.violations(score) for score in valid),
        "not_understood": sum(counts.not_understood(score) for score in valid),
        "asks": sum(counts.asks(score) for score in valid),
        "words": sum(score.words for score in valid),
        "talked": sum(score.turns > 0 for score in valid),
    }


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)


def _ordered(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value, key=lambda key: (_ORDER.get(key, len(_ORDER)), key))}
    return value
