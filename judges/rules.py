"""The rule judge: reads the accessibility text of the trace and the dialogue, never app state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from judges.auditor import Auditor
from judges.closing import Closing
from judges.docket import Docket
from judges.effects import Effects
from judges.evidence import evident, made_up
from judges.inference import inferred
from judges.outcome import Outcome
from judges.process import Process
from judges.serializer import Serializer
from judges.termination import terminate
from judges.trail import Screen, Trail
from judges.view import View
from runtime.actions import Answer, Finish
from runtime.events import (
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
from runtime.ports import Evidence
from runtime.tasks import Pattern, Task
from runtime.ui import normal


class RuleJudge:
    """Implements `runtime.ports.RuleJudge`. Deterministic: its verdicts are a function of the events and the trees."""

    name = "rules"
    version = "1"
    sees_truth = False

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._case: _Case | None = None

    def begin(self, task: Task, episode: str) -> None:
        """Start on an attempt; whatever was before is forgotten."""
        self._case = _Case(task, episode, self.name, self._evidence)

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        """Take in one event; returns the verdicts that it changes. Truth is passed over unread."""
        if self._case is None:
            raise RuntimeError("begin() comes before feed()")
        return () if isinstance(event, (StateRead, Released)) else self._case.feed(event)


class _Case:
    """One attempt before the judge."""

    def __init__(self, task: Task, episode: str, judge: str, evidence: Evidence) -> None:
        reference = task.intent.reference
        self._task = task
        self._key = episode, judge
        self._trail = Trail(evidence)
        self._docket = Docket()
        self._serializer = Serializer(episode, judge)
        self._outcome = Outcome(task.intent, episode, judge)
        self._process = Process(reference.key_steps, self._trail, episode, judge)
        self._effects = Effects(reference, episode, judge)
        self._auditor = Auditor(task, episode, judge)
        self._whole = made_up(task.intent)
        self._closing = Closing(task, self._whole)
        self._denied: dict[str, int] = {}
        """When a page that tells of a requirement last showed that it is not met."""
        self._entities = frozenset(
            normal(text) for one in task.intent.requirements for text in (one.value, *one.options)
        )
        """Names of things that were to be chosen: a page called so is the page of that thing and of no other."""
        self._view = View(reference.key_steps)

    def feed(self, event: AnyEvent) -> list[AnyVerdict]:
        moves, others = list(self._trail.pending), list(self._trail.others)
        said = len(self._trail.said)
        self._trail.feed(event)
        new: list[AnyVerdict] = []
        match event:
            case Observed():
                screen = self._trail.screens[-1]
                described = self._serializer.describe(screen, moves, others)
                new.append(described)
                self._view.see(screen, moves)
                if screen.look is not None:
                    self._see(described)
                self._effects.see(screen, moves)
                new.extend(self._now(over=False))
            case Performed():
                for step, action in self._trail.said[said:]:
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
        return self._docket.fresh(new)

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
        for requirement in self._task.intent.requirements:
            if requirement.evidence == "state" and requirement.seen is not None:
                held = self._held(requirement.seen, described)
                if held is not None:
                    self._outcome.see(requirement, described.step, held)
                if held is False and requirement.seen.page:
                    self._denied[requirement.id] = described.step
        met = [name for name, mark in self._outcome.marks.items() if mark.first is not None]
        begun = bool(self._process.hits())
        self._closing.see(described, met, begun, self._outcome.complete_at is not None)

    def _held(self, seen: Pattern, described: Described) -> bool | None:
        """By this screen, or by what was scrolled past; where a commitment led to, whatever that page is called."""
        rows = self._view.observation
        held = evident(seen, described.page, described.observation, self._whole)
        if held is False and rows != described.observation:
            return evident(seen, described.page, rows, self._whole)
        if held is None and self._view.landed and seen.page and normal(seen.page) not in self._entities:
            return evident(replace(seen, page=""), described.page, rows, self._whole) or None
        return held

    def _infer(self) -> None:
        """At the end, what was done though no screen showed it."""
        anchors = {one.id for one in self._task.intent.requirements if one.kind == "anchor"}
        for requirement, step in inferred(self._task, self._trail.moves, self._denied):
            if self._outcome.marks[requirement.id].first is None:
                self._outcome.see(requirement, step, True)
                if requirement.id in anchors and self._closing.at is None:
                    self._closing.at = step + self._task.intent.reference.tail

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
