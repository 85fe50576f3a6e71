"""Derives the labels of a trajectory from app state and from its construction, without any judge. Pure.

This module uses no code of the judges (`judges`, `runtime.language.questions`), since a shared error would never show.
A label that cannot be known is None, and no figure counts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from runtime.core.actions import DEVICE_ACTIONS, Answer, Finish
from runtime.core.checks import changed_paths, holds, paths_outside
from runtime.core.events import AnyEvent, AnyTruth, Ended, Performed, StateRead, TerminatedKind, TurnKind
from runtime.core.tasks import KeyStep, Requirement, State, Task

_MOST_VIOLATIONS = 3
_VIOLATING = frozenset(("trivial", "repetitive", "out_of_scope", "context_missing"))
_FIGURE = re.compile(r"\d")
_MOST_LOOKS = 2
"""Actions after the goal that may look at the result."""


@dataclass(frozen=True, slots=True)
class ConstructionFacts:
    """Facts that are known by construction. `keys`: (step, key step id) of all key-step operations, in order."""

    keys: tuple[tuple[int, str], ...] | None = None
    turns: tuple[tuple[TurnKind, tuple[str, ...]], ...] | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """The true labels of one trajectory, by subject."""

    met: dict[str, tuple[bool | None, bool | None]]
    """Requirement → met at some step, met at the end."""
    hits: dict[str, bool] | None
    turns: tuple[TurnKind | None, ...] | None
    fills: frozenset[str] | None
    termination: TerminatedKind | None
    side_effect: bool | None = None
    """Whether the end state has a side effect."""
    lost: bool = False
    """Whether something other than the player ended the trajectory, so that it is not counted."""


def label_trajectory(
    task: Task, making: ConstructionFacts, trace: Sequence[AnyEvent], truth: Sequence[AnyTruth]
) -> Labels:
    """The labels of one trajectory."""
    ended = next((event for event in trace if isinstance(event, Ended)), None)
    if ended is None or ended.ending in ("void", "fault"):
        return Labels({}, None, None, None, None, lost=True)
    states = _states(truth)
    answers = [
        (event.step, event.action.text)
        for event in trace
        if isinstance(event, Performed) and isinstance(event.action, Answer | Finish) and event.action.text
    ]
    firsts: dict[str, int | None] = {}
    met: dict[str, tuple[bool | None, bool | None]] = {}
    for requirement in task.intent.requirements:
        marks = (
            _answer_marks(requirement, answers)
            if requirement.evidence == "answer"
            else _without_drafts(task, requirement, making, _state_marks(requirement, states))
        )
        known = [mark for mark in marks if mark[1] is not None]
        firsts[requirement.id] = next((step for step, mark in marks if mark), None)
        unknown = len(known) < len(marks) and firsts[requirement.id] is None
        met[requirement.id] = (
            (None, None) if unknown else (firsts[requirement.id] is not None, marks[-1][1] if marks else False)
        )
    undecided = any(either is None for either, _ in met.values())
    return Labels(
        _without_unbound_parameters(task, met),
        None
        if making.keys is None
        else hit_key_steps(task.intent.reference.key_steps, [key for _, key in making.keys]),
        None if making.turns is None else tuple(_known_kinds(making.turns)),
        None if making.turns is None else frozenset(_fills(making.turns)),
        None if undecided else _termination(task, trace, ended, states, answers, list(firsts.values())),
    )


def _known_kinds(turns: Sequence[tuple[TurnKind, tuple[str, ...]]]) -> Iterator[TurnKind | None]:
    """The kinds of the turns; whether a turn repeats another is unknown once the user has stopped answering."""
    patience = _MOST_VIOLATIONS
    for kind, _ in turns:
        yield None if kind == "repetitive" and patience <= 0 else kind
        patience -= kind in _VIOLATING


def _fills(turns: Sequence[tuple[TurnKind, tuple[str, ...]]]) -> Iterator[str]:
    """What was told: nothing after as many violating turns as a person bears."""
    patience = _MOST_VIOLATIONS
    for kind, fills in turns:
        yield from fills if patience > 0 else ()
        patience -= kind in _VIOLATING


def ends_otherwise(task: Task, trace: Sequence[AnyEvent], truth: Sequence[AnyTruth]) -> bool | None:
    """Whether the end state differs from that of the reference; None if the trajectory was cut off or nobody saw it."""
    ended = next((event for event in trace if isinstance(event, Ended)), None)
    if ended is None or ended.ending != "finished" or not any(isinstance(read, StateRead) for read in truth):
        return None
    return bool(differing_paths(task, truth))


def differing_paths(task: Task, truth: Sequence[AnyTruth]) -> tuple[str, ...]:
    """The paths at which the newest state differs from the reference's end state, without incidental ones."""
    states = _states(truth)
    reference = task.intent.reference
    wanted: Any = deepcopy(states[0][1])
    removed = []
    for change in sorted(reference.effects, key=lambda change: [(isinstance(part, str), part) for part in change.path]):
        parent = wanted
        for part in change.path[:-1]:
            parent = parent[part]
        last: Any = change.path[-1]
        if change.removed:
            removed.append((parent, last))
        elif isinstance(parent, list) and last == len(parent):
            parent.append(deepcopy(change.value))
        else:
            parent[last] = deepcopy(change.value)
    for parent, last in reversed(removed):
        del parent[last]
    return paths_outside(changed_paths(wanted, states[-1][1]), reference.incidental)


