"""The `--compressed` and `--windows` variants of the shell's `uiautomator dump`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adapters.phone.accessibility.server_dump import escape
from adapters.phone.accessibility.ui_dump import HEADER
from adapters.phone.accessibility.views import View, accessible_windows, compressed, windows
from adapters.phone.ui.scene import OVERLAYS, Scene, Window

_FLAG: Final = ("false", "true")
_TYPES: Final = {"ime": "TYPE_INPUT_METHOD", "status": "TYPE_SYSTEM", "shade": "TYPE_SYSTEM"}


def compressed_dump(scene: Scene) -> bytes:
    """Dump the active window without layout-only nodes (`--compressed`)."""
    root = compressed(windows(scene)[0])
    return f'{HEADER}<hierarchy rotation="{scene.rotation}">{"".join(_node(root))}</hierarchy>'.encode()


def all_windows_dump(scene: Scene, *, compress: bool = False) -> bytes:
    """Dump each window of the display with its tree, topmost first (`--windows`)."""
    out = [HEADER, '<displays><display id="0">']
    active = scene.windows[scene.active]
    order = {id(window): layer for layer, window in enumerate(scene.windows)}
    pairs = sorted(zip(accessible_windows(scene), windows(scene), strict=True), key=lambda pair: -order[id(pair[0])])
    for index, (window, root) in enumerate(pairs):
        out.append(_head(window, index, order[id(window)], on=window is active))
        out.append(f'<hierarchy rotation="{scene.rotation}">')
        out.extend(_node(compressed(root) if compress else root))
        out.append("</hierarchy></window>")
    out.append("</display></displays>")
    return "".join(out).encode()


def _head(window: Window, index: int, layer: int, *, on: bool) -> str:
    left, top, right, bottom = window.rect
    kind = _TYPES.get(window.kind, "TYPE_APPLICATION")
    title = "" if window.kind in OVERLAYS else escape(window.title)
    return (
        f'<window index="{index}" title="{title}" bounds="[{left},{top}][{right},{bottom}]" active="{_FLAG[on]}" '
        f'focused="{_FLAG[on]}" accessibility-focused="false" id="{layer + 1}" layer="{layer}" type="{kind}">'
    )


def _node(view: View) -> Iterator[str]:
    left, top, right, bottom = view.bounds
    naf = 'NAF="true" ' if view.naf else ""
    yield (
        f'<node {naf}index="{view.index}" text="{escape(view.text or "")}" resource-id="{escape(view.id)}" '
        f'class="{view.cls}" package="{escape(view.package)}" content-desc="{escape(view.desc or "")}" '
        f'checkable="{_FLAG[view.checkable]}" checked="{_FLAG[view.checked]}" clickable="{_FLAG[view.clickable]}" '
        f'enabled="{_FLAG[view.enabled]}" focusable="{_FLAG[view.focusable]}" focused="{_FLAG[view.focused]}" '
        f'scrollable="{_FLAG[view.scrollable]}" long-clickable="{_FLAG[view.long_clickable]}" '
        f'password="{_FLAG[view.password]}" selected="{_FLAG[view.selected]}" '
        f'bounds="[{left},{top}][{right},{bottom}]"{">" if view.children else " />"}'
    )
    for child in view.children:
        yield from _node(child)
    if view.children:
        yield "</node>"
