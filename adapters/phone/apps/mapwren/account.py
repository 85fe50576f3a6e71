"""Mapwren's page of the user: lists of saved places, settings."""

from dataclasses import replace

from adapters.phone.apps.mapwren.app import app
from adapters.phone.apps.mapwren.content import BY_NAME, MODES
from adapters.phone.apps.mapwren.model import UNITS, Collection, State
from adapters.phone.apps.mapwren.parts import SOFT, fact, place_row
from adapters.phone.apps.mapwren.place import NEW_LIST
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import Handled, assign, go, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Overlay, Screen, Toast, View
from adapters.phone.ui.node import ev

_NAME_LENGTH = 30


@app.screen("you")
def you(state: State) -> Screen:
    """Who is signed in, the lists, trips, settings."""
    name = words(w.text("Robin Vale", "22,28,Medium,0"), w.text("Alder Cross", "bodyM", SOFT))
    lists = [
        fact(known.name, f"{len(known.places)} saved", known.glyph, on=go("list", list=known.name), rid="row_list")
        for known in state.lists
    ]
    body = w.page(
        line(w.avatar(3, 64), name, pad=(20, 8, 20, 16), gap=16),
        w.text("Your lists", "titleM", pad=(20, 4, 20, 4)),
        lists,
        fact("New list", "", "add", on=NEW_LIST, rid="row_new"),
        w.divider(),
        fact("Planned trips", str(len(state.trips)), "route", on=go("trips"), rid="row_trips"),
        fact("Settings", "Units, mode, voice", "settings", on=go("settings"), rid="row_settings"),
    )
    return Screen(body, top=w.app_bar("You"), title="You")


@app.screen("newlist", activity=".YouActivity")
def new_list(state: State) -> Screen:
    """The name of a new list."""
    box = c.field(
        state.ui.name, "Name of the list", "name", change=ev("name"), submit=ev("make_list"), leading="bookmark",
        radius=16, bg="surface", outline="outline_variant",
    )  # fmt: skip
    window = c.dialog(
        "New list",
        column(box, pad=(24, 0)),
        buttons=[c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Create", ev("make_list"))],
    )
    return replace(you(state), overlay=Overlay("dialog", window))


@app.on("name")
def write_name(state: State, text: str = "") -> State:
    """Write the name of a new list."""
    return replace(state, ui=replace(state.ui, name=text[:_NAME_LENGTH]))


@app.on("make_list")
def make_list(state: State) -> Handled:
    """Make a list of the name that was written."""
    name = state.ui.name.strip()
    if not name:
        return Toast("A list needs a name")
    if any(known.name == name for known in state.lists):
        return Toast(f"There is a list “{name}” already")
    lists = (*state.lists, Collection(name, "bookmark"))
    return replace(state, lists=lists, ui=replace(state.ui, name="")), Focus(None), Back()


@app.screen("list")
def list_page(state: State, view: View, list: str = "") -> Screen:  # noqa: A002 - the argument of the event, too
    """The places of a list."""
    saved = next((known for known in state.lists if known.name == list), None)
    if saved is None:
        gone = w.page(w.empty("bookmark", "No such list", "It was deleted."))
        return Screen(gone, top=w.app_bar("List"), title="List")
    delete = w.action("delete_outline", "Delete list", ev("delete_list", list=saved.name), rid="delete")
    rows = [place_row(state, BY_NAME[name], view) for name in reversed(saved.places) if name in BY_NAME]
    hint = w.empty(saved.glyph, "Nothing saved here", "Save on a place’s page puts it here.")
    top = w.app_bar(saved.name, delete, support=f"{len(saved.places)} saved")
    return Screen(w.page(rows or hint), top=top, title=saved.name)


@app.on("delete_list")
def delete_list(state: State, list: str) -> Handled:  # noqa: A002 - the argument of the route, too
    """Delete a list."""
    return (
        replace(state, lists=tuple(known for known in state.lists if known.name != list)),
        Back(),
        Toast("List deleted"),
    )


@app.screen("settings")
def settings(state: State) -> Screen:
    """Units, usual mode, voice, night colours, history."""
    voice, night = bind(state, "preferences.voice"), bind(state, "preferences.night")
    count = f"{len(state.ui.recent)} places"
    clear = then(assign("ui.recent", ()), toast("History cleared"))
    body = w.page(
        c.setting("Distances", state.preferences.units, on=go("units"), icon_name="straighten"),
        c.setting("Usual mode", state.preferences.mode, on=go("usual_mode"), icon_name="directions"),
        c.setting("Voice", "Says the turns", on=voice.toggled, icon_name="mic", checked=voice.value),
        c.setting("Night colours", "After sunset", on=night.toggled, icon_name="nights_stay", checked=night.value),
        c.setting("Clear history", count, on=clear, icon_name="history"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.screen("units", activity=".SettingsActivity")
def units(state: State) -> Screen:
    """Kilometres or miles."""
    return replace(settings(state), overlay=choice_dialog("Distances", bind(state, "preferences.units"), UNITS))


@app.screen("usual_mode", activity=".SettingsActivity")
def usual_mode(state: State) -> Screen:
    """Which mode directions start with."""
    return replace(settings(state), overlay=choice_dialog("Usual mode", bind(state, "preferences.mode"), tuple(MODES)))
