"""Larderly's shop: the rail of aisles with its shelf, and the search."""

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.catalogue import AISLES, ALL, FILTERS, Aisle, item_of, listed
from adapters.phone.apps.larderly.catalogue import search as search_items
from adapters.phone.apps.larderly.model import State, receiver
from adapters.phone.apps.larderly.terms import first_free
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import assign, focus, go, replace_with, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, node

USUAL = ("milk", "eggs", "sour", "coffee", "oat", "spinach", "butter")
NAMES = tuple(aisle.name for aisle in AISLES)
LIST = "androidx.recyclerview.widget.RecyclerView"
SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


@app.screen("home", activity=".ShopActivity")
def home(state: State, view: View, aisle: str = NAMES[0], only: str = ALL) -> Screen:
    """The shop: aisles at the left, what stands in the chosen one at the right, the running total below both."""
    name = aisle if aisle in NAMES else NAMES[0]
    body = line(_rail(name), _shelf(state, name, only), height="fill", align="stretch")
    top = column(_where(state, view), _search_pill(), bg=p.PAGE, id="header")
    return Screen(body, top=top, bottom=p.total_pill(state), bg=p.PAGE, bar=p.PAGE, title="Larderly")


def _where(state: State, view: View) -> Node:
    """Where and when it would come, and the way to the account."""
    till = state.till
    preset = first_free(view.now, till.way)
    day, hours = (till.day, till.hours) if till.day else (preset.day, preset.hours)
    where = p.note(f"{till.way}  ·  {receiver(till)}", lines=1)
    slot = node(
        "column",
        node("row", where, w.icon("expand_more", 16), align="center", gap=2),
        w.text(f"{day}, {hours}", "16,22,Bold,0", lines=1, id="slot"),
        on=go("slot"), id="where_and_when", cls=w.GROUP, grow=1, height=48, justify="center",
    )  # fmt: skip
    account = w.action("person_outline", "Account", go("account"), rid="account", color="on_surface")
    return line(w.disc("eco", 40, "primary", "on_primary"), slot, account, height=60, pad=(16, 4, 4, 0), gap=8)


def _search_pill() -> Node:
    pill = line(
        w.icon("search", 22),
        w.text("Search 4,300 groceries", "bodyL", "on_surface_variant", grow=1, lines=1),
        on=SEARCH, id="search_bar", cls=w.GROUP, height=48, radius=24, bg="container", pad=(16, 0), gap=12,
    )  # fmt: skip
    return column(pill, pad=(16, 4, 16, 10))


def _rail(name: str) -> Node:
    cells = [_rail_item(aisle, aisle.name == name) for aisle in AISLES]
    return node(
        "scroll", w.space(6), cells, w.space(100),
        id="aisle_rail", value=max(0, NAMES.index(name) - 3) * 88, width=88, height="fill", bg="container",
        pad=(6, 0, 0, 0), align="stretch", cls=LIST,
    )  # fmt: skip


def _rail_item(aisle: Aisle, here: bool) -> Node:
    ink, style = ("on_surface", "labelM/Bold") if here else ("on_surface_variant", "labelM")
    glyph = w.icon(aisle.glyph, 24, "on_primary" if here else "on_surface_variant", place=("center", "center"))
    return column(
        node("stack", glyph, width=48, height=48, radius=24, bg="primary" if here else "lowest"),
        w.text(aisle.name, style, ink, lines=2, text_align="center", width="fill"),
        on=replace_with("home", aisle=aisle.name), id="aisle", cls=w.ROW, desc=aisle.name, selected=here,
        pad=(4, 10), gap=5, align="center", bg=p.PAGE if here else "", radius=(18, 0, 0, 18),
    )  # fmt: skip


def _shelf(state: State, aisle: str, only: str) -> Node:
    def filtered(label: str) -> Ev:
        return replace_with("home", aisle=aisle, only=label)

    filters = chip_strip(
        only, FILTERS, rid="chip_filter", group="filters", on=filtered,
        value=140 if only in FILTERS[3:] else 0, height=44, pad=(12, 6),
    )  # fmt: skip
    found = listed(aisle, only)
    rows = [p.shelf_row(state, item) for item in found]
    if not found:
        rows = [_nothing(f"Nothing {only.lower()} in {aisle}", filtered(ALL))]
    more = [item for item in map(item_of, USUAL) if item not in found]
    often = [w.text("You buy often", "16,22,Bold,0", pad=(12, 18, 12, 4)), *(p.shelf_row(state, item) for item in more)]
    return node(
        "scroll",
        w.text(aisle, "22,28,Bold,0", heading=True, pad=(12, 8, 12, 2), lines=1),
        filters,
        rows,
        often if len(found) < 6 else None,
        w.space(110),
        id="list",
        grow=1,
        height="fill",
        align="stretch",
        cls=LIST,
    )


def _nothing(title: str, show_all: Ev) -> Node:
    return column(
        w.disc("eco", 96, "container", "outline_variant"),
        w.text(title, "titleM", text_align="center", pad=(16, 14, 16, 4)),
        c.button("Show all", show_all, rid="show_all", variant="tonal", width="wrap", height=40),
        align="center",
        pad=(0, 40, 0, 20),
        gap=4,
    )


@app.screen("search", distractor="a second way to a product, which shows no aisle")
def search(state: State) -> Screen:
    """The search page."""
    query = bind(state, "ui.query")
    found = search_items(query.value)
    usual = [p.section("You buy often"), p.strip(state, USUAL, "usual")]
    if found:
        count = "1 result" if len(found) == 1 else f"{len(found)} results"
        rows = [p.shelf_row(state, item) for item in found]
        few = usual if len(found) < 6 else None
        body = w.page(p.text(count, pad=(16, 8, 16, 2)), rows, few)
    elif query.value:
        back = c.button("Browse the aisles", w.UP, rid="browse", variant="tonal", width="wrap", height=40)
        nothing = f"No groceries for “{query.value}”"
        body = w.page(w.empty("search_off", nothing, "Try another word or fewer words.", back))
    else:
        body = w.page(usual)
    top = search_bar(query, "Search groceries")
    return Screen(body, top=top, bottom=p.total_pill(state), bg=p.PAGE, bar=p.PAGE, title="Search")
