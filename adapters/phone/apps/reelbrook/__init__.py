"""Reelbrook, videos: channels to follow, a player that stays, comments, playlists, downloads, uploads."""

from adapters.phone.apps.reelbrook import comments, front, library, upload, watching  # noqa: F401 - they declare its screens
from adapters.phone.apps.reelbrook.app import app

APP = app.build()
