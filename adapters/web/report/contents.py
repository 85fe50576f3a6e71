"""Reads runs for a report: lines of episodes, their documents, pictures, and what of it cannot be read. Blocks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.web.report.document import (
    Changes,
    EpisodeRow,
    ModelCost,
    ShownRun,
    add_timeline,
    episode_document,
    episode_json,
    episode_row,
    model_costs,
    unique_labels,
)
from adapters.web.report.pictures import find_change, frame_size, read_frame, thumbnail
from adapters.web.report.scores import AgentScores, agent_scores, computed_metrics
from adapters.web.shared.outlines import outline
from runtime.core.errors import StorageError, UsageError
from runtime.core.events import Digest
from runtime.recordings.alignment import StepKey, step_key
from runtime.recordings.outcomes import failure
from runtime.recordings.run import RecordedEpisode, RecordedRun
from runtime.recordings.timeline import Timeline, timeline
from runtime.screen.frames import Frame
from runtime.screen.frames.png import PngError
from runtime.screen.tree import UiTree

_DECODED = 6
"""Pictures in memory for each episode that is being read; one takes ten megabytes."""


@dataclass(slots=True)
class ReportRun:
    """A run of a report. `labels`: its agents' names in the report; `judge`: whose verdicts are shown.

    `chosen`: that judge, if it was asked for, so that it alone decides what was solved; else empty.
    """

    recorded: RecordedRun
    number: int
    judge: str
    labels: Mapping[str, str]
    chosen: str = ""
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadEpisode:
    """An episode of a report: its line, and its steps if they can be read."""

    run: ReportRun
    episode: RecordedEpisode
    row: EpisodeRow
    timeline: Timeline | None = None

    @property
    def keys(self) -> list[StepKey]:
        """What identifies each of its steps."""
        return [step_key(step) for step in self.timeline.steps] if self.timeline is not None else []


def open_runs(paths: Sequence[Path], judge: str = "") -> tuple[list[ReportRun], list[str]]:
    """Open run folders; returns those that can be read, and a sentence for each other one.

    Raises:
        UsageError: none can be read, or none has that judge.
    """
    found: list[RecordedRun] = []
    notes: list[str] = []
    for path in paths:
        try:
            recorded = RecordedRun.open(path)
        except UsageError as error:
            notes.append(f"left out: {error}")
            continue
        if judge and judge not in recorded.judges:
            notes.append(f"left out: {path} has no judge {judge!r}, only {', '.join(recorded.judges)}")
            continue
        found.append(recorded)
    if not found:
        raise UsageError("; ".join(note.removeprefix("left out: ") for note in notes))
    agents = [list(dict.fromkeys(episode.key.agent for episode in run.episodes.values())) for run in found]
    labels = unique_labels(agents, [run.path.resolve().name for run in found])
    return [
        ReportRun(run, number, judge or run.judges[0], names, judge, list(run.problems))
        for number, (run, names) in enumerate(zip(found, labels, strict=True))
    ], notes


def describe_run(run: ReportRun, blobs: str) -> ShownRun:
    """Return a run's facts and notes. `blobs`: the path from the page to its full pictures."""
    manifest, config = run.recorded.manifest, run.recorded.manifest.config
    facts = [
        ("suite", f"{config.suite} {manifest.suite_version}"),
        ("seed", str(config.seed)),
        ("user", config.user if config.ask else "none: no agent may ask"),
        ("judged by", run.judge),
        *([("solved by", run.recorded.state_judge)] if run.recorded.state_judge and not run.chosen else []),
        ("step limit", str(config.max_steps)),
        ("version", manifest.version),
    ]
    if config.repeat > 1:
        facts.insert(1, ("repeats", str(config.repeat)))
    facts += [(f"model of the {role}", uri.partition("?")[0]) for role, uri in config.models.items()]
    return ShownRun(run.recorded.path.resolve().name, tuple(facts), tuple(run.notes), blobs)


def read_scores(run: ReportRun) -> list[AgentScores]:
    """Return a run's score board; if its metrics cannot be read, computed from its scores."""
    recorded, judge = run.recorded, run.judge
    document: dict[str, Any] | None = None
    if judge == recorded.judges[0] and recorded.directory.seal.exists():
        try:
            document = recorded.metrics()
        except StorageError as error:
            run.notes.append(f"metrics were computed again: {error}")
    if document is None:
        by_judge = {name: recorded.scores(name) for name in recorded.judges}
        by_state = "" if run.chosen else recorded.state_judge or ""
        document = computed_metrics(by_judge, judge, by_state)
    return agent_scores(document, recorded.scores(judge), run.labels, run.number)


