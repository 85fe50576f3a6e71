"""XML hierarchy of all windows in the format of the uiautomator2 server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adapters.phone.accessibility.ui_dump import HEADER
from adapters.phone.accessibility.views import View

DEPTH: Final = 50
"""Default number of levels below a window's root."""
_FLAG: Final = ("false", "true")
_SPECIAL: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
)
_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufddf\ufffe\uffff]")
"""Characters written as dots; the server's list is slightly longer than that of the shell's dump."""


def serialize(roots: Sequence[View], rotation: int, depth: int = DEPTH) -> str:
    """Serialize window roots as one XML document with the line ends of Java's serializer."""
    out = [HEADER]
    if roots:
        out.append(f'<hierarchy rotation="{rotation}">')
        for root in roots:
            out.extend(_lines(root, "  ", depth, 0))
        out.append("</hierarchy>")
    else:
        out.append(f'<hierarchy rotation="{rotation}" />')
    return "\r\n".join(out)


def escape(text: str) -> str:
    """Escape text for an XML attribute."""
    return _UNWRITABLE.sub(".", text).translate(_SPECIAL)


def _lines(view: View, pad: str, depth: int, order: int) -> Iterator[str]:
    children = view.children if depth > 0 else ()
    yield f"{pad}<node {_attributes(view, order)}{'>' if children else ' />'}"
    for child in children:
        yield from _lines(child, pad + "  ", depth - 1, child.index + 1)
    if children:
        yield f"{pad}</node>"


def _attributes(view: View, order: int) -> str:
    left, top, right, bottom = view.bounds
    naf = 'NAF="true" ' if view.naf else ""
    text = escape(view.text or "") if view.reach is None else f"{view.reach:.1f}"
    return (
        f'{naf}index="{view.index}" text="{text}" resource-id="{escape(view.id)}" class="{view.cls}" '
        f'package="{escape(view.package)}" content-desc="{escape(view.desc or "")}" '
        f'checkable="{_FLAG[view.checkable]}" checked="{_FLAG[view.checked]}" clickable="{_FLAG[view.clickable]}" '
        f'enabled="{_FLAG[view.enabled]}" focusable="{_FLAG[view.focusable]}" focused="{_FLAG[view.focused]}" '
        f'scrollable="{_FLAG[view.scrollable]}" long-clickable="{_FLAG[view.long_clickable]}" '
        f'password="{_FLAG[view.password]}" selected="{_FLAG[view.selected]}" visible-to-user="true" '
        f'bounds="[{left},{top}][{right},{bottom}]" drawing-order="{order}" hint="{escape(view.hint)}" display-id="0"'
    )
