"""Seatmint's own look: near black with mint, posters, pills of time, cards with soft corners."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from adapters.phone.apps.seatmint.catalogue import Show
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

SOFT = 14.0
RADIO = "android.widget.RadioButton"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_of(key: str, today: date) -> date:
    """A day from its ISO form; today for what is none."""
    try:
        return date.fromisoformat(key)
    except ValueError:
        return today


def spoken(day: date, today: date) -> str:
    """`Today`, `Tomorrow`, `Sat, 21 Nov`."""
    ahead = (day - today).days
    if ahead in (0, 1):
        return "Tomorrow" if ahead else "Today"
    return f"{DAYS[day.weekday()]}, {day.day} {day:%b}"


def plus(day: date, days: int) -> date:
    """So many days later."""
    return day + timedelta(days=days)


def bar(title: str, *actions: Node, support: str = "", drawer: bool = False) -> Node:
    """The bar of a page: a way back, or the button of the drawer."""
    glyph, desc, on = (
        ("menu", "Open navigation drawer", ev("drawer")) if drawer else ("arrow_back", "Navigate up", w.UP)
    )
    names = node(
        "column", w.text(title, "20,26,Bold,0", lines=1, heading=True),
        w.text(support, "bodyS", "on_surface_variant", lines=1) if support else None, grow=1, justify="center",
    )  # fmt: skip
    return node("row", w.action(glyph, desc, on, color="on_surface"), names, *actions, width="fill", height=64,
                pad=(4, 0, 4, 0), gap=8, align="center", id="toolbar", cls=w.GROUP)  # fmt: skip


def head(title: str, link: str = "", on: Ev | None = None, top: float = 22) -> Node:
    """The heading of a group, with a link at its right."""
    more = None
    if on is not None:
        more = node("row", w.text(link, "labelL", "primary"), w.icon("chevron_right", 18, "primary"), on=on, height=48,
                    align="center", gap=2, id="see_all", cls=w.ROW)  # fmt: skip
    return node("row", w.text(title, "18,24,Bold,0", grow=1, lines=1), more, width="fill", min_height=40,
                pad=(20, top, 12, 6), align="center")  # fmt: skip


def poster(one: Show, width: float, height: float, radius: float = SOFT) -> Node:
    """A poster with its title at the foot."""
    size = 19 if width > 180 else 12
    words = node(
        "column",
        w.text(one.title.upper(), f"{size},{size + 4},Black,{size / 24:.2f}", "#FFFFFF", lines=3, text_align="center"),
        w.text(one.maker, "bodyS", "#C9D6D1", lines=1, text_align="center") if width > 180 else None,
        width="fill", pad=(8, 0, 8, 12 if width > 180 else 8), gap=3, align="center", place=("fill", "end"),
    )  # fmt: skip
    picture = node("image", art=one.poster, radius=radius, place=("fill", "fill"), height=height)
    return node("stack", picture, words, width=width, height=height)


def thumb(one: Show, width: float = 64, height: float = 92) -> Node:
    """A small poster without words."""
    return node("image", art=one.poster, width=width, height=height, radius=10)


def facts(one: Show) -> str:
    """`Mystery · 118 min · 12+`."""
    parts = (one.genre, f"{one.minutes} min" if one.minutes else "", one.age)
    return "  ·  ".join(part for part in parts if part)


def rating(one: Show) -> Node | None:
    """A star and the mean; nothing where nobody has seen it yet."""
    if not one.stars:
        return None
    mean = w.text(f"{one.stars / 10:.1f}", "13,18,Bold,0.1", lines=1)
    return node(
        "row", w.icon("star", 16, "#F5C451"), mean, gap=3, align="center", desc=f"Rated {one.stars / 10:.1f} of 5"
    )


def row(one: Show, on: Ev, *, more: Node | None = None, line: str = "") -> Node:
    """A show as a row of a list."""
    words = node(
        "column", w.text(one.title, "16,22,Medium,0.1", lines=2),
        w.text(facts(one), "bodyM", "on_surface_variant", lines=1),
        w.text(line, "bodyM", "primary", lines=1) if line else None, rating(one), grow=1, gap=3,
    )  # fmt: skip
    return node("row", thumb(one), words, more, on=on, id="row_show", cls=w.GROUP, width="fill",
                pad=(20, 8, 8 if more else 20, 8), gap=14, align="center")  # fmt: skip


def card(*children: Some, pad: tuple[float, float, float, float] = (16, 14, 16, 14), gap: float = 0) -> Node:
    """A card on the dark page."""
    inner = node("column", *children, width="fill", bg="container", radius=SOFT, pad=pad, gap=gap, align="stretch")
    return node("column", inner, width="fill", pad=(16, 5, 16, 5), align="stretch")


def fact(label: str, value: str, glyph_: str = "", *, on: Ev | None = None, support: str = "") -> Node:
    """What was chosen, and where it can be changed."""
    names = node(
        "column", w.text(label, "bodyS", "on_surface_variant"), w.text(value, "16,22,Medium,0.1", lines=3),
        w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None, grow=1, gap=1,
    )  # fmt: skip
    return node("row", w.icon(glyph_, 22, "primary") if glyph_ else None, names,
                w.icon("chevron_right", 20) if on else None, on=on, id="row_fact", cls=w.GROUP, width="fill",
                min_height=56, pad=(16, 8, 12, 8), gap=16, align="center")  # fmt: skip


def amount(label: str, value: str, *, strong: bool = False) -> Node:
    """A line of the sum."""
    style, color = ("17,24,Bold,0", "on_surface") if strong else ("bodyM", "on_surface_variant")
    return node("row", w.text(label, style, color, grow=1, lines=1),
                w.text(value, style, "primary" if strong else color), width="fill", pad=(0, 3, 0, 3),
                gap=8)  # fmt: skip


def option(label: str, support: str, on: Ev, chosen: bool, *, glyph_: str = "", price: str = "") -> Node:
    """One of a few; the chosen one is framed in mint."""
    words = node("column", w.text(label, "16,22,Medium,0.1", lines=1),
                 w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None, grow=1,
                 gap=1)  # fmt: skip
    inner = node(
        "row", w.icon(glyph_, 22, "primary" if chosen else "on_surface_variant") if glyph_ else None, words,
        w.text(price, "14,20,Medium,0.1", "on_surface_variant") if price else None,
        node("radio", checked=chosen, width=20, height=20), on=on, cls=RADIO, checked=chosen, selected=chosen,
        id="option", width="fill", min_height=56, radius=12, pad=(14, 8, 14, 8), gap=14, align="center",
        bg="container", outline="primary" if chosen else "", outline_width=2,
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(16, 4, 16, 4), align="stretch")


def count(label: str, support: str, many: int, less: Ev | None, more: Ev | None, *, lead: Node | None = None) -> Node:
    """A row with a number that goes up and down; a button without an event rests."""

    def step(glyph_: str, desc: str, on: Ev | None) -> Node:
        return node("icon_button", icon=glyph_, desc=desc, on=on, enabled=on is not None, width=48, height=48, size=22,
                    color="on_surface")  # fmt: skip

    words = node("column", w.text(label, "16,22,Medium,0.1", lines=2),
                 w.text(support, "bodyS", "on_surface_variant", lines=2), grow=1, gap=1)  # fmt: skip
    number = w.text(str(many), "18,24,Bold,0", text_align="center", width=26)
    stepper = node("row", step("remove", f"One {label} less", less), number, step("add", f"One {label} more", more),
                   align="center", bg="high", radius=24, height=48)  # fmt: skip
    return node("row", lead, words, stepper, width="fill", min_height=64, pad=(16, 6, 12, 6), gap=14, align="center")


def switch(label: str, support: str, on: Ev, checked: bool, *, price: str = "") -> Node:
    """A row that is on or off."""
    words = node("column", w.text(label, "16,22,Medium,0.1", lines=2),
                 w.text(support, "bodyS", "on_surface_variant", lines=2), grow=1, gap=1)  # fmt: skip
    return node(
        "row", words, w.text(price, "14,20,Medium,0.1", "on_surface_variant") if price else None,
        node("switch", checked=checked, width=52, height=32), on=on, cls=w.ROW, selected=checked, id="row_switch",
        width="fill", min_height=64, pad=(16, 8, 16, 8), gap=14, align="center",
    )  # fmt: skip


def mint(label: str, on: Ev, *, enabled: bool = True, tonal: bool = False) -> Node:
    """The main button of a page."""
    return node("button", text=label, on=on if enabled else None, enabled=enabled, id="go", height=52, width="wrap",
                grow=1, radius=16, type="16,22,Bold,0.1", variant="tonal" if tonal else "filled")  # fmt: skip


def foot(*children: Some) -> Node:
    """The lower edge with what leads on."""
    return node("row", *children, width="fill", bg="low", pad=(16, 12, 16, 12), gap=12, align="center",
                radius=(20, 20, 0, 0))  # fmt: skip


def tag(label: str, *, strong: bool = False) -> Node:
    """A small mark."""
    return w.text(label, "labelM", "on_primary_container" if strong else "on_surface_variant", lines=1, radius=8,
                  bg="primary_container" if strong else "high", pad=(8, 3, 8, 3))  # fmt: skip


def chip(label: str, on: Ev, chosen: bool, *, many: bool = False) -> Node:
    """One of a line of choices."""
    return node("chip", text=label, on=on, checked=chosen, selected=chosen, id="chip", height=36, radius=18,
                cls="android.widget.CompoundButton" if many else RADIO, type="labelL",
                color="on_secondary_container" if chosen else "on_surface_variant")  # fmt: skip


def strip(cells: Sequence[Node], name: str, height: float, *, gap: float = 8, value: float = 0) -> Node:
    """Cells side by side in a window that scrolls."""
    return node("scroll", cells, horizontal=True, id=name, width="fill", height=height, gap=gap, pad=(20, 0, 20, 0),
                value=value)  # fmt: skip


def nothing(glyph_: str, title: str, line: str, button: Node | None = None) -> Node:
    """What a list shows when it has nothing."""
    return node(
        "column", w.space(72), w.disc(glyph_, 132, "container", "primary"), w.space(18),
        w.text(title, "20,26,Bold,0", text_align="center"),
        w.text(line, "bodyM", "on_surface_variant", text_align="center", pad=(44, 6, 44, 18)), button, width="fill",
        align="center",
    )  # fmt: skip


def calm(label: str, on: Ev) -> Node:
    """A small button that may be left alone."""
    return node("button", text=label, on=on, id="calm", variant="tonal", height=44, radius=14, type="labelL")


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet."""
    top = node("row", w.text(title, "20,26,Bold,0", grow=1, lines=1), w.action("close", "Close", w.UP,
               color="on_surface"), width="fill", pad=(20, 10, 8, 4), align="center")  # fmt: skip
    return node("column", top, *children, w.space(8), bottom, width="fill", bg="low", radius=(24, 24, 0, 0),
                align="stretch", id="design_bottom_sheet", cls="android.widget.FrameLayout")  # fmt: skip


def over(below: Screen, overlay: Overlay, title: str) -> Screen:
    """A screen under a window."""
    return Screen(below.body, below.top, below.bottom, below.fab, overlay, below.bg, below.bar, title, below.edge,
                  below.ink)  # fmt: skip
