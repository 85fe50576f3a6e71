"""Properties of each kind of node: type style, natural size, padding and displayed text.

Layout, painting and the accessibility tree share these functions, so that they agree.
"""

from __future__ import annotations

import math
from functools import lru_cache

from adapters.phone.style import typography as types
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui.node import Node

TOUCH = 48
"""Minimum size of a touch target, in dp."""

TEXT_KINDS = frozenset({"text", "button", "chip", "field", "badge", "switch", "checkbox", "radio"})
CONTAINERS = frozenset({"column", "row", "stack", "scroll", "grid"})
BUTTONS = frozenset({"button", "icon_button"})
CHECK_CLASSES = ("RadioButton", "CheckBox", "Switch", "CompoundButton", "ToggleButton", "CheckedTextView")
BULLET = "•"

_DEFAULT_TYPE = "bodyL"
_NO_PADDING = (0, 0, 0, 0)
_LABELS = {"button": "labelL", "chip": "labelL", "badge": "labelS"}

dp = lru_cache(maxsize=1024)(types.dp)


def type_style(node: Node) -> TypeStyle:
    """Return the type style of a node's text; buttons, chips and badges default to label styles."""
    style = node.look.type
    if style == _DEFAULT_TYPE:
        return _LABELS.get(node.kind, style)
    return style


def shown_text(node: Node) -> str:
    """Return the displayed text, which is also in the accessibility tree: an empty field shows its hint."""
    if node.kind != "field":
        return node.text
    if not node.text:
        return node.hint
    return BULLET * len(node.text) if node.password else node.text


def interactive(node: Node) -> bool:
    """Return whether a node takes touches; a disabled button does too, which keeps them from its row."""
    return bool(node.on) or node.kind == "field" or (not node.enabled and node.kind in BUTTONS)


def clickable(node: Node) -> bool:
    """Return whether the accessibility tree reports a node as clickable, even a disabled button, as on Android."""
    if node.kind == "field" or (not node.enabled and node.kind in BUTTONS):
        return True
    return bool(node.on) and any(name == "tap" for name, _ in node.on)


def checkable(node: Node) -> bool:
    """Return whether a node has an on and an off state."""
    if node.kind in ("switch", "checkbox", "radio"):
        return True
    if node.kind == "chip":
        return node.variant != "action"
    return bool(node.cls) and node.cls.endswith(CHECK_CLASSES)


@lru_cache(maxsize=8192)
def _text_width(text: str, style: TypeStyle) -> int:
    return max((math.ceil(types.measure(line, style)) for line in text.split("\n")), default=0)


def padding(node: Node) -> tuple[int, int, int, int]:
    """Return the padding of a box in px: left, top, right, bottom. The node's own `pad` overrides its kind's."""
    pad = node.look.pad
    if any(pad):
        return _in_pixels(pad)
    kind = node.kind
    if kind in CONTAINERS or kind == "text":
        return _NO_PADDING
    if kind == "button":
        if node.variant == "fab":
            return (dp(16), 0, dp(20 if node.text else 16), 0)
        side = 12 if node.variant == "text" else 24
        return (dp(16 if node.icon and node.variant != "text" else side), 0, dp(side), 0)
    if kind == "chip":
        return (dp(8 if chip_icon(node) else 16), 0, dp(16), 0)
    if kind == "field" and node.variant in ("outlined", "filled"):
        return (dp(16), dp(16), dp(16), dp(16))
    if kind == "badge" and node.text:
        return (dp(4), 0, dp(4), 0)
    return _NO_PADDING


