"""Seatmint, tickets for films, concerts and plays: posters to leaf through, times, seats, things to eat, a pass."""

from adapters.phone.apps.seatmint import checkout, front, seating, show, tickets  # noqa: F401 - its screens
from adapters.phone.apps.seatmint.app import app

APP = app.build()
