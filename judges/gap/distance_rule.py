"""The rule distance/1: an action is right if it reduces the distance to the goal, or asks for missing information.

It judges the executed and the announced action from the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.phone.state.phone_state import PhoneState
from judges.gap.goal import Goal, Knowledge, Operation
from judges.gap.paths import Path, PathPlanner, shorter
from judges.gap.simulator import PhoneSimulator, indistinguishable, same_data, screen_location
from runtime.core.actions import Action, Answer, AskUser, Finish, ParseError
from runtime.language.questions import Memory, classify_question

RULE = "distance/1"
UNRESOLVED, UNKNOWABLE = "unresolved", "unknowable"
"""Prefixes of the reasons for excluded actions."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """The state of an attempt: the phone, the shortest known path to the goal (None: unknown), and what is known."""

    state: PhoneState
    path: Path | None
    known: Knowledge


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """Whether an action is right (None: excluded), the reason, and the path from the resulting state."""

    right: bool | None
    why: str
    path: Path | None


class DistanceRule:
    """Judges actions on one task by the rule distance/1."""

    def __init__(self, simulator: PhoneSimulator, goal: Goal, planner: PathPlanner, *, can_ask: bool) -> None:
        self._simulator = simulator
        self._goal = goal
        self._planner = planner
        self._can_ask = can_ask

    # -- device actions ---------------------------------------------------------------------------------------------

    def judge_performed(self, position: Position, actions: Sequence[Action], after: PhoneState) -> Assessment:
        """Assess device actions that led from the position to `after`."""
        path = position.path
        last = actions[-1] if actions else None
        if path is None:
            # The distance before is unknown; the distance from the new state may be known.
            found = self._planner.find(after, position.known, None)
            return self._unless_unknowable(
                position, Assessment(None, f"{UNRESOLVED}: no way to the goal was known from there", found)
            )
        if indistinguishable(position.state, after):
            return self._unless_unknowable(position, Assessment(False, "it changes nothing", path))
        if not path.operations:
            return self._after_goal(position, path, after)
        found = self._planner.follow(path, position.state, after)
        if found is None or (not found < path and screen_location(position.state) != screen_location(after)):
            found = shorter(found, self._planner.find(after, position.known, path, last, position.state))
            if found is not None and found < path:
                # A path found only now may have existed before; then the action did not reduce the distance.
                left = (*found.operations, *found.tail)
                same = self._planner.run(position.state, left, position.known, found)
                if same is not None and not found < same:
                    return self._unless_unknowable(
                        position, Assessment(False, f"{found.moves} are left, as before it", found)
                    )
        if found is None:
            return self._unless_unknowable(
                position, Assessment(False, "no way to the goal is known from where it leads", None)
            )
        if not found < path:
            return self._unless_unknowable(
                position, Assessment(False, f"{found.moves} are left, as {path.moves} were", found)
            )
        guessed = [
            operation
            for operation in path.operations
            if operation.number not in found.numbers and self._is_blind_choice(operation, position)
        ]
        if guessed:
            slots = ", ".join(self._goal.task.requirement(name).slot for name in guessed[0].serves)
            if not self._can_ask:
                return Assessment(None, f"{UNKNOWABLE}: nobody said which {slots}, and asking is not possible", found)
            return Assessment(False, f"nobody said which {slots}: this was to be asked", found)
        return self._unless_unknowable(position, Assessment(True, f"{found.moves} of {path.moves} are left", found))

    def _after_goal(self, position: Position, path: Path, after: PhoneState) -> Assessment:
        """Assess an action after the goal is reached. Only what the reference does there is right: leaving a form."""
        for count, operation in enumerate(path.tail[:1], 1):
            before, now = (self._planner.runner.run(state, operation) for state in (position.state, after))
            if before is not None and indistinguishable(before.state, after):
                return Assessment(True, "it leaves what is done in order", replace(path, tail=path.tail[count:]))
            nearer = (
                before is not None
                and now is not None
                and (now.moves, now.scroll_distance) < (before.moves, before.scroll_distance)
            )
            if nearer and same_data(position.state, after):
                return Assessment(True, "it leaves what is done in order", path)
        if self._goal.is_reached(self._simulator.read(after)):
            return Assessment(False, "all is done already", path)
        return Assessment(False, "it undoes what was done", self._planner.find(after, position.known, None))

    def _unless_unknowable(self, position: Position, finding: Assessment) -> Assessment:
        """The assessment; excluded if the next operation or an earlier one depended on unknowable information."""
        path, known = position.path, position.known
        first = path.operations[0] if path is not None and path.operations else None
        open_ = first is not None and self._goal.unknowable(first.serves, known)
        if self._can_ask or not (known.passed_unknowable_choice or open_):
            return finding
        return Assessment(
            None, f"{UNKNOWABLE}: what comes next was left open, and asking is not possible", finding.path
        )

    def _is_blind_choice(self, operation: Operation, position: Position) -> bool:
        return self._goal.is_blind_choice(operation, position.known)

    # -- messages ---------------------------------------------------------------------------------------------------

    def judge_message(self, position: Position, action: Action, *, loosely: bool = False) -> Assessment:
        """Assess a message or `finish`. `loosely`: it is only announced and need not be a well-formed question."""
        match action:
            case AskUser(question=question):
                return self._unless_unknowable(position, self._asked(position, question, loosely=loosely))
            case Answer(text=text):
                return self._unless_unknowable(position, self._answered(position, text))
            case Finish():
                return self._unless_unknowable(position, self._finished(position, action))
            case ParseError(reason=reason):
                return Assessment(False, f"invalid: {reason}", position.path)
            case _:
                return self._unless_unknowable(position, Assessment(False, "it changes nothing", position.path))

    def _asked(self, position: Position, question: str, *, loosely: bool) -> Assessment:
        path, released = position.path, position.known.released
        open_ids = [name for name in self._goal.task.gap if name not in released]
        if not open_ids or not self._can_ask:
            return Assessment(False, "there is nothing to ask" if self._can_ask else "nobody answers", path)
        turn = classify_question(question, self._goal.task, Memory(frozenset(released)))
        proper = turn.best_label == "compliant"
        if loosely and not proper:
            proper = not turn.asked or any(name in open_ids for name in turn.asked)
        return Assessment(proper, "it asks for what is open" if proper else f"a question that is {turn.label}", path)

    def _answered(self, position: Position, text: str) -> Assessment:
        owed = {requirement.id for requirement in self._goal.missing_answers(position.known)}
        given = self._goal.answers_in(text) & owed
        if not given:
            return Assessment(False, "it tells nothing that was to be told", position.path)
        return self._guess(position, given) or Assessment(True, "it is what was to be told", position.path)

    def _finished(self, position: Position, action: Finish) -> Assessment:
        path = position.path
        if action.status != "complete":
            return Assessment(False, "the task can be done", path)
        if not self._goal.is_reached(self._simulator.read(position.state)):
            left = f"{path.moves} are left" if path is not None else "something is left"
            return Assessment(False, f"it ends too early: {left}", path)
        owed = {requirement.id for requirement in self._goal.missing_answers(position.known)}
        given = self._goal.answers_in(action.text) & owed
        if owed - given:
            return Assessment(False, "it does not tell what was asked", path)
        return self._guess(position, given) or Assessment(True, "nothing is left to do", path)

    def _guess(self, position: Position, given: frozenset[str] | set[str]) -> Assessment | None:
        """The assessment of an answer that can only be a guess, as its requirement is unknown; else None."""
        if not any(self._goal.unknowable((name,), position.known) for name in given):
            return None
        if self._can_ask:
            return Assessment(False, "nobody said what is to be told: this was to be asked", position.path)
        return Assessment(
            None, f"{UNKNOWABLE}: nobody said what is to be told, and asking is not possible", position.path
        )
