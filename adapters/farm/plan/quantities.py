"""Times and sizes as people write them: `800ms`, `2m`, `64kB`. Pure."""

from __future__ import annotations

import re
from typing import Final

_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)(us|ms|s|m|h)?")
_SECONDS: Final = {"us": 1e-6, "ms": 1e-3, None: 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_SIZE: Final = re.compile(r"(\d+)(B|kB|MB)?")
_BYTES: Final = {None: 1, "B": 1, "kB": 1000, "MB": 1_000_000}


def parse_seconds(value: object) -> float:
    """Parse a time: a number of seconds, or a text such as `800ms`, `30s`, `2m`, `1h`.

    Raises:
        ValueError: it is no time, or negative.
    """
    found = _TIME.fullmatch(str(value).strip())
    if found is None or isinstance(value, bool):
        raise ValueError(f"{value!r} is no time; write for example 800ms, 30s, 2m or 1h")
    return float(found[1]) * _SECONDS[found[2]]


def parse_bytes(value: object) -> int:
    """Parse a size: a number of bytes, or a text such as `64kB` or `5MB`.

    Raises:
        ValueError: it is no size.
    """
    found = _SIZE.fullmatch(str(value).strip())
    if found is None or isinstance(value, bool):
        raise ValueError(f"{value!r} is no size; write for example 64kB or 5MB")
    return int(found[1]) * _BYTES[found[2]]


def show_seconds(seconds: float) -> str:
    """Return a time for people, with the unit that fits."""
    if seconds >= 120:
        minutes, rest = divmod(round(seconds), 60)
        return f"{minutes} min" + (f" {rest} s" if rest else "")
    return f"{seconds:g} s" if seconds >= 1 or not seconds else f"{seconds * 1000:g} ms"


def show_count(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
