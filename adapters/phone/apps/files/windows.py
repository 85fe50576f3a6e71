"""The windows over the lists of Files: what can be done with a file, its deletion, names of files and folders."""

import posixpath
from dataclasses import replace

from adapters.phone.apps.files import model
from adapters.phone.apps.files import parts as p
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import State
from adapters.phone.apps.files.viewing import share_item
from adapters.phone.components.bottom_sheets import sheet_entry, sheet_window
from adapters.phone.components.boxes import line, words
from adapters.phone.components.dialogs import confirmation, input_dialog, message_dialog
from adapters.phone.components.fields import plain_field
from adapters.phone.files.bin_names import binned_path
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import MakeFolder, MoveFile, RemoveFile
from adapters.phone.framework.actions import Handled, assign, back, focus, replace_with, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Effect, Focus, Overlay, Route, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

GONE = "This file is gone"


def _places_left(under: str) -> int:
    """How many places to leave when something is done: a window, and below it what was about those files alone."""
    return 2 if under in ("select", "file") else 1


def _selected(state: State, view: View) -> list[Item]:
    return model.existing(view.storage, state.ui.selected)


def _missing() -> tuple[Overlay, str]:
    return Overlay("dialog", message_dialog(GONE, "It was moved, renamed or deleted.")), GONE


@app.sheet("more", over="folder")
def more(state: State, view: View, here: Route, under: str = "folder", kind: str = "") -> tuple[Node | Overlay, str]:
    """What can be done with one file."""
    items = _selected(state, view)
    if len(items) != 1:
        return _missing()
    item, page = items[0], dict(here.args)
    delete = then(assign("ui.forever", False), replace_with("delete", **page))
    rename = then(assign("ui.name", item.name), replace_with("rename", **page), focus("name"))
    leave = _places_left(under)
    names = words(w.text(item.name, "titleM", lines=2, id="sheet_title"), p.soft(p.about(item, view), lines=1))
    handle = node("spacer", width=32, height=4, radius=2, bg="outline_variant")
    window = sheet_window(
        line(handle, height=28, justify="center"),
        line(p.thumb(item, view), names, pad=(24, 0, 24, 12), gap=16),
        w.divider(),
        w.space(4),
        _entry("check", "Select", p.select_from(item, kind, replace_with), "select"),
        None if item.folder else _entry("share", "Share", then(back(), share_item(item, view)), "share"),
        _entry("drive_file_move", "Move to", ev("carry", how="Move", leave=leave), "move"),
        _entry("file_copy", "Copy to", ev("carry", how="Copy", leave=leave), "copy"),
        _entry("drive_file_rename_outline", "Rename", rename, "rename"),
        _entry("delete_outline", "Delete folder" if item.folder else "Move to bin", delete, "delete"),
        _entry("close", "Cancel", w.UP, "cancel"),
        pad=(0, 0, 0, 8),
    )
    return window, item.name


def _entry(glyph: str, label: str, on: Ev, rid: str) -> Node:
    return sheet_entry(glyph, label, on, rid=rid, height=52)


@app.dialog("delete", over="folder", distractor="a wrong turn in the sheet of a file")
def delete(state: State, view: View, under: str = "folder") -> tuple[Node | Overlay, str]:
    """The question before files go to the bin, or for good."""
    items = _selected(state, view)
    if not items:
        return _missing()
    names = [f"“{item.name}”" for item in items]
    which = " and ".join(names) if len(names) < 3 else f"{', '.join(names[:2])} …"
    folders = any(item.folder for item in items)
    forever = state.ui.forever or folders
    what = model.counted(len(items), "item" if folders else "file")
    if folders and len(items) == 1:
        what = "1 folder"
    box = line(
        node("checkbox", checked=forever, width=20, height=20, id="checkbox", enabled=not folders),
        w.text("Delete for good", "bodyM", grow=1),
        on=None if folders else bind(state, "ui.forever").toggled,
        id="forever", cls=w.ROW, height=48, pad=(24, 0), gap=16,
    )  # fmt: skip
    title, message, label, glyph = (
        f"Move {what} to bin?",
        f"{which} will move to the bin and be removed after {model.BIN_DAYS} days.",
        "Move to bin",
        "delete_outline",
    )
    if forever:
        title, message = f"Delete {what}?", f"{which} will be removed for good."
        label, glyph = "Delete", "delete_forever"
    on = ev("delete_selected", leave=_places_left(under))
    return confirmation(title, message, label, on, box, icon_name=glyph, end=8), title


