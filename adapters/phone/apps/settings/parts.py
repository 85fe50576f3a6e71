"""What the pages of Settings are put together from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.phone.apps.settings.model import State, is_on
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node


def page(title: str, *rows: w.Some) -> Screen:
    """A bar with the way back, the large title and the rows, which all scroll together below the bar."""
    return Screen(w.page(w.big_title(title), *rows, rid="recycler_view"), top=w.app_bar(""), title=title)


def group(label: str) -> Node:
    """The heading of some rows."""
    return w.text(label, "titleS", "primary", pad=(24, 16, 24, 4), width="fill")


def note(line: str) -> Node:
    """A remark at the end of a page."""
    return node(
        "row",
        w.icon("info"),
        w.text(line, "bodyM", "on_surface_variant", grow=1),
        width="fill",
        pad=(24, 14, 24, 14),
        gap=24,
    )


def say(text: str) -> Ev:
    """What a row sends that has nothing behind it but a word about itself."""
    return ev("say", text=text)


def switch(
    view: View, title: str, summary: str, key: str, *, table: str = "global", default: str = "0", **more: Any
) -> Node:
    """A row whose switch is a key of the device tables."""
    return c.setting(
        title,
        summary,
        on=ev("flip", table=table, key=key, default=default),
        checked=is_on(view, key, default, table),
        **more,
    )


def plain(title: str, *facts: tuple[str, str]) -> Callable[[State, Route, View], Screen]:
    """A page of rows that only inform."""

    def show(state: State, place: Route, view: View) -> Screen:
        return page(title, [c.setting(name, text, on=say(f"{name}: {text}")) for name, text in facts])

    return show
