"""The state judge: decides by app state and by the requirements that the user released. It calibrates other judges."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from operator import itemgetter
from typing import Final

from judges.evidence.answers import judge_trail_answer
from judges.evidence.outcome import OutcomeTracker
from judges.evidence.process import ProcessTracker
from judges.evidence.state_changes import changes_between, differences, reference_end
from judges.evidence.termination import judge_termination
from judges.evidence.trail import Move, Screen, Trail
from judges.evidence.turns import TurnAuditor
from judges.evidence.verdict_filter import VerdictFilter
from runtime.core.actions import Answer, Finish
from runtime.core.checks import holds, paths_outside, tainted_evidence
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Bypass,
    Decided,
    Ended,
    Observed,
    Performed,
    Released,
    Replied,
    SideEffect,
    StateRead,
    TurnJudged,
)
from runtime.core.tasks import State, Task
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec


class StateJudge:
    """Implements `runtime.plugins.protocols.RuleJudge` and sees the truth. It uses screens only to match key steps."""

    name = "state"
    version = "4"
    sees_truth = True

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._episode_judge: _EpisodeJudge | None = None

    def begin(self, task: Task, episode: str) -> None:
        """Start judging an attempt and forget the previous one."""
        self._episode_judge = _EpisodeJudge(task, episode, self.name, self._evidence)

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        """Process one event or record of truth; returns the verdicts that it changes."""
        if self._episode_judge is None:
            raise RuntimeError("call begin() before feed()")
        return self._episode_judge.feed(event)


class _EpisodeJudge:
    """Judges one attempt. Truth may arrive late, even after the end; verdicts that it changes are issued again."""

    def __init__(self, task: Task, episode: str, judge: str, evidence: Evidence) -> None:
        self._task = task
        self._key = episode, judge
        self._trail = Trail(evidence)
        self._filter = VerdictFilter()
        self._outcome = OutcomeTracker(task.intent, episode, judge)
        self._process = ProcessTracker(task.intent.reference.key_steps, self._trail, episode, judge)
        self._turns = _Turns(task, self._trail, episode, judge)
        self._states: list[tuple[int, State]] = []
        """Complete app states, each with the step after which it was read."""
        self._versions: list[State] = []
        """The distinct states; a state's index is its version."""
        self._version_of: list[int] = []
        """The version of each entry of `_states`."""
        self._closed_at: int | None = None
        self._wanted: State | None = None
        """The state at the end of the reference."""
        self._standing: tuple[str, ...] = ()
        """The side effects in the newest state."""
        self._any_value = tuple(
            requirement.truth.path
            for requirement in task.intent.requirements
            if requirement.truth is not None and requirement.truth.op in ("ne", "exists")
        )
        """The paths whose values are judged by requirements that accept any other value too."""
        self._touched: dict[str, int] = {}
        self._outdated = False
        """Whether a screen, a state or an answer has come since the verdicts were computed."""
        self._refuses_bypasses = evidence.bypass == "refuse"
        self._tainted: tuple[str, ...] = ()
        """What shell commands have made of the newest state."""
        self._bypassed: dict[str, tuple[int, str]] = {}
        """The step and the command of each path that was ever tainted."""

    def feed(self, event: AnyEvent | AnyTruth) -> list[AnyVerdict]:
        actions_seen = len(self._trail.answers)
        turns: Sequence[TurnJudged] = ()
        match event:
            case StateRead():
                self._record_state(event)
            case Released():
                turns = self._turns.release(event)
            case _:
                self._trail.feed(event)
                turns = self._turns.feed(event)
        answers = self._trail.answers[actions_seen:]
        for step, action in answers:
            self._record_answer(step, action)
        self._outdated = self._outdated or bool(answers) or isinstance(event, (Observed, StateRead, Ended))
        # A screen is recorded right before its state, so verdicts are computed on the other events.
        if self._outdated and isinstance(event, (StateRead, Decided, Performed, Ended)):
            self._outdated = False
            return self._filter.changed([*turns, *self._verdicts(over=self._trail.ended is not None)])
        return self._filter.changed(turns)

    def _record_state(self, read: StateRead) -> None:
        state = {**(self._states[-1][1] if self._states else {}), **read.state}
        self._states.append((read.step, state))
        self._version_of.append(self._version(state))
        intent = self._task.intent
        tainted = read.tainted if self._refuses_bypasses else {}
        unmet = False
        for requirement in intent.requirements:
            if requirement.evidence == "state" and requirement.truth is not None:
                held = holds(requirement.truth, state)
                unmet = unmet or not held
                paths = tainted_evidence(requirement.truth, state, tainted) if held else ()
                self._outcome.record(requirement, read.step, held, tainted[paths[0]] if paths else "")
        self._tainted = paths_outside(tainted, intent.reference.incidental)
        for path in self._tainted:
            self._bypassed.setdefault(path, (read.step, tainted[path]))
        closing = intent.reference.closing
        if self._closed_at is None and closing is not None and holds(closing, state):
            self._closed_at = read.step
        if self._wanted is None:
            self._wanted = reference_end(state, intent.reference.effects)
        found = differences(self._states[0][1], self._wanted, state)
        # Another value than the reference's is an unmet requirement; if none is unmet, no requirement reads the value.
        other_values = () if unmet else paths_outside(found.other_values, self._any_value)
        self._standing = paths_outside((*found.side_effects, *other_values), intent.reference.incidental)
        for path in self._standing:
            self._touched.setdefault(path, read.step)

    def _record_answer(self, step: int, action: Answer | Finish) -> None:
        verdict = judge_trail_answer(self._task, action.text, self._trail)
        self._outcome.record_answer(step, verdict, final=isinstance(action, Finish))
        if self._closed_at is None and self._task.intent.reference.closing is None and verdict.closes:
            self._closed_at = step

    def _verdicts(self, *, over: bool) -> Iterator[AnyVerdict]:
        hits = self._process.hits()
        productive = self._outcome.productive.union(move.step for move in hits.values())
        yield from self._outcome.verdicts(over=over, unscored=self._unscored)
        yield from self._process.key_step_verdicts(hits, over=over)
        yield from self._process.redundancy_verdicts(productive, self._meaning)
        yield from self._effects()
        if over:
            yield from self._turns.leftover()
            yield judge_termination(
                self._trail,
                self._closed_at,
                self._outcome.complete_at,
                *self._key,
                tail=self._task.intent.reference.tail,
                changes=self._changes_state,
            )

    @property
    def _unscored(self) -> frozenset[str]:
        return frozenset(
            requirement.id
            for requirement in self._task.intent.requirements
            if requirement.evidence == "state" and (requirement.truth is None or not self._states)
        )

    def _meaning(self, screen: Screen) -> Hashable | None:
        """The app state together with the screen: the same screen over another app state is a different state."""
        if screen.text is None:
            return None
        at = bisect_right(self._states, screen.step, key=itemgetter(0))
        version = self._version_of[at - 1] if at else -1
        return version, screen.text.page, screen.text.lines

    def _changes_state(self, move: Move) -> bool:
        """Whether the app state after a move differs from the state before it, other than at incidental paths."""
        before = bisect_right(self._states, move.step - 1, key=itemgetter(0))
        after = bisect_right(self._states, move.step, key=itemgetter(0))
        if not before or before == after:
            return False
        changes = changes_between(self._states[before - 1][1], self._states[after - 1][1])
        return bool(paths_outside((change.name for change in changes), self._task.intent.reference.incidental))

    def _version(self, state: State) -> int:
        """The version of a state; a new one if it differs from all before."""
        for at in range(len(self._versions) - 1, -1, -1):
            if self._versions[at] == state:
                return at
        self._versions.append(state)
        return len(self._versions) - 1

    def _effects(self) -> Iterator[SideEffect | Bypass]:
        episode, judge = self._key
        for path, step in self._touched.items():
            # A path may also be missing because its parent or child differs now.
            undone = not any(_related(path, other) for other in self._standing)
            yield SideEffect(episode=episode, judge=judge, what=path, step=step, undone=undone)
        for path, (step, command) in self._bypassed.items():
            undone = path not in self._tainted
            yield Bypass(episode=episode, judge=judge, what=path, step=step, undone=undone, reason=command)


