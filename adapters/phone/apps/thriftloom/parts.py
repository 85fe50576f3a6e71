"""Thriftloom's own look: hairlines, square corners, tiny capitals, much air, pictures as wide as the page."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from adapters.phone.apps.thriftloom.catalogue import BY_KEY, PHOTOS, Piece, piece_of
from adapters.phone.apps.thriftloom.model import State
from adapters.phone.apps.thriftloom.records import RECORDS
from adapters.phone.components import bottom_sheets, shop_rows
from adapters.phone.components.bars import bottom_bar
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.text_styles import modifier, text_style
from adapters.phone.framework.actions import assign, focus, go, switch_to, then, toast
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import Bound, toggled
from adapters.phone.style.typography import DENSITY, measure
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Art, Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

CAPS, TINY = "11,16,Medium,1.4", "10,14,Medium,1.2"
LARGE, TITLE = "26,34,Light,0", "20,28,Light,0.2"
EDGE = 20.0
RADIO_GROUP = "android.widget.RadioGroup"
INK, PAPER = "#2A2526", "#F7F2EF"
"""Colours of what stands on a picture."""

plain = text_style("15,20,Regular,0.1")
prose = text_style("15,23,Regular,0.1")
news = text_style("15,22,Regular,0.1", "on_surface_variant")
title = text_style("16,22,Regular,0.1", lines=2, id="name")
price = text_style("16,24,Medium,0", id="price")
detail = text_style("13,18,Regular,0.1", "on_surface_variant")
airy = text_style("13,18,Regular,0.2", "on_surface_variant")
note = text_style("bodyM", "on_surface_variant")
small = text_style("bodyS", "on_surface_variant")
huge = text_style("34,42,Light,0")


def caps(label: str, color: str = "on_surface_variant", style: str = CAPS, **more: Any) -> Node:
    """A word in tiny capitals."""
    return w.text(label.upper(), style, color, **more)


def brand(name: str, **more: Any) -> Node:
    """The brand of a piece, in one line."""
    return caps(name, "on_surface", lines=1, **more)


def underlined(label: str, color: str, line_color: str, style: str = CAPS) -> Node:
    """A word in tiny capitals on a line as long as itself."""
    under = node("spacer", width=measure(label.upper(), style) / DENSITY, height=1, bg=line_color)
    return node("column", caps(label, color, style, lines=1), under, gap=4)


toolbar = modifier(id="toolbar", cls=w.GROUP, height=56, pad=(4, 0))


def bar(label: str, *actions: Node, up: bool = True) -> Node:
    """The bar of a page: its name in small capitals, centred, over a hairline."""
    left = w.action("arrow_back", "Navigate up", w.UP, color="on_surface") if up else w.space(0, 48)
    row = line(left, _page_title(label, heading=True), *(actions or (w.space(0, 48),)), **toolbar)
    return column(row, w.divider())


def _page_title(label: str, **more: Any) -> Node:
    return caps(label, "on_surface", "12,16,Medium,2.2", text_align="center", grow=1, lines=1, **more)


TABS = (
    ("home", "home", "Today", switch_to("home")),
    ("search", "search", "Search", switch_to("search")),
    ("sell", "add", "Sell", go("sell")),
    ("offers", "handshake", "Offers", switch_to("offers")),
    ("you", "person_outline", "You", switch_to("you")),
)


def main_pages(here: str) -> Node:
    """The five items at the lower edge: pictures only, a line under the one that is open."""
    cells = []
    for name, glyph, label, on in TABS:
        selected = name == here
        button = node(
            "icon_button", icon=glyph, desc=label, on=on, id=f"nav_{name}", selected=selected, size=24, width=64,
            height=50, color="on_surface" if selected else "outline",
        )  # fmt: skip
        under = node("spacer", width=18, height=2, bg="on_surface" if selected else "", place=("center", "end"))
        cell = node("stack", button, under, width=64, height=54)
        cells.append(node("row", cell, grow=1, justify="center", height=56))
    return column(w.divider(), line(cells, height=56, id="bottom_nav"), bg="surface")


def link(label: str, on: Ev, *, rid: str, color: str = "on_surface", enabled: bool = True) -> Node:
    """A text button: capitals on a short line."""
    ink, under = (color, color) if enabled else ("outline", "outline_variant")
    return node(
        "row", underlined(label, ink, under, "12,16,Medium,1.2"), on=on if enabled else None, id=rid,
        cls="android.widget.Button", enabled=enabled, height=48, gap=8, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip


def block(label: str, on: Ev, *, rid: str, filled: bool = True, enabled: bool = True) -> Node:
    """The square button of a page, as wide as it may be."""
    button = node(
        "button", text=label, on=on if enabled else None, id=rid, variant="filled" if filled else "outlined",
        enabled=enabled, height=52, width="wrap", grow=1, radius=(0, 0, 0, 0), type="13,18,Medium,1.1",
    )  # fmt: skip
    return button.styled(bg="on_surface", color="surface") if filled and enabled else button


def foot(*children: Some) -> Node:
    """The lower edge of a page with what leads on."""
    return bottom_bar(*children, pad=(EDGE, 12))


TO_RAIL = block("BACK TO THE RAIL", switch_to("home"), rid="browse")


def section(label: str, top: float = 28) -> Node:
    """The heading of a group."""
    return line(caps(label, "on_surface", "12,18,Bold,1.6", grow=1, lines=1), pad=(EDGE, top, EDGE - 4, 8))


def following(state: State, name: str) -> Ev:
    """Follow a seller, or follow them no longer."""
    message = f"You no longer follow {name}" if name in state.following else f"You follow {name}"
    return then(assign("following", toggled(state.following, name)), toast(message))


def opened(piece: Piece) -> Ev:
    """Open the page of a piece."""
    return then(focus(None), go("piece", key=piece.key))


def thumb(key: str, name: str, width: float = 84, height: float = 104) -> Node:
    """A small picture of a piece, by its name where it is no longer on sale."""
    art = BY_KEY[key].photo() if key in BY_KEY else RECORDS.past.get(name)
    if art is not None:
        return node("image", art=art, width=width, height=height)
    icon = w.icon("checkroom", 30, "outline", place=("center", "center"))
    return node("stack", icon, width=width, height=height, bg="container")


def shot(number: int) -> tuple[str, str]:
    """Which garment one of this user's own photos shows, and its dye."""
    return PHOTOS[(number - 1) % len(PHOTOS)]


