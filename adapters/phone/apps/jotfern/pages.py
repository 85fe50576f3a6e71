"""A note of Jotfern: the page on which it is written, its colour, reminder and end; text that another app shares."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.jotfern.cards import ground, inks, tag
from adapters.phone.apps.jotfern.model import DAYS, State, due, edited, note_of, told
from adapters.phone.apps.jotfern.notes import (
    ARCHIVE,
    BIN,
    COLORS,
    NOTES,
    PAPER,
    REMIND_OFTEN,
    REMIND_WHEN,
    Item,
    Note,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node


def page(state: State, place: Route, view: View) -> Screen:
    """The note itself: everything on it can be changed in place."""
    note = note_of(state, place.get("key", ""))
    if note is None:
        body = w.page(w.empty("search_off", "This note is gone", "It was deleted for good."), rid="scroll")
        return Screen(body, top=w.app_bar("Note"), title="Note")
    ink, soft = inks(note.color)
    paper = "surface" if note.color == PAPER else ground(note.color)
    picture = None
    if note.art:
        picture = node("image", art=Art(note.art, note.seed), width="fill", height=200, desc="Picture", id="photo")
    lines = _lost(note, ink, soft) if note.place == BIN else _written(state, note, ink, soft)
    tags = [tag(told(note.reminder, view.now), note.color, "alarm")] if note.reminder else []
    if note.reminder and note.repeat != REMIND_OFTEN[0]:
        tags.append(tag(note.repeat, note.color, "repeat"))
    tags += [tag(one, note.color, "label_outline") for one in note.labels]
    marks = node("row", tags, wrap=True, gap=8, width="fill", align="center", pad=(22, 10, 22, 10)) if tags else None
    body = w.form(picture, lines, marks)
    return Screen(
        body, top=_bar(note), bottom=_foot(note, ink, soft, paper, view), bg=paper, title=note.title or "Note"
    )


def _written(state: State, note: Note, ink: str, soft: str) -> list[Node]:
    """Title and content as fields that keep what is typed into them."""
    key = note.id
    title = node(
        "field", text=note.title, hint="Title", id="note_title", width="fill", height=60, type="24,32,Medium,0",
        color=ink, pad=(22, 0, 22, 0), on={"change": ev("title", key=key), "submit": ev("searched")},
    )  # fmt: skip
    if note.checklist:
        content = _checklist(state, note, ink, soft)
    else:
        content = node(
            "field", text=note.text, hint="Note", id="note_text", width="fill", lines=40, type="16,25,Regular,0.1",
            color=ink, pad=(22, 4, 22, 12), on={"change": ev("text", key=key)},
        )  # fmt: skip
    return [title, content]


def _lost(note: Note, ink: str, soft: str) -> list[Node]:
    """A deleted note can be read, not changed."""
    title = w.text(note.title, "24,32,Medium,0", ink, id="note_title", pad=(22, 12, 22, 10)) if note.title else None
    text = w.text(note.text, "16,25,Regular,0.1", ink, id="note_text", pad=(22, 8, 22, 12)) if note.text else None
    items = [
        node(
            "row", w.icon("check_box" if one.done else "check_box_outline_blank", 22, soft),
            w.text(one.text, "bodyL", soft if one.done else ink, grow=1), width="fill", min_height=44, gap=16,
            pad=(24, 0, 20, 0), align="center",
        )
        for one in note.items
    ]  # fmt: skip
    return [one for one in (title, text, *items) if one is not None]


def _bar(note: Note) -> Node:
    ink, soft = inks(note.color)
    where = note.place if note.place != NOTES else "List" if note.checklist else "Note"

    def act(glyph: str, desc: str, on: Ev, name: str) -> Node:
        return w.action(glyph, desc, on, rid=name, color=ink)

    kept = note.place == NOTES
    away = act("archive", "Archive", ev("move", key=note.id, place=ARCHIVE), "archive")
    lost = note.place == BIN
    back = act("restore_from_trash" if lost else "unarchive", "Restore" if lost else "Unarchive",
               ev("move", key=note.id, place=NOTES), "unarchive")  # fmt: skip
    pin = act("push_pin", "Unpin" if note.pinned else "Pin", ev("pin", key=note.id), "pin")
    pin = replace(pin, selected=note.pinned).styled(outline=ink if note.pinned else "", outline_width=1.5)
    return node(
        "row",
        w.action("arrow_back", "Navigate up", w.UP, color=ink),
        w.text(where, "titleM", soft, grow=1, pad=(8, 0, 0, 0), heading=True),
        pin if kept else None,
        act("notification_add", "Reminder", ev("ask", what="reminder", key=note.id), "reminder") if kept else None,
        away if kept else back,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip


def _checklist(state: State, note: Note, ink: str, soft: str) -> Node:
    """The lines with their boxes; ticked ones below the others where the settings say so."""
    lines = list(enumerate(note.items))
    still = [one for one in lines if not one[1].done] if state.prefs.ticked_last else lines
    done = [one for one in lines if one[1].done] if state.prefs.ticked_last else []
    typed = state.ui.item if state.ui.typing == note.id else ""
    put = w.action("check", "Add item", ev("item_add", key=note.id), rid="add_item", color=ink)
    add = node(
        "row", w.icon("add", 22, soft),
        node("field", text=typed, hint="List item", id="new_item", grow=1, height=48, type="bodyL", color=ink,
             on={"change": ev("item_typed", key=note.id), "submit": ev("item_add", key=note.id)}),
        put if typed.strip() else None,
        width="fill", height=50, pad=(23, 0, 8, 0), gap=15, align="center", cls=w.ROW,
    )  # fmt: skip
    head = w.text(f"{len(done)} ticked", "labelL", soft, pad=(24, 12, 24, 4), id="ticked_count") if done else None
    return node(
        "column", [_line(note, at, one, ink, soft) for at, one in still], add, head,
        [_line(note, at, one, ink, soft) for at, one in done], width="fill", align="stretch", id="checklist",
    )  # fmt: skip


def _line(note: Note, at: int, one: Item, ink: str, soft: str) -> Node:
    box = node(
        "icon_button", icon="check_box" if one.done else "check_box_outline_blank", color=soft if one.done else ink,
        desc=f"{'Ticked' if one.done else 'Not ticked'}: {one.text}", on=ev("tick", key=note.id, index=at), id="tick",
        cls="android.widget.CheckBox", checked=one.done, width=48, height=48, size=22,
    )  # fmt: skip
    words = node(
        "field", text=one.text, hint="Empty line", id="item", grow=1, height=48, type="bodyL",
        color=soft if one.done else ink, on={"change": ev("item", key=note.id, index=at), "submit": ev("searched")},
    )  # fmt: skip
    drop = w.action("close", f"Remove {one.text}", ev("item_drop", key=note.id, index=at), rid="remove_item",
                    color=soft)  # fmt: skip
    return node("row", box, words, drop, width="fill", height=48, pad=(10, 0, 8, 0), gap=4, align="center",
                id="row_item", cls=w.GROUP)  # fmt: skip


def _foot(note: Note, ink: str, soft: str, paper: str, view: View) -> Node:
    """What can be done with the note, and when it was last changed."""
    key = note.id
    lost = note.place == BIN
    tools = [
        w.action("palette", "Colour", ev("ask", what="color", key=key), rid="color", color=ink),
        w.action("label_outline", "Labels", ev("ask", what="labels", key=key), rid="labels", color=ink),
        w.action("notes" if note.checklist else "checklist", "Turn into text" if note.checklist else "Turn into a list",
                 ev("as_list", key=key), rid="as_list", color=ink),
        w.action("content_copy", "Make a copy", ev("copy", key=key), rid="copy", color=ink),
        w.action("share", "Share", ev("share", key=key), rid="share", color=ink),
    ]  # fmt: skip
    when = w.text(edited(note.edited, view.now), "bodyS", soft, id="edited", grow=1, text_align="center", lines=2)
    gone = ev("ask", what="purge", key=key) if lost else ev("move", key=key, place=BIN)
    delete = w.action("delete_forever" if lost else "delete_outline", "Delete for good" if lost else "Delete", gone,
                      rid="delete", color=ink)  # fmt: skip
    return node("row", [] if lost else tools, when, delete, width="fill", height=56, bg=paper, pad=(8, 0, 8, 0),
                align="center", id="note_tools", cls=w.GROUP)  # fmt: skip


def _over(state: State, place: Route, view: View, overlay: Overlay, title: str) -> Screen:
    return replace(page(state, place, view), overlay=overlay, title=title)


def color(state: State, place: Route, view: View) -> Screen:
    """The tints a note can have."""
    key = place.get("key", "")
    note = note_of(state, key)
    now = note.color if note else PAPER
    discs = [
        node(
            "column",
            node("stack", w.icon("check", 24, inks(name)[0], place=("center", "center")) if name == now else None,
                 width=52, height=52, radius=26, bg=tint or "lowest", outline="primary" if name == now else "outline",
                 outline_width=2 if name == now else 1),
            w.text(name, "labelM", "on_surface", pad=(0, 4, 0, 0)),
            on=ev("color", key=key, value=name), id="color_option", cls="android.widget.RadioButton",
            checked=name == now, selected=name == now, height=84, align="center",
        )
        for name, tint in COLORS.items()
    ]  # fmt: skip
    head = node(
        "row", w.text("Colour", "20,28,Bold,0", heading=True, grow=1),
        c.button("Cancel", w.UP, rid="cancel", variant="text", width="wrap", height=40),
        width="fill", pad=(24, 0, 12, 8), align="center",
    )  # fmt: skip
    root = node(
        "column", head, node("grid", discs, columns=4, gap=6, width="fill", align="stretch", pad=(16, 0, 16, 8)),
        width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 18, 0, 8), align="stretch", id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
    )  # fmt: skip
    return _over(state, place, view, Overlay("sheet", root), "Colour")


def reminder(state: State, place: Route, view: View) -> Screen:
    """When and how often a note makes itself heard; nothing is set before "Save"."""
    key, ui = place.get("key", ""), state.ui
    note = note_of(state, key)

    def clock(choice: str) -> str:
        stamp = told(due(choice, view.now), view.now)
        return stamp.split(", ")[-1] if choice != REMIND_WHEN[3] else f"{DAYS[0]} {stamp.split(', ')[-1]}"

    rows = [
        c.radio_row(one, ev("when", value=one), one == ui.when, rid="choice", inset=24, height=50, trailing=clock(one))
        for one in REMIND_WHEN
    ]
    often = [
        c.chip(one, ev("often", value=one), one == ui.often, rid="chip_repeat", single=True) for one in REMIND_OFTEN
    ]
    off = None
    if note is not None and note.reminder:
        off = c.button("Remove", ev("remind", key=key, off=True), rid="android:id/button3", variant="text",
                       width="wrap", height=40)  # fmt: skip
    buttons = [c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Save", ev("remind", key=key))]
    window = c.dialog(
        "Remind me",
        node("column", rows, id="android:id/select_dialog_listview", cls="android.widget.ListView", align="stretch"),
        w.text("Repeat", "labelL", "on_surface_variant", pad=(24, 10, 24, 6)),
        c.chips(often, inset=22, rid="repeat_group", cls="android.widget.RadioGroup"),
        buttons=[off, *buttons] if off is not None else buttons,
    )
    return _over(state, place, view, Overlay("dialog", window), "Remind me")


def purge(state: State, place: Route, view: View) -> Screen:
    """The question before a note is gone."""
    key = place.get("key", "")
    window = c.dialog(
        "Delete for good?",
        w.text("This note cannot be brought back.", "bodyM", "on_surface_variant", id="android:id/message",
               pad=(24, 0, 24, 0)),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Delete", ev("purge", key=key))),
    )  # fmt: skip
    return _over(state, place, view, Overlay("dialog", window), "Delete for good?")


def share(state: State, place: Route, view: View) -> Screen:
    """Where shared text arrives: how it would look as a note."""
    text = place.get("text", "").strip()
    first, _, rest = text.partition("\n")
    lines = [w.text(first or "Nothing was shared", "20,26,Bold,0", "#23251C", id="preview_title", lines=3)]
    if rest:
        lines.append(w.text(rest, "bodyL", "#23251C", id="preview_text", lines=10))
    card = node("column", lines, width="fill", bg=COLORS["Butter"], radius=16, pad=(18, 16, 18, 18), gap=8,
                align="stretch", id="preview", cls=w.GROUP)  # fmt: skip
    body = w.form(node("column", card, width="fill", pad=(20, 8, 20, 8), align="stretch"))
    button = c.button("Save note", ev("accept", text=text), rid="accept", enabled=bool(text))
    return Screen(body, top=w.app_bar("New note"), bottom=w.sticky(button), title="New note")
