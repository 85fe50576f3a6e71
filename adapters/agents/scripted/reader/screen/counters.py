"""Buttons that count up and down, and the number that stands beside them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.words import words
from adapters.agents.scripted.reader.screen.screen import Control

_MORE = frozenset(("more", "increase", "add", "plus", "raise"))
_LESS = frozenset(("less", "fewer", "decrease", "remove", "minus", "lower"))
_SIGNS = {"+": True, "-": False, "−": False, "–": False}


def steps_up(control: Control) -> bool | None:
    """True for more, False for less, None for something else."""
    if control.role not in ("button", "row"):
        return None
    if control.label.strip() in _SIGNS:
        return _SIGNS[control.label.strip()]
    own = words(control.label)
    which = [word for word in (*own[1:2], *own[-1:]) if word in ("more", "less", "fewer")]
    if own[:1] == ("one",) and which:
        return which[0] == "more"
    if own[:1] and own[0] in _MORE:
        return True
    return False if own[:1] and own[0] in _LESS else None


def shown_number(near: Sequence[str], noun: str) -> int | None:
    """The number that stands beside the name."""
    start = next((index for index, text in enumerate(near) if any(likeness(one, noun) for one in words(text))), 0)
    return next((int(text) for text in near[start:] if text.strip().isdigit()), None)
