"""Follows a recorded attempt on the mirror, decision by decision."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.phone.state.phone_state import PhoneState
from judges.gap.goal import Knowledge
from judges.gap.mirror import Mirror
from judges.gap.simulator import PhoneSimulator
from runtime.core.actions import Action, Note
from runtime.core.errors import TaskFault
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    Decided,
    DisturbanceOccurred,
    Ended,
    Observed,
    Performed,
    Released,
    Started,
    StateRead,
)
from runtime.core.tasks import Task
from runtime.plugins.protocols import Evidence

DoneAction = tuple[Action, PhoneState, PhoneState]
"""An executed action, with the phone before and after it."""


@dataclass(slots=True, eq=False)
class FollowedDecision:
    """A decision, with what was performed of it.

    `before` is the phone before it (None: unknown) and `known` what the agent knew then. `problem` says why `before`
    cannot be trusted, or is empty. `done` has the actions so far.
    """

    step: int
    """Number of its first action."""
    thought: str
    before: PhoneState | None
    known: Knowledge
    problem: str
    performed: bool = False
    """Whether any action other than a note was executed."""
    done: list[DoneAction] = field(default_factory=list)


class EpisodeFollower:
    """Follows one attempt: events in, the phone and the last decision out.

    `state` is the phone (None: unknown), `problem` says why it cannot be trusted, or is empty. `known` is what the
    user has answered; judges add what screens showed. `decision` is the last one whose effect is known (None before
    the first).
    """

    def __init__(self, task: Task, simulator: PhoneSimulator, evidence: Evidence) -> None:
        self._task = task
        self._mirror = Mirror(simulator, evidence)
        self._fault = ""
        self._pending: FollowedDecision | None = None
        self.known = Knowledge()
        self.decision: FollowedDecision | None = None
        self.used = 0
        """Units of the budget used so far."""

    @property
    def state(self) -> PhoneState | None:
        return None if self._fault else self._mirror.state

    @property
    def problem(self) -> str:
        return self._fault or self._mirror.problem

    def follow(self, event: AnyEvent | AnyTruth) -> bool:
        """Process an event; whether the phone has come to rest now: before each decision, and at the end."""
        match event:
            case Started(seed=seed):
                self._begin(seed)
            case Released(requirements=requirements):
                self.known.released.update(requirements)
            case Decided():
                self._settle()
                self._pending = FollowedDecision(
                    event.step, event.decision.thought, self.state, self.known.copy(), self.problem
                )
                return True
            case Performed():
                self._perform(event)
            case Ended():
                self._settle()
                return True
            case _ if self._fault:
                pass
            case Observed():
                self._mirror.observe(event)
            case StateRead():
                self._mirror.record_state(event)
            case DisturbanceOccurred():
                self._mirror.add_disturbances()
            case _:
                pass
        return False

    def _begin(self, seed: int) -> None:
        try:
            self._mirror.begin(self._task, seed)
        except TaskFault as fault:
            self._fault = f"the phone cannot be prepared: {fault}"

    def _perform(self, event: Performed) -> None:
        self.used = event.step
        pending = self._pending
        if pending is None or isinstance(event.action, Note):
            return
        pending.performed = True
        before = self.state
        if before is not None:
            self._mirror.perform(event)
            pending.done.append((event.action, before, self._mirror.state or before))

    def _settle(self) -> None:
        if not self._fault:
            self._mirror.check()
        self.decision, self._pending = self._pending, None
