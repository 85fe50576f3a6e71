"""Drizzlecast's saved places: small skies, what can be done with each, the search for another."""

from __future__ import annotations

from adapters.phone.apps.drizzlecast import air
from adapters.phone.apps.drizzlecast import glass as g
from adapters.phone.apps.drizzlecast.model import State, degrees
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node


def places(state: State, place: Route, view: View) -> Screen:
    """The saved places as small skies."""
    return Screen(_places(state, view), top=_places_bar(), fab=_add(), title="Saved places")


def _places_bar() -> Node:
    return w.app_bar(
        "Saved places",
        w.action("settings", "Settings", ev("go", to="settings"), rid="settings"),
        style="24,30,Medium,0",
    )


def _add() -> Node:
    return node(
        "button", text="Add a place", icon="add", variant="fab", on=ev("find"), id="fab_add", height=56, radius=16
    )


def _places(state: State, view: View) -> Node:
    cards = [_card(state, name, view) for name in state.places]
    none = w.empty("add_location_alt", "No saved place", "Add one and its sky hangs here.")
    return w.page(w.space(4), cards if cards else none, w.space(72))


def _card(state: State, name: str, view: View) -> Node:
    now, today = air.now(name, view.now), air.day(name, view.now.date())
    mark = w.icon("home", 16, g.WHITE, desc="First page") if name == state.home else None
    left = node(
        "column",
        node("row", g.words(name, "titleL", lines=1, id="name"), mark, gap=8, align="center"),
        g.words(air.WORDS[now.kind], "bodyM"),
        w.push(),
        g.words(f"High {degrees(state.units, today.high)}  ·  low {degrees(state.units, today.low)}", "bodyM"),
        grow=1,
        height="fill",
    )
    more = w.action(
        "more_vert", f"Options for {name}", ev("go", to="options", place=name), rid="options", color=g.WHITE
    )
    right = node(
        "column",
        more,
        w.push(),
        g.words(degrees(state.units, now.temp), "44,52,Light,-1", id="temperature", pad=(0, 0, 12, 0)),
        align="end",
        height="fill",
    )
    over = node(
        "row", left, right, width="fill", height=124, pad=(16, 12, 4, 10), place=("fill", "fill"), align="stretch"
    )
    sky = node("image", art=Art(f"sky:{now.kind}", 11), width="fill", height=124, radius=g.CORNER)
    card = node("stack", sky, over, on=ev("show", place=name), id="row_place", cls=w.GROUP, width="fill", height=124)
    return node("column", card, width="fill", pad=(16, 6, 16, 6), align="stretch")


def options(state: State, place: Route, view: View) -> Screen:
    """A sheet with what can be done with a saved place."""
    name = place.get("place", "")
    first = name == state.home
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node(
        "row",
        w.text(name, "titleL", grow=1, lines=1, heading=True),
        w.action("close", "Close", w.UP, rid="close"),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        pad=(16, 0, 4, 4),
        align="center",
    )
    sheet = node(
        "column",
        node("stack", grip, width="fill", height=24),
        head,
        w.row(
            "Is the first page" if first else "Make it the first page",
            on=None if first else ev("first", place=name),
            rid="make_first",
            leading=w.icon("home"),
            height=56,
        ),
        w.row("Move up", on=ev("move", place=name), rid="move_up", leading=w.icon("arrow_upward"), height=56),
        w.row("Warn me here", on=ev("new_alert", place=name), rid="new_alert", leading=w.icon("add_alert"), height=56),
        w.row("Remove", on=ev("remove", place=name), rid="remove", leading=w.icon("delete_outline"), height=56),
        w.space(8),
        id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
        width="fill",
        bg="low",
        radius=(28, 28, 0, 0),
        align="stretch",
    )
    return Screen(
        _places(state, view), top=_places_bar(), fab=_add(), overlay=Overlay("sheet", sheet), title="Place options"
    )


def find(state: State, place: Route, view: View) -> Screen:
    """The search for a place."""
    query = state.ui.query
    found = air.search(query)
    top = c.search_bar(query, "Search places")
    if not query:
        tips = [one for one in air.PLACES if one.name not in state.places][:6]
        body = w.page(
            w.text("Nearby", "titleS", "primary", pad=(16, 12, 16, 4)), [_hit(state, one, view) for one in tips]
        )
    elif found:
        body = w.page([_hit(state, one, view) for one in found])
    else:
        body = w.page(w.empty("wrong_location", f"No place called “{query}”", "Try the next larger one."))
    return Screen(body, top=top, title="Search")


def _hit(state: State, spot: air.Place, view: View) -> Node:
    now = air.now(spot.name, view.now)
    saved = spot.name in state.places
    button = w.action(
        "check" if saved else "add",
        f"{spot.name} is saved" if saved else f"Save {spot.name}",
        ev("save", place=spot.name),
        rid="save_place",
        color="primary",
        enabled=not saved,
    )
    side = node("row", w.text(degrees(state.units, now.temp), "titleM"), button, gap=8, align="center")
    return w.row(
        spot.name, spot.region, on=ev("show", place=spot.name), rid="row_place", trailing=side, height=72,
        leading=w.icon(air.GLYPHS[now.kind], 24, "primary", desc=air.WORDS[now.kind]),
    )  # fmt: skip
