"""Reminders: when a note reminds of itself, and the notes that will."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.cards import inks, open_note, tag
from adapters.phone.apps.jotfern.model import WHEN_DEFAULT, State, changed, due, note_of, reminded
from adapters.phone.apps.jotfern.notes import COLORS, NEXT_MONDAY, ONCE, PAPER, REMIND_OFTEN, REMIND_WHEN, Note
from adapters.phone.components.boxes import line, words
from adapters.phone.framework.actions import back, then, toast
from adapters.phone.framework.dates import DAYS, day_and_time
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node


@app.dialog("reminder", over="note", title="Remind me")
def reminder_dialog(state: State, view: View, key: str = "") -> Node:
    """When and how often a note reminds of itself; nothing is set before "Save"."""
    when, often = bind(state, "ui.when"), bind(state, "ui.often")
    times = [
        c.radio_row(
            choice, when.to(choice), choice == when.value, rid="choice", inset=24, height=50,
            trailing=_clock(choice, view),
        )
        for choice in REMIND_WHEN
    ]  # fmt: skip
    repeats = [
        c.chip(choice, often.to(choice), choice == often.value, rid="chip_repeat", single=True)
        for choice in REMIND_OFTEN
    ]
    return c.dialog(
        "Remind me",
        node("column", times, id="android:id/select_dialog_listview", cls="android.widget.ListView", align="stretch"),
        w.text("Repeat", "labelL", "on_surface_variant", pad=(24, 10, 24, 6)),
        c.chips(repeats, inset=22, rid="repeat_group", cls="android.widget.RadioGroup"),
        buttons=_reminder_buttons(state, key),
    )


def _clock(choice: str, view: View) -> str:
    """The time that a choice stands for, with the day where the choice leaves it open."""
    clock = due(choice, view.now)[11:]
    return f"{DAYS[0]} {clock}" if choice == NEXT_MONDAY else clock


def _reminder_buttons(state: State, key: str) -> list[Node]:
    note = note_of(state, key)
    save = then(ev("remind", key=key), back(), toast("Reminder set"))
    buttons = [c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Save", save)]
    if note is None or not note.reminder:
        return buttons
    remove = then(ev("remove_reminder", key=key), back(), toast("Reminder removed"))
    neutral = c.button("Remove", remove, rid="android:id/button3", variant="text", width="wrap", height=40)
    return [neutral, *buttons]


@app.on("remind")
def remind(state: State, view: View, key: str) -> State:
    """Set the reminder that was picked."""
    after = changed(state, key, reminder=due(state.ui.when, view.now), repeat=state.ui.often)
    return replace(after, ui=replace(after.ui, when=WHEN_DEFAULT))


@app.on("remove_reminder")
def remove_reminder(state: State, key: str) -> State:
    """Remove a note's reminder."""
    return changed(state, key, reminder="", repeat=ONCE)


@app.screen("reminders", distractor="called as the window in which a note gets its reminder")
def reminders(state: State, view: View) -> Screen:
    """Notes by the time of their reminder."""
    rows = [_reminder_row(note, view) for note in reminded(state)]
    nothing = w.empty("notifications_none", "No reminders", "Set one from the bell of a note.")
    return Screen(w.page(rows or nothing), top=w.app_bar("Reminders"), title="Reminders")


def _reminder_row(note: Note, view: View) -> Node:
    ink, soft = inks(note.color)
    then = datetime.fromisoformat(note.reminder)
    day = node(
        "column", w.text(str(then.day), "24,28,Medium,0", ink), w.text(f"{then:%b}", "labelM", soft),
        width=56, height=60, radius=16, bg=COLORS.get(note.color) or "container", align="center", justify="center",
    )  # fmt: skip
    about = words(
        w.text(note.title or (note.text.splitlines() or ["List"])[0], "titleM", lines=2, id="note_title"),
        w.text(day_and_time(note.reminder, view.now), "bodyM", "on_surface_variant", id="due"),
        tag(note.repeat, PAPER, "repeat") if note.repeat != ONCE else None,
        gap=2,
    )
    return line(day, about, on=open_note(note.id), id="row_reminder", cls=w.GROUP, gap=16, pad=(20, 10))
