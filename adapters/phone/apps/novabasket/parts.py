"""Novabasket's own look: the orange header, white cards on grey, small type, a lot of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.novabasket.catalogue import BY_NAME, Item, item, money, off
from adapters.phone.apps.novabasket.model import Line, State, chosen, each
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

CORNER = 10.0
WHITE, PAGE, CARD = "#FFFFFF", "container", "lowest"
RED = "#C4231C"
RADIO_GROUP = "android.widget.RadioGroup"


def price(cents: int, size: int = 16) -> Node:
    """A price in the house's colour."""
    return w.text(money(cents), f"{size},{size + 6},Bold,0", "primary", id="price", lines=1)


def rating(one: Item, *, more: str = "") -> Node:
    """A star, the mean, and what follows it."""
    return node(
        "row",
        w.icon("star", 14, "star"),
        w.text(f"{one.stars / 10:.1f}{more}", "bodyS", "on_surface_variant", lines=1, id="rating"),
        gap=3,
        align="center",
    )


def cut(label: str) -> Node:
    """The red flag of a reduced price."""
    return w.text(label, "labelS/Bold", WHITE, bg=RED, radius=(CORNER, 0, 6, 0), pad=(8, 3, 8, 3), height=22, lines=1)


def tag(label: str, bg: str = "primary_container", color: str = "on_primary_container") -> Node:
    """A small square tag."""
    return w.text(label, "labelS", color, bg=bg, radius=4, pad=(5, 1, 5, 1), height=18, lines=1)


@lru_cache(maxsize=128)
def tile(key: str) -> Node:
    """A product of a two-column list; it depends on the catalogue alone, so it is made once."""
    one = item(key)
    flag = cut(off(one)) if one.was else None
    picture = node("image", art=one.art, place=("fill", "start"), height=168, radius=(CORNER, CORNER, 0, 0))
    old = w.text(money(one.was), "bodyS", "on_surface_variant", strike=True, lines=1) if one.was else None
    words = node(
        "column",
        tag(one.tag) if one.tag else None,
        w.text(one.name, "bodyM", lines=2, id="name"),
        node("row", price(one.cents, 18), old, gap=6, align="end", pad=(0, 2, 0, 0)),
        rating(one, more=f"  ·  {one.sold} sold"),
        tag("Free delivery", "#DFF3E4", "#14602F") if one.cents >= 5000 else None,
        width="fill",
        pad=(10, 8, 8, 10),
        gap=2,
    )
    return node(
        "column",
        node("stack", picture, flag, width="fill", height=168),
        words,
        on=ev("open", key=one.key),
        id="card_product",
        cls=w.GROUP,
        width="fill",
        bg=CARD,
        radius=CORNER,
        align="stretch",
    )


def tiles(items: Sequence[Item]) -> Node:
    """Products side by side, two in a row."""
    return node(
        "grid", [tile(one.key) for one in items], columns=2, width="fill", gap=8, pad=(12, 0, 12, 0), align="stretch"
    )


def section(title: str, link: str = "", on: Ev | None = None, *, top: float = 16) -> Node:
    """The heading of a group, with a link at its right."""
    more = None
    if on is not None:
        more = node(
            "row",
            w.text(link, "labelL", "primary"),
            w.icon("chevron_right", 20, "primary"),
            on=on,
            id="see_all",
            cls=w.ROW,
            height=48,
            align="center",
        )
    plain = w.text(link, "bodyM", "on_surface_variant") if link and on is None else None
    return node(
        "row",
        w.text(title, "18,24,Bold,0", grow=1, lines=1),
        more,
        plain,
        width="fill",
        min_height=36,
        pad=(14, top, 8 if more else 14, 4),
        align="center",
    )


def card(*children: Some, pad: tuple[float, float, float, float] = (0, 6, 0, 6), rid: str = "") -> Node:
    """A white card on the grey page."""
    inner = node("column", *children, width="fill", bg=CARD, radius=CORNER, align="stretch", pad=pad, id=rid)
    return node("column", inner, width="fill", pad=(10, 4, 10, 4), align="stretch")


def basket_action(state: State, color: str = "on_surface") -> Node:
    """The basket in a bar, with how many lines wait in it."""
    many = len(state.basket)
    button = w.action("shopping_cart", f"Basket, {many} products", ev("nav", to="cart"), rid="basket", color=color)
    return w.badged(button, many)


def bar(title: str, *actions: Node, support: str = "", up: bool = True) -> Node:
    """The bar of a page: orange for the tabs, white below them."""
    if up:
        return w.app_bar(title, *actions, support=support, bg=CARD, style="18,24,Bold,0")
    return node(
        "row",
        w.text(title, "22,28,Bold,0", "on_primary", heading=True, grow=1, lines=1),
        *actions,
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=64,
        pad=(16, 0, 4, 0),
        align="center",
        bg="primary",
    )


