"""One photo on black with what can be done with it, its details, and the windows over it."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.gallery.grids import select
from adapters.phone.apps.gallery.model import (
    State,
    albums_with,
    art,
    day_title,
    photo_of,
    photos_in,
    shown_among,
    size_of,
    spoken,
)
from adapters.phone.apps.gallery.parts import DIM, WHITE, dark_bar, entry, sheet, tool
from adapters.phone.apps.gallery.shots import FOREIGN, Edit, Photo
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

WIDE, TALL = 411.4, 588
"""The room for a picture in dp."""


def fitted(one: Photo, edit: Edit | None = None, wide: float = WIDE, tall: float = TALL) -> tuple[float, float]:
    """Width and height in dp of a picture that is shown whole."""
    across, along = size_of(one, edit)
    scale = min(wide / across, tall / along)
    return round(across * scale, 1), round(along * scale, 1)


def whole(one: Photo, told: str, edit: Edit | None = None, tall: float = TALL) -> Node:
    """The picture in the middle of the free room."""
    wide, high = fitted(one, edit, tall=tall)
    return node("image", art=art(one, edit), desc=told, id="photo", width=wide, height=high)


def photo(state: State, place: Route, view: View) -> Screen:
    """The picture, who comes before and after it, and four actions."""
    key, source = place.get("key", ""), place.get("source", "")
    one = photo_of(state, key)
    if one is None:
        gone = w.empty("image", "This photo is gone", "It was deleted or never existed.")
        return Screen(w.page(gone), top=w.app_bar("Photo"), title="Photo")
    those = [each.id for each in shown_among(state, source)]
    at = those.index(key) if key in those else -1
    top = dark_bar(
        f"{day_title(one.at, view.now)}, {one.at[11:16]}",
        w.action("favorite" if one.favourite else "favorite_border",
                 "Remove from favourites" if one.favourite else "Add to favourites", ev("like", key=key),
                 rid="action_favourite", color="#F0B8E6" if one.favourite else WHITE),
        w.action("more_vert", "More options", ev("go", to="photo_more", key=key, source=source), rid="more",
                 color=WHITE) if one.edit != Edit() or source in albums_with(state, key) else None,
        support=one.place,
    )  # fmt: skip
    picture = whole(one, spoken(one, view.now))
    body = node(
        "column", node("column", picture, width="fill", grow=1, align="center", justify="center"),
        w.text(one.caption, "bodyM", WHITE, text_align="center", lines=2, pad=(24, 4, 24, 4), width="fill",
               id="caption") if one.caption else None,
        _steps(those, at, source), width="fill", height="fill", align="stretch", bg="black",
    )  # fmt: skip
    foot = node(
        "row",
        tool("share", "Share", ev("share", key=key), "action_share"),
        tool("tune", "Edit", ev("edit", key=key), "action_edit") if not one.seconds and one.kind != FOREIGN else None,
        tool("library_add", "Add to", ev("go", to="add_to", key=key, source=source), "action_add_to"),
        tool("delete_outline", "Delete", ev("delete", key=key, source=source), "action_delete"),
        width="fill", bg="black", pad=(8, 0, 8, 4),
    )  # fmt: skip
    return Screen(body, top=top, bottom=foot, bg="black", bar="black", title="Photo")


def _steps(those: list[str], at: int, source: str) -> Node | None:
    if at < 0:
        return None
    before = those[at - 1] if at else ""
    after = those[at + 1] if at + 1 < len(those) else ""
    return node(
        "row",
        w.action("chevron_left", "Previous photo", ev("step", key=before, source=source), rid="previous", color=WHITE,
                 enabled=bool(before)),
        w.text(f"{at + 1} of {len(those)}", "labelL", DIM, grow=1, text_align="center", id="position_in_list"),
        w.action("chevron_right", "Next photo", ev("step", key=after, source=source), rid="next", color=WHITE,
                 enabled=bool(after)),
        width="fill", height=48, align="center", pad=(12, 0, 12, 0),
    )  # fmt: skip


def photo_more(state: State, place: Route, view: View) -> Screen:
    """What is needed less often."""
    key, source = place.get("key", ""), place.get("source", "")
    one = photo_of(state, key)
    edited = one is not None and one.edit != Edit()
    albums = albums_with(state, key)
    own = source if source in albums else ""
    rows = sheet(
        one.name if one else "Photo",
        entry("restore", "Revert to original", ev("revert", key=key), rid="action_revert") if edited else None,
        entry("remove", f"Remove from “{own}”", ev("leave", key=key, name=own), rid="action_leave") if own else None,
    )  # fmt: skip
    return replace(photo(state, place, view), overlay=Overlay("sheet", rows), title="More")


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before photos go to the bin: one, or those that are selected."""
    key = place.get("key", "")
    count = 1 if key else len(state.ui.selected)
    what = "this item" if count == 1 else f"{count} items"
    window = c.dialog(
        f"Move {what} to bin?",
        w.text("It stays in the bin for 30 days." if count == 1 else "They stay in the bin for 30 days.", "bodyM",
               "on_surface_variant", pad=(24, 0, 24, 0), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Move to bin", ev("deleted", key=key, source=place.get("source", "")))),
    )  # fmt: skip
    under = photo(state, place, view) if key else select(state, place, view)
    return replace(under, overlay=Overlay("dialog", window), title="Move to bin?")


def add_to(state: State, place: Route, view: View) -> Screen:
    """The albums that photos can be put into."""
    key = place.get("key", "")
    rows = [
        entry("", one.name, ev("added", key=key, name=one.name), rid="row_album",
              support=f"{len(one.photos)} items" + (", already here" if key in one.photos else ""),
              leading=_cover(state, one.name))
        for one in state.albums
    ]  # fmt: skip
    window = sheet("Add to album", rows or w.text("No albums yet. Make one under Albums.", "bodyM",
                   "on_surface_variant", pad=(24, 8, 24, 16)))  # fmt: skip
    under = photo(state, place, view) if key else select(state, place, view)
    return replace(under, overlay=Overlay("sheet", window), title="Add to album")


def _cover(state: State, name: str) -> Node:
    those = photos_in(state, name)
    if not those:
        return w.disc("photo_album", 48)
    return node("image", art=art(those[0]), width=48, height=48, radius=10)
