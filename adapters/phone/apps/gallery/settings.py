"""The gallery's bin and its settings."""

from dataclasses import replace
from datetime import date

from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import Binned
from adapters.phone.apps.gallery.files import KEPT_DAYS, removed, shown
from adapters.phone.apps.gallery.model import COLUMNS, ORDERS, State, art, counted, newest_first, recorded
from adapters.phone.components.bottom_sheets import sheet_entry
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import section, switch_setting
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

PREFERENCES = {"columns": ("Photos in a row", COLUMNS), "order": ("Order", ORDERS)}


@app.screen("bin", activity=".BinActivity", distractor="deleted photos, not deleted albums")
def bin_page(state: State, view: View) -> Screen:
    """Deleted photos; a touch asks what to do with one."""
    body = w.page(w.empty("delete_outline", "The bin is empty", "Deleted photos stay here for 30 days."))
    if state.bin:
        cells = [_cell(binned, view) for binned in reversed(state.bin)]
        body = w.page(
            p.soft("Photos are removed for good after 30 days.", pad=(16, 0, 16, 12)),
            node("grid", cells, columns=3, width="fill", gap=2, align="stretch", id="grid"),
        )
    return Screen(body, top=w.app_bar("Bin"), title="Bin")


def _cell(binned: Binned, view: View) -> Node:
    left = KEPT_DAYS - (view.now.date() - date.fromisoformat(binned.at[:10])).days
    days = w.text(f"{left} days", "11,14,Medium,0", p.WHITE, bg="#26262B", radius=8, pad=(7, 2, 7, 2))
    return node(
        "stack",
        node("image", art=art(binned.photo), place=("fill", "start"), height=136),
        node("row", days, place=("start", "end"), pad=(6, 0, 0, 6)),
        on=go("binned", key=binned.photo.id), id="photo_thumb", cls=w.GROUP,
        desc=f"{binned.photo.name}, {left} days left", height=136,
    )  # fmt: skip


def _binned(state: State, key: str) -> Binned | None:
    return next((binned for binned in state.bin if binned.photo.id == key), None)


def _without(state: State, binned: Binned) -> State:
    return replace(state, bin=tuple(other for other in state.bin if other != binned))


@app.sheet("binned", over="bin", title="Deleted photo", distractor="what can be done with a photo of the bin")
def binned_photo(state: State, key: str = "") -> Node:
    """Restore, or remove for good."""
    binned = _binned(state, key)
    return p.sheet(
        binned.photo.name if binned else "Photo",
        sheet_entry("restore_from_trash", "Restore", ev("restore", key=key), rid="action_restore"),
        sheet_entry("delete_forever", "Delete for good", ev("purge", key=key), rid="action_purge"),
    )


@app.on("restore")
def restore(state: State, view: View, key: str = "") -> Handled:
    """Put a photo back among the others, and into the albums that there still are."""
    binned = _binned(state, key)
    if binned is None:
        return Back()
    albums = tuple(
        replace(album, photos=(*album.photos, key)) if album.name in binned.albums else album for album in state.albums
    )
    after = replace(_without(state, binned), photos=newest_first((*state.photos, binned.photo)), albums=albums)
    return recorded(after, view.now, "Restored", (binned.photo,)), *shown(binned), Back(), Toast("Restored")


@app.on("purge")
def purge(state: State, view: View, key: str = "") -> Handled:
    """Remove a photo of the bin for good."""
    binned = _binned(state, key)
    if binned is None:
        return Back()
    after = recorded(_without(state, binned), view.now, "Deleted for good", (binned.photo,))
    return after, *removed(binned), Back(), Toast("Deleted for good")


@app.screen("settings", activity=".SettingsActivity", distractor="what holds for all photos")
def settings(state: State) -> Screen:
    """What holds for the whole gallery."""
    prefs = state.prefs
    body = w.page(
        section("Photos", top=18),
        c.setting("Photos in a row", prefs.columns, on=go("preference", name="columns"), icon_name="grid_view"),
        c.setting("Order", prefs.order, on=go("preference", name="order"), icon_name="sort"),
        switch_setting(
            "Ask before deleting", bind(state, "prefs.ask"), "Photos stay in the bin for 30 days",
            icon_name="help_outline",
        ),
        section("Camera", top=18),
        switch_setting(
            "Save location", bind(state, "prefs.places"), "The place is kept with each photo", icon_name="place"
        ),
        section("More", top=18),
        c.setting("Bin", counted(len(state.bin)), on=go("bin"), icon_name="delete_outline"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.screen("preference", activity=".SettingsActivity", distractor="the options of one setting")
def preference(state: State, name: str = "") -> Screen:
    """One of the settings that are picked from a few labels."""
    name = name if name in PREFERENCES else "columns"
    title, options = PREFERENCES[name]
    window = choice_dialog(title, bind(state, f"prefs.{name}"), options)
    return replace(settings(state), overlay=window, title=title)
