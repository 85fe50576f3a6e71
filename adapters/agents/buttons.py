"""Buttons that go on: what their labels begin with, and which deed each helps to do. Pure."""

from __future__ import annotations

import re

from adapters.agents.request import Request
from adapters.agents.screen import Control

_COMMITS = {
    "place order": "buy", "pay": "buy", "send": "send", "mute": "quiet", "delete": "drop",
    "turn on": "", "turn off": "", "confirm": "", "save": "", "apply": "",
}  # fmt: skip
_FORWARD = _COMMITS | {
    "ok": "", "done": "", "finish": "", "go to checkout": "buy", "checkout": "buy", "view basket": "buy",
    "view cart": "buy", "add to order": "buy", "add to basket": "buy", "add to cart": "buy", "continue": "", "next": "",
}  # fmt: skip
_ORDER = tuple(_FORWARD)


def goes_on(control: Control, request: Request) -> bool:
    """Whether a touch leads on, and to nothing but what was asked for: nobody who wants to tell a friend orders."""
    verb = _verb(control)
    deed = _FORWARD.get(verb, "")
    return bool(verb) and (not request.deeds or not deed or deed in request.deeds or request.names(control.label))


def commits(control: Control, request: Request) -> bool:
    """Whether a touch ends it: after this something is done."""
    return control.role == "button" and _verb(control) in _COMMITS and goes_on(control, request)


def rank(control: Control) -> int:
    """Where several go on, the lowest is taken: what ends something, then what is nearest to that."""
    return _ORDER.index(_verb(control))


def _verb(control: Control) -> str:
    """What a text of the control begins with; a row of content, with many texts, may begin like a button."""
    if control.role not in ("button", "row") or len(control.texts) > 3:
        return ""
    lows = [text.casefold() for text in control.texts]
    return next((verb for verb in _ORDER if any(re.match(rf"{verb}\b", low) for low in lows)), "")
