"""The lists of Files: the first page, folders, kinds of files, the search, selecting."""

from adapters.phone.apps.files import model
from adapters.phone.apps.files import parts as p
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import STORAGE_NAME, State, counted, listed, of_kind, size_label
from adapters.phone.components.bars import selection_bar
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import floating_button
from adapters.phone.components.search import search_bar
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import TOTAL
from adapters.phone.framework.actions import assign, focus, go, replace_with, then
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View, route
from adapters.phone.ui.node import Node, ev, node

TILES = (
    ("Downloads", "download"), ("Images", "image"), ("Videos", "movie"), ("Audio", "music_note"),
    ("Documents", "description"), ("Apps", "android"),
)  # fmt: skip
SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


@app.screen("browse")
def browse(view: View) -> Screen:
    """The first page: what is new, the kinds, the bin, the storage itself."""
    recent = of_kind(view.storage, "Recent")[:8]
    see_all = c.button("See all", go("folder", kind="Recent"), rid="see_all", variant="text", height=40, width="wrap")
    strip = node(
        "scroll", [_card(item, view) for item in recent], horizontal=True, id="recent_list", width="fill", height=150,
        gap=10, pad=(16, 0), cls="androidx.recyclerview.widget.RecyclerView",
    )  # fmt: skip
    tiles = node(
        "grid", [_tile(view, name, glyph) for name, glyph in TILES], columns=2, gap=8, width="fill",
        pad=(16, 0), align="stretch", id="categories",
    )  # fmt: skip
    body = w.page(
        [p.section("Recent", see_all), strip] if recent else None,
        p.section("Categories"),
        tiles,
        p.section("Collections"),
        w.row(
            "Bin", counted(len(model.binned(view.storage))), on=ev("open_bin"), rid="row_bin",
            leading=w.disc("delete_outline", 40), height=72,
        ),
        p.section("Storage"),
        _storage(view.storage.used),
    )  # fmt: skip
    pill = node(
        "row", w.icon("search"), w.text("Search files", "bodyL", "on_surface_variant", grow=1), on=SEARCH,
        id="open_search_bar", cls=w.GROUP, height=48, grow=1, bg="high", radius=24, pad=(16, 0), gap=14,
        align="center",
    )  # fmt: skip
    bar = p.main_bar("Files")
    top = column(bar, line(pill, pad=(16, 0, 16, 6), align="start"))
    return Screen(body, top=top, bottom=p.bottom("Browse"), title="Files")


def _storage(used: int) -> Node:
    share = used / TOTAL
    gauge = node(
        "stack",
        node("spacer", width="fill", height=6, bg="highest", radius=3),
        node("spacer", width=round(300 * share), height=6, bg="primary", radius=3),
        width=300, height=6, desc=f"{round(share * 100)} percent used",
    )  # fmt: skip
    free = p.soft(f"{size_label(TOTAL - used)} free of {size_label(TOTAL)}", id="free")
    return line(
        w.disc("smartphone", 40, "secondary_container", "on_secondary_container"),
        words(w.text(STORAGE_NAME, "bodyL"), free, gauge, gap=4),
        on=go("folder", path=""), id="row_storage", cls=w.GROUP, height=88, pad=(16, 0), gap=16,
    )  # fmt: skip


def _card(item: Item, view: View) -> Node:
    when = p.about(item, view).partition(" · ")[2]
    return node(
        "column",
        p.face(item, view, 40, width=132, height=92),
        node("column", p.cell_title(item.name), p.small(when, id="summary"), pad=(10, 6, 10, 8), width="fill"),
        on=p.open_item(item), id="recent_item", cls=w.GROUP, width=132, bg="low", radius=12, align="stretch",
    )  # fmt: skip


def _tile(view: View, name: str, glyph: str) -> Node:
    size = size_label(sum(item.size for item in of_kind(view.storage, name)))
    return node(
        "row",
        w.icon(glyph, 24, "primary"),
        words(w.text(name, "titleS", lines=1), p.small(size)),
        on=go("folder", kind=name), id="category", cls=w.GROUP, height=64, bg="container", radius=12,
        pad=(16, 0, 12, 0), gap=14, align="center",
    )  # fmt: skip


def _place(name: str, path: str, kind: str) -> Route:
    return route(name, kind=kind) if kind else route(name, path=path)


