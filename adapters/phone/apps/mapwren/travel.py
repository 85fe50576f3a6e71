"""Mapwren's routes: ways by a mode, when to leave, what to avoid, the steps, the review; planned trips."""

from __future__ import annotations

from datetime import datetime, timedelta

from adapters.phone.apps.mapwren import parts as p
from adapters.phone.apps.mapwren.model import Plan, State, Trip, chosen, lasting, length, routes
from adapters.phone.apps.mapwren.places import AVOID, DEPARTURES, MODES, STEPS, Way
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

ICONS = {name: glyph for name, glyph, _, _ in MODES}
TURNS = ("straight", "turn_right", "fork_left", "place")


def directions(state: State, place: Route, view: View) -> Screen:
    """Both ends, the mode, when and what not, and the ways below."""
    plan = state.plan
    found = routes(plan)
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
    swap = w.action("swap_vert", "Swap start and end", ev("swap"), rid="swap", color="on_surface")
    modes = [_mode(state, name, glyph) for name, glyph, _, _ in MODES]
    top = node(
        "column",
        w.app_bar("Directions", bg="surface"),
        node("row", ends, swap, width="fill", pad=(16, 0, 4, 10), align="center"),
        node("row", modes, width="fill", pad=(16, 0, 16, 8), gap=8, id="modes", cls="android.widget.RadioGroup"),
        width="fill",
        bg="surface",
        align="stretch",
    )
    chips = node(
        "row",
        _pill(plan.departure, "schedule", "pick_departure"),
        _pill(f"Avoid {', '.join(plan.avoid).lower()}" if plan.avoid else "Avoid nothing", "tune", "pick_avoid"),
        width="fill",
        pad=(16, 8, 16, 8),
        gap=8,
        wrap=True,
    )
    cards = [_card(state, way, index, view.now) for index, way in enumerate(found)]
    if not plan.target or plan.target == plan.origin:
        cards = [w.empty("directions", "Where to?", "Choose two different places.")]
    elif not found:
        cards = [w.empty("route", "No way is left", "Avoid less, or go in another way.")]
    strip = _strip(9, 190)
    return Screen(w.page(strip, chips, cards), top=top, title="Directions")


def _strip(seed: int, height: float) -> Node:
    """A map with both ends on it."""
    flag = w.icon("place", 44, "error")
    return node(
        "stack",
        p.ground(seed).styled(height=height),
        p.dot(84, height - 56),
        p.at(300, 28, flag),
        width="fill",
        height=height,
    )


def _end(glyph: str, label: str, name: str, pick: str) -> Node:
    return node(
        "row",
        w.icon(glyph, 20, "primary"),
        w.text(label, "bodyS", "on_surface_variant", width=34),
        w.text(name, "15,20,Medium,0.1", lines=1, grow=1),
        on=ev("search", pick=pick),
        id=f"row_{pick}",
        cls=w.ROW,
        height=48,
        pad=(14, 0, 12, 0),
        gap=10,
        align="center",
    )


def _mode(state: State, name: str, glyph: str) -> Node:
    plan = state.plan
    on = name == plan.mode
    best = chosen(Plan(plan.origin, plan.target, name, avoid=plan.avoid))
    ink = "on_primary" if on else "on_surface"
    return node(
        "column",
        w.icon(glyph, 22, ink),
        w.text(lasting(best.minutes) if best else "—", "labelM", ink, lines=1),
        on=ev("mode", mode=name),
        id="mode",
        cls="android.widget.RadioButton",
        desc=name,
        checked=on,
        selected=on,
        grow=1,
        height=56,
        radius=20,
        bg="primary" if on else "container",
        align="center",
        justify="center",
        gap=2,
    )


def _pill(label: str, glyph: str, to: str) -> Node:
    return node(
        "row",
        w.icon(glyph, 18),
        w.text(label, "labelL", lines=1),
        w.icon("expand_more", 18),
        on=ev("go", to=to),
        id="pill",
        cls="android.widget.Button",
        height=48,
        radius=24,
        outline="outline_variant",
        pad=(14, 0, 12, 0),
        gap=8,
        align="center",
    )


def arrival(departure: str, minutes: int, now: datetime) -> str:
    """When one is there, or when one must leave."""
    word, _, clock = departure.rpartition(" ")
    if clock == "now":
        return f"There at {now + timedelta(minutes=minutes):%H:%M}"
    at = datetime.strptime(clock, "%H:%M")  # noqa: DTZ007 - a clock time without a day
    if word.startswith("Arrive"):
        return f"Leave at {at - timedelta(minutes=minutes):%H:%M}"
    return f"There at {at + timedelta(minutes=minutes):%H:%M}"


def _card(state: State, way: Way, index: int, now: datetime) -> Node:
    plan = state.plan
    far = length(way.metres, state.preferences.units)
    card = node(
        "row",
        node(
            "column",
            node(
                "row",
                w.text(lasting(way.minutes), "20,26,Bold,0", "primary" if not index else "on_surface", id="minutes"),
                w.text(far, "bodyM", "on_surface_variant"),
                gap=10,
                align="center",
            ),
            w.text(f"via {way.via}", "bodyL", id="via", lines=2),
            w.text(way.note, "bodyM", "on_surface_variant"),
            w.text(arrival(plan.departure, way.minutes, now), "bodyM", "on_surface_variant"),
            grow=1,
            gap=1,
        ),
        w.pill("Best", "primary_container", "on_primary_container") if not index else None,
        w.icon("chevron_right", 22),
        on=ev("way", via=way.via),
        id="card_way",
        cls=w.GROUP,
        width="fill",
        radius=24,
        bg="container",
        pad=(18, 14, 14, 14),
        gap=10,
        align="center",
    )
    return node("column", card, width="fill", pad=(16, 4, 16, 6), align="stretch")


