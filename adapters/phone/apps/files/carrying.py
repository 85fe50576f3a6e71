"""What changes the storage: deleting, restoring, renaming, moving and copying, new folders; each leaves records."""

from __future__ import annotations

import posixpath
from dataclasses import replace

from adapters.phone.apps.files.model import (
    CLASHES,
    State,
    bad_name,
    bin_path,
    binned,
    free_name,
    logged,
    many,
    shown_name,
)
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import CopyFile, MakeFolder, MoveFile, RemoveFile
from adapters.phone.ui.app import Back, Effect, Focus, Go, Route, Toast, View, route
from adapters.phone.ui.node import Ev

Result = tuple[State, tuple[Effect, ...]]


def depth(at: object) -> int:
    """How many places to leave when something is done: a window, and below it what was about those files alone."""
    return 2 if isinstance(at, Route) and at.name in ("select", "file") else 1


def _items(state: State, view: View) -> list[Item]:
    return [one for one in map(view.storage.stat, state.ui.selected) if one is not None]


def _weight(one: Item, view: View) -> int:
    return sum(each.size for each in view.storage.walk(one.path)) if one.folder else one.size


def delete(state: State, event: Ev, view: View) -> Result:
    """To the bin; folders, and what is asked so, for good."""
    effects: list[Effect] = []
    items = _items(state, view)
    forever = state.ui.forever or any(one.folder for one in items)
    for one in items:
        size = _weight(one, view)
        if forever:
            effects.append(RemoveFile(one.path))
            state = logged(state, view.now, "Deleted", one.path, size=size)
        else:
            aim = bin_path(state, one, view.now)
            effects.append(MoveFile(one.path, aim))
            state = logged(state, view.now, "Binned", one.path, size=size)
    told = f"{many(len(items), 'item')} {'deleted' if forever else 'moved to bin'}"
    state = replace(state, ui=replace(state.ui, selected=(), forever=False))
    return state, (*effects, Back(depth(event.get("at"))), Toast(told))


def restore(state: State, event: Ev, view: View) -> Result:
    """Back from the bin to the folder where it was."""
    one = view.storage.stat(event.get("path"))
    if one is None:
        return state, ()
    aim = free_name(view.storage, one.parent, shown_name(one))
    state = logged(state, view.now, "Restored", aim, size=one.size)
    return state, (MoveFile(one.path, aim), Toast(f"Restored to {one.parent or 'Internal storage'}"))


def purge(state: State, event: Ev, view: View) -> Result:
    """One file of the bin, or all of them, for good."""
    path = event.get("path")
    gone = [one for one in binned(view.storage) if not path or one.path == path]
    for one in gone:
        state = logged(state, view.now, "Deleted", posixpath.join(one.parent, shown_name(one)), size=one.size)
    return state, (*(RemoveFile(one.path) for one in gone), Back(), Toast(f"{many(len(gone))} deleted"))


def rename(state: State, event: Ev, view: View) -> Result:
    """Another name, if it is one and free."""
    items, name = _items(state, view), state.ui.name.strip()
    if len(items) != 1:
        return state, (Back(),)
    one = items[0]
    aim = posixpath.join(one.parent, name)
    if wrong := bad_name(name):
        return state, (Toast(wrong),)
    leave: tuple[Effect, ...] = (Focus(None), Back(depth(event.get("at"))))
    if aim == one.path:
        return state, leave
    if view.storage.stat(aim) is not None:
        return state, (Toast(f"There is a “{name}” already"),)
    state = logged(state, view.now, "Renamed", one.path, aim, _weight(one, view))
    state = replace(state, ui=replace(state.ui, selected=(), name=""))
    return state, (*leave, MoveFile(one.path, aim), Toast("Renamed"))


def make_folder(state: State, event: Ev, view: View) -> Result:
    """A new folder, if its name is one and free."""
    folder, name = event.get("path", ""), state.ui.name.strip()
    path = posixpath.join(folder, name)
    if wrong := bad_name(name):
        return state, (Toast(wrong),)
    if view.storage.stat(path) is not None:
        return state, (Toast(f"There is a “{name}” already"),)
    state = logged(state, view.now, "Folder made", path)
    state = replace(state, ui=replace(state.ui, name=""))
    return state, (Focus(None), MakeFolder(path), Back())


def put(state: State, event: Ev, view: View) -> Result:
    """What is carried is put down in this folder; names that are taken there are asked about first."""
    folder, ui = event.get("path", ""), state.ui
    carried = [one for one in map(view.storage.stat, ui.carried) if one is not None]
    if not carried or any(one.folder and (folder + "/").startswith(one.path + "/") for one in carried):
        return state, ()
    aims = {one.path: posixpath.join(folder, one.name) for one in carried}
    taken = [path for path, aim in aims.items() if aim != path and view.storage.stat(aim) is not None]
    if taken and not event.get("sure"):
        return replace(state, ui=replace(ui, clash=CLASHES[0])), (Go(route("clash", path=folder)),)
    effects: list[Effect] = []
    used: list[str] = []
    for one in carried:
        aim = aims[one.path]
        if aim == one.path and ui.carry == "Move":
            continue
        old = view.storage.stat(aim)
        if old is not None and aim != one.path and ui.clash == "Skip":
            continue
        # Whole folders are not merged: a folder whose name is taken gets another one.
        if aim in used or (
            old is not None and (aim == one.path or ui.clash == "Keep both" or one.folder or old.folder)
        ):
            aim = free_name(view.storage, folder, one.name, used)
        used.append(aim)
        effects.append((MoveFile if ui.carry == "Move" else CopyFile)(one.path, aim))
        moved = ui.carry == "Move"
        state = logged(state, view.now, "Moved" if moved else "Copied", one.path, aim, _weight(one, view))
    what = carried[0].name if len(carried) == len(effects) == 1 else many(len(effects), "item")
    where = posixpath.basename(folder) or "Internal storage"
    told = f"{what} {'moved' if ui.carry == 'Move' else 'copied'} to {where}"
    ui_after = replace(state.ui, carried=(), selected=(), carry="", notice=told, notice_folder=folder)
    return replace(state, ui=ui_after), (*effects, Back(ui.leave + bool(event.get("sure"))))
