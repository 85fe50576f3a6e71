"""The credit judge: after each decision, how many actions the shortest way to the goal still takes.

It reads trace and truth of an attempt in their common order and reproduces them on a mirror.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from adapters.phone.workers.registry import installed_apps
from judges.credit.distance import GoalDistance, StateValue
from judges.gap.following import DoneAction, EpisodeFollower
from judges.gap.goal import Operation
from judges.gap.simulator import PhoneSimulator
from judges.gap.working import judge_in_thread, release_interpreter_lock
from runtime.core.actions import DEVICE_ACTIONS, Finish
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, RemainingSteps, Started
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec

_ANY_SEED: Final = 0


class _SameTask:
    """A task as a key: tasks of one intent are played on the same phone and have the same recorded solution."""

    __slots__ = ("task",)

    def __init__(self, task: Task) -> None:
        self.task = task

    def __hash__(self) -> int:
        return id(self.task.intent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameTask) and other.task.intent is self.task.intent


@lru_cache(maxsize=128)
def _shorter_ways(key: _SameTask) -> tuple[tuple[Operation, ...], ...]:
    """The ways that are shorter than the recorded solution; searched for once, as that takes about a second."""
    simulator = PhoneSimulator(installed_apps(), between=release_interpreter_lock)
    distance = GoalDistance(simulator, key.task)
    distance.begin(simulator.prepare(key.task.intent.setup.state, _ANY_SEED))
    return distance.shorter_ways


class CreditJudge:
    """Implements `runtime.plugins.protocols.Judge` and sees the truth."""

    name = "credit"
    version = "1"
    sees_truth = True

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Follow the trace to its end."""
        await judge_in_thread(EpisodeCredit(task, self.name, self._evidence).feed, trace, verdicts, truth)


class EpisodeCredit:
    """Values the states of one attempt. Synchronous: events in, verdicts out."""

    def __init__(self, task: Task, judge: str, evidence: Evidence) -> None:
        self._task = task
        self._judge = judge
        self._evidence = evidence
        self._value: StateValue | None = None
        self._remaining: dict[int, int | None] = {}
        """The values by the units of the budget used."""

    def feed(self, events: Sequence[AnyEvent | AnyTruth]) -> list[RemainingSteps]:
        """Process events and records of truth in their order; returns new verdicts."""
        return [verdict for event in events for verdict in self.feed_one(event)]

    def feed_one(self, event: AnyEvent | AnyTruth) -> list[RemainingSteps]:
        """Process one event; returns new verdicts."""
        return list(self._process(event))

    def _process(self, event: AnyEvent | AnyTruth) -> Iterator[RemainingSteps]:
        if isinstance(event, Started):
            simulator = PhoneSimulator(installed_apps(), between=release_interpreter_lock)
            self._follower = EpisodeFollower(self._task, simulator, self._evidence)
            self._distance = GoalDistance(simulator, self._task, can_ask=event.can_ask)
            self._follower.follow(event)
            if self._follower.state is not None:
                ways = _shorter_ways(_SameTask(self._task))
                self._value = self._distance.begin(self._follower.state, ways)
        elif self._follower.follow(event):
            yield from self._settled(event.episode)

    def _settled(self, episode: str) -> Iterator[RemainingSteps]:
        """Value the state that the last decision led to; at first, the one that the attempt begins in."""
        decision = self._follower.decision
        if decision is not None and not decision.performed:
            return
        done = decision.done if decision is not None else []
        finished = bool(done) and isinstance(done[-1][0], Finish)
        remaining, reason = self._count(done)
        if finished and remaining:
            remaining, reason = None, f"it ended {remaining} actions before the goal"
        step = self._follower.used + finished
        yield RemainingSteps(episode=episode, judge=self._judge, step=step, remaining=remaining, reason=reason)
        yield from self.correct(episode, step, remaining)

    def correct(self, episode: str, step: int, remaining: int | None) -> Iterator[RemainingSteps]:
        """Correct the values of earlier states from which the agent itself took a shorter way to here."""
        self._remaining[step] = remaining
        if remaining is None:
            return
        for earlier in sorted(self._remaining, reverse=True):
            known, way = self._remaining[earlier], remaining + step - earlier
            if known is None or known > way:
                self._remaining[earlier] = way
                yield RemainingSteps(
                    episode=episode, judge=self._judge, step=earlier, remaining=way, reason=f"shown at step {step}"
                )

    def _count(self, done: Sequence[DoneAction]) -> tuple[int | None, str]:
        """The actions that remain after those that were done; None and the reason if that is not known."""
        state, known, previous = self._follower.state, self._follower.known, self._value
        if state is None or self._follower.problem:
            self._value = None
            return None, self._follower.problem
        for action, before, _ in done:
            self._distance.note_screen(before, known)
            self._distance.note_action(action, known)
        self._distance.note_screen(state, known)
        last = next((action for action, _, _ in reversed(done) if isinstance(action, DEVICE_ACTIONS)), None)
        self._value = self._distance.value(state, known, previous, last)
        return self._value.remaining, self._value.reason


SPEC: Final = JudgeSpec(
    make=CreditJudge,
    name="credit",
    title="counts the actions of the shortest way to the goal after each step, on virtual phones",
    sees_truth=True,
)
