"""The structural signature of a phone's state: two states with one signature differ only in content. Pure.

The signature covers

- the place in front: package and name of the route, not its arguments; the system panel; the keyboard's layer;
- the windows that can be touched, from the active one up, without bars, toasts and the keyboard's keys;
- of each node its kind, class, id, variant and gestures; whether it is checked, selected, enabled or focused; whether
  it has text, a description or a picture, not which; the icon of a control, since it shows the control's state;
  whether a field is filled and a slider at one of its ends; whether a scroll is at its start or end;
- of the children of a list, grid or wrapping row which shapes there are, and of each whether there is one or more; of
  other children their order, with a run of equal shapes counted as one or more.

What is scrolled out of view does not count, except the hidden rest of an item that is partly in view.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import xxhash

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.kinds import interactive
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import Box, Scene, Window

_BY_VALUE: Final = 0
"""Marshal's format in which equal values have equal bytes."""
_LEAST_VISIBLE: Final = 24
"""Pixels of an item that must be in view, in the direction of its list."""
_UNTOUCHED: Final = frozenset({"wallpaper", "status", "navigation", "toast", "ime"})


def signature(state: PhoneState, scene: Scene) -> str:
    """Return the signature of a state and the scene that it shows, as 16 hexadecimal digits."""
    board = state.keyboard
    parts = (
        *screen_name(state, scene),
        (board.shown, board.shift, board.symbols),
        [(window.kind, window.package, shape(window.root)) for window in touchable_windows(scene)],
    )
    return xxhash.xxh3_64_hexdigest(marshal.dumps(parts, _BY_VALUE))


def screen_name(state: PhoneState, scene: Scene) -> tuple[str, str, str]:
    """Return the package in front, the name of its route, and the kind of window or panel over it, if any."""
    kind = scene.windows[scene.active].kind
    over = state.panel or ("" if kind == "app" else kind)
    return state.top.package, state.top.route.name, over


def touchable_windows(scene: Scene) -> tuple[Window, ...]:
    """Return the active window and those above it that can be touched, without the keyboard."""
    return tuple(window for window in scene.windows[scene.active :] if window.kind not in _UNTOUCHED)


def shape(box: Box) -> int:
    """Return the signature of a box with everything in it."""
    return _shape(box.node, box)


def _shape(node: Node, box: Box | None) -> int:
    """Return the signature of a node; `box` is None if it was not laid out, since it is out of view."""
    children: list[int]
    if box is None or not box.children:
        children = [_shape(child, None) for child in node.children]
    elif node.kind == "scroll":
        children = [_shape(child.node, child) for child in _in_view(node, box.children)]
    else:
        children = [_shape(child.node, child) for child in box.children]
    if len(children) > 1:
        children = _summary(node, children)
    parts: Any = (_own(node, box), children)
    return xxhash.xxh3_64_intdigest(marshal.dumps(parts, _BY_VALUE))


def _summary(node: Node, children: Sequence[int]) -> list[int]:
    """Return the shapes of children, each once or negative if there are several."""
    if node.kind in ("scroll", "grid") or node.look.wrap:
        return [item if count == 1 else -item for item, count in sorted(Counter(children).items())]
    return [item if len(list(run)) == 1 else -item for item, run in groupby(children)]


def _in_view(node: Node, children: Sequence[Box]) -> Iterator[Box]:
    """Yield the children of a scroll of which enough is in view."""
    low, high = (0, 2) if node.horizontal else (1, 3)
    for child in children:
        rect, clip = child.rect, child.clip
        seen = min(rect[high], clip[high]) - max(rect[low], clip[low])
        if seen >= min(_LEAST_VISIBLE, max(1, rect[high] - rect[low])):
            yield child


def _own(node: Node, box: Box | None) -> tuple[object, ...]:
    """Return what a node itself adds to the signature."""
    return (
        node.kind,
        node.id,
        node.cls,
        node.variant,
        node.icon if node.icon and interactive(node) else bool(node.icon),
        [name for name, _ in node.on],
        bool(node.text),
        bool(node.desc),
        node.checked,
        node.selected,
        node.enabled,
        node.password,
        node.heading,
        node.art is not None,
        node.look.strike,
        box is not None and box.focused,
        _position(node, box),
    )


def _position(node: Node, box: Box | None) -> int:
    """Return whether a slider or scroll is at its start (0), between (1), at its end (2), or has nowhere to go (3)."""
    if node.kind == "slider":
        return 0 if node.value <= 0 else 2 if node.value >= 1 else 1
    if node.kind == "scroll" and box is not None:
        offset, most = box.scroll
        return 3 if most == 0 else 0 if offset == 0 else 2 if offset >= most else 1
    return 0
