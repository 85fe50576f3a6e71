"""Tunedrift, music: home, search, a library with playlists, a player with its queue."""

from adapters.phone.apps.tunedrift import (  # noqa: F401 - they declare its screens
    front,
    library,
    listing,
    player,
    songs,
)
from adapters.phone.apps.tunedrift.app import app

APP = app.build()