def photo(number: int) -> Art:
    """One of this user's own photos, counted from 1."""
    garment, dye = shot(number)
    return Art(f"cloth:{garment}:{dye}", 60 + number)


def own_photo(number: int, **look: Any) -> Node:
    """One of this user's own photos with its description."""
    garment, dye = shot(number)
    return node("image", art=photo(number), desc=f"Photo: {dye} {garment}", **look)


def traits(piece: Piece) -> str:
    """What tells a piece from its twins."""
    return f"Size {piece.size}  ·  {piece.condition}  ·  {piece.colour}"


def piece_row(piece: Piece, *, support: str = "", more: Node | None = None) -> Node:
    """A piece as a row of a list, with all that tells it from its twins."""
    texts = words(
        brand(piece.brand, id="brand"),
        title(piece.name),
        detail(traits(piece), lines=2, id="traits"),
        detail(support, lines=1) if support else None,
        price(money(piece.cents), pad=(0, 4, 0, 0)),
        gap=2,
    )
    return line(
        thumb(piece.key, ""), texts, more, on=opened(piece), id="row_piece", cls=w.GROUP,
        pad=(EDGE, 10, 8 if more else EDGE, 10), gap=16, align="start",
    )  # fmt: skip


def record_row(picture: Node, head: str, name: str, support: str, amount: Node, status: str, **row: Any) -> Node:
    """A record as a row of a list, with how it stands."""
    texts = words(
        line(brand(head, grow=1), status_mark(status), gap=8), title(name), detail(support, lines=2), amount, gap=2
    )
    return line(picture, texts, cls=w.GROUP, pad=(EDGE, 10), gap=16, align="start", **row)


