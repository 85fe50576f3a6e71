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

_NAMES: Final = re.compile(
    r"(go|replace_with|switch_to|route|ev|w\.icon|w\.action|w\.disc|w\.empty|icon|icon_name|assign|toggle|bind)"
    r'(\(\s*|=|\(\s*\w+,\s*)"([^"]*)"'
)
"""Begins with letters, not with a word's boundary: so the whole source is searched several times as fast."""
_ROUTE, _EVENT, _ICON, _PATH = range(4)
_KINDS: Final = {
    **{(name, "("): _ROUTE for name in ("go", "replace_with", "switch_to", "route")},
    ("ev", "("): _EVENT,
    **{(f"w.{name}", "("): _ICON for name in ("icon", "action", "disc", "empty")},
    ("icon", "="): _ICON,
    ("icon_name", "="): _ICON,
    ("assign", "("): _PATH,
    ("toggle", "("): _PATH,
    ("bind", ","): _PATH,
}
"""What a text names by the word before it and how it follows it: in brackets, after `=`, as the second argument."""
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
    events = known.events | _OWN_EVENTS
    for found in _NAMES.finditer(source):
        word, between, name = found.groups()
        kind = _KINDS.get((word, between.rstrip()[-1:]))
        before = source[found.start() - 1 : found.start()]
        if kind is None or before.isalnum() or before == "_":
            continue
        problem = ""
        if kind == _ROUTE and name not in known.routes:
            problem = f"no screen has the route {name!r}"
        elif kind == _EVENT and name not in events:
            problem = f"nobody handles the event {name!r}"
        elif kind == _ICON and name and name not in known.icons:
            problem = f"there is no icon {name!r}"
        elif kind == _PATH:
            try:
                value_at(known.state, name)
            except LookupError as error:
                problem = f"no value of the state: {error}"
        if problem:
            yield f"{file}:{source.count(chr(10), 0, found.start()) + 1}: {problem}"
