"""Mapwren's routes: connections by a mode, when to leave, what to avoid, the steps, the review of a trip."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.mapwren.app import app
from adapters.phone.apps.mapwren.content import AVOID, DEPARTURES, MODES, Place, mode_of
from adapters.phone.apps.mapwren.model import FIRST_TRIP, Plan, State, Trip, arrival, choices, chosen, lasting, length
from adapters.phone.apps.mapwren.parts import SHEET, SOFT, fact, search_for, tick, trip_map
from adapters.phone.apps.mapwren.routing import Connection
from adapters.phone.components.bottom_sheets import sheet
from adapters.phone.components.boxes import column, line, radio_line, words
from adapters.phone.components.buttons import wide_button
from adapters.phone.components.choices import choice_sheet
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

TURNS = ("straight", "turn_right", "fork_left", "place")
_STEP_PERCENTS = (12, 48, 33, 7)
"""How much of a connection each of its steps is."""


def directions_to(place: Place) -> Ev:
    """Open the directions to a place."""
    return then(assign("plan", Plan(target=place.name)), go("directions"))


@app.screen("directions", distractor="what else is done with a place, beside looking at it")
def directions(state: State, view: View) -> Screen:
    """Both ends, the mode, when and what not, and the connections below."""
    plan = state.plan
    swapped = replace(plan, origin=plan.target, target=plan.origin, via="")
    ends = node(
        "column",
        _end("trip_origin", "From", plan.origin, "origin"),
        w.divider(40),
        _end("place", "To", plan.target or "Choose a place", "target"),
        grow=1,
        align="stretch",
        bg="container",
        radius=20,
    )
    swap = w.action(
        "swap_vert", "Swap start and end", assign("plan", swapped), rid="swap", color="on_surface",
        enabled=plan.origin != plan.target,
    )  # fmt: skip
    top = column(
        w.app_bar("Directions", bg="surface"),
        line(ends, swap, pad=(16, 0, 4, 10)),
        radio_line([_mode(plan, name) for name in MODES], rid="modes", pad=(16, 0, 16, 8)),
        bg="surface",
    )
    avoided = f"Avoid {', '.join(plan.avoid).lower()}" if plan.avoid else "Avoid nothing"
    pills = node(
        "row",
        _pill(plan.departure, "schedule", go("pick_departure")),
        _pill(avoided, "tune", go("pick_avoid")),
        width="fill",
        pad=(16, 8, 16, 8),
        gap=8,
        wrap=True,
    )
    return Screen(w.page(trip_map(9, 190), pills, _cards(plan, view.now)), top=top, title="Directions")


def _end(icon: str, label: str, name: str, pick: str) -> Node:
    return node(
        "row", w.icon(icon, 20, "primary"), w.text(label, "bodyS", SOFT, width=34),
        w.text(name, "15,20,Medium,0.1", lines=1, grow=1),
        on=search_for(pick), id=f"row_{pick}", cls=w.ROW, height=48, pad=(14, 0, 12, 0), gap=10, align="center",
    )  # fmt: skip


def _mode(plan: Plan, name: str) -> Node:
    selected = name == plan.mode
    best = chosen(Plan(plan.origin, plan.target, name, avoid=plan.avoid))
    ink = "on_primary" if selected else "on_surface"
    return node(
        "column", w.icon(mode_of(name).glyph, 22, ink),
        w.text(lasting(best.minutes) if best else "—", "labelM", ink, lines=1),
        on=then(assign("plan.mode", name), assign("plan.via", "")), id="mode", cls="android.widget.RadioButton",
        desc=name, checked=selected, selected=selected, grow=1, height=56, radius=20,
        bg="primary" if selected else "container", align="center", justify="center", gap=2,
    )  # fmt: skip


def _pill(label: str, icon: str, on: Ev) -> Node:
    return node(
        "row", w.icon(icon, 18), w.text(label, "labelL", lines=1), w.icon("expand_more", 18),
        on=on, id="pill", cls="android.widget.Button", height=48, radius=24, outline="outline_variant",
        pad=(14, 0, 12, 0), gap=8, align="center",
    )  # fmt: skip


def _cards(plan: Plan, now: datetime) -> list[Node]:
    if not plan.target or plan.target == plan.origin:
        return [w.empty("directions", "Where to?", "Choose two different places.")]
    cards = [_card(plan, item, index == 0, now) for index, item in enumerate(choices(plan))]
    return cards or [_no_connection()]


def _no_connection() -> Node:
    return w.empty("route", "No way is left", "Avoid less, or go in another way.")


def _card(plan: Plan, item: Connection, best: bool, now: datetime) -> Node:
    duration = w.text(lasting(item.minutes), "20,26,Bold,0", "primary" if best else "on_surface", id="minutes")
    distance = w.text(length(item.metres), "bodyM", SOFT)
    texts = words(
        node("row", duration, distance, gap=10, align="center"),
        w.text(f"via {item.via}", "bodyL", id="via", lines=2),
        w.text(item.note, "bodyM", SOFT),
        w.text(arrival(plan.departure, item.minutes, now), "bodyM", SOFT),
        gap=1,
    )
    mark = w.pill("Best", "primary_container", "on_primary_container") if best else None
    card = line(
        texts, mark, w.icon("chevron_right", 22),
        on=then(assign("plan.via", item.via), go("way")), id="card_way", cls=w.GROUP, radius=24, bg="container",
        pad=(18, 14, 14, 14), gap=10,
    )  # fmt: skip
    return column(card, pad=(16, 4, 16, 6))


@app.sheet("pick_departure", over="directions", distractor="a time to leave that is none of a planned trip")
def pick_departure(state: State) -> Node:
    """When to leave or to be there."""
    return choice_sheet(
        "When?", bind(state, "plan.departure"), DEPARTURES, rid="departure_option", group="departures", look=SHEET,
        inset=24, height=52,
    )  # fmt: skip


@app.sheet("pick_avoid", over="directions", distractor="a step of planning a new trip")
def pick_avoid(state: State) -> Node:
    """What the connections must not have."""
    avoided = state.plan.avoid
    rows = [tick(name, "", ev("avoid", value=name), name in avoided, rid="avoid_option") for name in AVOID]
    done = node("row", wide_button("Done", w.UP, rid="done"), width="fill", pad=(24, 12, 24, 4))
    return sheet("Avoid", rows, done, look=SHEET)


@app.on("avoid")
def avoid(state: State, value: str) -> State:
    """Avoid something, or no longer. It stays in the order of the sheet, so that the same choice is the same state."""
    wanted = {*state.plan.avoid} ^ {value}
    return replace(state, plan=replace(state.plan, avoid=tuple(name for name in AVOID if name in wanted)))


@app.screen("way", distractor="one route of several, with a time of arrival like a trip's", activity=".RouteActivity")
def connection_page(state: State, view: View) -> Screen:
    """The chosen connection, step by step."""
    plan, connection = state.plan, chosen(state.plan)
    if connection is None:
        return Screen(w.page(_no_connection()), top=w.app_bar("Route"), title="Route")
    steps = zip(mode_of(plan.mode).steps, TURNS, _STEP_PERCENTS, strict=True)
    rows = [
        w.row(
            text, length(connection.metres * percent // 1000 * 10),
            rid="row_step", leading=w.disc(turn), inset=20,
        )
        for text, turn, percent in steps
    ]  # fmt: skip
    end = fact(plan.target, arrival(plan.departure, connection.minutes, view.now), "flag")
    body = w.page(trip_map(len(connection.via), 240), w.space(8), rows, w.divider(72), end)
    top = w.app_bar(f"via {connection.via}", support=f"{plan.mode}, {lasting(connection.minutes)}")
    bottom = w.sticky(wide_button("Plan this trip", go("review"), rid="plan_trip"))
    return Screen(body, top=top, bottom=bottom, title="Route")


@app.screen("review", distractor="shows what the page of a planned trip shows, before it is planned")
def review(state: State, view: View) -> Screen:
    """A last look before a trip is planned."""
    connection = chosen(state.plan)
    if connection is None:
        return connection_page(state, view)
    rows = facts(state.plan, connection.via, connection.minutes, view.now)
    body = w.page(trip_map(len(connection.via), 240), w.space(8), rows)
    confirm_button = wide_button("Confirm trip", ev("confirm"), rid="confirm", enabled=bool(state.plan.target))
    return Screen(body, top=w.app_bar("Check your trip"), bottom=w.sticky(confirm_button), title="Check your trip")


def facts(trip: Plan | Trip, via: str, minutes: int, now: datetime) -> list[Node]:
    """Return all that was chosen for a trip, a row each."""
    return [
        fact(trip.origin, "From", "trip_origin"),
        fact(trip.target, "To", "place"),
        fact(trip.mode, "How", mode_glyph(trip.mode)),
        fact(f"via {via}", lasting(minutes), "route"),
        fact(trip.departure, arrival(trip.departure, minutes, now), "schedule"),
        fact(", ".join(trip.avoid) or "Nothing", "Avoid", "tune"),
    ]


def mode_glyph(name: str) -> str:
    """Return the icon of a mode, or a neutral one."""
    return MODES[name].glyph if name in MODES else "route"


@app.on("confirm")
def confirm(state: State, view: View) -> Handled:
    """Plan the trip."""
    plan, connection = state.plan, chosen(state.plan)
    if connection is None or not plan.target:
        return Toast("There is no way to plan")
    number = 1 + max((int(trip.id) for trip in state.trips), default=FIRST_TRIP - 1)
    trip = Trip(
        str(number), plan.origin, plan.target, plan.mode, connection.via, plan.departure, plan.avoid,
        connection.minutes, view.now.strftime("%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    after = replace(state, trips=(*state.trips, trip), plan=Plan())
    return after, Replace(route("home"), root=True), Go(route("trips")), Toast("Trip planned")
