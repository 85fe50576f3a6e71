"""Looking after the storage: what takes how much, what was done, what waits in the bin."""

from datetime import datetime

from adapters.phone.apps.files import model
from adapters.phone.apps.files import parts as p
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import KINDS, STORAGE_NAME, State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.files.bin_names import days_left, original_name
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import SYSTEM_TAKES, TOTAL, MoveFile, RemoveFile
from adapters.phone.framework.actions import Handled, go
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

GLYPHS = {
    "Moved": "drive_file_move", "Copied": "file_copy", "Renamed": "drive_file_rename_outline",
    "Binned": "delete_outline", "Restored": "restore", "Deleted": "delete_forever",
    "Folder made": "create_new_folder",
}  # fmt: skip
SUGGESTIONS = (("Large files", "sd_storage"), ("Screenshots", "smartphone"), ("Downloads", "download"))
BAR = 379
"""Width of the bar that shows what takes how much, in dp."""


def _total(items: list[Item]) -> int:
    return sum(item.size for item in items)


@app.screen("clean", activity=".clean.CleanActivity", distractor="a main page that shows files by size")
def clean(view: View) -> Screen:
    """What takes how much, and what could go."""
    used = view.storage.used
    sizes = [(kind, _total(model.of_kind(view.storage, kind)), p.TINTS[kind][2]) for kind in KINDS]
    bar = line(
        [node("spacer", height=14, width=max(2.0, BAR * size / TOTAL), bg=color) for _, size, color in sizes],
        node("spacer", height=14, width=BAR * SYSTEM_TAKES / TOTAL, bg="outline"),
        height=14, bg="highest", radius=7, desc=f"{round(100 * used / TOTAL)} percent used", align="start",
    )  # fmt: skip
    head = column(
        w.text(model.size_label(used), "36,44,Regular,0"), p.soft(f"of {model.size_label(TOTAL)} used"),
        w.space(14), bar, pad=(16, 8, 16, 12),
    )  # fmt: skip
    legend = [_legend(*part) for part in (*sizes, ("System", SYSTEM_TAKES, "outline"))]
    cards = [_card("Bin", "delete_outline", model.binned(view.storage), ev("open_bin"), "Open bin")]
    for kind, glyph in SUGGESTIONS:
        items = model.of_kind(view.storage, kind)
        cards.append(_card(kind, glyph, items, go("folder", kind=kind), f"Show {kind.lower()}"))
    body = w.page(head, legend, p.section("Suggestions"), cards)
    return Screen(body, top=p.main_bar("Clean"), bottom=p.bottom("Clean"), title="Clean")


def _legend(name: str, size: int, color: str) -> Node:
    dot = node("spacer", width=10, height=10, radius=5, bg=color)
    label = w.text(name, "bodyM", grow=1, lines=1)
    return line(dot, label, p.soft(model.size_label(size)), height=32, gap=12, pad=(16, 0))


def _card(title: str, glyph: str, items: list[Item], on: Ev, label: str) -> Node:
    about = f"{model.size_label(_total(items))} in {model.counted(len(items))}" if items else "Nothing here"
    card = line(
        w.disc(glyph, 40, "primary_container", "on_primary_container"),
        words(w.text(title, "titleM", lines=1), p.soft(about)),
        c.button(label, on, rid="card_action", variant="text", height=40, width="wrap"),
        gap=14, bg="low", radius=12, pad=(16, 14, 4, 14), id="card", cls=w.GROUP,
    )  # fmt: skip
    return column(card, pad=(16, 0, 16, 8))


@app.screen("log", activity=".history.HistoryActivity", distractor="a main page that says what was done")
def log(state: State, view: View) -> Screen:
    """What was done with files, the latest first."""
    now = view.now.replace(tzinfo=None)
    rows: list[Node] = []
    for record in reversed(state.log):
        folder, _, name = record.path.rpartition("/")
        where = f"to {record.to}" if record.to else f"in {folder or STORAGE_NAME}"
        time = w.text(model.moment(datetime.fromisoformat(record.at), now), "bodyS", "on_surface_variant", id="time")
        mark = w.disc(GLYPHS.get(record.what, "folder"), 40)
        rows.append(w.row(name, f"{record.what} {where}", rid="row_record", leading=mark, height=72, trailing=time))
    none = w.empty("history", "Nothing done yet", "Files that you move, copy, rename or delete are noted here.")
    return Screen(w.page(rows or none), top=p.main_bar("History"), bottom=p.bottom("History"), title="History")


@app.on("open_bin")
def open_bin(state: State, view: View) -> Handled:
    """Open the bin, in which there is no file whose days are over."""
    over = [RemoveFile(item.path) for item in model.binned(view.storage) if not days_left(item.name, view.now)]
    return state, *over, Go(route("bin"))


@app.screen("bin", activity=".bin.BinActivity", distractor="where a file is after Move to bin")
def bin_page(view: View) -> Screen:
    """What waits to be removed for good."""
    items = model.binned(view.storage)
    body = w.page(w.empty("delete_outline", "The bin is empty", "Deleted files wait here before they are removed."))
    if items:
        hint = p.soft(f"Files are removed {model.BIN_DAYS} days after they came here.", pad=(20, 4, 20, 8))
        body = w.page(hint, [_binned_row(item, view) for item in items])
    return Screen(body, top=w.app_bar("Bin"), title="Bin")


def _binned_row(item: Item, view: View) -> Node:
    name = original_name(item.name)
    days = model.counted(days_left(item.name, view.now), "day")
    about = words(p.row_title(name), p.row_summary(f"{model.size_label(item.size)} · {days} left"))
    return line(
        p.thumb(item, view),
        about,
        w.action("restore", f"Restore {name}", ev("restore", path=item.path), rid="restore"),
        id="item_root", cls=w.GROUP, height=72, pad=(16, 0, 4, 0), gap=16,
    )  # fmt: skip


@app.on("restore")
def restore(state: State, view: View, path: str = "") -> Handled:
    """Move a file from the bin to the folder where it was."""
    item = view.storage.stat(path)
    if item is None:
        return None
    aim = model.free_name(view.storage, item.parent, original_name(item.name))
    state = model.logged(state, view.now, "Restored", aim, size=item.size)
    return state, MoveFile(item.path, aim), Toast(f"Restored to {item.parent or STORAGE_NAME}")
