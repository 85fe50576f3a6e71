"""The bin: what waits to be removed for good, and putting it back."""

from adapters.phone.apps.files import model
from adapters.phone.apps.files import parts as p
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import STORAGE_NAME, State
from adapters.phone.components.boxes import line, words
from adapters.phone.files.bin_names import days_left, original_name
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import MoveFile, RemoveFile
from adapters.phone.framework.actions import Handled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev


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
