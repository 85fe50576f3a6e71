"""What the pages of Files are made of: thumbnails, rows, cells, the path above a list."""

from collections.abc import Callable
from typing import Any

from adapters.phone.apps.files.model import STORAGE_NAME, State, counted, kind_of, moment, size_label
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.text_styles import text_style
from adapters.phone.files.bin_names import original_name
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.pictures.decoding import dimensions
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, View
from adapters.phone.ui.node import Art, Ev, Gesture, Node, node

TINTS = {
    "folder": ("folder", "#F6EBCF", "#B98A1B"), "Images": ("image", "#E3EBF7", "#3566B0"),
    "Videos": ("movie", "#EEE3F6", "#7B3FA8"), "Audio": ("music_note", "#FBE6E0", "#C2502C"),
    "Documents": ("description", "#E1EAFA", "#2B63C6"), "Apps": ("android", "#DFF1E6", "#2E8B57"),
    "Archives": ("folder_zip", "#ECE7DF", "#6F6250"), "Other": ("insert_drive_file", "#E8E8E8", "#5A5A5A"),
    ".pdf": ("picture_as_pdf", "#F9E1E1", "#C0392B"), ".xlsx": ("table_chart", "#DDF0E2", "#1E7A43"),
    ".txt": ("article", "#ECEFF3", "#55606E"),
}  # fmt: skip
"""Glyph, ground and ink of what has no picture."""

soft = text_style("bodyM", "on_surface_variant")
small = text_style("bodyS", "on_surface_variant", lines=1)
row_title = text_style("bodyL", lines=1, id="title")
row_summary = text_style("bodyM", "on_surface_variant", lines=1, id="summary")
cell_title = text_style("labelL", lines=1, id="title")


def art_of(item: Item, view: View) -> Art | None:
    """The picture in an image file, if it can be drawn."""
    if item.folder or kind_of(item) != "Images":
        return None
    if item.preinstalled is not None:
        return Art(item.preinstalled.art, item.preinstalled.seed) if item.preinstalled.art else None
    data = view.storage.read(item.path)
    return Art("file", data=data) if dimensions(data) else None


def _tint(item: Item) -> tuple[str, str, str]:
    """Glyph, ground and ink of a file."""
    return TINTS["folder"] if item.folder else TINTS.get(item.suffix, TINTS[kind_of(item)])


def tinted(item: Item, glyph_size: float, **look: Any) -> Node:
    """What kind a file is, as a glyph on its ground."""
    glyph, ground, ink = _tint(item)
    return node("stack", w.icon(glyph, glyph_size, ink, place=("center", "center")), bg=ground, **look)


def thumb(item: Item, view: View) -> Node:
    """A small picture of a file: what is in it, or what kind it is."""
    art = art_of(item, view)
    if art is not None:
        return node("image", art=art, width=40, height=40, radius=12)
    return tinted(item, 22, width=40, height=40, radius=12)


def face(item: Item, view: View, glyph_size: float, **look: Any) -> Node:
    """The upper part of a card: what is in a file, or what kind it is."""
    art = art_of(item, view)
    look = {"radius": (12, 12, 0, 0), **look}
    return node("image", art=art, **look) if art is not None else tinted(item, glyph_size, **look)


def about(item: Item, view: View) -> str:
    """`1.8 MB · Yesterday, 20:51`; a folder has items in place of bytes."""
    size = size_label(item.size)
    if item.folder:
        inside = [inner for inner in view.storage.list(item.path) if not inner.name.startswith(".")]
        size = counted(len(inside), "item") if inside else "Empty"
    return f"{size} · {moment(item.modified, view.now)}"


def open_item(item: Item) -> Ev:
    """Open a file or folder."""
    return then(focus(None), go("folder" if item.folder else "file", path=item.path))


def more(item: Item, at: Route) -> Ev:
    """Ask what to do with a file, in a window over the page `at`."""
    return then(assign("ui.selected", (item.path,)), focus(None), go("more", under=at.name, **dict(at.args)))


def select_from(item: Item, kind: str, to: Callable[..., Ev]) -> Ev:
    """Begin to select with a file, in the list of a kind of files or, without one, in the file's folder."""
    place = {"kind": kind} if kind else {"path": item.parent}
    return then(assign("ui.selected", (item.path,)), focus(None), to("select", **place))


def name_folder(path: str, under: str) -> Ev:
    """Ask for the name of a new folder, in a window over the page of its route."""
    return then(assign("ui.name", ""), go("newfolder", path=path, under=under), focus("name"))


def _touches(item: Item, on: Ev, at: Route, picking: bool) -> dict[Gesture, Ev]:
    return {"tap": on, "long": on if picking else select_from(item, at.get("kind", ""), go)}


def target_row(item: Item, view: View, on: Ev | None) -> Node:
    """A file or folder in the list in which a folder is picked; faint if it cannot be."""
    alpha = 1.0 if on else 0.45
    return _row(item, view, thumb(item, view), None, on=on, enabled=on is not None, alpha=alpha, pad=(16, 0, 16, 0))


