"""Thriftloom's own look: hairlines, square corners, tiny capitals, much air, pictures as wide as the page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.thriftloom.catalogue import PAST, ROLL, Piece, money, piece
from adapters.phone.apps.thriftloom.model import Listing, State
from adapters.phone.style.typography import DENSITY, measure
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Art, Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

CAPS, TINY = "11,16,Medium,1.4", "10,14,Medium,1.2"
LARGE, TITLE = "26,34,Light,0", "20,28,Light,0.2"
EDGE = 20.0
RADIO_GROUP = "android.widget.RadioGroup"


def caps(label: str, color: str = "on_surface_variant", style: str = CAPS, **more: object) -> Node:
    """A word in tiny capitals."""
    return w.text(label.upper(), style, color, **more)


def underlined(label: str, color: str, line: str, style: str = CAPS) -> Node:
    """A word in tiny capitals on a line as long as itself."""
    wide = measure(label.upper(), style) / DENSITY
    under = node("spacer", width=wide, height=1, bg=line)
    return node("column", caps(label, color, style, lines=1), under, gap=4)


def masthead(state: State) -> Node:
    """The name of the house, in the middle, between what is saved and the filters."""
    return node(
        "row",
        w.action("tune", "Filters", ev("filters"), rid="tune", color="on_surface"),
        w.text("THRIFTLOOM", "17,24,Light,5", heading=True, text_align="center", grow=1, lines=1),
        w.action("favorite_border", f"Saved, {len(state.saved)} pieces", ev("visit", to="saved"), rid="saved",
                 color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(6, 0, 6, 0), align="center",
    )  # fmt: skip


def bar(title: str, *actions: Node, up: bool = True) -> Node:
    """The bar of a page: its name in small capitals, centred, over a hairline."""
    left = w.action("arrow_back", "Navigate up", w.UP, color="on_surface") if up else w.space(0, 48)
    right = actions or (w.space(0, 48),)
    words = caps(title, "on_surface", "12,16,Medium,2.2", heading=True, text_align="center", grow=1, lines=1)
    row = node("row", left, words, *right, id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(4, 0, 4, 0),
               align="center")  # fmt: skip
    return node("column", row, w.divider(), width="fill", align="stretch")


TABS = (
    ("home", "home", "Today"),
    ("search", "search", "Search"),
    ("sell", "add", "Sell"),
    ("offers", "handshake", "Offers"),
    ("you", "person_outline", "You"),
)


def nav(state: State, here: str) -> Node:
    """The five items at the lower edge: pictures only, a line under the one that is open, a dot where news wait."""
    news = sum(one.status in ("Countered", "Accepted") for one in state.offers)
    cells = []
    for to, glyph, label in TABS:
        on = to == here
        button = node(
            "icon_button", icon=glyph, desc=label, on=ev("nav", to=to), id=f"nav_{to}", selected=on, size=24,
            width=64, height=50, color="on_surface" if on else "outline",
        )  # fmt: skip
        dot = node("spacer", width=6, height=6, radius=3, bg="error") if to == "offers" and news else None
        corner = node("row", dot, place=("end", "start"), pad=(0, 12, 16, 0)) if dot else None
        line = node("spacer", width=18, height=2, bg="on_surface" if on else "", place=("center", "end"))
        cells.append(
            node("row", node("stack", button, corner, line, width=64, height=54), grow=1, justify="center", height=56)
        )
    row = node("row", cells, width="fill", height=56, id="bottom_nav", align="center")
    return node("column", w.divider(), row, width="fill", bg="surface", align="stretch")


def link(label: str, on: Ev, *, rid: str, color: str = "on_surface", glyph: str = "", enabled: bool = True) -> Node:
    """A text button: capitals on a short line."""
    ink = color if enabled else "outline"
    inner = underlined(label, ink, ink if enabled else "outline_variant", "12,16,Medium,1.2")
    return node(
        "row", w.icon(glyph, 18, color) if glyph else None, inner, on=on if enabled else None, id=rid,
        cls="android.widget.Button", enabled=enabled, height=48, gap=8, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip


def block(label: str, on: Ev, *, rid: str, filled: bool = True, enabled: bool = True) -> Node:
    """The square button of a page, as wide as it may be."""
    made = node(
        "button", text=label, on=on if enabled else None, id=rid, variant="filled" if filled else "outlined",
        enabled=enabled, height=52, width="wrap", grow=1, radius=(0, 0, 0, 0), type="13,18,Medium,1.1",
    )  # fmt: skip
    return made.styled(bg="on_surface", color="surface") if filled and enabled else made


def foot(*children: Some) -> Node:
    """The lower edge of a page with what leads on."""
    row = node("row", *children, width="fill", pad=(EDGE, 12, EDGE, 12), gap=12, align="center")
    return node("column", w.divider(), row, width="fill", bg="surface", align="stretch")


def section(title: str, link_: Node | None = None, top: float = 28) -> Node:
    """The heading of a group."""
    words = caps(title, "on_surface", "12,18,Bold,1.6", grow=1, lines=1)
    return node("row", words, link_, width="fill", pad=(EDGE, top, EDGE - 4, 8), align="center")


@lru_cache(maxsize=256)
def _plate(key: str, saved: bool, mark: str) -> Node:
    """A piece as a page of a magazine: one picture from edge to edge, small words below it."""
    one = piece(key)
    heart = node(
        "icon_button", icon="favorite" if saved else "favorite_border",
        desc=f"Remove {one.brand} {one.size} from saved" if saved else f"Save {one.brand} {one.size}",
        on=ev("save", key=key), id="save", color="#2A2526", size=22, width=48, height=48, place=("end", "end"),
    )  # fmt: skip
    tag = caps(mark, "#2A2526", TINY, bg="#F7F2EF", pad=(8, 4, 8, 4), place=("start", "start")) if mark else None
    picture = node(
        "stack", node("image", art=one.picture, place=("fill", "fill"), height=400, desc=f"{one.brand} {one.name}"),
        tag, heart, width="fill", height=400,
    )  # fmt: skip
    names = node(
        "column", caps(one.brand, "on_surface", lines=1, id="brand"),
        w.text(one.name, TITLE, lines=2, id="name"),
        w.text(f"Size {one.size}  ·  {one.condition}", "13,18,Regular,0.2", "on_surface_variant", lines=1,
               id="traits"),
        grow=1, gap=2,
    )  # fmt: skip
    price = node("column", w.text(money(one.cents), TITLE, id="price"), _was(one), align="end", gap=2)
    words = node("row", names, price, width="fill", pad=(EDGE, 14, EDGE, 34), gap=12)
    return node("column", picture, words, on=ev("open", key=key), id="plate", cls=w.GROUP, width="fill",
                align="stretch")  # fmt: skip


def _was(one: Piece) -> Node:
    return w.text(money(one.new), "12,16,Regular,0.2", "on_surface_variant", strike=True)


def plate(state: State, one: Piece, mark: str = "") -> Node:
    """A piece of the magazine."""
    return _plate(one.key, one.key in state.saved, mark)


def thumb(one: Piece | None, name: str = "", width: float = 84, height: float = 104) -> Node:
    """A small picture of a piece, by its name where it is no longer on sale."""
    art = one.picture if one is not None else PAST.get(name)
    if art is None:
        return node("stack", w.icon("checkroom", 30, "outline", place=("center", "center")), width=width,
                    height=height, bg="container")  # fmt: skip
    return node("image", art=art, width=width, height=height)


def own(one: Listing, width: float = 84, height: float = 104) -> Node:
    """A small picture of something that this user sells."""
    garment, dye = shot(one.photo)
    return node("image", art=photo(one.photo), desc=f"Photo: {dye} {garment}", width=width, height=height)


def shot(number: int) -> tuple[str, str]:
    """Which garment one of this user's own photos shows, and its dye."""
    return ROLL[(number - 1) % len(ROLL)]


