"""What the pages of Files are made of: thumbnails, rows, cells, the path above a list."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.files import model
from adapters.phone.apps.files.model import State, kind_of, moment, shown_name, size_label
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.pictures.decoding import dimensions
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, View
from adapters.phone.ui.node import Art, Ev, Gesture, Node, ev, node

TINTS = {
    "folder": ("folder", "#F6EBCF", "#B98A1B"), "Images": ("image", "#E3EBF7", "#3566B0"),
    "Videos": ("movie", "#EEE3F6", "#7B3FA8"), "Audio": ("music_note", "#FBE6E0", "#C2502C"),
    "Documents": ("description", "#E1EAFA", "#2B63C6"), "Apps": ("android", "#DFF1E6", "#2E8B57"),
    "Archives": ("folder_zip", "#ECE7DF", "#6F6250"), "Other": ("insert_drive_file", "#E8E8E8", "#5A5A5A"),
    ".pdf": ("picture_as_pdf", "#F9E1E1", "#C0392B"), ".xlsx": ("table_chart", "#DDF0E2", "#1E7A43"),
    ".txt": ("article", "#ECEFF3", "#55606E"),
}  # fmt: skip
"""Glyph, ground and ink of what has no picture."""
STORAGE_NAME = "Internal storage"


def art_of(item: Item, view: View) -> Art | None:
    """The picture in an image file, if it can be drawn."""
    if item.folder or kind_of(item) != "Images":
        return None
    if item.preinstalled is not None:
        return Art(item.preinstalled.art, item.preinstalled.seed) if item.preinstalled.art else None
    data = view.storage.read(item.path)
    return Art("file", data=data) if dimensions(data) else None


def tint(item: Item) -> tuple[str, str, str]:
    """Glyph, ground and ink of a file."""
    return TINTS["folder"] if item.folder else TINTS.get(item.suffix, TINTS[kind_of(item)])


def thumb(item: Item, view: View, size: float = 40) -> Node:
    """A small picture of a file: what is in it, or what kind it is."""
    art = art_of(item, view)
    if art is not None:
        return node("image", art=art, width=size, height=size, radius=12 if size < 60 else 8)
    glyph, ground, ink = tint(item)
    return node("stack", w.icon(glyph, round(size * 0.55), ink, place=("center", "center")), width=size, height=size,
                bg=ground, radius=12)  # fmt: skip


def about(item: Item, view: View) -> str:
    """`1.8 MB · Yesterday, 20:51`; a folder has items in place of bytes."""
    if item.folder:
        inside = [one for one in view.storage.list(item.path) if not one.name.startswith(".")]
        told = model.many(len(inside), "item") if inside else "Empty"
    else:
        told = size_label(item.size)
    return f"{told} · {moment(item.modified, view.now)}"


def file_row(
    state: State, item: Item, view: View, *, on: Ev, at: Route, picking: bool = False, plain: bool = False
) -> Node:
    """A file in a list. A long press begins to select; while selecting, a mark takes the thumbnail's place.

    `at` is the list's own place: what is asked about the file comes as a window over it.
    """
    chosen = picking and item.path in state.ui.selected
    lead = thumb(item, view)
    if chosen:
        lead = w.disc("check", 40, "primary", "on_primary")
    more = w.action("more_vert", f"More for {item.name}", ev("more", path=item.path, at=at), rid="item_more")
    names = node(
        "column",
        node("row", w.text(shown_name(item), "bodyL", lines=1, id="title"), gap=6, align="center", width="fill"),
        w.text(about(item, view), "bodyM", "on_surface_variant", lines=1, id="summary"),
        grow=1, gap=1,
    )  # fmt: skip
    events: dict[Gesture, Ev] = {"tap": on} if plain else {"tap": on, "long": ev("select", path=item.path, at=at)}
    return node(
        "row", lead, names, None if picking or plain else more, on=events, id="item_root", cls=w.GROUP, width="fill",
        height=72, pad=(16, 0, 4 if not (picking or plain) else 16, 0), gap=16, align="center", selected=chosen,
        bg="secondary_container" if chosen else "",
    )  # fmt: skip


def file_cell(state: State, item: Item, view: View, *, on: Ev, at: Route, picking: bool = False) -> Node:
    """A file in a grid."""
    chosen = picking and item.path in state.ui.selected
    art = art_of(item, view)
    glyph, ground, ink = tint(item)
    if art is not None:
        face = node("image", art=art, width="fill", height=104, radius=(12, 12, 0, 0))
    else:
        face = node("stack", w.icon(glyph, 44, ink, place=("center", "center")), width="fill", height=104, bg=ground,
                    radius=(12, 12, 0, 0))  # fmt: skip
    if chosen:
        mark = w.disc("check", 28, "primary", "on_primary").styled(place=("end", "start"))
        face = node("stack", face, mark, width="fill", height=104)
    return node(
        "column", face,
        node("column", w.text(item.name, "labelL", lines=1, id="title"),
             w.text(size_label(item.size) if not item.folder else about(item, view), "bodyS", "on_surface_variant",
                    lines=1, id="summary"), pad=(10, 8, 10, 10), width="fill"),
        on={"tap": on, "long": ev("select", path=item.path, at=at)}, id="item_root", cls=w.GROUP, align="stretch",
        radius=12,         outline="primary" if chosen else "outline_variant", selected=chosen,
        bg="secondary_container" if chosen else "",
    )  # fmt: skip


def crumbs(path: str, event: str) -> Node:
    """The way to a folder; a touch on a part leads back there."""
    parts = path.split("/") if path else []
    cells: list[Node] = []
    for depth in range(len(parts) + 1):
        here = depth == len(parts)
        label = parts[depth - 1] if depth else STORAGE_NAME
        if cells:
            cells.append(w.icon("chevron_right", 18))
        cells.append(
            node(
                "row", w.text(label, "titleS/Bold" if here else "titleS", "primary" if here else "on_surface_variant"),
                on=None if here else ev(event, path="/".join(parts[:depth])), id="breadcrumb", cls=w.ROW, height=40,
                align="center", pad=(6, 0, 6, 0),
            )
        )  # fmt: skip
    return node("scroll", cells, horizontal=True, id="breadcrumbs", cls="android.widget.HorizontalScrollView",
                width="fill", height=40, pad=(10, 0, 16, 0), align="center",
                variant="end" if len(parts) > 2 else "")  # fmt: skip


def tools(state: State, count: Sequence[Item], at: Route) -> Node:
    """Under the bar of a list: how many there are, how they are sorted, list or grid."""
    grid = state.prefs.view == "Grid"
    sort = node("row", w.text(state.prefs.sort, "labelL", "primary"), w.icon("arrow_drop_down", 20, "primary"),
                on=ev("go", to="sort", at=at), id="sort", cls="android.widget.Button", height=48, align="center",
                pad=(8, 0, 4, 0))  # fmt: skip
    turn = w.action("view_list" if grid else "grid_view", "List view" if grid else "Grid view", ev("view"),
                    rid="toggle_view")  # fmt: skip
    return node("row", w.text(model.many(len(count), "item"), "titleS", "on_surface_variant", grow=1, id="count"), sort,
                turn, width="fill", height=48, pad=(16, 0, 4, 0), align="center", bg="surface")  # fmt: skip


def section(title: str, trailing: Node | None = None) -> Node:
    """A heading within a page."""
    return node("row", w.text(title, "titleM", grow=1, id="header"), trailing, width="fill",
                align="center", pad=(16, 18, 8, 6), min_height=48)  # fmt: skip


def bottom(chosen: str) -> Node:
    """The three top places."""
    return w.nav_bar(
        [("nav_browse", "folder", "Browse", ev("tab", to="browse")),
         ("nav_clean", "cleaning_services", "Clean", ev("tab", to="clean")),
         ("nav_history", "history", "History", ev("tab", to="log"))],
        chosen,
    )  # fmt: skip


def notice(state: State) -> Node:
    """What was put where, with a way there; it stands below a list until the next touch."""
    words = w.text(state.ui.notice, "bodyM", "surface", lines=2, grow=1, id="snackbar_text")
    show = c.button("Show", ev("enter", path=state.ui.notice_folder), rid="snackbar_action", variant="text", height=40,
                    width="wrap")  # fmt: skip
    bar = node("row", words, show, id="snackbar", cls=w.GROUP, width="fill", bg="on_surface", radius=8, gap=12,
               align="center", pad=(16, 6, 8, 6))  # fmt: skip
    return node("column", bar, width="fill", pad=(12, 8, 12, 12), align="stretch")
