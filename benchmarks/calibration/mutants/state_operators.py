"""Changes end states of references as data: each operator makes states that differ from what was asked for. Pure.

An operator sees the state before the reference and the one after it, and neither requirements nor checks. So its truth
is its construction: the mutant is a wrong end state, unless the changed path is listed as equivalent (`equivalents`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random
from typing import Any, Final

from runtime.core.checks import changed_paths, paths_outside
from runtime.core.tasks import Intent, State

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class StateMutant:
    """An end state that differs from the reference's at `path`."""

    operator: str
    path: str
    what: str
    end: State


@dataclass(frozen=True, slots=True)
class ReferenceStates:
    """The states before and after a reference, and the paths at which they differ, without incidental ones."""

    start: State
    end: State
    changed: tuple[Path, ...]
    incidental: tuple[str, ...]


StateOperator = Callable[[ReferenceStates, Random], Iterator[StateMutant]]


def reference_states(intent: Intent, start: State, end: State) -> ReferenceStates:
    """What operators see of an intent's reference."""
    incidental = intent.reference.incidental
    names = paths_outside(changed_paths(start, end), incidental)
    # `changed_paths` writes indexes as text; the state says which segments are indexes.
    changed = tuple(_typed(name, start, end) for name in names)
    return ReferenceStates(start, end, changed, incidental)


def _typed(name: str, *states: State) -> Path:
    parts: list[str | int] = []
    values: list[Any] = list(states)
    for segment in name.split("/"):
        is_index = any(isinstance(value, list | tuple) for value in values)
        part: str | int = int(segment) if is_index else segment
        values = [found for value in values if (found := _child(value, part)) is not None]
        parts.append(part)
    return tuple(parts)


