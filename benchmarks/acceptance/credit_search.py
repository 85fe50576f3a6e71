"""An exhaustive search over the input of a phone for the shortest way to a goal. Pure.

It knows no reference: only what can be touched, pressed, scrolled and typed on the screen in front.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from adapters.phone.state.phone_state import PhoneState
from benchmarks.acceptance.gap_search import Search
from judges.credit.distance import GoalDistance, StateValue
from judges.gap.goal import Goal, Knowledge
from judges.gap.simulator import PhoneSimulator
from runtime.core.actions import Action, Key, Launch, LongPress, Swipe, Type
from runtime.core.tasks import Task

EXCLUDED = (
    "opening apps that the intent does not name, texts other than the reference's, double taps, drags, swipes of other "
    "lengths than half a container, waiting"
)
"""What the search does not try."""
_SHADE = Swipe(540, 10, 540, 1400, 300)


class SearchTooLarge(Exception):
    """The search was given up, as it had tried as many actions as it may."""


class InputSearch(Search):
    """Breadth first over all input: touches, long presses, keys, scrolls, texts of the task, its apps, the shade.

    What was tried from a state is tried once. `distance` knows which screens show a lookup or the answer.
    """

    def __init__(self, world: PhoneSimulator, task: Task, distance: GoalDistance, most_actions: int) -> None:
        super().__init__(world, Goal(task))
        actions = task.intent.reference.actions
        self._inputs = sorted({action.text for action in actions if isinstance(action, Type)})
        self._apps = sorted({*task.intent.apps, *(action.app for action in actions if isinstance(action, Launch))})
        self._distance = distance
        self._most_actions = most_actions
        self._reached: dict[Hashable, bool] = {}

    def actions(self, state: PhoneState) -> Iterator[Action]:
        yield from super().actions(state)
        tree = self._world.tree(state)
        pressed = sorted({node.center for node in tree.walk() if node.long_clickable and node.enabled})
        yield from (LongPress(*center) for center in pressed)
        yield from (Key("HOME"), Key("APP_SWITCH"), _SHADE)
        yield from (Launch(app) for app in self._apps)
        if tree.focused() is not None:
            yield Key("ENTER")
            yield from (Type(text, clear=clear) for text in self._inputs for clear in (False, True))

    def confirm(self, start: StateValue, known: Knowledge) -> int | None:
        """The true number of actions from a state whose value is known and small; None: the way is not found again.

        A search proves that there is no shorter way. That there is one of this length is shown along the judge's own:
        its first part is found by a search, and so is the rest from where that leads.
        """
        value, path = start.remaining, start.path
        assert value is not None
        assert path is not None
        shorter = self.shortest(start.state, known, value - 1)
        if shorter is not None:
            return shorter
        if len(path.costs) < 2:
            return self.shortest(start.state, known, value)
        first, between = path.costs[0], path.states[0]
        if not self._leads(start.state, between, first):
            return self.shortest(start.state, known, value)
        rest = self.shortest(between, self._knowledge(path.operations[0].action, between, known), value - first)
        return None if rest is None else first + rest

    def _leads(self, state: PhoneState, wanted: PhoneState, most: int) -> bool:
        """Whether so many actions lead from one state to another."""
        layer, key = [state], self._key(wanted)
        for _ in range(most):
            layer = [after for before in layer for _, after in self._next(before)]
            if any(self._key(after) == key for after in layer):
                return True
        return False

    def shortest(self, state: PhoneState, known: Knowledge, most: int) -> int | None:
        """The number of actions to the goal, the answer included; None: more than `most`.

        Raises:
            SearchTooLarge: more actions would have to be tried than the search may.
        """
        answer = int(bool(self._goal.missing_answers(known)))
        layer, seen, tried = [(state, known)], {self.node_key(state, known)}, 0
        for depth in range(most - answer + 1):
            if any(self._is_over(state, known) for state, known in layer):
                return depth + answer
            if depth == most - answer:
                return None
            following: list[tuple[PhoneState, Knowledge]] = []
            for before, known in layer:
                for action, after in self._next(before):
                    tried += 1
                    seen_there = self._knowledge(action, after, known)
                    key = self.node_key(after, seen_there)
                    if key not in seen:
                        seen.add(key)
                        following.append((after, seen_there))
                if tried > self._most_actions:
                    raise SearchTooLarge
            layer = following
        return None

    def _is_over(self, state: PhoneState, known: Knowledge) -> bool:
        if self._goal.missing_answers(known) and not known.answer_shown:
            return False
        if not known.lookups_done.issuperset(self._distance.lookups):
            return False
        data = self._data_key(state)
        if data not in self._reached:
            self._reached[data] = self._goal.is_reached(self._world.read(state))
        return self._reached[data]

    def _knowledge(self, action: Action, state: PhoneState, known: Knowledge) -> Knowledge:
        """What the agent knows once an action has led to a screen."""
        if not self._goal.answers and not self._distance.lookups:
            return known
        known = known.copy()
        self._distance.note_action(action, known)
        self._distance.note_screen(state, known)
        return known

    def node_key(self, state: PhoneState, known: Knowledge) -> Hashable:
        """Two situations of one key are the same phone, but for the clock, with an agent that knows the same."""
        return self._key(state), frozenset(known.lookups_done), known.answer_shown, known.typed
