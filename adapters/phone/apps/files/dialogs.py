"""The sheets and dialogs of Files, and the page on which a folder is picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.files import model
from adapters.phone.apps.files.browse import folder, under
from adapters.phone.apps.files.model import CLASHES, SORTS, State
from adapters.phone.apps.files.parts import STORAGE_NAME, about, crumbs, file_row, thumb
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

Line = tuple[str, str, Ev, str]
"""Glyph, label, event, resource id."""


def _lines(lines: Sequence[Line]) -> list[Node]:
    return [
        w.row(label, on=on, rid=rid, leading=w.icon(glyph), height=52, inset=24) for glyph, label, on, rid in lines
    ]  # fmt: skip


def _sheet(*children: w.Some) -> Node:
    handle = node("row", node("spacer", width=32, height=4, radius=2, bg="outline_variant"), width="fill", height=28,
                  justify="center", align="center")  # fmt: skip
    close = w.row("Cancel", on=w.UP, rid="cancel", leading=w.icon("close"), height=52, inset=24)
    return node("column", handle, *children, close, id="design_bottom_sheet", cls="android.widget.FrameLayout",
                width="fill", bg="low", radius=(28, 28, 0, 0), align="stretch", pad=(0, 0, 0, 8))  # fmt: skip


def _over(state: State, place: Route, view: View, kind: str, root: Node, title: str) -> Screen:
    overlay = Overlay("sheet", root) if kind == "sheet" else Overlay("dialog", root)
    return replace(under(state, place, view), overlay=overlay, title=title)


def _missing(state: State, place: Route, view: View) -> Screen:
    window = c.dialog(
        "This file is gone", w.text("It was moved, renamed or deleted.", "bodyM", "on_surface_variant",
                                    pad=(24, 0, 24, 0), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),),
    )  # fmt: skip
    return _over(state, place, view, "dialog", window, "This file is gone")


def _selected(state: State, view: View) -> list[Item]:
    return [one for one in map(view.storage.stat, state.ui.selected) if one is not None]


def more(state: State, place: Route, view: View) -> Screen:
    """What can be done with one file."""
    items = _selected(state, view)
    if len(items) != 1:
        return _missing(state, place, view)
    one = items[0]
    at = place.get("at")
    head = node(
        "row", thumb(one, view),
        node("column", w.text(one.name, "titleM", lines=2, id="sheet_title"),
             w.text(about(one, view), "bodyM", "on_surface_variant", lines=1), grow=1),
        width="fill", pad=(24, 0, 24, 12), gap=16, align="center",
    )  # fmt: skip
    lines: list[Line] = [
        ("check", "Select", ev("select", path=one.path, at=at, drop=True), "select"),
        *([] if one.folder else [("share", "Share", ev("send", path=one.path, drop=True), "share")]),
        ("drive_file_move", "Move to", ev("carry", how="Move", at=at), "move"),
        ("file_copy", "Copy to", ev("carry", how="Copy", at=at), "copy"),
        ("drive_file_rename_outline", "Rename", ev("ask_rename", at=at), "rename"),
        *([("unarchive", "Extract", ev("ask_extract", path=one.path, at=at, drop=True), "extract")]
          if one.suffix == ".zip" else []),
        ("delete_outline", "Delete folder" if one.folder else "Move to bin",
         ev("ask_delete", at=at, drop=True), "delete"),
    ]  # fmt: skip
    return _over(state, place, view, "sheet", _sheet(head, w.divider(), w.space(4), _lines(lines)), one.name)


def sort(state: State, place: Route, view: View) -> Screen:
    """How all lists are sorted."""
    window = c.choice_dialog("Sort by", SORTS, state.prefs.sort, ev("sort"))
    return _over(state, place, view, "dialog", window, "Sort by")


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before files go to the bin, or for good."""
    items = _selected(state, view)
    if not items:
        return _missing(state, place, view)
    names = [f"“{one.name}”" for one in items]
    told = names[0] if len(names) == 1 else f"{', '.join(names[:2])}{'' if len(names) == 2 else ' …'}"
    told = told.replace(", ", " and ") if len(names) == 2 else told
    folders = any(one.folder for one in items)
    forever = state.ui.forever or folders
    what = "1 folder" if folders and len(items) == 1 else model.many(len(items), "item" if folders else "file")
    title = f"Delete {what}?" if forever else f"Move {what} to bin?"
    days = state.prefs.keep
    line = (
        f"{told} will be removed for good." if forever else f"{told} will move to the bin and be removed after {days}."
    )
    box = node(
        "row", node("checkbox", checked=forever, width=20, height=20, id="checkbox", enabled=not folders),
        w.text("Delete for good", "bodyM", grow=1), on=None if folders else ev("forever"), id="forever", cls=w.ROW,
        width="fill", height=48, pad=(24, 0, 24, 0), gap=16, align="center",
    )  # fmt: skip
    window = c.dialog(
        title, w.text(line, "bodyM", "on_surface_variant", pad=(24, 0, 24, 8), id="android:id/message"), box,
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete" if forever else "Move to bin", ev("delete", at=place.get("at")))),
        icon_name="delete_forever" if forever else "delete_outline",
    )  # fmt: skip
    return _over(state, place, view, "dialog", window, title)


