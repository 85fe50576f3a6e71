"""Larderly's own look: round shapes, pale green grounds, steppers in the rows; and what several screens show."""

from collections.abc import Iterable, Mapping, Sequence

from adapters.phone.apps.larderly.catalogue import BY_NAME, Item, item_of
from adapters.phone.apps.larderly.model import Line, State, cents, chosen, goods, held
from adapters.phone.components import boxes
from adapters.phone.components.bottom_sheets import SheetLook
from adapters.phone.components.bottom_sheets import sheet as sheet_of
from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.components.choices import Entry
from adapters.phone.components.shop_rows import fact_row, product_line, sum_row
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import go
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.prices import Option, money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

PAGE, CARD = "surface", "lowest"
AMBER, BROWN = "#FFD98A", "#4A3300"
ROUND = 20.0
MARGIN = (12, 5)
"""Between a card and the page."""
SHEET = SheetLook(
    title="20,26,Bold,0", title_lines=2, heading=False, head_pad=(20, 0, 8, 4), grip_height=22,
    close_color="on_surface", end=10, bg=CARD,
)  # fmt: skip

note = text_style("bodyS", "on_surface_variant")
text = text_style("bodyM", "on_surface_variant")
name_text = text_style("15,20,Medium,0.1", lines=2, id="name")


def tag(label: str, bg: str = "primary_container", color: str = "on_primary_container") -> Node:
    """A small round tag."""
    return w.text(label, "labelS", color, bg=bg, radius=9, pad=(7, 1), height=18, lines=1)


def stepper(item: Item, count: int) -> Node:
    """A plus while there is none in the basket, else minus, how many, plus. It changes the basket at once."""
    if item.gone:
        return w.text("Sold out", "labelM", "on_surface_variant", height=40, pad=(0, 12, 4, 12))
    more = ev("more", key=item.key)
    if not count:
        return node(
            "icon_button", icon="add", desc=f"Add {item.name}", on=more, id="add", width=44, height=40, size=22,
            radius=20, bg="primary_container", color="on_primary_container",
        )  # fmt: skip
    minus = "delete_outline" if count == 1 else "remove"
    return node(
        "row",
        _step(minus, f"Remove one {item.name}", ev("less", key=item.key), rid="minus"),
        w.text(str(count), "16,24,Bold,0", "on_primary", id="qty", text_align="center", width=26),
        _step("add", f"Add one {item.name}", more, rid="plus"),
        id="stepper",
        height=40,
        bg="primary",
        radius=20,
        align="center",
    )


def _step(glyph: str, desc: str, on: Ev, *, rid: str) -> Node:
    return node("icon_button", icon=glyph, desc=desc, on=on, id=rid, width=38, height=40, size=20, color="on_primary")


def picture(name: str, size: float, radius: float = 16) -> Node:
    """The picture of something by its name."""
    item = BY_NAME.get(name)
    if item is None:
        return w.disc("eco", size)
    return node("image", art=item.art, width=size, height=size, radius=radius, desc=name, id="photo")


def shelf_row(state: State, item: Item) -> Node:
    """Something on a shelf: picture, name, pack, price, and the stepper at the lower right."""
    first = item.packs[0]
    size = f"{first.label}  ·  {first.unit}" if first.unit else first.label
    price = node(
        "row",
        w.text(money(item.cents), "16,22,Bold,0", id="price", lines=1),
        note(money(item.was), strike=True, lines=1) if item.was else None,
        gap=6,
        align="end",
    )
    about = words(
        _flags(item),
        name_text(item.name),
        note(size, lines=1, id="pack"),
        line(price, w.push(), stepper(item, held(state, item.name)), min_height=42),
        gap=1,
    )
    photo = node("image", art=item.art, width=84, height=84, radius=18)
    return line(
        photo, about,
        on=ev("open_item", key=item.key), id="row_product", cls=w.GROUP, pad=(12, 8, 10, 6), gap=12,
    )  # fmt: skip


def _flags(item: Item) -> Node | None:
    off = [tag(f"−{round(100 - item.cents * 100 / item.was)}%", AMBER, BROWN)] if item.was else []
    flags = [*off, *map(tag, item.tags[:2])]
    return node("row", flags, gap=4, pad=(0, 0, 0, 3)) if flags else None


def _tile(state: State, item: Item) -> Node:
    price = w.text(money(item.cents), "titleM", lines=1)
    return column(
        node("image", art=item.art, width="fill", height=104, radius=16),
        w.text(item.name, "bodyM", lines=2, min_height=40, id="name"),
        line(price, w.push(), stepper(item, held(state, item.name))),
        on=ev("open_item", key=item.key), id="card_product", cls=w.GROUP, width=168, bg=CARD, radius=ROUND, pad=8,
        gap=6,
    )  # fmt: skip


