"""Performs one operation on the simulator: the resulting phone, the touches it takes and the scroll distance."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.package_names import HOME
from judges.gap.elements import find_reachable
from judges.gap.goal import Operation
from judges.gap.simulator import PhoneSimulator, StateIndex
from runtime.core.actions import Action, DoubleTap, Finish, Key, Launch, LongPress, Swipe, Tap, Type
from runtime.core.tasks import Selector
from runtime.core.text import normal
from runtime.screen.tree import UiNode, UiTree

_CACHE_SIZE: Final = 256
_LARGE_CACHE_SIZE: Final = 4096


@dataclass(frozen=True, slots=True, eq=False)
class StepResult:
    """The phone after an operation, its cost in moves (scroll gestures and touches), and the pixels scrolled first."""

    state: PhoneState
    moves: int = 1
    scroll_distance: int = 0
    text: str = ""
    """The text that a `finish` operation reports."""


class StepRunner:
    """Runs operations and caches the results by state and operation.

    `launch_moves`: what opening an app costs; None: the touches of its icon. `states`: finds the results for states
    that differ in the clock only.
    """

    def __init__(
        self, simulator: PhoneSimulator, launch_moves: int | None = None, states: StateIndex | None = None
    ) -> None:
        self._simulator = simulator
        self._launch_moves = launch_moves
        self._states = states
        self._size = _CACHE_SIZE if states is None else _LARGE_CACHE_SIZE
        self._results: OrderedDict[tuple[int, Operation], tuple[PhoneState, StepResult | None]] = OrderedDict()
        self._from_home: dict[str, int] = {}

    def run(self, state: PhoneState, operation: Operation) -> StepResult | None:
        """The result of an operation from a state; None if it is not possible there."""
        if self._states is not None:
            state = self._states.canonical(state)
        key = id(state), operation
        if key not in self._results:
            found = self._run(state, operation)
            if found is not None and self._states is not None:
                found = replace(found, state=self._states.canonical(found.state))
            self._results[key] = state, found
            if len(self._results) > self._size:
                self._results.popitem(last=False)
        return self._results[key][1]

    def _run(self, state: PhoneState, operation: Operation) -> StepResult | None:
        simulator, action, target = self._simulator, operation.action, operation.target
        match action:
            case Type():
                return self._type(state, action, target)
            case Launch(app=app):
                return StepResult(simulator.act(state, action), self._launch_cost(state, app))
            case Finish() if target is None:
                return StepResult(state, text=action.text)
            case _ if target is None:
                return StepResult(simulator.act(state, action))
            case _:
                found = find_reachable(simulator, state, target)
                if found is None:
                    return None
                moves = 1 + found.gestures
                if isinstance(action, Finish):
                    return StepResult(found.state, moves, found.scroll_distance, found.node.label())
                x, y = found.node.center
                aimed = replace(action, x=x, y=y) if isinstance(action, Tap | DoubleTap | LongPress) else action
                return StepResult(simulator.act(found.state, aimed), moves, found.scroll_distance)

    def _type(self, state: PhoneState, action: Type, target: Selector | None) -> StepResult | None:
        """Type into the focused field; without focus, touch a field first."""
        simulator, moves, scroll_distance = self._simulator, 1, 0
        tree = simulator.tree(state)
        field = tree.focused()
        if field is None:
            found = find_reachable(simulator, state, target) if target is not None else None
            field = found.node if found is not None else _only_field(tree)
            if field is None:
                return None
            if found is not None:
                state, moves, scroll_distance = found.state, moves + found.gestures, found.scroll_distance
            state, moves = simulator.act(state, Tap(*field.center)), moves + 1
            field = simulator.tree(state).focused() or field
        if action.text and normal(field.text) == normal(action.text):
            return StepResult(state, moves - 1, scroll_distance)
        return StepResult(simulator.act(state, action), moves, scroll_distance)

    # `launch` opens an app at once, its icon takes several touches. A path is counted in touches of the icon, so that
    # each touch on the way to the icon reduces the distance, and `launch` reduces it by all of them.

    def _launch_cost(self, state: PhoneState, app: str) -> int:
        if self._launch_moves is not None:
            return self._launch_moves
        label = self._simulator.label(app)
        if state.top.package == HOME and not state.panel:
            return self._icon_cost(state, label)
        if app not in self._from_home:
            self._from_home[app] = self._icon_cost(self._simulator.act(state, Key("HOME")), label)
        return 1 + self._from_home[app]

    def _icon_cost(self, state: PhoneState, label: str) -> int:
        icon = find_reachable(self._simulator, state, Selector(text=label))
        if icon is not None:
            return 1 + icon.gestures
        width, height = self._simulator.screen(state)
        drawer = self._simulator.act(state, Swipe(width // 2, height * 3 // 4, width // 2, height // 4))
        icon = find_reachable(self._simulator, drawer, Selector(text=label))
        return 2 + (icon.gestures if icon is not None else 0)


def _only_field(tree: UiTree) -> UiNode | None:
    fields = [node for node in tree.walk() if node.cls.endswith("EditText") and node.enabled]
    return fields[0] if len(fields) == 1 else None


def performs_operation(tree: UiTree, action: Action, operation: Operation) -> bool:
    """Whether an action on this screen performs the operation."""
    wanted = operation.action
    if isinstance(wanted, Tap | LongPress) and isinstance(action, Tap | LongPress) and operation.target is not None:
        node = tree.find(operation.target)
        return node is not None and _inside(node, action.x, action.y)
    if isinstance(wanted, Type) and isinstance(action, Type):
        return wanted.text == action.text
    if isinstance(wanted, Launch) and isinstance(action, Launch):
        return wanted.app == action.app
    return False


def _inside(node: UiNode, x: int, y: int) -> bool:
    touched = next((ancestor for ancestor in (node, *node.ancestors()) if ancestor.clickable), node)
    left, top, right, bottom = touched.bounds
    return left <= x < right and top <= y < bottom