def fact(
    label: str, value: str, *, on: Ev | None = None, rid: str = "row_fact", support: str = "", bad: str = ""
) -> Node:
    """A row that says what was chosen: its name in capitals at the left, the value right of it."""
    texts = words(
        plain(value, lines=3, id="value"),
        small(support, lines=2) if support else None,
        w.text(bad, "bodyS", "error", lines=1) if bad else None,
        gap=1,
    )
    chevron = w.icon("chevron_right", 20, "outline") if on else None
    row = line(
        node("row", caps(label, lines=1), width=112), texts, chevron,
        on=on, id=rid, cls=w.GROUP, min_height=52, pad=(EDGE, 12, EDGE - 4, 12), gap=8,
    )  # fmt: skip
    return column(row, w.divider())


def facts(**values: str) -> list[Node]:
    """A row for each value, by its name."""
    return [fact(name.capitalize(), value, rid=f"row_{name}") for name, value in values.items()]


def sum_row(label: str, amount: str, *, strong: bool = False) -> Node:
    """A line of the sum."""
    style = "14,20,Regular,0.1"
    return shop_rows.sum_row(label, amount, strong=strong, style=style, strong_style="17,24,Medium,0", pad=(EDGE, 4))


def option(label: str, on: Ev, chosen: bool, *, rid: str, support: str = "", cost: str = "", glyph: str = "") -> Node:
    """One of a few: a thin frame, black where it is chosen."""
    texts = words(
        w.text(label, "15,20,Medium,0.1" if chosen else "15,20,Regular,0.1", lines=1),
        small(support, lines=2) if support else None,
        gap=1,
    )
    row = line(
        w.icon(glyph, 22, "on_surface") if glyph else None,
        texts,
        w.text(cost, "14,20,Regular,0.1") if cost else None,
        w.icon("check", 20, "on_surface") if chosen else w.space(0, 20),
        on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen, min_height=52,
        pad=(14, 8, 12, 8), gap=14, outline="on_surface" if chosen else "outline_variant",
        outline_width=2 if chosen else 1,
    )  # fmt: skip
    return column(row, pad=(EDGE, 3))


def square(label: str, on: Ev, chosen: bool, *, rid: str) -> Node:
    """A small choice in a line of others: black where it is chosen."""
    ink, bg = ("surface", "on_surface") if chosen else ("on_surface", "surface")
    return node(
        "row", w.text(label, "13,18,Medium,0.2", ink, lines=1),
        on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen, height=40, min_width=48,
        justify="center", align="center", pad=(14, 0, 14, 0), bg=bg,
        outline="on_surface" if chosen else "outline_variant",
    )  # fmt: skip


def squares(cells: Sequence[Node], rid: str) -> Node:
    """Small choices that go on in the next line."""
    return node("row", cells, id=rid, cls=RADIO_GROUP, width="fill", gap=8, pad=(EDGE, 0, EDGE, 0), wrap=True)


def square_choice(value: Bound[str], options: Iterable[str], name: str) -> Node:
    """Small choices of which one is the value."""
    cells = [square(label, value.to(label), label == value.value, rid=f"{name}_option") for label in options]
    return squares(cells, f"{name}_group")


def tick(label: str, support: str, value: Bound[bool], *, rid: str, cost: str = "") -> Node:
    """A row with a box to tick; the row takes the tap."""
    return line(
        node("checkbox", checked=value.value, width=20, height=20, id="checkbox"),
        words(plain(label, lines=2), small(support, lines=2), gap=1),
        w.text(cost, "14,20,Regular,0.1") if cost else None,
        on=value.toggled, id=rid, cls=w.ROW, selected=value.value, min_height=56, pad=(EDGE, 8), gap=14,
    )  # fmt: skip


