"""Encodes actions as JSON objects for people: `op`, its arguments, and what the reply said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.agents.formats.grammar.format import Act, Reading
from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Note,
    ParseError,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)

_PLACES = ("x", "y", "x1", "y1", "x2", "y2")


def written(reading: Reading, *, placed: bool = True) -> list[dict[str, Any]]:
    """The reading's actions; a typing takes in the touch before it and the Enter after it that belong to it.

    `placed` is false where nobody said where the numbered elements are: then their numbers stand for the places.
    """
    found: list[dict[str, Any]] = []
    acts = list(reading.acts)
    while acts:
        taken = _typing(acts)
        found.append(_typed(acts[:taken], placed) if taken > 1 else _with_aside(acts[0], placed))
        del acts[:taken]
    return found


def _typing(acts: Sequence[Act]) -> int:
    """The number of leading acts that together type one text; 1 if they begin with anything else."""
    helper = [act.aside.get("part") == "type" for act in acts[:3]]
    kinds = [type(act.action) for act in acts[:3]]
    if kinds == [Tap, Type, Key] and helper[0] and helper[2]:
        return 3
    if (kinds[:2] == [Tap, Type] and helper[0]) or (kinds[:2] == [Type, Key] and helper[1]):
        return 2
    return 1


def _typed(acts: Sequence[Act], placed: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for act in acts:
        if isinstance(act.action, Tap):
            found = {**_with_aside(act, placed), **found}
        elif isinstance(act.action, Type):
            found |= _with_aside(act, placed)
        else:
            found["enter"] = True
    found.pop("part", None)
    return {"op": "type", **{key: value for key, value in found.items() if key != "op"}}


def _with_aside(act: Act, placed: bool) -> dict[str, Any]:
    found = _plain(act.action) | dict(act.aside)
    if not placed and "element" in act.aside:
        for key in _PLACES:
            found.pop(key, None)
    return found


def _plain(action: Action) -> dict[str, Any]:  # noqa: C901 - one case for each word of the vocabulary
    match action:
        case Tap(x, y):
            return {"op": "tap", "x": x, "y": y}
        case DoubleTap(x, y):
            return {"op": "double_tap", "x": x, "y": y}
        case LongPress(x, y, ms):
            return {"op": "long_press", "x": x, "y": y, "ms": ms}
        case Swipe(x1, y1, x2, y2, ms):
            return {"op": "swipe", "x1": x1, "y1": y1, "x2": x2, "y2": y2, "ms": ms}
        case Type(text, clear):
            return {"op": "type", "text": text, "clear": clear, "enter": False}
        case Key(name):
            return {"op": "key", "code": name}
        case Launch(app):
            return {"op": "launch", "app": app}
        case Wait(ms):
            return {"op": "wait", "s": ms // 1000 if ms % 1000 == 0 else ms / 1000}
        case AskUser(question):
            return {"op": "ask_user", "text": question}
        case Takeover(message):
            return {"op": "takeover", "text": message}
        case Answer(text):
            return {"op": "answer", "text": text}
        case Note(text):
            return {"op": "note", "text": text}
        case Finish(text, status):
            return {"op": "finish", "status": "success" if status == "complete" else "failure", "text": text}
        case Noop():
            return {"op": "noop"}
        case ParseError(_, reason):
            return {"op": "parse_error", "reason": reason}
