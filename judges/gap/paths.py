"""Plans paths to the goal by trying them out on the simulator. Their length defines the distance to the goal.

The distance from a state is the length of the shortest known path that leads from it to the goal. Candidates are the
rest of the reference, also in another order, after touches that lead back to it. Of two paths of the same length, the
one with less scrolling (px) to its next element is shorter. Each path is verified by running it until it joins a
verified path, so a distance is never too small. That it is not too large depends on the search, which tests compare
with an exhaustive one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from adapters.phone.state.phone_state import PhoneState
from judges.gap.elements import visible_element
from judges.gap.goal import Goal, Knowledge, Operation
from judges.gap.simulator import PhoneSimulator, StateIndex, indistinguishable, same_data, screen_location
from judges.gap.steps import StepResult, StepRunner, performs_operation
from runtime.core.actions import Action, Finish, Key, Launch, Tap, Type

_BACK: Final = Operation(-1, Key("BACK"))
_MOST_BACK: Final = 5
_MOST_REACHED: Final = 512

ShowsAnswer = Callable[[PhoneState, Collection[str]], bool]
"""Whether a screen shows the value that the task asks for to an agent that has typed these texts."""


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A path from a state: operations, the cost of each in moves, and the phone after each.

    `scroll_distance` is the distance to the first element in px. `tail` is what the reference does after the goal, to
    leave a form or to confirm the result.
    """

    operations: tuple[Operation, ...]
    costs: tuple[int, ...]
    states: tuple[PhoneState, ...]
    scroll_distance: int = 0
    tail: tuple[Operation, ...] = ()

    @property
    def moves(self) -> int:
        return sum(self.costs)

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(operation.number for operation in self.operations)

    def __lt__(self, other: Path) -> bool:
        return (self.moves, self.scroll_distance) < (other.moves, other.scroll_distance)

    def without_first(self, scroll_distance: int = 0) -> Path:
        """The path after its first operation."""
        return Path(self.operations[1:], self.costs[1:], self.states[1:], scroll_distance, self.tail)

    def with_first_cost(self, step: StepResult) -> Path:
        """The same path with another cost of its first operation."""
        return Path(self.operations, (step.moves, *self.costs[1:]), self.states, step.scroll_distance, self.tail)

    def since(self, number: int) -> Path:
        """The path after so many operations."""
        return Path(self.operations[number:], self.costs[number:], self.states[number:], 0, self.tail)

    def until(self, number: int, rest: Path) -> Path:
        """So many operations of the path, and then those of another."""
        return Path(
            (*self.operations[:number], *rest.operations),
            (*self.costs[:number], *rest.costs),
            (*self.states[:number], *rest.states),
            self.scroll_distance if number else rest.scroll_distance,
            rest.tail,
        )

    def with_prefix(self, operations: Sequence[Operation], states: Sequence[PhoneState]) -> Path:
        """The same path after some operations of one move each."""
        prefix = tuple(operations)
        return Path(
            (*prefix, *self.operations), ((1,) * len(prefix)) + self.costs, (*states, *self.states), 0, self.tail
        )


