"""Converts times between apps (`2026-11-17T09:30`, the phone's clock, UTC) and providers (milliseconds)."""

from __future__ import annotations

from datetime import UTC, datetime

from adapters.phone.state.phone_state import PhoneState


def millis(text: str) -> int:
    """Return milliseconds since 1970; 0 for an invalid or empty text."""
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return 0


def moment(ms: int, state: PhoneState) -> str:
    """Return a time with minute precision; a negative one means the phone's current time."""
    when = state.now if ms < 0 else datetime.fromtimestamp(min(ms, 253_000_000_000_000) // 1000, UTC)
    return when.strftime("%Y-%m-%dT%H:%M")
