"""Small words of replies as values: times, keys, flags, places."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from adapters.agents.formats.grammar.calls import numbers
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.literals import tolerant
from runtime.core.geometry import DIRECTIONS, LONGEST_MS, Direction

_WHOLE = re.compile(r"[\[\"'#]{0,3}(-?[0-9]{1,12})(?:\.0)?[\]\"']{0,3}")
_KEY = re.compile(r"[A-Z0-9_]{1,40}")
_KEYS: Final = {
    "BACKSPACE": "DEL", "DELETE": "FORWARD_DEL", "RETURN": "ENTER", "LOCK": "SLEEP", "MUTE": "VOLUME_MUTE",
    "VOLUMEUP": "VOLUME_UP", "VOLUMEDOWN": "VOLUME_DOWN", "RECENT": "APP_SWITCH", "RECENTS": "APP_SWITCH",
    "ESC": "ESCAPE", "SPACEBAR": "SPACE", "ARROWUP": "DPAD_UP", "ARROWDOWN": "DPAD_DOWN", "ARROWLEFT": "DPAD_LEFT",
    "ARROWRIGHT": "DPAD_RIGHT",
}  # fmt: skip


def key_name(value: object) -> str:
    """An Android key's name without its prefix.

    Raises:
        FormatError: it cannot be one.
    """
    name = str(value).strip().upper().replace(" ", "_").replace("-", "_").removeprefix("KEYCODE_")
    if not _KEY.fullmatch(name):
        raise FormatError("key", f"{str(value)[:40]!r} is no key")
    return _KEYS.get(name, name)


def milliseconds(value: object, usual: int) -> int:
    """So many seconds, as a number or beginning with one; `usual` if it says nothing that can be waited for."""
    try:
        found = [float(value)] if isinstance(value, int | float) else numbers(str(value), 1)
    except (FormatError, OverflowError):
        return usual
    if not found or not math.isfinite(found[0]) or found[0] < 0:
        return usual
    return min(int(found[0] * 1000), LONGEST_MS)


def direction(value: object) -> Direction:
    """One of the four directions, in whatever case.

    Raises:
        FormatError: it is none.
    """
    word = str(value).strip().strip("\"'").lower()
    for name in DIRECTIONS:
        if word == name:
            return name
    raise FormatError("direction", f"{word[:40]!r} is none of {', '.join(DIRECTIONS)}")


def coordinates(value: object, where: str) -> list[float]:
    """The numbers of a place, however deep in brackets or quotes.

    Raises:
        FormatError: there are none.
    """
    if isinstance(value, str):
        return numbers(value)
    if isinstance(value, dict):
        value = list(value.values())
    found: list[float] = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, list):
            found += coordinates(item, where)
        elif isinstance(item, str):
            found += numbers(item)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            found.append(float(item))
        else:
            raise FormatError(where, f"{str(item)[:40]!r} is no number")
        if len(found) > 4:
            break
    return found


def plain_pair(value: object, where: str) -> tuple[float, float]:
    """The first two numbers of a list, as a program takes them that never looks.

    Raises:
        FormatError: it would fail.
    """
    match value:
        case [int() | float() as x, int() | float() as y, *_]:
            return float(x), float(y)
        case _:
            raise FormatError(where, f"{str(value)[:40]!r} has no two numbers")


def text_of(value: object, where: str) -> str:
    """A text; numbers become one.

    Raises:
        FormatError: there is none.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise FormatError(where, "has no text")


def number_of(value: object, where: str) -> int:
    """A whole number, written as one or as a text, with nothing but quotes and brackets around it.

    Raises:
        FormatError: it is none.
    """
    if isinstance(value, str) and (found := _WHOLE.fullmatch(value.strip())):
        return int(found[1])
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value == int(value):
        return int(value)
    raise FormatError(where, f"{str(value)[:40]!r} is no number")


def object_of(value: object, where: str) -> dict[str, Any]:
    """An object, or a text that holds one.

    Raises:
        FormatError: it is neither.
    """
    if isinstance(value, str):
        value = tolerant(value)
    if isinstance(value, dict):
        return value
    raise FormatError(where, "is no object {…}")
