"""What an answer is asked for, and when two texts mean the same value. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from runtime.language.answering.lexicon import lexicon
from runtime.language.answering.values import Kind, Value, clock_time, find_values, single_value
from runtime.language.text import fold

_LOOSE: Mapping[str, tuple[Kind, ...]] = {
    "amount": ("number",),
    "number": ("amount", "quantity"),
    "quantity": ("number",),
    "time": ("amount", "number"),
}
"""Kinds of values that may stand for one of another kind, by that kind."""


@dataclass(frozen=True, slots=True)
class AnswerSlot:
    """What an answer is asked for.

    `accepted` has the texts that meet each requirement, by its id: requirements that share an answer form one slot.
    `cues` are words that introduce another value of the same kind. `grounds` are texts by the value that follows from
    them. `rivals` are names of other possible answers. `wanted` and `others` are options of the choices that the
    answer depends on: a value beside one of the others is not meant as the answer ("Thursday: 32, Friday: 26"). `asked`
    says what is asked for, if that is such a choice itself.
    """

    accepted: Mapping[str, tuple[str, ...]]
    cues: tuple[str, ...] = ()
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts that meet some requirement."""
        return tuple(text for texts in self.accepted.values() for text in texts)

    @property
    def kind(self) -> Kind | Literal["name"]:
        """The kind of its values: that of the first accepted text."""
        value = single_value(next(iter(self.texts), ""))
        return "name" if value is None else value.kind

    def meets(self, requirement: str, asserted: Iterable[str]) -> bool:
        """Whether one of the texts is a value that the requirement accepts."""
        wanted = self.accepted.get(requirement, ())
        return any(same_value(text, name) for text in asserted for name in wanted)


def same_value(text: str, name: str) -> bool:
    """Whether two texts mean the same value: equal after normalizing format and unit, or equal as words."""
    value, wanted = single_value(text), single_value(name)
    if value is None or wanted is None:
        return words_of(text) == words_of(name)
    return as_kind(value, wanted.kind).equals(wanted)


def name_pattern(name: str) -> str:
    """The words of a name, whatever stands between them; ideographs are not separated from their neighbors, and an
    apostrophe may be left out.
    """
    words = re.findall(r"\w+(?:'\w+)*", name) or [re.escape(name)]
    before = r"(?<![a-z0-9_])" if words[0][0].isascii() else ""
    after = r"(?![a-z0-9_])" if words[-1][-1].isascii() else ""
    return before + r"[\W_]+".join(word.replace("'", "'?") for word in words) + after


def as_kind(value: Value, kind: Kind | Literal["name"], unit: str = "") -> Value:
    """The value as one of the kind, if values of its own kind may stand for it; a quantity needs a unit."""
    if kind == "name" or value.kind not in _LOOSE.get(kind, ()) or (kind == "quantity" and not unit):
        return value
    if kind == "time":
        return clock_time(value) or value
    return Value(kind, value.number, unit)


def dimension(value: Value | None) -> str:
    """What a quantity measures ("speed"), or its unit if that is not known; empty for any other value."""
    return lexicon().dimensions.get(value.unit, value.unit) if value is not None else ""


def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(re.findall(r"\w+", fold(text)))


def contains_value(text: str, value: str, slot: AnswerSlot) -> bool:
    """Whether a text contains a value of the slot's kind, in whatever format; any other value as words."""
    folded, wanted = fold(text), single_value(value)
    if wanted is None:
        return re.search(name_pattern(fold(value)), folded) is not None if value.strip() else False
    return any(as_kind(item.value, wanted.kind).equals(wanted) for item in find_values(folded))
