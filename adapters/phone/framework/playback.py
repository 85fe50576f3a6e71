"""Where something that plays is, and lengths as players write them. Pure."""

from __future__ import annotations

from datetime import datetime


def position_at(seconds: int, since: str, now: datetime) -> int:
    """Return the second that is reached now by what stood at `seconds` at the local time `since`.

    Where `since` is empty it rests. The end of what plays is not known here.
    """
    if not since:
        return seconds
    passed = (now.replace(tzinfo=None) - datetime.fromisoformat(since)).total_seconds()
    return seconds + int(max(0.0, passed))


def share_of(seconds: int, length: int) -> float:
    """Return how much of a length has been played, 0 to 1."""
    return min(1.0, max(0.0, seconds / length)) if length else 0.0


def length_text(seconds: int) -> str:
    """Return `3:33` or `1:42:18`."""
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