def _related(path: str, other: str) -> bool:
    return path == other or path.startswith(other + "/") or other.startswith(path + "/")


class _Turns:
    """Judges dialogue turns: joins each reply in the trace with the released requirements of its step in the truth."""

    def __init__(self, task: Task, trail: Trail, episode: str, judge: str) -> None:
        self._trail = trail
        self._auditor = TurnAuditor(task, episode, judge)
        self._waiting: deque[tuple[Replied, int]] = deque()
        """Replies whose release has not arrived, each with the number of screens before it."""
        self._releases: dict[int, Released] = {}

    def feed(self, event: AnyEvent) -> list[TurnJudged]:
        if not isinstance(event, Replied):
            return []
        self._waiting.append((event, len(self._trail.screens)))
        return self._join()

    def release(self, event: Released) -> list[TurnJudged]:
        self._releases[event.step] = event
        return self._join()

    def leftover(self) -> list[TurnJudged]:
        """Verdicts on turns whose release has not arrived: labelled by the rules, nothing filled."""
        auditor = copy(self._auditor)
        return [
            auditor.judge(replace(reply, answered=False), self._trail.screens[:screens])
            for reply, screens in self._waiting
        ]

    def _join(self) -> list[TurnJudged]:
        """Judge turns in their order, as far as their releases have arrived."""
        joined: list[TurnJudged] = []
        while self._waiting and self._waiting[0][0].step in self._releases:
            reply, screens = self._waiting.popleft()
            release = self._releases.pop(reply.step)
            joined.append(self._auditor.judge(reply, self._trail.screens[:screens], release))
        return joined


SPEC: Final = JudgeSpec(
    make=StateJudge,
    name="state",
    title="decides by app state; calibrates the others",
    sees_truth=True,
)
