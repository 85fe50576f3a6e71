"""The rule distance/1: an action is right if it brings the goal nearer, and where nobody can know, if it asks.

Both what was done and what was announced are judged by it, from the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.phone.state.phone_state import PhoneState
from judges.gap.goal import Goal, Known, Operation
from judges.gap.paths import Path, PathPlanner, shorter
from judges.gap.world import World, alike, content, place
from runtime.core.actions import Action, Answer, AskUser, Finish, Launch, ParseError
from runtime.language.dialogue import classify_question

RULE = "distance/1"
UNRESOLVED, UNKNOWABLE = "unresolved", "unknowable"
"""How the reasons of what is excluded begin."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where the attempt stands: the phone, the shortest known way from there (None: none is known), what came out."""

    state: PhoneState
    way: Path | None
    known: Known


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """Whether an action is right (None: excluded), why, and the way from where it led."""

    right: bool | None
    why: str
    way: Path | None


class Distance:
    """Judges actions on one task."""

    def __init__(self, world: World, goal: Goal, ways: PathPlanner, *, can_ask: bool) -> None:
        self._world = world
        self._goal = goal
        self._ways = ways
        self._can_ask = can_ask

    # -- what reaches the phone -------------------------------------------------------------------------------------

    def done(self, position: Position, actions: Sequence[Action], after: PhoneState) -> Finding:
        """Actions that led from where one stands to `after`."""
        way = position.way
        last = actions[-1] if actions else None
        if way is None:
            # How far it was nobody knows; from where it led on it may be known.
            found = self._ways.find(after, position.known, None)
            return self._gated(position, Finding(None, f"{UNRESOLVED}: no way to the goal was known from there", found))
        if alike(position.state, after):
            return self._gated(position, Finding(False, "it changes nothing", way))
        if not way.operations:
            return self._beyond(position, way, after)
        found = self._onwards(position, way, after)
        if found is None or (not found < way and place(position.state) != place(after)):
            found = shorter(found, self._ways.find(after, position.known, way, last, position.state))
            if found is not None and found < way:
                # What is found only now may have been there before: then the action is not what brought it nearer.
                left = (*found.operations, *found.tail)
                same = self._ways.walk(position.state, left, position.known, found)
                if same is not None and not found < same:
                    return self._gated(position, Finding(False, f"{found.moves} are left, as before it", found))
        if found is None:
            return self._gated(position, Finding(False, "no way to the goal is known from where it leads", None))
        if not found < way:
            return self._gated(position, Finding(False, f"{found.moves} are left, as {way.moves} were", found))
        guessed = [
            operation
            for operation in way.operations
            if operation.number not in found.numbers and self._blind(operation, position)
        ]
        if guessed:
            slots = ", ".join(self._goal.task.requirement(text).slot for text in guessed[0].serves)
            if not self._can_ask:
                return Finding(None, f"{UNKNOWABLE}: nobody said which {slots}, and asking is not possible", found)
            return Finding(False, f"nobody said which {slots}: this was to be asked", found)
        return self._gated(position, Finding(True, f"{found.moves} of {way.moves} are left", found))

    def _onwards(self, position: Position, way: Path, after: PhoneState) -> Path | None:
        """The rest of the way if `after` is on it: behind its first operation, or nearer to that or further from it."""
        first, state, take = way.operations[0], position.state, self._ways.steps.take
        step = take(state, first)
        if step is None:
            return None
        if alike(step.state, after):
            rest = way.operations[1:]
            then = take(after, rest[0]) if rest else None
            return way.rest(then.far if then is not None else 0) if then is not None or not rest else None
        if content(state, after) and (isinstance(first.action, Launch) or place(state) == place(after)):
            now = take(after, first)
            if now is not None and alike(now.state, step.state):
                return way.nearer(now)
        return None

    def _beyond(self, position: Position, way: Path, after: PhoneState) -> Finding:
        """After the goal only what the recorded way does there is right: leaving a form, seeing that it is done."""
        for count, operation in enumerate(way.tail[:1], 1):
            before, now = (self._ways.steps.take(state, operation) for state in (position.state, after))
            if before is not None and alike(before.state, after):
                return Finding(True, "it leaves what is done in order", replace(way, tail=way.tail[count:]))
            nearer = before is not None and now is not None and (now.moves, now.far) < (before.moves, before.far)
            if nearer and content(position.state, after):
                return Finding(True, "it leaves what is done in order", way)
        if self._goal.closed(self._world.read(after)):
            return Finding(False, "all is done already", way)
        return Finding(False, "it undoes what was done", self._ways.find(after, position.known, None))

    def _gated(self, position: Position, finding: Finding) -> Finding:
        """Where what comes next was left open and cannot be asked, nothing is right or wrong, and so from there on."""
        way, known = position.way, position.known
        first = way.operations[0] if way is not None and way.operations else None
        open_ = first is not None and self._goal.unknowable(first.serves, known)
        if self._can_ask or not (known.lost or open_):
            return finding
        return Finding(None, f"{UNKNOWABLE}: what comes next was left open, and asking is not possible", finding.way)

    def _blind(self, operation: Operation, position: Position) -> bool:
        return self._goal.blind(operation, position.known)

    # -- what is said -----------------------------------------------------------------------------------------------

    def said(self, position: Position, action: Action, *, loosely: bool = False) -> Finding:
        """An action that does not reach the phone. `loosely`: an announcement, which need not be a proper question."""
        match action:
            case AskUser(question=question):
                return self._gated(position, self._asked(position, question, loosely=loosely))
            case Answer(text=text):
                return self._gated(position, self._answered(position, text))
            case Finish():
                return self._gated(position, self._finished(position, action))
            case ParseError(reason=reason):
                return Finding(False, f"invalid: {reason}", position.way)
            case _:
                return self._gated(position, Finding(False, "it changes nothing", position.way))

    def _asked(self, position: Position, question: str, *, loosely: bool) -> Finding:
        way, released = position.way, position.known.released
        still = [text for text in self._goal.task.gap if text not in released]
        if not still or not self._can_ask:
            return Finding(False, "there is nothing to ask" if self._can_ask else "nobody answers", way)
        turn = classify_question(question, self._goal.task, released)
        proper = turn.label == "compliant"
        if loosely and not proper:
            proper = not turn.asked or any(text in still for text in turn.asked)
        return Finding(proper, "it asks for what is open" if proper else f"a question that is {turn.label}", way)

    def _answered(self, position: Position, text: str) -> Finding:
        owed = {requirement.id for requirement in self._goal.untold(position.known)}
        given = self._goal.met_by(text) & owed
        if not given:
            return Finding(False, "it tells nothing that was to be told", position.way)
        return self._unguessed(position, given) or Finding(True, "it is what was to be told", position.way)

    def _finished(self, position: Position, action: Finish) -> Finding:
        way = position.way
        if action.status != "complete":
            return Finding(False, "the task can be done", way)
        if not self._goal.closed(self._world.read(position.state)):
            left = f"{way.moves} are left" if way is not None else "something is left"
            return Finding(False, f"it ends too early: {left}", way)
        owed = {requirement.id for requirement in self._goal.untold(position.known)}
        given = self._goal.met_by(action.text) & owed
        if owed - given:
            return Finding(False, "it does not tell what was asked", way)
        return self._unguessed(position, given) or Finding(True, "nothing is left to do", way)

    def _unguessed(self, position: Position, given: frozenset[str] | set[str]) -> Finding | None:
        """An answer to a question that nobody has put yet is a guess."""
        if not any(self._goal.unknowable((text,), position.known) for text in given):
            return None
        if self._can_ask:
            return Finding(False, "nobody said what is to be told: this was to be asked", position.way)
        return Finding(None, f"{UNKNOWABLE}: nobody said what is to be told, and asking is not possible", position.way)
