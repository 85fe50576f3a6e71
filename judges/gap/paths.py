"""Ways to the goal, found by walking them on forks: what the distance is measured along.

The distance from a state is the length of the shortest way that is known from there and leads to the goal when it is
walked: what is left of the recorded way, in another order too, after the hops that lead back to it. Of two ways of one
length the one whose next element is nearer (in pixels of scrolling) is the shorter. Each way is proved by walking it,
until it comes to where a proved one goes on, so a distance is never too small; that it is not too large is a matter of
search, which tests hold against an exhaustive one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from adapters.phone.state.phone_state import PhoneState
from judges.gap.goal import Goal, Known, Operation
from judges.gap.steps import Step, Steps, same_operation
from judges.gap.world import World, alike, content, place
from runtime.core.actions import Action, Finish, Key, Launch, Tap

_BACK: Final = Operation(-1, Key("BACK"))
_MOST_BACK: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """What to do from a state on: operations, the moves of each, the phone after each; `far` before the first (px).

    `tail`: what the recorded way does after the goal, to leave a form or to see that it is done.
    """

    operations: tuple[Operation, ...]
    costs: tuple[int, ...]
    states: tuple[PhoneState, ...]
    far: int = 0
    tail: tuple[Operation, ...] = ()

    @property
    def moves(self) -> int:
        return sum(self.costs)

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(operation.number for operation in self.operations)

    def __lt__(self, other: Path) -> bool:
        return (self.moves, self.far) < (other.moves, other.far)

    def rest(self, far: int = 0) -> Path:
        """What is left behind the first operation."""
        return Path(self.operations[1:], self.costs[1:], self.states[1:], far, self.tail)

    def nearer(self, step: Step) -> Path:
        """The same with another cost of its first operation."""
        return Path(self.operations, (step.moves, *self.costs[1:]), self.states, step.far, self.tail)

    def after(self, operations: Sequence[Operation], states: Sequence[PhoneState]) -> Path:
        """This way with some hops before it."""
        hops = tuple(operations)
        return Path((*hops, *self.operations), ((1,) * len(hops)) + self.costs, (*states, *self.states), 0, self.tail)


class PathPlanner:
    """Finds ways for one task. `errands`: where those operations lead whose only trace is what was seen."""

    def __init__(self, world: World, goal: Goal) -> None:
        self._world = world
        self._goal = goal
        self.steps = Steps(world)
        self.errands: dict[int, tuple[object, ...]] = {}
        self._starts: list[PhoneState] = []
        """The phone before each operation of the recorded way."""
        self._proved: Path | None = None
        """The recorded way."""

    def begin(self, state: PhoneState) -> Path | None:
        """Walk the recorded way once, from where it begins; None if it does not lead to the goal here."""
        operations = self._goal.operations
        at = state
        for operation in operations:
            self._starts.append(at)
            step = self.steps.take(at, operation)
            if step is None:
                return None
            at = step.state
        for stay in _stays(operations):
            # A stay in an app without which all would come out the same was for looking something up.
            if (
                self.walk(state, tuple(operation for operation in operations if operation.number not in stay), Known())
                is not None
            ):
                self.errands[stay[-1]] = place(self._starts[stay[-1] + 1])
        self._proved = self.walk(state, operations, Known())
        return self._proved

    # -- walking ----------------------------------------------------------------------------------------------------

    def walk(
        self,
        state: PhoneState,
        operations: Sequence[Operation],
        known: Known,
        along: Path | None = None,
        passing: Literal["", "ones", "groups"] = "",
    ) -> Path | None:
        """The way that these operations in their order are, if they lead to the goal. What changes nothing is left out.

        `along`: a proved way, on which it may go on. `passing`: what cannot be done is left out, too,
        or it and all that serves the same right behind it.
        """
        owed = {requirement.id for requirement in self._goal.untold(known)}
        errands = set(self.errands).difference(known.seen)
        taken: list[Operation] = []
        passed: list[Step] = []
        at = state
        passed_over: tuple[str, ...] = ()
        for count, operation in enumerate(operations):
            if passed_over and operation.serves == passed_over:
                continue
            passed_over = ()
            if not owed and not errands and self._goal.closed(self._world.read(at)):
                return _way(taken, passed, operations[count:])
            step = self.steps.take(at, operation)
            if step is None:
                if not passing:
                    return None
                passed_over = operation.serves if passing == "groups" else ()
                continue
            errands.discard(operation.number)
            if isinstance(operation.action, Finish) and owed:
                done = owed <= self._goal.met_by(step.label) and not errands
                if done and self._goal.closed(self._world.read(step.state)):
                    return _way([*taken, operation], [*passed, step], ())
                return None
            if alike(at, step.state):
                continue
            at = step.state
            taken.append(operation)
            passed.append(step)
            joined = None if along is None else _joined(along, operations[count:], at)
            if joined is not None and errands <= joined.numbers:
                ahead = _way(taken, passed, ())
                return Path(
                    (*ahead.operations, *joined.operations),
                    (*ahead.costs, *joined.costs),
                    (*ahead.states, *joined.states),
                    ahead.far,
                    joined.tail,
                )
        return _way(taken, passed, ()) if self._over(at, owed, errands) else None

    def _over(self, state: PhoneState, owed: set[str], errands: set[int]) -> bool:
        return not owed and not errands and self._goal.closed(self._world.read(state))

    # -- searching --------------------------------------------------------------------------------------------------

    def find(
        self,
        state: PhoneState,
        known: Known,
        hint: Path | None,
        done: Action | None = None,
        before: PhoneState | None = None,
    ) -> Path | None:
        """The shortest way that can be found from a state. `hint`: a way from `before`, where `done` led here."""
        if hint is None or before is None:
            end = self._ends(state, self._goal.operations, known, self._proved)
            return end or self._back(state, known, hint) or self._leniently(state, known, hint)
        best: Path | None = None
        moved = not content(before, state)
        for operations in self._orders(hint, done, before) if moved else ():
            best = shorter(best, self.walk(state, operations, known, hint))
            if best is not None and best < hint:
                return best
        # Who only went somewhere has done nothing of what changes anything.
        last = len(hint.operations) - 1 if moved else _hops(hint, before)
        best = shorter(best, self._ends(state, (*hint.operations, *hint.tail), known, hint, last))
        if best is not None and best < hint:
            return best
        upto = max(hint.operations[last].number, 0) if hint.operations else len(self._goal.operations) - 1
        best = shorter(best, self._ends(state, self._goal.operations, known, self._proved, upto, hint))
        near = state.panel != "" or any(state.top.package == start.top.package for start in self._starts[1:])
        if near and (best is None or not best < hint) and (moved or place(before) != place(state)):
            best = shorter(best, self._hop(state, known, best))
        back = self.steps.take(state, _BACK)
        if back is not None and alike(back.state, before):
            best = shorter(best, hint.after((_BACK,), (back.state,)))
        # One move more than before is a hop that can be taken back: nothing is to be gained by a longer search.
        if best is None or best.moves > hint.moves + 1:
            best = shorter(best, self._back(state, known, hint))
        if best is None or best.moves > hint.moves + 1:
            best = shorter(best, self._leniently(state, known, hint))
        return best

    def _orders(self, hint: Path, done: Action | None, before: PhoneState) -> Iterator[tuple[Operation, ...]]:
        """What may be left after an operation out of its order: without it, the rest of its group first or not."""
        if done is None:
            return
        tree, operations = self._world.tree(before), (*hint.operations, *hint.tail)
        for at, operation in enumerate(hint.operations):
            if at and same_operation(tree, done, operation):
                end = at + 1
                while end < len(operations) and operations[end].serves == operation.serves:
                    end += 1
                yield (*operations[at + 1 : end], *operations[:at], *operations[end:])
                if end > at + 1:
                    yield (*operations[:at], *operations[at + 1 :])

    def _ends(
        self,
        state: PhoneState,
        operations: Sequence[Operation],
        known: Known,
        along: Path | None,
        last: int | None = None,
        tried: Path | None = None,
    ) -> Path | None:
        """The shortest end of a way that leads to the goal from here, begun at its operation `last` or before.

        `tried`: the way whose ends need not be walked again.
        """
        ends = (*tried.operations, *tried.tail) if tried is not None else ()
        for start in range(len(operations) - 1 if last is None else last, -1, -1):
            if operations[start].number < 0 and start:
                continue
            left = operations[start:]
            if len(left) <= len(ends) and all(
                operation is other for operation, other in zip(left, ends[len(ends) - len(left) :], strict=True)
            ):
                continue
            way = self.walk(state, left, known, along)
            if way is not None:
                return way
        return None

    def _hop(self, state: PhoneState, known: Known, best: Path | None) -> Path | None:
        """One touch, or BACK, to where the recorded way or the goal is."""
        world, found = self._world, best
        finished = not self._goal.untold(known) and self._goal.by_state
        for operation in self._touches(state):
            step = self.steps.take(state, operation)
            if step is None or alike(step.state, state):
                continue
            if finished and self._goal.closed(world.read(step.state)):
                return Path((operation,), (1,), (step.state,))
            for number in range(len(self._starts) - 1, -1, -1):
                there, rest = self._starts[number], self._goal.operations[number:]
                if found is not None and len(rest) + 1 >= found.moves:
                    break
                if place(there) == place(step.state) and content(there, step.state):
                    way = self.walk(step.state, rest, known, self._proved)
                    if way is not None:
                        found = shorter(found, way.after((operation,), (step.state,)))
                        break
        return found

    def _touches(self, state: PhoneState) -> Iterator[Operation]:
        yield _BACK
        pairs: set[tuple[int, int]] = set()
        for node in self._world.tree(state).walk():
            if node.clickable and node.enabled and node.center not in pairs:
                pairs.add(node.center)
                yield Operation(-1, Tap(*node.center))

    def _back(self, state: PhoneState, known: Known, hint: Path | None) -> Path | None:
        """Back as often as it takes, and on from there."""
        at, states = state, []
        pool = (*hint.operations, *hint.tail) if hint is not None else self._goal.operations
        for count in range(1, _MOST_BACK + 1):
            after = self._world.act(at, _BACK.action)
            if alike(after, at):
                break
            at = after
            states.append(at)
            way = self._ends(at, pool, known, hint) or self._ends(at, self._goal.operations, known, self._proved)
            if way is not None:
                return way.after((_BACK,) * count, states)
        return None

    def _leniently(self, state: PhoneState, known: Known, hint: Path | None) -> Path | None:
        """On from here with whatever of the way can be done, in its order."""
        best: Path | None = None
        for operations, along in (
            (self._goal.operations, self._proved),
            ((*hint.operations, *hint.tail), hint) if hint else ((), None),
        ):
            for grouped in (True, False):
                best = shorter(
                    best, self.walk(state, operations, known, along, passing="groups" if grouped else "ones")
                )
        return best


def _hops(way: Path, before: PhoneState) -> int:
    """The place of the first operation that changes what the phone holds."""
    at = before
    for number, state in enumerate(way.states):
        if not content(at, state):
            return number
        at = state
    return len(way.operations) - 1


def _joined(along: Path, operations: Sequence[Operation], state: PhoneState) -> Path | None:
    """What is left of a proved way, if that goes on from here with the same operations. `operations[0]` led here."""
    for at, there in enumerate(along.states):
        if along.operations[at] is not operations[0]:
            continue
        left = (*along.operations[at + 1 :], *along.tail)
        if len(left) != len(operations) - 1 or any(
            operation is not other for operation, other in zip(left, operations[1:], strict=True)
        ):
            return None
        back = any(isinstance(operation.action, Key) for operation in left)
        top, other = state.top, there.top
        same = place(state) == place(there) and content(state, there) and top.focus == other.focus
        if not same or dict(top.scrolls) != dict(other.scrolls) or (back and not alike(state, there)):
            return None
        return Path(along.operations[at + 1 :], along.costs[at + 1 :], along.states[at + 1 :], 0, along.tail)
    return None


def _stays(operations: Sequence[Operation]) -> list[range]:
    """The numbers of what is done in one app before another is opened."""
    starts = [operation.number for operation in operations if isinstance(operation.action, Launch)]
    return [range(start, end) for start, end in pairwise(starts)]


def _way(operations: Sequence[Operation], steps: Sequence[Step], tail: Sequence[Operation]) -> Path:
    far = steps[0].far if steps else 0
    return Path(
        tuple(operations), tuple(step.moves for step in steps), tuple(step.state for step in steps), far, tuple(tail)
    )


def shorter(path: Path | None, other: Path | None) -> Path | None:
    """The shorter of two ways, where there are two."""
    if path is None or other is None:
        return path or other
    return other if other < path else path
