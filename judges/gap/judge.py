"""The gap judge: whether the executed and the announced action of each decision bring the goal nearer.

It reads trace and truth of an attempt in their common order and reproduces them on a mirror. For each decision it
judges the executed actions (EM) and the action that the thought announces (GTA) by the same rule.
"""

from __future__ import annotations

import select
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.workers.registry import installed_apps
from judges.gap.announcing import AnnouncementJudge
from judges.gap.distance_rule import RULE, UNRESOLVED, Assessment, DistanceRule, Position
from judges.gap.goal import Goal, Knowledge
from judges.gap.mirror import Mirror
from judges.gap.paths import Path, PathPlanner
from judges.gap.simulator import PhoneSimulator, screen_location
from runtime.core.actions import DEVICE_ACTIONS, Action, Answer, Finish, Noop, Note, Wait
from runtime.core.errors import TaskFault
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Decided,
    DisturbanceOccurred,
    Ended,
    GapJudged,
    Observed,
    Performed,
    Released,
    Started,
    StateRead,
)
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec

_ON_PHONE = (*DEVICE_ACTIONS, Wait, Noop)

_LIMITER: RunVar[anyio.CapacityLimiter] = RunVar("judges.gap.turn")
"""Per event loop: lets one mirror compute at a time, so that twenty attempts do not starve the loop."""


