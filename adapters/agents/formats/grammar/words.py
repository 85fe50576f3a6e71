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


def key_name(said: object) -> str:
    """An Android key's name without its prefix.

    Raises:
        FormatError: it cannot be one.
    """
    name = str(said).strip().upper().replace(" ", "_").replace("-", "_").removeprefix("KEYCODE_")
    if not _KEY.fullmatch(name):
        raise FormatError("key", f"{str(said)[:40]!r} is no key")
    return _KEYS.get(name, name)


def milliseconds(said: object, usual: int) -> int:
    """So many seconds, as a number or beginning with one; `usual` if it says nothing that can be waited for."""
    try:
        found = [float(said)] if isinstance(said, int | float) else numbers(str(said), 1)
    except (FormatError, OverflowError):
        return usual
    if not found or not math.isfinite(found[0]) or found[0] < 0:
        return usual
    return min(int(found[0] * 1000), LONGEST_MS)


def direction(said: object) -> Direction:
    """One of the four directions, in whatever case.

    Raises:
        FormatError: it is none.
    """
    word = str(said).strip().strip("\"'").lower()
    for one in DIRECTIONS:
        if word == one:
            return one
    raise FormatError("direction", f"{word[:40]!r} is none of {', '.join(DIRECTIONS)}")


def coordinates(said: object, where: str) -> list[float]:
    """The numbers of a place, however deep in brackets or quotes.

    Raises:
        FormatError: there are none.
    """
    if isinstance(said, str):
        return numbers(said)
    if isinstance(said, dict):
        said = list(said.values())
    found: list[float] = []
    for one in said if isinstance(said, list) else [said]:
        if isinstance(one, list):
            found += coordinates(one, where)
        elif isinstance(one, str):
            found += numbers(one)
        elif isinstance(one, int | float) and not isinstance(one, bool):
            found.append(float(one))
        else:
            raise FormatError(where, f"{str(one)[:40]!r} is no number")
        if len(found) > 4:
            break
    return found


def plain_pair(said: object, where: str) -> tuple[float, float]:
    """The first two numbers of a list, as a program takes them that never looks.

    Raises:
        FormatError: it would fail.
    """
    match said:
        case [int() | float() as x, int() | float() as y, *_]:
            return float(x), float(y)
        case _:
            raise FormatError(where, f"{str(said)[:40]!r} has no two numbers")


def text_of(said: object, where: str) -> str:
    """A text; numbers become one.

    Raises:
        FormatError: there is none.
    """
    if isinstance(said, str):
        return said
    if isinstance(said, int | float) and not isinstance(said, bool):
        return str(said)
    raise FormatError(where, "has no text")


def number_of(said: object, where: str) -> int:
    """A whole number, written as one or as a text, with nothing but quotes and brackets around it.

    Raises:
        FormatError: it is none.
    """
    if isinstance(said, str) and (found := _WHOLE.fullmatch(said.strip())):
        return int(found[1])
    if isinstance(said, int | float) and not isinstance(said, bool) and math.isfinite(said) and said == int(said):
        return int(said)
    raise FormatError(where, f"{str(said)[:40]!r} is no number")


def object_of(said: object, where: str) -> dict[str, Any]:
    """An object, or a text that holds one.

    Raises:
        FormatError: it is neither.
    """
    if isinstance(said, str):
        said = tolerant(said)
    if isinstance(said, dict):
        return said
    raise FormatError(where, "is no object {…}")
