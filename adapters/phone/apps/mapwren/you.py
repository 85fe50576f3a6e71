"""Mapwren's own pages: lists of saved places, settings."""

from __future__ import annotations

from adapters.phone.apps.mapwren import parts as p
from adapters.phone.apps.mapwren.model import State
from adapters.phone.apps.mapwren.places import BY_NAME, MODES
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import ev, node


def you(state: State, place: Route, view: View) -> Screen:
    """Who is signed in, the lists, trips, settings."""
    head = node(
        "row",
        w.avatar(3, 64),
        node(
            "column",
            w.text("Robin Vale", "22,28,Medium,0"),
            w.text("Alder Cross", "bodyM", "on_surface_variant"),
            grow=1,
        ),
        width="fill",
        pad=(20, 8, 20, 16),
        gap=16,
        align="center",
    )
    lists = [
        p.fact(one.name, f"{len(one.places)} saved", one.glyph, on=ev("list", list=one.name), rid="row_list")
        for one in state.lists
    ]
    body = w.page(
        head,
        w.text("Your lists", "titleM", pad=(20, 4, 20, 4)),
        lists,
        p.fact("New list", "", "add", on=ev("new_list"), rid="row_new"),
        w.divider(),
        p.fact("Planned trips", str(len(state.trips)), "route", on=ev("go", to="trips"), rid="row_trips"),
        p.fact("Settings", "Units, mode, voice", "settings", on=ev("go", to="settings"), rid="row_settings"),
    )
    return Screen(body, top=w.app_bar("You"), title="You")


def newlist(state: State, place: Route, view: View) -> Screen:
    """The name of a new list."""
    below = you(state, place, view)
    box = c.field(
        state.ui.name, "Name of the list", "name", change=ev("name"), submit=ev("make_list"), leading="bookmark",
        radius=16, bg="surface", outline="outline_variant",
    )  # fmt: skip
    window = c.dialog(
        "New list",
        node("column", box, width="fill", pad=(24, 0, 24, 0), align="stretch"),
        buttons=[c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Create", ev("make_list"))],
    )
    return Screen(below.body, below.top, overlay=Overlay("dialog", window), title="You")


def list_page(state: State, place: Route, view: View) -> Screen:
    """The places of a list."""
    name = place.get("list", "")
    one = next((known for known in state.lists if known.name == name), None)
    if one is None:
        gone = w.page(w.empty("bookmark", "No such list", "It was deleted."))
        return Screen(gone, top=w.app_bar("List"), title="List")
    delete = w.action("delete_outline", "Delete list", ev("delete_list", list=name), rid="delete")
    rows = [p.place_row(state, BY_NAME[known], view) for known in reversed(one.places) if known in BY_NAME]
    if not rows:
        rows = [w.empty(one.glyph, "Nothing saved here", "Save on a place’s page puts it here.")]
    top = w.app_bar(name, delete, support=f"{len(one.places)} saved")
    return Screen(w.page(rows), top=top, title=name)


def settings(state: State, place: Route, view: View) -> Screen:
    """Units, usual mode, voice, night colours, history."""
    mine = state.preferences
    body = w.page(
        c.setting("Distances", mine.units, on=ev("go", to="units"), icon_name="straighten"),
        c.setting("Usual mode", mine.mode, on=ev("go", to="usual_mode"), icon_name="directions"),
        c.setting("Voice", "Says the turns", on=ev("switch", name="voice"), icon_name="mic", checked=mine.voice),
        c.setting("Night colours", "After sunset", on=ev("switch", name="night"), icon_name="nights_stay",
                  checked=mine.night),
        c.setting("Clear history", f"{len(state.ui.recent)} places", on=ev("forget"), icon_name="history"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def units(state: State, place: Route, view: View) -> Screen:
    """Kilometres or miles."""
    return _asked(state, place, view, "Distances", "units", ("Kilometres", "Miles"))


def usual_mode(state: State, place: Route, view: View) -> Screen:
    """Which mode directions start with."""
    return _asked(state, place, view, "Usual mode", "mode", tuple(name for name, *_ in MODES))


def _asked(state: State, place: Route, view: View, title: str, field: str, values: tuple[str, ...]) -> Screen:
    below = settings(state, place, view)
    window = c.choice_dialog(title, values, getattr(state.preferences, field), ev("prefer", field=field))
    return Screen(below.body, below.top, overlay=Overlay("dialog", window), title="Settings")
