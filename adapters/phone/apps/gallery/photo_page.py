"""A photo on black with what can be done with it, and the windows over it."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.gallery import model
from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import Photo
from adapters.phone.apps.gallery.model import State
from adapters.phone.apps.gallery.parts import WHITE
from adapters.phone.components.bottom_sheets import sheet_entry
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import reaction
from adapters.phone.framework.actions import Handled, go, replace_with, then, toast, toggle
from adapters.phone.framework.state_paths import find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Share, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

DIM, PINK = "#B9B9C0", "#F0B8E6"
ROOM = (411.4, 588)
"""Width and height for the picture, in dp."""


@app.screen("photo", activity=".PhotoActivity")
def photo_page(state: State, view: View, key: str = "", source: str = "") -> Screen:
    """The picture, which photos come before and after it, and what can be done with it."""
    photo = find(state.photos, id=key)
    if photo is None:
        gone = w.empty("image", "This photo is gone", "It was deleted or never existed.")
        return Screen(w.page(gone), top=w.app_bar("Photo"), title="Photo")
    body = column(
        column(_picture(photo, model.description(photo, view.now)), grow=1, align="center", justify="center"),
        w.text(
            photo.caption, "bodyM", WHITE, text_align="center", lines=2, pad=(24, 4, 24, 4), width="fill", id="caption"
        ) if photo.caption else None,
        _steps([other.id for other in model.shown_among(state, source)], key, source),
        height="fill", bg="black",
    )  # fmt: skip
    bottom = line(
        _tool("share", "Share", ev("share_photo", key=key), "action_share"),
        _tool("library_add", "Add to", go("add_to", key=key, source=source), "action_add_to"),
        _tool("delete_outline", "Delete", go("delete", key=key, source=source), "action_delete"),
        bg="black", pad=(8, 0, 8, 4), align="start",
    )  # fmt: skip
    liked = photo.favourite
    message = toast("Removed from favourites" if liked else "Added to favourites")
    like = reaction(
        liked, ("favorite", "favorite_border"), ("Remove from favourites", "Add to favourites"),
        then(toggle(f"photos[id={key}].favourite"), message), rid="action_favourite", tint=PINK, ink=WHITE,
    )  # fmt: skip
    more = w.action("more_vert", "More options", go("photo_more", key=key, source=source), rid="more", color=WHITE)
    top = _top_bar(
        f"{model.day_title(photo.at, view.now)}, {photo.at[11:16]}",
        like,
        more if source in model.albums_with(state, key) else None,
        support=photo.place,
    )  # fmt: skip
    return Screen(body, top=top, bottom=bottom, bg="black", bar="black", title="Photo")


def _picture(photo: Photo, desc: str) -> Node:
    """The picture as large as the free room allows."""
    across, along = model.SIZES[photo.shape]
    scale = min(ROOM[0] / across, ROOM[1] / along)
    wide, high = round(across * scale, 1), round(along * scale, 1)
    return node("image", art=model.art(photo), desc=desc, id="photo", width=wide, height=high)


def _top_bar(title: str, *actions: Node | None, support: str) -> Node:
    """The bar over the picture."""
    names = words(
        w.text(title, "titleM", WHITE, heading=True, lines=1),
        w.text(support, "bodyS", DIM, lines=1) if support else None,
        pad=(8, 0, 0, 0),
    )
    back = w.action("arrow_back", "Navigate up", w.UP, color=WHITE)
    return line(back, names, actions, id="toolbar", cls=w.GROUP, height=60, pad=(4, 0), bg="black")


def _tool(glyph: str, label: str, on: Ev, rid: str) -> Node:
    """A labelled action below the picture."""
    return node(
        "column", w.icon(glyph, 24, WHITE), w.text(label, "labelM", WHITE, lines=1), on=on, id=rid, cls=w.GROUP,
        grow=1, height=60, gap=4, align="center", justify="center",
    )  # fmt: skip


def _steps(keys: Sequence[str], key: str, source: str) -> Node | None:
    """The way to the photos beside this one."""
    if key not in keys:
        return None
    at = keys.index(key)
    before, after = keys[at - 1] if at else "", keys[at + 1] if at + 1 < len(keys) else ""
    return line(
        _step("chevron_left", "Previous photo", before, source, "previous"),
        w.text(f"{at + 1} of {len(keys)}", "labelL", DIM, grow=1, text_align="center", id="position_in_list"),
        _step("chevron_right", "Next photo", after, source, "next"),
        height=48, pad=(12, 0),
    )  # fmt: skip


def _step(glyph: str, desc: str, key: str, source: str, rid: str) -> Node:
    on = replace_with("photo", key=key, source=source)
    return w.action(glyph, desc, on, rid=rid, color=WHITE, enabled=bool(key))


@app.on("share_photo")
def share_photo(state: State, view: View, key: str) -> Handled:
    """Share a photo with its day and place."""
    photo = find(state.photos, id=key)
    if photo is None:
        return None
    place = f", {photo.place}" if photo.place else ""
    text = f"{photo.name} ({model.day_title(photo.at, view.now)}{place})"
    return model.recorded(state, view.now, "Shared", (photo,)), Share(text)


@app.sheet("photo_more", over="photo", title="More", distractor="removing from an album is not deleting the album")
def photo_more(state: State, key: str = "", source: str = "") -> Node:
    """What is needed less often."""
    photo = find(state.photos, id=key)
    leave = ev("leave_album", key=key, name=source)
    return p.sheet(
        photo.name if photo else "Photo",
        sheet_entry("remove", f"Remove from “{source}”", leave, rid="action_leave"),
    )


@app.on("leave_album")
def leave_album(state: State, view: View, key: str, name: str) -> Handled:
    """Remove a photo from an album."""
    albums = tuple(
        replace(album, photos=tuple(other for other in album.photos if other != key)) if album.name == name else album
        for album in state.albums
    )
    state = model.recorded(
        replace(state, albums=albums), view.now, "Removed from album", model.selected(state, key), name
    )
    return state, Back(2), Toast(f"Removed from “{name}”")


@app.sheet("add_to", over="photo", title="Add to album", distractor="the albums once more, where they are filled")
def add_to(state: State, key: str = "") -> Node:
    """The albums that photos can be put into."""
    rows = [
        sheet_entry(
            "", album.name, ev("add_to_album", key=key, name=album.name), rid="row_album",
            support=f"{len(album.photos)} items{', already here' if key in album.photos else ''}",
            leading=p.cover(
                model.photos_in(state, album.name), w.disc("photo_album", 48), width=48, height=48, radius=10
            ),
        )
        for album in state.albums
    ]  # fmt: skip
    return p.sheet("Add to album", rows or p.soft("No albums yet. Make one under Albums.", pad=(24, 8, 24, 16)))


@app.on("add_to_album")
def add_to_album(state: State, view: View, name: str, key: str = "") -> Handled:
    """Add a photo, or the selected ones, which ends selecting, to an album."""
    photos = [photo for photo in model.selected(state, key) if name not in model.albums_with(state, photo.id)]
    if not photos:
        return Toast(f"Already in “{name}”")
    keys = tuple(photo.id for photo in photos)
    albums = tuple(
        replace(album, photos=album.photos + keys) if album.name == name else album for album in state.albums
    )
    state = model.recorded(replace(state, albums=albums), view.now, "Added to album", photos, name)
    if key:
        return state, Back(), Toast(f"Added to “{name}”")
    return replace(state, ui=replace(state.ui, selected=())), Back(2), Toast(f"{len(photos)} added to “{name}”")