def photo(number: int) -> Art:
    """One of this user's own photos, counted from 1."""
    garment, dye = shot(number)
    return Art(f"cloth:{garment}:{dye}", 60 + number)


def slim(one: Piece, on: Ev, *, extra: str = "", more: Node | None = None) -> Node:
    """A piece as a row of a list, with all that tells it from its twins."""
    words = node(
        "column", caps(one.brand, "on_surface", lines=1, id="brand"),
        w.text(one.name, "16,22,Regular,0.1", lines=2, id="name"),
        w.text(f"Size {one.size}  ·  {one.condition}  ·  {one.colour}", "13,18,Regular,0.1", "on_surface_variant",
               lines=2, id="traits"),
        w.text(extra, "13,18,Regular,0.1", "on_surface_variant", lines=1) if extra else None,
        w.text(money(one.cents), "16,24,Medium,0", id="price", pad=(0, 4, 0, 0)),
        grow=1, gap=2,
    )  # fmt: skip
    return node("row", thumb(one), words, more, on=on, id="row_piece", cls=w.GROUP, width="fill",
                pad=(EDGE, 10, 8 if more else EDGE, 10), gap=16)  # fmt: skip


def fact(
    label: str, value: str, *, on: Ev | None = None, rid: str = "row_fact", support: str = "", bad: str = ""
) -> Node:
    """A row that says what was chosen: its name in capitals at the left, the value right of it."""
    names = node(
        "column", w.text(value, "15,20,Regular,0.1", lines=3, id="value"),
        w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None,
        w.text(bad, "bodyS", "error", lines=1) if bad else None, grow=1, gap=1,
    )  # fmt: skip
    row = node(
        "row", node("row", caps(label, lines=1), width=112), names, w.icon("chevron_right", 20,
        "outline") if on else None,
        on=on, id=rid, cls=w.GROUP, width="fill", min_height=52, pad=(EDGE, 12, EDGE - 4, 12), gap=8, align="center",
    )  # fmt: skip
    return node("column", row, w.divider(), width="fill", align="stretch")


