"""Messages: text messages by number, sent now or later, and the dialler with its call log."""

from adapters.phone.apps.messages import calls, conversations, scheduled, thread  # noqa: F401 - they declare its screens
from adapters.phone.apps.messages.app import app

APP = app.build()
