"""Calendar: a schedule, day and month, events with repeats, several calendars."""

from adapters.phone.apps.calendar import (  # noqa: F401 - they declare its screens
    drawer,
    editor,
    event_page,
    grids,
    pickers,
    schedule,
    settings,
)
from adapters.phone.apps.calendar.app import app

APP = app.build()