def amount(label: str, value: str, *, strong: bool = False) -> Node:
    """A line of the sum."""
    style, color = ("17,24,Medium,0", "on_surface") if strong else ("14,20,Regular,0.1", "on_surface_variant")
    return node("row", w.text(label, style, color, grow=1), w.text(value, style, color),
                id="row_total" if strong else "row_sum", cls=w.GROUP, width="fill",
                pad=(EDGE, 4, EDGE, 4))  # fmt: skip


def option(label: str, support: str, on: Ev, chosen: bool, *, rid: str, price: str = "", glyph: str = "") -> Node:
    """One of a few: a thin frame, black where it is chosen."""
    words = node(
        "column", w.text(label, "15,20,Medium,0.1" if chosen else "15,20,Regular,0.1", lines=1),
        w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None, grow=1, gap=1,
    )  # fmt: skip
    row = node(
        "row", w.icon(glyph, 22, "on_surface") if glyph else None, words,
        w.text(price, "14,20,Regular,0.1") if price else None,
        w.icon("check", 20, "on_surface") if chosen else w.space(0, 20),
        on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen, width="fill", min_height=52,
        pad=(14, 8, 12, 8), gap=14, align="center", outline="on_surface" if chosen else "outline_variant",
        outline_width=2 if chosen else 1,
    )  # fmt: skip
    return node("column", row, width="fill", pad=(EDGE, 3, EDGE, 3), align="stretch")


