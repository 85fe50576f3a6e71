"""Railfinch's tabs that look ahead: the form that finds trains, and the boards of stations."""

from __future__ import annotations

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import Call, board, kilometres, station, trains
from adapters.phone.apps.railfinch.terms import CARDS, OPEN, RETURN, TRIPS, day_name, money
from adapters.phone.apps.railfinch.trip import back_day, out_day, travellers
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

OFFERS = (
    ("Kestrel Bay", "day:sea", 31, "The beach before the summer people"),
    ("Orla Spa", "mist:hills", 8, "Warm baths, cold air"),
    ("Hollin Moor", "gold:hills", 5, "Walks from the platform"),
    ("Northgate", "dusk:city", 12, "Old town, late trains back"),
)


def home(state: State, place: Route, view: View) -> Screen:
    """The form, over the edge of the header; below it what was searched, what goes on, and where one could go."""
    ground = node("spacer", bg=p.NAVY, height=176, place=("fill", "start"))
    form = node("column", _form(state, view), place=("fill", "start"), pad=(0, 10, 0, 0), align="stretch")
    body = w.page(
        node("stack", ground, form, width="fill"),
        _recent(state, view),
        p.section("Away for the weekend"),
        _offers(view),
    )
    return Screen(body, top=p.header("Tickets"), bg=p.PAGE, bar=p.NAVY, title="Railfinch")


def _form(state: State, view: View) -> Node:
    search = state.search
    today = view.now.date()
    same = search.origin == search.destination
    out = day_name(out_day(search, today))
    swap = node(
        "icon_button", icon="swap_vert", desc="Swap stations", on=ev("swap"), id="swap", width=48, height=48, size=24,
        radius=24, bg=p.CARD, color="primary", outline="outline_variant",
    )  # fmt: skip
    ends = node(
        "stack",
        node(
            "column",
            p.box("From", search.origin, "trip_origin", ev("pick_station", field="origin"), rid="from"),
            p.box("To", search.destination, "place", ev("pick_station", field="destination"), rid="to", bad=same),
            place=("fill", "start"), gap=8, align="stretch",
        ),
        node("row", swap, place=("end", "center"), pad=(0, 8, 20, 0)),
        width="fill", height=136,
    )  # fmt: skip
    when = node(
        "row",
        p.box("Date", out, "event", ev("pick_date", field="day"), rid="date", grow=1.25),
        p.box("Leave after", search.after, "schedule", ev("pick_after", field="after"), rid="leave_after", grow=1),
        width="fill", gap=12,
    )  # fmt: skip
    back = None
    if search.trip == RETURN:
        back = node(
            "row",
            p.box("Return", day_name(back_day(search, today)), "event", ev("pick_date", field="back_day"),
                  rid="return_date", grow=1.25),
            p.box("Leave after", search.back_after, "schedule", ev("pick_after", field="back_after"),
                  rid="return_after", grow=1),
            width="fill", gap=12,
        )  # fmt: skip
    who = travellers(search.group)
    if search.card != CARDS[0]:
        who = f"{who}, {search.card}"
    inner = [
        p.segmented(TRIPS, search.trip, ev("trip"), rid="trip"),
        w.space(6),
        ends,
        w.text("Choose two different stations", "bodyS", "error", pad=(14, 0, 0, 0)) if same else None,
        when,
        back,
        w.text("Come back with any train within a month.", "bodyS", "on_surface_variant", pad=(14, 0, 0, 0))
        if search.trip == OPEN
        else None,
        p.box("Passengers and railcard", who, "person_outline", ev("pick_people"), rid="passengers"),
        w.space(4),
        node("row", p.go("Find trains", ev("find"), rid="find", enabled=not same), width="fill"),
    ]
    return p.card(node("column", inner, width="fill", pad=(16, 8, 16, 8), gap=6, align="stretch"), level=2)


