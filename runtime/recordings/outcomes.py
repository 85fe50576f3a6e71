"""Which recorded episodes were solved, and why the others were not. Blocking: it reads verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from runtime.core.errors import StorageError
from runtime.core.events import Score
from runtime.metrics import counts
from runtime.metrics.report import end_scores, exact_ends
from runtime.recordings.failures import FAILURE_KINDS, Failure, FailureKind, explain_failure
from runtime.recordings.run import RecordedEpisode, RecordedRun

Failures = Mapping[FailureKind, Sequence[tuple[RecordedEpisode, Failure]]]
"""Unsolved episodes by kind."""


def failure(run: RecordedRun, episode: RecordedEpisode, judge: str = "") -> Failure | None:
    """Return why a finished episode was not solved; None if it was.

    Without `judge` an episode is solved as TSR_final counts it: by app state where a judge has read it, else by the
    main judge. The main judge explains why it was not, as far as it saw that. Of damaged verdicts nothing is read: the
    score tells the kind of the failure, but not the step.

    Raises:
        KeyError: that judge has no score of it.
    """
    score = episode.scores[judge or run.judges[0]]
    end = score if judge else _end_score(run, episode, score)
    if end is not score and counts.success_final(end):
        return None
    found = _explain(run, episode, score)
    if found is None and end is not score:
        return _explain(run, episode, end)
    return found


def _explain(run: RecordedRun, episode: RecordedEpisode, score: Score) -> Failure | None:
    try:
        verdicts = run.verdicts(episode, score.judge)
    except StorageError:
        verdicts = ()
    return explain_failure(score, verdicts, episode.task)


def _end_score(run: RecordedRun, episode: RecordedEpisode, score: Score) -> Score:
    """Return the score that TSR_final counts."""
    by_state = episode.scores.get(run.state_judge or "")
    return end_scores([score], exact_ends([] if by_state is None else [by_state]))[0]


def failures(run: RecordedRun, judge: str = "", *, instruments: bool = True) -> Failures:
    """Return the unsolved episodes by kind, with those of instruments or without."""
    found: dict[FailureKind, list[tuple[RecordedEpisode, Failure]]] = defaultdict(list)
    for episode in run.episodes.values():
        score = episode.scores.get(judge or run.judges[0])
        if score is None or (score.instrument and not instruments):
            continue
        why = failure(run, episode, judge)
        if why is not None:
            found[why.kind].append((episode, why))
    return {kind: found[kind] for kind in FAILURE_KINDS if kind in found}
