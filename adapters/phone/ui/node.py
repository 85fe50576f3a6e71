"""Nodes, the elements of a screen. Lengths are dp, colours are theme roles.

A tree of nodes is the only description of a screen: layout turns it into boxes, and pixels, accessibility XML and hit
testing are derived from the boxes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from adapters.phone.style.typography import TypeStyle
from runtime.core.fast_init import fast_init, fast_replace

Kind = Literal[
    "column",  # children one below the other
    "row",  # children side by side
    "stack",  # children on top of each other, each placed by its own `place`
    "scroll",  # a scrolling column (or row, `horizontal=True`); `id` is the key of its offset
    "grid",  # children in `columns` equal columns; `variant="pages"`: one of several swipeable pages
    "text",
    "icon",  # a glyph of the icon font, named by `icon`
    "image",  # a seeded picture, see `art`
    "button",  # filled | tonal | outlined | text, by `variant`
    "icon_button",
    "field",  # single-line text input with its value in `text` and its hint in `hint`
    "switch",
    "checkbox",
    "radio",
    "chip",
    "slider",
    "divider",
    "spacer",
    "badge",
]

Length = int | float | Literal["fill", "wrap"]
Gesture = Literal["tap", "long", "double", "drag", "change", "submit"]
"""`drag` is a stroke that begins on the node: its event gets `x` and `y`, how far it went in whole dp.
`double` is the second of two quick taps, where a node wants it; elsewhere it is a tap like the first.
`change` and `submit` are a field's: its text was edited / the keyboard's action key was pressed."""


@dataclass(frozen=True, slots=True)
class Ev:
    """An event as data, for the app's `update`. Arguments are a sorted tuple so that events compare and hash.

    A touch event with arguments `x` and `y` gets the touch position in them, in whole dp of the screen.
    """

    name: str
    args: tuple[tuple[str, Any], ...] = ()

    def get(self, key: str, default: Any = None) -> Any:
        for name, value in self.args:
            if name == key:
                return value
        return default

    def plus(self, **more: Any) -> Ev:
        """Return the event with additional arguments."""
        return ev(self.name, **{**dict(self.args), **more})


def ev(name: str, /, **args: Any) -> Ev:
    """Create an event, such as `ev("add", item="fries")`."""
    return Ev(name, tuple(sorted(args.items())))


@dataclass(frozen=True, slots=True)
class Art:
    """A seeded picture: `kind` is food:burger, land:hills, avatar, cover, … (see `adapters.phone.pictures.art`)."""

    kind: str
    seed: int = 0
    data: bytes = b""
    """An encoded picture (PNG, JPEG …), which is drawn in place of a seeded one."""


@fast_init
@dataclass(frozen=True, slots=True)
class Look:
    """Size and appearance of a node. Colours are roles of the app's scheme or `#RRGGBB`."""

    width: Length = "wrap"
    height: Length = "wrap"
    grow: float = 0
    pad: tuple[float, float, float, float] = (0, 0, 0, 0)
    """left, top, right, bottom."""
    gap: float = 0
    align: Literal["start", "center", "end", "stretch"] = "start"
    """Across the direction of a row or column."""
    justify: Literal["start", "center", "end", "between"] = "start"
    place: tuple[str, str] = ("start", "start")
    """Horizontal and vertical place in a stack: start, center, end, fill."""
    bg: str = ""
    radius: float | tuple[float, float, float, float] = 0
    elevation: int = 0
    outline: str = ""
    outline_width: float = 1
    color: str = ""
    type: TypeStyle = "bodyL"
    lines: int = 0
    """The most lines of text; 0: as many as needed. What does not fit ends in an ellipsis."""
    text_align: Literal["start", "center", "end"] = "start"
    size: float = 24
    """Edge of an icon."""
    strike: bool = False
    alpha: float = 1.0
    wrap: bool = False
    """A row that continues on the next line."""
    min_width: float = 0
    max_width: float = 0
    """0: no limit. Holds for `wrap` and `fill`."""
    min_height: float = 0


@lru_cache(maxsize=4096, typed=True)
def _cached_look(left: float, top: float, right: float, bottom: float, **rest: Any) -> Look:
    """Return a look with this padding: few of the looks of a screen differ, and screens are built after every change.

    Numbers of different types make different looks, also 16 and 16.0: screen ids tell them apart.
    """
    return Look(pad=(left, top, right, bottom), **rest)


@fast_init
@dataclass(frozen=True, slots=True)
class Node:
    """One element of a screen. Every node is drawn except `hidden`, which only takes taps."""

    kind: Kind
    children: tuple[Node, ...] = ()
    id: str = ""
    """Resource id without package: rows of a list repeat it, it never holds an item's key."""
    text: str = ""
    desc: str = ""
    """Content description, for pictures and icon-only controls."""
    on: tuple[tuple[Gesture, Ev], ...] = ()
    look: Look = field(default_factory=Look)
    icon: str = ""
    art: Art | None = None
    hint: str = ""
    variant: str = ""
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    password: bool = False
    horizontal: bool = False
    columns: int = 0
    """Columns of a grid; for a horizontal `scroll` the width in dp of the pages that it snaps to, 0 for none."""
    value: float = 0
    """A slider's position from 0 to 1; for a `scroll` the initial offset in dp."""
    cls: str = ""
    """Android class, where it differs from the kind's usual one."""
    heading: bool = False
    """Marks the text that names the screen."""

    def event(self, gesture: Gesture) -> Ev | None:
        for name, event in self.on:
            if name == gesture:
                return event
        return None

    def styled(self, **changes: Any) -> Node:
        """Return the node with changes to its look."""
        return fast_replace(self, look=fast_replace(self.look, **changes))


def node(
    kind: Kind,
    *children: Node | Iterable[Node | None] | None,
    on: dict[Gesture, Ev] | Ev | None = None,
    id: str = "",  # noqa: A002 - the field's name on Android
    text: str = "",
    desc: str = "",
    icon: str = "",
    art: Art | None = None,
    hint: str = "",
    variant: str = "",
    checked: bool = False,
    selected: bool = False,
    enabled: bool = True,
    password: bool = False,
    horizontal: bool = False,
    columns: int = 0,
    value: float = 0,
    cls: str = "",
    heading: bool = False,
    **look: Any,
) -> Node:
    """Build a node: children may be nested lists and None; a bare `on` is the tap; other arguments are the look."""
    flat: list[Node] = []
    for child in children:
        if isinstance(child, Node):
            flat.append(child)
        elif child is not None:
            flat.extend(item for item in child if item is not None)
    events: tuple[tuple[Gesture, Ev], ...] = ()
    if isinstance(on, Ev):
        events = (("tap", on),)
    elif on:
        events = tuple(sorted(on.items()))
    pad = look.pop("pad", 0)
    if not isinstance(pad, tuple):
        pad = (pad, pad, pad, pad)
    elif len(pad) == 2:
        pad = (*pad, *pad)
    made = Look(pad=pad, **look) if isinstance(look.get("radius"), tuple) else _cached_look(*pad, **look)
    return Node(
        kind, tuple(flat), id, text, desc, events, made, icon, art, hint, variant, checked, selected, enabled,
        password, horizontal, columns, value, cls, heading,
    )  # fmt: skip