class PathPlanner:
    """Finds paths for one task. `lookups` maps the last operation of each lookup to the screen that it leads to.

    `launch_moves`: what opening an app costs; None: the touches of its icon. `shows_answer`: the answer can be given
    once such a screen was seen; None: only where the reference reads it. `states`: finds results for states that differ
    in the clock only. `endings`: so many last operations of the reference are tried on any screen that shows the
    element of the first, not only on that of the reference.
    """

    def __init__(
        self,
        simulator: PhoneSimulator,
        goal: Goal,
        *,
        launch_moves: int | None = None,
        shows_answer: ShowsAnswer | None = None,
        states: StateIndex | None = None,
        endings: int = 0,
    ) -> None:
        self._simulator = simulator
        self._goal = goal
        self._endings = endings
        self.runner = StepRunner(simulator, launch_moves, states)
        self._shows_answer = shows_answer
        self._answering = next((item for item in goal.operations if isinstance(item.action, Finish)), None)
        self.lookups: dict[int, tuple[object, ...]] = {}
        self._reached: OrderedDict[int, tuple[PhoneState, bool]] = OrderedDict()
        self._starts: list[PhoneState] = []
        """The phone before each operation of the reference."""
        self.reference_path: Path | None = None
        """The path of the reference; None: it does not lead to the goal."""

    def begin(self, state: PhoneState) -> Path | None:
        """Run the reference from its beginning; None if it does not lead to the goal on this phone."""
        operations = self._goal.operations
        self._starts, self.lookups, self.reference_path = [], {}, None
        at = state
        for operation in operations:
            self._starts.append(at)
            step = self.runner.run(at, operation)
            if step is None:
                return None
            at = step.state
        for visit in _app_visits(operations):
            # A visit to an app that is not needed to reach the goal was a lookup.
            if (
                self.run(
                    state, tuple(operation for operation in operations if operation.number not in visit), Knowledge()
                )
                is not None
            ):
                self.lookups[visit[-1]] = screen_location(self._starts[visit[-1] + 1])
        self.reference_path = self.run(state, operations, Knowledge())
        return self.reference_path

    def is_reached(self, state: PhoneState) -> bool:
        """Whether app state satisfies the goal, cached by state."""
        known = self._reached.get(id(state))
        if known is None:
            known = self._reached[id(state)] = state, self._goal.is_reached(self._simulator.read(state))
            if len(self._reached) > _MOST_REACHED:
                self._reached.popitem(last=False)
        return known[1]

    # -- running ----------------------------------------------------------------------------------------------------

    def run(
        self,
        state: PhoneState,
        operations: Sequence[Operation],
        known: Knowledge,
        along: Path | None = None,
        skipping: Literal["", "single", "groups"] = "",
    ) -> Path | None:
        """The path of these operations in their order, if they lead to the goal. Ineffective ones are left out.

        `along`: a verified path that it may join. `skipping`: "single" leaves out operations that are impossible;
        "groups" also leaves out the following ones that serve the same requirements.
        """
        owed = {requirement.id for requirement in self._goal.missing_answers(known)}
        lookups = set(self.lookups).difference(known.lookups_done)
        typed = known.typed
        shown = bool(owed) and (known.answer_shown or self._answer_is_on(state, typed))
        if owed and typed and not shown:
            # The path was verified for an agent that had not typed these texts.
            along = None
        executed: list[Operation] = []
        results: list[StepResult] = []
        at = state
        skipped_group: tuple[str, ...] = ()
        for count, operation in enumerate(operations):
            if skipped_group and operation.serves == skipped_group:
                continue
            skipped_group = ()
            if not owed and not lookups and self.is_reached(at):
                return _make_path(executed, results, operations[count:])
            if shown and not lookups and self._answering and self.is_reached(at):
                return _make_path([*executed, self._answering], [*results, StepResult(at)], ())
            step = self.runner.run(at, operation)
            if step is None:
                if not skipping:
                    return None
                skipped_group = operation.serves if skipping == "groups" else ()
                continue
            lookups.discard(operation.number)
            if isinstance(operation.action, Finish) and owed:
                done = owed <= self._goal.answers_in(step.text) and not lookups
                if not shown and self._shows_answer is not None:
                    done = done and self._answer_is_on(step.state, typed)
                if done and self.is_reached(step.state):
                    return _make_path([*executed, operation], [*results, step], ())
                return None
            if indistinguishable(at, step.state):
                continue
            at = step.state
            if isinstance(operation.action, Type):
                typed |= {operation.action.text}
            shown = shown or (bool(owed) and self._answer_is_on(at, typed))
            executed.append(operation)
            results.append(step)
            joined_path = None if along is None else _joined_path(along, operations[count:], at)
            if joined_path is not None and lookups <= joined_path.numbers:
                ahead = _make_path(executed, results, ())
                return Path(
                    (*ahead.operations, *joined_path.operations),
                    (*ahead.costs, *joined_path.costs),
                    (*ahead.states, *joined_path.states),
                    ahead.scroll_distance,
                    joined_path.tail,
                )
        return _make_path(executed, results, ()) if self._over(at, owed, lookups) else None

    def _over(self, state: PhoneState, owed: set[str], lookups: set[int]) -> bool:
        return not owed and not lookups and self.is_reached(state)

    def _answer_is_on(self, state: PhoneState, typed: Collection[str]) -> bool:
        return self._shows_answer is not None and self._shows_answer(state, typed)

    def follow(self, path: Path, before: PhoneState, after: PhoneState) -> Path | None:
        """The rest of a path from `before` if `after` is on it, after or still before its first operation; else None.

        The path must have an operation. No phone shows that an answer was given, so that one is still before it.
        """
        first = path.operations[0]
        step = self.runner.run(before, first)
        if step is None:
            return None
        if indistinguishable(step.state, after) and not isinstance(first.action, Finish):
            rest = path.operations[1:]
            then = self.runner.run(after, rest[0]) if rest else None
            return (
                path.without_first(then.scroll_distance if then is not None else 0)
                if then is not None or not rest
                else None
            )
        if same_data(before, after) and (
            isinstance(first.action, Launch) or screen_location(before) == screen_location(after)
        ):
            now = self.runner.run(after, first)
            if now is not None and indistinguishable(now.state, step.state):
                return path.with_first_cost(now)
        return None

    def lookups_shown(self, state: PhoneState) -> list[int]:
        """The numbers of the lookups that the screen in front completes."""
        location = screen_location(state)
        return [number for number, shown in self.lookups.items() if shown == location]

    # -- searching --------------------------------------------------------------------------------------------------

    def find(
        self,
        state: PhoneState,
        known: Knowledge,
        hint: Path | None,
        done: Action | None = None,
        before: PhoneState | None = None,
    ) -> Path | None:
        """The shortest path found from a state. `hint`: a path from `before`, the state in which `done` led here."""
        if hint is None or before is None:
            end = self.shortest_suffix(state, self._goal.operations, known, self.reference_path)
            return end or self._by_back(state, known, hint) or self._with_possible_operations(state, known, hint)
        best: Path | None = None
        moved = not same_data(before, state)
        for operations in self._reorderings(hint, done, before) if moved else ():
            best = shorter(best, self.run(state, operations, known, hint))
            if best is not None and best < hint:
                return best
        # Navigation alone has performed no operation that changes data.
        last = len(hint.operations) - 1 if moved else _first_change(hint, before)
        best = shorter(best, self.shortest_suffix(state, (*hint.operations, *hint.tail), known, hint, last))
        if best is not None and best < hint:
            return best
        upto = max(hint.operations[last].number, 0) if hint.operations else len(self._goal.operations) - 1
        best = shorter(best, self.shortest_suffix(state, self._goal.operations, known, self.reference_path, upto, hint))
        if (best is None or not best < hint) and (moved or screen_location(before) != screen_location(state)):
            best = shorter(best, self.by_one_touch(state, known, best))
        back = self.runner.run(state, _BACK)
        if back is not None and indistinguishable(back.state, before):
            best = shorter(best, hint.with_prefix((_BACK,), (back.state,)))
        # One move more than before means one touch to undo, so a longer search gains nothing.
        if best is None or best.moves > hint.moves + 1:
            best = shorter(best, self._by_back(state, known, hint))
        if best is None or best.moves > hint.moves + 1:
            best = shorter(best, self._with_possible_operations(state, known, hint))
        return best

    def _reorderings(self, hint: Path, done: Action | None, before: PhoneState) -> Iterator[tuple[Operation, ...]]:
        """Candidates for the rest after an operation out of order: the rest of its group first, or in its place."""
        if done is None:
            return
        tree, operations = self._simulator.tree(before), (*hint.operations, *hint.tail)
        for at, operation in enumerate(hint.operations):
            if at and performs_operation(tree, done, operation):
                end = at + 1
                while end < len(operations) and operations[end].serves == operation.serves:
                    end += 1
                yield (*operations[at + 1 : end], *operations[:at], *operations[end:])
                if end > at + 1:
                    yield (*operations[:at], *operations[at + 1 :])

    def shortest_suffix(
        self,
        state: PhoneState,
        operations: Sequence[Operation],
        known: Knowledge,
        along: Path | None,
        last: int | None = None,
        tried: Path | None = None,
    ) -> Path | None:
        """The shortest suffix of operations that leads to the goal from here and starts at index `last` or before.

        `tried`: a path whose suffixes need not be run again.
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
            path = self.run(state, left, known, along)
            if path is not None:
                return path
        return None

    def by_one_touch(self, state: PhoneState, known: Knowledge, best: Path | None) -> Path | None:
        """`best`, or a shorter path by one touch or BACK to the goal, to a screen with the answer, or to where the
        reference can be continued.
        """
        found = best
        if not state.panel and not any(state.top.package == start.top.package for start in self._starts[1:]):
            return found
        for operation in self._touches(state):
            step = self.runner.run(state, operation)
            if step is None or indistinguishable(step.state, state):
                continue
            if (end := self._end_after(operation, step, known)) is not None:
                if end.moves == 1:
                    return end
                found = shorter(found, end)
            for number in range(len(self._starts) - 1, -1, -1):
                reference_state, rest = self._starts[number], self._goal.operations[number:]
                if found is not None and len(rest) + 1 >= found.moves:
                    break
                same = screen_location(reference_state) == screen_location(step.state)
                if (same and same_data(reference_state, step.state)) or (
                    len(rest) <= self._endings and self._shows(step.state, rest[0])
                ):
                    path = self.run(step.state, rest, known, self.reference_path)
                    if path is not None:
                        found = shorter(found, path.with_prefix((operation,), (step.state,)))
                        break
        return found

    def _shows(self, state: PhoneState, operation: Operation) -> bool:
        """Whether the element of an operation is on the screen in front, without scrolling."""
        target = operation.target
        if target is None or not self._simulator.may_contain(state, target):
            return False
        return visible_element(self._simulator.tree(state), target) is not None

    def _end_after(self, operation: Operation, step: StepResult, known: Knowledge) -> Path | None:
        """The path of this operation, and of the answer if one is due, if nothing else is left to do then."""
        lookups = set(self.lookups).difference(known.lookups_done, self.lookups_shown(step.state))
        if lookups or not self.is_reached(step.state):
            return None
        if not self._goal.missing_answers(known):
            return _make_path([operation], [step], ()) if self._goal.has_state_checks else None
        if self._answering is None or not (known.answer_shown or self._answer_is_on(step.state, known.typed)):
            return None
        return _make_path([operation, self._answering], [step, StepResult(step.state)], ())

    def _touches(self, state: PhoneState) -> Iterator[Operation]:
        yield _BACK
        pairs: set[tuple[int, int]] = set()
        for node in self._simulator.tree(state).walk():
            if node.clickable and node.enabled and node.center not in pairs:
                pairs.add(node.center)
                yield Operation(-1, Tap(*node.center))

    def _by_back(self, state: PhoneState, known: Knowledge, hint: Path | None) -> Path | None:
        """A path that starts with as many BACKs as necessary."""
        at, states = state, []
        pool = (*hint.operations, *hint.tail) if hint is not None else self._goal.operations
        for count in range(1, _MOST_BACK + 1):
            step = self.runner.run(at, _BACK)
            if step is None or indistinguishable(step.state, at):
                break
            at = step.state
            states.append(at)
            path = self.shortest_suffix(at, pool, known, hint) or self.shortest_suffix(
                at, self._goal.operations, known, self.reference_path
            )
            if path is not None:
                return path.with_prefix((_BACK,) * count, states)
        return None

    def _with_possible_operations(self, state: PhoneState, known: Knowledge, hint: Path | None) -> Path | None:
        """A path of the operations that are possible from here, in their order."""
        best: Path | None = None
        for operations, along in (
            (self._goal.operations, self.reference_path),
            ((*hint.operations, *hint.tail), hint) if hint else ((), None),
        ):
            for grouped in (True, False):
                best = shorter(
                    best, self.run(state, operations, known, along, skipping="groups" if grouped else "single")
                )
        return best


def _first_change(path: Path, before: PhoneState) -> int:
    """The index of the first operation of a path that changes data."""
    at = before
    for number, state in enumerate(path.states):
        if not same_data(at, state):
            return number
        at = state
    return len(path.operations) - 1


def _joined_path(along: Path, operations: Sequence[Operation], state: PhoneState) -> Path | None:
    """The rest of a verified path if it continues here with the same operations. `operations[0]` led here."""
    for at, path_state in enumerate(along.states):
        if along.operations[at] is not operations[0]:
            continue
        left = (*along.operations[at + 1 :], *along.tail)
        if len(left) != len(operations) - 1 or any(
            operation is not other for operation, other in zip(left, operations[1:], strict=True)
        ):
            return None
        back = any(isinstance(operation.action, Key) for operation in left)
        top, other = state.top, path_state.top
        same = (
            screen_location(state) == screen_location(path_state)
            and same_data(state, path_state)
            and top.focus == other.focus
        )
        if not same or dict(top.scrolls) != dict(other.scrolls) or (back and not indistinguishable(state, path_state)):
            return None
        return Path(along.operations[at + 1 :], along.costs[at + 1 :], along.states[at + 1 :], 0, along.tail)
    return None


def _app_visits(operations: Sequence[Operation]) -> list[range]:
    """The numbers of the operations of each visit to an app that ends with opening another app."""
    starts = [operation.number for operation in operations if isinstance(operation.action, Launch)]
    return [range(start, end) for start, end in pairwise(starts)]


def _make_path(operations: Sequence[Operation], results: Sequence[StepResult], tail: Sequence[Operation]) -> Path:
    scroll_distance = results[0].scroll_distance if results else 0
    return Path(
        tuple(operations),
        tuple(step.moves for step in results),
        tuple(step.state for step in results),
        scroll_distance,
        tuple(tail),
    )


def shorter(path: Path | None, other: Path | None) -> Path | None:
    """The shorter of two paths, or the only one."""
    if path is None or other is None:
        return path or other
    return other if other < path else path
