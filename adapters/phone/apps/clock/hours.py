"""The world clock: the time here and in other cities."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.clock.content import CITIES
from adapters.phone.apps.clock.model import State, next_alarm, there
from adapters.phone.apps.clock.parts import bottom, card, tab_bar
from adapters.phone.apps.clock.times import day_of, full_day, shown, span
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, node


def clock(state: State, place: Route, view: View) -> Screen:
    """The time here, the next alarm, and a card for each city."""
    coming = next_alarm(state, view.now)
    alarm = None
    if coming is not None:
        told = f"{day_of(coming[1].date().isoformat(), view.now)}, {shown(coming[0].time, view)}"
        alarm = node("row", w.icon("alarm", 18, "primary"), w.text(told, "labelL", "primary", id="next_alarm"), gap=6,
                     align="center", desc="Next alarm")  # fmt: skip
    here = node(
        "column",
        w.text(shown(f"{view.now:%H:%M}", view), "84,96,Light,-2", id="digital_clock", lines=1),
        node("row", w.text(full_day(view.now.date()), "bodyL", "on_surface_variant", id="date"), alarm, gap=14,
             align="center"),
        width="fill", pad=(24, 0, 24, 24),
    )  # fmt: skip
    cards = [_city(state, name, view) for name in state.cities]
    if not cards:
        cards = [w.empty("public", "No other cities", "The time in other cities is shown here.")]
    body = w.page(here, cards)
    return Screen(body, top=tab_bar("Clock"), bottom=bottom("Clock"), title="Clock")


def ahead(name: str, now: datetime) -> str:
    """`Tomorrow, 9 hours ahead`."""
    minutes = CITIES.get(name, 0)
    day = day_of(there(name, now).date().isoformat(), now)
    if not minutes:
        return f"{day}, same time"
    return f"{day}, {span(abs(minutes))} {'ahead' if minutes > 0 else 'behind'}"


def _city(state: State, name: str, view: View) -> Node:
    time = shown(f"{there(name, view.now):%H:%M}", view)
    names = node(
        "column",
        w.text(name, "titleM", lines=1, id="city_name"),
        w.text(ahead(name, view.now), "bodyM", "on_surface_variant", lines=2, id="city_day"),
        grow=1,
    )
    row = node("row", names, w.text(time, "34,42,Light,-0.5", id="city_time", lines=1), width="fill", gap=12,
               align="center", height=64)  # fmt: skip
    return card(row, bg="container", rid="row_city")
