"""Jotfern, notes: a wall of cards, checklists, colours, labels, pins, reminders, archive and bin."""

from adapters.phone.apps.jotfern import (  # noqa: F401 - they declare its screens
    editor,
    note_windows,
    settings,
    sharing,
    shelves,
    wall,
)
from adapters.phone.apps.jotfern.app import app

APP = app.build()