def nav(state: State, chosen_: str) -> Node:
    """The five items at the lower edge; the basket's has a count."""
    many = len(state.basket)
    cells = []
    for to, glyph, label in (
        ("home", "home", "Home"),
        ("categories", "grid_view", "Categories"),
        ("deals", "local_activity", "Deals"),
        ("cart", "shopping_cart", "Basket"),
        ("me", "person_outline", "Me"),
    ):
        here = label == chosen_
        ink = "on_secondary_container" if here else "on_surface_variant"
        mark = None
        if to == "cart" and many:
            number = node(
                "badge",
                text=str(many),
                height=16,
                pad=(4, 0, 4, 0),
                bg="error",
                color="on_error",
                radius=8,
                type="labelS",
            )
            mark = node("row", number, place=("end", "start"), pad=(0, 2, 12, 0))
        cells.append(
            node(
                "column",
                node(
                    "stack",
                    w.icon(glyph, 24, ink, place=("center", "center"), id="navigation_bar_item_icon_view"),
                    mark,
                    width=64,
                    height=32,
                    radius=16,
                    bg="secondary_container" if here else "",
                ),
                w.text(
                    label,
                    "labelM/Bold" if here else "labelM",
                    "on_surface" if here else "on_surface_variant",
                    id="navigation_bar_item_large_label_view",
                    pad=(0, 4, 0, 0),
                ),
                on=ev("nav", to=to),
                id=f"nav_{to}",
                desc=f"{label}, {many} new" if mark else label,
                selected=here,
                cls="android.widget.FrameLayout",
                grow=1,
                height=76,
                align="center",
                pad=(0, 10, 0, 0),
            )
        )
    return node("row", cells, width="fill", height=76, bg=CARD, id="bottom_nav")


def foot(*children: Some) -> Node:
    """The bar at the lower edge with what leads on."""
    inner = node("row", *children, width="fill", pad=(12, 8, 12, 8), gap=10, align="center")
    return node("column", w.divider(), inner, width="fill", bg=CARD, align="stretch")


def block(label: str, on: Ev, *, rid: str, variant: str = "filled", enabled: bool = True, grow: float = 1) -> Node:
    """The main button of a page."""
    made = c.button(label, on, rid=rid, variant=variant, height=48, width="wrap", enabled=enabled, grow=grow)
    return made.styled(radius=CORNER, type="15,20,Bold,0.1")


def fact(label: str, value: str, glyph: str, *, rid: str, on: Ev | None = None, support: str = "") -> Node:
    """A row that says what was chosen, and leads to where it is."""
    names = node(
        "column",
        w.text(label, "bodyS", "on_surface_variant"),
        w.text(value, "15,20,Medium,0.1", lines=2, id="value"),
        w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None,
        grow=1,
        gap=1,
    )
    return node(
        "row",
        w.icon(glyph, 22, "primary"),
        names,
        w.icon("chevron_right", 20) if on else None,
        on=on,
        id=rid,
        cls=w.GROUP,
        width="fill",
        pad=(14, 9, 10, 9),
        gap=14,
        align="center",
        min_height=56,
    )


def amount(label: str, value: str, *, strong: bool = False, good: bool = False) -> Node:
    """A line of the sum."""
    style, color = ("17,24,Bold,0", "on_surface") if strong else ("bodyM", "on_surface_variant")
    return node(
        "row",
        w.text(label, style, color, grow=1),
        w.text(value, style, "primary" if strong else "positive" if good else color),
        id="row_total" if strong else "row_sum",
        cls=w.GROUP,
        width="fill",
        pad=(14, 3, 14, 3),
        align="center",
    )


def picture(name: str, size: float) -> Node:
    """The picture of a product by its name."""
    one = BY_NAME.get(name)
    if one is None:
        return w.disc("inventory_2", size).styled(radius=8)
    return node("image", art=one.art, width=size, height=size, radius=8, desc=name, id="photo")


def line_row(line: Line, extra: Node | None = None) -> Node:
    """One line of an order with all that was chosen, in one row."""
    words = node(
        "column",
        w.text(line.item, "bodyM", id="name", lines=2),
        w.text(chosen(line), "bodyS", "on_surface_variant", id="choices", lines=2) if chosen(line) else None,
        extra,
        grow=1,
        gap=2,
    )
    side = node(
        "column",
        w.text(money(each(line) * line.quantity), "15,20,Bold,0", id="price"),
        w.text(f"× {line.quantity}", "bodyM", "on_surface_variant", id="qty"),
        align="end",
    )
    return node(
        "row",
        picture(line.item, 64),
        words,
        side,
        id="row_line",
        cls=w.GROUP,
        width="fill",
        pad=(14, 8, 14, 8),
        gap=12,
    )


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet: grip, title, close, content and what decides."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node(
        "row",
        w.text(title, "18,24,Bold,0", grow=1, lines=1),
        w.action("close", "Close", w.UP, rid="close", color="on_surface"),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        pad=(16, 0, 8, 4),
        align="center",
    )
    return node(
        "column",
        node("stack", grip, width="fill", height=22),
        head,
        *children,
        w.space(12),
        bottom,
        id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
        width="fill",
        bg="surface",
        radius=(16, 16, 0, 0),
        align="stretch",
    )


def over(below: Screen, window: Node) -> Screen:
    """A screen under a sheet."""
    return Screen(
        below.body,
        below.top,
        below.bottom,
        overlay=Overlay("sheet", window),
        bg=below.bg,
        bar=below.bar,
        title=below.title,
    )


def radios(rows: Sequence[Node], rid: str) -> Node:
    """Rows of which one is chosen."""
    return node("column", rows, id=rid, cls=RADIO_GROUP, width="fill", align="stretch")
