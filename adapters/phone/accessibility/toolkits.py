"""Converts a screen to the accessibility tree of a UI toolkit: Android views, Compose, or obfuscated views.

Apps are written once, as nodes. What a dump shows of them depends on the toolkit of the real app:

    view     every view with its class and resource id
    compose  only nodes with a meaning, as `android.view.View` without ids; text is in separate children; a button is
             marked by an empty child of class Button, as Compose does for services that know only view classes
    poor     ids shortened by a code shrinker, and some icons without a description
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from adapters.phone.ui.kinds import BUTTONS, shown_text
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import Box, TreeStyle
from runtime.core.fast_init import fast_replace

COMPOSE_FRAMES: Final = ("androidx.compose.ui.platform.ComposeView", "android.view.View")
_VIEW: Final = "android.view.View"
_ROLES: Final = {
    "text": "android.widget.TextView",
    "badge": "android.widget.TextView",
    "field": "android.widget.EditText",
    "checkbox": "android.widget.CheckBox",
    "radio": "android.widget.RadioButton",
    "slider": "android.widget.SeekBar",
    "image": "android.widget.ImageView",
    "icon": "android.widget.ImageView",
}
_BUTTON: Final = Node("stack", cls="android.widget.Button")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_UNLABELED_EVERY: Final = 3
"""In the poor style, one icon in this many has no description."""


def styled(box: Box, style: TreeStyle) -> Box:
    """Return the box and its descendants as a dump of this style shows them; bounds and pixels stay the same."""
    if style == "compose":
        inner = tuple(_semantics(box))
        return inner[0] if len(inner) == 1 else _shown_as(box, _without_id(box.node, _VIEW), inner)
    return _obfuscated(box) if style == "poor" else box


def _semantics(box: Box) -> Iterator[Box]:
    """Yield the meaningful boxes of a subtree; layout-only boxes are replaced by their contents."""
    node = box.node
    text = shown_text(node)
    below = (
        () if text and node.children else tuple(semantic for child in box.children for semantic in _semantics(child))
    )
    if not (text or node.desc or node.on or node.kind in ("scroll", "field", "slider")) and node.enabled:
        yield from below
        return
    if node.kind not in (*BUTTONS, "chip") and not (node.on and node.kind in ("text", "icon", "image", "badge")):
        yield _shown_as(box, _without_id(node, _ROLES.get(node.kind, _VIEW)), below)
        return
    parts = []
    if text:
        parts.append(_leaf(box, Node("text", text=text, cls="android.widget.TextView")))
    if node.desc:
        parts.append(_leaf(box, Node("image", desc=node.desc, cls=_VIEW)))
    if node.kind in BUTTONS:
        parts.append(_leaf(box, _BUTTON))
    yield _shown_as(box, fast_replace(node, id="", cls=_VIEW, text="", desc=""), (*parts, *below))


def _without_id(node: Node, cls: str) -> Node:
    return fast_replace(node, id="", cls=cls)


def _leaf(box: Box, node: Node) -> Box:
    return Box(node, box.rect, box.clip, box.lines)


def _obfuscated(box: Box) -> Box:
    node = box.node
    name = _short_id(node.id) if node.id and ":" not in node.id else node.id
    unlabeled = node.kind in ("icon", "icon_button") and zlib.crc32(node.desc.encode()) % _UNLABELED_EVERY == 0
    desc = "" if unlabeled else node.desc
    if (name, desc) != (node.id, node.desc):
        node = fast_replace(node, id=name, desc=desc)
    children = tuple([_obfuscated(child) for child in box.children])
    return _shown_as(box, node, children)


def _shown_as(box: Box, node: Node, children: tuple[Box, ...]) -> Box:
    return Box(node, box.rect, box.clip, box.lines, children, box.scroll, box.key, box.focused, box.marks)


@lru_cache(maxsize=1024)
def _short_id(name: str) -> str:
    """Derive a three-character id (letter, digit, letter) from a name; deterministic."""
    number = zlib.crc32(name.encode())
    return f"{_LETTERS[number % 26]}{number // 26 % 10}{_LETTERS[number // 260 % 26]}"
