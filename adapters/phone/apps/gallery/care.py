"""The bin, and the settings."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.gallery.model import COLUMNS, ORDERS, State, art
from adapters.phone.apps.gallery.parts import entry, sheet
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

PREFERENCES = {"columns": ("Photos in a row", COLUMNS), "order": ("Order", ORDERS)}


def bin_page(state: State, place: Route, view: View) -> Screen:
    """Deleted photos; a touch asks what to do with one."""
    top = w.app_bar("Bin")
    if not state.bin:
        body = w.page(w.empty("delete_outline", "The bin is empty", "Deleted photos stay here for 30 days."))
        return Screen(body, top=top, title="Bin")
    cells = []
    for one in reversed(state.bin):
        left = 30 - (view.now.date() - view.now.date().fromisoformat(one.at[:10])).days
        told = f"{one.photo.name}, {left} days left"
        picture = node("image", art=art(one.photo), place=("fill", "start"), height=136)
        label = node("row", w.text(f"{left} days", "11,14,Medium,0", "#FFFFFF", bg="#26262B", radius=8,
                     pad=(7, 2, 7, 2)), place=("start", "end"), pad=(6, 0, 0, 6))  # fmt: skip
        cells.append(
            node("stack", picture, label, on=ev("binned", key=one.photo.id), id="photo_thumb", cls=w.GROUP, desc=told,
                 height=136)
        )  # fmt: skip
    body = w.page(
        w.text("Photos are removed for good after 30 days.", "bodyM", "on_surface_variant", pad=(16, 0, 16, 12)),
        node("grid", cells, columns=3, width="fill", gap=2, align="stretch", id="grid"),
    )
    return Screen(body, top=top, title="Bin")


def binned(state: State, place: Route, view: View) -> Screen:
    """Put back, or removed for good."""
    key = place.get("key", "")
    one = next((each for each in state.bin if each.photo.id == key), None)
    rows = sheet(
        one.photo.name if one else "Photo",
        entry("restore_from_trash", "Restore", ev("restore", key=key), rid="action_restore"),
        entry("delete_forever", "Delete for good", ev("purge", key=key), rid="action_purge"),
    )
    return replace(bin_page(state, place, view), overlay=Overlay("sheet", rows), title="Deleted photo")


def settings(state: State, place: Route, view: View) -> Screen:
    """What holds for the whole gallery."""
    prefs = state.prefs

    def group(title: str) -> Node:
        return w.text(title, "titleS", "primary", pad=(24, 18, 24, 4), width="fill")

    body = w.page(
        group("Photos"),
        c.setting("Photos in a row", prefs.columns, on=ev("pref_ask", name="columns"), icon_name="grid_view"),
        c.setting("Order", prefs.order, on=ev("pref_ask", name="order"), icon_name="sort"),
        c.setting("Ask before deleting", "Photos stay in the bin for 30 days", on=ev("pref_flag", name="ask"),
                  checked=prefs.ask, icon_name="help_outline"),
        group("Camera"),
        c.setting("Save location", "The place is kept with each photo", on=ev("pref_flag", name="places"),
                  checked=prefs.places, icon_name="place"),
        group("More"),
        c.setting("Bin", f"{len(state.bin)} items" if len(state.bin) != 1 else "1 item", on=ev("go", to="bin"),
                  icon_name="delete_outline"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    name = place.get("name") if place.get("name") in PREFERENCES else "columns"
    title, options = PREFERENCES[name]
    window = c.choice_dialog(title, options, getattr(state.prefs, name, ""), ev("pref", name=name))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title=title)
