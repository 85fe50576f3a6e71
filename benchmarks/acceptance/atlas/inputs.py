"""Inputs of a path as short lines of text, and back: `tap 540 1200`, `type two words`, `key BACK`. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type, Wait


def encode_input(action: Action) -> str:
    """Return an input as one line of text.

    Raises:
        ValueError: the action is no input of a path.
    """
    match action:
        case Tap(x, y):
            return f"tap {x} {y}"
        case DoubleTap(x, y):
            return f"double {x} {y}"
        case LongPress(x, y, ms):
            return f"long {x} {y} {ms}"
        case Swipe(x1, y1, x2, y2, ms):
            return f"swipe {x1} {y1} {x2} {y2} {ms}"
        case Type(text, False):
            return f"type {text}"
        case Key(name):
            return f"key {name}"
        case Wait(ms):
            return f"wait {ms}"
        case Launch(app):
            return f"launch {app}"
        case _:
            raise ValueError(f"{action!r} is no input of a path")


def decode_input(line: str) -> Action:
    """Return the input that a line of text describes.

    Raises:
        ValueError: it describes none.
    """
    name, _, rest = line.partition(" ")
    if name not in _BUILDERS:
        raise ValueError(f"no input {line!r}")
    return _BUILDERS[name](rest)


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def _swipe(rest: str) -> Action:
    x1, y1, x2, y2, ms = _numbers(rest)
    return Swipe(x1, y1, x2, y2, ms)


def _point(kind: Callable[[int, int], Action]) -> Callable[[str], Action]:
    def build(rest: str) -> Action:
        x, y = _numbers(rest)
        return kind(x, y)

    return build


def _long(rest: str) -> Action:
    x, y, ms = _numbers(rest)
    return LongPress(x, y, ms)


_BUILDERS: Final[Mapping[str, Callable[[str], Action]]] = {
    "tap": _point(Tap),
    "double": _point(DoubleTap),
    "long": _long,
    "swipe": _swipe,
    "type": Type,
    "key": Key,
    "wait": lambda rest: Wait(int(rest)),
    "launch": Launch,
}
