"""What lies on a sky: white words, panels of dark glass, strips of hours, bars of days."""

from __future__ import annotations

from adapters.phone.apps.drizzlecast.air import GLYPHS
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Art, Ev, Node, node
from adapters.phone.ui.widgets import Some

WHITE, SOFT, GLASS = "#FFFFFF", "#E2EAF2", "#0A2138"
CORNER = 20.0
SEED = 3
GLOWS = {"clear": "#FFD764", "night": "#D8DCF8", "storm": "#FFE27A", "snow": "#FFFFFF"}


def words(text: str, style: str = "bodyL", color: str = WHITE, **more: object) -> Node:
    """White text."""
    return w.text(text, style, color, **more)


def glyph(kind: str, size: float = 24, *, desc: str = "") -> Node:
    """The icon of some weather, in its own light; a fair sky is a sun behind a cloud."""
    if kind != "fair":
        return w.icon(GLYPHS[kind], size, GLOWS.get(kind, SOFT), desc=desc)
    sun = w.icon("wb_sunny", size * 0.72, GLOWS["clear"], place=("end", "start"))
    cloud = w.icon("cloud", size * 0.8, WHITE, place=("start", "end"))
    return node("stack", sun, cloud, width=size, height=size, desc=desc)


def panel(
    *children: Some, on: Ev | None = None, rid: str = "", title: str = "", icon: str = "", gap: float = 0
) -> Node:
    """A panel of dark glass with an optional small title."""
    head = None
    if title:
        head = node(
            "row", w.icon(icon, 16, SOFT) if icon else None, words(title, "labelM", SOFT), gap=6, align="center",
            pad=(16, 12, 16, 4), width="fill",
        )  # fmt: skip
    inner = node("column", head, *children, width="fill", align="stretch", gap=gap)
    ground = node("spacer", bg=GLASS, alpha=0.32, radius=CORNER, width="fill", height="fill", place=("fill", "fill"))
    return node("stack", ground, inner, on=on, id=rid, cls=w.GROUP if on else "", width="fill")


def page(kind: str, bar: Node, *rows: Some, title: str) -> Screen:
    """A screen that is all sky; the bar stays, the rest scrolls below it."""
    body = node(
        "scroll",
        node("column", *rows, width="fill", pad=(16, 0, 16, 0), gap=12, align="stretch"),
        w.space(40),
        id="list",
        cls="androidx.core.widget.NestedScrollView",
        width="fill",
        height="fill",
        grow=1,
        align="stretch",
    )
    sky = node("image", art=Art(f"sky:{kind}", SEED), width="fill", height="fill", place=("fill", "fill"))
    front = node("column", w.space(24), bar, body, place=("fill", "fill"), align="stretch")
    return Screen(
        node("stack", sky, front, width="fill", height="fill"), edge=True, ink="light", bg="#0A2138", title=title
    )


def bar(title: str, *actions: Node, up: bool = True, leading: Node | None = None, support: str = "") -> Node:
    """The bar on a sky: no ground of its own."""
    back = w.action("arrow_back", "Navigate up", w.UP, color=WHITE) if up else leading
    names = node(
        "column",
        words(title, "22,28,Medium,0", heading=True, lines=1),
        words(support, "bodyS", SOFT, lines=1) if support else None,
        grow=1,
    )
    return node(
        "row",
        back,
        w.space(0, 8),
        names,
        *actions,
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=64,
        pad=(4, 0, 4, 0),
        align="center",
    )


def strip(cells: list[Node], rid: str) -> Node:
    """Cells side by side that scroll."""
    return node("scroll", cells, horizontal=True, id=rid, width="fill", gap=4, pad=(8, 4, 8, 12))


def span(low: int, high: int, least: int, most: int) -> Node:
    """A day's temperatures as a piece of the bar that all days share."""
    room, whole = 76.0, max(1, most - least)
    left, wide = room * (low - least) / whole, max(6.0, room * (high - low) / whole)
    track = node("spacer", bg=WHITE, alpha=0.25, radius=2.5, width=room, height=5, place=("start", "center"))
    piece = node(
        "row", w.space(0, min(left, room - wide)), node("spacer", bg="#FFD764", radius=2.5, width=wide, height=5),
        place=("start", "center"), align="center",
    )  # fmt: skip
    return node("stack", track, piece, width=room, height=20)
