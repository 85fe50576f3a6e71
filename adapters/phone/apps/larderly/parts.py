"""Larderly's own look: round shapes, pale green grounds, steppers in the rows, one total that follows everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.larderly.catalogue import BY_NAME, Item, item, money
from adapters.phone.apps.larderly.model import Line, State, chosen, count, each, goods, held
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

PAGE, CARD = "surface", "lowest"
AMBER, BROWN = "#FFD98A", "#4A3300"
ROUND = 20.0
RADIO_GROUP = "android.widget.RadioGroup"


def tag(label: str, bg: str = "primary_container", color: str = "on_primary_container") -> Node:
    """A small round tag."""
    return w.text(label, "labelS", color, bg=bg, radius=9, pad=(7, 1, 7, 1), height=18, lines=1)


def stepper(one: Item, many: int, *, wide: bool = False) -> Node:
    """A plus while there is none in the basket, else minus, how many, plus. It changes the basket at once."""
    if one.gone:
        return w.text("Sold out", "labelM", "on_surface_variant", height=40, pad=(0, 12, 4, 12))
    more = ev("more", key=one.key)
    if not many:
        return node(
            "icon_button",
            icon="add",
            desc=f"Add {one.name}",
            on=more,
            id="add",
            width=44,
            height=40,
            size=22,
            radius=20,
            bg="primary_container",
            color="on_primary_container",
        )
    cell = 48 if wide else 38
    return node(
        "row",
        _step("delete_outline" if many == 1 else "remove", f"Remove one {one.name}", ev("less", key=one.key), cell),
        w.text(str(many), "16,24,Bold,0", "on_primary", id="qty", text_align="center", width=26),
        _step("add", f"Add one {one.name}", more, cell),
        id="stepper",
        height=40,
        bg="primary",
        radius=20,
        align="center",
    )


def _step(glyph: str, desc: str, on: Ev, width: float) -> Node:
    rid = "plus" if glyph == "add" else "minus"
    return node(
        "icon_button", icon=glyph, desc=desc, on=on, id=rid, width=width, height=40, size=20, color="on_primary"
    )


def prices(one: Item, size: int = 16) -> Node:
    """What the preset pack costs, and what it did cost."""
    return node(
        "row",
        w.text(money(one.cents), f"{size},{size + 6},Bold,0", id="price", lines=1),
        w.text(money(one.was), "bodyS", "on_surface_variant", strike=True, lines=1) if one.was else None,
        gap=6,
        align="end",
    )


def picture(name: str, size: float, radius: float = 16) -> Node:
    """The picture of something by its name."""
    one = BY_NAME.get(name)
    if one is None:
        return w.disc("eco", size)
    return node("image", art=one.art, width=size, height=size, radius=radius, desc=name, id="photo")


def shelf_row(one: Item, many: int) -> Node:
    """Something on a shelf: picture, name, pack, price, and the stepper at the lower right."""
    first = one.packs[0]
    size = f"{first.label}  ·  {first.unit}" if first.unit else first.label
    words = node(
        "column",
        _flags(one),
        w.text(one.name, "15,20,Medium,0.1", lines=2, id="name"),
        w.text(size, "bodyS", "on_surface_variant", lines=1, id="pack"),
        node("row", prices(one), w.push(), stepper(one, many), width="fill", align="center", min_height=42),
        grow=1,
        gap=1,
    )
    return node(
        "row",
        node("image", art=one.art, width=84, height=84, radius=18),
        words,
        on=ev("open", key=one.key),
        id="row_product",
        cls=w.GROUP,
        width="fill",
        pad=(12, 8, 10, 6),
        gap=12,
        align="center",
    )


def _flags(one: Item) -> Node | None:
    flags = [tag(f"−{round(100 - one.cents * 100 / one.was)}%", AMBER, BROWN)] if one.was else []
    flags += [tag(each_) for each_ in one.tags[:2]]
    return node("row", flags, gap=4, pad=(0, 0, 0, 3)) if flags else None


def tile(one: Item, many: int) -> Node:
    """Something in a strip or a grid."""
    return node(
        "column",
        node("image", art=one.art, width="fill", height=104, radius=16),
        w.text(one.name, "bodyM", lines=2, min_height=40, id="name"),
        node("row", w.text(money(one.cents), "titleM", lines=1), w.push(), stepper(one, many), width="fill",
             align="center"),
        on=ev("open", key=one.key),
        id="card_product",
        cls=w.GROUP,
        width=168,
        bg=CARD,
        radius=ROUND,
        pad=(8, 8, 8, 8),
        gap=6,
        align="stretch",
    )  # fmt: skip


def strip(state: State, keys: Sequence[str], rid: str) -> Node:
    """Some things side by side, longer than the screen is wide."""
    tiles = [tile(item(key), held(state, item(key).name)) for key in keys]
    return node("scroll", tiles, horizontal=True, id=rid, width="fill", height=212, gap=10, pad=(16, 0, 16, 0))


def total_pill(state: State) -> Node | None:
    """The running total, floating above everything that is for sale."""
    if not state.basket:
        return None
    sums = money(goods(state.basket))
    return node(
        "row",
        w.icon("shopping_basket", 22, "on_primary"),
        w.text(count(state.basket), "titleS", "on_primary", lines=1, id="count"),
        w.push(),
        w.text("View basket", "titleS/Bold", "on_primary", lines=1),
        w.text(sums, "titleS/Bold", "on_primary_container", bg="primary_container", radius=14, pad=(10, 4, 10, 4),
               id="running_total"),
        on=ev("go", to="basket"),
        id="total_pill",
        cls=w.GROUP,
        desc="",
        width=379,
        height=56,
        radius=28,
        bg="primary",
        elevation=3,
        pad=(18, 0, 12, 0),
        gap=12,
        align="center",
    )  # fmt: skip


def section(title: str, more: str = "", on: Ev | None = None, *, top: float = 18) -> Node:
    """The heading of a group."""
    link = None
    if on is not None:
        link = node("button", text=more, on=on, id="see_all", variant="text", height=40, type="labelL")
    return node(
        "row",
        w.text(title, "18,24,Bold,0", grow=1, lines=1),
        link,
        width="fill",
        pad=(16, top, 8, 6),
        min_height=40,
        align="center",
    )


def card(*children: Some, pad: tuple[float, float, float, float] = (0, 8, 0, 8), rid: str = "") -> Node:
    """A round white card on the page."""
    inner = node("column", *children, width="fill", bg=CARD, radius=ROUND, align="stretch", pad=pad, id=rid)
    return node("column", inner, width="fill", pad=(12, 5, 12, 5), align="stretch")


def small(title: str) -> Node:
    """A heading inside a card."""
    return w.text(title, "titleM/Bold", pad=(16, 6, 16, 4), lines=1)


def fact(label: str, value: str, glyph: str, *, rid: str, on: Ev | None = None, support: str = "") -> Node:
    """A row that says what was chosen, and leads to where it is."""
    names = node(
        "column",
        w.text(label, "bodyS", "on_surface_variant", lines=1),
        w.text(value, "15,20,Medium,0.1", lines=2, id="value"),
        w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None,
        grow=1,
        gap=1,
    )
    return node(
        "row",
        w.disc(glyph, 36),
        names,
        w.icon("chevron_right", 20) if on else None,
        on=on,
        id=rid,
        cls=w.GROUP,
        width="fill",
        pad=(14, 8, 10, 8),
        gap=14,
        align="center",
        min_height=56,
    )


def radios(rows: Sequence[Node], rid: str) -> Node:
    """Rows of which one is chosen."""
    return node("column", rows, id=rid, cls=RADIO_GROUP, width="fill", align="stretch")


def bill(parts: dict[str, int]) -> list[Node]:
    """The lines of a bill, the total in bold."""
    rows = []
    for label, cents in parts.items():
        strong = label == "Total"
        style, color = ("17,24,Bold,0", "on_surface") if strong else ("bodyM", "on_surface_variant")
        value = f"−{money(-cents)}" if cents < 0 else money(cents) if cents or strong else "Free"
        rows.append(
            node(
                "row",
                w.text(label, style, color, grow=1, lines=1),
                w.text(value, style, "positive" if cents < 0 else color),
                id="row_total" if strong else "row_sum",
                cls=w.GROUP,
                width="fill",
                pad=(16, 3, 16, 3),
            )
        )
    return rows


def line_row(line: Line, extra: Node | None = None) -> Node:
    """One line of an order with all that was chosen, in one row."""
    more = [w.text(f"“{line.note}”", "bodyS", "on_surface_variant", lines=2, id="note")] if line.note else []
    words = node(
        "column",
        w.text(line.item, "15,20,Medium,0.1", id="name", lines=2),
        w.text(chosen(line), "bodyS", "on_surface_variant", id="choices", lines=1),
        w.text(line.substitute, "bodyS", "on_surface_variant", id="substitute", lines=1),
        more,
        extra,
        grow=1,
        gap=1,
    )
    side = node(
        "column",
        w.text(money(each(line) * line.quantity), "15,20,Bold,0", id="price"),
        w.text(f"× {line.quantity}", "bodyM", "on_surface_variant", id="qty"),
        align="end",
    )
    return node(
        "row", picture(line.item, 60), words, side, id="row_line", cls=w.GROUP, width="fill", pad=(14, 7, 16, 7), gap=12
    )


def foot(*children: Some) -> Node:
    """The bar at the lower edge with what leads on."""
    return node("row", *children, width="fill", bg=CARD, pad=(16, 12, 16, 10), gap=10, align="center",
                radius=(24, 24, 0, 0), elevation=2)  # fmt: skip


def block(label: str, on: Ev, *, rid: str, variant: str = "filled", enabled: bool = True, grow: float = 1) -> Node:
    """The main button of a page."""
    made = c.button(label, on, rid=rid, variant=variant, height=50, width="wrap", enabled=enabled, grow=grow)
    return made.styled(type="15,20,Bold,0.1")


def page(title: str, body: Node, *actions: Node, bottom: Node | None = None, support: str = "",
         fab: Node | None = None) -> Screen:  # fmt: skip
    """A page below the shop: a plain bar with a bold title."""
    top = w.app_bar(title, *actions, support=support, bg=PAGE, style="20,26,Bold,0")
    return Screen(body, top=top, bottom=bottom, fab=fab, bg="container", bar=PAGE, title=title)


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet: grip, title, close, content and what decides."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node(
        "row",
        w.text(title, "20,26,Bold,0", grow=1, lines=2),
        w.action("close", "Close", w.UP, rid="close", color="on_surface"),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        pad=(20, 0, 8, 4),
        align="center",
    )
    return node(
        "column",
        node("stack", grip, width="fill", height=22),
        head,
        *children,
        w.space(10),
        bottom.styled(elevation=0, radius=0) if bottom is not None else None,
        id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
        width="fill",
        bg=CARD,
        radius=(28, 28, 0, 0),
        align="stretch",
    )


def over(below: Screen, window: Node) -> Screen:
    """A screen under a sheet."""
    return Screen(below.body, below.top, below.bottom, below.fab, Overlay("sheet", window), below.bg, below.bar,
                  below.title)  # fmt: skip
