"""Griddle Nine's own look: the black bar, condensed headings, square corners; and rows that several screens show."""

from typing import Any

from adapters.phone.apps.griddle.catalogue import BY_NAME, Item, shop_of
from adapters.phone.apps.griddle.model import Line, Order, State, cents, choices_of, total
from adapters.phone.components.bars import bottom_bar, top_bar
from adapters.phone.components.bottom_sheets import grip, sheet_head, sheet_window
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.shop_rows import order_line, sum_row
from adapters.phone.framework.actions import go
from adapters.phone.framework.baskets import count_text, pieces
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

INK, GOLD, CHALK, ASH = "#1B1A17", "#F2B705", "#FFFFFF", "#CFCABD"
CORNER = 4.0


def caps(title: str, size: int = 22, color: str = "on_surface", *, heading: bool = False, lines: int = 2) -> Node:
    """A line of the house's condensed type."""
    return w.text(title, f"{size},{size + 8},Condensed,0.2", color, heading=heading, lines=lines)


def section(title: str, support: str = "", *, top: float = 20) -> Node:
    """The heading of a group, with a word at its right."""
    note = w.text(support, "bodyM", "on_surface_variant") if support else None
    return line(words(caps(title)), note, pad=(16, top, 16, 6), gap=12)


def bar(title: str, *actions: Node, support: str = "") -> Node:
    """The black top bar of every page below the menu."""
    name = caps(title.upper(), 22, GOLD, heading=True, lines=1)
    note = w.text(support, "bodyS", ASH, lines=1) if support else None
    return top_bar(name, *actions, support=note, ink=CHALK, height=72, bg=INK)


def block(label: str, on: Ev, *, rid: str, variant: str = "filled", enabled: bool = True, grow: float = 1) -> Node:
    """The square page-wide button."""
    button = c.button(label, on, rid=rid, variant=variant, height=52, width="wrap", enabled=enabled, grow=grow)
    return button.styled(radius=CORNER, type="16,24,Bold,0.2")


def second(label: str, on: Ev, *, rid: str, grow: float = 1) -> Node:
    """The outlined button beside the one that leads on."""
    return block(label, on, rid=rid, variant="outlined", grow=grow).styled(color="on_surface")


def foot(*children: Some) -> Node:
    """The bar at the lower edge with what leads on."""
    return bottom_bar(*children)


def sheet(head: Node, *children: Some) -> Node:
    """The window of a sheet: grip, head and content."""
    return sheet_window(grip(), head, *children, bg="surface", radius=12)


def head_of_sheet(*children: Some, **look: Any) -> Node:
    """The head of a sheet, with the button that closes it."""
    return sheet_head(*children, close_color="on_surface", **look)


def price(item: Item, *, rid: str, top: float) -> Node:
    """What a dish costs as it comes, and its energy."""
    return node(
        "row",
        w.text(money(item.cents), "16,24,Bold,0", id=rid),
        w.text(f"{item.kcal} kcal", "bodyS", "on_surface_variant"),
        align="center", gap=10, pad=(0, top, 0, 0),
    )  # fmt: skip


def inset_divider() -> Node:
    """A thin line between rows, as wide as their texts."""
    return column(w.divider(), pad=(16, 0))


def stepper(quantity: int, less: Ev, more: Ev, *, least: int = 1) -> Node:
    """Minus, value, plus between lines. With `least` 0 the minus of the last one is a bin."""
    glyph, desc = ("remove", "Remove one") if least or quantity != 1 else ("delete_outline", "Remove from tray")
    minus = w.action(glyph, desc, less, rid="minus", enabled=quantity > least, color="on_surface")
    plus = w.action("add", "Add one", more, rid="plus", color="on_surface")
    value = w.text(str(quantity), "16,24,Bold,0", id="qty", text_align="center", width=28)
    return node(
        "row", minus.styled(width=44), value, plus.styled(width=44),
        outline="outline", radius=CORNER, align="center", height=48,
    )  # fmt: skip


def tag(label: str) -> Node:
    """A small square tag: gold for praise, black for news."""
    ink, ground = (INK, GOLD) if label == "Most ordered" else (GOLD, INK)
    return w.text(label, "labelS", ink, bg=ground, radius=2, pad=(6, 2, 6, 2), height=20, lines=1)