class GapJudge:
    """Implements `runtime.plugins.protocols.Judge` and sees the truth."""

    name = "gap"
    version = "1"
    sees_truth = True

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Follow the trace to its end."""
        episode_judge = EpisodeJudge(task, self.name, self._evidence)
        consumed = 0
        async for event in trace:
            recorded_truth = list(truth)[consumed:] if truth is not None else []
            before = [record for record in recorded_truth if record.seq < event.seq]
            consumed += len(before)
            # Most events are only stored. Those that need computing run in a worker thread.
            if isinstance(event, (Started, Decided, Performed, DisturbanceOccurred, Ended)):
                new_verdicts = await anyio.to_thread.run_sync(episode_judge.feed, (*before, event), limiter=_limiter())
            else:
                new_verdicts = episode_judge.feed((*before, event))
            for verdict in new_verdicts:
                verdicts.append(verdict)


def _release_interpreter_lock() -> None:
    """Release the interpreter lock for a moment.

    A computing thread keeps the lock for five milliseconds at a time. An event loop that needs it several times for one
    event would wait each time.
    """
    select.select((), (), (), 0)


def _limiter() -> anyio.CapacityLimiter:
    try:
        return _LIMITER.get()
    except LookupError:
        limiter = anyio.CapacityLimiter(1)
        _LIMITER.set(limiter)
        return limiter


@dataclass(slots=True, eq=False)
class _Pending:
    """A decision that is being executed, with its actions so far and the phone before and after each."""

    step: int
    thought: str
    position: Position | None
    problem: str
    performed: bool = False
    """Whether any action other than a note was executed."""
    done: list[tuple[Action, PhoneState, PhoneState]] = field(default_factory=list)


class EpisodeJudge:
    """Judges one attempt. Synchronous: events in, verdicts out."""

    def __init__(self, task: Task, judge: str, evidence: Evidence) -> None:
        self._task = task
        self._judge = judge
        self._evidence = evidence
        self._known = Knowledge()
        self._path: Path | None = None
        self._setup_problem = "the attempt has not begun"
        self._pending: _Pending | None = None

    def feed(self, events: Sequence[AnyEvent | AnyTruth]) -> list[GapJudged]:
        """Process events and records of truth in their order; returns new verdicts."""
        return [verdict for event in events for verdict in self._process(event)]

    def _process(self, event: AnyEvent | AnyTruth) -> Iterator[GapJudged]:
        match event:
            case Started():
                self._begin(event)
            case Observed() if not self._setup_problem:
                self._mirror.observe(event)
            case StateRead() if not self._setup_problem:
                self._mirror.record_state(event)
            case DisturbanceOccurred() if not self._setup_problem:
                self._mirror.add_disturbances()
            case Released(requirements=requirements):
                self._known.released.update(requirements)
            case Decided():
                yield from self._settle(event.episode)
                self._decide(event)
            case Performed():
                self._perform(event)
            case Ended():
                yield from self._settle(event.episode)
            case _:
                pass

    def _begin(self, event: Started) -> None:
        simulator, goal = PhoneSimulator(installed_apps(), between=_release_interpreter_lock), Goal(self._task)
        self._simulator, self._goal = simulator, goal
        self._mirror = Mirror(simulator, self._evidence)
        self._planner = PathPlanner(simulator, goal)
        self._rule = DistanceRule(simulator, goal, self._planner, can_ask=event.can_ask)
        self._announcements = AnnouncementJudge(simulator, self._rule)
        try:
            self._mirror.begin(self._task, event.seed)
        except TaskFault as fault:
            self._setup_problem = f"the phone cannot be prepared: {fault}"
            return
        assert self._mirror.state is not None
        self._path = self._planner.begin(self._mirror.state)
        self._setup_problem = "" if self._path is not None else "the recorded way does not lead to the goal here"

    def _decide(self, event: Decided) -> None:
        state = None if self._setup_problem else self._mirror.state
        position = None if state is None else Position(state, self._path, self._known.copy())
        problem = self._setup_problem or self._mirror.problem
        self._pending = _Pending(event.step, event.decision.thought, position, problem)

    def _perform(self, event: Performed) -> None:
        pending = self._pending
        if pending is None or isinstance(event.action, Note):
            return
        pending.performed = True
        before = None if self._setup_problem else self._mirror.state
        if before is not None:
            self._mirror.perform(event)
            pending.done.append((event.action, before, self._mirror.state or before))

    def _settle(self, episode: str) -> Iterator[GapJudged]:
        """Judge the previous decision, whose effect is known now."""
        if not self._setup_problem:
            self._mirror.check()
        pending, self._pending = self._pending, None
        if pending is not None and pending.performed:
            em, gta, why = self._assess(pending)
            yield GapJudged(
                episode=episode, judge=self._judge, step=pending.step, em=em, gta=gta, rule=RULE, reason=why
            )
        state = None if self._setup_problem else self._mirror.state
        if state is not None:
            for number, location in self._planner.lookups.items():
                if screen_location(state) == location:
                    self._known.lookups_done.add(number)

    def _assess(self, pending: _Pending) -> tuple[bool | None, bool | None, str]:
        """EM, GTA and the reason."""
        problem = pending.problem or self._setup_problem or self._mirror.problem
        state, position = None if self._setup_problem else self._mirror.state, pending.position
        if problem or state is None or position is None:
            self._path = None
            return None, None, f"{UNRESOLVED}: {problem}"
        assessment, last = self._assess_executed(pending, position, state)
        self._path = assessment.path
        if assessment.right is None:
            path = position.path
            # A right guess reduces the distance: the agent is where an informed one would be.
            self._known.passed_unknowable_choice = path is None or assessment.path is None or not assessment.path < path
            return None, None, assessment.why
        if not pending.thought.strip():
            return assessment.right, None, f"no thought; {assessment.why}"
        gta, announced = self._announcements.judge(position, pending.thought, last, assessment)
        return (assessment.right if gta is not None else None), gta, f"{announced}; {assessment.why}"

    def _assess_executed(
        self, pending: _Pending, position: Position, state: PhoneState
    ) -> tuple[Assessment, PhoneState | None]:
        """Assess all actions of a decision, device actions in a row together, and the phone after the last of these."""
        assessment = Assessment(True, "", position.path)
        done = pending.done
        at = 0
        while at < len(done) and assessment.right:
            end = at
            while end < len(done) and isinstance(done[end][0], _ON_PHONE):
                end += 1
            if end > at:
                after = state if end == len(done) else done[end - 1][2]
                assessment = self._rule.judge_performed(position, [action for action, _, _ in done[at:end]], after)
                position = Position(after, assessment.path, position.known)
                at = end
            else:
                action = done[at][0]
                assessment = self._rule.judge_message(position, action)
                if isinstance(action, (Answer, Finish)):
                    self._known.answers_given |= self._goal.answers_in(action.text)
                at += 1
        reached = [number for number, (action, _, _) in enumerate(done) if isinstance(action, _ON_PHONE)]
        if not reached:
            return assessment, None
        return assessment, state if reached[-1] == len(done) - 1 else done[reached[-1]][2]


SPEC: Final = JudgeSpec(
    make=GapJudge,
    name="gap",
    title="compares what an agent says with what it does, on virtual phones",
    sees_truth=True,
)
