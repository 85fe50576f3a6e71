"""Drizzlecast, the weather: full-screen skies, saved places, official warnings, units."""

from adapters.phone.apps.drizzlecast import forecast, places, settings, warnings  # noqa: F401 - they declare its screens
from adapters.phone.apps.drizzlecast.app import app

APP = app.build()
