"""Looking after the storage: the bin, suggestions, what was done, settings."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.files import model
from adapters.phone.apps.files.model import KEEP, KINDS, State, days_left, moment, of_kind, shown_name, size_label
from adapters.phone.apps.files.parts import STORAGE_NAME, TINTS, bottom, section, thumb
from adapters.phone.files.shared_storage import SYSTEM_TAKES, TOTAL
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

GLYPHS = {"Moved": "drive_file_move", "Copied": "file_copy", "Renamed": "drive_file_rename_outline",
          "Binned": "delete_outline", "Restored": "restore", "Deleted": "delete_forever",
          "Folder made": "create_new_folder", "Extracted": "unarchive"}  # fmt: skip


def bin_page(state: State, place: Route, view: View) -> Screen:
    """What waits to be removed for good."""
    items = model.binned(view.storage)
    rows = []
    for one in items:
        days = days_left(one, view.now)
        names = node("column", w.text(shown_name(one), "bodyL", lines=1, id="title"),
                     w.text(f"{size_label(one.size)} · {model.many(days, 'day')} left", "bodyM", "on_surface_variant",
                            lines=1, id="summary"), grow=1)  # fmt: skip
        rows.append(
            node("row", thumb(one, view), names,
                 w.action("restore", f"Restore {shown_name(one)}", ev("restore", path=one.path), rid="restore"),
                 w.action("delete_forever", f"Delete {shown_name(one)} for good", ev("ask_purge", path=one.path),
                          rid="purge"),
                 id="item_root", cls=w.GROUP, width="fill", height=72, pad=(16, 0, 4, 0), gap=16, align="center")
        )  # fmt: skip
    told = w.text(f"Files are removed {state.prefs.keep} after they came here.", "bodyM", "on_surface_variant",
                  pad=(20, 4, 20, 8))  # fmt: skip
    none = w.empty("delete_outline", "The bin is empty", "Deleted files wait here before they are removed.")
    empty = w.action("delete_sweep", "Empty bin", ev("ask_purge", path=""), rid="empty_bin", enabled=bool(items))
    return Screen(w.page([told, *rows] if rows else none), top=w.app_bar("Bin", empty), title="Bin")


def purge(state: State, place: Route, view: View) -> Screen:
    """The question before files are gone for good."""
    path = place.get("path", "")
    one = view.storage.stat(path) if path else None
    told = f"“{shown_name(one)}” cannot be brought back." if one else "Nothing in the bin can be brought back."
    title = "Delete for good?" if path else "Empty the bin?"
    window = c.dialog(
        title, w.text(told, "bodyM", "on_surface_variant", pad=(24, 0, 24, 8), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Delete", ev("purge", path=path))),
        icon_name="delete_forever",
    )  # fmt: skip
    return replace(bin_page(state, place, view), overlay=Overlay("dialog", window), title=title)


def clean(state: State, place: Route, view: View) -> Screen:
    """What could go, and what takes how much."""
    used = view.storage.used
    parts = [(kind, sum(one.size for one in of_kind(state, view.storage, kind))) for kind in KINDS]
    bar = node(
        "row",
        [node("spacer", height=14, width=max(2.0, 379 * size / TOTAL), bg=TINTS[kind][2]) for kind, size in parts],
        node("spacer", height=14, width=379 * SYSTEM_TAKES / TOTAL, bg="outline"), width="fill", height=14,
        bg="highest", radius=7, desc=f"{round(100 * used / TOTAL)} percent used",
    )  # fmt: skip
    legend = [
        node("row", node("spacer", width=10, height=10, radius=5, bg=colour), w.text(name, "bodyM", grow=1, lines=1),
             w.text(size_label(size), "bodyM", "on_surface_variant"), width="fill", height=32, gap=12, align="center",
             pad=(16, 0, 16, 0))
        for name, size, colour in (*((kind, size, TINTS[kind][2]) for kind, size in parts),
                                   ("System", SYSTEM_TAKES, "outline"))
    ]  # fmt: skip
    head = node(
        "column", w.text(size_label(used), "36,44,Regular,0"),
        w.text(f"of {size_label(TOTAL)} used", "bodyM", "on_surface_variant"), w.space(14), bar, width="fill",
        pad=(16, 8, 16, 12), align="stretch",
    )  # fmt: skip
    binned = model.binned(view.storage)
    cards = [
        _card("Bin", "delete_outline", sum(one.size for one in binned), len(binned), ev("go", to="bin"), "Open bin"),
        *(_card(kind, glyph, sum(one.size for one in held), len(held), ev("kind", kind=kind), f"Show {kind.lower()}")
          for kind, glyph in (("Large files", "sd_storage"), ("Screenshots", "smartphone"), ("Downloads", "download"))
          for held in (of_kind(state, view.storage, kind),)),
    ]  # fmt: skip
    top = node("row", w.text("Clean", "28,36,Regular,0", heading=True, grow=1), width="fill", height=56,
               align="center", pad=(16, 0, 4, 0), id="toolbar", cls=w.GROUP)  # fmt: skip
    return Screen(w.page(head, legend, section("Suggestions"), cards), top=top, bottom=bottom("Clean"), title="Clean")


def _card(title: str, glyph: str, size: int, count: int, on: Ev, label: str) -> Node:
    told = f"{size_label(size)} in {model.many(count)}" if count else "Nothing here"
    return node(
        "column",
        node(
            "row", w.disc(glyph, 40, "primary_container", "on_primary_container"),
            node("column", w.text(title, "titleM", lines=1), w.text(told, "bodyM", "on_surface_variant"), grow=1),
            c.button(label, on, rid="card_action", variant="text", height=40, width="wrap"),
            width="fill", gap=14, align="center", bg="low", radius=12, pad=(16, 14, 4, 14), id="card", cls=w.GROUP,
        ),
        width="fill", pad=(16, 0, 16, 8), align="stretch",
    )  # fmt: skip


def log(state: State, place: Route, view: View) -> Screen:
    """What was done with files, the latest first."""
    rows = []
    for one in reversed(state.log):
        name = one.path.rpartition("/")[2]
        where = one.to or one.path.rpartition("/")[0] or STORAGE_NAME
        mark = "to" if one.to else "in"
        rows.append(
            w.row(name, f"{one.what} {mark} {where}", rid="row_record",
                  leading=w.disc(GLYPHS.get(one.what, "folder"), 40), height=72,
                  trailing=w.text(moment(datetime.fromisoformat(one.at), view.now.replace(tzinfo=None)), "bodyS",
                                  "on_surface_variant", id="time"))
        )  # fmt: skip
    none = w.empty("history", "Nothing done yet", "Files that you move, copy, rename or delete are noted here.")
    top = node("row", w.text("History", "28,36,Regular,0", heading=True, grow=1), width="fill", height=56,
               align="center", pad=(16, 0, 4, 0), id="toolbar", cls=w.GROUP)  # fmt: skip
    return Screen(w.page(rows or none), top=top, bottom=bottom("History"), title="History")


def settings(state: State, place: Route, view: View) -> Screen:
    """How lists look, and how long the bin keeps files."""
    prefs = state.prefs
    body = w.form(
        section("Lists"),
        c.setting("Sort by", prefs.sort, on=ev("go", to="sort"), icon_name="sort"),
        c.setting("Grid view", "Large pictures, two side by side", on=ev("view"), icon_name="grid_view",
                  checked=prefs.view == "Grid"),
        c.setting("Folders first", "", on=ev("folders_first"), icon_name="folder", checked=prefs.folders_first),
        c.setting("Show hidden files", "Names that begin with a dot", on=ev("hidden"), icon_name="visibility",
                  checked=prefs.hidden),
        section("Bin"),
        c.setting("Remove for good after", prefs.keep, on=ev("go", to="keep"), icon_name="delete_outline"),
        section("About"),
        c.setting("Storage", f"{size_label(TOTAL - view.storage.used)} free", on=ev("tab", to="clean"),
                  icon_name="smartphone"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def keep(state: State, place: Route, view: View) -> Screen:
    """How long files stay in the bin."""
    window = c.choice_dialog("Remove for good after", KEEP, state.prefs.keep, ev("keep"))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title="Remove for good after")
