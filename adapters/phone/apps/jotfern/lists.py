"""Jotfern's lists: the wall of notes, reminders, labels, archive, bin and the search."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.jotfern import model
from adapters.phone.apps.jotfern.cards import inks, tag, wall
from adapters.phone.apps.jotfern.content import SEARCHES
from adapters.phone.apps.jotfern.model import KINDS, SORTS, State
from adapters.phone.apps.jotfern.notes import ARCHIVE, BIN, COLORS, PAPER, Note
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def notes(state: State, place: Route, view: View) -> Screen:
    """The wall: what is pinned, then everything else."""
    every = model.in_place(state)
    pinned, others = [one for one in every if one.pinned], [one for one in every if not one.pinned]
    parts: list[Node] = []
    if pinned:
        parts += [_head("Pinned"), wall(state, pinned, view), _head("Others") if others else w.space(0)]
    if others:
        parts.append(wall(state, others, view))
    body = w.page(w.space(0 if pinned else 8), parts, w.space(12)) if every else w.page(
        w.empty("lightbulb", "No notes yet", "Tap the plus to write the first one.")
    )  # fmt: skip
    grid = state.prefs.grid
    pill = node(
        "row",
        w.icon("search", 22),
        node("row", w.text("Search Jotfern", "bodyL", "on_surface_variant", lines=1, heading=True), on=ev("search"),
             id="search", cls=w.ROW, grow=1, height=48, align="center"),
        w.action("view_agenda" if grid else "grid_view", "List view" if grid else "Grid view", ev("view"),
                 rid="view"),
        w.action("sort", "Sort", ev("go", to="sort"), rid="sort"),
        width="fill", height=52, radius=26, bg="container", pad=(18, 0, 4, 0), gap=12, align="center", id="search_bar",
        cls=w.GROUP,
    )  # fmt: skip
    top = node("column", pill, width="fill", pad=(16, 8, 16, 8), align="stretch")
    return Screen(body, top=top, bottom=_tools(), title="Notes")


def _head(title: str) -> Node:
    return w.text(title, "labelL", "on_surface_variant", pad=(22, 12, 22, 8))


def _tools() -> Node:
    """The lower bar: where else to look, and the button for a new note at its end."""
    plus = node(
        "icon_button", icon="add", desc="New note", on=ev("new"), id="new_note", width=56, height=56, radius=16,
        bg="primary_container", color="on_primary_container", size=26,
    )  # fmt: skip
    tools = (
        ("check_box", "New list", ev("new", checklist=True), "new_list"),
        ("notifications_none", "Reminders", ev("go", to="reminders"), "reminders"),
        ("label_outline", "Labels", ev("go", to="labels"), "labels"),
        ("archive", "Archive", ev("go", to="archive"), "archive"),
        ("settings", "Settings", ev("go", to="settings"), "settings"),
    )
    icons = [w.action(glyph, desc, on, rid=name) for glyph, desc, on, name in tools]
    return node("row", icons, w.push(), plus, width="fill", height=76, bg="container", pad=(8, 10, 14, 10), gap=4,
                align="center", id="bottom_bar", cls=w.GROUP)  # fmt: skip


def _shelf(state: State, title: str, every: list[Note], nothing: Node, view: View, *actions: Node) -> Screen:
    many = "1 note" if len(every) == 1 else f"{len(every)} notes"
    body = w.page(w.space(8), wall(state, every, view), w.space(12)) if every else w.page(nothing)
    return Screen(body, top=w.app_bar(title, *actions, support=many), title=title)


def archive(state: State, place: Route, view: View) -> Screen:
    """What was put away."""
    nothing = w.empty("archive", "The archive is empty", "Archived notes leave the wall but are still found.")
    bin_ = w.action("delete_outline", "Open the bin", ev("go", to="bin"), rid="open_bin", color="on_surface")
    return _shelf(state, "Archive", model.in_place(state, ARCHIVE), nothing, view, bin_)


def bin_page(state: State, place: Route, view: View) -> Screen:
    """What was deleted."""
    nothing = w.empty("delete_outline", "The bin is empty", "Deleted notes wait here.")
    return _shelf(state, "Bin", model.in_place(state, BIN), nothing, view)


def label(state: State, place: Route, view: View) -> Screen:
    """The notes with one label."""
    name = place.get("name", "Home")
    nothing = w.empty("label_outline", f"Nothing in {name}", "Add the label to a note and it shows up here.")
    add = w.action("add", f"New note in {name}", ev("new", label=name), rid="new_note", color="on_surface")
    return _shelf(state, name, model.labelled(state, name), nothing, view, add)


def labels(state: State, place: Route, view: View) -> Screen:
    """All labels; with a note in mind, which of them it has."""
    key = place.get("key", "")
    note = model.note_of(state, key)
    rows = []
    for name in state.labels:
        if note is None:
            count = w.text(str(len(model.labelled(state, name))), "labelL", "on_surface_variant")
            on, lead = ev("go", to="label", name=name), w.icon("label_outline")
            rows.append(w.row(name, on=on, rid="row_label", leading=lead, trailing=count, height=60, inset=20))
        else:
            box = node("checkbox", checked=name in note.labels, width=20, height=20, id="checkbox")
            rows.append(w.row(name, on=ev("label", key=key, value=name), rid="row_label", inset=20, height=60,
                              leading=w.icon("label_outline"), trailing=box, selected=name in note.labels))  # fmt: skip
    make = w.action("check", "Create label", ev("label_make", key=key), rid="create_label", color="primary")
    box = c.field(
        state.ui.label, "Create a label", "label_name", change=ev("label_typed"), submit=ev("label_make", key=key),
        leading="add", trailing=make if state.ui.label.strip() else None, bg="container", radius=16,
    )  # fmt: skip
    body = w.page(node("column", box, width="fill", pad=(16, 8, 16, 10), align="stretch"), rows)
    title = "Labels" if note is None else "Label note"
    return Screen(body, top=w.app_bar(title), title=title)


def reminders(state: State, place: Route, view: View) -> Screen:
    """Notes by the time at which they make themselves heard."""
    rows = []
    for one in model.reminded(state):
        first = one.title or (one.text.splitlines() or ["List"])[0]
        then = datetime.fromisoformat(one.reminder)
        side = node(
            "column", w.text(str(then.day), "24,28,Medium,0", inks(one.color)[0]),
            w.text(f"{then:%b}", "labelM", inks(one.color)[1]), width=56, height=60, radius=16,
            bg=COLORS.get(one.color) or "container", align="center", justify="center",
        )  # fmt: skip
        again = tag(one.repeat, PAPER, "repeat") if one.repeat != "Does not repeat" else None
        rows.append(
            node(
                "row", side,
                node("column", w.text(first, "titleM", lines=2, id="note_title"),
                     w.text(model.told(one.reminder, view.now), "bodyM", "on_surface_variant", id="due"), again, gap=2,
                     grow=1),
                on=ev("open", key=one.id), id="row_reminder", cls=w.GROUP, width="fill", gap=16, align="center",
                pad=(20, 10, 20, 10),
            )
        )  # fmt: skip
    nothing = w.empty("notifications_none", "No reminders", "Set one from the bell of a note.")
    return Screen(w.page(rows) if rows else w.page(nothing), top=w.app_bar("Reminders"), title="Reminders")


def search(state: State, place: Route, view: View) -> Screen:
    """Notes by their words, kind or colour."""
    ui = state.ui
    kinds = [c.chip(name, ev("look", kind=name), ui.kind == name, rid="chip_kind") for name in KINDS]
    colors = [
        node(
            "stack",
            node("stack", w.icon("check", 18, inks(name)[0], place=("center", "center")) if ui.color == name else None,
                 width=34, height=34, radius=17, bg=tint or "lowest", outline="outline", place=("center", "center")),
            on=ev("look", color=name), id="color_option", cls="android.widget.CheckBox", checked=ui.color == name,
            desc=name, height=48,
        )
        for name, tint in COLORS.items()
    ]  # fmt: skip
    hits = model.found(state, ui.query, ui.kind, ui.color)
    asked = ui.query.strip() or ui.kind or ui.color
    if hits:
        many = "1 note" if len(hits) == 1 else f"{len(hits)} notes"
        rest: list[Node] = [w.text(many, "bodyM", "on_surface_variant", pad=(22, 8, 20, 8), id="result_count"),
                            wall(state, hits, view)]  # fmt: skip
    elif asked:
        rest = [w.empty("search_off", "Nothing found", "No note has these words, this kind and this colour.")]
    else:
        rest = [
            w.row(tip, on=ev("query", text=tip), rid="row_recent", leading=w.icon("history"), height=56, inset=20)
            for tip in SEARCHES
        ]
    body = w.page(
        c.chips(kinds, inset=20, rid="kind_group"),
        node("grid", colors, columns=len(COLORS), width="fill", align="stretch", pad=(12, 6, 12, 2)),
        rest,
    )
    return Screen(body, top=c.search_bar(ui.query, "Search notes"), title="Search")


def sort(state: State, place: Route, view: View) -> Screen:
    """In which order notes stand."""
    window = c.choice_dialog("Sort notes", SORTS, state.prefs.sort, ev("sort"))
    below = notes(state, place, view)
    return Screen(below.body, top=below.top, bottom=below.bottom, overlay=Overlay("dialog", window), title="Sort notes")


def settings(state: State, place: Route, view: View) -> Screen:
    """How notes are shown."""
    prefs = state.prefs
    body = w.page(
        c.setting("Sort notes", prefs.sort, on=ev("go", to="sort"), icon_name="sort"),
        c.setting("Two columns", "Otherwise one card under the other", on=ev("pref", key="grid"),
                  icon_name="grid_view", checked=prefs.grid),
        c.setting("Move ticked lines down", on=ev("pref", key="ticked_last"), icon_name="checklist",
                  checked=prefs.ticked_last),
        c.setting("Show pictures on cards", on=ev("pref", key="previews"), icon_name="image", checked=prefs.previews),
        c.setting("Labels", f"{len(state.labels)} in use", on=ev("go", to="labels"), icon_name="label_outline"),
        c.setting("Bin", "Deleted notes", on=ev("go", to="bin"), icon_name="delete_outline"),
        c.setting("About Jotfern", "Version 3.8.4", on=ev("say", text="You have the latest version"),
                  icon_name="info"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")
