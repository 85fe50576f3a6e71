"""The world clock: the time here and in other cities."""

from datetime import datetime, timedelta

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import CONTENT
from adapters.phone.apps.clock.model import State, next_alarm
from adapters.phone.apps.clock.parts import card, tab_page
from adapters.phone.apps.clock.times import full_day, span
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.dates import day_name, shown_time
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node


@app.screen("clock", distractor="the tab that is called as the app")
def clock(state: State, view: View) -> Screen:
    """The time here, the next alarm, and a card for each city."""
    date = w.text(full_day(view.now.date()), "bodyL", "on_surface_variant", id="date")
    here = column(
        w.text(shown_time(f"{view.now:%H:%M}", view), "84,96,Light,-2", id="digital_clock", lines=1),
        node("row", date, _next_alarm(state, view), gap=14, align="center"),
        pad=(24, 0, 24, 24),
        align="start",
    )
    cards = [_city(name, view) for name in state.cities]
    if not cards:
        cards = [w.empty("public", "No other cities", "The time in other cities is shown here.")]
    return tab_page("Clock", w.page(here, cards))


def _next_alarm(state: State, view: View) -> Node | None:
    coming = next_alarm(state, view.now)
    if coming is None:
        return None
    when = f"{day_name(coming[1].isoformat(), view.now)}, {shown_time(coming[0].time, view)}"
    text = w.text(when, "labelL", "primary", id="next_alarm")
    return node("row", w.icon("alarm", 18, "primary"), text, gap=6, align="center", desc="Next alarm")


def _city(name: str, view: View) -> Node:
    minutes = CONTENT.cities.get(name, 0)
    there = view.now + timedelta(minutes=minutes)
    about = words(
        w.text(name, "titleM", lines=1, id="city_name"),
        w.text(difference(minutes, view.now), "bodyM", "on_surface_variant", lines=2, id="city_day"),
    )
    time = w.text(shown_time(f"{there:%H:%M}", view), "34,42,Light,-0.5", id="city_time", lines=1)
    return card(line(about, time, gap=12, height=64), bg="container", rid="row_city")


def difference(minutes: int, now: datetime) -> str:
    """Return `Tomorrow, 9 hours ahead`."""
    day = day_name((now + timedelta(minutes=minutes)).isoformat(), now)
    if not minutes:
        return f"{day}, same time"
    return f"{day}, {span(abs(minutes))} {'ahead' if minutes > 0 else 'behind'}"
