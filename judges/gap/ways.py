"""Ways to the goal, found by walking them on forks: what the distance is measured along.

The distance from a state is the length of the shortest way that is known from there and leads to the goal when it is
walked: what is left of the recorded way, in another order too, after the hops that lead back to it. Of two ways of one
length the one whose next element is nearer (in pixels of scrolling) is the shorter. Each way is proved by walking it,
so a distance is never too small; that it is not too large is a matter of search, which tests hold against an
exhaustive one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from adapters.world.state import PhoneState
from judges.gap.goal import Goal, Known, Operation
from judges.gap.reaching import reach
from judges.gap.world import World, alike, content, place
from runtime.actions import Action, Finish, Key, Launch, LongPress, Swipe, Tap, Type
from runtime.tasks import Selector
from runtime.ui import UiNode, UiTree

_BACK: Final = Operation(-1, Key("BACK"))
_MOST_BACK: Final = 5
_STEPS: Final = 128


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """What to do from a state on. `moves` counts operations and strokes; `far` is the scrolling before the first (px).

    `tail`: what the recorded way does after the goal, to leave a form or to see that it is done. `next` is the phone
    after the first operation.
    """

    operations: tuple[Operation, ...]
    moves: int
    far: int
    tail: tuple[Operation, ...] = ()
    next: PhoneState | None = None

    def __lt__(self, other: Way) -> bool:
        return (self.moves, self.far) < (other.moves, other.far)

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(one.number for one in self.operations)


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    state: PhoneState
    moves: int = 1
    far: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _Walked:
    """How a walk went: the way if it led to the goal; else whether it could be walked at all."""

    way: Way | None
    stuck: bool = False
    """At its first operation."""


class Ways:
    """Finds ways for one task. `errands` are those operations whose only trace is what was seen."""

    def __init__(self, world: World, goal: Goal) -> None:
        self._world = world
        self._goal = goal
        self.errands: dict[int, tuple[object, ...]] = {}
        """Where each errand leads."""
        self._known: list[tuple[PhoneState, int]] = []
        """The states of the recorded way, with the number of the operation that comes next."""
        self._steps: OrderedDict[tuple[int, Operation], tuple[PhoneState, _Step | None]] = OrderedDict()

    def begin(self, state: PhoneState) -> Way | None:
        """Walk the recorded way once, from where it begins; None if it does not lead to the goal here."""
        operations = self._goal.operations
        at = state
        places: list[PhoneState] = []
        for number, operation in enumerate(operations):
            self._known.append((at, number))
            after = self.follow(at, operation)
            if after is None:
                return None
            places.append(after)
            at = after
        for stay in _stays(operations):
            # A stay in an app without which all would come out the same was for looking something up.
            if self.walk(state, tuple(one for one in operations if one.number not in stay), Known()).way is not None:
                self.errands[stay[-1]] = place(places[stay[-1]])
        return self.walk(state, operations, Known()).way

    # -- walking ----------------------------------------------------------------------------------------------------

    def walk(self, state: PhoneState, operations: Sequence[Operation], known: Known) -> _Walked:
        """Walk operations in their order, and see whether that leads to the goal."""
        owed = self._goal.untold(known)
        errands = set(self.errands).difference(known.seen)
        at, moves, far = state, 0, 0
        first: PhoneState | None = None
        for count, operation in enumerate(operations):
            if not owed and count and not errands and self._goal.closed(self._world.read(at)):
                tail = tuple(operations[count:])
                return _Walked(Way(tuple(operations[:count]), moves, far, tail, first))
            step = self._do(at, operation)
            if step is None:
                return _Walked(None, stuck=count == 0)
            at, moves = step.state, moves + step.moves
            if first is None:
                first, far = at, step.far
            errands.discard(operation.number)
            if isinstance(operation.action, Finish) and owed:
                met = self._goal.met_by(step.label)
                if all(one.id in met for one in owed) and not errands and self._goal.closed(self._world.read(at)):
                    return _Walked(Way(tuple(operations[: count + 1]), moves, far, (), first))
                return _Walked(None)
        done = not owed and not errands and self._goal.closed(self._world.read(at))
        return _Walked(Way(tuple(operations), moves, far, (), first) if done else None)

    def cost(self, state: PhoneState, operation: Operation) -> tuple[int, int] | None:
        """Moves, and pixels of scrolling before the first, that one operation takes from here; None: it cannot."""
        step = self._do(state, operation)
        return None if step is None else (step.moves, step.far)

    def follow(self, state: PhoneState, operation: Operation) -> PhoneState | None:
        """The phone after one operation, or None if it cannot be done here."""
        step = self._do(state, operation)
        return None if step is None else step.state

    def _do(self, state: PhoneState, operation: Operation) -> _Step | None:
        """One operation from a state, remembered for as long as that state is looked at."""
        key = id(state), operation
        if key not in self._steps:
            self._steps[key] = state, self._done(state, operation)
            if len(self._steps) > _STEPS:
                self._steps.popitem(last=False)
        return self._steps[key][1]

    def _done(self, state: PhoneState, operation: Operation) -> _Step | None:
        world, action, target = self._world, operation.action, operation.target
        if isinstance(action, Type):
            return self._type(state, action, target)
        if target is None:
            if isinstance(action, Finish):
                return _Step(state, label=action.text)
            return _Step(world.act(state, action))
        found = reach(world, state, target)
        if found is None:
            return None
        if isinstance(action, Finish):
            return _Step(found.state, 1 + found.strokes, found.far, found.node.label())
        x, y = found.node.center
        aimed = replace(action, x=x, y=y) if isinstance(action, Tap | LongPress) else action
        after = world.act(found.state, aimed)
        return _Step(after, 1 + found.strokes, found.far)

    def _type(self, state: PhoneState, action: Type, target: Selector | None) -> _Step | None:
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
        return _Step(world.act(state, action), moves, far)

    # -- searching --------------------------------------------------------------------------------------------------

    def find(
        self, state: PhoneState, known: Known, hint: Way | None, done: Action | None = None, before: PhoneState | None = None
    ) -> Way | None:
        """The shortest way that can be found from a state. `hint`: a way from where `done` led here."""
        best: Way | None = None
        for operations in self._orders(hint, done, before):
            best = _shorter(best, self._suffix(state, operations, known))
            if best is not None and hint is not None and best.moves < hint.moves:
                return best
        if hint is None or best is None or best.moves > hint.moves:
            best = _shorter(best, self._suffix(state, self._goal.operations, known))
        if best is None or (hint is not None and best.moves >= hint.moves):
            best = _shorter(best, self._hop(state, known, hint, best))
        if best is None:
            best = self._back(state, known, hint)
        return best

    def _orders(
        self, hint: Way | None, done: Action | None, before: PhoneState | None
    ) -> Iterator[tuple[Operation, ...]]:
        """What may be left: the way without what was done of it, the rest of its group first; then as it was."""
        if hint is None:
            return
        operations = (*hint.operations, *hint.tail)
        if done is not None and before is not None:
            tree = self._world.tree(before)
            for at, operation in enumerate(hint.operations):
                if at and _is(tree, done, operation):
                    end = at + 1
                    while end < len(operations) and operations[end].serves == operation.serves:
                        end += 1
                    yield (*operations[at + 1 : end], *operations[:at], *operations[end:])
                    if end > at + 1:
                        yield (*operations[:at], *operations[at + 1 :])
        yield operations

    def _suffix(self, state: PhoneState, operations: Sequence[Operation], known: Known) -> Way | None:
        """The shortest end of a way that leads to the goal from here."""
        best: Way | None = None
        for start in range(len(operations)):
            walked = self.walk(state, operations[start:], known)
            if walked.way is not None:
                best = _shorter(best, walked.way)
            elif not walked.stuck:
                # It can be begun here but leaves something undone, and so does all that begins later.
                break
        return best

    def _hop(self, state: PhoneState, known: Known, hint: Way | None, best: Way | None) -> Way | None:
        """One touch, or BACK, to where the recorded way or the goal is."""
        world, found = self._world, best
        for operation in self._touches(state):
            after = self.follow(state, operation)
            if after is None or alike(after, state):
                continue
            if not self._goal.untold(known) and self._goal.closed(world.read(after)):
                if set(self.errands) <= known.seen or self._goal.by_state:
                    return Way((operation,), 1, 0, (), after)
            for there, number in self._known:
                rest = self._goal.operations[number:]
                if place(there) != place(after) or (found is not None and len(rest) + 1 >= found.moves):
                    continue
                if not content(there, after):
                    continue
                walked = self.walk(after, rest, known).way
                if walked is not None:
                    found = _shorter(found, _after((operation,), walked, after))
        return found

    def _touches(self, state: PhoneState) -> Iterator[Operation]:
        yield _BACK
        said: set[tuple[str, tuple[int, int]]] = set()
        for node in self._world.tree(state).walk():
            if node.clickable and node.enabled and (node.label(), node.center) not in said:
                said.add((node.label(), node.center))
                yield Operation(-1, Tap(*node.center), None)

    def _back(self, state: PhoneState, known: Known, hint: Way | None) -> Way | None:
        """Back as often as it takes, or into the app again, and on from there."""
        at, first = state, None
        pool = (*hint.operations, *hint.tail) if hint is not None else self._goal.operations
        for count in range(1, _MOST_BACK + 1):
            after = self._world.act(at, _BACK.action)
            if alike(after, at):
                break
            at, first = after, first or after
            way = self._suffix(at, pool, known) or self._suffix(at, self._goal.operations, known)
            if way is not None:
                return _after((_BACK,) * count, way, first)
        return None


def _stays(operations: Sequence[Operation]) -> list[range]:
    """The numbers of what is done in one app before another is opened."""
    starts = [one.number for one in operations if isinstance(one.action, Launch)]
    return [range(start, end) for start, end in pairwise(starts)]


def _after(operations: tuple[Operation, ...], way: Way, first: PhoneState) -> Way:
    return Way((*operations, *way.operations), len(operations) + way.moves, 0, way.tail, first)


def _shorter(one: Way | None, other: Way | None) -> Way | None:
    if one is None or other is None:
        return one or other
    return other if other < one else one


def _is(tree: UiTree, action: Action, operation: Operation) -> bool:
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
    touched = next((one for one in (node, *node.ancestors()) if one.clickable), node)
    left, top, right, bottom = touched.bounds
    return left <= x < right and top <= y < bottom


def _only_field(tree: UiTree) -> UiNode | None:
    fields = [node for node in tree.walk() if node.cls.endswith("EditText") and node.enabled]
    return fields[0] if len(fields) == 1 else None
