"""Moving and copying: the page on which a folder is picked, and what happens to names that are taken there."""

import posixpath
from dataclasses import replace

from adapters.phone.apps.files import model
from adapters.phone.apps.files import parts as p
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import CLASHES, STORAGE_NAME, State
from adapters.phone.components.boxes import column
from adapters.phone.files.shared_storage import CopyFile, MoveFile
from adapters.phone.framework.actions import Handled, replace_with
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Effect, Go, Replace, Screen, View, route
from adapters.phone.ui.node import Ev, Node, ev


@app.on("carry")
def carry(state: State, how: str, leave: int) -> Handled:
    """Ask to which folder the selected files go; `leave` places are left when they are there."""
    folder = state.ui.selected[0].rpartition("/")[0] if state.ui.selected else ""
    ui = replace(state.ui, carried=state.ui.selected, carry=how, leave=leave)
    return replace(state, ui=ui), Replace(route("target", path=folder))


def _open_target(path: str) -> Ev:
    return replace_with("target", path=path)


@app.screen("target", activity=".picker.PickActivity")
def target(state: State, view: View, path: str = "") -> Screen:
    """Where files are to be moved or copied: folders can be opened, the bar at the bottom decides."""
    how = state.ui.carry or "Move"
    carried = model.existing(view.storage, state.ui.carried)
    into_itself = any(item.folder and (path + "/").startswith(item.path + "/") for item in carried)
    stays = how == "Move" and all(item.parent == path for item in carried)
    ready = bool(carried) and len(carried) == len(state.ui.carried) and bool(path) and not into_itself and not stays
    inside = sorted(model.visible(view.storage.list(path)), key=lambda item: (not item.folder, item.name.casefold()))
    rows = [p.target_row(item, view, _open_target(item.path) if item.folder else None) for item in inside]
    new_folder = p.name_folder(path, "target")
    bottom = w.sticky(
        c.button("New folder", new_folder, rid="new_folder", variant="outlined", grow=1),
        c.button(f"{how} here", ev("put", path=path), rid="confirm", grow=1, enabled=ready),
    )
    title = f"{how} {model.counted(len(state.ui.carried), 'item')} to"
    top = column(w.app_bar(title, support=path or STORAGE_NAME), p.crumbs(path, _open_target))
    body = w.page(rows or w.empty("folder_open", "This folder is empty", f"{how} here to be the first."))
    return Screen(body, top=top, bottom=bottom, title=f"{how} here")


@app.dialog("clash", over="target", title="Some names are taken", distractor="the question where a name is taken")
def clash(state: State, path: str = "") -> Node:
    """What happens to files whose names are taken where they go."""
    chosen = bind(state, "ui.clash")
    confirm = ("OK", ev("put", path=path, sure=True))
    return c.choice_dialog("Some names are taken", CLASHES, chosen.value, chosen.changed, yes=confirm)


@app.on("put")
def put(state: State, view: View, path: str, sure: bool = False) -> Handled:
    """Put what is carried into this folder; names that are taken there are asked about first."""
    ui, moved = state.ui, state.ui.carry == "Move"
    carried = model.existing(view.storage, ui.carried)
    if not carried or any(item.folder and (path + "/").startswith(item.path + "/") for item in carried):
        return None
    taken = {
        item.path
        for item in carried
        if item.parent != path and view.storage.stat(posixpath.join(path, item.name)) is not None
    }
    if taken and not sure:
        return replace(state, ui=replace(ui, clash=CLASHES[0])), Go(route("clash", path=path))
    effects: list[Effect] = []
    used: list[str] = []
    for item in carried:
        aim = posixpath.join(path, item.name)
        if (aim == item.path and moved) or (item.path in taken and ui.clash == "Skip"):
            continue
        old = view.storage.stat(aim)
        # Folders are not merged: one whose name is taken gets another name.
        replaces = item.path in taken and ui.clash == "Replace" and not item.folder and not (old and old.folder)
        if aim in used or (old is not None and not replaces):
            aim = model.free_name(view.storage, path, item.name, used)
        used.append(aim)
        effects.append(MoveFile(item.path, aim) if moved else CopyFile(item.path, aim))
        size = model.total_size(view.storage, item)
        state = model.logged(state, view.now, "Moved" if moved else "Copied", item.path, aim, size)
    what = carried[0].name if len(carried) == len(effects) == 1 else model.counted(len(effects), "item")
    notice = f"{what} {'moved' if moved else 'copied'} to {posixpath.basename(path) or STORAGE_NAME}"
    after = replace(state.ui, carried=(), selected=(), carry="", notice=notice, notice_folder=path)
    return replace(state, ui=after), *effects, Back(ui.leave + sure)
