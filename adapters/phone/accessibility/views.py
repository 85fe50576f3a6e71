"""Accessibility nodes of all windows, as the uiautomator2 server sees them.

The shell's dump (`adapters.phone.accessibility.ui_dump`) covers only the active window and fewer attributes. A test
checks that both agree on the attributes they share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from adapters.phone.accessibility.toolkits import COMPOSE_FRAMES, styled
from adapters.phone.accessibility.ui_dump import NAF_EXCLUDED, SILENT, class_of, resource_id
from adapters.phone.state.phone_state import SYSTEM_IME
from adapters.phone.ui.hit_testing import visible
from adapters.phone.ui.kinds import CONTAINERS, checkable, clickable, shown_text
from adapters.phone.ui.scene import OVERLAYS, Box, Rect, Scene, Window

_FRAME: Final = "android.widget.FrameLayout"
_LINEAR: Final = "android.widget.LinearLayout"
_TELLS: Final = ("TextView", "EditText", "Button", "CheckBox", "Switch", "Chronometer")
"""Classes whose text is empty where others have none."""
_LATIN: Final = SYSTEM_IME.partition("/")[0]


@dataclass(slots=True, eq=False)
class View:
    """One accessibility node. `bounds` is its visible part; `box` is its layout box, None for wrapper frames."""

    index: int
    cls: str
    package: str
    bounds: Rect
    id: str = ""
    text: str | None = None
    desc: str | None = None
    hint: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    naf: bool = False
    """Something to touch that says nothing, nor does anything in it."""
    reach: float | None = None
    """The value of something with a range, such as a slider: percent."""
    count: int = 0
    """Children, those that cannot be seen included."""
    box: Box | None = None
    parent: View | None = None
    children: tuple[View, ...] = ()

    def walk(self) -> Iterator[View]:
        """Yield this node and all descendants in dump order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def matters(self) -> bool:
        """Return whether the node is important for accessibility: it has text or supports an action."""
        says = bool(self.text or self.desc)
        return says or self.clickable or self.long_clickable or self.focusable or self.scrollable or self.checkable


def windows(scene: Scene) -> tuple[View, ...]:
    """Return the roots of all windows visible to accessibility: the active one first, then topmost first.

    Windows below a modal window are not touchable and are left out. So are wallpaper, navigation handle and toasts.
    """
    return tuple(_window(window) for window in accessible_windows(scene))


def accessible_windows(scene: Scene) -> tuple[Window, ...]:
    """Return the windows visible to accessibility, in the order of `windows`."""
    active = scene.windows[scene.active]
    below = scene.active if active.kind in OVERLAYS or active.kind == "shade" else 0
    others = [
        window
        for at, window in reversed(list(enumerate(scene.windows)))
        if window is not active
        and window.kind not in ("wallpaper", "navigation", "toast")
        # The status bar is painted below dialogs here, but Android reports it as a window above them.
        and (at >= below or (window.kind == "status" and active.kind != "shade"))
    ]
    return (active, *others)


def compressed(root: View) -> View:
    """Return a copy of the tree without layout-only nodes; their children move up to the nearest kept ancestor."""
    copy = _copied(root, 0)
    _attach(copy, tuple(view for child in root.children for view in _important(child)))
    return copy


def _important(view: View) -> Iterator[View]:
    below = tuple(item for child in view.children for item in _important(child))
    if not view.matters():
        yield from below
        return
    copy = _copied(view, view.index)
    _attach(copy, below)
    yield copy


def _copied(view: View, index: int) -> View:
    copy = View(index, view.cls, view.package, view.bounds)
    for name in _CARRIED:
        setattr(copy, name, getattr(view, name))
    return copy


_CARRIED: Final = (
    "id", "text", "desc", "hint", "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable",
    "long_clickable", "password", "selected", "naf", "reach", "box",
)  # fmt: skip


def _attach(view: View, children: tuple[View, ...]) -> None:
    for index, child in enumerate(children):
        child.index, child.parent = index, view
    view.children, view.count = children, len(children)


def _window(window: Window) -> View:
    """Build the wrapper frames of a window with its views inside."""
    frames = [(_FRAME, "")]
    if window.kind not in OVERLAYS:
        frames.append((_LINEAR, ""))
    frames.append((_FRAME, "android:id/content"))
    if window.kind == "ime" and window.package == _LATIN:
        # All keys are painted on one view that exposes none of them to accessibility.
        frames[-1] = (_FRAME, "android:id/inputArea")
        frames.append(("android.view.View", f"{_LATIN}:id/keyboard_view"))
    elif window.style == "compose":
        frames += [(cls, "") for cls in COMPOSE_FRAMES]
    views = [View(0, cls, window.package, window.rect, id=name) for cls, name in frames]
    for outer, inner in pairwise(views):
        _attach(outer, (inner,))
    if frames[-1][1] != f"{_LATIN}:id/keyboard_view":
        inner = _view(styled(window.root, window.style), 0, window.package)
        inner.parent = views[-1]
        views[-1].children, views[-1].count = (inner,), 1
    return views[0]


def _view(box: Box, index: int, package: str) -> View:
    node = box.node
    cls = class_of(node)
    field = node.kind == "field"
    clicks = clickable(node)
    scrollable = node.kind == "scroll" and box.scroll[1] > 0
    text = shown_text(node)
    checks = checkable(node)
    view = View(
        index,
        cls,
        package,
        visible(box),
        id=resource_id(node, package),
        text=text if text or cls.endswith(_TELLS) else None,
        desc=node.desc or None,
        hint=node.hint if field else "",
        checkable=checks,
        checked=node.checked and checks,
        clickable=clicks,
        enabled=node.enabled,
        focusable=(clicks and node.enabled) or scrollable or field or node.kind == "slider",
        focused=box.focused,
        scrollable=scrollable,
        long_clickable=field or any(name == "long" for name, _ in node.on),
        password=node.password,
        selected=node.selected,
        naf=clicks and node.enabled and cls not in NAF_EXCLUDED and not _says(box),
        reach=round(node.value * 100, 1) if node.kind == "slider" else None,
        box=box,
    )
    shown: list[View] = []
    at = -1
    for child in () if node.text and node.kind in CONTAINERS else box.children:
        if child.node.kind in SILENT and not child.node.on:
            continue
        at += 1
        seen = visible(child)
        if seen[0] < seen[2] and seen[1] < seen[3]:
            below = _view(child, at, package)
            below.parent = view
            shown.append(below)
    view.children, view.count = tuple(shown), at + 1
    return view


def _says(box: Box) -> bool:
    return bool(shown_text(box.node) or box.node.desc) or any(map(_says, box.children))
