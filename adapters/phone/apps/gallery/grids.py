"""Photos by day, albums, one album, search, and pages on which photos are selected."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.gallery.content import PEOPLE
from adapters.phone.apps.gallery.model import (
    FAVOURITES,
    OWN_PLACES,
    VIDEOS,
    State,
    album_of,
    art,
    found,
    ordered,
    photos_in,
)
from adapters.phone.apps.gallery.parts import bottom, by_day, entry, sheet, thumbs
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

GLYPHS = {
    FAVOURITES: "favorite_border", VIDEOS: "movie", "Camera": "photo_camera", "Screenshots": "screenshot",
    "Downloads": "download", "Parlowe": "forum",
}  # fmt: skip


def photos(state: State, place: Route, view: View) -> Screen:
    """Every photo, day by day."""
    every = ordered(state, state.photos)
    top = node(
        "row",
        w.text("Gallery", "26,32,Regular,0", heading=True, grow=1, pad=(12, 0, 0, 0)),
        w.action("photo_camera", "Camera", ev("camera_ask"), rid="action_camera", color="on_surface"),
        w.action("check_circle_outline", "Select", ev("select"), rid="action_select", color="on_surface"),
        w.action("settings", "Settings", ev("go", to="settings"), rid="action_settings", color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", height=64, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip
    if not every:
        body = w.page(w.empty("photo_library", "No photos yet", "What you take or save appears here."))
    else:
        body = w.page(by_day(state, every, view))
    return Screen(body, top=top, bottom=bottom("Photos"), title="Photos")


def select(state: State, place: Route, view: View) -> Screen:
    """The same days with a mark on each photo; the bar says what can be done with those that are picked."""
    picked = state.ui.selected
    count = len(picked)
    top = node(
        "row",
        w.action("close", "Navigate up", w.UP, color="on_primary_container"),
        w.text(f"{count} selected" if count else "Select photos", "titleL", "on_primary_container", heading=True,
               grow=1, pad=(8, 0, 0, 0)),
        _many("favorite_border", "Add to favourites", ev("like_many"), count),
        _many("library_add", "Add to album", ev("add_many"), count),
        _many("delete_outline", "Delete", ev("delete_many"), count),
        id="toolbar", cls=w.GROUP, width="fill", height=64, pad=(4, 0, 4, 0), align="center", bg="primary_container",
    )  # fmt: skip
    body = w.page(by_day(state, ordered(state, state.photos), view, picking=True))
    return Screen(body, top=top, title="Select photos")


def _many(glyph: str, desc: str, on: Ev, count: int) -> Node:
    return w.action(glyph, desc, on, rid=f"action_{on.name}", color="on_primary_container", enabled=count > 0)


def albums(state: State, place: Route, view: View) -> Screen:
    """The owner's albums as tiles, then what the phone sorts by itself."""
    top = w.app_bar(
        "Albums",
        w.action("add", "New album", ev("album_new"), rid="action_new_album", color="on_surface"),
        w.action("delete_outline", "Bin", ev("go", to="bin"), rid="action_bin", color="on_surface"),
        up=False, style="26,32,Regular,0",
    )  # fmt: skip
    tiles = [_tile(state, one.name) for one in state.albums]
    own = [_shelf(state, name) for name in OWN_PLACES]
    body = w.page(
        node("grid", tiles, columns=2, gap=12, width="fill", align="stretch", pad=(16, 4, 16, 8)) if tiles else
        w.text("No albums of your own yet", "bodyM", "on_surface_variant", pad=(16, 16, 16, 16)),
        w.text("On this phone", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
        own,
    )  # fmt: skip
    return Screen(body, top=top, bottom=bottom("Albums"), title="Albums")


def _tile(state: State, name: str) -> Node:
    those = photos_in(state, name)
    if those:
        picture = node("image", art=art(those[0]), width="fill", height=183, radius=16)
    else:
        picture = node("stack", w.icon("photo_album", 48, "outline", place=("center", "center")), width="fill",
                       height=183, radius=16, bg="container")  # fmt: skip
    return node(
        "column", picture, w.text(name, "titleS", lines=1, id="album_title", pad=(4, 8, 4, 0)),
        w.text(_count(len(those)), "bodyS", "on_surface_variant", id="album_count", pad=(4, 0, 4, 6)),
        on=ev("album", name=name), id="album_tile", cls=w.GROUP, align="stretch",
    )  # fmt: skip


def _shelf(state: State, name: str) -> Node:
    return w.row(
        name, _count(len(photos_in(state, name))), on=ev("album", name=name), rid="row_folder",
        leading=w.disc(GLYPHS.get(name, "folder"), 44, "secondary_container", "on_secondary_container"),
        trailing=w.icon("chevron_right"),
    )  # fmt: skip


def _count(number: int) -> str:
    return f"{number} item" + ("" if number == 1 else "s")


def album(state: State, place: Route, view: View) -> Screen:
    """One album, favourites, or a folder."""
    name = place.get("name", FAVOURITES)
    own = album_of(state, name) is not None
    if not own and name not in OWN_PLACES:
        gone = w.empty("photo_album", "This album is gone", "Its photos are still under Photos.")
        return Screen(w.page(gone), top=w.app_bar("Album"), title="Album")
    those = photos_in(state, name)
    top = w.app_bar(
        name,
        w.action("more_vert", "Album options", ev("go", to="album_more", name=name), rid="more", color="on_surface")
        if own else w.space(),
        support=_count(len(those)),
    )  # fmt: skip
    if not those:
        empty = w.empty("photo_album", "Nothing here yet", "Photos that you add appear here.")
        return Screen(w.page(empty), top=top, title=name)
    return Screen(w.page(thumbs(state, those, view, name)), top=top, title=name)


def album_more(state: State, place: Route, view: View) -> Screen:
    """What can be done with an album of the owner."""
    name = place.get("name", "")
    rows = sheet(
        name or "Album",
        entry("edit", "Rename album", ev("album_rename", name=name), rid="action_rename"),
        entry("delete_outline", "Delete album", ev("album_delete", name=name), rid="action_delete_album",
              support="Its photos are kept"),
    )  # fmt: skip
    return replace(album(state, place, view), overlay=Overlay("sheet", rows), title="Album options")


def delete_album(state: State, place: Route, view: View) -> Screen:
    """The question before an album is gone."""
    name = place.get("name", "")
    window = c.dialog(
        "Delete album?",
        w.text(f"“{name}” will be removed. Its photos stay in your gallery.", "bodyM", "on_surface_variant",
               pad=(24, 0, 24, 0), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete", ev("album_deleted", name=name))),
    )  # fmt: skip
    return replace(album(state, place, view), overlay=Overlay("dialog", window), title="Delete album?")


def name_album(state: State, place: Route, view: View) -> Screen:
    """The name of a new album, or another one of a known one."""
    old = place.get("name", "")
    box = c.field(
        state.ui.name, "Album name", "album_name", change=ev("album_name"), submit=ev("album_named", name=old),
        radius=12, bg="highest",
    )  # fmt: skip
    title = "Rename album" if old else "New album"
    window = c.dialog(
        title, node("column", box, width="fill", pad=(24, 0, 24, 4), align="stretch"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Rename" if old else "Create", ev("album_named", name=old))),
    )  # fmt: skip
    under = album(state, place, view) if old else albums(state, place, view)
    return replace(under, overlay=Overlay("dialog", window), title=title)


def search(state: State, place: Route, view: View) -> Screen:
    """People and places before anything is typed, then what was found."""
    query = state.ui.query
    hits = found(state, query)
    if not query.strip():
        body = w.page(_ideas(state))
    elif not hits:
        body = w.page(w.empty("search", "No results", f"No photo or video for “{query.strip()}”."))
    else:
        body = w.page(
            w.text(_count(len(hits)), "labelL", "on_surface_variant", pad=(16, 8, 16, 8), id="count"),
            thumbs(state, hits, view, f"?{query}"),
        )
    return Screen(body, top=c.search_bar(query, "Search your photos"), title="Search")


def _ideas(state: State) -> list[Node]:
    faces = [
        node(
            "column", w.avatar(seed, 68), w.text(name.split()[0], "labelM", lines=1, pad=(0, 6, 0, 0)),
            on=ev("query", text=name), id="person", cls=w.GROUP, desc=name, width=76, align="center",
        )
        for name, seed in PEOPLE
    ]  # fmt: skip
    places: dict[str, int] = {}
    for one in state.photos:
        if one.place:
            places[one.place] = places.get(one.place, 0) + 1
    rows = [
        w.row(name, _count(number), on=ev("query", text=name), rid="row_place", leading=w.disc("place", 40),
              height=60)
        for name, number in sorted(places.items(), key=lambda pair: -pair[1])[:8]
    ]  # fmt: skip
    words = [c.chip(word, ev("query", text=word), False, rid="chip_word") for word in
             ("video", "cat", "receipt", "sunset", "dinner", "autumn", "selfie")]  # fmt: skip
    return [
        w.text("People", "titleS", pad=(16, 12, 16, 10)),
        node("scroll", faces, horizontal=True, id="people", width="fill", height=100, gap=8, pad=(12, 0, 12, 0)),
        w.text("Things", "titleS", pad=(16, 16, 16, 8)),
        c.chips(words, inset=16),
        w.text("Places", "titleS", pad=(16, 20, 16, 4)),
        *rows,
    ]
