"""Small accessibility trees by hand: a column of controls, one below the other."""

from __future__ import annotations

from typing import Any

from runtime.screen.tree import UiNode, UiTree

_STEP = 150


def node(cls: str, text: str = "", *inside: UiNode, **more: object) -> UiNode:
    """An element without a place; `page` gives it one."""
    made: Any = {**more, "children": inside}
    return UiNode(0, text, "", f"android.widget.{cls}", "com.example.app", "", (0, 0, 0, 0), **made)


def text(content: str) -> UiNode:
    """A free text."""
    return node("TextView", content)


def button(label: str) -> UiNode:
    """A button."""
    return node("Button", label, clickable=True)


def row(*texts: str, kind: str = "") -> UiNode:
    """A touchable row of texts; `kind` is its resource id."""
    return _known(node("LinearLayout", "", *map(text, texts), clickable=True), kind)


def radio(label: str, on: bool = False, kind: str = "choice") -> UiNode:
    """One of several options that drop each other."""
    return _known(node("RadioButton", label, clickable=True, checkable=True, checked=on), kind)


def box(label: str, on: bool = False, kind: str = "extra") -> UiNode:
    """An option of its own."""
    return _known(node("CheckBox", label, clickable=True, checkable=True, checked=on), kind)


def switch(label: str, on: bool = False) -> UiNode:
    """A row with a switch."""
    return node("LinearLayout", "", text(label), node("Switch", checkable=True, checked=on), clickable=True)


def field(label: str) -> UiNode:
    """A text field."""
    return node("EditText", label, clickable=True)


def up() -> UiNode:
    """The arrow at the top."""
    return node("ImageButton", "Navigate up", clickable=True)


def page(*column: UiNode, package: str = "com.example.app", scrolls: bool = False) -> UiTree:
    """The controls from top to bottom, full width."""
    root = node("FrameLayout", "", *column, scrollable=scrolls)
    _put(root, (0, 0, 1080, 2400))
    object.__setattr__(root, "package", package)
    for index, item in enumerate(column):
        top = 100 + index * _STEP
        for inner in item.walk():
            _put(inner, (0, top, 1080, top + _STEP - 30))
    for above in root.walk():
        for below in above.children:
            object.__setattr__(below, "parent", above)
    return UiTree(root)


def _known(made: UiNode, kind: str) -> UiNode:
    object.__setattr__(made, "resource_id", f"com.example.app:id/{kind}" if kind else "")
    return made


def _put(made: UiNode, bounds: tuple[int, int, int, int]) -> None:
    object.__setattr__(made, "bounds", bounds)
