"""Griddle Nine's own look: the black bar, condensed headings, square corners."""

from __future__ import annotations

from adapters.phone.apps.griddle.catalogue import BY_NAME, money
from adapters.phone.apps.griddle.model import Line, cents, told
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

INK, GOLD, CHALK, ASH = "#1B1A17", "#F2B705", "#FFFFFF", "#CFCABD"
CORNER = 4.0


def caps(title: str, size: int = 22, color: str = "on_surface", *, heading: bool = False, lines: int = 2) -> Node:
    """A line of the house's condensed type."""
    return w.text(title, f"{size},{size + 8},Condensed,0.2", color, heading=heading, lines=lines)


def section(title: str, support: str = "", *, top: float = 20) -> Node:
    """The heading of a group, with a word at its right."""
    return node(
        "row",
        node("column", caps(title), grow=1),
        w.text(support, "bodyM", "on_surface_variant") if support else None,
        width="fill",
        pad=(16, top, 16, 6),
        align="center",
        gap=12,
    )


def bar(title: str, *actions: Node, support: str = "") -> Node:
    """The black top bar of every page below the menu."""
    names = node(
        "column",
        caps(title.upper(), 22, GOLD, heading=True, lines=1),
        w.text(support, "bodyS", ASH, lines=1) if support else None,
        grow=1,
        justify="center",
    )
    return node(
        "row",
        w.action("arrow_back", "Navigate up", w.UP, color=CHALK),
        w.space(0, 8),
        names,
        *actions,
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=72,
        pad=(4, 0, 4, 0),
        align="center",
        bg=INK,
    )


def search_bar(query: str) -> Node:
    """The black bar of the search page with its field."""
    clear = w.action("close", "Clear", ev("query", text=""), rid="search_close_btn") if query else None
    box = c.field(
        query,
        "Search dishes",
        "search_src_text",
        change=ev("query"),
        submit=ev("searched"),
        leading="search",
        trailing=clear,
        bg="surface",
        radius=CORNER,
        height=48,
    )
    return node(
        "row",
        w.action("arrow_back", "Navigate up", w.UP, color=CHALK),
        node("column", box, grow=1, align="stretch"),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=72,
        pad=(4, 0, 16, 0),
        gap=8,
        align="center",
        bg=INK,
    )


def block(label: str, on: Ev, *, rid: str, variant: str = "filled", enabled: bool = True, grow: float = 1) -> Node:
    """The square page-wide button."""
    made = c.button(label, on, rid=rid, variant=variant, height=52, width="wrap", enabled=enabled, grow=grow)
    return made.styled(radius=CORNER, type="16,24,Bold,0.2")


def foot(*children: Some) -> Node:
    """The bar at the lower edge with what leads on."""
    return node(
        "column",
        w.divider(),
        node("row", *children, width="fill", pad=(16, 12, 16, 12), gap=12, align="center"),
        width="fill",
        bg="surface",
        align="stretch",
    )


def stepper(quantity: int, less: Ev, more: Ev, *, least: int = 1) -> Node:
    """Minus, value, plus between lines. With `least` 0 the minus of the last one is a bin."""
    bin_ = least == 0 and quantity == 1
    minus = w.action(
        "delete_outline" if bin_ else "remove",
        "Remove from tray" if bin_ else "Remove one",
        less,
        rid="minus",
        enabled=quantity > least,
        color="on_surface",
    ).styled(width=44)
    plus = w.action("add", "Add one", more, rid="plus", color="on_surface").styled(width=44)
    value = w.text(str(quantity), "16,24,Bold,0", id="qty", text_align="center", width=28)
    return node("row", minus, value, plus, outline="outline", radius=CORNER, align="center", height=48)


def tag(label: str) -> Node:
    """A small square tag: gold for praise, black for news."""
    loud = label == "Most ordered"
    return w.text(
        label, "labelS", INK if loud else GOLD, bg=GOLD if loud else INK, radius=2, pad=(6, 2, 6, 2), height=20, lines=1
    )


def fact(label: str, value: str, glyph: str, *, rid: str = "row_fact", on: Ev | None = None) -> Node:
    """A fact of an order: what it is called, and what was chosen."""
    return node(
        "row",
        w.icon(glyph, 22),
        w.text(label, "bodyM", "on_surface_variant", width=112),
        w.text(value, "16,24,Medium,0.1", grow=1, lines=2, text_align="end", id="value"),
        w.icon("chevron_right", 20) if on else None,
        on=on,
        id=rid,
        cls=w.GROUP,
        width="fill",
        pad=(16, 8, 16, 8),
        min_height=48,
        gap=12,
        align="center",
    )


def receipt_line(line: Line) -> Node:
    """One line of an order with all that was chosen, in one row."""
    words = node(
        "column",
        w.text(line.item, "16,24,Bold,0.1", id="name", lines=2),
        [w.text(phrase, "bodyM", "on_surface_variant", id="choices", lines=2) for phrase in told(line)],
        grow=1,
    )
    return node(
        "row",
        w.text(f"{line.quantity} ×", "16,24,Condensed,0.2", id="qty", width=32),
        words,
        w.text(money(cents(line)), "16,24,Medium,0", id="price"),
        id="row_line",
        cls=w.GROUP,
        width="fill",
        pad=(16, 10, 16, 10),
        gap=8,
    )


def amount(label: str, value: str, *, strong: bool = False) -> Node:
    """A line of the sum."""
    style, color = ("18,24,Bold,0", "on_surface") if strong else ("bodyM", "on_surface_variant")
    return node(
        "row",
        w.text(label, style, color, grow=1),
        w.text(value, style, color),
        id="row_total" if strong else "row_sum",
        cls=w.GROUP,
        width="fill",
        pad=(16, 4, 16, 4),
        align="center",
    )


def picture(name: str, size: float) -> Node:
    """The picture of a dish by its name."""
    one = BY_NAME.get(name)
    if one is None:
        return w.disc("outdoor_grill", size, INK, GOLD).styled(radius=CORNER)
    return node("image", art=one.art, width=size, height=size, radius=CORNER, desc=name, id="photo")


def tray_bar(count: int, total: str) -> Node | None:
    """The black block that leads to the tray while something is on it."""
    if not count:
        return None
    number = w.text(
        str(count), "16,24,Bold,0", INK, bg=GOLD, radius=3, width=28, height=28, text_align="center", pad=(0, 2, 0, 2)
    )
    inner = node(
        "row",
        number,
        w.text("View tray", "16,24,Bold,0.2", CHALK, grow=1),
        w.text(total, "16,24,Bold,0.2", GOLD),
        on=ev("go", to="tray"),
        id="view_tray",
        cls=w.ROW,
        width="fill",
        height=52,
        radius=CORNER,
        bg=INK,
        outline="outline_variant",
        pad=(14, 0, 16, 0),
        gap=14,
        align="center",
    )
    return node("column", inner, width="fill", bg="surface", pad=(16, 10, 16, 10), align="stretch", elevation=2)


def tick(label: str, price: str, on: Ev, checked: bool, *, rid: str) -> Node:
    """A row with a box to tick; the row takes the tap and tells the state."""
    return node(
        "row",
        node("checkbox", checked=checked, width=20, height=20, id="checkbox"),
        w.text(label, "bodyL", grow=1, lines=1),
        w.text(price, "bodyM", "on_surface_variant") if price else None,
        on=on,
        id=rid,
        cls=w.ROW,
        selected=checked,
        width="fill",
        height=48,
        pad=(16, 0, 16, 0),
        gap=16,
        align="center",
    )
