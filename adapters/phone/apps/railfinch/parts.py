"""Railfinch's own look: a navy header, white cards on it, yellow for what leads on, times in bold digits."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.railfinch.network import Train, lasts
from adapters.phone.apps.railfinch.terms import money
from adapters.phone.apps.railfinch.trip import Leg
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

WHITE, PAGE, CARD, NAVY = "#FFFFFF", "surface", "lowest", "#0A3D91"
YELLOW, DARK, PALE = "#FFD166", "#2B2205", "#B9CBEE"
CORNER = 12.0
RADIO_GROUP = "android.widget.RadioGroup"
TABS = (("home", "Tickets"), ("live", "Live times"), ("trips", "My trips"))


def header(chosen: str) -> Node:
    """The navy header of the three tabs."""
    bar = node(
        "row",
        w.icon("train", 26, YELLOW),
        w.text("Railfinch", "22,28,Bold,0", WHITE, heading=True, grow=1, lines=1),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=64,
        pad=(18, 0, 4, 0),
        gap=12,
        align="center",
    )
    cells = []
    for to, label in TABS:
        on = label == chosen
        cells.append(
            node(
                "column",
                node("row", w.text(label, "titleS/Bold" if on else "titleS", WHITE if on else PALE), height=43,
                     align="center"),
                node("spacer", height=4, width=len(label) * 7.8, radius=(3, 3, 0, 0), bg=YELLOW if on else ""),
                on=ev("tab", to=to),
                id=f"nav_{to}",
                desc=label,
                selected=on,
                cls=w.ROW,
                height=48,
                align="center",
                grow=1,
            )
        )  # fmt: skip
    tabs = node("row", cells, width="fill", height=48, id="tabs")
    return node("column", bar, tabs, width="fill", bg=NAVY, align="stretch")


def bar(title: str, *actions: Node, support: str = "") -> Node:
    """The navy bar of a page below the tabs."""
    names = node(
        "column",
        w.text(title, "20,26,Bold,0", WHITE, lines=1, heading=True),
        w.text(support, "bodyS", PALE, lines=1) if support else None,
        grow=1,
        justify="center",
    )
    return node(
        "row",
        w.action("arrow_back", "Navigate up", w.UP, color=WHITE),
        names,
        *actions,
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=64,
        pad=(4, 0, 4, 0),
        gap=8,
        align="center",
        bg=NAVY,
    )


def page(title: str, body: Node, *actions: Node, bottom: Node | None = None, support: str = "", step: int = 0,
         of: int = 0) -> Screen:  # fmt: skip
    """A page below the tabs; on the way to a booking its bar says how far one is."""
    top = bar(title, *actions, support=support)
    if of:
        top = node("column", top, steps(step, of), width="fill", bg=NAVY, align="stretch")
    return Screen(body, top=top, bottom=bottom, bg=PAGE, bar=NAVY, title=title)


def steps(step: int, of: int) -> Node:
    """How far a booking is: one bar for each step."""
    bars = [node("spacer", height=4, grow=1, radius=2, bg=YELLOW if i < step else "#3D63AC") for i in range(of)]
    return node("row", bars, width="fill", height=14, pad=(16, 0, 16, 10), gap=6, desc=f"Step {step} of {of}",
                id="steps")  # fmt: skip


def over(below: Screen, kind: str, window: Node) -> Screen:
    """A screen under a sheet or a dialog."""
    overlay = Overlay("sheet" if kind == "sheet" else "dialog", window)
    return Screen(below.body, below.top, below.bottom, below.fab, overlay, below.bg, below.bar, below.title)


def card(*children: Some, pad: tuple[float, float, float, float] = (0, 8, 0, 8), rid: str = "", on: Ev | None = None,
         level: int = 0) -> Node:  # fmt: skip
    """A white card with a hairline around it, or raised."""
    inner = node(
        "column", *children, width="fill", bg=CARD, radius=CORNER, align="stretch", pad=pad, id=rid, on=on,
        cls=w.GROUP if on else "", outline="" if level else "outline_variant", elevation=level,
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(16, 6, 16, 6), align="stretch")


def small(title: str) -> Node:
    """A heading inside a card."""
    return w.text(title, "titleM/Bold", pad=(16, 6, 16, 4), lines=1)


def section(title: str, more: str = "", on: Ev | None = None, *, top: float = 16) -> Node:
    """The heading of a group."""
    link = None
    if on is not None:
        link = node("button", text=more, on=on, id="see_all", variant="text", height=40, type="labelL")
    return node(
        "row", w.text(title, "titleM/Bold", grow=1, lines=1), link, width="fill", pad=(16, top, 8, 2), min_height=40,
        align="center",
    )  # fmt: skip


def go(label: str, on: Ev, *, rid: str, enabled: bool = True, grow: float = 1) -> Node:
    """The yellow button that leads on."""
    if not enabled:
        return c.button(label, on, rid=rid, height=48, width="wrap", enabled=False, grow=grow).styled(radius=8)
    return node("button", text=label, on=on, id=rid, variant="filled", height=48, width="wrap", grow=grow, radius=8,
                type="15,20,Bold,0.1", bg=YELLOW, color=DARK)  # fmt: skip


def second(label: str, on: Ev, *, rid: str, grow: float = 1, enabled: bool = True) -> Node:
    """A button beside it."""
    made = c.button(label, on, rid=rid, variant="outlined", height=48, width="wrap", grow=grow, enabled=enabled)
    return made.styled(radius=8, type="15,20,Medium,0.1")


def foot(*children: Some) -> Node:
    """The bar at the lower edge with the price and what leads on."""
    return node("row", *children, width="fill", bg=CARD, pad=(16, 12, 16, 10), gap=12, align="center", elevation=2)


def price_foot(cents: int, label: str, on: Ev, *, rid: str, enabled: bool = True, words: str = "in all") -> Node:
    """The sum so far at the left, the way on at the right."""
    sums = node(
        "column",
        w.text(money(cents), "20,26,Bold,0", id="price"),
        w.text(words, "bodyS", "on_surface_variant", lines=1),
        width=116,
    )
    return foot(sums, go(label, on, rid=rid, enabled=enabled))


def box(label: str, value: str, glyph: str, on: Ev, *, rid: str, grow: float = 0, bad: bool = False) -> Node:
    """An outlined field that opens a picker; its label breaks the line above."""
    ink = "error" if bad else "on_surface_variant"
    frame = node(
        "row",
        w.icon(glyph, 22, ink),
        w.text(value, "bodyL", lines=1, grow=1, id="value"),
        on=on,
        id=rid,
        cls=w.GROUP,
        width="fill",
        height=56,
        radius=4,
        outline="error" if bad else "outline",
        outline_width=2 if bad else 1,
        bg=CARD,
        pad=(14, 0, 8, 0),
        gap=12,
        align="center",
    )
    name = node("row", w.text(label, "bodyS", ink, bg=CARD, pad=(4, 0, 4, 0), lines=1), pad=(10, 0, 0, 0))
    return node("stack", node("column", frame, place=("fill", "start"), pad=(0, 8, 0, 0), align="stretch"), name,
                height=64, width="wrap" if grow else "fill", grow=grow)  # fmt: skip


def way(origin: str, destination: str, style: str = "bodyL", color: str = "on_surface") -> Node:
    """Two stations with an arrow between them."""
    return node(
        "row",
        w.text(origin, style, color, lines=1, id="origin"),
        w.icon("arrow_forward", 16, color),
        w.text(destination, style, color, lines=1, id="destination"),
        gap=6,
        align="center",
    )


def tag(label: str, bg: str = "secondary_container", color: str = "on_secondary_container") -> Node:
    """A small tag."""
    return w.text(label, "labelS", color, bg=bg, radius=4, pad=(6, 1, 6, 1), height=18, lines=1)


def fact(label: str, value: str, glyph: str, *, rid: str, on: Ev | None = None, support: str = "") -> Node:
    """A row that says what was chosen, and leads to where it is."""
    names = node(
        "column",
        w.text(label, "bodyS", "on_surface_variant", lines=1),
        w.text(value, "15,20,Medium,0.1", lines=3, id="value"),
        w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None,
        grow=1,
        gap=1,
    )
    return node(
        "row",
        w.icon(glyph, 24, "primary"),
        names,
        w.icon("chevron_right", 20) if on else None,
        on=on,
        id=rid,
        cls=w.GROUP,
        width="fill",
        pad=(16, 8, 12, 8),
        gap=16,
        align="center",
        min_height=56,
    )


def radios(rows: Sequence[Node], rid: str) -> Node:
    """Rows of which one is chosen."""
    return node("column", rows, id=rid, cls=RADIO_GROUP, width="fill", align="stretch")


def segmented(options: Sequence[str], chosen: str, on: Ev, *, rid: str) -> Node:
    """A few options joined in one outlined shape; the chosen one is filled and has a check."""
    cells: list[Node] = []
    last = len(options) - 1
    for index, label in enumerate(options):
        here = label == chosen
        ink = "on_secondary_container" if here else "on_surface"
        round_ = (19 if index == 0 else 0, 19 if index == last else 0, 19 if index == last else 0,
                  19 if index == 0 else 0)  # fmt: skip
        if index:
            cells.append(node("spacer", width=1, height="fill", bg="outline"))
        cells.append(
            node(
                "row",
                w.icon("check", 16, ink) if here else None,
                w.text(label, "labelL", ink, lines=1),
                on=on.plus(value=label),
                id=rid,
                cls="android.widget.RadioButton",
                checked=here,
                selected=here,
                grow=1,
                height="fill",
                gap=4,
                align="center",
                justify="center",
                radius=round_,
                bg="secondary_container" if here else "",
            )
        )
    return node("row", cells, width="fill", height=42, radius=21, outline="outline", pad=(1, 1, 1, 1), bg=CARD,
                align="stretch", id=f"{rid}_group", cls=RADIO_GROUP)  # fmt: skip


def times(departs: str, arrives: str, minutes: int, changes: int) -> Node:
    """Departure, a line with the time between, arrival."""
    middle = node(
        "column",
        w.text(lasts(minutes), "bodyS", "on_surface_variant", lines=1),
        node(
            "row",
            node("spacer", width=7, height=7, radius=3.5, bg="primary"),
            node("spacer", height=2, grow=1, bg="outline_variant"),
            node("spacer", width=7, height=7, radius=3.5, bg="tertiary") if changes else None,
            node("spacer", height=2, grow=1, bg="outline_variant") if changes else None,
            node("spacer", width=7, height=7, radius=3.5, bg="primary"),
            width="fill",
            height=9,
            align="center",
        ),
        grow=1,
        align="center",
        gap=2,
        pad=(0, 0, 0, 6),
    )
    return node(
        "row",
        w.text(departs, "22,28,Bold,0", id="departs"),
        middle,
        w.text(arrives, "22,28,Bold,0", id="arrives"),
        width="fill",
        gap=12,
        align="center",
    )


def leg_rows(leg: Leg, one: Train | None, label: str) -> Node:
    """A ride in a card: day, times, both ends, the train; all in one row for whoever reads the tree."""
    changes = one.changes if one else 0
    head = node(
        "row", w.text(label, "labelM", "primary", lines=1), w.push(), w.text(leg.day, "labelL/Bold", id="day", lines=1),
        width="fill", align="center",
    )  # fmt: skip
    if not leg.train:
        line = w.text(f"{leg.origin} – {leg.destination}, any train within a month", "bodyM", "on_surface_variant")
        return node("column", head, line, id="row_leg", cls=w.GROUP, width="fill", pad=(16, 8, 16, 8), gap=4,
                    align="stretch")  # fmt: skip
    ends = node(
        "row",
        w.text(leg.origin, "bodyM", lines=1, id="origin"),
        w.push(),
        w.text(leg.destination, "bodyM", lines=1, id="destination"),
        width="fill",
        gap=8,
    )
    more = f"{leg.train}  ·  {'direct' if not changes else f'change at {one.via}' if one else ''}"
    return node(
        "column",
        head,
        times(leg.departs, leg.arrives, one.minutes if one else 0, changes),
        ends,
        w.text(more, "bodyS", "on_surface_variant", lines=1, id="train"),
        id="row_leg",
        cls=w.GROUP,
        width="fill",
        pad=(16, 8, 16, 8),
        gap=2,
        align="stretch",
    )


def bill(parts: dict[str, int]) -> list[Node]:
    """The lines of a bill, the total in bold."""
    rows = []
    for label, cents in parts.items():
        strong = label == "Total"
        style, color = ("17,24,Bold,0", "on_surface") if strong else ("bodyM", "on_surface_variant")
        rows.append(
            node("row", w.text(label, style, color, grow=1, lines=1), w.text(money(cents), style, color),
                 id="row_total" if strong else "row_sum", cls=w.GROUP, width="fill", pad=(16, 3, 16, 3))
        )  # fmt: skip
    return rows


def sheet(title: str, *children: Some, bottom: Node | None = None, support: str = "") -> Node:
    """The window of a sheet: grip, title, close, content and what decides."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node(
        "row",
        node(
            "column",
            w.text(title, "20,26,Bold,0", lines=2),
            w.text(support, "bodyM", "on_surface_variant", lines=2) if support else None,
            grow=1,
        ),
        w.action("close", "Close", w.UP, rid="close", color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", pad=(20, 0, 8, 6), align="center",
    )  # fmt: skip
    last = bottom.styled(elevation=0) if bottom is not None else None
    return node(
        "column", node("stack", grip, width="fill", height=22), head, *children, w.space(10), last,
        id="design_bottom_sheet", cls="android.widget.FrameLayout", width="fill", bg=CARD, radius=(20, 20, 0, 0),
        align="stretch",
    )  # fmt: skip
