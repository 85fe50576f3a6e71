"""Several judges of the same episodes beside each other, and for each what its kind of evidence is worth. Pure.

    [{"judge", "recorded",
      "origin": {"versions", "models", "prompts", "asked", "repaired"},
      "agents": {NAME: {"metrics": {METRIC: {"value", "n",
                                             "against": null | {"difference", "low", "high", "p", "n"}}},
                        "unscored",
                        "evidence": {"RCR" | "TSR": null | {"any", "final", "difference", "low", "high", "p", "n"}}}}}]

A row for each judge, the first being what the others are held against: `against` is its difference to that one over the
tasks that count in both, with a paired 95 % interval (bootstrap over intents; None where one intent only is left).
`metrics` are those of the headline and RCR_final. `evidence` holds what was met at *some* step (RCR, TSR) against what
still held at the *end* (RCR_final; TSR_final, which also wants that nothing else was changed), over the same episodes.
Which of the two a metric counts belongs to its name, so that one name never means two numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from runtime.core.events import Score
from runtime.metrics.counts import judged
from runtime.metrics.intervals import Bootstrap
from runtime.metrics.origin import Origin
from runtime.metrics.paired import Comparison, compare, contrast
from runtime.metrics.reducers import BESIDE, METRICS, Mean

_PLACES: Final = 6
SHOWN: Final[dict[str, Mean]] = {
    name: BESIDE[name] if name in BESIDE else METRICS[name]
    for name in ("RCR", "RCR_final", *(name for name in METRICS if name != "RCR"))
}
"""The metrics by which judges are compared, in order."""
EVIDENCE: Final = (("RCR", "RCR_final"), ("TSR", "TSR_final"))
"""Metrics by what was met at some step, each with the one by what held at the end."""


@dataclass(frozen=True, slots=True)
class Column:
    """A judge: its scores, and where its verdicts were had; `recorded`: by the run, not now."""

    judge: str
    scores: Sequence[Score]
    origin: Origin = Origin()
    recorded: bool = False

    @property
    def title(self) -> str:
        """What it is headed by."""
        return f"{self.judge} (recorded)" if self.recorded else self.judge


def with_marks(columns: Sequence[Column]) -> list[Column]:
    """The columns without judges that only hold thoughts against deeds: they decide nothing that others decide."""
    return [
        column
        for at, column in enumerate(columns)
        if not at or any(judged(score) for score in column.scores) or not any(score.gaps for score in column.scores)
    ]


def beside(columns: Sequence[Column]) -> list[dict[str, Any]]:
    """The judges as a document, a row for each column; see the module's head."""
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


def _of(column: Column, agent: str) -> list[Score]:
    return [score for score in column.scores if score.agent == agent]


def _agent(scores: Sequence[Score], first: Sequence[Score] | None, bootstrap: Bootstrap) -> dict[str, Any]:
    metrics = {}
    for name, metric in SHOWN.items():
        found = metric.result(metric.run(scores))
        against = None if first is None else compare(metric, scores, first, bootstrap)
        metrics[name] = {"value": _rounded(found.value), "n": found.n, "against": _told(against)}
    evidence: dict[str, Any] = {}
    for name, final in EVIDENCE:
        both = contrast(SHOWN[final], SHOWN[name], scores, bootstrap)
        figures = None if both is None else {"any": _rounded(both.right), "final": _rounded(both.left)}
        evidence[name] = figures and {**figures, **(_told(both) or {})}
    return {"metrics": metrics, "unscored": sum(map(_unscored, scores)), "evidence": evidence}


def _unscored(score: Score) -> int:
    """Subjects that the judge left open."""
    return (
        sum(either is None for either, _ in score.met.values())
        + sum(hit is None for hit in score.hits.values())
        + sum(score.labels.get(turn) is None for turn in range(1, score.turns + 1))
        + (score.termination is None)
    )


def _told(found: Comparison | None) -> dict[str, Any] | None:
    if found is None:
        return None
    low, high = found.interval or (None, None)
    values = {"difference": found.difference, "low": low, "high": high, "p": found.p}
    return {**{name: _rounded(value) for name, value in values.items()}, "n": found.n}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _PLACES)