def file_row(item: Item, view: View, on: Ev, at: Route, *, picking: bool = False, chosen: bool = False) -> Node:
    """A file in a list. A long press begins to select; while selecting, a mark takes the thumbnail's place."""
    mark = w.disc("check", 40, "primary", "on_primary") if chosen else thumb(item, view)
    options = w.action("more_vert", f"More for {item.name}", more(item, at), rid="item_more")
    return _row(
        item, view, mark, None if picking else options, on=_touches(item, on, at, picking),
        pad=(16, 0, 16 if picking else 4, 0), selected=chosen, bg="secondary_container" if chosen else "",
    )  # fmt: skip


def _row(item: Item, view: View, mark: Node, options: Node | None, **more: Any) -> Node:
    names = words(
        node("row", row_title(original_name(item.name)), gap=6, align="center", width="fill"),
        row_summary(about(item, view)),
        gap=1,
    )
    return line(mark, names, options, id="item_root", cls=w.GROUP, height=72, gap=16, **more)


def file_cell(item: Item, view: View, on: Ev, at: Route, *, picking: bool = False, chosen: bool = False) -> Node:
    """A file in a grid."""
    picture = face(item, view, 44, width="fill", height=104)
    if chosen:
        mark = w.disc("check", 28, "primary", "on_primary").styled(place=("end", "start"))
        picture = node("stack", picture, mark, width="fill", height=104)
    size = about(item, view) if item.folder else size_label(item.size)
    return node(
        "column",
        picture,
        node("column", cell_title(item.name), small(size, id="summary"), pad=(10, 8, 10, 10), width="fill"),
        on=_touches(item, on, at, picking), id="item_root", cls=w.GROUP, align="stretch", radius=12,
        outline="primary" if chosen else "outline_variant", selected=chosen,
        bg="secondary_container" if chosen else "",
    )  # fmt: skip


def crumbs(path: str, to: Callable[[str], Ev]) -> Node:
    """The way to a folder; a touch on a part leads back there."""
    parts = path.split("/") if path else []
    cells: list[Node] = []
    for depth, label in enumerate((STORAGE_NAME, *parts)):
        here = depth == len(parts)
        text = w.text(label, "titleS/Bold" if here else "titleS", "primary" if here else "on_surface_variant")
        part = node(
            "row", text, on=None if here else to("/".join(parts[:depth])), id="breadcrumb", cls=w.ROW, height=40,
            align="center", pad=(6, 0),
        )  # fmt: skip
        cells += [w.icon("chevron_right", 18), part] if cells else [part]
    return node(
        "scroll", cells, horizontal=True, id="breadcrumbs", cls="android.widget.HorizontalScrollView",
        width="fill", height=40, pad=(10, 0, 16, 0), align="center", variant="end" if len(parts) > 2 else "",
    )  # fmt: skip


def tools(state: State, count: int) -> Node:
    """Under the bar of a list: how many there are, list or grid."""
    grid = state.prefs.view == "Grid"
    glyph, view = ("view_list", "List") if grid else ("grid_view", "Grid")
    return line(
        w.text(counted(count, "item"), "titleS", "on_surface_variant", grow=1, id="count"),
        w.action(glyph, f"{view} view", assign("prefs.view", view), rid="toggle_view"),
        height=48, pad=(16, 0, 4, 0), bg="surface",
    )  # fmt: skip


def section(title: str, trailing: Node | None = None, *, heading: bool = False) -> Node:
    """The title of a part of a page; as a heading, of the page."""
    return line(
        w.text(title, "titleM", grow=1, id="header", heading=heading), trailing, pad=(16, 18, 8, 6), min_height=48
    )


def main_bar(title: str) -> Node:
    """The top bar of a main page."""
    name = w.text(title, "28,36,Regular,0", heading=True, grow=1)
    return line(name, height=56, pad=(16, 0, 4, 0), id="toolbar", cls=w.GROUP)


def bottom(chosen: str) -> Node:
    """The three main pages."""
    pages = (
        ("nav_browse", "folder", "Browse", switch_to("browse")),
        ("nav_clean", "cleaning_services", "Clean", switch_to("clean")),
        ("nav_history", "history", "History", switch_to("log")),
    )
    return w.nav_bar(pages, chosen)


def notice(state: State) -> Node | None:
    """What was put where, with a way there; it stands below a list until the next touch."""
    if not state.ui.notice:
        return None
    show = then(focus(None), go("folder", path=state.ui.notice_folder))
    button = c.button("Show", show, rid="snackbar_action", variant="text", height=40, width="wrap")
    bar = line(
        w.text(state.ui.notice, "bodyM", "surface", lines=2, grow=1, id="snackbar_text"),
        button.styled(color="inverse_primary"),
        id="snackbar", cls=w.GROUP, bg="on_surface", radius=8, gap=12, pad=(16, 6, 8, 6),
    )  # fmt: skip
    return column(bar, pad=(12, 8, 12, 12))
