"""What a provider is: tables by path, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from adapters.phone.files.filesystem import Files
from adapters.phone.providers.rows import Table, Value
from adapters.phone.state.phone_state import PhoneState

Values = Mapping[str, Value]
Path = tuple[str, ...]


class Unsupported(Exception):
    """The provider does not do that; the message is its exception."""


@dataclass(frozen=True, slots=True)
class ProviderContext:
    """What providers may look at."""

    state: PhoneState
    files: Files


Query = Callable[[ProviderContext, Path], Table | None]
"""The table at a path; None where the provider knows no such path."""
Insert = Callable[[ProviderContext, Path, Values], PhoneState]
"""The state with one more row."""
Update = Callable[[ProviderContext, Path, frozenset[str], Values], PhoneState]
"""The state with these rows (by key) changed."""
Delete = Callable[[ProviderContext, Path, frozenset[str]], PhoneState]
"""The state without these rows."""


def _no_put(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")


def _no_change(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")


def _no_drop(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    raise Unsupported(f"java.lang.UnsupportedOperationException: Unknown URI: {'/'.join(path)}")


@dataclass(frozen=True, slots=True)
class ContentProvider:
    """A provider, with what is left out refused."""

    look: Query
    put: Insert = _no_put
    change: Update = _no_change
    drop: Delete = _no_drop


def app_with(state: PhoneState, name: str, after: object) -> PhoneState:
    """The state with another state of one app."""
    return replace(state, apps={**state.apps, name: after})


def text(values: Values, name: str, default: str = "") -> str:
    """A bound value as text."""
    value = values.get(name)
    return default if value is None else str(value)


def number(values: Values, name: str, default: int = 0) -> int:
    """A bound value as a whole number."""
    value = values.get(name)
    try:
        return default if value is None else int(value)
    except ValueError:
        return default