def square(label: str, on: Ev, chosen: bool, *, rid: str) -> Node:
    """A small choice in a line of others: black where it is chosen."""
    return node(
        "row", w.text(label, "13,18,Medium,0.2", "surface" if chosen else "on_surface", lines=1), on=on, id=rid,
        cls="android.widget.RadioButton", checked=chosen, selected=chosen, height=40, min_width=48, justify="center",
        align="center", pad=(14, 0, 14, 0), bg="on_surface" if chosen else "surface",
        outline="on_surface" if chosen else "outline_variant",
    )  # fmt: skip


def squares(cells: Sequence[Node], rid: str) -> Node:
    """Small choices that go on in the next line."""
    return node("row", cells, id=rid, cls=RADIO_GROUP, width="fill", gap=8, pad=(EDGE, 0, EDGE, 0), wrap=True)


def tick(label: str, support: str, on: Ev, checked: bool, *, rid: str, price: str = "") -> Node:
    """A row with a box to tick; the row takes the tap."""
    words = node("column", w.text(label, "15,20,Regular,0.1", lines=2),
                 w.text(support, "bodyS", "on_surface_variant", lines=2) if support else None, grow=1,
                 gap=1)  # fmt: skip
    return node(
        "row", node("checkbox", checked=checked, width=20, height=20, id="checkbox"), words,
        w.text(price, "14,20,Regular,0.1") if price else None, on=on, id=rid, cls=w.ROW, selected=checked,
        width="fill", min_height=56, pad=(EDGE, 8, EDGE, 8), gap=14, align="center",
    )  # fmt: skip


def entry(value: str, hint: str, name: str, change: Ev, *, bad: str = "", prefix: str = "") -> Node:
    """A field on a line."""
    box = node("field", text=value, hint=hint, id=name, on={"change": change, "submit": ev("done_typing")}, grow=1,
               height=48, type="16,24,Regular,0.1", color="on_surface")  # fmt: skip
    row = node("row", w.text(prefix, "16,24,Regular,0.1", "on_surface_variant") if prefix else None, box, width="fill",
               height=52, gap=6, align="center", cls=w.ROW)  # fmt: skip
    line = node("spacer", width="fill", height=2 if bad else 1, bg="error" if bad else "outline")
    note = w.text(bad, "bodyS", "error", pad=(0, 4, 0, 0)) if bad else None
    return node("column", row, line, note, width="fill", pad=(EDGE, 0, EDGE, 0), align="stretch")


def state_mark(status: str) -> Node:
    """How something stands, in capitals; good news in a filled frame."""
    good = status in ("Accepted", "Countered", "Posted", "Paid", "On sale")
    return caps(status, "surface" if good else "on_surface_variant", TINY, bg="on_surface" if good else "container",
                pad=(7, 3, 7, 3), lines=1, id="status")  # fmt: skip


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet: its name, close, content and what decides."""
    head = node(
        "row", w.space(0, 48), caps(title, "on_surface", "12,16,Medium,2.2", text_align="center", grow=1, lines=1),
        w.action("close", "Close", w.UP, rid="close", color="on_surface"), id="toolbar", cls=w.GROUP, width="fill",
        height=56, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip
    return node(
        "column", head, w.divider(), *children, w.space(12), bottom, id="design_bottom_sheet",
        cls="android.widget.FrameLayout", width="fill", bg="surface", align="stretch",
    )  # fmt: skip


def over(below: Screen, window: Node, title: str) -> Screen:
    """A screen under a sheet."""
    return Screen(below.body, below.top, below.bottom, overlay=Overlay("sheet", window), bg=below.bg, bar=below.bar,
                  title=title)  # fmt: skip


def nothing(glyph: str, title: str, line: str, button: Node | None = None) -> Node:
    """What a list shows when it has nothing: thin, and with air."""
    return node(
        "column", w.space(88), w.icon(glyph, 56, "outline"), w.space(20), w.text(title, LARGE, text_align="center"),
        w.text(line, "bodyM", "on_surface_variant", text_align="center", pad=(44, 8, 44, 16)), button, width="fill",
        align="center",
    )  # fmt: skip
