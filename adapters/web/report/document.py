"""What a report shows, as JSON documents: one overview, and one document for each episode. Pure.

The overview has a line for each episode; it is read when the page is opened. An episode's document is read when that
episode is opened. Fields with their default values are left out of the JSON.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from pydantic import TypeAdapter

from adapters.web.report.scores import LOW_IS_GOOD, AgentScores
from adapters.web.shared.shown_texts import printable_content
from runtime.core.actions import Action, Key, Launch, Type
from runtime.core.events import Digest, Score
from runtime.core.tasks import Difficulty, Domain, Level, Task
from runtime.metrics.reducers import METRIC_WORDS
from runtime.recordings.alignment import StepKey, align
from runtime.recordings.failures import FAILURE_TITLES, Failure, FailureKind
from runtime.recordings.timeline import Finding, Screen, Timeline, TimelineStep

SCHEMA: Final = 1
MOST_ALIGNED: Final = 24
"""Episodes of one task that are aligned with each other."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True, slots=True)
class ShownScreen:
    """A screen by the digest of its picture; `outline` is that of its tree if there is no picture."""

    frame: Digest = ""
    outline: Digest = ""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A question to the user, the reply, what it revealed, and the judge's label."""

    number: int
    question: str
    reply: str
    answered: bool = True
    released: tuple[str, ...] = ()
    label: str = ""
    good: bool | None = None


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of an episode. `id` is unique in the episode; `kind` is that of the action, empty at the start.

    `typed` is shown upon the screen, like `points`. `changes` surround what differs between the two screens.
    """

    id: str
    number: int
    kind: str = ""
    words: str = ""
    thought: str = ""
    raw: str = ""
    source: str = ""
    points: tuple[tuple[int, int], ...] = ()
    typed: str = ""
    commands: tuple[str, ...] = ()
    took: int = 0
    time: float = 0.0
    before: ShownScreen = ShownScreen()
    after: ShownScreen = ShownScreen()
    changes: tuple[Box, ...] = ()
    change: str = ""
    turn: ShownTurn | None = None
    page: str = ""
    operation: str = ""
    feedback: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """What the judge found about a subject. `at` is the id of the step that shows it, empty if none does."""

    kind: str
    subject: str
    words: str
    good: bool | None = None
    reason: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class EpisodeDocument:
    """An episode step by step. `screen`: width and height of its pictures in pixels."""

    steps: tuple[ShownStep, ...]
    findings: tuple[ShownFinding, ...]
    answer: str = ""
    ending: str = ""
    screen: tuple[int, int] = (1080, 2400)


@dataclass(slots=True)
class EpisodeRow:
    """An episode as one line. `id` is unique in the report, `agent` too; `run` is the run's number.

    `solved`: None without a score. `step` is the id of the step that shows the cause of the failure. `seconds` is the
    time from the first event to the last; `order` counts the run's commits. `blobs`: the path from the page to the
    run's blobs.
    """

    id: str
    agent: str
    run: int
    task: str
    repeat: int = 0
    intent: str = ""
    level: Level | str = ""
    domain: Domain | str = ""
    difficulty: Difficulty | str = ""
    apps: tuple[str, ...] = ()
    requirements: int = 0
    instruction: str = ""
    solved: bool | None = None
    instrument: bool = False
    cause: FailureKind | str = ""
    sentence: str = ""
    step: str = ""
    steps: int = 0
    turns: int = 0
    tokens: int = 0
    device: str = ""
    seconds: float = 0.0
    order: int = 0
    problem: str = ""
    """Why the episode cannot be shown, if so."""


@dataclass(frozen=True, slots=True)
class ModelCost:
    """Tokens and money that a model took in one role; `money` is empty without a price."""

    run: int
    role: str
    model: str
    replies: int
    input: int
    output: int
    money: str = ""


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A run. `facts` describe it in pairs of name and value; `notes` say what cannot be shown."""

    name: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()
    blobs: str = ""
    """Path from the page to the folder of full pictures, if they are beside it."""


AlignedRows = tuple[tuple[int, int, int], ...]
"""Position on the left, on the right (-1: none), and 1 if both are the same."""
AlignedEpisodes = dict[str, AlignedRows]
"""By the positions of two episodes, such as `3-17`."""


