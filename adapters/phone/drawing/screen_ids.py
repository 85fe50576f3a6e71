"""Content hashes of scenes: equal ids mean equal pixels, in any process. Pure.

A scene consists of a few hundred frozen values with about thirty fields each. An `attrgetter` reads the fields and
marshal serializes them; its format 0 depends on the values alone. This takes about a millisecond; pickle or JSON of
the same scene take five or more.
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


def _field_getter(kind: Any, *without: str) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads a value's fields except those serialized separately or not painted."""
    return attrgetter(*(field.name for field in fields(kind) if field.name not in without))


_SCENE = _field_getter(Scene, "windows", "active")
_WINDOW = _field_getter(Window, "content", "theme")
_BOX = _field_getter(Box, "node", "children", "marks")
_NODE = _field_getter(Node, "children", "on", "look", "art")
"""What a touch does is not painted; children are those of the box."""
_LOOK, _ART, _MARKS, _THEME = _field_getter(Look), _field_getter(Art), _field_getter(Marks), _field_getter(Theme)


def screen_id(scene: Scene) -> str:
    """Return the 128-bit content hash of a scene in hex.

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
