"""The interface of a content provider: tables by path, and functions that change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from adapters.phone.files.filesystem import Files
from adapters.phone.providers.rows import Table, Value
from adapters.phone.state.phone_state import PhoneState

Values = Mapping[str, Value]
Path = tuple[str, ...]


class Unsupported(Exception):
    """The provider does not support the operation; the message is Android's exception."""


@dataclass(frozen=True, slots=True)
class ProviderContext:
    """The state and files that providers read."""

    state: PhoneState
    files: Files


Query = Callable[[ProviderContext, Path], Table | None]
"""Returns the table at a path; None for an unknown path."""
Insert = Callable[[ProviderContext, Path, Values], PhoneState]
"""Returns the state with a row added."""
Update = Callable[[ProviderContext, Path, frozenset[str], Values], PhoneState]
"""Returns the state with these rows (by key) changed."""
Delete = Callable[[ProviderContext, Path, frozenset[str]], PhoneState]
"""Returns the state without these rows."""


def _no_put(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")


def _no_change(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")


def _no_drop(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")


@dataclass(frozen=True, slots=True)
class ContentProvider:
    """A content provider; operations left out are refused."""

    look: Query
    put: Insert = _no_put
    change: Update = _no_change
    drop: Delete = _no_drop


def app_with(state: PhoneState, name: str, after: object) -> PhoneState:
    """Return the state with the state of one app replaced."""
    return replace(state, apps={**state.apps, name: after})


def text(values: Values, name: str, default: str = "") -> str:
    """Return a bound value as text."""
    value = values.get(name)
    return default if value is None else str(value)


def number(values: Values, name: str, default: int = 0) -> int:
    """Return a bound value as a whole number."""
    value = values.get(name)
    try:
        return default if value is None else int(value)
    except ValueError:
        return default
