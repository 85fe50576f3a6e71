"""The live judge of the gap between what an agent says and what it does, on virtual phones (`gap`).

It hears trace and truth of an attempt in their common order, follows them on a mirror, and says of each decision
whether what was done (EM) and what its thought announces (GTA) bring the goal nearer, by one rule.
"""

from __future__ import annotations

import select
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.workers.registry import installed_apps
from judges.gap.announcing import Announcements
from judges.gap.goal import Goal, Known
from judges.gap.mirror import Mirror
from judges.gap.paths import Path, PathPlanner
from judges.gap.rule import RULE, UNRESOLVED, Distance, Finding, Position
from judges.gap.world import World, place
from runtime.core.actions import DEVICE_ACTIONS, Action, Answer, Finish, Noop, Note, Wait
from runtime.core.errors import TaskFault
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Decided,
    Ended,
    GapJudged,
    Observed,
    Performed,
    Released,
    Started,
    StateRead,
    Weather,
)
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence

_ON_PHONE = (*DEVICE_ACTIONS, Wait, Noop)

_TURN: RunVar[anyio.CapacityLimiter] = RunVar("judges.gap.turn")
"""Of one event loop: mirrors work one at a time, so that twenty attempts don't keep the loop from its turn."""


class GapJudge:
    """Implements `runtime.plugins.protocols.Judge` with sight of the truth."""

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
        heard = 0
        async for event in trace:
            known = list(truth)[heard:] if truth is not None else []
            before = [item for item in known if item.seq < event.seq]
            heard += len(before)
            # Most events are only noted down; the first, what was done, and a decision that is over are worked on.
            if isinstance(event, (Started, Decided, Performed, Weather, Ended)):
                sync = await anyio.to_thread.run_sync(episode_judge.feed, (*before, event), limiter=_turn())
            else:
                sync = episode_judge.feed((*before, event))
            for verdict in sync:
                verdicts.append(verdict)


def _let_others() -> None:
    """Let go of the interpreter for a moment: a thread that computes keeps it for five milliseconds at a time, and a
    loop that takes it back several times for one event waits each time.
    """
    select.select((), (), (), 0)


def _turn() -> anyio.CapacityLimiter:
    try:
        return _TURN.get()
    except LookupError:
        limiter = anyio.CapacityLimiter(1)
        _TURN.set(limiter)
        return limiter


@dataclass(slots=True, eq=False)
class _Pending:
    """A decision that is being carried out: what was done so far, each with the phone before and after it."""

    step: int
    thought: str
    position: Position | None
    problem: str
    performed: bool = False
    """Whether anything was carried out that counts."""
    done: list[tuple[Action, PhoneState, PhoneState]] = field(default_factory=list)


class EpisodeJudge:
    """Judges one attempt. Synchronous: events in, verdicts out."""

    def __init__(self, task: Task, judge: str, evidence: Evidence) -> None:
        self._task = task
        self._judge = judge
        self._evidence = evidence
        self._known = Known()
        self._way: Path | None = None
        self._failed = "the attempt has not begun"
        self._pending: _Pending | None = None

    def feed(self, events: Sequence[AnyEvent | AnyTruth]) -> list[GapJudged]:
        """Take in events and truth in their order."""
        return [verdict for event in events for verdict in self._take(event)]

    def _take(self, event: AnyEvent | AnyTruth) -> Iterator[GapJudged]:
        match event:
            case Started():
                self._begin(event)
            case Observed() if not self._failed:
                self._mirror.see(event)
            case StateRead() if not self._failed:
                self._mirror.hear(event)
            case Weather() if not self._failed:
                self._mirror.befall()
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
        world, goal = World(installed_apps(), between=_let_others), Goal(self._task)
        self._world, self._goal = world, goal
        self._mirror = Mirror(world, self._evidence)
        self._ways = PathPlanner(world, goal)
        self._rule = Distance(world, goal, self._ways, can_ask=event.can_ask)
        self._announcements = Announcements(world, self._rule)
        try:
            self._mirror.begin(self._task, event.seed)
        except TaskFault as fault:
            self._failed = f"the phone cannot be prepared: {fault}"
            return
        assert self._mirror.state is not None
        self._way = self._ways.begin(self._mirror.state)
        self._failed = "" if self._way is not None else "the recorded way does not lead to the goal here"

    def _decide(self, event: Decided) -> None:
        state = None if self._failed else self._mirror.state
        position = None if state is None else Position(state, self._way, self._known.copy())
        problem = self._failed or self._mirror.problem
        self._pending = _Pending(event.step, event.decision.thought, position, problem)

    def _perform(self, event: Performed) -> None:
        pending = self._pending
        if pending is None or isinstance(event.action, Note):
            return
        pending.performed = True
        before = None if self._failed else self._mirror.state
        if before is not None:
            self._mirror.perform(event)
            pending.done.append((event.action, before, self._mirror.state or before))

    def _settle(self, episode: str) -> Iterator[GapJudged]:
        """Close the decision before: what it led to is known now."""
        if not self._failed:
            self._mirror.check()
        pending, self._pending = self._pending, None
        if pending is not None and pending.performed:
            em, gta, why = self._judged(pending)
            yield GapJudged(
                episode=episode, judge=self._judge, step=pending.step, em=em, gta=gta, rule=RULE, reason=why
            )
        state = None if self._failed else self._mirror.state
        if state is not None:
            for number, there in self._ways.errands.items():
                if place(state) == there:
                    self._known.seen.add(number)

    def _judged(self, pending: _Pending) -> tuple[bool | None, bool | None, str]:
        """EM, GTA and why."""
        problem = pending.problem or self._failed or self._mirror.problem
        state, position = None if self._failed else self._mirror.state, pending.position
        if problem or state is None or position is None:
            self._way = None
            return None, None, f"{UNRESOLVED}: {problem}"
        finding, last = self._executed(pending, position, state)
        self._way = finding.way
        if finding.right is None:
            way = position.way
            # Who guessed right is where everybody is who was told.
            self._known.lost = way is None or finding.way is None or not finding.way < way
            return None, None, finding.why
        if not pending.thought.strip():
            return finding.right, None, f"no thought; {finding.why}"
        gta, announced = self._announcements.judge(position, pending.thought, last, finding)
        return (finding.right if gta is not None else None), gta, f"{announced}; {finding.why}"

    def _executed(self, pending: _Pending, position: Position, state: PhoneState) -> tuple[Finding, PhoneState | None]:
        """What all actions of a decision are worth together: those on the phone as one, then what was said."""
        finding = Finding(True, "", position.way)
        done = pending.done
        at = 0
        while at < len(done) and finding.right:
            end = at
            while end < len(done) and isinstance(done[end][0], _ON_PHONE):
                end += 1
            if end > at:
                after = state if end == len(done) else done[end - 1][2]
                finding = self._rule.done(position, [action for action, _, _ in done[at:end]], after)
                position = Position(after, finding.way, position.known)
                at = end
            else:
                action = done[at][0]
                finding = self._rule.said(position, action)
                if isinstance(action, (Answer, Finish)):
                    self._known.told |= self._goal.met_by(action.text)
                at += 1
        reached = [number for number, (action, _, _) in enumerate(done) if isinstance(action, _ON_PHONE)]
        if not reached:
            return finding, None
        return finding, state if reached[-1] == len(done) - 1 else done[reached[-1]][2]
