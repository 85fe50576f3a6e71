"""The gap judge: whether the executed and the announced action of each decision bring the goal nearer.

It reads trace and truth of an attempt in their common order and reproduces them on a mirror. For each decision it
judges the executed actions (EM) and the action that the thought announces (GTA) by the same rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.workers.registry import installed_apps
from judges.gap.announcing import AnnouncementJudge
from judges.gap.distance_rule import RULE, UNRESOLVED, Assessment, DistanceRule, Position
from judges.gap.following import EpisodeFollower, FollowedDecision
from judges.gap.goal import Goal
from judges.gap.paths import Path, PathPlanner
from judges.gap.simulator import PhoneSimulator
from judges.gap.working import judge_in_thread, release_interpreter_lock
from runtime.core.actions import DEVICE_ACTIONS, Answer, Finish, Noop, Wait
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, GapJudged, Started
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec

_ON_PHONE = (*DEVICE_ACTIONS, Wait, Noop)


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
        await judge_in_thread(EpisodeJudge(task, self.name, self._evidence).feed, trace, verdicts, truth)


class EpisodeJudge:
    """Judges one attempt. Synchronous: events in, verdicts out."""

    def __init__(self, task: Task, judge: str, evidence: Evidence) -> None:
        self._task = task
        self._judge = judge
        self._evidence = evidence
        self._path: Path | None = None
        self._setup_problem = "the attempt has not begun"

    def feed(self, events: Sequence[AnyEvent | AnyTruth]) -> list[GapJudged]:
        """Process events and records of truth in their order; returns new verdicts."""
        return [verdict for event in events for verdict in self._process(event)]

    def _process(self, event: AnyEvent | AnyTruth) -> Iterator[GapJudged]:
        if isinstance(event, Started):
            self._begin(event)
        elif self._follower.follow(event):
            yield from self._settled(event.episode)

    def _begin(self, event: Started) -> None:
        simulator, goal = PhoneSimulator(installed_apps(), between=release_interpreter_lock), Goal(self._task)
        self._goal = goal
        self._follower = EpisodeFollower(self._task, simulator, self._evidence)
        self._planner = PathPlanner(simulator, goal)
        self._rule = DistanceRule(simulator, goal, self._planner, can_ask=event.can_ask)
        self._announcements = AnnouncementJudge(simulator, self._rule)
        self._follower.follow(event)
        state = self._follower.state
        self._path = None if state is None else self._planner.begin(state)
        self._setup_problem = "" if state is None or self._path else "the recorded way does not lead to the goal here"

    def _settled(self, episode: str) -> Iterator[GapJudged]:
        """Judge the previous decision, whose effect is known now."""
        decision, state = self._follower.decision, self._follower.state
        if decision is not None and decision.performed:
            em, gta, why = self._assess(decision)
            yield GapJudged(
                episode=episode, judge=self._judge, step=decision.step, em=em, gta=gta, rule=RULE, reason=why
            )
        if state is not None:
            self._follower.known.lookups_done.update(self._planner.lookups_shown(state))

    def _assess(self, decision: FollowedDecision) -> tuple[bool | None, bool | None, str]:
        """EM, GTA and the reason."""
        problem = self._setup_problem or decision.problem or self._follower.problem
        state, before = self._follower.state, decision.before
        if problem or state is None or before is None:
            self._path = None
            return None, None, f"{UNRESOLVED}: {problem}"
        position = Position(before, self._path, decision.known)
        assessment, last = self._assess_executed(decision, position, state)
        self._path = assessment.path
        if assessment.right is None:
            path = position.path
            # A right guess reduces the distance: the agent is where an informed one would be.
            self._follower.known.passed_unknowable_choice = (
                path is None or assessment.path is None or not assessment.path < path
            )
            return None, None, assessment.why
        if not decision.thought.strip():
            return assessment.right, None, f"no thought; {assessment.why}"
        gta, announced = self._announcements.judge(position, decision.thought, last, assessment)
        return (assessment.right if gta is not None else None), gta, f"{announced}; {assessment.why}"

    def _assess_executed(
        self, decision: FollowedDecision, position: Position, state: PhoneState
    ) -> tuple[Assessment, PhoneState | None]:
        """Assess all actions of a decision, device actions in a row together, and the phone after the last of these."""
        assessment = Assessment(True, "", position.path)
        done = decision.done
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
                    self._follower.known.answers_given |= self._goal.answers_in(action.text)
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
