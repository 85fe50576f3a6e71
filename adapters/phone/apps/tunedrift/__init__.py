"""Tunedrift, music: home, search, a library with playlists, a player with queue and sleep timer, and plans."""

from adapters.phone.apps.tunedrift import (  # noqa: F401 - they declare its screens
    front,
    library,
    listing,
    plans,
    player,
    songs,
)
from adapters.phone.apps.tunedrift.app import app

APP = app.build()
