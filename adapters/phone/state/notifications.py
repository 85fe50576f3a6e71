"""Posting and withdrawing notifications, as moves from one phone state to the next."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.state.phone_state import PhoneState, Posted
from adapters.phone.ui.app import Notice


def posted(state: PhoneState, package: str, notice: Notice, at_ms: int | None = None) -> PhoneState:
    """The state with a notification on top of the others."""
    rest = withdrawn(state, package, notice.key).posted
    item = Posted(package, notice, state.now_ms if at_ms is None else at_ms)
    return replace(state, posted=(item, *rest))


def withdrawn(state: PhoneState, package: str, key: str) -> PhoneState:
    """The state without that notification."""
    remaining = tuple(item for item in state.posted if (item.package, item.notice.key) != (package, key))
    return state if len(remaining) == len(state.posted) else replace(state, posted=remaining)
