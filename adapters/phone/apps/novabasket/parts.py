"""Novabasket's own look: the orange header, white cards on grey, small type; and what several screens show."""

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.novabasket.catalogue import BY_NAME, Item, item_of
from adapters.phone.apps.novabasket.model import Line, State, chosen, each, fresh
from adapters.phone.components import boxes
from adapters.phone.components.bars import MainPage, bottom_bar, navigation_bar
from adapters.phone.components.bottom_sheets import SheetLook
from adapters.phone.components.bottom_sheets import sheet as sheet_of
from adapters.phone.components.boxes import Pad, column, line
from adapters.phone.components.shop_rows import fact_row, product_line, sum_row
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import Some

CORNER = 10.0
WHITE, PAGE, CARD = "#FFFFFF", "container", "lowest"
RED = "#C4231C"
MARGIN = (10, 4)
"""Between a card and the page."""
SHEET = SheetLook(
    title="18,24,Bold,0", heading=False, head_pad=(16, 0, 8, 4), grip_height=22, close_color="on_surface", end=12,
    bg="surface", radius=16,
)  # fmt: skip
SEARCH = then(assign("query", ""), go("search"), focus("search_src_text"))

note = text_style("bodyS", "on_surface_variant")
text = text_style("bodyM", "on_surface_variant")
name_text = text_style("bodyM", lines=2, id="name")
heading = text_style("18,24,Bold,0", lines=1)


def price(cents: int, size: int = 16) -> Node:
    """A price in the house's colour."""
    return w.text(money(cents), f"{size},{size + 6},Bold,0", "primary", id="price", lines=1)


def old_price(item: Item) -> Node | None:
    """The price before, struck through."""
    return note(money(item.was), strike=True, lines=1) if item.was else None


def rating(item: Item, *, more: str = "") -> Node:
    """A star, the mean, and what follows it."""
    mean = note(f"{item.stars / 10:.1f}{more}", lines=1, id="rating")
    return node("row", w.icon("star", 14, "star"), mean, gap=3, align="center")


def off_flag(item: Item) -> Node | None:
    """The red flag of a reduced price."""
    if not item.was:
        return None
    return w.text(item.off, "labelS/Bold", WHITE, bg=RED, radius=(CORNER, 0, 6, 0), pad=(8, 3), height=22, lines=1)


def tag(label: str, bg: str = "primary_container", color: str = "on_primary_container") -> Node:
    """A small square tag."""
    return w.text(label, "labelS", color, bg=bg, radius=4, pad=(5, 1), height=18, lines=1)


def open_product(item: Item) -> Ev:
    """Open the page of a product, with the declared defaults."""
    return then(assign("draft", fresh(item)), focus(None), go("product", key=item.key))


@lru_cache(maxsize=128)
def tile(key: str) -> Node:
    """A product of a two-column list; it depends on the catalogue alone, so it is made once."""
    item = item_of(key)
    picture = node("image", art=item.art, place=("fill", "start"), height=168, radius=(CORNER, CORNER, 0, 0))
    about = column(
        tag(item.tag) if item.tag else None,
        name_text(item.name),
        node("row", price(item.cents, 18), old_price(item), gap=6, align="end", pad=(0, 2, 0, 0)),
        rating(item, more=f"  ·  {item.sold} sold"),
        tag("Free delivery", "#DFF3E4", "#14602F") if item.cents >= 5000 else None,
        pad=(10, 8, 8, 10),
        gap=2,
        align="start",
    )
    return column(
        node("stack", picture, off_flag(item), width="fill", height=168), about,
        on=open_product(item), id="card_product", cls=w.GROUP, bg=CARD, radius=CORNER,
    )  # fmt: skip


def tiles(items: Sequence[Item]) -> Node:
    """Products side by side, two in a row."""
    shown = [tile(item.key) for item in items]
    return node("grid", shown, columns=2, width="fill", gap=8, pad=(12, 0), align="stretch")


def section(title: str, link: str = "", on: Ev | None = None, *, top: float = 16) -> Node:
    """The heading of a group, with a word or a link at its right."""
    more = text(link) if link else None
    if on is not None:
        more = node(
            "row", w.text(link, "labelL", "primary"), w.icon("chevron_right", 20, "primary"),
            on=on, id="see_all", cls=w.ROW, height=48, align="center",
        )  # fmt: skip
    return line(heading(title, grow=1), more, min_height=36, pad=(14, top, 8 if on else 14, 4))


def card(*children: Some, pad: Pad = (0, 6), rid: str = "") -> Node:
    """A white card on the grey page."""
    return boxes.card(*children, margin=MARGIN, bg=CARD, radius=CORNER, pad=pad, rid=rid)