def _child(value: Any, part: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(str(part))
    if isinstance(value, list | tuple) and isinstance(part, int) and part < len(value):
        return value[part]
    return None


def _get(state: Any, path: Path) -> Any:
    for part in path:
        state = _child(state, part)
    return state


def _name(path: Path) -> str:
    return "/".join(map(str, path))


def _mutant(operator: str, states: ReferenceStates, path: Path, what: str, value: Any) -> StateMutant:
    """The reference's end state with another value at a path."""
    return StateMutant(operator, _name(path), what, _replaced(states.end, path, value))


def _replaced(state: Any, path: Path, value: Any) -> Any:
    """A copy with another value at a path; the parts beside the path are shared."""
    if not path:
        return value
    part, rest = path[0], path[1:]
    if isinstance(state, Mapping):
        return {**state, part: _replaced(state.get(str(part)), rest, value)}
    items = list(state)
    assert isinstance(part, int)
    items[part] = _replaced(items[part], rest, value)
    return items


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The plain values below a value. Empty lists and objects have none."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(part, (*path, key))
    elif isinstance(value, list | tuple):
        for place, part in enumerate(value):
            yield from _leaves(part, (*path, place))
    else:
        yield path, value


def _lists(value: Any, path: Path = ()) -> Iterator[tuple[Path, Sequence[Any]]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _lists(part, (*path, key))
    elif isinstance(value, list | tuple):
        yield path, value
        for place, part in enumerate(value):
            yield from _lists(part, (*path, place))


def _changed_leaves(states: ReferenceStates) -> Iterator[tuple[Path, Any]]:
    for path in states.changed:
        value = _get(states.end, path)
        if value is not None:
            yield from _leaves(value, path)


def _siblings(states: ReferenceStates, path: Path) -> list[Any]:
    """The values that the same field has in the other items of its list, without its own ones."""
    own = {repr(_get(states.start, path)), repr(_get(states.end, path))}
    found: dict[str, Any] = {}
    for at, part in enumerate(path):
        if not isinstance(part, int):
            continue
        items = _get(states.start, path[:at])
        for item in items if isinstance(items, list | tuple) else ():
            value = _get(item, path[at + 1 :])
            if value is not None and repr(value) not in own and not isinstance(value, dict | list | tuple):
                found.setdefault(repr(value), value)
    return list(found.values())


def _other(value: Any, draw: Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + draw.choice((1, 2, 10))
        case str() if value.isdigit():
            return str(int(value) + draw.choice((1, 2)))
        case str():
            return f"{value} 2" if value else draw.choice(("Something else", "Other"))
        case _:
            return "Something"


def _is_incidental(states: ReferenceStates, path: Path) -> bool:
    return not paths_outside([_name(path)], states.incidental)


def _touched(states: ReferenceStates, path: Path) -> bool:
    """Whether the reference changes something at, above or below a path."""
    return any(path[: len(changed)] == changed or changed[: len(path)] == path for changed in states.changed)


# -- operators ------------------------------------------------------------------------------------------------------


def value_changed(states: ReferenceStates, draw: Random) -> Iterator[StateMutant]:
    """Each value that the reference sets, replaced: by that of another item, and by one made up."""
    for path, value in _changed_leaves(states):
        others = _siblings(states, path)
        if others:
            other = draw.choice(others)
            yield _mutant("value_changed", states, path, f"{value!r} → {other!r}", other)
        made_up = _other(value, draw)
        if made_up != _get(states.start, path):
            yield _mutant("value_changed", states, path, f"{value!r} → {made_up!r}", made_up)


def requirement_undone(states: ReferenceStates, draw: Random) -> Iterator[StateMutant]:
    """Each change of the reference taken back alone; all changes of an app; all changes."""
    for path in states.changed:
        yield StateMutant("requirement_undone", _name(path), "as before", _undone(states, [path]))
    apps = sorted({str(path[0]) for path in states.changed})
    for app in apps:
        own = [path for path in states.changed if path[0] == app]
        if len(own) > 1:
            yield StateMutant("requirement_undone", app, "all changes of the app undone", _undone(states, own))
    if len(apps) > 1:
        yield StateMutant("requirement_undone", "*", "all changes undone", _undone(states, states.changed))


def _undone(states: ReferenceStates, paths: Iterable[Path]) -> State:
    end = deepcopy(states.end)
    # From the back, so that removing an item of a list moves none that is still to be changed.
    for path in sorted(paths, key=_order, reverse=True):
        parent, before = _get(end, path[:-1]), _get(states.start, path[:-1])
        part: Any = path[-1]
        if before is None or _child(before, part) is None:
            del parent[part]
        elif isinstance(parent, list) and part >= len(parent):
            parent.append(deepcopy(before[part]))
        else:
            parent[part] = deepcopy(before[part])
    return end


def _order(path: Path) -> tuple[tuple[bool, int, str], ...]:
    return tuple((isinstance(part, int), part if isinstance(part, int) else 0, str(part)) for part in path)


_SIDE_EFFECTS: Final = 12
"""Mutants of each kind of side effect for one intent, drawn among its own apps and among all others."""


def side_effect_added(states: ReferenceStates, draw: Random) -> Iterator[StateMutant]:
    """An item too many or too few, another value or element somewhere else, or the same change twice."""
    lists = list(_lists(states.end))
    elsewhere = [(path, value) for path, value in _leaves(states.end) if not _touched(states, path)]
    records = [(path, items) for path, items in lists if items and isinstance(items[0], Mapping)]
    plain = [(path, items) for path, items in lists if not items or not isinstance(items[0], Mapping | list)]
    for path in states.changed:
        if isinstance(path[-1], int) and path[-1] >= len(_get(states.start, path[:-1]) or ()):
            items = _get(states.end, path[:-1])
            yield _mutant("side_effect_added", states, path[:-1], "the same twice", [*items, _renewed(items[-1], draw)])
    for path, items in _drawn(states, records, draw):
        item = _renewed(draw.choice(items), draw, everything=True)
        yield _mutant("side_effect_added", states, path, "an item too many", [*items, item])
    for path, items in _drawn(states, records, draw):
        removable = [place for place in range(len(items)) if not _touched(states, (*path, place))]
        if removable:
            gone = draw.choice(removable)
            rest = [item for place, item in enumerate(items) if place != gone]
            yield _mutant("side_effect_added", states, path, f"item {gone} is gone", rest)
    for path, items in _drawn(states, plain, draw):
        element = _other(items[-1], draw) if items else "Something else"
        yield _mutant("side_effect_added", states, path, f"{element!r} too", [*items, element])
    for path, value in (*_drawn(states, elsewhere, draw), *_drawn(states, elsewhere, draw)):
        other = draw.choice([*_siblings(states, path), _other(value, draw)])
        yield _mutant("side_effect_added", states, path, f"{value!r} → {other!r}", other)


def _drawn(states: ReferenceStates, places: Sequence[tuple[Path, Any]], draw: Random) -> Iterator[tuple[Path, Any]]:
    """Some of the places that are not incidental: half of them in the reference's own apps, the others anywhere."""
    own_apps = {path[0] for path in states.changed}
    own = [place for place in places if place[0][0] in own_apps]
    for pool, count in ((own, _SIDE_EFFECTS // 2), (places, _SIDE_EFFECTS - _SIDE_EFFECTS // 2)):
        # Whether a place is incidental is asked for few places only, since it takes time.
        shuffled = draw.sample(pool, len(pool))
        yield from islice((place for place in shuffled if not _is_incidental(states, place[0])), count)


def _renewed(item: Any, draw: Random, *, everything: bool = False) -> Any:
    """A copy of a record under another id; with `everything` also another text, so that it is another record."""
    if not isinstance(item, Mapping):
        return _other(item, draw)
    copy: dict[str, Any] = dict(deepcopy(item))
    for key in ("id", "number"):
        if isinstance(copy.get(key), str):
            copy[key] = f"{copy[key]}9"
    texts = [key for key, value in copy.items() if isinstance(value, str) and value and key not in ("id", "number")]
    if everything and texts:
        key = draw.choice(texts)
        copy[key] = _other(copy[key], draw)
    return copy


def entity_swapped(states: ReferenceStates, draw: Random) -> Iterator[StateMutant]:
    """The change made to another item instead, or another item in the place of the added one."""
    for path in states.changed:
        value = _get(states.end, path)
        index = next((at for at in range(len(path) - 1, -1, -1) if isinstance(path[at], int)), None)
        if index is None:
            yield from _moved_key(states, path, value)
            continue
        before = _get(states.start, path[:index])
        own: Any = path[index]
        count = len(before) if isinstance(before, list | tuple) else 0
        others = [place for place in range(count) if place != own]
        draw.shuffle(others)
        if own >= count:
            for place in others[:4]:
                instead = _renewed(before[place], draw)
                yield _mutant("entity_swapped", states, path, f"like item {place} instead", instead)
            continue
        for place in others[:6]:
            instead_path = (*path[:index], place, *path[index + 1 :])
            if index == len(path) - 1 or _get(states.end, instead_path) in (None, value) or value is None:
                continue
            end = _replaced(_undone(states, [path]), instead_path, value)
            yield StateMutant("entity_swapped", _name(path), f"at item {place} instead", end)


def _moved_key(states: ReferenceStates, path: Path, value: Any) -> Iterator[StateMutant]:
    """A change of a named value, made to its neighbours instead."""
    parent = _get(states.end, path[:-1])
    for key, other in sorted(parent.items()):
        instead = (*path[:-1], key)
        if key == path[-1] or type(other) is not type(value) or other == value or _touched(states, instead):
            continue
        if not _is_incidental(states, instead):
            end = _replaced(_undone(states, [path]), instead, value)
            yield StateMutant("entity_swapped", _name(path), f"at {key} instead", end)


_EXCHANGES: Final = 8


def order_changed(states: ReferenceStates, draw: Random) -> Iterator[StateMutant]:
    """The elements of each list that the reference makes or changes, in another order."""
    seen: set[Path] = set()
    for path in states.changed:
        containing = [(path[:at], _get(states.end, path[:at])) for at in range(len(path)) if isinstance(path[at], int)]
        for place, items in (*containing, *_lists(_get(states.end, path), path)):
            if place in seen or len(items) < 2:
                continue
            seen.add(place)
            for what, order in {"backwards": [*reversed(items)], "last first": [items[-1], *items[:-1]]}.items():
                if order != list(items):
                    yield _mutant("order_changed", states, place, what, order)


def values_exchanged(states: ReferenceStates, draw: Random) -> Iterator[StateMutant]:
    """Two values of the same kind that the reference sets, each in the place of the other."""
    for path in states.changed:
        leaves = [(inner, value) for inner, value in _leaves(_get(states.end, path), path) if value]
        pairs = [
            (first, second)
            for first, second in combinations(leaves, 2)
            if type(first[1]) is type(second[1]) and first[1] != second[1]
        ]
        draw.shuffle(pairs)
        for (first, value), (second, other) in pairs[:_EXCHANGES]:
            end = _replaced(_replaced(states.end, first, other), second, value)
            yield StateMutant("values_exchanged", _name(first), f"exchanged with {_name(second)}", end)


STATE_OPERATORS: Final[Mapping[str, StateOperator]] = {
    "value_changed": value_changed,
    "requirement_undone": requirement_undone,
    "side_effect_added": side_effect_added,
    "entity_swapped": entity_swapped,
    "order_changed": order_changed,
    "values_exchanged": values_exchanged,
}


def state_mutants(intent: Intent, start: State, end: State, seed: int = 7) -> Iterator[StateMutant]:
    """All mutants of a reference's end state, the same for the same seed."""
    states = reference_states(intent, start, end)
    for name, operator in STATE_OPERATORS.items():
        seen: set[str] = set()
        for mutant in operator(states, Random(f"{seed}/{name}/{intent.id}")):
            same = f"{mutant.path}: {mutant.what}"
            if same not in seen and differing_paths(end, mutant.end, states.incidental):
                seen.add(same)
                yield mutant


def differing_paths(end: State, other: State, incidental: Iterable[str]) -> tuple[str, ...]:
    """The paths at which two end states differ, without incidental ones."""
    # Apps in which nothing was changed are the same objects.
    apps = [app for app in {**end, **other} if end.get(app) is not other.get(app)]
    first, second = ({app: state[app] for app in apps if app in state} for state in (end, other))
    return paths_outside(changed_paths(first, second), incidental)


def incidental_variants(intent: Intent, start: State, end: State, seed: int = 7) -> Iterator[StateMutant]:
    """End states that differ from the reference's only where apps declare that any episode may: all are right."""
    states = reference_states(intent, start, end)
    draw = Random(f"{seed}/incidental/{intent.id}")
    leaves = list(_leaves(end))
    shuffled = draw.sample(leaves, len(leaves))
    incidental = ((path, value) for path, value in shuffled if _is_incidental(states, path))
    for path, value in islice(incidental, _SIDE_EFFECTS):
        yield _mutant("incidental", states, path, f"{value!r} → something else", _other(value, draw))
