"""The gallery's albums: all of them, their names, deleting one."""

from dataclasses import replace

from adapters.phone.apps.gallery import model
from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import Album
from adapters.phone.apps.gallery.model import FAVOURITES, OWN_PLACES, VIDEOS, State
from adapters.phone.components.bottom_sheets import sheet_entry
from adapters.phone.components.dialogs import confirmation, input_dialog
from adapters.phone.framework.actions import Handled, assign, focus, go, replace_with, switch_to, then
from adapters.phone.framework.state_paths import bind, find, with_item, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node

GLYPHS = {
    FAVOURITES: "favorite_border", VIDEOS: "movie", "Camera": "photo_camera", "Screenshots": "screenshot",
    "Downloads": "download", "Parlowe": "forum",
}  # fmt: skip
NEW_ALBUM = then(assign("ui.name", ""), switch_to("albums"), go("name_album"), focus("album_name"))


@app.screen("albums")
def albums(state: State) -> Screen:
    """The owner's albums as tiles, then what the phone sorts by itself."""
    top = w.app_bar(
        "Albums",
        w.action("add", "New album", NEW_ALBUM, rid="action_new_album", color="on_surface"),
        w.action("delete_outline", "Bin", go("bin"), rid="action_bin", color="on_surface"),
        up=False,
        style="26,32,Regular,0",
    )
    tiles = [_tile(state, album.name) for album in state.albums]
    body = w.page(
        node("grid", tiles, columns=2, gap=12, width="fill", align="stretch", pad=(16, 4, 16, 8))
        if tiles
        else p.soft("No albums of your own yet", pad=(16, 16, 16, 16)),
        w.text("On this phone", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
        [_folder(state, name) for name in OWN_PLACES],
    )
    return Screen(body, top=top, bottom=p.bottom("Albums"), title="Albums")


def _tile(state: State, name: str) -> Node:
    photos = model.photos_in(state, name)
    missing = node(
        "stack", w.icon("photo_album", 48, "outline", place=("center", "center")), width="fill", height=183, radius=16,
        bg="container",
    )  # fmt: skip
    return node(
        "column",
        p.cover(photos, missing, width="fill", height=183, radius=16),
        w.text(name, "titleS", lines=1, id="album_title", pad=(4, 8, 4, 0)),
        w.text(model.counted(len(photos)), "bodyS", "on_surface_variant", id="album_count", pad=(4, 0, 4, 6)),
        on=go("album", name=name), id="album_tile", cls=w.GROUP, align="stretch",
    )  # fmt: skip


def _folder(state: State, name: str) -> Node:
    mark = w.disc(GLYPHS.get(name, "folder"), 44, "secondary_container", "on_secondary_container")
    return w.row(
        name, model.counted(len(model.photos_in(state, name))), on=go("album", name=name), rid="row_folder",
        leading=mark, trailing=w.icon("chevron_right"),
    )  # fmt: skip


@app.sheet("album_more", over="album", title="Album options")
def album_more(name: str = "") -> Node:
    """What can be done with an album of the owner."""
    rename = then(assign("ui.name", name), replace_with("name_album", name=name, under="album"), focus("album_name"))
    return p.sheet(
        name or "Album",
        sheet_entry("edit", "Rename album", rename, rid="action_rename"),
        sheet_entry(
            "delete_outline", "Delete album", replace_with("delete_album", name=name), rid="action_delete_album",
            support="Its photos are kept",
        ),
    )  # fmt: skip


@app.dialog("delete_album", over="album", title="Delete album?")
def delete_question(name: str = "") -> Node:
    """The question before an album is gone."""
    message = f"“{name}” will be removed. Its photos stay in your gallery."
    return confirmation("Delete album?", message, "Delete", ev("delete_album", name=name))


@app.on("delete_album")
def delete_album(state: State, view: View, name: str) -> Handled:
    """Delete an album, and no photo."""
    photos = model.photos_in(state, name) if find(state.albums, name=name) else []
    after = replace(state, albums=without(state.albums, name=name))
    return model.recorded(after, view.now, "Album deleted", photos, name), Back(2), Toast("Album deleted")


@app.dialog("name_album", over="albums", distractor="renaming an album is beside deleting it")
def name_album(state: State, name: str = "") -> tuple[Node, str]:
    """The name of a new album, or another one of a known one."""
    typed, save = bind(state, "ui.name"), ev("save_album", name=name)
    field = c.field(typed.value, "Album name", "album_name", change=typed.changed, submit=save, radius=12, bg="highest")
    title = "Rename album" if name else "New album"
    return input_dialog(title, field, "Rename" if name else "Create", save, pad=(24, 0, 24, 4)), title


@app.on("save_album")
def save_album(state: State, view: View, name: str = "") -> Handled:
    """Make an album, or give one another name."""
    new = state.ui.name.strip()
    if not new:
        return Toast("Give the album a name"), Focus("album_name")
    if new != name and (find(state.albums, name=new) is not None or new in OWN_PLACES):
        return Toast(f"There is an album “{new}” already")
    place = route("album", name=new)
    if not name:
        after = replace(state, albums=(Album(new), *state.albums))
        return model.recorded(after, view.now, "Album created", (), new), Focus(None), Replace(place)
    after = replace(state, albums=with_item(state.albums, lambda album: album.name == name, name=new))
    after = model.recorded(after, view.now, "Album renamed", (), new)
    return after, Focus(None), Back(2), Go(place), Toast("Album renamed")