def read_costs(run: ReportRun) -> list[ModelCost]:
    """Return what a run's models took; empty if no model was asked."""
    path = run.recorded.directory.models
    try:
        return model_costs(run.number, json.loads(path.read_bytes()))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as error:
        run.notes.append(f"tokens and costs are not shown: {path.name} cannot be read ({error})")
        return []


def episodes_of(run: ReportRun) -> Iterator[tuple[ReportRun, int, RecordedEpisode]]:
    """Yield a run's episodes with their order."""
    for order, episode in enumerate(run.recorded.episodes.values()):
        yield run, order, episode


def read_episode(run: ReportRun, order: int, episode: RecordedEpisode, *, steps: bool = True) -> ReadEpisode:
    """Read an episode. What cannot be read is named in its line's `problem`.

    Without `steps` only what its line needs is read, which takes a tenth of the time.
    """
    recorded, key = run.recorded, episode.key
    score = episode.scores.get(run.judge)
    why = failure(recorded, episode, run.chosen) if score is not None else None
    problem, found = "", None
    try:
        verdicts = recorded.verdicts(episode, run.judge)
    except StorageError as error:
        verdicts, problem = (), f"verdicts are not shown: {error}"
    try:
        events = recorded.events(episode)
        truths, read_tree = (recorded.truths(episode), _tree_reader(recorded)) if steps else ((), lambda digest: None)
        found = timeline(events, truths, verdicts, episode.task, read_tree)
    except StorageError as error:
        problem = f"steps are not shown: {error}"
    row = episode_row(run.labels[key.agent], run.number, key.task, key.repeat, episode.task, score, why)
    row.order, row.problem = order, problem
    if found is not None:
        add_timeline(row, found, why)
    return ReadEpisode(run, episode, row, found)


def _tree_reader(recorded: RecordedRun) -> Any:
    def read(digest: Digest) -> UiTree | None:
        with suppress(StorageError):
            return recorded.tree(digest)
        return None

    return read


@dataclass(slots=True)
class Pictures:
    """What an episode's screens look like: thumbnails and outlines by digest, and the changes between pictures."""

    thumbnails: dict[Digest, bytes] = field(default_factory=dict)
    outlines: dict[Digest, Any] = field(default_factory=dict)
    changes: Changes = field(default_factory=dict)
    screen: tuple[int, int] = (1080, 2400)
    problems: list[str] = field(default_factory=list)


def read_pictures(found: ReadEpisode, wanted: frozenset[Digest], known: Changes | None = None) -> Pictures:
    """Read an episode's pictures. Thumbnails and outlines are made of `wanted` screens only.

    `known` has the changes that were found before, and is added to; threads may share it.
    """
    pictures = Pictures(changes=known if known is not None else {})
    if found.timeline is None:
        return pictures
    recorded = found.run.recorded
    frames = _Frames(recorded, pictures.problems)
    for step in found.timeline.steps:
        screens = [screen for screen in (step.before, step.after) if screen is not None]
        for screen in screens:
            if screen.frame is not None:
                pictures.screen = frame_size(screen.frame) or pictures.screen
                if screen.frame in wanted and screen.frame not in pictures.thumbnails:
                    frame = frames.get(screen.frame)
                    pictures.thumbnails |= {screen.frame: thumbnail(frame)} if frame is not None else {}
            elif screen.tree in wanted and screen.tree not in pictures.outlines:
                try:
                    pictures.outlines[screen.tree] = outline(recorded.tree(screen.tree))
                except StorageError as error:
                    pictures.problems.append(str(error))
        pair = tuple(screen.frame for screen in screens if screen.frame is not None)
        if len(pair) == 2 and pair[0] != pair[1] and pair not in pictures.changes:
            before, after = frames.get(pair[0]), frames.get(pair[1])
            if before is not None and after is not None:
                pictures.changes[pair] = find_change(before, after)
    return pictures


def shown_episode(found: ReadEpisode, pictures: Pictures) -> Any:
    """Return an episode's document as JSON content; without steps if they cannot be read."""
    if found.timeline is None:
        return {"steps": [], "findings": []}
    return episode_json(episode_document(found.timeline, pictures.changes, pictures.screen))


class _Frames:
    """An episode's decoded pictures; the last few stay in memory."""

    def __init__(self, recorded: RecordedRun, problems: list[str]) -> None:
        self._recorded = recorded
        self._problems = problems
        self._known: dict[Digest, Frame | None] = {}

    def get(self, digest: Digest) -> Frame | None:
        """Return a picture; None, and a problem the first time, if it cannot be read."""
        if digest not in self._known:
            frame = None
            try:
                frame = read_frame(self._recorded.frame(digest))
            except (StorageError, PngError) as error:
                self._problems.append(str(error))
            self._known[digest] = frame
            decoded = [name for name, known in self._known.items() if known is not None]
            for name in decoded[:-_DECODED]:
                del self._known[name]
        return self._known[digest]
