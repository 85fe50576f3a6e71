"""Posting and removing notifications, as functions from one phone state to the next."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.state.phone_state import PhoneState, PostedNotification
from adapters.phone.ui.app import Notice


def posted(state: PhoneState, package: str, notice: Notice, at_ms: int | None = None) -> PhoneState:
    """Return the state with a notification added at the top."""
    rest = withdrawn(state, package, notice.key).posted
    item = PostedNotification(package, notice, state.now_ms if at_ms is None else at_ms)
    return replace(state, posted=(item, *rest))


def withdrawn(state: PhoneState, package: str, key: str) -> PhoneState:
    """Return the state without a notification."""
    remaining = tuple(item for item in state.posted if (item.package, item.notice.key) != (package, key))
    return state if len(remaining) == len(state.posted) else replace(state, posted=remaining)
