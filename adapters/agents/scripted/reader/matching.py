"""Which control fits a step of an instruction: by its label, and by what it stands beside. Pure.

"Follow beside Ann" may be a control "Follow" in Ann's row, or one called "Ann": each way to read a step is tried, and
the control with the best score counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from adapters.agents.scripted.reader.screen import Control, ScreenView
from runtime.language.instructions.lexicon import lexicon
from runtime.language.instructions.likeness import content_of, label_likeness, share_found
from runtime.language.instructions.steps import Step

CLEAR: Final = 0.65
"""The score from which a control is the one that is meant."""
FAINT: Final = 0.5
"""The score from which a control may be meant if nothing else is."""
_OTHER_TEXT, _ID, _TURNED, _VERB, _CONTEXT, _ROLE = 0.95, 0.85, 0.9, 0.8, 0.35, 0.03
"""Weights: a text that is not the label, a resource id, a reading that turns the words around, what a control stands
beside, and a role that suits the step."""
_PREPOSITION: Final = re.compile(
    r"\s+(?:beside|next to|under|below|above|among|for|of|from|in|on|at|about|to|as|by|with|that reads|which reads)\s+"
)
_LITERAL: Final = re.compile(r"(?<!\w)(?=[A-Z0-9“\"])")
"""Where a name begins that is written as it stands on the screen."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a step: the control is called `own`, and `beside` says what it belongs to."""

    own: str
    beside: tuple[str, ...]
    weight: float


def best_control(step: Step, controls: Iterable[Control]) -> tuple[float, Control | None]:
    """The control that fits a step best, and how well it does, from 0 to 1."""
    best, found = 0.0, None
    for control in controls:
        score = fit(step, control)
        if score and score + _suits(step, control) > best:
            best, found = score + _suits(step, control), control
    return (fit(step, found), found) if found is not None else (0.0, None)


def fit(step: Step, control: Control) -> float:
    """How well a control fits a step, from 0 to 1."""
    return max((_score(reading, control) for reading in _readings(step)), default=0.0)


def _score(reading: _Reading, control: Control) -> float:
    score = max(
        label_likeness(reading.own, control.label),
        _OTHER_TEXT * max((label_likeness(reading.own, text) for text in control.texts), default=0.0),
        _ID * label_likeness(reading.own, control.id.replace("_", " ")),
    )
    if not score or not reading.beside:
        return reading.weight * score
    return reading.weight * score * (1 - _CONTEXT + _CONTEXT * share_found(reading.beside, _context(control)))


@lru_cache(maxsize=1 << 12)
def _context(control: Control) -> tuple[str, ...]:
    texts = (*control.texts, *control.near, control.heading, control.id.replace("_", " "))
    return tuple(dict.fromkeys(word for text in texts for word in content_of(text)))


def _suits(step: Step, control: Control) -> float:
    """A bonus for a role that suits the verb, and for an option that is not chosen yet."""
    verb = step.clause.partition(" ")[0].casefold()
    if control.role == "field" and step.kind not in ("write", "search") and "field" not in step.clause:
        return -2 * _ROLE
    roles = {"choose": "option", "pick": "option", "select": "option", "tick": "option", "tap": "button"}
    wanted = "switch" if step.kind == "switch" else roles.get(verb, "")
    return _ROLE * (control.role == wanted) - _ROLE / 2 * (control.on and step.kind != "switch")


@lru_cache(maxsize=1 << 10)
def _readings(step: Step) -> tuple[_Reading, ...]:
    """The ways to read a step. What stands beside something is not called by its kind alone."""
    kinds = lexicon().kinds
    return tuple(
        _Reading(own, tuple(word for word in content_of(f"{beside} {step.within}") if word not in kinds), weight)
        for own, beside, weight in _divisions(step)
        if not (beside and own.islower() and kinds.issuperset(content_of(own)))
    )


def row_by_place(step: Step, view: ScreenView) -> Control | None:
    """The row of the longest list whose place a step names ("the article at the top")."""
    place = next((lexicon().places[word] for word in content_of(step.target) if word in lexicon().places), None)
    rows = max(view.lists, key=lambda rows: sum(len(row.texts) for row in rows), default=())
    if place is None or not step.target.islower() or not -1 <= place < len(rows):
        return None
    return sorted(rows, key=lambda row: (row.center[1], row.center[0]))[place]


def _divisions(step: Step) -> Iterator[tuple[str, str, float]]:
    """The words of a step, divided into a name and what stands beside it, with a weight."""
    target = step.target
    yield target, "", 1.0
    plain = " ".join(word for word in target.split() if word not in lexicon().kinds)
    if plain and plain != target:
        yield plain, "", 1.0
    literal = _LITERAL.search(target)
    if literal is not None and literal.start():
        yield target[literal.start() :], target[: literal.start()], 1.0
    for joint in _PREPOSITION.finditer(target):
        left, right = target[: joint.start()], target[joint.end() :]
        yield left, right, 1.0
        yield right, left, _TURNED
        inner = _LITERAL.search(left)
        if inner is not None and inner.start():
            yield left[inner.start() :], f"{left[: inner.start()]} {right}", 1.0
    verb, _, rest = step.clause.partition(" ")
    if step.kind == "touch" and not step.within:
        yield step.clause, "", 1.0
        if rest and verb.casefold() not in lexicon().silent_verbs:
            yield verb, "", _VERB
