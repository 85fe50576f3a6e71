"""Railfinch's first tab: the form that finds trains, what is picked for it, and where one could go."""

from dataclasses import replace
from datetime import date, timedelta

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State, fresh_draft
from adapters.phone.apps.railfinch.network import STATIONS, Station, find_stations, station_of, trains
from adapters.phone.apps.railfinch.terms import OPEN, RETURN, TERMS, TRIPS, Age, Offer
from adapters.phone.apps.railfinch.trip import Group, Search, counts, day_of, group_text, heads, short_day
from adapters.phone.components.booking import picker_field
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import segmented_choice
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then, toast
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, with_value
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.pickers import date_picker, month_beside

START = "Alder Cross"
NEAR = {"Alder Cross": "350 m", "Lantern Square 灯笼广场": "1.2 km", "Quarry Park": "4.8 km"}
TITLES = {"origin": "From where?", "destination": "Where to?", "live": "Which station?"}
PATHS = {"origin": "search.origin", "destination": "search.destination", "live": "ui.live"}
QUERY_LENGTH = 50


@app.screen("home", activity=".MainActivity")
def home(state: State, view: View) -> Screen:
    """The form, over the edge of the header; below it where one could go."""
    ground = node("spacer", bg=p.NAVY, height=176, place=("fill", "start"))
    form = column(_form(state, view), place=("fill", "start"), pad=(0, 10, 0, 0), width="wrap")
    offers = [_offer(offer, state.search, view.now.date()) for offer in TERMS.offers]
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
    fields = column(
        segmented_choice(bind(state, "search.trip"), TRIPS, rid="trip", group="trip_group", bg=p.CARD),
        w.space(6),
        _ends(search, same=same),
        error if same else None,
        _day(search, "out", view),
        _day(search, "back", view) if search.trip == RETURN else None,
        p.note("Come back with any train within a month.", pad=(14, 0, 0, 0)) if search.trip == OPEN else None,
        picker_field("Passengers", group_text(search.group), "person_outline", go("people"), rid="passengers"),
        w.space(4),
        line(p.main_button("Find trains", ev("find"), rid="find", enabled=not same), align="start"),
        pad=(16, 8), gap=6,
    )  # fmt: skip
    return p.card(fields, level=2)


