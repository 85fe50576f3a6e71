"""Moments as apps hold them (`2026-11-17T09:30`, the phone's clock, UTC) and as providers do (milliseconds)."""

from __future__ import annotations

from datetime import UTC, datetime

from adapters.phone.state.phone_state import PhoneState


def millis(text: str) -> int:
    """Milliseconds since 1970; 0 where there is no moment."""
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return 0


def moment(ms: int, state: PhoneState) -> str:
    """A moment to the minute; below 0 the phone's own."""
    when = state.now if ms < 0 else datetime.fromtimestamp(min(ms, 253_000_000_000_000) // 1000, UTC)
    return when.strftime("%Y-%m-%dT%H:%M")