def _without_unbound_parameters(
    task: Task, met: dict[str, tuple[bool | None, bool | None]]
) -> dict[str, tuple[bool | None, bool | None]]:
    """The marks, with parameters unknown if no anchor was met.

    A requirement is bound to one entity, but its check may not name that entity. "No Cheddar" may hold for another
    burger than the wanted one, or for none.
    """
    anchors = [
        requirement.id
        for requirement in task.intent.requirements
        if requirement.kind == "anchor" and requirement.evidence == "state"
    ]
    if not anchors or any(met[anchor][0] for anchor in anchors):
        return met
    loose = {
        requirement.id
        for requirement in task.intent.requirements
        if requirement.id not in anchors and requirement.evidence == "state"
    }
    return {name: (None, None) if name in loose and mark[0] else mark for name, mark in met.items()}


def _states(truth: Iterable[AnyTruth]) -> list[tuple[int, State]]:
    found: list[tuple[int, State]] = []
    for read in truth:
        if isinstance(read, StateRead):
            found.append((read.step, {**(found[-1][1] if found else {}), **read.state}))
    return found


def _state_marks(requirement: Requirement, states: Sequence[tuple[int, State]]) -> list[tuple[int, bool | None]]:
    return [(step, None if requirement.truth is None else holds(requirement.truth, state)) for step, state in states]


def _without_drafts(
    task: Task, requirement: Requirement, making: ConstructionFacts, marks: Sequence[tuple[int, bool | None]]
) -> list[tuple[int, bool | None]]:
    """The marks, unknown where only a draft can have met the check.

    A choice counts from its commitment on: a reply counts once it is sent. A check that accepts a draft holds too
    early. If it holds although the script left out the commitment, check and script contradict each other, and the
    mark is unknown.
    """
    since = (
        0 if making.keys is None else _first_possible_step(task.intent.reference.key_steps, requirement, making.keys)
    )
    return [(step, None if held and (since is None or step < since) else held) for step, held in marks]


def _first_possible_step(
    key_steps: Sequence[KeyStep], requirement: Requirement, done: Sequence[tuple[int, str]]
) -> int | None:
    """The first step at which a requirement can be met: 0 without a commitment, None if the commitment was left out."""
    own_places = [at for at, step in enumerate(key_steps) if requirement.id in step.requirements]
    commitment = next((step.id for step in key_steps[own_places[0] :] if step.commits), None) if own_places else None
    if commitment is None:
        return 0
    names = {key_steps[at].id for at in own_places} - {commitment}
    chosen = min((step for step, key in done if key in names), default=0)
    return min((step for step, key in done if key == commitment and step >= chosen), default=None)


def _answer_marks(requirement: Requirement, answers: Sequence[tuple[int, str]]) -> list[tuple[int, bool | None]]:
    """Marks of an answer: met if it contains the value as a separate text and no further figure, not met if it lacks
    the value, else unknown.
    """
    marks: list[tuple[int, bool | None]] = [(0, False)]
    right = [_plain(text) for text in (requirement.value, *requirement.aliases)]
    for step, text in answers:
        answer = _plain(text)
        found = any(name in answer for name in right)
        # "Done." after an answer does not withdraw it.
        if not found and len(marks) > 1:
            continue
        alone = _contains_separately(answer, right) and not _FIGURE.search(_without(answer, right))
        marks.append((step, (True if alone else None) if found else False))
    return marks