def fact(label: str, value: str, glyph: str, *, rid: str, on: Ev | None = None) -> Node:
    """A fact of an order: what it is called, and what was chosen."""
    return line(
        w.icon(glyph, 22),
        w.text(label, "bodyM", "on_surface_variant", width=112),
        w.text(value, "16,24,Medium,0.1", grow=1, lines=2, text_align="end", id="value"),
        w.icon("chevron_right", 20) if on else None,
        on=on, id=rid, cls=w.GROUP, pad=(16, 8), min_height=48, gap=12,
    )  # fmt: skip


def line_texts(order_line: Line) -> list[Node]:
    """A line's dish with all that was chosen for it."""
    phrases = [
        w.text(phrase, "bodyM", "on_surface_variant", id="choices", lines=2) for phrase in choices_of(order_line)
    ]
    return [w.text(order_line.item, "16,24,Bold,0.1", id="name", lines=2), *phrases]


def receipt_line(ordered: Line) -> Node:
    """One line of an order, in one row."""
    quantity = w.text(f"{ordered.quantity} ×", "16,24,Condensed,0.2", id="qty", width=32)
    return order_line(quantity, line_texts(ordered), money(cents(ordered)), pad=(16, 10), gap=8)


def amount(label: str, value: str, *, strong: bool = False) -> Node:
    """A line of the sum."""
    return sum_row(label, value, strong=strong, strong_style="18,24,Bold,0", pad=(16, 4))


def receipt(order: Order) -> list[Node]:
    """Facts, lines and the sum of an order, placed or not."""
    shop = f"{order.shop}, {shop_of(order.shop).address}"
    return [
        fact(order.how, shop, "storefront", rid="row_shop"),
        fact("Time", order.time, "schedule", rid="row_time"),
        fact("Name", order.name, "person_outline", rid="row_name"),
        fact("Payment", order.payment, "payments", rid="row_payment"),
        fact("Cutlery", "Yes, please" if order.cutlery else "None", "flatware", rid="row_cutlery"),
        section("Dishes", count_text(order.lines), top=14),
        *map(receipt_line, order.lines),
        w.space(6),
        w.divider(),
        w.space(8),
        amount("Total", order.total, strong=True),
    ]


def picture(name: str, size: float) -> Node:
    """The picture of a dish by its name."""
    item = BY_NAME.get(name)
    if item is None:
        return w.disc("outdoor_grill", size, INK, GOLD).styled(radius=CORNER)
    return node("image", art=item.art, width=size, height=size, radius=CORNER, desc=name, id="photo")


def photo_with_plus(item: Item, width: float, height: float) -> Node:
    """The picture of a dish; its lower right corner adds the dish as it comes, unless it is sold out."""
    image = node("image", art=item.art, width=width, height=height, radius=CORNER, alpha=0.45 if item.sold_out else 1.0)
    if item.sold_out:
        return node("stack", image, width=width, height=height)
    plus = w.action("add", f"Add {item.name}", ev("quick_add", key=item.key), rid="quick_add", color=GOLD)
    plus = plus.styled(bg=INK, radius=CORNER, width=40, height=40)
    corner = node("column", plus, bg="surface", radius=(6, 0, 0, 0), pad=(4, 4, 0, 0), place=("end", "end"))
    return node("stack", image, corner, width=width, height=height)


def tray_bar(state: State) -> Node | None:
    """The black block that leads to the tray while something is on it."""
    if not state.tray:
        return None
    count = w.text(
        str(pieces(state.tray)), "16,24,Bold,0", INK,
        bg=GOLD, radius=3, width=28, height=28, text_align="center", pad=(0, 2, 0, 2),
    )  # fmt: skip
    inner = line(
        count,
        w.text("View tray", "16,24,Bold,0.2", CHALK, grow=1),
        w.text(total(state.tray), "16,24,Bold,0.2", GOLD),
        on=go("tray"), id="view_tray", cls=w.ROW,
        height=52, radius=CORNER, bg=INK, outline="outline_variant", pad=(14, 0, 16, 0), gap=14,
    )  # fmt: skip
    return column(inner, pad=(16, 10), bg="surface", elevation=2)


def no_order() -> Screen:
    """The page of an order that does not exist."""
    gone = w.page(w.empty("receipt_long", "No such order", "It may belong to another account."))
    return Screen(gone, top=bar("Order"), title="Order")
