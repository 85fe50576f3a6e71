"""The lists of Files: the first page, folders, kinds of files, the search, selecting."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.files import model
from adapters.phone.apps.files.model import State, listed, of_kind, size_label
from adapters.phone.apps.files.parts import (
    STORAGE_NAME,
    about,
    bottom,
    crumbs,
    file_cell,
    file_row,
    notice,
    section,
    thumb,
    tint,
    tools,
)
from adapters.phone.apps.files.viewing import opened
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import TOTAL
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

TILES = (("Downloads", "download"), ("Images", "image"), ("Videos", "movie"), ("Audio", "music_note"),
         ("Documents", "description"), ("Apps", "android"))  # fmt: skip
NOTHING = {
    "Large files": ("cleaning_services", "No large files", "Nothing here takes more than 8 MB."),
}


def open_event(item: Item) -> Ev:
    """What a touch on a file or folder does."""
    return ev("enter", path=item.path) if item.folder else ev("open", path=item.path)


def browse(state: State, place: Route, view: View) -> Screen:
    """The first page: what is new, the kinds, the bin, the storage itself."""
    recent = of_kind(state, view.storage, "Recent")[:8]
    strip = node(
        "scroll", [_card(one, view) for one in recent], horizontal=True, id="recent_list", width="fill", height=150,
        gap=10, pad=(16, 0, 16, 0), cls="androidx.recyclerview.widget.RecyclerView",
    )  # fmt: skip
    tiles = node("grid", [_tile(state, view, name, glyph) for name, glyph in TILES], columns=2, gap=8, width="fill",
                 pad=(16, 0, 16, 0), align="stretch", id="categories")  # fmt: skip
    used = view.storage.used
    share = used / TOTAL
    places = (
        w.row("Bin", model.many(len(model.binned(view.storage))), on=ev("go", to="bin"), rid="row_bin",
              leading=w.disc("delete_outline", 40), height=72),
    )  # fmt: skip
    storage = node(
        "row", w.disc("smartphone", 40, "secondary_container", "on_secondary_container"),
        node("column", w.text(STORAGE_NAME, "bodyL"),
             w.text(f"{size_label(TOTAL - used)} free of {size_label(TOTAL)}", "bodyM", "on_surface_variant",
                    id="free"),
             node("stack", node("spacer", width="fill", height=6, bg="highest", radius=3),
                  node("spacer", width=round(300 * share), height=6, bg="primary", radius=3), width=300, height=6,
                  desc=f"{round(share * 100)} percent used"),
             grow=1, gap=4),
        on=ev("enter", path=""), id="row_storage", cls=w.GROUP, width="fill", height=88, pad=(16, 0, 16, 0), gap=16,
        align="center",
    )  # fmt: skip
    body = w.page(
        section("Recent", c.button("See all", ev("kind", kind="Recent"), rid="see_all", variant="text", height=40,
                                   width="wrap")) if recent else None,
        strip if recent else None,
        section("Categories"), tiles, section("Collections"), places, section("Storage"), storage,
    )  # fmt: skip
    pill = node(
        "row", w.icon("search"), w.text("Search files", "bodyL", "on_surface_variant", grow=1), on=ev("find"),
        id="open_search_bar", cls=w.GROUP, height=48, grow=1, bg="high", radius=24, pad=(16, 0, 16, 0), gap=14,
        align="center",
    )  # fmt: skip
    top = node(
        "column",
        node("row", w.text("Files", "28,36,Regular,0", heading=True, grow=1),
             w.action("settings", "Settings", ev("go", to="settings"), rid="settings"), width="fill", height=56,
             align="center", pad=(16, 0, 4, 0), id="toolbar", cls=w.GROUP),
        node("row", pill, width="fill", pad=(16, 0, 16, 6)),
        width="fill", align="stretch",
    )  # fmt: skip
    return Screen(body, top=top, bottom=bottom("Browse"), title="Files")


def _card(item: Item, view: View) -> Node:
    glyph, ground, ink = tint(item)
    picture = thumb(item, view, 92)
    face = (
        picture.styled(width=132, radius=(12, 12, 0, 0), height=92)
        if picture.kind == "image"
        else node("stack", w.icon(glyph, 40, ink, place=("center", "center")), width=132, height=92, bg=ground,
                  radius=(12, 12, 0, 0))
    )  # fmt: skip
    return node(
        "column", face,
        node("column", w.text(item.name, "labelL", lines=1, id="title"),
             w.text(about(item, view).partition(" · ")[2], "bodyS", "on_surface_variant", lines=1, id="summary"),
             pad=(10, 6, 10, 8), width="fill"),
        on=open_event(item), id="recent_item", cls=w.GROUP, width=132, bg="low", radius=12, align="stretch",
    )  # fmt: skip


def _tile(state: State, view: View, name: str, glyph: str) -> Node:
    held = of_kind(state, view.storage, name)
    return node(
        "row", w.icon(glyph, 24, "primary"),
        node("column", w.text(name, "titleS", lines=1),
             w.text(size_label(sum(one.size for one in held)), "bodyS", "on_surface_variant", lines=1), grow=1),
        on=ev("kind", kind=name), id="category", cls=w.GROUP, height=64, bg="container", radius=12,
        pad=(16, 0, 12, 0), gap=14, align="center",
    )  # fmt: skip


def _title(place: Route) -> str:
    path = place.get("path", "")
    return place.get("kind", "") or path.rpartition("/")[2] or STORAGE_NAME


def _list(state: State, items: list[Item], place: Route, view: View, *, picking: bool = False) -> Node:
    def tapped(one: Item) -> Ev:
        return ev("pick", path=one.path) if picking else open_event(one)

    if state.prefs.view == "Grid":
        cells = [file_cell(state, one, view, on=tapped(one), at=place, picking=picking) for one in items]
        return w.page(node("grid", cells, columns=2, gap=10, width="fill", pad=(16, 6, 16, 0), align="stretch"),
                      w.space(72))  # fmt: skip
    return w.page([file_row(state, one, view, on=tapped(one), at=place, picking=picking) for one in items], w.space(72))


def folder(state: State, place: Route, view: View) -> Screen:
    """What is in a folder, or all files of one kind."""
    kind, path = place.get("kind", ""), place.get("path", "")
    if not kind and view.storage.stat(path) is None:
        return _gone("This folder is gone", place)
    items = listed(state, place, view)
    if items:
        body = _list(state, items, place, view)
    else:
        glyph, title, line = NOTHING.get(
            kind, ("folder_open", "Nothing here", "What you put here shows up in this list.")
        )
        body = w.page(w.empty(glyph, title, line))
    bar = w.app_bar(
        _title(place), w.action("search", "Search", ev("find"), rid="search"),
    )  # fmt: skip
    top = node("column", bar, None if kind else crumbs(path, "crumb"), tools(state, items, place), width="fill",
               align="stretch")  # fmt: skip
    fab = None
    if not kind:
        fab = node("icon_button", icon="create_new_folder", desc="New folder", on=ev("ask_folder", path=path, at=place),
                   id="fab_new_folder", variant="fab", width=56, height=56, radius=16, bg="primary_container",
                   color="on_primary_container", elevation=3)  # fmt: skip
    bottom = notice(state) if state.ui.notice else None
    return Screen(body, top=top, bottom=bottom, fab=None if bottom else fab, title=_title(place))


def _gone(words: str, place: Route) -> Screen:
    body = w.page(w.empty("folder_open", words, "It was moved, renamed or deleted."))
    return Screen(body, top=w.app_bar(_title(place)), title=words)


def select(state: State, place: Route, view: View) -> Screen:
    """The same list while files are being selected; what can be done with them stands in the tinted bar."""
    items = listed(state, place, view)
    chosen = [one for one in items if one.path in state.ui.selected]
    some = bool(chosen)
    bar = node(
        "row", w.action("close", "Navigate up", w.UP, rid="action_mode_close_button", color="on_surface"),
        w.text(f"{len(chosen)} selected", "titleL", heading=True, grow=1, lines=1, id="action_bar_title",
               pad=(8, 0, 0, 0)),
        w.action("drive_file_move", "Move to", ev("carry", how="Move", at=place, many=True), rid="move",
                 color="on_surface", enabled=some),
        w.action("file_copy", "Copy to", ev("carry", how="Copy", at=place, many=True), rid="copy",
                 color="on_surface", enabled=some),
        w.action("delete_outline", "Move to bin", ev("ask_delete", at=place), rid="delete", color="on_surface",
                 enabled=some),
        width="fill", height=64, pad=(4, 0, 4, 0), align="center", id="action_mode_bar", cls=w.GROUP,
    )  # fmt: skip
    size = size_label(sum(one.size for one in chosen))
    every = len(chosen) == len(items) and bool(items)
    line = node(
        "row", w.text(size if some else "Touch files to select them", "bodyM", grow=1, id="selected_size"),
        c.button("Clear" if every else "Select all", ev("pick_all", path=place.get("path", ""),
                                                         kind=place.get("kind", "")),
                 rid="select_all", variant="text", height=40, width="wrap"),
        width="fill", height=48, pad=(20, 0, 8, 0), align="center",
    )  # fmt: skip
    top = node("column", bar, line, width="fill", align="stretch", bg="secondary_container")
    body = (
        _list(state, items, place, view, picking=True) if items else w.page(w.empty("folder_open", "Nothing here", ""))
    )
    return Screen(body, top=top, bar="secondary_container", title=f"{len(chosen)} selected")


def search(state: State, place: Route, view: View) -> Screen:
    """By name, and by the words in text files."""
    query = state.ui.query
    hits = model.found(state, view.storage, query)
    if hits:
        body = w.page(
            w.text(model.many(len(hits), "result"), "bodyM", "on_surface_variant", pad=(20, 8, 20, 2),
                   id="result_count"),
            [file_row(state, one, view, on=open_event(one), at=place) for one in hits],
        )  # fmt: skip
    elif query.strip():
        body = w.page(w.empty("search_off", f"Nothing for “{query.strip()}”", "Look for another word."))
    else:
        body = w.page(section("Recent"), [file_row(state, one, view, on=open_event(one), at=place)
                                          for one in of_kind(state, view.storage, "Recent")[:6]])  # fmt: skip
    return Screen(
        body, top=c.search_bar(query, "Search files"), bottom=notice(state) if state.ui.notice else None, title="Search"
    )


_BELOW = {"folder": folder, "select": select, "search": search, "file": opened}


def under(state: State, place: Route, view: View) -> Screen:
    """The page below a window: the list that it was opened from, else the folder that the files are in."""
    at = place.get("at")
    if not isinstance(at, Route) or at.name not in _BELOW:
        path = state.ui.selected[0].rpartition("/")[0] if state.ui.selected else ""
        at = Route("folder", (("path", path),))
    return replace(_BELOW[at.name](state, at, view), fab=None)
