"""The rule judge: reads accessibility text and the dialogue of a trace, never app state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from judges.evidence.answers import judge_trail_answer
from judges.evidence.outcome import OutcomeTracker
from judges.evidence.process import ProcessTracker
from judges.evidence.requirements import contains_text, free_text_values, pattern_holds
from judges.evidence.screens import is_text_field, single_line
from judges.evidence.serializer import Serializer
from judges.evidence.side_effects import SideEffectTracker, bypass_verdicts
from judges.evidence.step_matching import matches_key_step, same_operation
from judges.evidence.termination import judge_termination
from judges.evidence.trail import Move, Screen, Trail
from judges.evidence.turns import TurnAuditor
from judges.evidence.verdict_filter import VerdictFilter
from judges.rules.completion import ClosingDetector
from judges.rules.inferred_requirements import (
    CounterEvidence,
    committing_touch,
    infer_closing,
    infer_requirements,
    removal_step,
)
from judges.rules.page_view import PageView
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
    SideEffect,
    StateRead,
)
from runtime.core.tasks import Pattern, Requirement, Task
from runtime.core.text import normal
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec

_WAITING = ("loading", "you’re offline", "no connection", "please wait")
"""Beginnings of lines on a page that is still loading; missing rows on it are no counter-evidence."""
_UNDOING = ("delete", "remove", "cancel", "undo", "discard", "clear")
"""Beginnings of labels of controls that undo or delete something."""


class RuleJudge:
    """Implements `runtime.plugins.protocols.RuleJudge`. Deterministic: its verdicts are a function of the events and
    the trees.
    """

    name = "rules"
    version = "4"
    sees_truth = False

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._episode_judge: _EpisodeJudge | None = None

    def begin(self, task: Task, episode: str) -> None:
        """Start judging an attempt and forget the previous one."""
        self._episode_judge = _EpisodeJudge(task, episode, self.name, self._evidence)

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        """Process one event; returns the verdicts that it changes. Records of truth are ignored."""
        if self._episode_judge is None:
            raise RuntimeError("call begin() before feed()")
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
        self._outcome = OutcomeTracker(task.intent, episode, judge)
        self._process = ProcessTracker(reference.key_steps, self._trail, episode, judge)
        self._effects = SideEffectTracker(task.intent, episode, judge)
        self._standing: dict[Screen, Hashable] = {}
        """What had been committed or switched by each screen; a page that looks as before may hide it."""
        self._auditor = TurnAuditor(task, episode, judge)
        self._free_texts = free_text_values(task.intent)
        self._closing = ClosingDetector(task, self._free_texts)
        self._other_choices = {
            requirement.id: tuple(_other_choices(requirement)) for requirement in task.intent.requirements
        }
        self._shown: dict[str, set[str]] = {requirement.id: set() for requirement in task.intent.requirements}
        """By requirement, the pages that have shown it to be met."""
        self._counter_evidence = {requirement.id: CounterEvidence() for requirement in task.intent.requirements}
        self._choices = frozenset(
            normal(text)
            for requirement in task.intent.requirements
            for text in (requirement.value, *requirement.options)
        )
        """Names of all options and values; a page with such a name belongs to that entity."""
        self._other_anchors = tuple(
            normal(option)
            for requirement in task.intent.requirements
            for option in requirement.options
            if requirement.kind == "anchor" and normal(option) != normal(requirement.value)
        )
        self._undoing = False
        """Whether one of the newest moves touched a control that undoes something."""
        self._begun = False
        """Whether any option, right or wrong, has been touched."""
        self._page_view = PageView(reference.key_steps)
        self._commitments = {
            requirement.id: committing_touch(task, requirement) for requirement in task.intent.requirements
        }

    def feed(self, event: AnyEvent) -> list[AnyVerdict]:
        moves, other_actions = list(self._trail.pending), list(self._trail.other_actions)
        actions_seen = len(self._trail.answers)
        self._trail.feed(event)
        new: list[AnyVerdict] = []
        match event:
            case Observed():
                screen = self._trail.screens[-1]
                described = self._serializer.describe(screen, moves, other_actions)
                new.append(described)
                self._page_view.update(screen, moves)
                self._undoing = any(_undoes(move) for move in moves)
                self._begun = self._begun or any(self._touches_choice(move) for move in moves)
                if screen.text is not None:
                    self._check(described)
                self._effects.update(screen, moves)
                self._standing[screen] = self._effects.standing
                new.extend(self._verdicts(over=False))
            case Performed():
                for step, action in self._trail.answers[actions_seen:]:
                    self._record_answer(step, action)
                    new.extend(self._outcome.verdicts(over=False, unscored=self._unscored))
            case Replied():
                new.append(self._auditor.judge(event, self._trail.screens))
            case Ended():
                self._infer()
                new.extend(self._verdicts(over=True))
                changing = {verdict.step for verdict in new if isinstance(verdict, SideEffect)}
                new.append(
                    judge_termination(
                        self._trail,
                        self._closing.at,
                        self._outcome.complete_at,
                        *self._key,
                        changes=lambda move: move.step in changing,
                    )
                )
            case _:
                pass
        return self._filter.changed(new)

    @property
    def _unscored(self) -> frozenset[str]:
        """Requirements without a screen pattern; all state requirements if no screen could be read."""
        return frozenset(
            requirement.id
            for requirement in self._task.intent.requirements
            if requirement.evidence == "state" and (requirement.seen is None or self._trail.unreadable)
        )

    def _check(self, described: Described) -> None:
        """Check one described step against the patterns. Pages to which a pattern does not apply are no evidence."""
        loading = _is_loading(described.observation)
        for requirement in self._task.intent.requirements:
            if requirement.evidence == "state" and requirement.seen is not None:
                holds = self._holds(requirement.seen, described)
                if (holds is False and loading) or (holds and self._is_draft(requirement, described)):
                    holds = None
                if holds:
                    self._shown[requirement.id].add(described.page)
                # A requirement is lost only on a page that has shown it, or after a touch that undoes something:
                # another page of the same name may belong to another entity.
                if holds or (holds is False and (self._undoing or described.page in self._shown[requirement.id])):
                    self._outcome.record(requirement, described.step, holds, self._bypass(requirement))
                if holds is False:
                    self._record_counter_evidence(requirement, described)
        met = [name for name, status in self._outcome.statuses.items() if status.first_met is not None]
        begun = self._begun or bool(self._process.hits())
        self._closing.update(described, met, begun, self._outcome.complete_at is not None)

    def _bypass(self, requirement: Requirement) -> str:
        """The shell command that may have made what would newly meet the requirement, or an empty string.

        After a command that changes state, a requirement needs a move that matches a key step of its own.
        """
        if not self._trail.writes or self._outcome.statuses[requirement.id].holds:
            return ""
        write = self._trail.writes[-1]
        own = [step for step in self._task.intent.reference.key_steps if requirement.id in step.requirements]
        later = self._trail.moves[write.moves :]
        return "" if any(matches_key_step(move, step) for move in later for step in own) else write.command

    def _record_counter_evidence(self, requirement: Requirement, described: Described) -> None:
        """Record the counter-evidence of a screen that does not show a requirement."""
        counter_evidence = self._counter_evidence[requirement.id]
        if requirement.seen is not None and requirement.seen.page:
            counter_evidence.missing_on.add(described.step)
        for other_choice in self._other_choices[requirement.id]:
            if self._holds(other_choice, described):
                counter_evidence.other_choices.append((described.step, other_choice))

    def _holds(self, seen: Pattern, described: Described) -> bool | None:
        """Whether the pattern holds on this screen or on rows scrolled past.

        After a commitment the name of the page does not matter, unless it names another anchor than the wanted one.
        """
        rows = self._page_view.observation
        holds = pattern_holds(seen, described.page, described.observation, self._free_texts, self._choices)
        if holds is False and rows != described.observation:
            return pattern_holds(seen, described.page, rows, self._free_texts, self._choices)
        free = seen.page and normal(seen.page) not in self._choices and not self._names_other_anchor(described.page)
        if holds is None and self._page_view.after_commitment and free:
            return pattern_holds(replace(seen, page=""), described.page, rows, self._free_texts) or None
        return holds

    def _names_other_anchor(self, page: str) -> bool:
        title = normal(page.partition("/")[2])
        return any(contains_text(title, name) for name in self._other_anchors)

    def _is_draft(self, requirement: Requirement, described: Described) -> bool:
        """Whether the value only stands in a text field so far, and the control that saves it has not been touched."""
        commitment = self._commitments[requirement.id]
        tree = self._trail.screens[-1].tree
        if (
            commitment is None
            or tree is None
            or requirement.seen is None
            or described.page in self._shown[requirement.id]
        ):
            return False
        entered = {single_line(node.text) for node in tree.walk() if is_text_field(node) and node.text}
        rows = [line for line in described.observation.splitlines() if not any(text in line for text in entered)]
        if not entered or pattern_holds(
            requirement.seen, described.page, "\n".join(rows), self._free_texts, self._choices
        ):
            return False
        return not any(same_operation(move, *commitment) for move in self._trail.moves)

    def _touches_choice(self, move: Move) -> bool:
        return move.target is not None and normal(move.target.label()) in self._choices

    def _infer(self) -> None:
        """Add the requirements and the closing that can be inferred from operations at the end."""
        anchors = {requirement.id for requirement in self._task.intent.requirements if requirement.kind == "anchor"}
        firsts = {name: status.first_met for name, status in self._outcome.statuses.items()}
        tail = self._task.intent.reference.tail
        for requirement, step in infer_requirements(self._task, self._trail.moves, self._counter_evidence, firsts):
            self._outcome.record(requirement, step, True)
            removed_at = removal_step(self._trail.moves, step)
            if removed_at is not None:
                self._outcome.record(requirement, removed_at, False)
            if requirement.id in anchors and self._closing.at is None:
                self._closing.at = step + tail
        if self._closing.at is None:
            met = [name for name, status in self._outcome.statuses.items() if status.first_met is not None]
            step_of_closing = infer_closing(self._task, self._trail.moves, met)
            if step_of_closing is not None:
                self._closing.at = step_of_closing + tail

    def _record_answer(self, step: int, action: Answer | Finish) -> None:
        verdict = judge_trail_answer(self._task, action.text, self._trail)
        self._outcome.record_answer(step, verdict, final=isinstance(action, Finish))
        if verdict.closes:
            self._closing.record_answer(step)

    def _meaning(self, screen: Screen) -> Hashable | None:
        """The semantic state of a screen for this judge: its page and lines, and what was committed before."""
        return None if screen.text is None else (screen.text.page, screen.text.lines, self._standing[screen])

    def _verdicts(self, *, over: bool) -> Iterator[AnyVerdict]:
        hits = self._process.hits()
        productive = self._outcome.productive.union(move.step for move in hits.values())
        yield from self._outcome.verdicts(over=over, unscored=self._unscored)
        yield from self._process.key_step_verdicts(hits, over=over)
        yield from self._process.redundancy_verdicts(productive, self._meaning)
        yield from self._effects.verdicts(list(hits.values()), self._process.matching_moves())
        yield from bypass_verdicts(self._trail.writes, *self._key)


def _is_loading(observation: str) -> bool:
    observation_text = observation.casefold()
    # One search of the complete text rules out nearly all pages.
    return any(word in observation_text for word in _WAITING) and any(
        line.startswith(_WAITING) for line in observation_text.splitlines()
    )


def _undoes(move: Move) -> bool:
    return move.target is not None and normal(move.target.label()).startswith(_UNDOING)


def _other_choices(requirement: Requirement) -> Iterator[Pattern]:
    """The requirement's pattern with each other option in place of the wanted one."""
    if requirement.seen is None:
        return
    for option in requirement.options:
        if normal(option) != normal(requirement.value):
            other_choice = _renamed(requirement.seen, requirement.value, option)
            if other_choice != requirement.seen:
                yield other_choice


def _renamed(pattern: Pattern, old: str, new: str) -> Pattern:
    texts, row = (tuple(text.replace(old, new) for text in part) for part in (pattern.texts, pattern.row))
    return replace(pattern, page=pattern.page.replace(old, new), texts=texts, row=row)


SPEC: Final = JudgeSpec(
    make=RuleJudge,
    name="rules",
    title="reads the accessibility text of the trace and the dialogue by rules",
)
