"""Where one sits: the plan of a hall, or the zones of a house."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from adapters.phone.apps.seatmint import model
from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.app import app
from adapters.phone.apps.seatmint.catalogue import TERMS, Zone, show_of
from adapters.phone.apps.seatmint.model import COLUMNS, LOUNGE_ROWS, ROWS, WHEELS, Draft, State, Tickets
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.dates import day_and_time
from adapters.phone.framework.prices import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Art, Node, ev, node

SEAT, TALL, AISLE = 26, 32, 14
"""Width and height of what a finger hits of a seat, and the width of the aisle, in dp."""
FREE, SELECTED, TAKEN, OWN = "f", "s", "t", "m"
"""What a seat is to this user; a letter each, so that a row is a short text."""
SPOKEN: Final = {SELECTED: "selected", TAKEN: "taken", OWN: "yours already", FREE: "free"}
PLENTY = 20
"""With more free places than this a zone does not say how many there are."""
CLEAR = then(assign("draft.seats", ()), assign("draft.tickets", Tickets()))


@app.screen("seats")
def seats(state: State, view: View) -> Screen:
    """The plan of the hall, with the screen above; chosen seats are mint."""
    draft, screening = state.draft, model.screening_of(state.draft)
    if screening is None:
        return p.nothing_page("Choose seats", "event_busy", "No such screening", "The programme may have changed.")
    gone, own = model.taken(draft.show, draft.day, draft.venue, draft.time), model.own_seats(state, draft)
    free = len(ROWS) * COLUMNS - len(gone | own)
    hint = f"{free} seats are free. At most {TERMS.most} in one booking."
    beam = node("image", art=Art("poster:beam"), place=("fill", "fill"), height=58)
    label = w.text("Screen", "labelS", "on_surface_variant", place=("center", "end"))
    body = w.form(
        line(
            p.tag(day_and_time(f"{draft.day}T{draft.time}", view.now), strong=True),
            p.tag(screening.hall),
            p.tag(f"{screening.format}, {screening.spoken}"),
            gap=8, pad=(20, 4, 20, 10), wrap=True, align="start",
        ),
        node("stack", beam, label, width="fill", height=58),
        column(
            [_row(row, _states(row, draft, gone, own)) for row in ROWS],
            align="center", pad=(0, 8, 0, 6), gap=2, id="plan",
        ),
        _legend(screening.cents),
        line(p.note(hint, grow=1), pad=(20, 8, 20, 4)),
        _best_seats(),
    )  # fmt: skip
    count = len(draft.seats)
    price = money(model.places(draft)) if draft.seats else f"from {money(screening.cents)}"
    chosen = w.text(", ".join(draft.seats) or "No seat chosen", "titleS", lines=2)
    label_next = f"Next, {count} seat{'' if count == 1 else 's'}" if count else "Next"
    bottom = p.foot(
        node("column", chosen, p.quiet(price), width=150), p.main_button(label_next, go("who"), enabled=count > 0)
    )
    clear = w.action("undo", "Clear seats", CLEAR, color="on_surface", enabled=count > 0)
    top = p.bar(show_of(draft.show).title, clear, support=draft.venue)
    return Screen(body, top=top, bottom=bottom, title="Choose seats")


def _states(row: str, draft: Draft, gone: frozenset[str], own: frozenset[str]) -> str:
    """What the seats of a row are to this user, from left to right."""

    def state_of(seat: str) -> str:
        if seat in draft.seats:
            return SELECTED
        if seat in own:
            return OWN
        return TAKEN if seat in gone else FREE

    return "".join(state_of(f"{row}{column}") for column in range(1, COLUMNS + 1))


@lru_cache(maxsize=512)
def _row(row: str, states: str) -> Node:
    """A row of seats from left to right, its letter at both ends. Rows that did not change are the same node."""
    letter = w.text(row, "labelS", "outline", width=14, text_align="center")
    cells = [_seat(f"{row}{column}", state) for column, state in enumerate(states, 1)]
    half = COLUMNS // 2
    return node(
        "row", letter, cells[:half], w.space(0, AISLE), cells[half:], letter, align="center", height=TALL, gap=2
    )


def _seat(seat: str, state: str) -> Node:
    lounge, wheels, open_ = seat[0] in LOUNGE_ROWS, seat in WHEELS, state in (SELECTED, FREE)
    kind = "wheelchair place" if wheels else "seat"
    bg = {SELECTED: "primary", TAKEN: "highest", OWN: "tertiary_container", FREE: ""}[state]
    outline = "tertiary" if lounge else "primary"
    icon = None
    if state == SELECTED:
        icon = w.icon("check", 15, "on_primary", place=("center", "center"))
    elif state == FREE and wheels:
        icon = w.icon("accessible", 15, "primary", place=("center", "center"))
    shape = node(
        "stack", icon, width=23, height=22, radius=(8, 8, 4, 4), bg=bg, place=("center", "center"),
        outline=outline if state == FREE else "", outline_width=1.5,
    )  # fmt: skip
    return node(
        "stack", shape, on=ev("seat", seat=seat) if open_ else None, id="seat", width=SEAT, height=TALL,
        cls="android.widget.CheckBox" if open_ else "android.view.View", enabled=open_,
        checked=state == SELECTED, selected=state == SELECTED,
        desc=f"Row {seat[0]}, {'lounge seat' if lounge else kind} {seat[1:]}, {SPOKEN[state]}",
    )  # fmt: skip


def _legend(cents: int) -> Node:
    def item(label: str, bg: str, outline: str) -> Node:
        mark = node("spacer", width=18, height=16, radius=(6, 6, 3, 3), bg=bg, outline=outline, outline_width=1.5)
        return node("row", mark, p.note(label, lines=1), gap=6, align="center")

    return line(
        item(money(cents), "", "primary"),
        item(f"Lounge, plus {money(TERMS.lounge)}", "", "tertiary"),
        item("Taken", "highest", ""),
        item("Chosen", "primary", ""),
        gap=14, pad=(20, 8, 20, 2), wrap=True, justify="center", align="start",
    )  # fmt: skip


def _best_seats() -> Node:
    buttons = [
        node(
            "button", text=str(count), on=ev("best", many=count), id="best", variant="tonal", height=48, width=52,
            radius=14, pad=(8, 0), desc=f"Best {count}",
        )
        for count in (1, 2, 3)
    ]  # fmt: skip
    about = words(w.text("Let us choose", "titleM"), p.note("Middle, side by side"))
    return p.card(line(about, buttons, gap=8))


@app.on("seats")
def open_plan(state: State, show: str, day: str, venue: str, time: str) -> Handled:
    """Open the plan of a screening; seats that were chosen for another one are forgotten."""
    draft = state.draft
    if (draft.show, draft.day, draft.venue, draft.time) != (show, day, venue, time):
        state = _begun(state, Draft(show, day, venue, time))
    return state, Go(route("seats"))


def _begun(state: State, draft: Draft) -> State:
    return replace(state, draft=draft, ui=replace(state.ui, typed=""))


@app.on("seat")
def choose_seat(state: State, seat: str) -> Handled:
    """Choose a seat, or leave it."""
    chosen = state.draft.seats
    if seat in chosen:
        return with_seats(state, tuple(other for other in chosen if other != seat))
    if seat not in model.free_seats(state):
        return None
    if len(chosen) == TERMS.most:
        return Toast(f"At most {TERMS.most} seats in one booking")
    return with_seats(state, (*chosen, seat))


def with_seats(state: State, chosen: tuple[str, ...]) -> State:
    """The state with these seats, for which adults come in."""
    return replace(state, draft=replace(state.draft, seats=model.ordered(chosen), tickets=Tickets(adult=len(chosen))))


@app.on("best")
def choose_best(state: State, many: int) -> Handled:
    """Choose so many seats side by side, near the middle of the hall."""
    free = model.free_seats(state)
    runs = [(_distance(run), run) for run in _runs(many) if free.issuperset(run) and not {*run} & {*WHEELS}]
    if not runs:
        return Toast("There are no such seats side by side")
    best = min(runs)[1]
    return with_seats(state, best) if best != state.draft.seats else Toast("These seats are chosen already")


def _runs(count: int) -> Iterator[tuple[str, ...]]:
    """Seats side by side, never across the aisle."""
    half = COLUMNS // 2
    for row in ROWS:
        for first in (*range(1, half - count + 2), *range(half + 1, COLUMNS - count + 2)):
            yield tuple(f"{row}{column}" for column in range(first, first + count))


def _distance(run: tuple[str, ...]) -> float:
    """How far seats are from the middle of the hall."""
    row, first, last = ROWS.index(run[0][0]), int(run[0][1:]), int(run[-1][1:])
    return abs(row - 5) * 1.5 + abs((first + last) / 2 - (COLUMNS + 1) / 2)


@app.screen("zones", activity=".SeatsActivity")
def zones(state: State, view: View, show: str = "") -> Screen:
    """The zones of a concert or a play, and how many places in one."""
    event = show_of(show)
    if not event.zones:
        return p.nothing_page("Choose places", "event_busy", "No places", "This show has times, not zones.")
    draft = state.draft if state.draft.show == event.key else Draft(event.key)
    when = f"{day_and_time(f'{event.day}T{event.time}', view.now)}  ·  {event.venues[0]}"
    rows = [_zone(event.key, zone, draft.zone) if zone.free else _sold_out(zone) for zone in event.zones]
    title = w.text(event.title, "22,28,Bold,0", lines=3)
    body = w.form(
        node("image", art=event.poster, width="fill", height=170),
        column(title, w.text(when, "bodyM", "primary"), pad=(20, 14, 20, 10), gap=2, align="start"),
        radio_group(rows, rid="zone_group"),
        p.head("Places", top=10),
        p.list_card(_count(draft, event.zone(draft.zone))),
    )
    price = w.text(money(model.places(draft)) if draft.zone else "", "20,26,Bold,0", width=110)
    bottom = p.foot(price, p.main_button("Next", go("who"), enabled=bool(draft.zone)))
    return Screen(body, top=p.bar("Choose places"), bottom=bottom, title="Choose places")


def _zone(show: str, zone: Zone, chosen: str) -> Node:
    about = zone.about if zone.free > PLENTY else f"{zone.about}  ·  {zone.free} left"
    on = ev("zone", show=show, value=zone.name)
    return p.option(zone.name, about, on, zone.name == chosen, price=money(zone.cents), icon="chair")


def _sold_out(zone: Zone) -> Node:
    names = words(p.name_text(zone.name, color="outline"), p.note(zone.about, color="outline"), gap=1)
    inner = line(
        w.icon("chair", 22, "outline"), names, p.tag("Sold out"),
        min_height=56, radius=12, bg="low", pad=(14, 8), gap=14, id="option",
    )  # fmt: skip
    return column(inner, pad=(16, 4))


def _count(draft: Draft, zone: Zone | None) -> Node:
    count, free = model.heads(draft.tickets), zone.free if zone else 0
    hint = f"{free} are left" if zone else "Choose a zone"
    less = ev("many", by=-1) if count > 1 else None
    more = ev("many", by=1) if count < min(TERMS.most, free) else None
    return p.count_row("Place", "At most six" if free >= TERMS.most else hint, count, less, more)


def _begun_for(state: State, key: str) -> State:
    """The state with a draft for a concert or a play, unless there is one."""
    return state if state.draft.show == key else _begun(state, Draft(key, venue=show_of(key).venues[0]))


@app.on("zones")
def open_zones(state: State, show: str) -> Handled:
    """Open the zones of a concert or a play."""
    return _begun_for(state, show), Go(route("zones", show=show))


@app.on("zone")
def choose_zone(state: State, show: str, value: str) -> Handled:
    """Choose a zone in which there are places."""
    zone = show_of(show).zone(value)
    if zone is None or not zone.free:
        return Toast("Sold out")
    state = _begun_for(state, show)
    return _with_places(replace(state, draft=replace(state.draft, zone=value)), zone, 0)


@app.on("many")
def change_places(state: State, by: int) -> State:
    """Book more or fewer places of the zone."""
    return _with_places(state, show_of(state.draft.show).zone(state.draft.zone), by)


def _with_places(state: State, zone: Zone | None, by: int) -> State:
    count = min(max(1, model.heads(state.draft.tickets) + by), zone.free if zone else 0, TERMS.most)
    return replace(state, draft=replace(state.draft, tickets=Tickets(adult=count)))