@app.on("delete_selected")
def delete_selected(state: State, view: View, leave: int) -> Handled:
    """Delete the selected files: to the bin; folders, and what is asked so, for good."""
    effects: list[Effect] = []
    items = _selected(state, view)
    forever = state.ui.forever or any(item.folder for item in items)
    for item in items:
        size = model.total_size(view.storage, item)
        effects.append(
            RemoveFile(item.path) if forever else MoveFile(item.path, binned_path(item.path, view.now, model.BIN_DAYS))
        )
        state = model.logged(state, view.now, "Deleted" if forever else "Binned", item.path, size=size)
    message = f"{model.counted(len(items), 'item')} {'deleted' if forever else 'moved to bin'}"
    state = replace(state, ui=replace(state.ui, selected=(), forever=False))
    return state, *effects, Back(leave), Toast(message)


def _name_dialog(state: State, title: str, label: str, on: Ev) -> Node:
    name = bind(state, "ui.name")
    field = plain_field(name.value, "Name", rid="name", change=name.changed, submit=on)
    box = line(field, height=56, outline="primary", outline_width=2, radius=4, pad=(16, 0, 8, 0))
    return input_dialog(title, box, label, on, pad=(24, 0))


@app.dialog("rename", over="folder", distractor="a wrong turn in the sheet of a file")
def rename(state: State, view: View, under: str = "folder") -> tuple[Node | Overlay, str]:
    """Another name for one file or folder."""
    if len(_selected(state, view)) != 1:
        return _missing()
    return _name_dialog(state, "Rename", "OK", ev("rename_selected", leave=_places_left(under))), "Rename"


@app.on("rename_selected")
def rename_selected(state: State, view: View, leave: int) -> Handled:
    """Rename the selected file, if the name is one and free."""
    items, name = _selected(state, view), state.ui.name.strip()
    if len(items) != 1:
        return Back()
    item = items[0]
    aim = posixpath.join(item.parent, name)
    if problem := model.name_problem(name):
        return Toast(problem)
    if aim == item.path:
        return Focus(None), Back(leave)
    if view.storage.stat(aim) is not None:
        return Toast(f"There is a “{name}” already")
    state = model.logged(state, view.now, "Renamed", item.path, aim, model.total_size(view.storage, item))
    state = replace(state, ui=replace(state.ui, selected=(), name=""))
    return state, Focus(None), Back(leave), MoveFile(item.path, aim), Toast("Renamed")


@app.dialog("newfolder", over="folder", title="New folder", distractor="a wrong turn where a folder is picked")
def new_folder(state: State, path: str = "") -> Node:
    """The name of a new folder."""
    return _name_dialog(state, "New folder", "Create", ev("make_folder", path=path))


@app.on("make_folder")
def make_folder(state: State, view: View, path: str) -> Handled:
    """Make a folder, if its name is one and free."""
    name = state.ui.name.strip()
    aim = posixpath.join(path, name)
    if problem := model.name_problem(name):
        return Toast(problem)
    if view.storage.stat(aim) is not None:
        return Toast(f"There is a “{name}” already")
    state = model.logged(state, view.now, "Folder made", aim)
    return replace(state, ui=replace(state.ui, name="")), Focus(None), MakeFolder(aim), Back()
