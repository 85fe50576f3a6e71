"""The data of figure 4: what the played tasks consist of, by domain, difficulty and clarity level. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adapters.figures.scored_runs import ScoredRun
from runtime.core.events import Score
from runtime.core.tasks import DIFFICULTIES, DOMAINS, LEVELS


@dataclass(frozen=True, slots=True)
class Composition:
    """The number of tasks of each difficulty, by domain and by level; and the totals, as text."""

    domains: Mapping[str, Mapping[str, int]]
    levels: Mapping[str, Mapping[str, int]]
    totals: str


def composition(runs: Sequence[ScoredRun]) -> Composition:
    """Count the tasks that were played, each once, however many agents played it."""
    tasks: dict[tuple[str, str], Score] = {}
    for run in runs:
        for score in run.scores:
            tasks.setdefault((run.suite, score.task), score)
    intents = {(suite, score.intent): score for (suite, _), score in tasks.items()}
    interactive = sum(score.gap > 0 for score in tasks.values())
    apps = {(suite, app) for (suite, _), score in tasks.items() for app in score.apps}
    totals = (
        f"{len(tasks):,} tasks of {len(intents):,} intents in {len(apps):,} apps; {interactive:,} tasks do not state "
        f"everything. The intents have {sum(score.requirements for score in intents.values()):,} requirements. Suite: "
        f"{', '.join(dict.fromkeys(run.suite for run in runs))}."
    )
    domains: Counter[tuple[str, str]] = Counter((score.domain, score.difficulty) for score in tasks.values())
    levels: Counter[tuple[str, str]] = Counter((score.level, score.difficulty) for score in tasks.values())
    return Composition(_table(DOMAINS, domains), _table(LEVELS, levels), totals)


def _table(groups: Sequence[str], found: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    rows: dict[str, dict[str, int]] = {}
    for group in groups:
        rows[group] = {difficulty: found.get((group, difficulty), 0) for difficulty in DIFFICULTIES}
    return {group: row for group, row in rows.items() if any(row.values())}
