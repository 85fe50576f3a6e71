"""Gallery: photos by day, albums, search, and a bin."""

from dataclasses import replace

from adapters.phone.apps.gallery import albums, deleting, grids, photo_page  # noqa: F401 - they declare screens
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.files import changed_state, synced, with_bytes
from adapters.phone.apps.gallery.model import State
from adapters.phone.ui.app import Effect, Route, Screen, View
from adapters.phone.ui.node import Ev

_APP = app.build()


def _screen(state: State, place: Route, view: View) -> Screen:
    """Show a place with the photos that are in the storage."""
    state = synced(state, view.storage)
    return with_bytes(_APP.screen(state, place, view), view.storage, state.photos)


def _update(state: State, event: Ev, view: View) -> tuple[State, tuple[Effect, ...]]:
    """Handle an event with the photos that are in the storage."""
    now = synced(state, view.storage)
    after, effects = _APP.update(now, event, view)
    return changed_state(state, now, after), effects


APP = replace(_APP, screen=_screen, update=_update)
