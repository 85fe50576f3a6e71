"""How many actions the shortest way to a task's goal takes from any state of a simulated phone. Pure.

Counted are device actions, turns of questions, and the answer, each as one. To open an app by `launch` is one action,
and so is a scroll by half a container. A way on the phone consists of operations of the recorded solution in any
feasible order, after actions that lead back to where they are possible: BACKs, a touch, an app that is opened again, a
text that replaces a wrong one, a switch in the notification shade. It may leave such a way by one touch, to any screen
that shows the answer or one of the last elements of the recorded solution. Each way is run on the simulator.

Questions are apart from what is done on the phone: everything that the instruction leaves open is to be asked for, as
many values in a turn as a user answers. A lucky guess saves no question.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.package_names import HOME
from judges.evidence.answers import SeenScreen, judge_answer
from judges.gap.goal import Goal, Knowledge, Operation
from judges.gap.paths import Path, PathPlanner, shorter
from judges.gap.simulator import PhoneSimulator, StateIndex, indistinguishable, same_data
from runtime.core.actions import Action, Answer, Finish, Launch, Swipe, Tap, Type
from runtime.core.tasks import Task
from runtime.language.questions import LIMITS

UNREACHABLE: Final = "no way to the goal is known from here"
UNSOLVABLE: Final = "the recorded way does not lead to the goal here"
_DONE: Final = Path((), (), ())
_ENDINGS: Final = 3
"""So many last operations of the recorded solution are tried on any screen; each more costs time."""
_MOST_SEARCHED: Final = 64
"""So many states are remembered with what was found out about them."""


@dataclass(frozen=True, slots=True, eq=False)
class StateValue:
    """The value of a state: actions of the shortest way to the goal; None with a `reason`: no way is known."""

    state: PhoneState
    remaining: int | None
    reason: str = ""
    path: Path | None = None
    """The way on the phone."""


class GoalDistance:
    """Values of the states of one task, from forks of a phone: states go in, values come out. Not thread-safe.

    simulator = PhoneSimulator(installed_apps())
    distance = GoalDistance(simulator, task)
    start = simulator.prepare(task.intent.setup.state, seed)
    before = distance.begin(start)
    after = distance.value(simulator.act(start, action), Knowledge(), before, action)
    """

    def __init__(self, simulator: PhoneSimulator, task: Task, *, can_ask: bool = True) -> None:
        self._simulator = simulator
        self._task = task
        self._goal = Goal(task)
        self._answer = next((answer.value for answer in self._goal.answers), "")
        self._packages = {item.action.app for item in self._goal.operations if isinstance(item.action, Launch)}
        self._states = StateIndex()
        self._planner = PathPlanner(
            simulator,
            self._goal,
            launch_moves=1,
            shows_answer=self.shows_answer,
            states=self._states,
            endings=_ENDINGS,
        )
        self._can_ask = can_ask
        self._screens: OrderedDict[tuple[int, frozenset[str]], tuple[PhoneState, bool]] = OrderedDict()
        """Whether the last states show the answer to an agent that has typed these texts."""
        self._searched: deque[tuple[PhoneState, Knowledge, Path | None]] = deque(maxlen=_MOST_SEARCHED)
        """The last states from which a way was searched for, with what the agent knew, and the way."""
        self._ways: list[tuple[Operation, ...]] = [self._goal.operations]
        """The recorded solution, and shorter ways that leave it by a touch."""
        self._shortcuts: list[tuple[Operation, ...]] = []
        """Touches in the notification shade that lead to the goal from where the attempt began."""

    @property
    def solvable(self) -> bool:
        """Whether the recorded solution leads to the goal from where the attempt began."""
        return self._planner.reference_path is not None

    @property
    def lookups(self) -> frozenset[int]:
        """The numbers of the lookups that the goal needs."""
        return frozenset(self._planner.lookups)

    @property
    def shorter_ways(self) -> tuple[tuple[Operation, ...], ...]:
        """Ways that are shorter than the recorded solution, each shorter than the one before."""
        return tuple(self._ways[1:])

    def begin(self, state: PhoneState, ways: Iterable[tuple[Operation, ...]] | None = None) -> StateValue:
        """The value of the state in which the attempt begins; call it first.

        `ways`: the shorter ways that were found for another attempt at the task; None: they are searched for, which
        takes about a second.
        """
        path = self._planner.begin(state)
        if path is None:
            return StateValue(state, None, UNSOLVABLE)
        self._searched.clear()
        self._ways = [self._goal.operations]
        for shorter_path in self._leaving(state, path) if ways is None else self._repeated(state, ways):
            if shorter_path.moves < path.moves:
                path = shorter_path
                self._ways.append(path.operations)
        self._shortcuts = list(self._shade_switches(state, path))
        known = Knowledge()
        return self._value(state, known, shorter(path, self._by_detours(state, known, path, path)))

    def value(
        self, state: PhoneState, known: Knowledge, previous: StateValue | None = None, done: Action | None = None
    ) -> StateValue:
        """The value of a state.

        `previous`: that of an earlier state, from which `done` led here. It makes the value of a state on its way
        cheap, and adds its way to the candidates.
        """
        if not self.solvable:
            return StateValue(state, None, UNSOLVABLE)
        if self._is_over(state, known):
            return self._value(state, known, _DONE)
        path = previous.path if previous is not None else None
        if previous is not None and path is not None and path.operations:
            followed = self._planner.follow(path, previous.state, state)
            if followed is not None and followed.moves < path.moves:
                return self._value(state, known, followed)
        for earlier, then, found in reversed(self._searched):
            if then == known and indistinguishable(earlier, state):
                return self._value(state, known, found)
        if previous is None or (path is not None and not path.operations):
            found = self._search(state, known, None)
        elif path is not None:
            found = self._search(state, known, path, done, previous.state)
        elif same_data(previous.state, state):
            # Whether there is a way at all depends on what the apps hold, not on the screen.
            found = None
        else:
            found = self._search(state, known, None)
        self._searched.append((state, known.copy(), found))
        return self._value(state, known, found)

    def note_screen(self, state: PhoneState, known: Knowledge) -> None:
        """Add to what the agent knows what the screen shows: lookups, and the value that is asked for."""
        known.lookups_done.update(self._planner.lookups_shown(state))
        known.answer_shown = known.answer_shown or self.shows_answer(state, known.typed)

    def note_action(self, action: Action, known: Knowledge) -> None:
        """Add what an action tells: a typed text is no reading any more, and an answer replaces an earlier one."""
        match action:
            case Type(text=text):
                known.typed |= {text}
            case Answer(text=text) | Finish(text=text):
                verdict = judge_answer(self._task, text, (), readable=False)
                if verdict.replaces(final=isinstance(action, Finish)):
                    # An answer that no screen has shown is a guess.
                    known.answers_given = set(self._goal.answers_in(text)) if known.answer_shown else set()
            case _:
                pass

    def shows_answer(self, state: PhoneState, typed: Collection[str] = ()) -> bool:
        """Whether the value that the task asks for can be taken from the screen by an agent that has typed these texts.

        An app that the reference does not open shows it by chance.
        """
        if not self._goal.answers or state.top.package not in self._packages:
            return False
        key = id(state), frozenset(typed)
        known = self._screens.get(key)
        if known is None:
            found = judge_answer(self._task, self._answer, [SeenScreen(self._simulator.tree(state), tuple(typed))])
            known = self._screens[key] = state, all(found.met.values())
            if len(self._screens) > _MOST_SEARCHED:
                self._screens.popitem(last=False)
        return known[1]

    def questions(self, known: Knowledge) -> int:
        """The turns of questions that are left to ask; 0 if asking is not possible."""
        left = sum(identifier not in known.released for identifier in self._task.gap)
        return -(-left // LIMITS.asks) if self._can_ask else 0

    def _is_over(self, state: PhoneState, known: Knowledge) -> bool:
        return (
            not self._goal.missing_answers(known)
            and known.lookups_done.issuperset(self._planner.lookups)
            and self._planner.is_reached(state)
        )

    def _value(self, state: PhoneState, known: Knowledge, path: Path | None) -> StateValue:
        if path is None:
            return StateValue(state, None, UNREACHABLE)
        return StateValue(state, path.moves + self.questions(known), "", path)

    # -- searching --------------------------------------------------------------------------------------------------

    def _search(
        self,
        state: PhoneState,
        known: Knowledge,
        hint: Path | None,
        done: Action | None = None,
        before: PhoneState | None = None,
    ) -> Path | None:
        """The shortest way found. `hint`: a shortest way from `before`, where `done` led here."""
        state = self._states.canonical(state)
        before = None if before is None else self._states.canonical(before)
        # One action shortens the way by at most one.
        least = hint.moves - 1 if hint is not None else 0
        best = self._planner.find(state, known, hint, done, before)
        if hint is not None and (best is None or best.moves > least):
            best = shorter(best, self._planner.find(state, known, None))
        if best is None or best.moves > max(least, 1):
            best = self._planner.by_one_touch(state, known, best)
        if best is None or best.moves > max(least, 1):
            best = shorter(best, self._by_detours(state, known, hint, best))
        return best

    def _by_detours(self, state: PhoneState, known: Knowledge, hint: Path | None, best: Path | None) -> Path | None:
        """The shortest way that begins with opening an app again or in the shade, or that replaces typed texts."""
        ways = [*self._ways]
        if hint is not None:
            ways.append((*hint.operations, *hint.tail))
        ways += [replaced for way in ways if (replaced := _replacing_texts(way)) != tuple(way)]
        for prefix in ((), *self._shortcuts, *self._reopened_apps(state)):
            at, states = state, []
            for operation in prefix:
                step = self._planner.runner.run(at, operation)
                if step is None:
                    break
                at = step.state
                states.append(at)
            if len(states) < len(prefix) or (prefix and indistinguishable(at, state)):
                continue
            there = known.copy()
            self.note_screen(at, there)
            if prefix and self._is_over(at, there):
                best = shorter(best, _DONE.with_prefix(prefix, states))
            for way in ways if best is None or best.moves > len(prefix) + 1 else ():
                found = self._planner.shortest_suffix(at, way, there, None)
                if found is not None:
                    best = shorter(best, found.with_prefix(prefix, states) if prefix else found)
        return best

    def _reopened_apps(self, state: PhoneState) -> Iterator[tuple[Operation, ...]]:
        """Each app with a place on a back stack: to open it shows that place."""
        opened = {task.package for task in state.tasks} - {HOME}
        if state.panel or state.top.package == HOME or len(opened) > 1:
            yield from ((Operation(-1, Launch(package)),) for package in sorted(opened))

    def _repeated(self, state: PhoneState, ways: Iterable[tuple[Operation, ...]]) -> Iterator[Path]:
        """The ways of another attempt that lead to the goal on this phone, too."""
        own = self._goal.operations
        for way in ways:
            operations = [own[operation.number] if operation.number >= 0 else operation for operation in way]
            found = self._planner.run(state, operations, Knowledge())
            if found is not None:
                yield found

    def _leaving(self, state: PhoneState, path: Path) -> Iterator[Path]:
        """Shorter and shorter ways, each of which leaves the one before by a touch."""
        while (found := self._by_leaving(state, path)) is not path:
            yield found
            path = found

    def _by_leaving(self, state: PhoneState, path: Path) -> Path:
        """The shortest way that leaves a way by one touch; the way itself if none is shorter."""
        best, known = path, Knowledge()
        for number, operation in enumerate(path.operations):
            self.note_screen(state, known)
            rest = path.since(number)
            found = self._planner.by_one_touch(state, known, rest)
            if found is not None and found.moves < rest.moves and (way := path.until(number, found)).moves < best.moves:
                best = way
            self.note_action(operation.action, known)
            state = path.states[number]
        return best

    def _shade_switches(self, state: PhoneState, path: Path) -> Iterator[tuple[Operation, ...]]:
        """The switches of the notification shade that lead to the goal, if the goal is about settings."""
        if path.states and path.states[-1].settings == state.settings:
            return
        simulator = self._simulator
        width, height = simulator.screen(state)
        pull = Operation(-1, Swipe(width // 2, 10, width // 2, height * 3 // 5))
        shade = simulator.act(state, pull.action)
        for node in simulator.tree(shade).walk() if shade.panel else ():
            touch = Operation(-1, Tap(*node.center))
            if (
                node.clickable
                and node.enabled
                and self._goal.is_reached(simulator.read(simulator.act(shade, touch.action)))
            ):
                yield pull, touch


def _replacing_texts(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """The operations; each text replaces what its field holds."""
    return tuple(
        replace(operation, action=replace(operation.action, clear=True))
        if isinstance(operation.action, Type)
        else operation
        for operation in operations
    )
