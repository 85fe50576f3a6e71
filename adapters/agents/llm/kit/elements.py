"""The list of elements that M3A's prompts hold: one line for each, as it writes them."""

from __future__ import annotations

from collections.abc import Iterable

from adapters.agents.llm.kit.marks import Element

_EDITABLE = ("EditText", "AutoCompleteTextView")


def lines(elements: Iterable[Element]) -> str:
    """`UI element 3: {"index": 3, "text": "Delete", …}`; truth values are Python's."""
    return "\n".join(_line(element) for element in elements) or "Not available"


def _line(element: Element) -> str:
    node = element.node
    parts: list[tuple[str, object]] = [("index", element.number)]
    if node.text:
        parts.append(("text", node.text))
    if node.desc:
        parts.append(("content_description", node.desc))
    parts += [("is_clickable", node.clickable), ("is_long_clickable", node.long_clickable)]
    parts.append(("is_editable", node.cls.endswith(_EDITABLE)))
    if node.scrollable:
        parts.append(("is_scrollable", True))
    if node.focusable:
        parts.append(("is_focusable", True))
    parts += [("is_selected", node.selected), ("is_checked", node.checked)]
    attributes = ", ".join(f'"{name}": {_quoted(value)}' for name, value in parts)
    return f"UI element {element.number}: {{{attributes}}}"


def _quoted(value: object) -> str:
    return '"' + value.replace("\n", " ").replace('"', "'") + '"' if isinstance(value, str) else str(value)
