"""Jotfern, notes: a wall of cards, checklists, colours, labels, pins, reminders, archive and bin."""

from __future__ import annotations

from adapters.phone.apps.jotfern import lists, pages
from adapters.phone.apps.jotfern.model import SORTS, WHEN_DEFAULT, State
from adapters.phone.apps.jotfern.notes import COLORS, PAPER, REMIND_OFTEN, REMIND_WHEN
from adapters.phone.apps.jotfern.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "notes": lists.notes,
    "sort": lists.sort,
    "search": lists.search,
    "reminders": lists.reminders,
    "labels": lists.labels,
    "label": lists.label,
    "archive": lists.archive,
    "bin": lists.bin_page,
    "settings": lists.settings,
    "note": pages.page,
    "color": pages.color,
    "reminder": pages.reminder,
    "purge": pages.purge,
    "share": pages.share,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Jotfern shows at a place; an unknown one is the wall."""
    return _SCREENS.get(place.name, lists.notes)(state, place, view)


APP = App(
    name="jotfern",
    package="com.jotfern.notes",
    label="Jotfern",
    icon=Icon("#FBF1CF", "#55762F", "edit_note"),
    theme=Theme("#7BA05B", "tonal", radius=16, overrides=(("surface", "#FFFBEF"), ("lowest", "#FFFEFA"))),
    home=route("notes"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "notes/*/edited",
        "notes/*/id",
        "ui",
    ),
    activities={
        "notes": ".NotesActivity",
        "sort": ".NotesActivity",
        "search": ".SearchActivity",
        "reminders": ".RemindersActivity",
        "labels": ".LabelsActivity",
        "label": ".LabelActivity",
        "archive": ".ArchiveActivity",
        "bin": ".BinActivity",
        "settings": ".SettingsActivity",
        "note": ".NoteActivity",
        "color": ".NoteActivity",
        "reminder": ".NoteActivity",
        "purge": ".NoteActivity",
        "share": ".ShareActivity",
    },
    choices=(
        Choice("jotfern.kind", ("Text", "List"), "Text"),
        Choice("jotfern.color", tuple(COLORS), PAPER),
        Choice("jotfern.label", ("None", "A label"), "None"),
        Choice("jotfern.pinned", ("Off", "On"), "Off"),
        Choice("jotfern.reminder", ("None", *REMIND_WHEN), "None"),
        Choice("jotfern.reminder.when", REMIND_WHEN, WHEN_DEFAULT),
        Choice("jotfern.reminder.repeat", REMIND_OFTEN, REMIND_OFTEN[0]),
        Choice("jotfern.sort", SORTS, SORTS[0]),
    ),
    version="3.8.4",
    tree_style="compose",
)
