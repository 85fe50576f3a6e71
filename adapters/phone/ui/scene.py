"""The result of layout: boxes in pixels, grouped in windows. Input of painting, XML dumps and hit testing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from adapters.phone.style.theme import Theme
from adapters.phone.ui.node import Node
from adapters.phone.ui.text_fields import Marks
from runtime.core.fast_init import fast_init

Rect = tuple[int, int, int, int]
"""left, top, right, bottom in pixels; right and bottom exclusive."""


@fast_init
@dataclass(frozen=True, slots=True)
class Box:
    """One laid-out node. `rect` is its position, `clip` the part of the screen that it may paint on (its scroll
    windows).

    `lines` is its text as wrapped and ellipsised for this width. `children` are the boxes of its children.
    """

    node: Node
    rect: Rect
    clip: Rect
    lines: tuple[str, ...] = ()
    children: tuple[Box, ...] = ()
    scroll: tuple[int, int] = (0, 0)
    """For a scroll box: its offset and the largest offset, in pixels."""
    key: str = ""
    """Key of a scroll box's offset or a field's focus in the state."""
    focused: bool = False
    """A field that has the input focus: it shows a caret."""
    marks: Marks | None = None
    """Caret and selection of a focused field."""


class Content:
    """The boxes of a window, laid out when they are first read: those of a covered window are needed only to paint."""

    def __init__(self, lay_out: Callable[[], Box]) -> None:
        self._lay_out = lay_out

    @cached_property
    def root(self) -> Box:
        return self._lay_out()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and self.root == other.root

    def __hash__(self) -> int:
        return hash(self.root)


TreeStyle = Literal["view", "compose", "poor"]
"""What an app is made with, as the accessibility tree shows it: Android views, Compose, views with poor names."""
WindowKind = Literal[
    "wallpaper", "app", "dialog", "sheet", "menu", "drawer", "ime", "toolbar", "status", "navigation", "shade", "toast"
]
OVERLAYS: Final = ("dialog", "sheet", "menu", "drawer")
"""Windows over an app's own; while one is there, nothing below it can be touched."""


@fast_init
@dataclass(frozen=True, slots=True)
class Window:
    """One window. `scrim` darkens everything below it by that share (0–1)."""

    kind: WindowKind
    package: str
    title: str
    rect: Rect
    content: Content
    theme: Theme
    scrim: float = 0.0
    touchable: bool = True
    bg: str = ""
    """Role behind everything of the window; empty: what is below shows through."""
    secure: bool = False
    """Screenshots show black in its place."""
    style: TreeStyle = "view"

    @property
    def root(self) -> Box:
        """The box of the window's outermost node."""
        return self.content.root


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the screen, bottom to top. `active` is the index of the window that has accessibility focus and
    keys.
    """

    width: int
    height: int
    windows: tuple[Window, ...]
    active: int
    rotation: int = 0
    """Quarter turns of the screen, as Android counts them."""