def small(title: str) -> Node:
    """A heading inside a card."""
    return w.text(title, "16,22,Bold,0", pad=(14, 8, 14, 4), lines=1)


def basket_action(state: State) -> Node:
    """The basket in a bar, with how many lines wait in it."""
    count = len(state.basket)
    desc = f"Basket, {count} products"
    return w.badged(w.action("shopping_cart", desc, switch_to("cart"), rid="basket", color="on_surface"), count)


def search_action(color: str) -> Node:
    """The way to the search page."""
    return w.action("search", "Search", SEARCH, rid="search", color=color)


def saved_action() -> Node:
    """The way to what is saved."""
    return w.action("favorite_border", "Saved items", go("saved"), rid="saved", color="on_primary")


def bar(title: str, *actions: Node, support: str = "") -> Node:
    """The white bar of a page below the tabs."""
    return w.app_bar(title, *actions, support=support, bg=CARD, style="18,24,Bold,0")


def page(
    title: str, body: Node, *actions: Node, bottom: Node | None = None, support: str = "", name: str = ""
) -> Screen:
    """A page below the tabs; `name` is its title for the phone where the bar says something else."""
    top = bar(title, *actions, support=support)
    return Screen(body, top=top, bottom=bottom, bg=PAGE, bar=CARD, title=name or title)


def main_page(state: State, title: str, body: Node, *actions: Node, above_nav: Node | None = None) -> Screen:
    """One of the tabs, with its orange bar; `above_nav` stands over the navigation."""
    name = w.text(title, "22,28,Bold,0", "on_primary", heading=True, grow=1, lines=1)
    top = line(name, *actions, id="toolbar", cls=w.GROUP, height=64, pad=(16, 0, 4, 0), bg="primary")
    bottom = column(above_nav, nav(state, title)) if above_nav else nav(state, title)
    return Screen(body, top=top, bottom=bottom, bg=PAGE, bar="primary", title=title)


def nav(state: State, chosen_page: str) -> Node:
    """The five items at the lower edge; the basket's has a count."""
    pages = (
        MainPage("Home", "home", switch_to("home"), "nav_home"),
        MainPage("Categories", "grid_view", switch_to("categories"), "nav_categories"),
        MainPage("Deals", "local_activity", switch_to("deals"), "nav_deals"),
        MainPage("Basket", "shopping_cart", switch_to("cart"), "nav_cart", len(state.basket)),
        MainPage("Me", "person_outline", switch_to("me"), "nav_me"),
    )
    return navigation_bar(pages, chosen_page, height=76, bg=CARD)


def foot(*children: Some) -> Node:
    """The bar at the lower edge with what leads on."""
    return bottom_bar(*children, pad=(12, 8), gap=10, bg=CARD)


def block(label: str, on: Ev, *, rid: str, variant: str = "filled", enabled: bool = True, grow: float = 1) -> Node:
    """The main button of a page."""
    made = c.button(label, on, rid=rid, variant=variant, height=48, width="wrap", enabled=enabled, grow=grow)
    return made.styled(radius=CORNER, type="15,20,Bold,0.1")


def fact(label: str, value: str, glyph: str, *, rid: str, on: Ev | None = None, support: str = "") -> Node:
    """A row that says what was chosen, and leads to where it is."""
    return fact_row(label, value, w.icon(glyph, 22, "primary"), rid=rid, on=on, support=support)


def amount(label: str, value: str, *, strong: bool = False, good: bool = False) -> Node:
    """A line of the sum."""
    color = "primary" if strong else "positive" if good else ""
    return sum_row(label, value, strong=strong, strong_style="17,24,Bold,0", pad=(14, 3), amount_color=color)


def picture(name: str, size: float) -> Node:
    """The picture of a product by its name."""
    item = BY_NAME.get(name)
    if item is None:
        return w.disc("inventory_2", size).styled(radius=8)
    return node("image", art=item.art, width=size, height=size, radius=8, desc=name, id="photo")


def line_row(ordered: Line) -> Node:
    """One line of an order with all that was chosen, in one row."""
    choices = note(chosen(ordered), id="choices", lines=2) if chosen(ordered) else None
    texts = [name_text(ordered.item), choices]
    cost = money(each(ordered) * ordered.quantity)
    return product_line(picture(ordered.item, 64), texts, cost, ordered.quantity, pad=(14, 8))


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet: grip, title, close, content and what decides."""
    return sheet_of(title, *children, look=SHEET, bottom=bottom)
