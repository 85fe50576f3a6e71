"""Converts app states to and from JSON and merges a task's state into the apps' initial states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, get_type_hints

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


@lru_cache(maxsize=1024)
def _field_adapter(kind: Any, field: str) -> TypeAdapter[Any]:
    """Return the cached pydantic adapter of one field of a dataclass."""
    return TypeAdapter(get_type_hints(kind, include_extras=True)[field])


def to_json(value: Any) -> Any:
    """Return the state as plain dicts, lists, strings and numbers."""
    return adapter(value).dump_python(value, mode="json")


def merged(base: Any, patch: Any) -> Any:
    """Merge `patch` into `base`: dicts are merged key by key, everything else is replaced."""
    if isinstance(base, Mapping) and isinstance(patch, Mapping):
        return {**base, **{key: merged(base.get(key), value) for key, value in patch.items()}}
    return patch


class Store:
    """Initial states of a set of apps, parsed and as JSON. Shared by phones; never changes."""

    def __init__(self, apps: tuple[App, ...]) -> None:
        self.first: Mapping[str, Any] = {app.name: app.initial() for app in apps}
        """The states of freshly installed apps by app name."""
        self._json = {name: to_json(state) for name, state in self.first.items()}

    def build(self, name: str, patch: Mapping[str, Any]) -> Any:
        """Return the initial state with `patch` merged into it; fields that it does not name are the same objects.

        Raises:
            TaskFault: the app's state has no such field, or the value is invalid.
        """
        first, base = self.first[name], self._json[name]
        kind: Any = type(first)
        if bad := next((key for key in patch if key not in base), None):
            raise TaskFault(f"state of {name}: no field {bad!r}; the fields are {', '.join(sorted(base))}")
        changed = {}
        for key, value in patch.items():
            try:
                changed[key] = _field_adapter(kind, key).validate_python(merged(base[key], value))
            except ValidationError as error:
                problem = error.errors(include_url=False)[0]
                where = ".".join(map(str, (key, *problem["loc"])))
                raise TaskFault(f"state of {name}: {where}: {problem['msg']}") from error
        return replace(first, **changed) if changed else first

    def json_of_first(self, name: str) -> Any:
        """Return the JSON of a freshly installed app's state; callers must not change it."""
        return self._json[name]


class StateReader:
    """The states of one phone's apps as JSON; remembers the last one of each app."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: dict[str, tuple[Any, Any]] = {}

    def read(self, name: str, state: Any) -> Any:
        """Return the JSON of a state, cached per state; callers must not change it."""
        if state is self._store.first[name]:
            return self._store.json_of_first(name)
        pair = self._last.get(name)
        if pair is None or pair[0] is not state:
            pair = (state, to_json(state))
            self._last[name] = pair
        return pair[1]
