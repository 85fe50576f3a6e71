"""Drizzlecast, the weather: full-screen skies, saved places, official warnings and own alerts, reports, units."""

from adapters.phone.apps.drizzlecast import (  # noqa: F401 - they declare its screens
    alerts,
    forecast,
    places,
    reports,
    settings,
    warnings,
)
from adapters.phone.apps.drizzlecast.app import app

APP = app.build()