@lru_cache(maxsize=1024)
def _in_pixels(pad: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    left, top, right, bottom = pad
    return dp(left), dp(top), dp(right), dp(bottom)


def chip_icon(node: Node) -> str:
    """Return the icon at the left of a chip: its own, or the check mark of a selected filter."""
    if node.icon:
        return node.icon
    return "check" if node.checked and node.variant == "" and not node.cls.endswith("RadioButton") else ""


def leading_width(node: Node) -> int:
    """Return the width in px of the icon before the text of a button, chip, radio or checkbox, with its gap."""
    kind = node.kind
    if kind == "button" and node.icon:
        if node.variant == "fab":
            return dp(24 + 12) if node.text else dp(24)
        return dp(18 + 8)
    if kind == "chip" and chip_icon(node):
        return dp(18 + 8)
    if kind in ("checkbox", "radio") and node.text:
        return dp(20 + 16)
    return 0


def natural_width(node: Node, room: int) -> int:
    """Return the width in px that a leaf wants if `room` is available, padding included."""
    kind = node.kind
    left, _, right, _ = padding(node)
    if kind == "text" or kind in ("button", "chip", "badge"):
        inner = _text_width(node.text, type_style(node)) if node.text else 0
        width = inner + left + right + leading_width(node)
        if kind == "badge":
            return max(width, dp(16)) if node.text else dp(6)
        if kind == "button" and node.variant == "fab" and not node.text:
            return dp(56)
        return width
    if kind == "icon":
        return dp(node.look.size) + left + right
    if kind == "image":
        return dp(node.look.size) + left + right
    if kind == "icon_button":
        return max(dp(TOUCH), dp(node.look.size))
    if kind in ("field", "slider"):
        return dp(280)
    if kind == "divider":
        return room
    if kind in ("switch", "checkbox", "radio"):
        own = dp(52) if kind == "switch" else dp(TOUCH if node.on and not node.text else 20)
        if not node.text:
            return own + left + right
        text = _text_width(node.text, type_style(node))
        return text + left + right + (dp(16) + own if kind == "switch" else leading_width(node))
    return left + right


def natural_height(node: Node, width: int) -> int:
    """Return the height in px that a leaf wants at this width, padding included."""
    kind = node.kind
    _, top, _, bottom = padding(node)
    if kind == "text":
        return len(lines_of(node, width)) * types.line_height(type_style(node)) + top + bottom
    if kind == "button":
        return dp(56 if node.variant == "fab" else 40)
    if kind == "icon_button":
        return max(dp(TOUCH), dp(node.look.size))
    if kind in ("icon", "image"):
        return dp(node.look.size) + top + bottom
    if kind == "field":
        count = max(1, len(lines_of(node, width))) if node.look.lines > 1 else 1
        return max(dp(56), count * types.line_height(type_style(node)) + top + bottom)
    if kind == "chip":
        return dp(32)
    if kind == "slider":
        return dp(TOUCH)
    if kind == "divider":
        return dp(1)
    if kind == "badge":
        return dp(16) if node.text else dp(6)
    if kind in ("switch", "checkbox", "radio"):
        if node.on or node.text:
            return dp(TOUCH)
        return dp(32 if kind == "switch" else 20) + top + bottom
    return top + bottom


def lines_of(node: Node, width: int) -> tuple[str, ...]:
    """Return the text of a leaf broken into lines and cut for a box of this width in px."""
    text = shown_text(node)
    if not text:
        return ()
    style = type_style(node)
    left, _, right, _ = padding(node)
    room = max(0, width - left - right - leading_width(node) - (dp(52 + 16) if node.kind == "switch" else 0))
    kind = node.kind
    if kind == "text":
        return types.wrap(text, style, room, node.look.lines)
    if kind == "field":
        if node.look.lines > 1:
            return (
                types.wrap(text, style, room, 0)[-node.look.lines :] if node.text else types.wrap(text, style, room, 1)
            )
        return (_tail(text, style, room) if node.text else types.ellipsize(text, style, room),)
    return types.wrap(text, style, room, node.look.lines or 1)


def _tail(text: str, style: TypeStyle, room: int) -> str:
    """Return the end of a line that fits: a field scrolls with its caret."""
    if types.measure(text, style) <= room:
        return text
    used, start = 0.0, len(text)
    for step in reversed(types.advances(text, style)):
        used += step
        if used > room:
            break
        start -= 1
    return text[start:]
