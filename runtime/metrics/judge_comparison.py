"""Compares the metrics of several judges of the same episodes, and the effect of their evidence. Pure.

    [{"judge", "recorded",
      "origin": {"versions", "models", "prompts", "asked", "repaired"},
      "agents": {NAME: {"metrics": {METRIC: {"value", "n",
                                             "against": null | {"difference", "low", "high", "p", "n"}}},
                        "unscored",
                        "evidence": {"RCR" | "TSR": null | {"any", "final", "difference", "low", "high", "p", "n"}}}}}]

One row per judge; the first is the baseline of the others. `against` is the difference to the baseline over the
tasks that count in both, with a paired 95 % interval (bootstrap over intents; None if only one intent is left).
`metrics` are the main metrics and RCR_final. `evidence` compares requirements met at *some* step (RCR, TSR) with those
met at the *end* (RCR_final; TSR_final, which also requires that nothing else was changed), over the same episodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from runtime.core.events import Score
from runtime.metrics.counts import judged
from runtime.metrics.intervals import Bootstrap
from runtime.metrics.paired import Comparison, compare, compare_metrics
from runtime.metrics.provenance import Origin
from runtime.metrics.reducers import METRICS, SECONDARY_METRICS, Mean

_PLACES: Final = 6
SHOWN: Final[dict[str, Mean]] = {
    name: SECONDARY_METRICS[name] if name in SECONDARY_METRICS else METRICS[name]
    for name in ("RCR", "RCR_final", *(name for name in METRICS if name != "RCR"))
}
"""Metrics by which judges are compared, in order."""
EVIDENCE: Final = (("RCR", "RCR_final"), ("TSR", "TSR_final"))
"""Metrics of requirements met at some step, each with its counterpart at the end."""


@dataclass(frozen=True, slots=True)
class JudgeColumn:
    """A judge with its scores and the origin of its verdicts; `recorded`: judged during the run, not now."""

    judge: str
    scores: Sequence[Score]
    origin: Origin = Origin()
    recorded: bool = False

    @property
    def title(self) -> str:
        """The heading of the column."""
        return f"{self.judge} (recorded)" if self.recorded else self.judge


def comparable_columns(columns: Sequence[JudgeColumn]) -> list[JudgeColumn]:
    """Remove judges that only evaluate the reasoning–execution gap or the steps that remain: they decide none of the
    compared subjects.
    """
    return [
        column
        for at, column in enumerate(columns)
        if not at
        or any(judged(score) for score in column.scores)
        or not any(score.gaps or score.remaining for score in column.scores)
    ]


def judge_comparison(columns: Sequence[JudgeColumn]) -> list[dict[str, Any]]:
    """Return the comparison as a document with one row per column; see the module's docstring."""
    bootstrap = Bootstrap()
    agents = sorted({score.agent for column in columns for score in column.scores})
    rows = []
    for at, column in enumerate(columns):
        found = {
            agent: _agent(_of(column, agent), _of(columns[0], agent) if at else None, bootstrap) for agent in agents
        }
        rows.append(
            {"judge": column.judge, "recorded": column.recorded, "origin": asdict(column.origin), "agents": found}
        )
    return rows


def _of(column: JudgeColumn, agent: str) -> list[Score]:
    return [score for score in column.scores if score.agent == agent]


def _agent(scores: Sequence[Score], first: Sequence[Score] | None, bootstrap: Bootstrap) -> dict[str, Any]:
    metrics = {}
    for name, metric in SHOWN.items():
        found = metric.result(metric.run(scores))
        against = None if first is None else compare(metric, scores, first, bootstrap)
        metrics[name] = {"value": _rounded(found.value), "n": found.n, "against": _comparison(against)}
    evidence: dict[str, Any] = {}
    for name, final in EVIDENCE:
        both = compare_metrics(SHOWN[final], SHOWN[name], scores, bootstrap)
        figures = None if both is None else {"any": _rounded(both.right), "final": _rounded(both.left)}
        evidence[name] = figures and {**figures, **(_comparison(both) or {})}
    return {"metrics": metrics, "unscored": sum(map(_unscored, scores)), "evidence": evidence}


def _unscored(score: Score) -> int:
    """Count the subjects that the judge left unscored."""
    return (
        sum(either is None for either, _ in score.met.values())
        + sum(hit is None for hit in score.hits.values())
        + sum(score.labels.get(turn) is None for turn in range(1, score.turns + 1))
        + (score.termination is None)
    )


def _comparison(found: Comparison | None) -> dict[str, Any] | None:
    if found is None:
        return None
    low, high = found.interval or (None, None)
    values = {"difference": found.difference, "low": low, "high": high, "p": found.p}
    return {**{name: _rounded(value) for name, value in values.items()}, "n": found.n}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)