def _ends(search: Search, *, same: bool) -> Node:
    swapped = assign("search", replace(search, origin=search.destination, destination=search.origin))
    swap = w.action("swap_vert", "Swap stations", swapped, rid="swap", color="primary", enabled=not same)
    swap = swap.styled(radius=24, bg=p.CARD, outline="outline_variant")
    fields = column(
        picker_field("From", search.origin, "trip_origin", pick_station("origin"), rid="from"),
        picker_field("To", search.destination, "place", pick_station("destination"), rid="to", wrong=same),
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


def _offer(offer: Offer, search: Search, today: date) -> Node:
    """A card that fills the form for a weekend: a return, out next Saturday and back on Sunday."""
    cents = min((train.cents for train in trains(START, offer.name, today)), default=0)
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    weekend = replace(
        search, trip=RETURN, origin=START, destination=offer.name, day=saturday.isoformat(),
        back_day=(saturday + timedelta(days=1)).isoformat(),
    )  # fmt: skip
    about = node(
        "column",
        w.text(offer.name, "titleS/Bold", lines=1),
        p.note(offer.about, lines=2, min_height=32),
        w.text(f"from {money(cents)}", "titleS", "primary"),
        pad=(12, 8, 12, 10), gap=2,
    )  # fmt: skip
    return column(
        node("image", art=offer.art, width="fill", height=104, radius=(12, 12, 0, 0)), about,
        on=then(assign("search", weekend), toast("Saturday out, Sunday back")), id="card_offer", cls=w.GROUP,
        width=184, bg=p.CARD, radius=p.CORNER, outline="outline_variant",
    )  # fmt: skip


@app.on("find")
def find_trains(state: State) -> Handled:
    """List trains; what was chosen before is forgotten."""
    if state.search.origin == state.search.destination:
        return Toast("Choose two different stations")
    return replace(state, draft=fresh_draft(state), ui=replace(state.ui, tried=False)), Go(route("results", leg="out"))


@app.screen("stations")
def stations(state: State, field: str = "origin") -> Screen:
    """All stations, those nearby first, or those that the words find."""
    query = bind(state, "ui.query")
    found = find_stations(query.value)
    if found and query.value:
        rows = [_station(state, station, field) for station in found]
    elif found:
        rest = sorted((station for station in STATIONS if station.name not in NEAR), key=lambda station: station.name)
        near = [_station(state, station_of(name), field, far) for name, far in NEAR.items()]
        others = [_station(state, station, field) for station in rest]
        rows = [p.section("Near you", top=4), *near, p.section("All stations"), *others]
    else:
        rows = [w.empty("wrong_location", f"No station “{query.value}”", "Check the spelling, or try a part of it.")]
    box = c.field(
        query.value, "Search stations", "search_src_text", change=query.limited(QUERY_LENGTH), submit=focus(None),
        leading="search", height=48, radius=8, bg=p.CARD,
    )  # fmt: skip
    top = column(p.bar(TITLES[field]), column(box, pad=(16, 0, 16, 12)), bg=p.NAVY)
    return Screen(w.page(rows), top=top, bg=p.PAGE, bar=p.NAVY, title="Stations")


def _station(state: State, station: Station, field: str, far: str = "") -> Node:
    """A station with what is known of it, or how far it is."""
    chosen = bind(state, PATHS[field])
    here = station.name == chosen.value
    return w.row(
        station.name, far or station.about,
        on=then(assign("ui.query", ""), chosen.to(station.name), focus(None), back()),
        rid="row_station", leading=w.icon("near_me" if far else "directions_railway"), height=64, inset=20,
        trailing=w.icon("check", 22, "primary") if here else None, selected=here,
    )  # fmt: skip


@app.dialog("pick_date", over="home", distractor="the day, which no task names")
def pick_date(state: State, view: View, field: str = "day") -> Node:
    """The calendar, over the form."""
    today, is_back = view.now.date(), field == "back_day"
    first = day_of(state.search, "out", today) if is_back else today
    chosen = state.ui.day or day_of(state.search, "back" if is_back else "out", today).isoformat()
    month = state.ui.month or chosen[:7]
    return date_picker(
        chosen, month, today.isoformat(), pick=ev("mark_day"), turn=ev("turn_month", month=month),
        ok=ev("take_day", field=field), title="Day of the way back" if is_back else "Day of travel",
        first=first.isoformat(), months=(f"{first:%Y-%m}", f"{today + timedelta(days=TERMS.days_ahead):%Y-%m}"),
    )  # fmt: skip


@app.on("mark_day")
def mark_day(state: State, day: str) -> State:
    """Mark a day of the calendar."""
    return replace(state, ui=replace(state.ui, day=day, month=day[:7]))


@app.on("turn_month")
def turn_month(state: State, month: str, by: int) -> State:
    """Show another month."""
    return with_value(state, "ui.month", month_beside(month, by))


@app.on("take_day")
def take_day(state: State, view: View, field: str, day: str = "") -> Handled:
    """Take the marked day, if it can be booked."""
    today = view.now.date()
    taken = date.fromisoformat(day) if day else today
    if taken < (day_of(state.search, "out", today) if field == "back_day" else today):
        return Toast("This day is over" if field == "day" else "That is before the way out")
    if taken > today + timedelta(days=TERMS.days_ahead):
        return Toast(f"Tickets are sold {TERMS.days_ahead} days ahead")
    after = with_value(state, f"search.{field}", taken.isoformat())
    return replace(after, ui=replace(state.ui, day="", month="")), Back()


@app.sheet("people", over="home")
def people(state: State) -> Node:
    """Who travels."""
    group = state.search.group
    rows = [_count(age, index, group) for index, age in enumerate(TERMS.ages)]
    return p.sheet(
        "Who travels?",
        rows,
        bottom=p.foot(p.main_button("Done", w.UP, rid="done"), elevation=0),
        support=f"{group_text(group)}. Children under four travel free.",
    )


def _count(age: Age, index: int, group: Group) -> Node:
    count, everybody = counts(group)[index], heads(group)
    least = 1 if everybody == count else 0
    return line(
        words(w.text(age.name, lines=1), p.note(age.ages)),
        _round("remove", f"One less: {age.name}", ev("count", index=index, by=-1), rid="minus", enabled=count > least),
        w.text(str(count), "18,24,Bold,0", id="qty", width=36, text_align="center"),
        _round(
            "add", f"One more: {age.name}", ev("count", index=index, by=1), rid="plus",
            enabled=everybody < TERMS.most_passengers,
        ),
        id="row_people", cls=w.GROUP, height=60, pad=(20, 0, 14, 0),
    )  # fmt: skip


def _round(glyph: str, desc: str, on: Ev, *, rid: str, enabled: bool) -> Node:
    return node(
        "icon_button", icon=glyph, desc=desc, on=on if enabled else None, id=rid, width=44, height=44, size=20,
        radius=22, outline="outline" if enabled else "outline_variant", color="primary", enabled=enabled,
        alpha=1.0 if enabled else 0.38,
    )  # fmt: skip


@app.on("count")
def change_count(state: State, index: int, by: int) -> State:
    """Let more or fewer of an age travel."""
    group = list(counts(state.search.group))
    group[index] += by
    if min(group) < 0 or not 1 <= sum(group) <= TERMS.most_passengers:
        return state
    return replace(state, search=replace(state.search, group=Group(*group)))
