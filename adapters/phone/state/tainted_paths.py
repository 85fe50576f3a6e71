"""Paths of the state that shell commands wrote, and when they stop counting. Pure.

A path is tainted while its value is what a shell command made of it. Input through the user interface that changes the
value clears the path, the clock does not, and a shell command that restores the value takes its own change back. The
items of a list keep their taint when they move: they are matched by equality, then by their first field.

States are compared as objects: parts that are the same object are not descended into.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

Cause = Literal["shell", "input", "clock"]
"""What changes a state: a shell command or file transfer, the user interface, or time."""
Path = tuple[str, ...]
REMOVED: Final = "-"
"""Stands in a path for what was removed from a list, or for all that is below; input never clears it."""
_MOST_PATHS: Final = 200
"""More paths than this are merged into those of the lists and tables that hold them: following them stays cheap."""
_Old = tuple[Any, ...]
"""A value before a change, alone in a tuple; empty if there was none."""


@dataclass(frozen=True, slots=True)
class Taint:
    """One tainted path, the command line that wrote it, and its value before."""

    path: Path
    command: str
    old: _Old


def update_taints(
    taints: Sequence[Taint], before: Mapping[str, Any], after: Mapping[str, Any], cause: Cause, command: str = ""
) -> tuple[Taint, ...]:
    """Return the taints after a change of the state, sorted by path. `command` is the one that caused it, if any."""
    remaining: dict[Path, Taint] = {}
    restored: set[Path] = set()
    for taint in taints:
        path, changed = _follow(taint.path, before, after)
        if path is None:
            if cause == "shell" and taint.old:
                remaining.setdefault(taint.path, taint)
        elif not changed or cause == "clock":
            remaining[path] = replace(taint, path=path)
        elif cause == "shell":
            if _value(after, path) == taint.old:
                restored.add(path)
            else:
                remaining[path] = replace(taint, path=path, command=command)
    if cause == "shell":
        added = {taint.path for taint in taints if not taint.old}
        for change in _changes(before, after, ()):
            if change.path in restored or (change.leaves and added.issuperset(change.leaves)):
                continue
            if (*change.path[:2], REMOVED) not in remaining:
                remaining.setdefault(change.path, Taint(change.path, command, change.old))
    if len(remaining) > _MOST_PATHS:
        merged = (replace(taint, path=(*path[:2], *(path[2:] and (REMOVED,)))) for path, taint in remaining.items())
        remaining = {taint.path: taint for taint in merged}
    return tuple(sorted(remaining.values(), key=lambda taint: taint.path))


@dataclass(frozen=True, slots=True)
class _Change:
    path: Path
    """In the state after the change."""
    old: _Old
    leaves: tuple[Path, ...] = ()
    """Of an item removed from a list: its leaves in the state before."""


def _changes(before: Any, after: Any, path: Path) -> Iterator[_Change]:
    if before is after:
        return
    old, new = _children(before), _children(after)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            if key not in new:
                yield _Change((*path, key), (old[key],))
            elif key not in old:
                yield from _additions(new[key], (*path, key))
            else:
                yield from _changes(old[key], new[key], (*path, key))
    elif isinstance(old, tuple) and isinstance(new, tuple):
        pairs = _align(old, new)
        for at, item in enumerate(old):
            if at not in pairs:
                yield _Change((*path, REMOVED), (item,), tuple(_leaves(item, (*path, str(at)))))
            else:
                yield from _changes(item, new[pairs[at]], (*path, str(pairs[at])))
        for at in sorted(set(range(len(new))).difference(pairs.values())):
            yield from _additions(new[at], (*path, str(at)))
    elif not _equal(before, after):
        yield _Change(path, (before,))


def _additions(value: Any, path: Path) -> Iterator[_Change]:
    return (_Change(leaf, ()) for leaf in _leaves(value, path))


def _leaves(value: Any, path: Path) -> Iterator[Path]:
    children = _children(value)
    if not children:
        yield path
    else:
        for key, child in _items(children):
            yield from _leaves(child, (*path, key))


def _follow(path: Path, before: Any, after: Any) -> tuple[Path | None, bool]:
    """Return where the path leads after a change (None: its item is gone) and whether its value differs."""
    for depth, key in enumerate(path):
        if before is after or key == REMOVED:
            return path, False
        old, new = _children(before), _children(after)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            if key not in old or key not in new:
                return path, (key in old) is not (key in new)
            before, after = old[key], new[key]
        elif isinstance(old, tuple) and isinstance(new, tuple):
            moved = _align(old, new).get(int(key))
            if moved is None:
                return None, True
            path = (*path[:depth], str(moved), *path[depth + 1 :])
            before, after = old[int(key)], new[moved]
        else:
            return path, not _equal(before, after)
    return path, not _equal(before, after)


def _value(state: Any, path: Path) -> _Old:
    for key in path:
        children = _children(state)
        if isinstance(children, Mapping) and key in children:
            state = children[key]
        elif isinstance(children, tuple) and key.isdigit() and int(key) < len(children):
            state = children[int(key)]
        else:
            return ()
    return (state,)


def _align(old: Sequence[Any], new: Sequence[Any]) -> dict[int, int]:
    """Return the place after a change of each item that is still in the list."""
    start, end = 0, 0
    shortest = min(len(old), len(new))
    while start < shortest and _equal(old[start], new[start]):
        start += 1
    while end < shortest - start and _equal(old[-1 - end], new[-1 - end]):
        end += 1
    pairs = {at: at for at in range(start)}
    pairs.update((len(old) - 1 - at, len(new) - 1 - at) for at in range(end))
    left, right = range(start, len(old) - end), range(start, len(new) - end)
    known: dict[Any, list[int]] = {}
    for other in right:
        known.setdefault(_record(new[other]), []).append(other)
    for same in (_equal, _always):
        for at in left:
            if at not in pairs:
                others = known.get(_record(old[at]), [])
                match = next((other for other in others if same(old[at], new[other])), None)
                if match is not None:
                    pairs[at] = match
                    others.remove(match)
    rest = [at for at in left if at not in pairs]
    added = sorted(other for others in known.values() for other in others)
    if len(rest) == len(added):  # replaced in place
        pairs.update(zip(rest, added, strict=True))
    return pairs


def _record(item: Any) -> tuple[Any, ...]:
    """Return what versions of one record have in common: their type and first field; a plain value is its own."""
    names = _names(item.__class__) if is_dataclass(item) else ()
    first = getattr(item, names[0]) if names else item
    plain = isinstance(first, str | int | float | bool | None)
    return (type(item), type(first), first) if plain else (type(item),)


def _always(left: Any, right: Any) -> bool:
    return True


def _equal(left: Any, right: Any) -> bool:
    return left is right or (left == right and isinstance(left, bool) is isinstance(right, bool))


def _children(value: Any) -> Mapping[str, Any] | tuple[Any, ...] | None:
    """Return the parts of a value by name or in order; None for a value without parts."""
    if isinstance(value, str | int | float | bool | None):
        return None
    if isinstance(value, Mapping):
        return value
    if isinstance(value, tuple | list):
        return tuple(value)
    if is_dataclass(value):
        return {name: getattr(value, name) for name in _names(value.__class__)}
    return None


def _items(children: Mapping[str, Any] | tuple[Any, ...]) -> Iterable[tuple[str, Any]]:
    if isinstance(children, Mapping):
        return sorted(children.items())
    return ((str(at), child) for at, child in enumerate(children))


@lru_cache(maxsize=1024)
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
