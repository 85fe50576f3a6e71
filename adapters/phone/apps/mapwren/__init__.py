"""Mapwren, maps and places: a floating search, pins, place sheets, lists, routes by mode, planned trips."""

from adapters.phone.apps.mapwren import account, directions, explore, place  # noqa: F401 - they declare its screens
from adapters.phone.apps.mapwren.app import app

APP = app.build()
