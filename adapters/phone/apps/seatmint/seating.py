"""Where one sits: the plan of a hall, or the zones of a house."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.catalogue import date_of, show, venue
from adapters.phone.apps.seatmint.model import (
    COLUMNS,
    LOUNGE_ROWS,
    ROWS,
    WHEELS,
    Draft,
    State,
    count,
    mine,
    ordered,
    places,
    slot,
    taken,
)
from adapters.phone.apps.seatmint.terms import LOUNGE, MOST, money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

SEAT, TALL, AISLE = 26, 32, 14
"""Width and height of what a finger hits of a seat, and the width of the aisle, in dp."""


def seats(state: State, place: Route, view: View) -> Screen:
    """The plan of the hall, with the screen above; chosen seats are mint."""
    draft = state.draft
    this = slot(draft)
    one = show(draft.show)
    if this is None:
        none = p.nothing("event_busy", "No such screening", "The programme may have changed.")
        return Screen(w.page(none), top=p.bar("Choose seats"), title="Choose seats")
    gone = taken(draft.show, draft.day, draft.venue, draft.time)
    own = mine(state, draft)
    rows = [_row(row, "".join(_state(f"{row}{at}", draft, gone, own) for at in range(1, COLUMNS + 1))) for row in ROWS]
    today = view.now.date()
    when = f"{p.spoken(p.day_of(draft.day, today), today)}, {draft.time}"
    free = len(ROWS) * COLUMNS - len(gone | own)
    body = w.form(
        node("row", p.tag(when, strong=True), p.tag(this.hall), p.tag(f"{this.format}, {this.spoken}"), width="fill",
             gap=8, pad=(20, 4, 20, 10), wrap=True),
        node("stack", node("image", art=Art("poster:beam"), place=("fill", "fill"), height=58),
             w.text("Screen", "labelS", "on_surface_variant", place=("center", "end")), width="fill", height=58),
        node("column", rows, width="fill", align="center", pad=(0, 8, 0, 6), gap=2, id="plan"),
        _legend(this.cents),
        node("row", w.text(f"{free} seats are free. At most {MOST} in one booking.", "bodyS", "on_surface_variant",
                           grow=1), width="fill", pad=(20, 8, 20, 4)),
        p.card(node("row", node("column", w.text("Let us choose", "titleM"),
                                w.text(f"{state.preferences.seat}, side by side", "bodyS", "on_surface_variant"),
                                grow=1),
                    [node("button", text=str(many), on=ev("best", many=many), id="best", variant="tonal", height=48,
                          width=52, radius=14, pad=(8, 0, 8, 0), desc=f"Best {many}") for many in (1, 2, 3)],
                          width="fill", gap=8,
                    align="center")),
    )  # fmt: skip
    sum_ = node(
        "column", w.text(", ".join(draft.seats) or "No seat chosen", "titleS", lines=2),
        w.text(money(places(draft)) if draft.seats else f"from {money(this.cents)}", "bodyM", "on_surface_variant"),
        width=150,
    )  # fmt: skip
    many = len(draft.seats)
    go = p.mint(f"Next, {many} seat{'' if many == 1 else 's'}" if many else "Next", ev("to_tickets"), enabled=many > 0)
    clear = w.action("undo", "Clear seats", ev("clear_seats"), color="on_surface", enabled=many > 0)
    return Screen(body, top=p.bar(one.title, clear, support=draft.venue), bottom=p.foot(sum_, go), title="Choose seats")


def _state(seat: str, draft: Draft, gone: frozenset[str], own: frozenset[str]) -> str:
    return "s" if seat in draft.seats else "m" if seat in own else "t" if seat in gone else "f"


@lru_cache(maxsize=512)
def _row(row: str, states: str) -> Node:
    """A row of seats from left to right, its letter at both ends. Rows that did not change are the same node."""
    letter = w.text(row, "labelS", "outline", width=14, text_align="center")
    cells: list[Node] = [letter]
    for at, state in enumerate(states, 1):
        if at == COLUMNS // 2 + 1:
            cells.append(w.space(0, AISLE))
        cells.append(_seat(f"{row}{at}", state))
    return node("row", [*cells, letter], align="center", height=TALL, gap=2)


def _seat(seat: str, state: str) -> Node:
    lounge, wheels = seat[0] in LOUNGE_ROWS, seat in WHEELS
    bg, line = "", "tertiary" if lounge else "primary"
    if state == "s":
        bg, line = "primary", ""
    elif state in "tm":
        bg, line = "tertiary_container" if state == "m" else "highest", ""
    kind = "lounge seat" if lounge else "wheelchair place" if wheels else "seat"
    said = {"s": "selected", "t": "taken", "m": "yours already", "f": "free"}[state]
    glyph = None
    if wheels and state == "f":
        glyph = w.icon("accessible", 15, "primary", place=("center", "center"))
    elif state == "s":
        glyph = w.icon("check", 15, "on_primary", place=("center", "center"))
    shape = node("stack", glyph, width=23, height=22, radius=(8, 8, 4, 4), bg=bg, outline=line, outline_width=1.5,
                 place=("center", "center"))  # fmt: skip
    return node(
        "stack", shape, on=None if state in "tm" else ev("seat", seat=seat), id="seat", width=SEAT, height=TALL,
        cls="android.widget.CheckBox" if state in "sf" else "android.view.View", checked=state == "s",
        selected=state == "s", enabled=state in "sf", desc=f"Row {seat[0]}, {kind} {seat[1:]}, {said}",
    )  # fmt: skip


def _legend(cents: int) -> Node:
    def item(label: str, bg: str, line: str) -> Node:
        mark = node("spacer", width=18, height=16, radius=(6, 6, 3, 3), bg=bg, outline=line, outline_width=1.5)
        return node("row", mark, w.text(label, "bodyS", "on_surface_variant", lines=1), gap=6, align="center")

    return node(
        "row", item(money(cents), "", "primary"), item(f"Lounge, plus {money(LOUNGE)}", "", "tertiary"),
        item("Taken", "highest", ""), item("Chosen", "primary", ""), width="fill", gap=14, pad=(20, 8, 20, 2),
        wrap=True,
        justify="center",
    )  # fmt: skip


def zones(state: State, place: Route, view: View) -> Screen:
    """The zones of a concert or a play, and how many places in one."""
    one = show(place.get("show", ""))
    draft = state.draft if state.draft.show == one.key else Draft(one.key)
    today = view.now.date()
    if not one.zones:
        none = p.nothing("event_busy", "No places", "This show has times, not zones.")
        return Screen(w.page(none), top=p.bar("Choose places"), title="Choose places")
    day = date_of(one, today)
    rows = [
        p.option(
            zone.name, zone.about if zone.left > 20 else f"{zone.about}  ·  {zone.left} left",
            ev("zone", show=one.key, value=zone.name), zone.name == draft.zone, price=money(zone.cents), glyph_="chair",
        )
        if zone.left
        else _sold(zone.name, zone.about)
        for zone in one.zones
    ]  # fmt: skip
    many = count(draft.tickets)
    left = next((zone.left for zone in one.zones if zone.name == draft.zone), 0)
    less = ev("many", by=-1) if many > 1 else None
    more = ev("many", by=1) if draft.zone and many < min(MOST, left) else None
    body = w.form(
        node("image", art=one.poster, width="fill", height=170),
        node("column", w.text(one.title, "22,28,Bold,0", lines=3),
             w.text(f"{p.spoken(day, today)}, {one.time}  ·  {venue(one.venues[0]).name}", "bodyM", "primary"),
             width="fill", pad=(20, 14, 20, 10), gap=2),
        node("column", rows, width="fill", id="zone_group", cls="android.widget.RadioGroup", align="stretch"),
        p.head("Places", top=10),
        p.card(p.count("Place",
        "At most six" if left >= MOST else f"{left} are left" if draft.zone else "Choose a zone",
                       many, less, more), pad=(0, 4, 0, 4)),
    )  # fmt: skip
    sum_ = w.text(money(places(draft)) if draft.zone else "", "20,26,Bold,0", width=110)
    go = p.mint("Next", ev("to_tickets"), enabled=bool(draft.zone))
    return Screen(body, top=p.bar("Choose places"), bottom=p.foot(sum_, go), title="Choose places")


def _sold(name: str, about: str) -> Node:
    words = node(
        "column", w.text(name, "16,22,Medium,0.1", "outline"), w.text(about, "bodyS", "outline"), grow=1, gap=1
    )
    inner = node("row", w.icon("chair", 22, "outline"), words, p.tag("Sold out"), width="fill", min_height=56,
    radius=12,
                 bg="low", pad=(14, 8, 14, 8), gap=14, align="center", id="option")  # fmt: skip
    return node("column", inner, width="fill", pad=(16, 4, 16, 4), align="stretch")


def chosen(draft: Draft) -> str:
    """`E7, E8` or `2 × Balcony left`."""
    if draft.seats:
        return ", ".join(ordered(draft.seats))
    return f"{count(draft.tickets)} × {draft.zone}" if draft.zone else "Nothing chosen"