def entry(value: str, hint: str, name: str, change: Ev, *, bad: str = "", prefix: str = "") -> Node:
    """A field on a line."""
    box = node(
        "field", text=value, hint=hint, id=name, on={"change": change, "submit": focus(None)}, grow=1, height=48,
        type="16,24,Regular,0.1", color="on_surface",
    )  # fmt: skip
    return column(
        line(
            w.text(prefix, "16,24,Regular,0.1", "on_surface_variant") if prefix else None,
            box, height=52, gap=6, cls=w.ROW,
        ),
        node("spacer", width="fill", height=2 if bad else 1, bg="error" if bad else "outline"),
        w.text(bad, "bodyS", "error", pad=(0, 4, 0, 0)) if bad else None,
        pad=(EDGE, 0),
    )  # fmt: skip


def status_mark(status: str) -> Node:
    """How something stands, in capitals; good news in a filled frame."""
    good = status in ("Posted", "Paid", "On sale")
    ink, bg = ("surface", "on_surface") if good else ("on_surface_variant", "container")
    return caps(status, ink, TINY, bg=bg, pad=(7, 3, 7, 3), lines=1, id="status")


def sheet(label: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet: its name, close, content and what decides."""
    close = w.action("close", "Close", w.UP, rid="close", color="on_surface")
    head = line(w.space(0, 48), _page_title(label), close, **toolbar)
    return bottom_sheets.sheet_window(head, w.divider(), *children, w.space(12), bottom, bg="surface", radius=0)


def empty(glyph: str, label: str, support: str, button: Node | None = None) -> Node:
    """What a list shows when it has nothing: thin, and with air."""
    return column(
        w.space(88),
        w.icon(glyph, 56, "outline"),
        w.space(20),
        w.text(label, LARGE, text_align="center"),
        note(support, text_align="center", pad=(44, 8, 44, 16)),
        button,
        align="center",
    )


def missing_page(page: str, glyph: str, label: str, support: str = "It may be an old link.", name: str = "") -> Screen:
    """The page of a record that there is not."""
    return Screen(w.page(empty(glyph, label, support)), top=bar(page), title=name or page)


@lru_cache(maxsize=256)
def plate(key: str, saved: bool, mark: str) -> Node:
    """A piece as a page of a magazine: one picture from edge to edge, small words below it."""
    piece = piece_of(key)
    label = f"{piece.brand} {piece.size}"
    heart = node(
        "icon_button", icon="favorite" if saved else "favorite_border",
        desc=f"Remove {label} from saved" if saved else f"Save {label}",
        on=ev("save_piece", key=key), id="save", color=INK, size=22, width=48, height=48, place=("end", "end"),
    )  # fmt: skip
    picture = node("image", art=piece.photo(), place=("fill", "fill"), height=400, desc=f"{piece.brand} {piece.name}")
    tag = caps(mark, INK, TINY, bg=PAPER, pad=(8, 4, 8, 4), place=("start", "start")) if mark else None
    names = words(
        brand(piece.brand, id="brand"),
        w.text(piece.name, TITLE, lines=2, id="name"),
        airy(f"Size {piece.size}  ·  {piece.condition}", lines=1, id="traits"),
        gap=2,
    )
    before = w.text(money(piece.new), "12,16,Regular,0.2", "on_surface_variant", strike=True)
    amounts = node("column", w.text(money(piece.cents), TITLE, id="price"), before, align="end", gap=2)
    return column(
        node("stack", picture, tag, heart, width="fill", height=400),
        line(names, amounts, pad=(EDGE, 14, EDGE, 34), gap=12, align="start"),
        on=opened(piece), id="plate", cls=w.GROUP,
    )  # fmt: skip
