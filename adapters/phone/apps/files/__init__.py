"""Files: the phone's shared storage, as commands and cables see it too; a bin, a history of what was done."""

from dataclasses import replace

from adapters.phone.apps.files import care, lists, moving, windows  # noqa: F401 - they declare its screens
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import State
from adapters.phone.ui.app import Effect, View
from adapters.phone.ui.node import Ev

_APP = app.build()


def _update(state: State, event: Ev, view: View) -> tuple[State, tuple[Effect, ...]]:
    """Handle an event. A notice about what was put where goes with the next one."""
    if state.ui.notice:
        state = replace(state, ui=replace(state.ui, notice="", notice_folder=""))
    after: tuple[State, tuple[Effect, ...]] = _APP.update(state, event, view)
    return after


APP = replace(_APP, update=_update)
