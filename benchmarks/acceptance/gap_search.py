"""An exhaustive search for a task's goal on a phone without pixels, to compare the rule distance/1 with. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from adapters.phone.state.phone_state import PhoneState
from judges.gap.distance_rule import DistanceRule, Position
from judges.gap.elements import MIN_VISIBLE, scroll_gestures, scrollable_nodes
from judges.gap.goal import Goal, Knowledge
from judges.gap.paths import PathPlanner
from judges.gap.simulator import PhoneSimulator
from runtime.core.actions import Action, Key, Tap
from runtime.core.tasks import Task


class Search:
    """Every element touched, BACK, and every window scrolled, breadth first; what was done before is not done again."""

    def __init__(self, world: PhoneSimulator, goal: Goal) -> None:
        self._world = world
        self._goal = goal
        self._after: dict[Hashable, list[tuple[Action, PhoneState]]] = {}
        self._numbers: dict[int, tuple[object, int]] = {}
        self._texts: dict[str, int] = {}

    def actions(self, state: PhoneState) -> Iterator[Action]:
        tree = self._world.tree(state)
        yield Key("BACK")
        centers = set()
        for node in tree.walk():
            left, top, right, bottom = node.bounds
            if node.clickable and node.enabled and min(right - left, bottom - top) >= MIN_VISIBLE:
                centers.add(node.center)
        yield from (Tap(*center) for center in sorted(centers))
        yield from (stroke for window in scrollable_nodes(tree) for stroke in scroll_gestures(window))

    def distance(self, state: PhoneState, most: int) -> int | None:
        """The number of actions to the goal; None: more than `most`."""
        layer, seen = [state], {self._key(state)}
        for distance in range(most + 1):
            if any(self._goal.is_reached(self._world.read(state)) for state in layer):
                return distance
            if distance == most:
                return None
            new = [after for state in layer for _, after in self._next(state)]
            layer = []
            for item in new:
                key = self._key(item)
                if key not in seen:
                    seen.add(key)
                    layer.append(item)
        return None

    def _next(self, state: PhoneState) -> list[tuple[Action, PhoneState]]:
        """Each action with the phone after it."""
        key = self._key(state)
        if key not in self._after:
            self._after[key] = [(action, self._world.act(state, action)) for action in self.actions(state)]
        return self._after[key]

    def _key(self, state: PhoneState) -> Hashable:
        """Two phones of one key are the same phone but for the clock."""
        places = tuple(
            (entry.package, entry.route, tuple(sorted(entry.scrolls)), entry.focus)
            for task in state.tasks
            for entry in task.entries
        )
        windows = state.panel, state.shared, state.asked, state.keyboard.shown, state.toolbar, state.locked
        return places, windows, self._data_key(state)

    def _data_key(self, state: PhoneState) -> Hashable:
        """Two phones of one key hold the same app data, settings and files."""
        return tuple(
            self._value_number(value) for value in (*state.apps.values(), *state.settings.values(), state.files)
        )

    def _value_number(self, value: object) -> int:
        """An app's state as a number; most apps of most phones share one object."""
        if id(value) not in self._numbers:
            self._numbers[id(value)] = value, self._texts.setdefault(repr(value), len(self._texts))
        return self._numbers[id(value)][1]


def held_against(world: PhoneSimulator, task: Task, away: int) -> tuple[int, int, list[str]]:
    """Every action on the screen `away` operations before a task's goal, by the rule and by the search.

    How far the goal is by the search (-1: too far), how many actions were compared, and those judged otherwise.
    """
    goal = Goal(task)
    ways, search = PathPlanner(world, goal), Search(world, goal)
    way = ways.begin(world.prepare(task.intent.setup.state, 1))
    if way is None:
        return -1, 0, ["the recorded way does not lead to the goal"]
    at = len(way.operations) - away
    state = way.states[at - 1]
    for _ in range(at):
        way = way.without_first()
    there = search.distance(state, way.moves)
    if there is None:
        return -1, 0, [f"the way of {way.moves} is none for the search"]
    rule = DistanceRule(world, goal, ways, can_ask=True)
    wrong = [f"the search knows a way of {there}, the rule one of {way.moves}"] if there != way.moves else []
    actions = list(search.actions(state))
    for action in actions:
        after = world.act(state, action)
        nearer = search.distance(after, there - 1) is not None
        found = rule.judge_performed(Position(state, way, Knowledge()), (action,), after)
        if found.right is not nearer:
            wrong.append(f"{action}: {found.why}; the search says {'nearer' if nearer else 'not nearer'}")
    return there, len(actions), wrong