def _named(state: State, place: Route, view: View, title: str, yes: str, on: Ev, below: Screen | None = None) -> Screen:
    box = node(
        "row", node("field", text=state.ui.name, hint="Name", id="name", grow=1, height=48, type="bodyL",
                    on={"change": ev("name"), "submit": on}, color="on_surface"),
        width="fill", height=56, outline="primary", outline_width=2, radius=4, pad=(16, 0, 8, 0), align="center",
    )  # fmt: skip
    window = c.dialog(
        title, node("row", box, width="fill", pad=(24, 0, 24, 0)),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button(yes, on)),
    )  # fmt: skip
    screen = under(state, place, view) if below is None else below
    return replace(screen, overlay=Overlay("dialog", window), title=title)


def rename(state: State, place: Route, view: View) -> Screen:
    """Another name for one file or folder."""
    if len(_selected(state, view)) != 1:
        return _missing(state, place, view)
    return _named(state, place, view, "Rename", "OK", ev("rename", at=place.get("at")))


def new_folder(state: State, place: Route, view: View) -> Screen:
    """The name of a new folder."""
    path, at = place.get("path", ""), place.get("at")
    if isinstance(at, Route) and at.name == "target":
        below = target(state, at, view)
    else:
        below = replace(folder(state, Route("folder", (("path", path),)), view), fab=None)
    return _named(state, place, view, "New folder", "Create", ev("make_folder", path=path), below)


def target(state: State, place: Route, view: View) -> Screen:
    """Where files are to be moved or copied: folders can be opened, the bar at the bottom decides."""
    path, how = place.get("path", ""), state.ui.carry or "Move"
    inside = sorted(model.seen(state, view.storage.list(path)), key=lambda one: (not one.folder, one.name.casefold()))
    rows = [
        file_row(state, one, view, on=ev("target", path=one.path), at=place, plain=True) if one.folder
        else file_row(state, one, view, on=ev("no_folder"), at=place, plain=True).styled(alpha=0.45)
        for one in inside
    ]  # fmt: skip
    carried = [view.storage.stat(one) for one in state.ui.carried]
    into_self = any(one is not None and one.folder and (path + "/").startswith(one.path + "/") for one in carried)
    here = bool(carried) and all(one is not None and one.parent == path for one in carried)
    ready = bool(carried) and bool(path) and not into_self and not (here and how == "Move")
    label = f"{how} here"
    foot = w.sticky(
        c.button("New folder", ev("ask_folder", path=path, at=place), rid="new_folder", variant="outlined", grow=1),
        c.button(label, ev("put", path=path), rid="confirm", grow=1, enabled=ready),
    )  # fmt: skip
    top = node("column", w.app_bar(f"{how} {model.many(len(carried), 'item')} to", support=path or STORAGE_NAME),
               crumbs(path, "target"), width="fill", align="stretch")  # fmt: skip
    body = w.page(rows or [w.empty("folder_open", "This folder is empty", f"{label} to be the first.")])
    return Screen(body, top=top, bottom=foot, title=label)


def clash(state: State, place: Route, view: View) -> Screen:
    """What happens to files whose names are taken where they go."""
    window = c.choice_dialog(
        "Some names are taken", CLASHES, state.ui.clash, ev("clash"),
        yes=("OK", ev("put", path=place.get("path", ""), sure=True)),
    )  # fmt: skip
    return replace(target(state, place, view), overlay=Overlay("dialog", window), title="Some names are taken")
