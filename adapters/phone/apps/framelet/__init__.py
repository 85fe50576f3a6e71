"""Framelet, a feed of photos: follow, like, save, comment, send, and posts of one's own for whom one picks."""

from adapters.phone.apps.framelet import (  # noqa: F401 - they declare its screens
    comments,
    create,
    explore,
    feed,
    messages,
    options,
    people,
)
from adapters.phone.apps.framelet.app import app

APP = app.build()
