"""Converts app states to and from JSON and merges a task's state into the apps' initial states."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from adapters.phone.ui.app import App
from runtime.core.errors import TaskFault


@lru_cache(maxsize=256)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Return the cached pydantic adapter of a state type; building one is slow."""
    return TypeAdapter(kind)


def adapter(value: Any) -> TypeAdapter[Any]:
    """Return the pydantic adapter of this state's type."""
    kind: Any = type(value)
    return _adapter(kind)


def to_json(value: Any) -> Any:
    """Return the state as plain dicts, lists, strings and numbers."""
    return adapter(value).dump_python(value, mode="json")


def merged(base: Any, patch: Any) -> Any:
    """Merge `patch` into `base`: dicts are merged key by key, everything else is replaced."""
    if isinstance(base, Mapping) and isinstance(patch, Mapping):
        return {**base, **{key: merged(base.get(key), value) for key, value in patch.items()}}
    return patch


class Store:
    """Initial states of a set of apps, parsed and as JSON."""

    def __init__(self, apps: tuple[App, ...]) -> None:
        self._first = {app.name: app.initial() for app in apps}
        self._json = {name: to_json(state) for name, state in self._first.items()}
        self._last: dict[str, tuple[Any, Any]] = {}

    def first(self, name: str) -> Any:
        """Return the state of a freshly installed app."""
        return self._first[name]

    def build(self, name: str, patch: Mapping[str, Any]) -> Any:
        """Return the initial state with `patch` merged into it.

        Raises:
            TaskFault: the app's state has no such field, or the value is invalid.
        """
        if not patch:
            return self._first[name]
        base = self._json[name]
        if isinstance(base, Mapping) and (bad := next((key for key in patch if key not in base), None)) is not None:
            raise TaskFault(f"state of {name}: no field {bad!r}; the fields are {', '.join(sorted(base))}")
        try:
            return adapter(self._first[name]).validate_python(merged(base, patch))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise TaskFault(f"state of {name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error

    def read(self, name: str, state: Any) -> Any:
        """Return the JSON of a state, cached per state; callers must not change it."""
        pair = self._last.get(name)
        if pair is None or pair[0] is not state:
            pair = (state, to_json(state))
            self._last[name] = pair
        return pair[1]
