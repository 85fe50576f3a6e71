"""Pure predicates over app state: checks and changed paths.

Paths are JSON paths written with slashes, `app/key/0/…`; see `runtime.core.tasks.Check`. Malformed data never raises: a
path that leads nowhere selects nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from runtime.core.text import normal

if TYPE_CHECKING:  # processes of phones compare states, and need no tasks
    from runtime.core.tasks import Check, State

_ABSENT = object()
_LONGEST_VALUE = 120
_PLAIN = frozenset({str, int, float, bool})
_OBJECT = (dict, Mapping)
"""`dict` comes first because checking an abstract class is slower."""


def select(state: State, path: str) -> list[Any]:
    """Return all values that the path selects, in document order; empty if it leads nowhere."""
    found: list[Any] = [state]
    for segment in path.strip("/").split("/"):
        found = [value for parent in found for value in _step(parent, segment)]
    return found


def _step(parent: Any, segment: str) -> Iterator[Any]:
    if isinstance(parent, Mapping):
        if segment == "*":
            yield from parent.values()
        elif segment in parent:
            yield parent[segment]
    elif isinstance(parent, list | tuple):
        if segment == "*":
            yield from parent
        elif segment.lstrip("-").isdigit() and -len(parent) <= int(segment) < len(parent):
            yield parent[int(segment)]


def holds(check: Check, state: State) -> bool:
    """Return whether the check is true for the state; see `Check` for the operators."""
    values = select(state, check.path)
    match check.op:
        case "eq":
            return any(_same(value, check.value) for value in values)
        case "ne":
            return any(not _same(value, check.value) for value in values)
        case "has":
            return any(isinstance(value, Mapping) and _includes(value, check.value) for value in values)
        case "contains":
            return any(_contains(value, check.value) for value in values)
        case "exists":
            return bool(values)
        case "missing":
            return not values
        case "at_least":
            return len(values) >= int(check.value)
        case "at_most":
            return len(values) <= int(check.value)


def _same(value: Any, wanted: Any) -> bool:
    """Return whether two JSON values are equal: true is not 1, and a tuple equals a list."""
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        return len(value) == len(wanted) and all(_same(item, other) for item, other in zip(value, wanted, strict=True))
    if isinstance(value, Mapping) and isinstance(wanted, Mapping):
        return value.keys() == wanted.keys() and all(_same(value[key], wanted[key]) for key in wanted)
    return bool(value == wanted)


def _includes(value: Any, wanted: Any) -> bool:
    """Return whether `value` contains `wanted`: objects by key, lists by element, everything else by equality."""
    if isinstance(wanted, Mapping):
        return isinstance(value, Mapping) and all(
            key in value and _includes(value[key], part) for key, part in wanted.items()
        )
    if isinstance(wanted, list | tuple):
        return isinstance(value, list | tuple) and all(any(_includes(item, part) for item in value) for part in wanted)
    return _same(value, wanted)


def _contains(value: Any, wanted: Any) -> bool:
    if isinstance(value, str):
        return normal(str(wanted)) in normal(value)
    return isinstance(value, list | tuple) and any(_same(item, wanted) for item in value)


def tainted_evidence(check: Check, state: State, tainted: Collection[str]) -> tuple[str, ...]:
    """Return the tainted paths on which a check that holds depends; none if untainted values alone make it hold.

    One untainted value suffices, except for a check that counts values or finds none missing: it depends on everything
    that its path covers. In a tainted path the segment `-` stands for removed items of a list.
    """
    if not tainted:
        return ()
    counts = check.op in ("missing", "at_least", "at_most")
    evidence = [check.path] if counts else _expand(state, check.path)
    found: set[str] = set()
    for path in evidence:
        if counts or holds(replace(check, path=path), state):
            overlapping = [other for other in tainted if _overlap(path, other)]
            if not overlapping:
                return ()
            found.update(overlapping)
    return tuple(sorted(found))


def _expand(state: State, path: str) -> list[str]:
    """Return the path of each value that a path selects, without wildcards."""
    found: list[tuple[tuple[str, ...], Any]] = [((), state)]
    for segment in path.strip("/").split("/"):
        found = [
            ((*above, key), value)
            for above, parent in found
            for key in _keys(parent, segment)
            for value in _step(parent, key)
        ]
    return ["/".join(parts) for parts, _ in found]


def _keys(parent: Any, segment: str) -> Iterable[str]:
    if isinstance(parent, list | tuple):
        if segment == "*":
            return map(str, range(len(parent)))
        return [str(int(segment) % len(parent))] if list(_step(parent, segment)) else ()
    return list(parent) if segment == "*" and isinstance(parent, Mapping) else (segment,)


def _overlap(path: str, tainted: str) -> bool:
    """Return whether one of two paths is the other or above it."""
    pairs = zip(path.strip("/").split("/"), tainted.split("/"), strict=False)
    return all(part == other or part == "*" or other == "-" for part, other in pairs)


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A path at which two states differ, with both values as JSON, shortened for people; "" where there is none."""

    path: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The change for people: `clock/alarms/2 added: {…}`, `… removed: {…}`, `…: 1 → 2`."""
        if not self.before:
            return f"{self.path} added: {self.after}"
        return f"{self.path}: {self.before} → {self.after}" if self.after else f"{self.path} removed: {self.before}"


def changed_paths(before: State, after: State) -> tuple[str, ...]:
    """Return the sorted JSON paths that differ; an added or removed item has its own path (`bunwright/orders/2`)."""
    return tuple(sorted(path for path, _, _ in _differences(before, after, "")))


def changed_values(before: State, after: State) -> tuple[ChangedValue, ...]:
    """Return the differing paths with their values, sorted by path; see `changed_paths`."""
    found = (ChangedValue(path, _shown(old), _shown(new)) for path, old, new in _differences(before, after, ""))
    return tuple(sorted(found, key=lambda change: change.path))


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return ""
    text = json.dumps(value, ensure_ascii=False, default=dict)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"


def _differences(before: Any, after: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    pairs: Iterable[tuple[str, Any, Any]]
    if isinstance(before, _OBJECT) and isinstance(after, _OBJECT):
        pairs = ((key, before.get(key, _ABSENT), after.get(key, _ABSENT)) for key in before.keys() | after.keys())
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        longest = zip_longest(before, after, fillvalue=_ABSENT)
        pairs = ((str(index), old, new) for index, (old, new) in enumerate(longest))
    else:
        if before is _ABSENT or after is _ABSENT or not _same(before, after):
            yield path, before, after
        return
    for key, old, new in pairs:
        # Fast path: nearly all values are plain and equal.
        if not (old is new or (type(old) is type(new) in _PLAIN and old == new)):
            yield from _differences(old, new, f"{path}/{key}" if path else key)


def paths_outside(paths: Iterable[str], writes: Iterable[str]) -> tuple[str, ...]:
    """Return the paths that no write pattern covers. A pattern covers itself and everything below it; `*` is any one
    segment.
    """
    allowed = _by_first_segment(tuple(writes))
    return tuple(path for path in paths if not _is_covered(path.split("/"), allowed))


@lru_cache(maxsize=256)
def _by_first_segment(writes: tuple[str, ...]) -> Mapping[str, list[list[str]]]:
    """Return the segments of write patterns by the first of them: of hundreds, few concern the app of a path."""
    found: dict[str, list[list[str]]] = {}
    for write in writes:
        segments = write.strip("/").split("/")
        found.setdefault(segments[0], []).append(segments)
    return found


def _is_covered(path: list[str], allowed: Mapping[str, list[list[str]]]) -> bool:
    return any(_covers(write, path) for first in (path[0], "*") for write in allowed.get(first, ()))


def _covers(write: list[str], path: list[str]) -> bool:
    return len(write) <= len(path) and all(part in ("*", own) for part, own in zip(write, path, strict=False))
