"""Clock: alarms with an editor, the world clock, timers, a stopwatch, and bedtime."""

from adapters.phone.apps.clock import (  # noqa: F401 - they declare its screens
    alarms,
    bedtime,
    editor,
    ringing,
    settings,
    stopwatch,
    timers,
    world,
)
from adapters.phone.apps.clock.app import app

APP = app.build()
