"""A recorded accessibility tree as boxes with words: a screen without its picture. Pure."""

from __future__ import annotations

from typing import Any

from runtime.screen.tree import UiTree


def outline(tree: UiTree) -> dict[str, Any]:
    """A screen as boxes: its size, and each element that has text or can be used.

    A description that only repeats the texts inside an element is left out.
    """
    boxes = []
    for node in tree.walk():
        inner = [item for item in node.walk() if item is not node and item.text]
        words = node.text or ("" if inner else node.desc)
        if words or node.clickable or node.checkable:
            mark = ("☑ " if node.checked else "☐ ") if node.checkable else ""
            chosen = node.selected or node.checked
            boxes.append({"box": node.bounds, "words": f"{mark}{words}", "touch": node.clickable, "chosen": chosen})
    left, top, right, bottom = tree.root.bounds
    return {"size": (right - left, bottom - top), "boxes": boxes}
