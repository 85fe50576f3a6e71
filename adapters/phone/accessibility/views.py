"""The accessibility nodes of all windows, as the server's library sees them.

The shell's dump (`adapters.phone.accessibility.ui_dump`) writes the active window only and fewer attributes; where
both tell the same thing they agree, and a test holds them to it.
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
    """One node. `bounds` is what of it can be seen; `box` what was laid out, None for the frames around an app."""

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
        """This one and all below it, in the order of the dump."""
        yield self
        for child in self.children:
            yield from child.walk()

    def matters(self) -> bool:
        """Whether it is important for accessibility: it says something, or something can be done with it."""
        says = bool(self.text or self.desc)
        return says or self.clickable or self.long_clickable or self.focusable or self.scrollable or self.checkable


def windows(scene: Scene) -> tuple[View, ...]:
    """The roots of all windows that accessibility is told of: the active one first, then from the top down.

    What lies below a modal window is not touchable and therefore not told; wallpaper, the navigation handle and toasts
    never are.
    """
    return tuple(_window(window) for window in told(scene))


def told(scene: Scene) -> tuple[Window, ...]:
    """The windows in question."""
    active = scene.windows[scene.active]
    below = scene.active if active.kind in OVERLAYS or active.kind == "shade" else 0
    others = [
        window
        for at, window in reversed(list(enumerate(scene.windows)))
        if window is not active
        and window.kind not in ("wallpaper", "navigation", "toast")
        # The status bar is painted below dialogs here, but is a window above them for everybody else.
        and (at >= below or (window.kind == "status" and active.kind != "shade"))
    ]
    return (active, *others)


def compressed(root: View) -> View:
    """The tree without what only arranges: its children hang from the nearest one that matters."""
    copy = _copied(root, 0)
    _hang(copy, tuple(view for child in root.children for view in _kept(child)))
    return copy


def _kept(view: View) -> Iterator[View]:
    below = tuple(item for child in view.children for item in _kept(child))
    if not view.matters():
        yield from below
        return
    copy = _copied(view, view.index)
    _hang(copy, below)
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


def _hang(view: View, children: tuple[View, ...]) -> None:
    for index, child in enumerate(children):
        child.index, child.parent = index, view
    view.children, view.count = children, len(children)


def _window(window: Window) -> View:
    """The frames that every window has around its own views, and those."""
    frames = [(_FRAME, "")]
    if window.kind not in OVERLAYS:
        frames.append((_LINEAR, ""))
    frames.append((_FRAME, "android:id/content"))
    if window.kind == "ime" and window.package == _LATIN:
        # The keys are painted on one view, which tells accessibility nothing of them.
        frames[-1] = (_FRAME, "android:id/inputArea")
        frames.append(("android.view.View", f"{_LATIN}:id/keyboard_view"))
    elif window.style == "compose":
        frames += [(cls, "") for cls in COMPOSE_FRAMES]
    views = [View(0, cls, window.package, window.rect, id=name) for cls, name in frames]
    for outer, inner in pairwise(views):
        _hang(outer, (inner,))
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
