"""What is picked for Railfinch's form, each in a place of its own: station, day, who travels."""

from dataclasses import replace
from datetime import date, timedelta

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import STATIONS, Station, find_stations, station_of
from adapters.phone.apps.railfinch.terms import TERMS, Age
from adapters.phone.apps.railfinch.trip import Group, counts, day_of, group_text, heads
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import Handled, assign, back, focus, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.pickers import date_picker, month_beside

NEAR = {"Alder Cross": "350 m", "Lantern Square 灯笼广场": "1.2 km", "Quarry Park": "4.8 km"}
TITLES = {"origin": "From where?", "destination": "Where to?", "live": "Which station?"}
PATHS = {"origin": "search.origin", "destination": "search.destination", "live": "ui.live"}
QUERY_LENGTH = 50


@app.screen("stations")
def stations(state: State, field: str = "origin") -> Screen:
    """All stations, those nearby first, or those that the words find."""
    query, found = state.ui.query, find_stations(state.ui.query)
    if found and query:
        rows = [_station(state, station, field) for station in found]
    elif found:
        rest = sorted((station for station in STATIONS if station.name not in NEAR), key=lambda station: station.name)
        near = [_station(state, station_of(name), field, far) for name, far in NEAR.items()]
        others = [_station(state, station, field) for station in rest]
        rows = [p.section("Near you", top=4), *near, p.section("All stations"), *others]
    else:
        rows = [w.empty("wrong_location", f"No station “{query}”", "Check the spelling, or try a part of it.")]
    box = c.field(
        query, "Search stations", "search_src_text", change=ev("query"), submit=focus(None), leading="search",
        height=48, radius=8, bg=p.CARD,
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


@app.on("query")
def type_query(state: State, text: str = "") -> State:
    """Type into the search field."""
    return replace(state, ui=replace(state.ui, query=text[:QUERY_LENGTH]))


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
        first=first.isoformat(),
    )  # fmt: skip


@app.on("mark_day")
def mark_day(state: State, day: str) -> State:
    """Mark a day of the calendar."""
    return replace(state, ui=replace(state.ui, day=day, month=day[:7]))


@app.on("turn_month")
def turn_month(state: State, view: View, month: str, by: int) -> State:
    """Show another month, within those that have days on which tickets are sold."""
    first, last = f"{view.now:%Y-%m}", f"{view.now + timedelta(days=TERMS.days_ahead):%Y-%m}"
    return replace(state, ui=replace(state.ui, month=min(last, max(first, month_beside(month, by)))))


@app.on("take_day")
def take_day(state: State, view: View, field: str, day: str = "") -> Handled:
    """Take the marked day, if it can be booked."""
    today = view.now.date()
    taken = date.fromisoformat(day) if day else today
    if taken < (day_of(state.search, "out", today) if field == "back_day" else today):
        return Toast("This day is over" if field == "day" else "That is before the way out")
    if taken > today + timedelta(days=TERMS.days_ahead):
        return Toast(f"Tickets are sold {TERMS.days_ahead} days ahead")
    return replace(with_day(state, field, taken), ui=replace(state.ui, day="", month="")), Back()


def with_day(state: State, field: str, day: date) -> State:
    """The form with another day of the way out, or back."""
    if field == "back_day":
        return replace(state, search=replace(state.search, back_day=day.isoformat()))
    return replace(state, search=replace(state.search, day=day.isoformat()))


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