def pick_departure(state: State, place: Route, view: View) -> Screen:
    """When to leave or to be there."""
    rows = [
        c.radio_row(
            one, ev("departure", value=one), one == state.plan.departure, rid="departure_option", inset=24, height=52
        )
        for one in DEPARTURES
    ]
    group = node("column", rows, id="departures", cls="android.widget.RadioGroup", width="fill", align="stretch")
    return p.under(directions(state, place, view), "When?", group)


def pick_avoid(state: State, place: Route, view: View) -> Screen:
    """What the ways must not have."""
    rows = [p.tick(one, "", ev("avoid", value=one), one in state.plan.avoid, rid="avoid_option") for one in AVOID]
    done = node("row", p.big("Done", w.UP, "done"), width="fill", pad=(24, 12, 24, 4))
    return p.under(directions(state, place, view), "Avoid", rows, done)


def way_page(state: State, place: Route, view: View) -> Screen:
    """One way, step by step."""
    plan, way = state.plan, chosen(state.plan)
    if way is None:
        return Screen(
            w.page(w.empty("route", "No way is left", "Avoid less, or go in another way.")),
            top=w.app_bar("Route"),
            title="Route",
        )
    texts = STEPS[plan.mode if plan.mode in STEPS else "Drive"]
    parts = (12, 48, 33, 7)
    rows = [
        w.row(
            text,
            length(way.metres * part // 1000 * 10, state.preferences.units),
            rid="row_step",
            leading=w.disc(glyph),
            inset=20,
        )
        for text, glyph, part in zip(texts, TURNS, parts, strict=True)
    ]
    last = p.fact(plan.target, arrival(plan.departure, way.minutes, view.now), "flag")
    strip = _strip(len(way.via), 240)
    top = w.app_bar(f"via {way.via}", support=f"{plan.mode}, {lasting(way.minutes)}")
    bottom = w.sticky(p.big("Plan this trip", ev("review"), "plan_trip"))
    return Screen(w.page(strip, w.space(8), rows, w.divider(72), last), top=top, bottom=bottom, title="Route")


def _facts(trip: Plan | Trip, way: str, minutes: int, now: datetime) -> list[Node]:
    return [
        p.fact(trip.origin, "From", "trip_origin"),
        p.fact(trip.target, "To", "place"),
        p.fact(trip.mode, "How", ICONS.get(trip.mode, "route")),
        p.fact(f"via {way}", lasting(minutes), "route"),
        p.fact(trip.departure, arrival(trip.departure, minutes, now), "schedule"),
        p.fact(", ".join(trip.avoid) or "Nothing", "Avoid", "tune"),
    ]


def review(state: State, place: Route, view: View) -> Screen:
    """A last look before a trip is planned."""
    way = chosen(state.plan)
    if way is None:
        return way_page(state, place, view)
    rows = _facts(state.plan, way.via, way.minutes, view.now)
    bottom = w.sticky(p.big("Confirm trip", ev("confirm"), "confirm", enabled=bool(state.plan.target)))
    return Screen(
        w.page(_strip(len(way.via), 240), w.space(8), rows),
        top=w.app_bar("Check your trip"),
        bottom=bottom,
        title="Check your trip",
    )


def trips(state: State, place: Route, view: View) -> Screen:
    """What was planned, the newest first."""
    rows = [
        w.row(
            f"To {one.target}",
            f"From {one.origin}",
            f"{one.departure}  ·  {lasting(one.minutes)}",
            on=ev("trip", id=one.id),
            rid="row_trip",
            leading=w.disc(ICONS.get(one.mode, "route"), 44),
            trailing=w.icon("chevron_right", 20),
            style="16,22,Medium,0.1",
        )
        for one in reversed(state.trips)
    ]
    if not rows:
        rows = [w.empty("route", "No trips yet", "Plan one from a place’s directions.")]
    return Screen(w.page(rows), top=w.app_bar("Planned trips"), title="Planned trips")


def trip_page(state: State, place: Route, view: View) -> Screen:
    """One planned trip."""
    one = next((trip for trip in state.trips if trip.id == place.get("id")), None)
    if one is None:
        gone = w.page(w.empty("route", "No such trip", "It was deleted."))
        return Screen(gone, top=w.app_bar("Trip"), title="Trip")
    delete = w.action("delete_outline", "Delete trip", ev("delete_trip", id=one.id), rid="delete")
    strip = _strip(len(one.via), 200)
    # A trip that was to begin at once began when it was planned.
    began = datetime.fromisoformat(one.planned)
    body = w.page(strip, w.space(6), _facts(one, one.via, one.minutes, began))
    planned = f"Planned on {began.day} {began:%b, %H:%M}"
    return Screen(body, top=w.app_bar("Trip", delete, support=planned), title="Trip")
