"""Compares an end state with the reference's: what else was changed is a side effect. Pure.

At every path the end state may equal the initial state (nothing was done there) or the reference's end state (what was
asked for was done). Where the reference changes a value and the agent set another one, a requirement should fail, which
is no side effect; such paths are returned apart, for those that no requirement reads. Items of lists are matched by how
much they have in common, wherever they stand: differences within a matched item are judged path by path, an item too
many is a side effect, and so is a missing one that the reference keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from runtime.core.tasks import State, StateChange

_ABSENT: Final = object()
_Triple = tuple[Any, Any, int]
"""An item in the initial state, the same item in the reference's end state, and its place in either."""


def reference_end(start: State, effects: Iterable[StateChange]) -> State:
    """The state at the end of the reference, from the initial state and the changes that it makes.

    Apps that it does not change are the same objects in both.
    """
    effects = tuple(effects)
    end = {
        **start,
        **{app: deepcopy(start[app]) for app in {str(change.path[0]) for change in effects} if app in start},
    }
    # Elements behind the end of a list are appended in order, and removed from the back.
    changes = sorted(effects, key=lambda change: (change.removed, _order(change.path)))
    removed = [change for change in changes if change.removed]
    for change in [*(change for change in changes if not change.removed), *reversed(removed)]:
        _apply(end, change)
    return end


def changes_between(before: State, after: State) -> tuple[StateChange, ...]:
    """The changes that lead from one state to the other; `reference_end` applies them."""
    return tuple(_changes(before, after, ()))


def _changes(before: Any, after: Any, path: tuple[str | int, ...]) -> Iterator[StateChange]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys: Iterable[str | int] = sorted(before.keys() | after.keys())
        old, new = before, after
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        keys = range(max(len(before), len(after)))
        old, new = dict(enumerate(before)), dict(enumerate(after))
    else:
        if not _equal(before, after):
            yield StateChange(path, after)
        return
    for key in keys:
        if key not in new:
            yield StateChange((*path, key), removed=True)
        elif key not in old:
            yield StateChange((*path, key), new[key])
        else:
            yield from _changes(old[key], new[key], (*path, key))


@dataclass(frozen=True, slots=True)
class Differences:
    """Paths at which an end state equals neither the initial state nor the reference's end state, sorted.

    `side_effects` are those that the reference leaves alone, `other_values` those where it sets a value.
    """

    side_effects: tuple[str, ...]
    other_values: tuple[str, ...]


def side_effects(start: State, wanted: State, end: State) -> tuple[str, ...]:
    """The sorted paths at which the end state differs in a way that the reference does not; it ends in `wanted`."""
    return differences(start, wanted, end).side_effects


def differences(start: State, wanted: State, end: State) -> Differences:
    """Compare an end state with the initial state and with `wanted`, in which the reference ends."""
    found = _Found([], [])
    _compare(start, wanted, end, "", found)
    return Differences(tuple(sorted(found.side_effects)), tuple(sorted(found.other_values)))


class _Found(NamedTuple):
    side_effects: list[str]
    other_values: list[str]


def _order(path: Sequence[str | int]) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, part, "") if isinstance(part, int) else (1, 0, part) for part in path)


def _apply(state: State, change: StateChange) -> None:
    parent: Any = state
    for part in change.path[:-1]:
        parent = parent[part]
    last = change.path[-1]
    if change.removed:
        del parent[last]
    elif isinstance(parent, list) and last == len(parent):
        parent.append(deepcopy(change.value))
    else:
        parent[last] = deepcopy(change.value)


def _compare(start: Any, wanted: Any, end: Any, path: str, found: _Found) -> None:
    if _equal(end, start) or _equal(end, wanted):
        return
    # Null is where a record is missing: one made in its place is compared field by field.
    known = [part for part in (start, wanted) if part is not _ABSENT and part is not None]
    if known and all(isinstance(part, Mapping) for part in (*known, end)):
        start, wanted = (part if isinstance(part, Mapping) else {} for part in (start, wanted))
        for key in sorted(start.keys() | wanted.keys() | end.keys()):
            inner = f"{path}/{key}" if path else key
            _compare(start.get(key, _ABSENT), wanted.get(key, _ABSENT), end.get(key, _ABSENT), inner, found)
    elif known and all(isinstance(part, list | tuple) for part in (*known, end)):
        start, wanted = (part if isinstance(part, list | tuple) else () for part in (start, wanted))
        _compare_lists(start, wanted, end, path, found)
    elif _equal(start, wanted):
        found.side_effects.append(path)
    else:
        found.other_values.append(path)


def _compare_lists(start: Sequence[Any], wanted: Sequence[Any], end: Sequence[Any], path: str, found: _Found) -> None:
    triples = _items(start, wanted)
    left = list(range(len(end)))
    for at in list(left):
        same = next((item for item in triples if _equal(end[at], item[1])), None)
        same = same or next((item for item in triples if _equal(end[at], item[0])), None)
        if same is not None:
            triples.remove(same)
            left.remove(at)
    pairs = sorted(
        (-max(_overlap(end[at], item[0]), _overlap(end[at], item[1])), at, number)
        for at in left
        for number, item in enumerate(triples)
    )
    taken: set[int] = set()
    for overlap, at, number in pairs:
        # What the reference adds may be replaced by something quite different: the wrong choice.
        if at in left and number not in taken and (overlap or triples[number][0] is _ABSENT):
            left.remove(at)
            taken.add(number)
            _compare(*triples[number][:2], end[at], f"{path}/{at}", found)
    found.side_effects.extend(f"{path}/{at}" for at in left)
    found.side_effects.extend(
        f"{path}/{place}"
        for number, (old, new, place) in enumerate(triples)
        if number not in taken and old is not _ABSENT and new is not _ABSENT
    )


def _items(start: Sequence[Any], wanted: Sequence[Any]) -> list[_Triple]:
    """The items of a list before and after the reference: untouched, changed, removed and added ones."""
    before, after = list(range(len(start))), list(range(len(wanted)))
    triples: list[_Triple] = []
    for place in list(before):
        same = next((at for at in after if _equal(start[place], wanted[at])), None)
        if same is not None:
            before.remove(place)
            after.remove(same)
            triples.append((start[place], wanted[same], place))
    changed = sorted((-_overlap(start[place], wanted[at]), place, at) for place in before for at in after)
    for overlap, place, at in changed:
        if overlap and place in before and at in after:
            before.remove(place)
            after.remove(at)
            triples.append((start[place], wanted[at], place))
    triples.extend((start[place], _ABSENT, place) for place in before)
    triples.extend((_ABSENT, wanted[at], at) for at in after)
    return triples


def _overlap(left: Any, right: Any) -> int:
    """The number of leaves that two values have in common."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return sum(_overlap(left[key], right[key]) for key in left.keys() & right.keys())
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return sum(_overlap(item, other) for item, other in zip(left, right, strict=False))
    return int(_equal(left, right))


def _equal(left: Any, right: Any) -> bool:
    return left is right or (left == right and isinstance(left, bool) == isinstance(right, bool))
