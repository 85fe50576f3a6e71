"""Checks decisions before they are recorded: types of all fields, places on the screen, times, keys and texts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from runtime.core.actions import (
    Answer,
    AskUser,
    Decision,
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
from runtime.core.geometry import LONGEST_MS
from runtime.core.key_codes import key_code, normal_key_name

LONGEST_TEXT: Final = 65_536
"""Maximum number of characters that can be typed at once."""
_MOST_ACTIONS: Final = 256
_FARTHEST: Final = 32_767
"""Farthest end of a swipe in pixels: it may leave the screen, as a finger may."""
_Check = Callable[[Any, int, int], str]


def decision_problem(decision: object, screen: tuple[int, int]) -> str:
    """Return what makes a decision impossible on a screen of this width and height in pixels, or an empty string."""
    if not isinstance(decision, Decision):
        return f"a decision is needed, not {_shown(decision)}"
    if len(decision.actions) > _MOST_ACTIONS:
        return f"{len(decision.actions)} actions in one decision; {_MOST_ACTIONS} are the most"
    for name, text in (("thought", decision.thought), ("raw", decision.raw)):
        if problem := _text(text):
            return f"{name}: {problem}"
    for action in decision.actions:
        if problem := action_problem(action, screen):
            return problem
    return ""


def action_problem(action: object, screen: tuple[int, int]) -> str:
    """Return what makes an action impossible on a screen of this width and height in pixels, or an empty string."""
    check = _CHECKS.get(type(action))
    if check is None or action.kind != _KINDS[type(action)]:  # type: ignore[attr-defined]
        return f"{_shown(action)} is not an action"
    problem = check(action, *screen)
    return f"{_shown(action)}: {problem}" if problem else ""


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:100]}… ({len(text)} characters)"


def _number(name: str, value: object, lowest: int, highest: int) -> str:
    if type(value) is not int:
        return f"{name} must be an integer, not {_shown(value)}"
    return "" if lowest <= value <= highest else f"{name} must be between {lowest} and {highest}"


def _flag(name: str, value: object) -> str:
    return "" if type(value) is bool else f"{name} must be True or False, not {_shown(value)}"


def _text(value: object) -> str:
    if type(value) is not str:
        return f"a text is needed, not {_shown(value)}"
    try:
        value.encode()
    except UnicodeEncodeError:
        return "half of a surrogate pair is not a character"
    return ""


def _nothing(action: object, width: int, height: int) -> str:
    return ""


def _point(action: Tap | DoubleTap, width: int, height: int) -> str:
    return _number("x", action.x, 0, width - 1) or _number("y", action.y, 0, height - 1)


def _long_press(action: LongPress, width: int, height: int) -> str:
    return (
        _number("x", action.x, 0, width - 1)
        or _number("y", action.y, 0, height - 1)
        or _number("ms", action.ms, 0, LONGEST_MS)
    )


def _swipe(action: Swipe, width: int, height: int) -> str:
    return (
        _number("x1", action.x1, 0, width - 1)
        or _number("y1", action.y1, 0, height - 1)
        or _number("x2", action.x2, -_FARTHEST, _FARTHEST)
        or _number("y2", action.y2, -_FARTHEST, _FARTHEST)
        or _number("ms", action.ms, 0, LONGEST_MS)
    )


def _type(action: Type, width: int, height: int) -> str:
    if problem := _flag("clear", action.clear) or _text(action.text):
        return problem
    if len(action.text) > LONGEST_TEXT:
        return f"{len(action.text)} characters; {LONGEST_TEXT} are the most"
    return "a NUL character cannot be typed" if "\0" in action.text else ""


def _key(action: Key, width: int, height: int) -> str:
    if problem := _text(action.name):
        return problem
    return "" if key_code(normal_key_name(action.name)) else "Android has no such key"


def _wait(action: Wait, width: int, height: int) -> str:
    return _number("ms", action.ms, 0, LONGEST_MS)


def _finish(action: Finish, width: int, height: int) -> str:
    if action.status not in ("complete", "infeasible"):
        return 'status must be "complete" or "infeasible"'
    return _text(action.text)


def _texts(action: Launch | AskUser | Takeover | Answer | Note | ParseError, width: int, height: int) -> str:
    texts = (value for name, value in asdict(action).items() if name != "kind")
    return next((problem for text in texts if (problem := _text(text))), "")


_CHECKS: Final[Mapping[type, _Check]] = {
    Tap: _point,
    DoubleTap: _point,
    LongPress: _long_press,
    Swipe: _swipe,
    Type: _type,
    Key: _key,
    Launch: _texts,
    Wait: _wait,
    AskUser: _texts,
    Takeover: _texts,
    Answer: _texts,
    Note: _texts,
    Finish: _finish,
    Noop: _nothing,
    ParseError: _texts,
}
_KINDS: Final = {kind: next(field.default for field in fields(kind) if field.name == "kind") for kind in _CHECKS}
