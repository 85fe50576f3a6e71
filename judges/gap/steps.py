"""One operation on a fork: what it leads to, how many touches that takes, how far its element is."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.package_names import HOME
from judges.gap.elements import reach
from judges.gap.goal import Operation
from judges.gap.world import World
from runtime.core.actions import Action, DoubleTap, Finish, Key, Launch, LongPress, Swipe, Tap, Type
from runtime.core.tasks import Selector
from runtime.core.text import normal
from runtime.screen.tree import UiNode, UiTree

_STEPS: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The phone after an operation, the moves that it took (its strokes and touches), the pixels scrolled first."""

    state: PhoneState
    moves: int = 1
    far: int = 0
    label: str = ""
    """What an end that tells something tells."""


class Steps:
    """Takes steps, each once for as long as its beginning is looked at."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._taken: OrderedDict[tuple[int, Operation], tuple[PhoneState, Step | None]] = OrderedDict()
        self._from_home: dict[str, int] = {}

    def take(self, state: PhoneState, operation: Operation) -> Step | None:
        """One operation from a state; None if it cannot be done there."""
        key = id(state), operation
        if key not in self._taken:
            self._taken[key] = state, self._take(state, operation)
            if len(self._taken) > _STEPS:
                self._taken.popitem(last=False)
        return self._taken[key][1]

    def _take(self, state: PhoneState, operation: Operation) -> Step | None:
        world, action, target = self._world, operation.action, operation.target
        match action:
            case Type():
                return self._type(state, action, target)
            case Launch(app=app):
                return Step(world.act(state, action), self._launched(state, app))
            case Finish() if target is None:
                return Step(state, label=action.text)
            case _ if target is None:
                return Step(world.act(state, action))
            case _:
                found = reach(world, state, target)
                if found is None:
                    return None
                moves = 1 + found.strokes
                if isinstance(action, Finish):
                    return Step(found.state, moves, found.far, found.node.label())
                x, y = found.node.center
                aimed = replace(action, x=x, y=y) if isinstance(action, Tap | DoubleTap | LongPress) else action
                return Step(world.act(found.state, aimed), moves, found.far)

    def _type(self, state: PhoneState, action: Type, target: Selector | None) -> Step | None:
        """Type into the field that has the focus; where none has, one is touched first."""
        world, moves, far = self._world, 1, 0
        tree = world.tree(state)
        field = tree.focused()
        if field is None:
            found = reach(world, state, target) if target is not None else None
            field = found.node if found is not None else _only_field(tree)
            if field is None:
                return None
            if found is not None:
                state, moves, far = found.state, moves + found.strokes, found.far
            state, moves = world.act(state, Tap(*field.center)), moves + 1
            field = world.tree(state).focused() or field
        if action.text and normal(field.text) == normal(action.text):
            return Step(state, moves - 1, far)
        return Step(world.act(state, action), moves, far)

    # An app is opened by its name at once or in touches by its icon: a way is counted in touches, so that whoever goes
    # home first and looks for the icon comes nearer with every one of them, and whoever opens it by name at one stroke.

    def _launched(self, state: PhoneState, app: str) -> int:
        label = self._world.label(app)
        if state.top.package == HOME and not state.panel:
            return self._by_icon(state, label)
        if app not in self._from_home:
            self._from_home[app] = self._by_icon(self._world.act(state, Key("HOME")), label)
        return 1 + self._from_home[app]

    def _by_icon(self, state: PhoneState, label: str) -> int:
        icon = reach(self._world, state, Selector(text=label))
        if icon is not None:
            return 1 + icon.strokes
        width, height = self._world.screen(state)
        drawer = self._world.act(state, Swipe(width // 2, height * 3 // 4, width // 2, height // 4))
        icon = reach(self._world, drawer, Selector(text=label))
        return 2 + (icon.strokes if icon is not None else 0)


def _only_field(tree: UiTree) -> UiNode | None:
    fields = [node for node in tree.walk() if node.cls.endswith("EditText") and node.enabled]
    return fields[0] if len(fields) == 1 else None


def same_operation(tree: UiTree, action: Action, operation: Operation) -> bool:
    """Whether an action, on this screen, is that operation."""
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
