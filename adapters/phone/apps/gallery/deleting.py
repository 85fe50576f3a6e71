"""Deleting photos: the question before, and the bin, from which they can be restored for some time."""

from dataclasses import replace
from datetime import date

from adapters.phone.apps.gallery import model
from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import Binned
from adapters.phone.apps.gallery.files import KEPT_DAYS, hidden, removed, shown
from adapters.phone.apps.gallery.model import State
from adapters.phone.components.bottom_sheets import sheet_entry
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node


@app.dialog("delete", over="photo", title="Move to bin?", distractor="deleting photos is not deleting their album")
def delete(state: State, key: str = "") -> Node:
    """The question before photos go to the bin: one, or those that are selected."""
    count = 1 if key else len(state.ui.selected)
    return confirmation(
        "Move this item to bin?" if count == 1 else f"Move {count} items to bin?",
        f"{'It stays' if count == 1 else 'They stay'} in the bin for 30 days.",
        "Move to bin",
        ev("move_to_bin", key=key),
    )


@app.on("move_to_bin")
def move_to_bin(state: State, view: View, key: str = "") -> Handled:
    """Move photos to the bin and out of all albums, and leave what lay on them."""
    photos = model.selected(state, key)
    if not photos:
        return Back()
    keys, time = {photo.id for photo in photos}, view.now.strftime(TIME_FORMAT)
    binned = [Binned(photo, time, model.albums_with(state, photo.id)) for photo in photos]
    state = replace(
        state,
        photos=tuple(photo for photo in state.photos if photo.id not in keys),
        bin=(*state.bin, *binned),
        albums=tuple(
            replace(album, photos=tuple(other for other in album.photos if other not in keys)) for album in state.albums
        ),
        ui=replace(state.ui, selected=()),
    )
    effects = [effect for item in binned for effect in hidden(item)]
    message = "Moved to bin" if len(photos) == 1 else f"{len(photos)} items moved to bin"
    return model.recorded(state, view.now, "Deleted", photos), *effects, Back(2), Toast(message)


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
        node("image", art=model.art(binned.photo), place=("fill", "start"), height=136),
        node("row", days, place=("start", "end"), pad=(6, 0, 0, 6)),
        on=go("binned", key=binned.photo.id), id="photo_thumb", cls=w.GROUP,
        desc=f"{binned.photo.name}, {left} days left", height=136,
    )  # fmt: skip


def _binned(state: State, key: str) -> Binned | None:
    return next((binned for binned in state.bin if binned.photo.id == key), None)


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
    photos = model.newest_first((*state.photos, binned.photo))
    after = replace(state, photos=photos, albums=albums, bin=without(state.bin, photo=binned.photo))
    return model.recorded(after, view.now, "Restored", (binned.photo,)), *shown(binned), Back(), Toast("Restored")


@app.on("purge")
def purge(state: State, view: View, key: str = "") -> Handled:
    """Remove a photo of the bin for good."""
    binned = _binned(state, key)
    if binned is None:
        return Back()
    after = replace(state, bin=without(state.bin, photo=binned.photo))
    after = model.recorded(after, view.now, "Deleted for good", (binned.photo,))
    return after, *removed(binned), Back(), Toast("Deleted for good")
