"""Jotfern, notes: a wall of cards, checklists, labels, pins, reminders and an archive."""

from adapters.phone.apps.jotfern import editor, reminders, shelves, wall  # noqa: F401 - they declare its screens
from adapters.phone.apps.jotfern.app import app

APP = app.build()
