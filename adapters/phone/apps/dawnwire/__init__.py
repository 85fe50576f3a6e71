"""Dawnwire, a newspaper: fronts by section, articles, authors to follow, lists to save to, comments, alerts."""

from adapters.phone.apps.dawnwire import article, authors, comments, front, you  # noqa: F401 - they declare its screens
from adapters.phone.apps.dawnwire.app import app

APP = app.build()
