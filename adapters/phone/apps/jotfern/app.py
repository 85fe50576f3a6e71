"""Jotfern's declaration; its screens and handlers stand in `wall`, `shelves`, `editor` and `reminders`."""

from adapters.phone.apps.jotfern.model import WHEN_DEFAULT, State
from adapters.phone.apps.jotfern.notes import REMIND_OFTEN, REMIND_WHEN
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
    name="jotfern",
    package="com.jotfern.notes",
    label="Jotfern",
    icon=Icon("#FBF1CF", "#55762F", "edit_note"),
    theme=Theme("#7BA05B", "tonal", radius=16, overrides=(("surface", "#FFFBEF"), ("lowest", "#FFFEFA"))),
    home=route("notes"),
    scratch=("notes/*/edited", "notes/*/id", "ui"),
    choices=(
        Choice("jotfern.kind", ("Text", "List"), "Text"),
        Choice("jotfern.label", ("None", "A label"), "None"),
        Choice("jotfern.reminder", ("None", *REMIND_WHEN), "None"),
        Choice("jotfern.reminder.when", REMIND_WHEN, WHEN_DEFAULT),
        Choice("jotfern.reminder.repeat", REMIND_OFTEN, REMIND_OFTEN[0]),
    ),
    version="3.8.4",
    tree_style="compose",
)