def strip(state: State, keys: Sequence[str], rid: str) -> Node:
    """Some things side by side, longer than the screen is wide."""
    tiles = [_tile(state, item_of(key)) for key in keys]
    return boxes.strip(tiles, rid=rid, height=212, gap=10, pad=(16, 0))


def total_pill(state: State) -> Node | None:
    """The running total, below everything that is for sale."""
    if not state.basket:
        return None
    total = w.text(
        money(goods(state.basket)), "titleS/Bold", "on_primary_container",
        bg="primary_container", radius=14, pad=(10, 4), id="running_total",
    )  # fmt: skip
    pill = line(
        w.icon("shopping_basket", 22, "on_primary"),
        w.text(count_text(state.basket), "titleS", "on_primary", lines=1, id="count"),
        w.push(),
        w.text("View basket", "titleS/Bold", "on_primary", lines=1),
        total,
        on=go("basket"), id="total_pill", cls=w.GROUP, height=56, radius=28, bg="primary", pad=(18, 0, 12, 0), gap=12,
    )  # fmt: skip
    return column(pill, pad=(16, 8), bg=PAGE)


def section(title: str, *, top: float = 18) -> Node:
    """The heading of a group."""
    return line(w.text(title, "18,24,Bold,0", grow=1, lines=1), pad=(16, top, 8, 6), min_height=40)


def card(*children: Some, pad: Pad = (0, 8)) -> Node:
    """A round white card on the page."""
    return boxes.card(*children, margin=MARGIN, bg=CARD, radius=ROUND, pad=pad)


def small(title: str) -> Node:
    """A heading inside a card."""
    return w.text(title, "titleM/Bold", pad=(16, 6, 16, 4), lines=1)


def fact(label: str, value: str, glyph: str, *, rid: str, on: Ev | None = None, support: str = "") -> Node:
    """A row that says what was chosen, and leads to where it is."""
    return fact_row(label, value, w.disc(glyph, 36), rid=rid, on=on, support=support, pad=(14, 8, 10, 8))


def entries(options: Iterable[Option]) -> list[Entry]:
    """Options for a group of radios, with what is said about each."""
    return [Entry(option.label, option.about) for option in options]


def bill(parts: Mapping[str, int]) -> list[Node]:
    """The lines of a bill, the total in bold."""
    return [_amount(label, amount, strong=label == "Total") for label, amount in parts.items()]


def _amount(label: str, amount: int, *, strong: bool) -> Node:
    value = money(amount) if amount or strong else "Free"
    return sum_row(label, value, strong=strong, strong_style="17,24,Bold,0", pad=(16, 3))


def line_row(ordered: Line) -> Node:
    """One line of an order with all that was chosen, in one row."""
    texts = [
        name_text(ordered.item),
        note(chosen(ordered), id="choices", lines=1),
        note(ordered.substitute, id="substitute", lines=1),
        note(f"“{ordered.note}”", lines=2, id="note") if ordered.note else None,
    ]
    price = money(cents(ordered))
    return product_line(picture(ordered.item, 60), texts, price, ordered.quantity, pad=(14, 7, 16, 7), gap=1)


def lines_card(lines: Sequence[Line]) -> Node:
    """The lines of an order under their number."""
    return card(small(count_text(lines)), [line_row(ordered) for ordered in lines])


def foot(*children: Some, radius: float = 24, elevation: int = 2) -> Node:
    """The bar at the lower edge with what leads on."""
    corners = (radius, radius, 0, 0)
    return line(*children, bg=CARD, pad=(16, 12, 16, 10), gap=10, radius=corners, elevation=elevation)


def block(label: str, on: Ev, *, rid: str, variant: str = "filled", enabled: bool = True, grow: float = 1) -> Node:
    """The main button of a page."""
    made = c.button(label, on, rid=rid, variant=variant, height=50, width="wrap", enabled=enabled, grow=grow)
    return made.styled(type="15,20,Bold,0.1")


def page(title: str, body: Node, *actions: Node, bottom: Node | None = None, support: str = "") -> Screen:
    """A page below the shop: a plain bar with a bold title."""
    top = w.app_bar(title, *actions, support=support, bg=PAGE, style="20,26,Bold,0")
    return Screen(body, top=top, bottom=bottom, bg="container", bar=PAGE, title=title)


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet: grip, title, close, content and what decides."""
    return sheet_of(title, *children, look=SHEET, bottom=bottom)


def field_card(field: Node) -> Node:
    """A card that holds a text field."""
    return card(column(field, pad=(12, 4)))
