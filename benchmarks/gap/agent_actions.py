"""Converts this runtime's actions without coordinates into predictions. Pure."""

from __future__ import annotations

from typing import Final

from benchmarks.gap.records import Predicted
from runtime.core.actions import Action, Answer, AskUser, Finish, Key, Launch, Takeover, Type, Wait

_BUTTONS: Final = {"APP_SWITCH": "APPSELECT"}


def predict_without_place(action: Action) -> Predicted | None:
    """The action as a prediction; None if it has coordinates, or if no recorded step can contain it."""
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
