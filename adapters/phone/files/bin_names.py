"""Names of files in the bin: Android renames them in their folder, as `.trashed-1797499440-lease.pdf`. Pure.

The number is the second in which the file is removed for good. Times are the phone's.
"""

from __future__ import annotations

import posixpath
import re
from datetime import UTC, datetime, timedelta
from typing import Final

_BINNED: Final = re.compile(r"\.trashed-(\d+)-(.+)")


def binned_path(path: str, at: datetime, days: int) -> str:
    """Return the path of a file once it is in the bin, for so many days from this time."""
    folder, name = posixpath.split(path)
    return posixpath.join(folder, f".trashed-{_seconds(at + timedelta(days))}-{name}")


def is_binned(name: str) -> bool:
    """Return whether a file of this name is in the bin."""
    return _BINNED.fullmatch(name) is not None


def original_name(name: str) -> str:
    """Return the name without what the bin adds to it."""
    found = _BINNED.fullmatch(name)
    return found[2] if found else name


def days_left(name: str, now: datetime) -> int:
    """Return the days until a file in the bin is removed for good."""
    found = _BINNED.fullmatch(name)
    return max(0, (int(found[1]) - _seconds(now)) // 86_400) if found else 0


def _seconds(time: datetime) -> int:
    return int(time.replace(tzinfo=UTC).timestamp())