def _list(state: State, items: list[Item], view: View, at: Route) -> Node:
    """The items as rows or cells; in the place `select` a touch selects."""
    picking = at.name == "select"
    chosen = state.ui.selected
    make = p.file_cell if state.prefs.view == "Grid" else p.file_row
    made = [
        make(
            item, view, assign("ui.selected", toggled(chosen, item.path)) if picking else p.open_item(item), at,
            picking=picking, chosen=picking and item.path in chosen,
        )
        for item in items
    ]  # fmt: skip
    if state.prefs.view == "Grid":
        made = [node("grid", made, columns=2, gap=10, width="fill", pad=(16, 6, 16, 0), align="stretch")]
    return w.page(made, w.space(72))


@app.screen("folder")
def folder(state: State, view: View, path: str = "", kind: str = "") -> Screen:
    """What is in a folder, or all files of one kind."""
    title = kind or path.rpartition("/")[2] or STORAGE_NAME
    if not kind and view.storage.stat(path) is None:
        empty = w.empty("folder_open", "This folder is gone", "It was moved, renamed or deleted.")
        return Screen(w.page(empty), top=w.app_bar(title), title="This folder is gone")
    items, at = listed(view.storage, path, kind), _place("folder", path, kind)
    empty = w.empty("folder_open", "Nothing here", "What you put here shows up in this list.")
    if kind == "Large files":
        empty = w.empty("cleaning_services", "No large files", "Nothing here takes more than 8 MB.")
    top = column(
        w.app_bar(title, w.action("search", "Search", SEARCH, rid="search")),
        None if kind else p.crumbs(path, lambda parent: replace_with("folder", path=parent)),
        p.tools(state, len(items)),
    )
    new_folder = floating_button(
        "create_new_folder", "New folder", p.name_folder(path, "folder"), rid="fab_new_folder", bg="primary_container",
        color="on_primary_container",
    )  # fmt: skip
    bottom = p.notice(state)
    body = _list(state, items, view, at) if items else w.page(empty)
    return Screen(body, top=top, bottom=bottom, fab=None if bottom or kind else new_folder, title=title)


@app.screen("select", distractor="a second way to move and copy, for several files")
def select(state: State, view: View, path: str = "", kind: str = "") -> Screen:
    """The same list while files are being selected; what can be done with them stands in the tinted bar."""
    items, at = listed(view.storage, path, kind), _place("select", path, kind)
    chosen = [item for item in items if item.path in state.ui.selected]
    title = f"{len(chosen)} selected"
    delete = then(assign("ui.forever", False), go("delete", under="select", **dict(at.args)))
    bar = selection_bar(
        w.text(title, "titleL", heading=True, lines=1, id="action_bar_title"),
        ("drive_file_move", "Move to", ev("carry", how="Move", leave=1), "move"),
        ("file_copy", "Copy to", ev("carry", how="Copy", leave=1), "copy"),
        ("delete_outline", "Move to bin", delete, "delete"),
        any_selected=bool(chosen),
        id="action_mode_bar",
        close_id="action_mode_close_button",
    )
    paths = tuple(item.path for item in items)
    all_chosen = {*paths} <= {*state.ui.selected}
    size = size_label(sum(item.size for item in chosen)) if chosen else "Touch files to select them"
    select_all = c.button(
        "Clear" if all_chosen and items else "Select all", assign("ui.selected", () if all_chosen else paths),
        rid="select_all", variant="text", height=40, width="wrap",
    )  # fmt: skip
    below = line(w.text(size, "bodyM", grow=1, id="selected_size"), select_all, height=48, pad=(20, 0, 8, 0))
    body = _list(state, items, view, at) if items else w.page(w.empty("folder_open", "Nothing here", ""))
    return Screen(body, top=column(bar, below, bg="secondary_container"), bar="secondary_container", title=title)


@app.screen("search", activity=".search.SearchActivity", distractor="a second way to files, over all folders")
def search(state: State, view: View, here: Route) -> Screen:
    """By name, and by the words in text files. Below a window its first text is the heading: the field is covered."""
    heading = here.name != "search"
    query, at = bind(state, "ui.query"), route("search")
    typed = query.value.strip()
    found = model.search(view.storage, query.value)
    if found:
        head = p.soft(counted(len(found), "result"), pad=(20, 8, 20, 2), id="result_count", heading=heading)
    elif typed:
        head = w.empty("search_off", f"Nothing for “{typed}”", "Look for another word.")
    else:
        head, found = p.section("Recent", heading=heading), of_kind(view.storage, "Recent")[:6]
    body = w.page(head, [p.file_row(item, view, p.open_item(item), at) for item in found])
    return Screen(body, top=search_bar(query, "Search files"), bottom=p.notice(state), title="Search")
