"""Finds names in an app's source that lead nowhere: routes, events, icons, and paths of the state. Pure.

Only literal names are looked at: `go("order")`, `ev("add")`, `bind(state, "ui.query")`. The text is searched, which
takes a hundredth of the time of parsing it, since every process that plays apps loads them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from adapters.phone.framework.state_paths import value_at

_ROUTES: Final = re.compile(r'\b(?:go|replace_with|switch_to|route)\(\s*"([^"]*)"')
_EVENTS: Final = re.compile(r'\bev\(\s*"([^"]*)"')
_ICONS: Final = re.compile(r'\b(?:w\.(?:icon|action|disc|empty)\(\s*|icon(?:_name)?=)"([^"]+)"')
_PATHS: Final = re.compile(r'\b(?:(?:assign|toggle)\(\s*|bind\(\s*\w+,\s*)"([^"]*)"')
_OWN_EVENTS: Final = frozenset({"up"})


class SourceError(Exception):
    """An app's source is wrong; the message has a line `FILE:LINE: what` for each problem."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What the source of an app may name: its routes, its events, icons, and values of its state after a reset."""

    routes: frozenset[str]
    events: frozenset[str]
    icons: Collection[str]
    state: Any


def find_problems(file: str, source: str, known: KnownNames) -> Iterator[str]:
    """Yield a line for each name that leads nowhere."""
    for what, pattern, names in (
        ("no screen has the route", _ROUTES, known.routes),
        ("nobody handles the event", _EVENTS, known.events | _OWN_EVENTS),
        ("there is no icon", _ICONS, known.icons),
    ):
        for found in pattern.finditer(source):
            if found[1] not in names:
                yield f"{_line(file, source, found)}: {what} {found[1]!r}"
    for found in _PATHS.finditer(source):
        try:
            value_at(known.state, found[1])
        except LookupError as error:
            yield f"{_line(file, source, found)}: no value of the state: {error}"


def _line(file: str, source: str, found: re.Match[str]) -> str:
    return f"{file}:{source.count(chr(10), 0, found.start()) + 1}"
