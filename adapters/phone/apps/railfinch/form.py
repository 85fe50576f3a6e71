"""Railfinch's first tab: the form that finds trains, and where one could go."""

from dataclasses import replace
from datetime import timedelta

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State, fresh_draft
from adapters.phone.apps.railfinch.network import trains
from adapters.phone.apps.railfinch.terms import OPEN, RETURN, TERMS, TRIPS, Offer
from adapters.phone.apps.railfinch.trip import Search, day_of, group_text, short_day
from adapters.phone.components.booking import picker_field
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import segmented_choice
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

START = "Alder Cross"


@app.screen("home", activity=".MainActivity")
def home(state: State, view: View) -> Screen:
    """The form, over the edge of the header; below it where one could go."""
    ground = node("spacer", bg=p.NAVY, height=176, place=("fill", "start"))
    form = column(_form(state, view), place=("fill", "start"), pad=(0, 10, 0, 0), width="wrap")
    offers = [_offer(offer, view) for offer in TERMS.offers]
    body = w.page(
        node("stack", ground, form, width="fill"),
        p.section("Away for the weekend"),
        node("scroll", offers, horizontal=True, id="offers", width="fill", height=204, gap=12, pad=(16, 2)),
    )
    return p.tab_page("Tickets", body, "Railfinch")


def _form(state: State, view: View) -> Node:
    search = state.search
    same = search.origin == search.destination
    error = w.text("Choose two different stations", "bodyS", "error", pad=(14, 0, 0, 0))
    who = group_text(search.group)
    fields = column(
        segmented_choice(bind(state, "search.trip"), TRIPS, rid="trip", group="trip_group", bg=p.CARD),
        w.space(6),
        _ends(search, wrong=same),
        error if same else None,
        _day(search, "out", view),
        _day(search, "back", view) if search.trip == RETURN else None,
        p.note("Come back with any train within a month.", pad=(14, 0, 0, 0)) if search.trip == OPEN else None,
        picker_field("Passengers", who, "person_outline", go("people"), rid="passengers"),
        w.space(4),
        line(p.main_button("Find trains", ev("find"), rid="find", enabled=not same), align="start"),
        pad=(16, 8), gap=6,
    )  # fmt: skip
    return p.card(fields, level=2)


def _ends(search: Search, *, wrong: bool) -> Node:
    swap = node(
        "icon_button", icon="swap_vert", desc="Swap stations", on=ev("swap"), id="swap", width=48, height=48, size=24,
        radius=24, bg=p.CARD, color="primary", outline="outline_variant",
    )  # fmt: skip
    fields = column(
        picker_field("From", search.origin, "trip_origin", pick_station("origin"), rid="from"),
        picker_field("To", search.destination, "place", pick_station("destination"), rid="to", wrong=wrong),
        place=("fill", "start"), gap=8, width="wrap",
    )  # fmt: skip
    return node(
        "stack", fields, node("row", swap, place=("end", "center"), pad=(0, 8, 20, 0)), width="fill", height=136
    )


def _day(search: Search, leg: str, view: View) -> Node:
    """The day of a way."""
    field, name, rid = ("day", "Date", "date") if leg == "out" else ("back_day", "Return", "return_date")
    pick_day = then(assign("ui.day", ""), assign("ui.month", ""), go("pick_date", field=field))
    return picker_field(name, short_day(day_of(search, leg, view.now.date())), "event", pick_day, rid=rid)


def pick_station(field: str) -> Ev:
    """The action that opens the list of stations for a field."""
    return then(assign("ui.query", ""), go("stations", field=field))


def _offer(offer: Offer, view: View) -> Node:
    cents = min((train.cents for train in trains(START, offer.name, view.now.date())), default=0)
    about = node(
        "column",
        w.text(offer.name, "titleS/Bold", lines=1),
        p.note(offer.about, lines=2, min_height=32),
        w.text(f"from {money(cents)}", "titleS", "primary"),
        pad=(12, 8, 12, 10), gap=2,
    )  # fmt: skip
    return column(
        node("image", art=offer.art, width="fill", height=104, radius=(12, 12, 0, 0)), about,
        on=ev("offer", destination=offer.name), id="card_offer", cls=w.GROUP, width=184, bg=p.CARD, radius=p.CORNER,
        outline="outline_variant",
    )  # fmt: skip


@app.on("swap")
def swap(state: State) -> State:
    """Swap both ends of the way."""
    search = replace(state.search, origin=state.search.destination, destination=state.search.origin)
    return replace(state, search=search)


@app.on("find")
def find_trains(state: State) -> Handled:
    """List trains; what was chosen before is forgotten."""
    if state.search.origin == state.search.destination:
        return Toast("Choose two different stations")
    return replace(state, draft=fresh_draft(state), ui=replace(state.ui, tried=False)), Go(route("results", leg="out"))


@app.on("offer")
def take_offer(state: State, view: View, destination: str) -> Handled:
    """Fill the form for a weekend: a return, out next Saturday and back on Sunday."""
    today = view.now.date()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    search = replace(
        state.search, trip=RETURN, origin=START, destination=destination, day=saturday.isoformat(),
        back_day=(saturday + timedelta(days=1)).isoformat(),
    )  # fmt: skip
    return replace(state, search=search), Toast("Saturday out, Sunday back")
