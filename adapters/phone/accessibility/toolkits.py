"""How toolkits show one and the same screen to accessibility: Android views, Compose, views with poor names.

Apps are written once, as nodes. What a dump shows of them depends on what a real app of that kind is made with:

    view     every view with its class and resource id
    compose  only what has a meaning, as `android.view.View` without ids; text in children of its own; a button says so
             by an empty child of class Button, as Compose does for services that know only view classes
    poor     ids that a shrinker has shortened, and icons of which some tell nothing
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adapters.phone.ui.kinds import BUTTONS, shown_text
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import Box, TreeStyle

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
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_MUTE: Final = 3
"""One in so many of a poor app's icons has no description."""


def styled(box: Box, style: TreeStyle) -> Box:
    """The box as a dump of this style shows it, with all below it; only the tree changes, no place and no pixel."""
    if style == "compose":
        inner = tuple(_semantics(box))
        return inner[0] if len(inner) == 1 else replace(box, node=_bare(box.node, _VIEW), children=inner)
    return _shrunk(box) if style == "poor" else box


def _semantics(box: Box) -> Iterator[Box]:
    """What of a box means something; layouts that only arrange give way to what they hold."""
    node = box.node
    text = shown_text(node)
    below = (
        () if text and node.children else tuple(semantic for child in box.children for semantic in _semantics(child))
    )
    if not (text or node.desc or node.on or node.kind in ("scroll", "field", "slider")) and node.enabled:
        yield from below
        return
    if node.kind not in (*BUTTONS, "chip") and not (node.on and node.kind in ("text", "icon", "image", "badge")):
        yield replace(box, node=_bare(node, _ROLES.get(node.kind, _VIEW)), children=below)
        return
    parts = []
    if text:
        parts.append(_leaf(box, Node("text", text=text), "android.widget.TextView"))
    if node.desc:
        parts.append(_leaf(box, Node("image", desc=node.desc), _VIEW))
    if node.kind in BUTTONS:
        parts.append(_leaf(box, Node("stack"), "android.widget.Button"))
    yield replace(box, node=replace(_bare(node, _VIEW), text="", desc=""), children=(*parts, *below))


def _bare(node: Node, cls: str) -> Node:
    return replace(node, id="", cls=cls)


def _leaf(box: Box, node: Node, cls: str) -> Box:
    return Box(replace(node, cls=cls), box.rect, box.clip, box.lines)


def _shrunk(box: Box) -> Box:
    node = box.node
    name = _short(node.id) if node.id and ":" not in node.id else node.id
    mute = node.kind in ("icon", "icon_button") and zlib.crc32(node.desc.encode()) % _MUTE == 0
    shown = replace(node, id=name, desc="" if mute else node.desc)
    return replace(box, node=shown, children=tuple(_shrunk(child) for child in box.children))


def _short(name: str) -> str:
    """A letter, a digit and a letter, the same for the same name on every run."""
    number = zlib.crc32(name.encode())
    return f"{_LETTERS[number % 26]}{number // 26 % 10}{_LETTERS[number // 260 % 26]}"
