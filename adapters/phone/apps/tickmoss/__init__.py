"""Tickmoss, to-do lists: today, what is coming, lists in a drawer, an editor with pickers, a bin."""

from adapters.phone.apps.tickmoss import editor, lists, pickers, settings, task  # noqa: F401 - they declare its screens
from adapters.phone.apps.tickmoss.app import app

APP = app.build()
