"""An episode as a timeline: each step with its screens, thought, action, dialogue, and what the judges found there.

Pure: events, truths and verdicts in, plain values out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from runtime.core.actions import Action, Answer, AskUser, Finish, Takeover
from runtime.core.errors import Boundary
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Bypass,
    Decided,
    Described,
    Digest,
    DisturbanceOccurred,
    Ended,
    Ending,
    Faulted,
    GapJudged,
    KeyStepHit,
    ModelCalled,
    Observed,
    Performed,
    Redundant,
    Released,
    Replied,
    RequirementMet,
    SideEffect,
    Started,
    Terminated,
    Traffic,
    TurnJudged,
    subject,
)
from runtime.core.tasks import KeyStep, Requirement, Task
from runtime.recordings.action_words import describe_action, describe_operation, touched_points
from runtime.screen.tree import UiTree

FindingKind = Literal["requirement", "key_step", "redundant", "turn", "side_effect", "bypass", "thought", "end"]
REDUNDANT_WORDS: Mapping[str, str] = {
    "no_effect": "changed nothing",
    "loop": "repeated what had been done",
    "backtrack": "left and came back",
    "correction": "corrected an earlier step",
}
TURN_WORDS: Mapping[str, str] = {
    "trivial": "trivial",
    "repetitive": "repetitive",
    "out_of_scope": "out of scope",
    "context_missing": "without choices",
    "compliant": "proper question",
    "not_understood": "not understood",
}
END_WORDS: Mapping[str, str] = {
    "normal": "stopped in time",
    "early": "stopped too early",
    "delayed_goal": "went on after everything was done",
    "delayed_cap": "did not stop before the step limit",
}


@dataclass(frozen=True, slots=True)
class Screen:
    """A settled screen; a digest is None if that view was not recorded."""

    frame: Digest | None
    tree: Digest | None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a judge found about one subject. `step`: where its evidence can be seen; None if there is none.

    `good` tells whether it speaks for the agent; None: it was not decided, or says neither.
    """

    kind: FindingKind
    subject: str
    words: str
    good: bool | None
    reason: str = ""
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A question to the user with its reply. `released`: the requirements whose values the reply gave, if recorded."""

    number: int
    question: str
    reply: str
    answered: bool
    released: tuple[str, ...] = ()


@dataclass(slots=True)
class TimelineStep:
    """One unit of the step budget, or the end of the episode: an action between two screens.

    Number 0 has no action: it is the screen at the start. `thought` is given with the first action of a decision.
    `page`, `operation` and `feedback` are the judge's description of the step (AmbiBench §4.1.2).
    """

    number: int
    action: Action | None = None
    words: str = ""
    points: tuple[tuple[int, int], ...] = ()
    thought: str = ""
    raw: str = ""
    source: str = ""
    commands: tuple[str, ...] = ()
    took: int = 0
    time: float = 0.0
    """Seconds since the attempt began."""
    before: Screen | None = None
    after: Screen | None = None
    turn: Turn | None = None
    page: str = ""
    operation: str = ""
    feedback: str = ""
    notes: list[str] = field(default_factory=list)
    """Disturbances, faults and undecoded traffic, in words."""
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Timeline:
    """An episode in steps, with all findings of one judge; those that belong to a step stand there too."""

    episode: str
    agent: str
    task: str
    device: str
    steps: tuple[TimelineStep, ...]
    findings: tuple[Finding, ...]
    answer: str
    ending: Ending | None
    cause: Boundary | None
    usage: Mapping[str, int]
    """Tokens by kind, of all model calls."""

    def step(self, number: int) -> TimelineStep | None:
        """Return the first step with that number; None if there is none."""
        return next((step for step in self.steps if step.number == number), None)


ReadTree = Callable[[Digest], UiTree | None]
"""Returns a recorded tree; None if it cannot be read."""


def timeline(
    events: Iterable[AnyEvent],
    truths: Iterable[AnyTruth] = (),
    verdicts: Iterable[AnyVerdict] = (),
    task: Task | None = None,
    read_tree: ReadTree | None = None,
) -> Timeline:
    """Lay out an episode. `task` gives requirements and key steps their texts; `read_tree` names touched elements."""
    builder = _Builder(read_tree)
    for event in events:
        builder.add(event)
    for truth in truths:
        if isinstance(truth, Released):
            builder.release(truth)
    last = {subject(verdict): verdict for verdict in verdicts}
    for verdict in last.values():
        if isinstance(verdict, Described) and (step := builder.at(verdict.step)) is not None:
            step.page, step.operation, step.feedback = verdict.page, verdict.operation, verdict.feedback
    turn_steps = {step.turn.number: step.number for step in builder.steps if step.turn is not None}
    found = findings(tuple(last.values()), task, turn_steps)
    for finding in found:
        if finding.step is not None and (step := builder.at(finding.step)) is not None:
            step.findings.append(finding)
    return builder.build(tuple(found))


class _Builder:
    def __init__(self, read_tree: ReadTree | None) -> None:
        self.steps: list[TimelineStep] = []
        self._read_tree = read_tree
        self._tree: UiTree | None = None
        self._screen: Screen | None = None
        self._decided: Decided | None = None
        self._notes: list[str] = []
        self._answer = ""
        self._started: Started | None = None
        self._ended: Ended | None = None
        self._usage: dict[str, int] = {}
        self._turns = 0

    def at(self, number: int) -> TimelineStep | None:
        """Return the first step with that number."""
        return next((step for step in self.steps if step.number == number), None)

    def add(self, event: AnyEvent) -> None:
        match event:
            case Started():
                self._started = event
            case Observed():
                self._observe(event)
            case Decided():
                self._decided = event
            case Performed():
                self._perform(event)
            case Replied():
                self._reply(event)
            case ModelCalled(usage=usage):
                for kind, count in usage.items():
                    self._usage[kind] = self._usage.get(kind, 0) + count
            case DisturbanceOccurred(weather=name, detail=detail):
                self._note(f"disturbance: {name}{f' ({detail})' if detail else ''}")
            case Traffic(why=why):
                self._note(f"undecoded traffic: {why}")
            case Faulted(boundary=boundary, error=error):
                self._note(f"fault of the {boundary}: {error}")
            case Ended():
                self._ended = event

    def _observe(self, event: Observed) -> None:
        self._screen = Screen(event.frame, event.tree)
        if not self.steps:
            self.steps.append(TimelineStep(0, time=event.t))
        self.steps[-1].after = self._screen
        self._tree = self._read_tree(event.tree) if self._read_tree is not None and event.tree is not None else None

    def _perform(self, event: Performed) -> None:
        if isinstance(event.action, (Answer, Finish)) and event.action.text:
            self._answer = event.action.text
        decided, self._decided = self._decided, None
        step = TimelineStep(
            event.step, event.action, describe_action(event.action, self._tree), touched_points(event.action),
            commands=event.commands, took=event.took, time=event.t, before=self._screen, after=self._screen,
            notes=self._notes,
        )  # fmt: skip
        self._notes = []
        if decided is not None:
            step.thought, step.raw, step.source = decided.decision.thought, decided.decision.raw, decided.source
        self.steps.append(step)

    def _reply(self, event: Replied) -> None:
        self._turns += 1
        turn = Turn(self._turns, event.question, event.text, event.answered)
        last = self.steps[-1] if self.steps else None
        if last is None or last.turn is not None or not isinstance(last.action, (AskUser, Takeover)):
            last = TimelineStep(
                event.step, words=f"Ask the user: “{event.question}”", time=event.t, before=self._screen
            )
            last.after = self._screen
            self.steps.append(last)
        last.turn = turn

    def _note(self, words: str) -> None:
        if self.steps and self._decided is None:
            self.steps[-1].notes.append(words)
        else:
            self._notes.append(words)

    def release(self, truth: Released) -> None:
        """Add what a reply revealed to its turn."""
        for step in self.steps:
            if step.turn is not None and step.number == truth.step:
                turn = step.turn
                step.turn = Turn(turn.number, turn.question, turn.reply, turn.answered, truth.requirements)

    def build(self, found: tuple[Finding, ...]) -> Timeline:
        started, ended = self._started, self._ended
        return Timeline(
            episode=started.episode if started is not None else "",
            agent=started.agent if started is not None else "",
            task=started.task if started is not None else "",
            device=started.device if started is not None else "",
            steps=tuple(self.steps),
            findings=found,
            answer=self._answer,
            ending=ended.ending if ended is not None else None,
            cause=ended.cause if ended is not None else None,
            usage=self._usage,
        )


def findings(
    verdicts: Sequence[AnyVerdict], task: Task | None = None, turn_steps: Mapping[int, int] | None = None
) -> list[Finding]:
    """Return the findings in the last verdict on each subject. `turn_steps` has the step of each dialogue turn."""
    last = {subject(verdict): verdict for verdict in verdicts}
    found = (_finding(verdict, task, turn_steps or {}) for verdict in last.values())
    return [finding for finding in found if finding is not None]


def _finding(verdict: AnyVerdict, task: Task | None, turn_steps: Mapping[int, int]) -> Finding | None:
    match verdict:
        case RequirementMet(requirement=name, any=either, final=final, evidence=evidence):
            words = {True: "met", False: "met, but not at the end" if either else "not met", None: "not decided"}[final]
            reason = requirement_reason(task, name, verdict.reason)
            return Finding("requirement", requirement_text(task, name), words, final, reason, evidence)
        case KeyStepHit(key_step=name, hit=hit, step=step):
            words = {True: "taken", False: "missed", None: "not decided"}[hit]
            return Finding("key_step", key_step_text(task, name), words, hit, verdict.reason, step)
        case Redundant(step=step, redundancy=kind) if kind not in (None, "none"):
            return Finding("redundant", f"step {step}", REDUNDANT_WORDS[kind], False, verdict.reason, step)
        case TurnJudged(turn=turn, label=label):
            words = TURN_WORDS[label] if label is not None else "not decided"
            good = {"compliant": True, "not_understood": None, None: None}.get(label, False)
            return Finding("turn", f"question {turn}", words, good, verdict.reason, turn_steps.get(turn))
        case SideEffect(what=what, step=step, undone=undone):
            words = "side effect, undone later" if undone else "side effect"
            return Finding("side_effect", what, words, None if undone else False, verdict.reason, step)
        case Bypass(what=what, step=step, undone=undone):
            words = "changed by a shell command" + (", replaced later" if undone else "")
            return Finding("bypass", what, words, None if undone else False, verdict.reason, step)
        case GapJudged(step=step, em=em, gta=gta) if em is not None:
            action = "right action" if em else "wrong action"
            thought = "" if gta is None else ", right thought" if gta else ", wrong thought"
            return Finding("thought", f"step {step}", action + thought, em, verdict.reason, step)
        case Terminated(termination=termination, step=step) if termination is not None:
            good = termination == "normal"
            return Finding("end", "the end", END_WORDS[termination], good, verdict.reason, step)
        case _:
            return None


def requirement_text(task: Task | None, name: str) -> str:
    """Return a requirement with its value, such as `size = Large`, or `answer = 20:45` where an answer meets it.

    It is the id if the task is not known.
    """
    requirement = _requirement(task, name)
    if requirement is None:
        return name
    return f"{'answer' if requirement.evidence == 'answer' else requirement.slot} = {requirement.value}"


def requirement_reason(task: Task | None, name: str, reason: str) -> str:
    """Return the reason of a verdict without the requirement that judges put before it."""
    requirement = _requirement(task, name)
    return reason if requirement is None else reason.removeprefix(f"{requirement.slot} = {requirement.value}: ")


def _requirement(task: Task | None, name: str) -> Requirement | None:
    requirements = task.intent.requirements if task is not None else ()
    return next((requirement for requirement in requirements if requirement.id == name), None)


def key_step_text(task: Task | None, name: str) -> str:
    """Return a key step in words; its id if the task is not known."""
    steps: tuple[KeyStep, ...] = task.intent.reference.key_steps if task is not None else ()
    return next((describe_operation(step.action, step.target) for step in steps if step.id == name), name)
