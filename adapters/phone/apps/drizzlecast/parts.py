"""What lies on a picture of the sky: white texts, weather icons, panels of dark glass, the page itself. Pure."""

from typing import Any

from adapters.phone.apps.drizzlecast.content import KINDS, WeatherKind
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import focus, go, then
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Art, Ev, Node, node

WHITE, SOFT, RAIN, GLASS = "#FFFFFF", "#E2EAF2", "#9FD4FF", "#0A2138"
SUN = "#FFD764"
TITLE = "24,30,Medium,0"
"""The style of the bar's title on pages without a sky."""
CORNER = 20.0
_SEED = 3
_SPAN = 76.0
"""Width of the bar that all days share, in dp."""


def show_place(name: str) -> Ev:
    """Go to the sky of a place, and close the keyboard of the search."""
    return then(focus(None), go("home", place=name))


def white(text: str, style: str = "bodyL", color: str = WHITE, **more: Any) -> Node:
    """Return a white text."""
    return w.text(text, style, color, **more)


def picture(kind: str, seed: int = _SEED, **look: Any) -> Node:
    """Return the picture of a sky, as wide as its place."""
    return node("image", art=Art(f"sky:{kind}", seed), width="fill", **look)


def weather_icon(kind: WeatherKind, size: float = 24, *, described: bool = False) -> Node:
    """Return the icon of some weather; a fair sky is a sun behind a cloud."""
    desc = KINDS[kind].label if described else ""
    if kind != "fair":
        return w.icon(KINDS[kind].glyph, size, KINDS[kind].glow or SOFT, desc=desc)
    sun = w.icon("wb_sunny", size * 0.72, SUN, place=("end", "start"))
    cloud = w.icon("cloud", size * 0.8, WHITE, place=("start", "end"))
    return node("stack", sun, cloud, width=size, height=size, desc=desc)


def condition(kind: WeatherKind, size: float, style: str, gap: float) -> Node:
    """Return the icon and the name of the weather."""
    return node(
        "row", weather_icon(kind, size), white(KINDS[kind].label, style, id="condition"), gap=gap, align="center"
    )


def rain_chance(percent: int, none: str = "") -> str:
    """Return the chance of rain as a text, or `none` below 20 %."""
    return f"{percent}%" if percent >= 20 else none


def panel(*children: w.Some, on: Ev | None = None, rid: str = "", title: str = "", icon: str = "") -> Node:
    """Return a panel of dark glass with an optional small title."""
    head = line(w.icon(icon, 16, SOFT), white(title, "labelM", SOFT), gap=6, pad=(16, 12, 16, 4)) if title else None
    glass = node("spacer", bg=GLASS, alpha=0.32, radius=CORNER, width="fill", height="fill", place=("fill", "fill"))
    return node("stack", glass, column(head, *children), on=on, id=rid, cls=w.GROUP if on else "", width="fill")


def sky_page(kind: str, bar: Node, *rows: w.Some, title: str) -> Screen:
    """Return a screen that is all sky; the bar stays, the rest scrolls below it."""
    body = node(
        "scroll", column(*rows, pad=(16, 0), gap=12), w.space(40),
        id="list", cls="androidx.core.widget.NestedScrollView", width="fill", height="fill", grow=1, align="stretch",
    )  # fmt: skip
    front = node("column", w.space(24), bar, body, place=("fill", "fill"), align="stretch")
    ground = picture(kind, height="fill", place=("fill", "fill"))
    return Screen(
        node("stack", ground, front, width="fill", height="fill"), edge=True, ink="light", bg=GLASS, title=title
    )


def sky_bar(title: str, *actions: Node, leading: Node | None = None, support: str = "") -> Node:
    """Return the bar on a sky, without a ground of its own; it begins with "Navigate up" unless told otherwise."""
    names = words(
        white(title, "22,28,Medium,0", heading=True, lines=1),
        white(support, "bodyS", SOFT, lines=1) if support else None,
    )
    start = leading or w.action("arrow_back", "Navigate up", w.UP, color=WHITE)
    return line(start, w.space(0, 8), names, *actions, id="toolbar", cls=w.GROUP, height=64, pad=(4, 0))


def span(low: int, high: int, least: int, most: int) -> Node:
    """Return a day's temperatures as a piece of the bar that all days share."""
    degrees = max(1, most - least)
    start, length = _SPAN * (low - least) / degrees, max(6.0, _SPAN * (high - low) / degrees)
    track = node("spacer", bg=WHITE, alpha=0.25, radius=2.5, width=_SPAN, height=5, place=("start", "center"))
    piece = node("spacer", bg=SUN, radius=2.5, width=length, height=5)
    placed = node("row", w.space(0, min(start, _SPAN - length)), piece, place=("start", "center"), align="center")
    return node("stack", track, placed, width=_SPAN, height=20)
