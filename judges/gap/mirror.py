"""The mirror: a phone without pixels that does what the recording says was done, and is held against it at every step.

It needs no device, so a recording judged again is judged alike. What the recording tells (the state of the apps, the
tree on the screen) decides whether the mirror may be believed: while the two differ nothing is known of the state.
The mirror's clock is put on as far as it takes to see the same: how long a screen took to come to rest is not recorded.
"""

from __future__ import annotations

from typing import Any, Final

from adapters.phone.state.phone_state import PhoneState
from judges.gap.world import World
from runtime.core.actions import DEVICE_ACTIONS, Wait
from runtime.core.events import Observed, Performed, StateRead
from runtime.core.tasks import State, Task
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import TreeError, UiTree

_REST: Final = (*(100,) * 9, *(1000,) * 5, *(5000,) * 4)
"""How far (ms) the clock is put on, one after the other, until the mirror shows what was seen."""
_SETTLED: Final = 100
"""What two looks at a screen at rest take."""


class Mirror:
    """Follows one attempt. `state` is what it believes; `problem` is why that is not to be believed, or empty."""

    def __init__(self, world: World, evidence: Evidence) -> None:
        self._world = world
        self._evidence = evidence
        self._seen: Observed | None = None
        self._told: State = {}
        self._checked: dict[str, tuple[Any, Any]] = {}
        """App by app what was found to be equal: the mirror's value and the recorded one."""
        self._passed: list[Performed | int] = []
        """What was done, and the time (ms) that passed beside it."""
        self._given: State = {}
        self._seed = 0
        self._weathered = False
        self.state: PhoneState | None = None
        self.problem = "the attempt has not begun"

    def begin(self, task: Task, seed: int) -> None:
        """Prepare the mirror as the phone was. Raises TaskFault where the apps have no such state."""
        self._given, self._seed = task.intent.setup.state, seed
        self.state = self._world.begun(self._given, seed)
        self.problem = "no state was recorded"

    def perform(self, event: Performed) -> None:
        """Do what was done."""
        if self.state is not None and isinstance(event.action, (*DEVICE_ACTIONS, Wait)):
            self._passed.append(event)
            self.state = self._after(self.state, event)

    def _after(self, state: PhoneState, passed: Performed | int) -> PhoneState:
        """What is there after something that was done, or after some time (ms)."""
        if isinstance(passed, int):
            return self._world.elapsed(state, passed)
        if isinstance(passed.action, Wait):
            return self._world.elapsed(state, passed.action.ms)
        state = self._world.carried_out(state, passed.action, passed.commands)
        return self._world.elapsed(state, _SETTLED) if passed.commands else state

    def befall(self) -> None:
        """Something befell the phone, and the task declares nothing of the kind: the run's weather, from the start.

        The whole attempt is gone through again under it.
        """
        if self.state is None or self._weathered or self._given.get("weather"):
            return
        self._weathered = True
        self.state = self._world.begun({**self._given, "weather": [{"kind": "mix"}]}, self._seed)
        for passed in self._passed:
            self.state = self._after(self.state, passed)

    def see(self, event: Observed) -> None:
        """Take in a screen."""
        self._seen = event

    def hear(self, event: StateRead) -> None:
        """Take in what the apps held."""
        self._told = {**self._told, **event.state}

    def check(self) -> None:
        """Hold the mirror against what was recorded last, and say in `problem` what differs."""
        if self.state is None or not self._told:
            return
        tree = self._tree()
        state = self.state
        differs, passed = self._difference(state, tree), 0
        self.problem = differs
        for ms in _REST if differs else ():
            state, passed = self._world.elapsed(state, ms), passed + ms
            if not self._difference(state, tree):
                self.state, self.problem = state, ""
                self._passed.append(passed)
                break
        if not self.problem and tree is not None:
            self._world.keep(self.state, tree)

    def _difference(self, state: PhoneState, tree: UiTree | None) -> str:
        mine = self._world.read(state)
        for app, item in self._told.items():
            value = mine.get(app)
            checked = self._checked.get(app)
            if checked is not None and checked[0] is value and checked[1] is item:
                continue
            if not _equal(value, item):
                return f"the mirror differs from what {app} held"
            self._checked[app] = value, item
        if tree is not None and self._world.dump(state) != tree.source:
            return "the mirror shows another screen than was seen"
        return ""

    def _tree(self) -> UiTree | None:
        if self._seen is None or self._seen.tree is None:
            return None
        try:
            return self._evidence.tree(self._seen.tree)
        except (TreeError, OSError):
            return None


def _equal(mine: Any, other_value: Any) -> bool:
    """Equality of JSON values; a tuple is a list."""
    if isinstance(mine, list | tuple) and isinstance(other_value, list | tuple):
        return len(mine) == len(other_value) and all(
            _equal(item, other) for item, other in zip(mine, other_value, strict=True)
        )
    if isinstance(mine, dict) and isinstance(other_value, dict):
        return mine.keys() == other_value.keys() and all(_equal(mine[key], other_value[key]) for key in mine)
    return bool(mine == other_value)
