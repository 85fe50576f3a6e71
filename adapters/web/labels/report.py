"""The report on a run's labels as one document, for tables and `--json`. Blocking; use a thread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.web.labels.agreement import Disagreement, Item, Votes, collect_votes, compare_judge, reliability
from adapters.web.labels.decisions import AnnotatorLabels
from adapters.web.labels.folder import Labels
from adapters.web.labels.judging import JudgeScores
from adapters.web.labels.questions import SKIP, Question
from adapters.web.labels.recording import Recording
from adapters.web.labels.sampling import Trace
from adapters.web.labels.trace_view import Sheet
from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.core.tasks import Task

REPORT = 1
"""Version of the report's format."""


def report(
    recording: Recording, labels: Labels, only: Sequence[str] = (), heard: Mapping[str, JudgeScores] | None = None
) -> dict[str, Any]:
    """Agreement over all labels, or over those of the annotators in `only`.

    Covers the judges whose scores the run holds, and those in `heard`, which were run just now.

    Raises:
        UsageError: there are no labels, an annotator is unknown, or a file cannot be read.
    """
    annotators = _chosen_annotators(labels, only)
    sample = labels.sample(recording.traces)
    items = [item for number, trace in enumerate(sample, start=1) for item in _items(recording, number, trace)]
    votes = collect_votes(items, {name: person.values for name, person in annotators.items()})
    judges, differing = _judges(recording, votes, heard or {})
    return {
        "schema": REPORT,
        "run": str(recording.directory.path),
        "suite": recording.suite.name,
        "traces": len(sample),
        "annotators": [_annotator(name, person, items) for name, person in annotators.items()],
        "agreement": reliability(votes, list(annotators)),
        "judges": judges,
        "disagreements": [_disagreement(disagreement) for disagreement in differing],
        "items": [_item(vote) for vote in votes if vote.by],
    }


def _chosen_annotators(labels: Labels, only: Sequence[str]) -> dict[str, AnnotatorLabels]:
    found: dict[str, AnnotatorLabels] = {}
    for path in labels.files():
        person = labels.read(path)
        if person.values:
            # A file copied from another computer may belong to an annotator who also has one here.
            found[person.annotator if person.annotator not in found else f"{person.annotator} ({path.stem})"] = person
    if not found:
        run = labels.path.parent
        raise UsageError(f"{run} has no labels yet: create some with python -m runtime.bench label {run}")
    by_key = {name.casefold(): name for name in found}
    chosen = [" ".join(name.split()).casefold() for name in only] or list(by_key)
    for name, key in zip(only, chosen, strict=False):
        if key not in by_key:
            raise UsageError(f"unknown annotator {name!r}; known: {', '.join(found)}")
    return {by_key[key]: found[by_key[key]] for key in chosen}


def _items(recording: Recording, number: int, trace: Trace) -> list[Item]:
    task, sheet = recording.tasks[trace.task], recording.sheet(trace)
    return [
        Item(
            number,
            trace.episode,
            trace.attempt,
            question.subject,
            question.kind,
            task.level,
            _part(task, question),
            _step(sheet, question),
        )
        for question in sheet.questions
    ]


def _step(sheet: Sheet, question: Question) -> int | None:
    """The step of a dialogue turn or of the end; None for other questions."""
    if question.kind == "termination":
        return sheet.screens[-1].step if sheet.screens else None
    return sheet.screens[question.screen].step if question.screen is not None and sheet.screens else None


def _part(task: Task, question: Question) -> str:
    if question.kind != "requirement":
        return ""
    requirement = task.requirement(question.name)
    return "answer" if requirement.evidence == "answer" else requirement.kind


def _annotator(name: str, person: AnnotatorLabels, items: Sequence[Item]) -> dict[str, Any]:
    values = [person.values.get((item.episode, item.attempt, item.subject)) for item in items]
    open_traces = {item.trace for item, value in zip(items, values, strict=True) if value is None}
    return {
        "name": name,
        "labels": sum(value is not None and value != SKIP for value in values),
        "skipped": sum(value == SKIP for value in values),
        "items": len(items),
        "traces": len({item.trace for item in items} - open_traces),
        "damaged_lines": list(person.damaged),
    }


def _judges(
    recording: Recording, votes: Sequence[Votes], heard: Mapping[str, JudgeScores]
) -> tuple[dict[str, Any], list[Disagreement]]:
    scores: defaultdict[str, dict[str, Score]] = defaultdict(dict)
    for judge, score in recording.scores():
        scores[judge][score.episode] = score
    cited = recording.evidence()
    for name, item in heard.items():
        scores[f"{name} (heard now)"] = item.scores
        cited |= {(f"{name} (heard now)", *place): step for place, step in item.cited.items()}
    documents: dict[str, Any] = {}
    differing: list[Disagreement] = []
    for judge, found in scores.items():
        documents[judge], differs = compare_judge(votes, judge, found, cited)
        differing += differs
    return documents, differing


def _disagreement(disagreement: Disagreement) -> dict[str, Any]:
    return {
        "judge": disagreement.judge,
        "trace": disagreement.item.trace,
        "step": disagreement.step,
        "episode": disagreement.item.episode,
        "subject": disagreement.item.subject,
        "judge_said": disagreement.judge_value,
        "majority": disagreement.majority,
        "votes": dict(disagreement.votes),
    }


def _item(votes: Votes) -> dict[str, Any]:
    item = votes.item
    return {
        "trace": item.trace,
        "episode": item.episode,
        "attempt": item.attempt,
        "subject": item.subject,
        "votes": dict(votes.by),
        "majority": votes.majority,
    }
