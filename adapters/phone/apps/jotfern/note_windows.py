"""The reminder of a note."""

from dataclasses import replace

from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.editor import note_page
from adapters.phone.apps.jotfern.model import WHEN_DEFAULT, State, changed, due, note_of
from adapters.phone.apps.jotfern.notes import REMIND_OFTEN, REMIND_WHEN
from adapters.phone.components.dialogs import dialog_over
from adapters.phone.framework.actions import back, then, toast
from adapters.phone.framework.dates import DAYS
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node


@app.screen("reminder", activity=".NoteActivity")
def reminder_dialog(state: State, view: View, key: str = "") -> Screen:
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
    window = c.dialog(
        "Remind me",
        node("column", times, id="android:id/select_dialog_listview", cls="android.widget.ListView", align="stretch"),
        w.text("Repeat", "labelL", "on_surface_variant", pad=(24, 10, 24, 6)),
        c.chips(repeats, inset=22, rid="repeat_group", cls="android.widget.RadioGroup"),
        buttons=_reminder_buttons(state, key),
    )
    return dialog_over(note_page(state, view, key), window, "Remind me")


def _clock(choice: str, view: View) -> str:
    """The time that a choice stands for, with the day where the choice leaves it open."""
    clock = due(choice, view.now)[11:]
    return f"{DAYS[0]} {clock}" if choice == "Next Monday" else clock


def _reminder_buttons(state: State, key: str) -> list[Node]:
    note = note_of(state, key)
    save = then(ev("remind", key=key), back(), toast("Reminder set"))
    buttons = [c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Save", save)]
    if note is None or not note.reminder:
        return buttons
    remove = then(ev("remove_reminder", key=key), back(), toast("No reminder any more"))
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
    return changed(state, key, reminder="", repeat=REMIND_OFTEN[0])
