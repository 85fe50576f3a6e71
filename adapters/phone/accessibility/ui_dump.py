"""XML dump of the active window, byte for byte as Android 13's `uiautomator dump` writes it."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.accessibility.toolkits import COMPOSE_FRAMES, styled
from adapters.phone.ui.hit_testing import visible
from adapters.phone.ui.kinds import CONTAINERS, checkable, clickable, shown_text
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import OVERLAYS, Box, Rect, Scene, Window

HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"

CLASSES = {
    "column": "android.widget.LinearLayout",
    "row": "android.widget.LinearLayout",
    "stack": "android.widget.FrameLayout",
    "scroll": "android.widget.ScrollView",
    "grid": "android.widget.GridLayout",
    "text": "android.widget.TextView",
    "icon": "android.widget.ImageView",
    "image": "android.widget.ImageView",
    "button": "android.widget.Button",
    "icon_button": "android.widget.ImageButton",
    "field": "android.widget.EditText",
    "switch": "android.widget.Switch",
    "checkbox": "android.widget.CheckBox",
    "radio": "android.widget.RadioButton",
    "slider": "android.widget.SeekBar",
    "badge": "android.widget.TextView",
}
CHIPS = {
    "": "android.widget.CompoundButton",
    "single": "android.widget.RadioButton",
    "action": "android.widget.Button",
}
SILENT = frozenset({"spacer", "divider"})
"""Margins and lines: views on no real screen."""

NAF_EXCLUDED = frozenset(
    f"android.widget.{name}" for name in ("GridView", "GridLayout", "ListView", "TableLayout")
)  # The dumper never marks these layout classes as not accessibility friendly (NAF).


def dump(scene: Scene) -> bytes:
    """Serialize the hierarchy of the scene's active window."""
    window = scene.windows[scene.active]
    out: list[str] = [HEADER, f'<hierarchy rotation="{scene.rotation}">']
    content = ("android.widget.FrameLayout", "android:id/content", window.rect)
    if window.kind in OVERLAYS:
        _chain(out, window, (content,))
    else:
        _chain(out, window, (("android.widget.LinearLayout", "", window.rect), content))
    out.append("</hierarchy>")
    return "".join(out).encode()


def class_of(node: Node) -> str:
    """Return the Android class name of a node."""
    if node.cls:
        return node.cls
    if node.kind == "scroll" and node.horizontal:
        return "android.widget.HorizontalScrollView"
    if node.kind == "chip":
        return CHIPS.get(node.variant, CHIPS[""])
    if node.kind == "button" and node.variant == "fab" and not node.text:
        return "android.widget.ImageButton"
    return CLASSES.get(node.kind, "android.view.View")


def resource_id(node: Node, package: str) -> str:
    """Return the full resource id of a node; ids that already name a package stay unchanged."""
    if not node.id or ":" in node.id:
        return node.id
    return f"{package}:id/{node.id}"


def _chain(out: list[str], window: Window, chain: tuple[tuple[str, str, Rect], ...]) -> None:
    """Write the wrapper frames of a window, then the window's own views."""
    package = _escape(window.package)
    frames = (("android.widget.FrameLayout", "", window.rect), *chain)
    if window.style == "compose":
        frames += tuple((cls, "", window.rect) for cls in COMPOSE_FRAMES)
    for cls, name, rect in frames:
        out.append(_frame(cls, name, package, rect))
    root = styled(window.root, window.style)
    _write(out, root, visible(root), 0, window.package)
    out.append("</node>" * len(frames))


def _frame(cls: str, name: str, package: str, rect: Rect) -> str:
    return (
        f'<node index="0" text="" resource-id="{name}" class="{cls}" package="{package}" content-desc="" '
        'checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" '
        'scrollable="false" long-clickable="false" password="false" selected="false" '
        f'bounds="[{rect[0]},{rect[1]}][{rect[2]},{rect[3]}]">'
    )


_FLAGS = ("false", "true")


def _write(out: list[str], box: Box, seen: Rect, index: int, package: str) -> None:
    """Write a box, of which `seen` is visible, and what is visible in it."""
    node = box.node
    left, top, right, bottom = seen
    cls = class_of(node)
    click, check = clickable(node), checkable(node)
    clicks = click and node.enabled
    field = node.kind == "field"
    scrollable = (node.kind == "scroll" and box.scroll[1] > 0) or node.variant == "pages"
    text = shown_text(node)
    long = field or (bool(node.on) and any(name == "long" for name, _ in node.on))
    naf = ""
    if clicks and not text and not node.desc and cls not in NAF_EXCLUDED and not _named(box):
        naf = 'NAF="true" '
    out.append(
        f'<node {naf}index="{index}" text="{_escape(text)}" resource-id="{_escape(resource_id(node, package))}" '
        f'class="{cls}" package="{package}" content-desc="{_escape(node.desc)}" checkable="{_FLAGS[check]}" '
        f'checked="{_FLAGS[check and node.checked]}" clickable="{_FLAGS[click]}" enabled="{_FLAGS[node.enabled]}" '
        f'focusable="{_FLAGS[clicks or scrollable or field or node.kind == "slider"]}" focused="{_FLAGS[box.focused]}" '
        f'scrollable="{_FLAGS[scrollable]}" long-clickable="{_FLAGS[long]}" password="{_FLAGS[node.password]}" '
        f'selected="{_FLAGS[node.selected]}" bounds="[{left},{top}][{right},{bottom}]"'
    )
    at = -1
    inner = False
    merged = node.text and node.kind in CONTAINERS
    for child in () if merged else box.children:
        if child.node.kind in SILENT and not child.node.on:
            continue
        at += 1
        part = visible(child)
        if part[0] < part[2] and part[1] < part[3]:
            if not inner:
                inner = True
                out.append(">")
            _write(out, child, part, at, package)
    out.append("</node>" if inner else " />")


def _named(box: Box) -> bool:
    """Return whether any descendant has text or a description."""
    return any(shown_text(child.node) or child.node.desc or _named(child) for child in box.children)


_PLAIN = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
)


def _unwritable(char: str) -> bool:
    return char in "\x7f\ufffe\uffff" or "\ud800" <= char <= "\udfff"


@lru_cache(maxsize=4096)
def _escape(text: str) -> str:
    """Escape attribute text as Android's serializer does; characters that XML cannot hold become dots."""
    clean = text.translate(_PLAIN)
    if clean.isprintable():
        return clean
    return "".join(char if char >= " " and not _unwritable(char) else "." for char in clean)
