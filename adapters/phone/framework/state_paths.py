"""Paths into a frozen state, such as `checkout.branch` or `tasks[id=t-3].done`: read, replace, bind to a control. Pure.

A segment is the name of a field, the key of a mapping, the position in a tuple, or `[field=value]` behind a tuple: its
first record whose field has this value, compared as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, Generic, TypeVar, cast

from adapters.phone.ui.node import Ev, ev

S = TypeVar("S")
V = TypeVar("V")
R = TypeVar("R")

_SEGMENT: Final = re.compile(r"\[[^\]]*\]|[^.\[]+")

ASSIGN: Final = "action:assign"
TOGGLE: Final = "action:toggle"


def value_at(state: Any, path: str) -> Any:
    """Return the value at a path.

    Raises:
        LookupError: the path leads nowhere.
    """
    found = state
    for segment in _segments(path):
        found = _child(found, segment, path)
    return found


def with_value(state: S, path: str, value: Any) -> S:
    """Return the state with another value at a path.

    Raises:
        LookupError: the path leads nowhere.
    """
    return cast("S", _with_value(state, _segments(path), value, path))


def _segments(path: str) -> Sequence[str]:
    return _SEGMENT.findall(path) or [""]


def _with_value(state: Any, segments: Sequence[str], value: Any, path: str) -> Any:
    if not segments:
        return value
    child = _with_value(_child(state, segments[0], path), segments[1:], value, path)
    if isinstance(state, Mapping):
        return {**state, segments[0]: child}
    if isinstance(state, tuple):
        place = _place(state, segments[0])
        return (*state[:place], child, *state[place + 1 :])
    return replace(state, **{segments[0]: child})


def _child(state: Any, segment: str, path: str) -> Any:
    if isinstance(state, Mapping) and segment in state:
        return state[segment]
    if isinstance(state, tuple):
        place = _place(state, segment)
        if 0 <= place < len(state):
            return state[place]
    if is_dataclass(state) and any(item.name == segment for item in fields(state)):
        return getattr(state, segment)
    raise LookupError(f"{path}: {type(state).__name__} has no {segment!r}")


def _place(items: Sequence[Any], segment: str) -> int:
    """Return the position in a tuple that a segment names; -1 if there is none."""
    if segment.isdecimal():
        return int(segment)
    name, equal, value = segment.strip("[]").partition("=")
    matches = (place for place, item in enumerate(items) if equal and str(getattr(item, name, None)) == value)
    return next(matches, -1)


def with_item(items: Sequence[R], matches: Callable[[R], bool], **changes: Any) -> tuple[R, ...]:
    """Return records in which those that match have other values in some fields."""
    return tuple(replace(item, **changes) if matches(item) else item for item in items)  # type: ignore[type-var]


def find(items: Iterable[R], **fields: Any) -> R | None:
    """Return the first record in which fields have these values; None if there is none."""
    return next((item for item in items if _has(item, fields)), None)


def without(items: Iterable[R], **fields: Any) -> tuple[R, ...]:
    """Return the records except those in which fields have these values."""
    return tuple(item for item in items if not _has(item, fields))


def _has(item: Any, fields: Mapping[str, Any]) -> bool:
    return all(getattr(item, name) == value for name, value in fields.items())


def toggled(items: Sequence[V], item: V) -> tuple[V, ...]:
    """Return the items without this one if it is there, else with it at the end."""
    return tuple(known for known in items if known != item) if item in items else (*items, item)


@dataclass(frozen=True, slots=True)
class Bound(Generic[V]):
    """A value of the state that a control shows and changes."""

    path: str
    value: V

    @property
    def changed(self) -> Ev:
        """The event that takes over what is typed or chosen: argument `text` or `value`."""
        return ev(ASSIGN, path=self.path)

    @property
    def toggled(self) -> Ev:
        """The event that turns a switch."""
        return ev(TOGGLE, path=self.path)

    def limited(self, most: int) -> Ev:
        """Return the event that takes over what is typed, up to so many characters."""
        return ev(ASSIGN, path=self.path, most=most)

    def to(self, value: V) -> Ev:
        """Return the event that sets this value."""
        return ev(ASSIGN, path=self.path, value=value)


def bind(state: Any, path: str) -> Bound[Any]:
    """Bind the value at a path to a control.

    Raises:
        LookupError: the path leads nowhere.
    """
    return Bound(path, value_at(state, path))
