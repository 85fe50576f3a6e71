"""Mapwren's own look: the map below everything, pins, floating pills, the rounded sheet."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.mapwren.model import State, length, opening
from adapters.phone.apps.mapwren.places import HERE, Place, glyph, metres
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

GRIP = 26
WHITE = "#FFFFFF"


def ground(seed: int = 4) -> Node:
    """The map that fills a screen. Few seeds: a whole map takes 0.4 s to draw the first time."""
    return node("image", art=Art("map", seed), desc="Map", place=("fill", "fill"), id="map")


def at(x: float, y: float, what: Node) -> Node:
    """Something at a place of the map, its upper left corner in dp."""
    return node("column", what, pad=(x, y, 0, 0))


def pin(one: Place) -> Node:
    """A place's pin; a tap opens the place."""
    name, color = glyph(one.kind)
    mark = node(
        "stack",
        w.icon(name, 16, WHITE, place=("center", "center")),
        width=30,
        height=30,
        radius=15,
        bg=color,
        outline=WHITE,
        outline_width=2,
        elevation=2,
        place=("center", "center"),
    )
    room = node("stack", mark, width=48, height=48, on=ev("open", key=one.key), desc=one.name, id="pin")
    return at(one.x - 24, one.y - 24, room)


def dot(x: float, y: float) -> Node:
    """Where the phone is."""
    core = node(
        "spacer", width=18, height=18, radius=9, bg="#2A6FDB", outline=WHITE, outline_width=3, elevation=2,
        place=("center", "center"),
    )  # fmt: skip
    halo = node("stack", core, width=44, height=44, radius=22, bg="#BFD6F8", alpha=0.9, id="here", desc=HERE)
    return at(x - 22, y - 22, halo)


def round_button(name: str, desc: str, on: Ev, rid: str, *, color: str = "on_surface") -> Node:
    """A floating round button."""
    return w.action(name, desc, on, rid=rid, color=color).styled(bg="surface", radius=24, elevation=2)


def sheet(*children: Some, height: float) -> Node:
    """The persistent sheet at the lower edge of a map."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    return node(
        "column",
        node("stack", grip, width="fill", height=GRIP),
        *children,
        id="sheet",
        width="fill",
        height=height,
        bg="surface",
        radius=(28, 28, 0, 0),
        elevation=3,
        align="stretch",
        place=("fill", "end"),
    )


def over_map(*floating: Some, window: Node, seed: int = 4) -> Node:
    """The body of a map screen: the map, what floats on it, and the sheet."""
    return node("stack", ground(seed), *floating, window, width="fill", height="fill")


def rows(*children: Some, rid: str = "list") -> Node:
    """What scrolls inside a sheet."""
    return node(
        "scroll",
        *children,
        w.space(36),
        id=rid,
        cls="androidx.recyclerview.widget.RecyclerView",
        width="fill",
        grow=1,
        align="stretch",
    )


def place_row(state: State, one: Place, view: View, on: Ev | None = None) -> Node:
    """A place in a list: its picture, name, what it is, how far, whether it is open."""
    far = length(metres(HERE, one.name), state.preferences.units)
    return w.row(
        one.name,
        f"{one.kind}  ·  {far}  ·  {one.street}",
        opening(one, view.now),
        on=on or ev("open", key=one.key),
        rid="row_place",
        leading=node("image", art=one.art, width=56, height=56, radius=16),
        trailing=stars(one),
        style="16,22,Medium,0.1",
    )


def stars(one: Place) -> Node:
    """The mean rating."""
    return node("row", w.text(f"{one.stars / 10:.1f}", "labelL"), w.icon("star", 16, "star"), gap=2, align="center")


def fact(value: str, label: str, name: str, *, on: Ev | None = None, rid: str = "row_fact") -> Node:
    """A row that says one thing; where it can't be touched a description of its own keeps its two texts together."""
    row = w.row(
        value,
        label,
        on=on,
        rid=rid,
        leading=w.icon(name, 24, "primary"),
        trailing=w.icon("chevron_right", 20) if on else None,
        inset=20,
    )
    return row if on or not label else replace(row, desc=f"{label}, {value}")


def big(label: str, on: Ev, rid: str, *, variant: str = "filled", icon_name: str = "", enabled: bool = True) -> Node:
    """A round page-wide button."""
    return c.button(
        label, on, rid=rid, variant=variant, height=48, width="wrap", grow=1, icon_name=icon_name, enabled=enabled
    )


def under(below: Screen, title: str, *children: Some, rid: str = "design_bottom_sheet") -> Screen:
    """A screen under a sheet that asks something."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node(
        "row",
        w.text(title, "20,26,Medium,0", grow=1, lines=2),
        w.action("close", "Close", w.UP, rid="close", color="on_surface"),
        width="fill",
        pad=(24, 0, 10, 6),
        align="center",
    )
    window = node(
        "column",
        node("stack", grip, width="fill", height=GRIP),
        head,
        *children,
        w.space(16),
        id=rid,
        cls="android.widget.FrameLayout",
        width="fill",
        bg="surface",
        radius=(28, 28, 0, 0),
        align="stretch",
    )
    return Screen(
        below.body, below.top, below.bottom, overlay=Overlay("sheet", window), bg=below.bg, title=below.title,
        edge=below.edge, ink=below.ink,
    )  # fmt: skip


def tick(label: str, support: str, on: Ev, checked: bool, *, rid: str, name: str = "") -> Node:
    """A row with a box to tick; the row takes the tap and tells the state."""
    return node(
        "row",
        w.icon(name, 24, "primary") if name else None,
        node(
            "column",
            w.text(label, "bodyL", lines=1),
            w.text(support, "bodyM", "on_surface_variant") if support else None,
            grow=1,
        ),
        node("checkbox", checked=checked, width=20, height=20, id="checkbox"),
        on=on,
        id=rid,
        cls="android.widget.CheckBox",
        checked=checked,
        width="fill",
        height=60,
        pad=(24, 0, 24, 0),
        gap=16,
        align="center",
    )
