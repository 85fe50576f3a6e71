"""The sides of a comparison: agents of recorded runs with their scores, and why their episodes failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.core.text import listed
from runtime.metrics.comparing.run_comparison import PASSING, Reason, Side
from runtime.metrics.report import end_scores, exact_ends
from runtime.recordings.outcomes import failure
from runtime.recordings.run import RecordedRun

_NOT_SETTINGS: Final = frozenset({"suite", "agents", "programs", "selection", "repeat", "judges", "vote", "until"})
"""Fields of a configuration that say who played what, which a comparison shows anyway."""


def sides_of(runs: Sequence[RecordedRun], agents: Sequence[str] = ()) -> list[Side]:
    """Return a side for each agent of each run, in the order of the runs; `agents` chooses some, in their order.

    Raises:
        UsageError: a run has no finished episode, or no run has an agent of such a name.
    """
    played = [list(dict.fromkeys(score.agent for score in run.scores())) for run in runs]
    for run, names in zip(runs, played, strict=True):
        if not names:
            raise UsageError(f"{run.path} has no finished episode: there is nothing to compare")
    known = {name for names in played for name in names}
    for name in agents:
        if name not in known:
            raise UsageError(f"no agent of these runs is called {name!r}; there is: {listed(sorted(known))}")
    chosen = []
    for run, names in zip(runs, played, strict=True):
        order = agents or [*(name for name in run.manifest.config.agents if name in names), *names]
        chosen += [(run, name) for name in dict.fromkeys(order) if name in names]
    return [_side(run, name, title) for (run, name), title in zip(chosen, _titles(chosen), strict=True)]


def reasons(runs: Sequence[RecordedRun], passing: str = PASSING[0]) -> Reason:
    """Return what says why an episode failed by the metric `passing`; it reads verdicts."""
    by_path = {str(run.path): run for run in runs}

    def reason(side: Side, score: Score) -> str:
        run = by_path[side.run]
        found = failure(run, run.episodes[score.episode], "" if passing == "TSR_final" else run.judges[0])
        return found.sentence if found is not None else "not all requirements were met"

    return reason


def differing_settings(runs: Sequence[RecordedRun]) -> list[str]:
    """Return the names of the settings in which the runs differ, beside who played what."""
    settings = [run.manifest.config.model_dump(exclude=set(_NOT_SETTINGS)) for run in runs]
    return [name for name in settings[0] if any(other[name] != settings[0][name] for other in settings[1:])]


def _side(run: RecordedRun, agent: str, title: str) -> Side:
    scores = tuple(score for score in run.scores() if score.agent == agent)
    by_state = run.scores(run.state_judge) if run.state_judge is not None else ()
    exact = exact_ends(score for score in by_state if score.agent == agent)
    manifest = run.manifest
    suite = f"{manifest.config.suite} {manifest.suite_version}"
    return Side(title, str(run.path), agent, suite, scores, tuple(end_scores(scores, exact)))


def _titles(chosen: Sequence[tuple[RecordedRun, str]]) -> list[str]:
    """Return the shortest texts that distinguish the sides: the agent, the run, both, or both with a number."""
    for titles in (
        [agent for _, agent in chosen],
        [run.path.name for run, _ in chosen],
        [f"{run.path.name}: {agent}" for run, agent in chosen],
        [f"{run.path}: {agent}" for run, agent in chosen],
    ):
        if max(Counter(titles).values()) == 1:
            return titles
    return [f"{number}: {agent}" for number, (_, agent) in enumerate(chosen, start=1)]
