"""Tunedrift, music: home, search, a library with playlists, a player with its queue."""

from dataclasses import replace

from adapters.phone.apps.tunedrift import front, listing, player, playlists  # noqa: F401 - they declare its screens
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.model import State
from adapters.phone.apps.tunedrift.playback import settled
from adapters.phone.ui.app import Effect, Route, Screen, View
from adapters.phone.ui.node import Ev

_APP = app.build()


def _screen(state: State, place: Route, view: View) -> Screen:
    """Show a place with what plays now."""
    return _APP.screen(settled(state, view.now), place, view)


def _update(state: State, event: Ev, view: View) -> tuple[State, tuple[Effect, ...]]:
    """Handle an event after tracks that have ended since; nothing else happens when one ends."""
    return _APP.update(settled(state, view.moment), event, view)


APP = replace(_APP, screen=_screen, update=_update)
