"""Messages: text messages by number, sent now or later, and the dialler with its call log."""

from adapters.phone.apps.messages import (  # noqa: F401 - they declare its screens
    calls,
    dialler,
    lists,
    scheduled,
    thread,
    thread_windows,
)
from adapters.phone.apps.messages.app import app

APP = app.build()
