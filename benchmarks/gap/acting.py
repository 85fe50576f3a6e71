"""This runtime's actions that have no place, as predictions: executed and announced ones alike. Pure."""

from __future__ import annotations

from typing import Final

from benchmarks.gap.records import Predicted
from runtime.core.actions import Action, Answer, AskUser, Finish, Key, Launch, Takeover, Type, Wait

_BUTTONS: Final = {"APP_SWITCH": "APPSELECT"}


def placeless(action: Action) -> Predicted | None:
    """The action in the words of recorded steps; None where it has a place, or no recorded step could ask for it."""
    match action:
        case Type(text):
            return Predicted("type", text=text)
        case Key(name):
            return Predicted("press", button=_BUTTONS.get(name, name))
        case Launch(app):
            return Predicted("open", text=app)
        case Wait(ms):
            return Predicted("wait", duration=float(ms))
        case AskUser() | Takeover():
            return Predicted("stop", status="need_feedback")
        case Answer(text):
            return Predicted("stop", text=text, status="finish")
        case Finish(text, status):
            return Predicted("stop", text=text or None, status="finish" if status == "complete" else "impossible")
        case _:
            return None
