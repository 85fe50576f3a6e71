"""What an agent loses without a capability: the episodes that it solved, before and after. Pure.

The mini-ablation of the AmbiBench paper (arXiv:2602.11750) plays the episodes of Incomplete tasks that an agent had
solved again without asking; here those of Ambiguous tasks too, each level apart.

    {"schema": 1, "run", "agent", "without",
     "groups": {"overall" | LEVEL: {"tasks", "intents", "episodes",
                                    "metrics": {METRIC: [before, after]}}}}

`before` and `after` are cells as in `runtime.metrics.comparing.run_comparison`. Before, all metrics of success are 1 by
selection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from runtime.core.events import Score
from runtime.core.tasks import Level
from runtime.metrics import counts
from runtime.metrics.comparing.run_comparison import COMPARED, Side, metric_rows
from runtime.metrics.intervals import Bootstrap

LEVELS: Final[tuple[Level, ...]] = ("incomplete", "ambiguous")
"""The levels whose instructions leave something open."""
_METRICS: Final = ("TSR", "RCR")


def solved(scores: Iterable[Score]) -> list[Score]:
    """Return the scores of the episodes with something to ask for that were solved."""
    return [score for score in scores if score.level in LEVELS and counts.valid(score) and counts.success(score)]


def ablation(before: Side, after: Side, without: str) -> dict[str, Any]:
    """Compare the episodes that were solved with the same ones played again."""
    chosen = {(score.task, score.repeat) for score in solved(before.scores)}
    first, second = (
        [score for score in side.scores if (score.task, score.repeat) in chosen] for side in (before, after)
    )
    bootstrap = Bootstrap()
    groups = {}
    divisions: list[tuple[str, Sequence[Level]]] = [("overall", LEVELS), *((level, (level,)) for level in LEVELS)]
    for group, levels in divisions:
        sides = [_side(before, first, levels), _side(after, second, levels)]
        if all(side.scores for side in sides):
            groups[group] = {
                "tasks": len({score.task for score in sides[1].scores}),
                "intents": len({score.intent for score in sides[1].scores}),
                "episodes": len(sides[1].scores),
                "metrics": metric_rows(sides, [COMPARED[name] for name in _METRICS], bootstrap),
            }
    return {"schema": 1, "run": before.run, "agent": before.agent, "without": without, "groups": groups}


def _side(side: Side, scores: Sequence[Score], levels: Sequence[Level]) -> Side:
    found = tuple(score for score in scores if score.level in levels)
    return Side(side.title, side.run, side.agent, side.suite, found, found)