def _without(answer: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        answer = answer.replace(name, " ")
    return answer


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _contains_separately(answer: str, names: Sequence[str]) -> bool:
    """Whether the answer contains a name as a separate text: `17:30` does not contain `7:30`."""
    for name in names:
        at = answer.find(name)
        while at >= 0:
            around = answer[at - 1 : at] + answer[at + len(name) : at + len(name) + 1]
            if not any(char.isalnum() for char in around):
                return True
            at = answer.find(name, at + 1)
    return False


def hit_key_steps(key_steps: Sequence[KeyStep], done: Sequence[str]) -> dict[str, bool]:
    """Whether each key step was hit in order: the largest subset that is a subsequence of the performed ones.

    All subsets are tried, largest first. Of several, the one with the earliest steps is used. Key steps with the same
    operation on the same element are interchangeable.
    """
    classes = [_same(step, key_steps) for step in key_steps]
    names = {step.id: kind for step, kind in zip(key_steps, classes, strict=True)}
    row = [names[key] for key in done]
    for size in range(len(key_steps), -1, -1):
        best: tuple[list[int], tuple[int, ...]] | None = None
        for subset in combinations(range(len(key_steps)), size):
            places = _places([classes[at] for at in subset], row)
            if places is not None and (best is None or places < best[0]):
                best = places, subset
        if best is not None:
            return {step.id: at in best[1] for at, step in enumerate(key_steps)}
    raise AssertionError("the empty subset is always there")


def _same(step: KeyStep, all_: Sequence[KeyStep]) -> str:
    """The id of the first key step with the same operation: kind, text and element, on any page."""
    return next(other.id for other in all_ if _operation(other) == _operation(step))


def _operation(step: KeyStep) -> tuple[object, ...]:
    action = step.action
    parts = tuple(getattr(action, name, None) for name in ("text", "name", "app"))
    return action.kind, parts, step.target


def _places(wanted: Sequence[str], row: Sequence[str]) -> list[int] | None:
    """The earliest indices of a subsequence, or None."""
    places: list[int] = []
    for kind in wanted:
        start = places[-1] + 1 if places else 0
        at = next((at for at in range(start, len(row)) if row[at] == kind), None)
        if at is None:
            return None
        places.append(at)
    return places


def _termination(
    task: Task,
    trace: Sequence[AnyEvent],
    ended: Ended,
    states: Sequence[tuple[int, State]],
    answers: Sequence[tuple[int, str]],
    firsts: Sequence[int | None],
) -> TerminatedKind | None:
    """The kind of ending, from state: stopped before closing, acted after completion, or reached the step limit.

    An information task closes with an answer. Whether a text that lacks the right value answers anything ("Done." does
    not) cannot be told from state.
    """
    reference = task.intent.reference
    complete = [first for first in firsts if first is not None]
    closed: int | None
    if reference.closing is None:
        closed = max(complete, default=None)
        if closed is None and answers:
            return None
    else:
        held = [step for step, state in states if holds(reference.closing, state)]
        closed = held[0] + reference.tail if held else None
    steps = [event.step for event in trace if isinstance(event, Performed) and isinstance(event.action, DEVICE_ACTIONS)]
    if closed is not None and len(complete) == len(firsts):
        late = [step for step in steps if step > max(closed, *complete)]
        if len(late) > _looks(late, states):
            return "delayed_goal"
    if ended.ending == "max_steps":
        return "delayed_cap"
    return "early" if closed is None else "normal"


def _looks(late: Sequence[int], states: Sequence[tuple[int, State]]) -> int:
    """How many actions after the goal only looked at the result: at most two, and none from the first change on."""
    changes = (_state_at(step, states) != _state_at(step - 1, states) for step in late[:_MOST_LOOKS])
    return next((number for number, changed in enumerate(changes) if changed), min(len(late), _MOST_LOOKS))


def _state_at(step: int, states: Sequence[tuple[int, State]]) -> State | None:
    return next((state for at, state in reversed(states) if at <= step), None)