def _recent(state: State, view: View) -> list[Node]:
    if not state.recent:
        return []
    rows: list[Node] = []
    for one in state.recent[:3]:
        cheapest = min((each.cents for each in trains(one.origin, one.destination, view.now.date())), default=0)
        words = f"{round(kilometres(one.origin, one.destination))} km  ·  today from {money(cheapest)}"
        names = node(
            "column", p.way(one.origin, one.destination), w.text(words, "bodyM", "on_surface_variant", lines=1), grow=1
        )
        rows.append(
            node(
                "row", w.icon("history"), names, w.icon("chevron_right", 20),
                on=ev("again", origin=one.origin, destination=one.destination), id="row_recent", cls=w.GROUP,
                width="fill", height=68, pad=(20, 0, 16, 0), gap=18, align="center",
            )
        )  # fmt: skip
    return [p.section("Recent searches", "Clear", ev("forget")), *rows]


def _offers(view: View) -> Node:
    cards = []
    for name, land, seed, words in OFFERS:
        cents = min((one.cents for one in trains("Alder Cross", name, view.now.date())), default=0)
        cards.append(
            node(
                "column",
                node("image", art=Art(f"land:{land}", seed), width="fill", height=104, radius=(12, 12, 0, 0)),
                node("column", w.text(name, "titleS/Bold", lines=1), w.text(words, "bodyS", "on_surface_variant",
                     lines=2, min_height=32), w.text(f"from {money(cents)}", "titleS", "primary"),
                     pad=(12, 8, 12, 10), gap=2),
                on=ev("offer", destination=name), id="card_offer", cls=w.GROUP, width=184, bg=p.CARD, radius=p.CORNER,
                outline="outline_variant", align="stretch",
            )
        )  # fmt: skip
    return node("scroll", cards, horizontal=True, id="offers", width="fill", height=204, gap=12, pad=(16, 2, 16, 2))


def live(state: State, place: Route, view: View) -> Screen:
    """The board of a station: what leaves or comes in next."""
    name, arrivals = state.ui.live, state.ui.arrivals
    now = view.now.hour * 60 + view.now.minute
    calls = board(name, view.now.date(), now, arrivals=arrivals)
    here = station(name)
    head = node(
        "column",
        p.box("Station", name, "place", ev("pick_station", field="live"), rid="station"),
        p.segmented(("Departures", "Arrivals"), "Arrivals" if arrivals else "Departures", ev("board"), rid="board"),
        w.text(f"{here.about}  ·  {'step-free' if here.step_free else 'stairs only'}", "bodyS", "on_surface_variant",
               lines=1, pad=(4, 2, 0, 0)),
        width="fill", pad=(16, 8, 16, 8), gap=10, align="stretch", bg=p.CARD,
    )  # fmt: skip
    rows = [_call(one) for one in calls]
    if not rows:
        rows = [w.empty("bedtime", "No more trains today", "The first ones leave before six.")]
    body = w.page(head, w.divider(), rows, w.text("Times as known one minute ago", "bodyS", "on_surface_variant",
                  pad=(16, 12, 16, 0)))  # fmt: skip
    return Screen(body, top=p.header("Live times"), bg=p.PAGE, bar=p.NAVY, title="Live times")


def _call(one: Call) -> Node:
    if one.late < 0:
        status, ink = "Cancelled", "error"
    elif one.late:
        status, ink = f"{one.late} min late", "#B05A00"
    else:
        status, ink = "On time", "positive"
    names = node(
        "column",
        w.text(one.other, "15,20,Medium,0.1", lines=1, id="place"),
        node(
            "row",
            w.text(one.number, "bodyS", "on_surface_variant", id="train"),
            w.text(status, "labelM", ink, id="status"),
            gap=8,
        ),
        grow=1,
    )
    track = node(
        "column",
        w.text(str(one.platform), "16,20,Bold,0", id="platform"),
        w.text("Track", "labelS", "on_surface_variant"),
        width=40,
        align="center",
    )
    return node(
        "column",
        node(
            "row",
            w.text(one.at, "18,24,Bold,0", "outline" if one.late < 0 else "on_surface", id="time",
                   strike=one.late < 0, width=56),
            names,
            track,
            id="row_call", cls=w.GROUP, width="fill", height=64, pad=(16, 0, 16, 0), gap=12, align="center", bg=p.CARD,
        ),
        w.divider(),
        width="fill",
        align="stretch",
    )  # fmt: skip