@dataclass(slots=True)
class Overview:
    """What the page reads first. `parts`: the folder of episodes and pictures; empty if they are in the page."""

    title: str
    runs: list[ShownRun]
    agents: list[AgentScores]
    episodes: list[EpisodeRow]
    costs: list[ModelCost] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    parts: str = ""


_OVERVIEW: Final = TypeAdapter(Overview)
_EPISODE: Final = TypeAdapter(EpisodeDocument)
_ROW: Final = TypeAdapter(EpisodeRow)


def overview_json(overview: Overview) -> Any:
    """Return the overview as JSON content with printable texts."""
    words = {
        "schema": SCHEMA,
        "metrics": METRIC_WORDS,
        "low_is_good": sorted(LOW_IS_GOOD),
        "causes": FAILURE_TITLES,
    }
    return printable_content(words | _OVERVIEW.dump_python(overview, mode="json", exclude_defaults=True))


def episode_json(episode: EpisodeDocument) -> Any:
    """Return an episode as JSON content with printable texts."""
    return printable_content(_EPISODE.dump_python(episode, mode="json", exclude_defaults=True))


def row_json(row: EpisodeRow) -> Any:
    """Return an episode's line as JSON content with printable texts."""
    return printable_content(_ROW.dump_python(row, mode="json", exclude_defaults=True))


def unique_labels(agents: Sequence[Sequence[str]], runs: Sequence[str]) -> list[dict[str, str]]:
    """Return for each run its agents' labels: the name, and where several runs have it, the run's name too.

    `agents` has the names of each run's agents. Runs of the same name are numbered.
    """
    seen: dict[str, int] = defaultdict(int)
    for names in agents:
        for name in set(names):
            seen[name] += 1
    numbered = [f"{run} {number}" if runs.count(run) > 1 else run for number, run in enumerate(runs, 1)]
    return [
        {name: f"{name} ({run})" if seen[name] > 1 else name for name in names}
        for names, run in zip(agents, numbered, strict=True)
    ]


def episode_row(
    label: str, run: int, task_id: str, repeat: int, task: Task | None, score: Score | None, failure: Failure | None
) -> EpisodeRow:
    """Return an episode's line, as far as its task and score tell."""
    row = EpisodeRow(f"{label}/{task_id}/{repeat}", label, run, task_id, repeat)
    if task is not None:
        row.intent, row.level, row.domain, row.apps = task.intent.id, task.level, task.intent.domain, task.intent.apps
        row.difficulty, row.requirements = task.intent.difficulty, len(task.intent.requirements)
        row.instruction = task.instruction
    if score is not None:
        row.intent, row.level, row.domain, row.apps = score.intent, score.level, score.domain, score.apps
        row.difficulty, row.requirements, row.instrument = score.difficulty, score.requirements, score.instrument
        row.steps, row.turns, row.solved = score.steps, score.turns, failure is None
    if failure is not None:
        row.cause, row.sentence = failure.kind, failure.sentence
    return row


def add_timeline(row: EpisodeRow, found: Timeline, failure: Failure | None) -> None:
    """Add to an episode's line what its events tell."""
    ids = step_ids(found.steps)
    row.device, row.tokens = found.device, sum(found.usage.get(kind, 0) for kind in ("input", "output"))
    row.seconds = round(max((step.time for step in found.steps), default=0.0), 3)
    if failure is not None and failure.step is not None:
        row.step = _at(found.steps, ids, failure.step)
    if row.solved is None:
        row.steps = sum(bool(step.commands) for step in found.steps)


def step_ids(steps: Sequence[TimelineStep]) -> list[str]:
    """Return an id for each step: its number; of several steps with one number the later ones get `N.2`, `N.3`, …"""
    seen: dict[int, int] = defaultdict(int)
    ids = []
    for step in steps:
        seen[step.number] += 1
        ids.append(str(step.number) if seen[step.number] == 1 else f"{step.number}.{seen[step.number]}")
    return ids


Change = tuple[str, tuple[Box, ...]]
"""The kind of a change between two screens, and boxes around it."""
Changes = dict[tuple[Digest, Digest], Change]
"""Changes by the pictures before and after."""


