"""Rows of settings pages and forms: headings, switches bound to the state, rows that open or say something. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.phone.components.boxes import Pad, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.app import Overlay
from adapters.phone.ui.node import Ev, Node


def section(title: str, *, inset: float = 24, top: float = 16, rid: str = "") -> Node:
    """Return the heading of some rows."""
    return widgets.text(title, "titleS", "primary", pad=(inset, top, inset, 4), width="fill", id=rid)


def choice_setting(title: str, value: Bound[str], on: Ev, *, icon_name: str = "") -> Node:
    """Return a row that says which of several labels is set, and opens the choice of another one."""
    return controls.setting(title, value.value, on=on, icon_name=icon_name)


@dataclass(frozen=True, slots=True)
class Preference:
    """A setting that is one of a few labels."""

    title: str
    labels: tuple[str, ...]
    icon: str = ""


Preferences = Mapping[str, Preference]
"""By their fields of the state's `prefs`."""


def preference_setting(state: Any, preferences: Preferences, name: str) -> Node:
    """Return the row of a preference, which opens the route `preference` with its name."""
    known = preferences[name]
    return choice_setting(known.title, bind(state, f"prefs.{name}"), go("preference", name=name), icon_name=known.icon)


def preference_dialog(state: Any, preferences: Preferences, name: str) -> Overlay:
    """Return the dialog of the route `preference`: of the first preference for a name that none has."""
    known = name if name in preferences else next(iter(preferences))
    return choice_dialog(preferences[known].title, bind(state, f"prefs.{known}"), preferences[known].labels)


def detail_row(
    icon: str,
    title: str,
    value: str = "",
    *,
    rid: str,
    on: Ev | None = None,
    trailing: Node | None = None,
    icon_size: float = 24,
    title_lines: int = 3,
    value_lines: int = 3,
    color: str = "on_surface",
    value_color: str = "on_surface_variant",
    **look: Any,
) -> Node:
    """Return a row of a form or of a record's page: an icon or its room, what it is, and below that what it holds."""
    names = words(
        widgets.text(title, "bodyL", color, lines=title_lines),
        widgets.text(value, "bodyM", value_color, lines=value_lines) if value else None,
    )
    mark = widgets.icon(icon, icon_size) if icon else widgets.space(icon_size, icon_size)
    return line(
        mark, names, trailing, on=on, id=rid, cls=widgets.GROUP,
        **{"min_height": 56, "gap": 24, "pad": (20, 8, 20, 8), **look},
    )  # fmt: skip


def switch_setting(title: str, value: Bound[bool], summary: str = "", *, icon_name: str = "") -> Node:
    """Return a row whose switch is a value of the state."""
    return controls.setting(title, summary, on=value.toggled, icon_name=icon_name, checked=value.value)


def switch_row(title: str, support: str, value: Bound[bool], *, rid: str, icon_name: str = "") -> Node:
    """Return a row of a form whose switch is a value of the state."""
    return controls.switch_row(title, support, value.toggled, value.value, rid=rid, icon_name=icon_name)


def fact(name: str, value: str, *, width: float = 140, pad: Pad = (16, 9), name_id: str = "") -> Node:
    """Return a row that says what something is: its name in a column of this width, and its value."""
    return line(
        widgets.text(name, "14,20,Regular,0.1", "on_surface_variant", width=width, id=name_id),
        widgets.text(value, "15,20,Medium,0.1", grow=1, id="value"),
        id="row_fact",
        cls=widgets.GROUP,
        pad=pad,
    )
