"""What is known of a trajectory without asking any judge: from app state, and from how it was made. Pure.

Nothing here calls what judges are made of (`judges`, `runtime.language.dialogue`): an error that both sides share
would never show. What cannot be known of a trajectory is None, and no figure counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from runtime.core.actions import DEVICE_ACTIONS, Answer, Finish
from runtime.core.checks import holds
from runtime.core.events import AnyEvent, AnyTruth, Ended, Performed, StateRead, TerminatedKind, TurnKind
from runtime.core.tasks import KeyStep, Requirement, State, Task


@dataclass(frozen=True, slots=True)
class Making:
    """What the maker of a trajectory knows. `keys`: (step, key step id) of every key step's operation, in order."""

    keys: tuple[tuple[int, str], ...] | None = None
    turns: tuple[tuple[TurnKind, tuple[str, ...]], ...] | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """The truth of one trajectory, by subject."""

    met: dict[str, tuple[bool | None, bool | None]]
    """Requirement → met at some step, met at the end."""
    hits: dict[str, bool] | None
    turns: tuple[TurnKind, ...] | None
    fills: frozenset[str] | None
    termination: TerminatedKind | None
    lost: bool = False
    """Whether something but the player ended it, so that it tells nothing of a judge."""


def label(task: Task, making: Making, trace: Sequence[AnyEvent], truth: Sequence[AnyTruth]) -> Labels:
    """Put together what is known."""
    ended = next((event for event in trace if isinstance(event, Ended)), None)
    if ended is None or ended.ending in ("void", "fault"):
        return Labels({}, None, None, None, None, lost=True)
    states = _states(truth)
    pairs = [
        (event.step, event.action.text)
        for event in trace
        if isinstance(event, Performed) and isinstance(event.action, Answer | Finish) and event.action.text
    ]
    firsts: dict[str, int | None] = {}
    met: dict[str, tuple[bool | None, bool | None]] = {}
    for requirement in task.intent.requirements:
        marks = (
            _answered(requirement, pairs)
            if requirement.evidence == "answer"
            else _sealed(task, requirement, making, _held(requirement, states))
        )
        known = [mark for mark in marks if mark[1] is not None]
        firsts[requirement.id] = next((step for step, mark in marks if mark), None)
        unknown = len(known) < len(marks) and firsts[requirement.id] is None
        met[requirement.id] = (
            (None, None) if unknown else (firsts[requirement.id] is not None, marks[-1][1] if marks else False)
        )
    undecided = any(either is None for either, _ in met.values())
    return Labels(
        _bound(task, met),
        None if making.keys is None else hit(task.intent.reference.key_steps, [key for _, key in making.keys]),
        None if making.turns is None else tuple(kind for kind, _ in making.turns),
        None if making.turns is None else frozenset(fill for _, fills in making.turns for fill in fills),
        None if undecided else _termination(task, trace, ended, states, pairs, list(firsts.values())),
    )


def _bound(task: Task, met: dict[str, tuple[bool | None, bool | None]]) -> dict[str, tuple[bool | None, bool | None]]:
    """Every requirement is bound to one entity (DESIGN), but not every check in a suite names it.

    "No Cheddar" that holds while the burger it is for was never there is true of another one, or of none. What that is
    worth the data does not say, so it is not known.
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


def _held(requirement: Requirement, states: Sequence[tuple[int, State]]) -> list[tuple[int, bool | None]]:
    return [(step, None if requirement.truth is None else holds(requirement.truth, state)) for step, state in states]


def _sealed(
    task: Task, requirement: Requirement, making: Making, marks: Sequence[tuple[int, bool | None]]
) -> list[tuple[int, bool | None]]:
    """The marks without those that a draft got.

    What is chosen for something that cannot be taken back counts from then on (a mail that is answered is one that was
    sent). A check that does not tell a draft from what was done with it holds too soon; where it holds although the
    script is known to have left that step out, the two contradict each other, and neither is believed.
    """
    since = 0 if making.keys is None else _since(task.intent.reference.key_steps, requirement, making.keys)
    return [(step, None if held and (since is None or step < since) else held) for step, held in marks]


def _since(key_steps: Sequence[KeyStep], requirement: Requirement, done: Sequence[tuple[int, str]]) -> int | None:
    """The step from which on a requirement can be met: 0 if nothing seals it, None if what does was left out."""
    mine = [at for at, step in enumerate(key_steps) if requirement.id in step.requirements]
    seal = next((step.id for step in key_steps[mine[0] :] if step.commits), None) if mine else None
    if seal is None:
        return 0
    names = {key_steps[at].id for at in mine} - {seal}
    chosen = min((step for step, key in done if key in names), default=0)
    return min((step for step, key in done if key == seal and step >= chosen), default=None)


def _answered(requirement: Requirement, pairs: Sequence[tuple[int, str]]) -> list[tuple[int, bool | None]]:
    """An answer is right that is the value or what the reference reads; wrong if the value is not in it at all."""
    marks: list[tuple[int, bool | None]] = [(0, False)]
    right = [_plain(text) for text in (requirement.value, *requirement.aliases)]
    for step, text in pairs:
        answer = _plain(text)
        found = any(name in answer for name in right)
        # "Done." after an answer takes nothing back.
        if not found and len(marks) > 1:
            continue
        marks.append((step, True if found and _bounded(answer, right) else None if found else False))
    return marks


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _bounded(answer: str, names: Sequence[str]) -> bool:
    """Whether a name stands there by itself: `7:30` does not answer with `17:30`."""
    for name in names:
        at = answer.find(name)
        while at >= 0:
            around = answer[at - 1 : at] + answer[at + len(name) : at + len(name) + 1]
            if not any(char.isalnum() for char in around):
                return True
            at = answer.find(name, at + 1)
    return False


def hit(key_steps: Sequence[KeyStep], done: Sequence[str]) -> dict[str, bool]:
    """Which key steps were taken in order: the largest subset that the deeds contain as a subsequence.

    By trying all subsets, largest first; of several, the one whose deeds come earliest. Key steps that are the same
    operation on the same element can stand for each other.
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
    """The first key step that is the same operation: by kind, text and element, wherever that was."""
    return next(other.id for other in all_ if _operation(other) == _operation(step))


def _operation(step: KeyStep) -> tuple[object, ...]:
    action = step.action
    parts = tuple(getattr(action, name, None) for name in ("text", "name", "app"))
    return action.kind, parts, step.target


def _places(wanted: Sequence[str], row: Sequence[str]) -> list[int] | None:
    """The earliest places of a subsequence, or None."""
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
    pairs: Sequence[tuple[int, str]],
    firsts: Sequence[int | None],
) -> TerminatedKind:
    """By DESIGN (ETR), from state: stopped before closing; acted after all was done; ran into the cap."""
    reference = task.intent.reference
    closed: int | None
    if reference.closing is None:
        closed = min((step for step, _ in pairs), default=None)
    else:
        held = [step for step, state in states if holds(reference.closing, state)]
        closed = held[0] + reference.tail if held else None
    steps = [event.step for event in trace if isinstance(event, Performed) and isinstance(event.action, DEVICE_ACTIONS)]
    complete = [first for first in firsts if first is not None]
    if closed is not None and len(complete) == len(firsts) and any(step > max(closed, *complete) for step in steps):
        return "delayed_goal"
    if ended.ending == "max_steps":
        return "delayed_cap"
    return "early" if closed is None else "normal"
