"""The rule judge: reads the accessibility text of the trace and the dialogue, never app state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from judges.evidence.outcome import Outcome
from judges.evidence.process import Process
from judges.evidence.requirements import evident, made_up
from judges.evidence.screens import flat, is_field
from judges.evidence.serializer import Serializer
from judges.evidence.side_effects import Effects
from judges.evidence.step_matching import same_operation
from judges.evidence.termination import terminate
from judges.evidence.trail import Move, Screen, Trail
from judges.evidence.verdict_filter import VerdictFilter
from judges.rules.auditor import Auditor
from judges.rules.closing import Closing
from judges.rules.inference import Denials, closed, inferred, lost, sealing
from judges.rules.page_view import View
from runtime.core.actions import Answer, Finish
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Described,
    Ended,
    Observed,
    Performed,
    Released,
    Replied,
    StateRead,
)
from runtime.core.tasks import Pattern, Requirement, Task
from runtime.core.text import normal
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec

_WAITING = ("loading", "you’re offline", "no connection", "please wait")
"""How the lines of a page begin that has not come yet: what it leaves out speaks against nothing."""
_UNDOING = ("delete", "remove", "cancel", "undo", "discard", "clear")
"""How the labels of what takes something back begin."""


class RuleJudge:
    """Implements `runtime.plugins.protocols.RuleJudge`. Deterministic: its verdicts are a function of the events and
    the trees.
    """

    name = "rules"
    version = "1"
    sees_truth = False

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._episode_judge: _EpisodeJudge | None = None

    def begin(self, task: Task, episode: str) -> None:
        """Start on an attempt; whatever was before is forgotten."""
        self._episode_judge = _EpisodeJudge(task, episode, self.name, self._evidence)

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        """Take in one event; returns the verdicts that it changes. Truth is passed over unread."""
        if self._episode_judge is None:
            raise RuntimeError("begin() comes before feed()")
        return () if isinstance(event, (StateRead, Released)) else self._episode_judge.feed(event)


class _EpisodeJudge:
    """Judges one attempt."""

    def __init__(self, task: Task, episode: str, judge: str, evidence: Evidence) -> None:
        reference = task.intent.reference
        self._task = task
        self._key = episode, judge
        self._trail = Trail(evidence)
        self._filter = VerdictFilter()
        self._serializer = Serializer(episode, judge)
        self._outcome = Outcome(task.intent, episode, judge)
        self._process = Process(reference.key_steps, self._trail, episode, judge)
        self._effects = Effects(reference, episode, judge)
        self._auditor = Auditor(task, episode, judge)
        self._whole = made_up(task.intent)
        self._closing = Closing(task, self._whole)
        self._rivals = {requirement.id: tuple(_rivals(requirement)) for requirement in task.intent.requirements}
        self._shown: dict[str, set[str]] = {requirement.id: set() for requirement in task.intent.requirements}
        """The pages that once showed a requirement to be met."""
        self._denied = {requirement.id: Denials() for requirement in task.intent.requirements}
        self._entities = frozenset(
            normal(text)
            for requirement in task.intent.requirements
            for text in (requirement.value, *requirement.options)
        )
        """Names of things that were to be chosen: a page called so is the page of that thing and of no other."""
        self._undoing = False
        """Whether the newest touch was on something that takes back."""
        self._begun = False
        """Whether any of those has been touched, be it the right one or not."""
        self._view = View(reference.key_steps)
        self._seals = {requirement.id: sealing(task, requirement) for requirement in task.intent.requirements}

    def feed(self, event: AnyEvent) -> list[AnyVerdict]:
        moves, others = list(self._trail.pending), list(self._trail.others)
        actions_seen = len(self._trail.said)
        self._trail.feed(event)
        new: list[AnyVerdict] = []
        match event:
            case Observed():
                screen = self._trail.screens[-1]
                described = self._serializer.describe(screen, moves, others)
                new.append(described)
                self._view.see(screen, moves)
                self._undoing = any(_takes_back(move) for move in moves)
                self._begun = self._begun or any(self._chooses(move) for move in moves)
                if screen.look is not None:
                    self._see(described)
                self._effects.see(screen, moves)
                new.extend(self._now(over=False))
            case Performed():
                for step, action in self._trail.said[actions_seen:]:
                    self._hear(step, action)
                    new.extend(self._outcome.verdicts(over=False, unscored=self._unscored))
            case Replied():
                new.append(self._auditor.judge(event))
            case Ended():
                self._infer()
                new.extend(self._now(over=True))
                new.append(terminate(self._trail, self._closing.at, self._outcome.complete_at, *self._key))
            case _:
                pass
        return self._filter.changed(new)

    @property
    def _unscored(self) -> frozenset[str]:
        """Requirements that no screen of this episode, or no pattern, can show."""
        return frozenset(
            requirement.id
            for requirement in self._task.intent.requirements
            if requirement.evidence == "state" and (requirement.seen is None or self._trail.blind)
        )

    def _see(self, described: Described) -> None:
        """Hold one described step against the patterns; a page to which one does not apply says nothing of it."""
        coming = _has_not_come(described.observation)
        for requirement in self._task.intent.requirements:
            if requirement.evidence == "state" and requirement.seen is not None:
                held = self._held(requirement.seen, described)
                if (held is False and coming) or (held and self._is_draft(requirement, described)):
                    held = None
                if held:
                    self._shown[requirement.id].add(described.page)
                # What was there is gone only where it was seen, or where somebody set out to take it back: another page
                # of that name may be of another thing.
                if held or (held is False and (self._undoing or described.page in self._shown[requirement.id])):
                    self._outcome.see(requirement, described.step, held)
                if held is False:
                    self._deny(requirement, described)
        met = [name for name, mark in self._outcome.marks.items() if mark.first is not None]
        begun = self._begun or bool(self._process.hits())
        self._closing.see(described, met, begun, self._outcome.complete_at is not None)

    def _deny(self, requirement: Requirement, described: Described) -> None:
        """Note what a screen without evidence says against a requirement."""
        denials = self._denied[requirement.id]
        if requirement.seen is not None and requirement.seen.page:
            denials.lacking.add(described.step)
        for rival in self._rivals[requirement.id]:
            if self._held(rival, described):
                denials.rivals.append((described.step, rival))

    def _held(self, seen: Pattern, described: Described) -> bool | None:
        """By this screen, or by what was scrolled past; where a commitment led to, whatever that page is called."""
        rows = self._view.observation
        held = evident(seen, described.page, described.observation, self._whole, self._entities)
        if held is False and rows != described.observation:
            return evident(seen, described.page, rows, self._whole, self._entities)
        if held is None and self._view.landed and seen.page and normal(seen.page) not in self._entities:
            return evident(replace(seen, page=""), described.page, rows, self._whole) or None
        return held

    def _is_draft(self, requirement: Requirement, described: Described) -> bool:
        """Whether what shows it only stands in a field so far, and what saves that has not been touched."""
        seal = self._seals[requirement.id]
        tree = self._trail.screens[-1].tree
        if seal is None or tree is None or requirement.seen is None or described.page in self._shown[requirement.id]:
            return False
        entered = {flat(node.text) for node in tree.walk() if is_field(node) and node.text}
        rows = [line for line in described.observation.splitlines() if not any(text in line for text in entered)]
        if not entered or evident(requirement.seen, described.page, "\n".join(rows), self._whole, self._entities):
            return False
        return not any(same_operation(move, *seal) for move in self._trail.moves)

    def _chooses(self, move: Move) -> bool:
        return move.target is not None and normal(move.target.label()) in self._entities

    def _infer(self) -> None:
        """At the end, what was done though no screen showed it."""
        anchors = {requirement.id for requirement in self._task.intent.requirements if requirement.kind == "anchor"}
        firsts = {name: mark.first for name, mark in self._outcome.marks.items()}
        tail = self._task.intent.reference.tail
        for requirement, step in inferred(self._task, self._trail.moves, self._denied, firsts):
            self._outcome.see(requirement, step, True)
            gone = lost(self._trail.moves, step)
            if gone is not None:
                self._outcome.see(requirement, gone, False)
            if requirement.id in anchors and self._closing.at is None:
                self._closing.at = step + tail
        if self._closing.at is None:
            met = [name for name, mark in self._outcome.marks.items() if mark.first is not None]
            step_of_closing = closed(self._task, self._trail.moves, met)
            if step_of_closing is not None:
                self._closing.at = step_of_closing + tail

    def _hear(self, step: int, action: Answer | Finish) -> None:
        self._outcome.hear(step, action.text, parting=isinstance(action, Finish))
        self._closing.hear(step)

    def _now(self, *, over: bool) -> Iterator[AnyVerdict]:
        hits = self._process.hits()
        productive = self._outcome.productive.union(move.step for move in hits.values())
        yield from self._outcome.verdicts(over=over, unscored=self._unscored)
        yield from self._process.key_steps(hits, over=over)
        yield from self._process.redundant(productive, _meaning)
        yield from self._effects.verdicts(list(hits.values()), self._process.carried_out())


def _meaning(screen: Screen) -> Hashable | None:
    """For who reads screens, what a screen says is the state."""
    return None if screen.look is None else (screen.look.page, screen.look.lines)


def _has_not_come(observation: str) -> bool:
    observation_text = observation.casefold()
    # Of nearly all pages one look at the whole is enough.
    return any(word in observation_text for word in _WAITING) and any(
        line.startswith(_WAITING) for line in observation_text.splitlines()
    )


def _takes_back(move: Move) -> bool:
    return move.target is not None and normal(move.target.label()).startswith(_UNDOING)


def _rivals(requirement: Requirement) -> Iterator[Pattern]:
    """The requirement's pattern with another choice in the place of the wanted one."""
    if requirement.seen is None:
        return
    for option in requirement.options:
        if normal(option) != normal(requirement.value):
            rival = _renamed(requirement.seen, requirement.value, option)
            if rival != requirement.seen:
                yield rival


def _renamed(pattern: Pattern, old: str, new: str) -> Pattern:
    texts, row = (tuple(text.replace(old, new) for text in part) for part in (pattern.texts, pattern.row))
    return replace(pattern, page=pattern.page.replace(old, new), texts=texts, row=row)


SPEC: Final = JudgeSpec(
    make=RuleJudge,
    name="rules",
    title="reads the accessibility text of the trace and the dialogue by rules",
)
