"""The mirror: a simulated phone that repeats the recorded actions and is compared with the recording at each step.

It needs no device, so re-judging a recording gives the same verdicts. The mirror is trusted only while it agrees with
the recorded app state and accessibility tree. The recording does not say how long a screen took to settle, so the
mirror's clock is advanced until both agree.
"""

from __future__ import annotations

from typing import Any, Final

from adapters.phone.state.phone_state import PhoneState
from judges.gap.simulator import PhoneSimulator
from runtime.core.actions import DEVICE_ACTIONS, Wait
from runtime.core.events import Observed, Performed, StateRead
from runtime.core.tasks import State, Task
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import TreeError, UiTree

_CATCH_UP: Final = (*(100,) * 9, *(1000,) * 5, *(5000,) * 4)
"""Successive advances of the clock in ms, tried until the mirror agrees with the recording."""
_SETTLE_MS: Final = 100
"""Time in ms that two observations of a settled screen take."""


class Mirror:
    """Mirrors one attempt. `state` is the simulated phone; `problem` says why it cannot be trusted, or is empty."""

    def __init__(self, simulator: PhoneSimulator, evidence: Evidence) -> None:
        self._simulator = simulator
        self._evidence = evidence
        self._last_observed: Observed | None = None
        self._recorded_state: State = {}
        self._checked: dict[str, tuple[Any, Any]] = {}
        """By app, the pair of values (mirror, recording) that was last found equal."""
        self._history: list[Performed | int] = []
        """The executed actions and the clock advances (ms) between them."""
        self._initial_state: State = {}
        self._seed = 0
        self._disturbed = False
        self.state: PhoneState | None = None
        self.problem = "the attempt has not begun"

    def begin(self, task: Task, seed: int) -> None:
        """Set the mirror up like the phone. Raises TaskFault if the apps do not support the initial state."""
        self._initial_state, self._seed = task.intent.setup.state, seed
        self.state = self._simulator.prepare(self._initial_state, seed)
        self.problem = "no state was recorded"

    def perform(self, event: Performed) -> None:
        """Repeat an executed action."""
        if self.state is not None and isinstance(event.action, (*DEVICE_ACTIONS, Wait)):
            self._history.append(event)
            self.state = self._after(self.state, event)

    def _after(self, state: PhoneState, passed: Performed | int) -> PhoneState:
        """The phone after an executed action, or after some time (ms)."""
        if isinstance(passed, int):
            return self._simulator.wait(state, passed)
        if isinstance(passed.action, Wait):
            return self._simulator.wait(state, passed.action.ms)
        state = self._simulator.run_commands(state, passed.action, passed.commands)
        return self._simulator.wait(state, _SETTLE_MS) if passed.commands else state

    def add_disturbances(self) -> None:
        """Repeat the attempt with the run's disturbances, unless the task declares its own.

        Called when a disturbance is recorded: it shows that the run has disturbances from the start.
        """
        if self.state is None or self._disturbed or self._initial_state.get("weather"):
            return
        self._disturbed = True
        self.state = self._simulator.prepare({**self._initial_state, "weather": [{"kind": "mix"}]}, self._seed)
        for passed in self._history:
            self.state = self._after(self.state, passed)

    def observe(self, event: Observed) -> None:
        """Remember the newest observed screen."""
        self._last_observed = event

    def record_state(self, event: StateRead) -> None:
        """Merge a recorded app state."""
        self._recorded_state = {**self._recorded_state, **event.state}

    def check(self) -> None:
        """Compare the mirror with the newest recording and set `problem` to the difference, or to empty."""
        if self.state is None or not self._recorded_state:
            return
        tree = self._tree()
        state = self.state
        differs, passed = self._difference(state, tree), 0
        self.problem = differs
        for ms in _CATCH_UP if differs else ():
            state, passed = self._simulator.wait(state, ms), passed + ms
            if not self._difference(state, tree):
                self.state, self.problem = state, ""
                self._history.append(passed)
                break
        if not self.problem and tree is not None:
            self._simulator.store_tree(self.state, tree)

    def _difference(self, state: PhoneState, tree: UiTree | None) -> str:
        mine = self._simulator.read(state)
        for app, recorded in self._recorded_state.items():
            value = mine.get(app)
            checked = self._checked.get(app)
            if checked is not None and checked[0] is value and checked[1] is recorded:
                continue
            if not _equal(value, recorded):
                return f"the mirror differs from what {app} held"
            self._checked[app] = value, recorded
        if tree is not None and self._simulator.dump(state) != tree.source:
            return "the mirror shows another screen than was seen"
        return ""

    def _tree(self) -> UiTree | None:
        if self._last_observed is None or self._last_observed.tree is None:
            return None
        try:
            return self._evidence.tree(self._last_observed.tree)
        except (TreeError, OSError):
            return None


def _equal(mine: Any, recorded: Any) -> bool:
    """Whether two JSON values are equal; tuples count as lists."""
    if isinstance(mine, list | tuple) and isinstance(recorded, list | tuple):
        return len(mine) == len(recorded) and all(
            _equal(item, other) for item, other in zip(mine, recorded, strict=True)
        )
    if isinstance(mine, dict) and isinstance(recorded, dict):
        return mine.keys() == recorded.keys() and all(_equal(mine[key], recorded[key]) for key in mine)
    return bool(mine == recorded)