def episode_document(
    found: Timeline,
    changes: Changes | None = None,
    screen: tuple[int, int] = (1080, 2400),
) -> EpisodeDocument:
    """Return an episode's document. `changes` are those between the pictures of two screens."""
    ids = step_ids(found.steps)
    labels = {finding.step: finding for finding in found.findings if finding.kind == "turn"}
    return EpisodeDocument(
        steps=tuple(
            _step(step, name, changes or {}, labels.get(step.number))
            for step, name in zip(found.steps, ids, strict=True)
        ),
        findings=tuple(_finding(finding, found.steps, ids) for finding in found.findings),
        answer=found.answer,
        ending=found.ending or "",
        screen=screen,
    )


def screens_of(found: Timeline) -> list[ShownScreen]:
    """Return all different screens of an episode, in order."""
    pairs = (_screen(screen) for step in found.steps for screen in (step.before, step.after))
    return list(dict.fromkeys(pairs))


def aligned_episodes(rows: Sequence[EpisodeRow], keys: Mapping[int, Sequence[StepKey]]) -> dict[int, AlignedEpisodes]:
    """Align the episodes of each task with each other; `keys` has those of each row's steps, by its position.

    The result is by the position of the task's first episode.
    """
    by_task: dict[str, list[int]] = defaultdict(list)
    for position, row in enumerate(rows):
        by_task[row.task].append(position)
    found = {
        positions[0]: {
            f"{left}-{right}": aligned_rows(keys[left], keys[right])
            for left, right in combinations([position for position in positions if position in keys][:MOST_ALIGNED], 2)
        }
        for positions in by_task.values()
    }
    return {first: aligned for first, aligned in found.items() if aligned}


def aligned_rows(left: Sequence[StepKey], right: Sequence[StepKey]) -> AlignedRows:
    """Align two episodes by the keys of their steps."""
    return tuple(
        (-1 if row.left is None else row.left, -1 if row.right is None else row.right, int(row.same))
        for row in align(left, right)
    )


def model_costs(run: int, accounts: Iterable[Mapping[str, Any]]) -> list[ModelCost]:
    """Return the costs in a run's models.json."""
    return [
        ModelCost(
            run, item["role"], item["model"], item["answered"], item["tokens"]["input"], item["tokens"]["output"],
            item["money"] or "",
        )
        for item in accounts
    ]  # fmt: skip


def _step(step: TimelineStep, name: str, changes: Changes, label: Finding | None) -> ShownStep:
    before, after = _screen(step.before), _screen(step.after)
    change, boxes = changes.get((before.frame, after.frame), ("", ()))
    return ShownStep(
        id=name, number=step.number, kind=step.action.kind if step.action is not None else "ask" if step.turn else "",
        words=step.words, thought=step.thought, raw=step.raw, source=step.source, points=step.points,
        typed=step.words if _is_typed(step.action) else "", commands=step.commands, took=step.took,
        time=round(step.time, 3), before=before, after=after, changes=boxes, change=change, turn=_turn(step, label),
        page=step.page, operation=step.operation, feedback=step.feedback, notes=tuple(step.notes),
    )  # fmt: skip


def _is_typed(action: Action | None) -> bool:
    """Whether an action touches the phone at no place."""
    return isinstance(action, (Type, Key, Launch))


def _screen(screen: Screen | None) -> ShownScreen:
    if screen is None:
        return ShownScreen()
    if screen.frame is not None:
        return ShownScreen(frame=screen.frame)
    return ShownScreen(outline=screen.tree or "")


def _turn(step: TimelineStep, label: Finding | None) -> ShownTurn | None:
    turn = step.turn
    if turn is None:
        return None
    words, good = (label.words, label.good) if label is not None else ("", None)
    return ShownTurn(turn.number, turn.question, turn.reply, turn.answered, turn.released, words, good)


def _finding(finding: Finding, steps: Sequence[TimelineStep], ids: Sequence[str]) -> ShownFinding:
    at = _at(steps, ids, finding.step) if finding.step is not None else ""
    return ShownFinding(finding.kind, finding.subject, finding.words, finding.good, finding.reason, at)


def _at(steps: Sequence[TimelineStep], ids: Sequence[str], number: int) -> str:
    """Return the id of the first step with that number; empty if there is none."""
    return next((name for step, name in zip(steps, ids, strict=True) if step.number == number), "")
