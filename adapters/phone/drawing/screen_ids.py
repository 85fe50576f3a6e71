"""Names of scenes by what is painted of them: the same name, the same pixels, in whichever process. Pure.

A scene is a few hundred frozen values with some thirty fields each. Their fields are taken out at C speed and written
with marshal, whose format 0 depends on nothing but the values; that takes a millisecond, where pickle or JSON of the
same scene take five and more.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

import xxhash

from adapters.phone.style.theme import Theme
from adapters.phone.ui.node import Art, Look, Node
from adapters.phone.ui.scene import Box, Scene, Window
from adapters.phone.ui.text_fields import Marks

_BY_VALUE = 0
"""Marshal's format without references and interning, which would tell equal values apart."""


def _taker(kind: Any, *without: str) -> Callable[[Any], tuple[Any, ...]]:
    """Takes a value's fields, but those that are taken apart on their own or are not painted."""
    return attrgetter(*(field.name for field in fields(kind) if field.name not in without))


_SCENE = _taker(Scene, "windows", "active")
_WINDOW = _taker(Window, "root", "theme")
_BOX = _taker(Box, "node", "children", "marks")
_NODE = _taker(Node, "children", "on", "look", "art")
"""What a touch does is not painted; children are those of the box."""
_LOOK, _ART, _MARKS, _THEME = _taker(Look), _taker(Art), _taker(Marks), _taker(Theme)


def name(scene: Scene) -> str:
    """128 bits in hex.

    Raises:
        ValueError: a painted field holds something that is no plain value.
    """
    windows = [(_WINDOW(window), _THEME(window.theme), _box(window.root)) for window in scene.windows]
    return xxhash.xxh3_128_hexdigest(marshal.dumps((_SCENE(scene), windows), _BY_VALUE))


def _box(box: Box) -> tuple[Any, ...]:
    node, art, marks = box.node, box.node.art, box.marks
    return (
        _BOX(box),
        _NODE(node),
        _LOOK(node.look),
        None if art is None else _ART(art),
        None if marks is None else _MARKS(marks),
        [_box(child) for child in box.children],
    )
