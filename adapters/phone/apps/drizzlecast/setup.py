"""Drizzlecast's settings: units, the daily forecast, where it starts."""

from __future__ import annotations

from adapters.phone.apps.drizzlecast.model import DAILY_TIMES, PRESSURES, RAINS, TEMPERATURES, WINDS, State
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev

CHOICES = {
    "temperature": ("Temperature", TEMPERATURES),
    "wind": ("Wind", WINDS),
    "rain": ("Rain", RAINS),
    "pressure": ("Pressure", PRESSURES),
    "daily": ("Daily forecast at", DAILY_TIMES),
}
"""What can be chosen in a dialog: its title and its options; the first page's options are the saved places."""


def settings(state: State, place: Route, view: View) -> Screen:
    """All settings on one page."""
    return Screen(_settings(state), top=_bar(), title="Settings")


def _bar() -> Node:
    return w.app_bar("Settings", style="24,30,Medium,0")


def _settings(state: State) -> Node:
    units, daily = state.units, state.daily

    def pick(what: str, title: str, value: str, icon: str) -> Node:
        on = ev("go", to="choose", what=what)
        return w.row(title, value, on=on, rid="row_choice", leading=w.icon(icon), height=72)

    return w.page(
        w.head("Units", inset=16),
        pick("temperature", "Temperature", units.temperature, "thermostat"),
        pick("wind", "Wind", units.wind, "air"),
        pick("rain", "Rain", units.rain, "umbrella"),
        pick("pressure", "Pressure", units.pressure, "compress"),
        w.space(10),
        w.head("Places", inset=16),
        pick("home", "First page", state.home, "home"),
        w.row("Saved places", f"{len(state.places)} places", on=ev("go", to="places"), rid="row_places",
              leading=w.icon("bookmark_border"), trailing=w.icon("chevron_right"), height=72),
        w.space(10),
        w.head("Notices", inset=16),
        c.switch_row("Daily forecast", "For the first page's place", ev("daily"), daily.on, rid="row_daily",
                     icon_name="wb_twilight"),
        pick("daily", "Time", daily.time, "schedule") if daily.on else None,
        w.row("Warnings and alerts", "Official ones and your own", on=ev("go", to="warnings"), rid="row_warnings",
              leading=w.icon("notifications_none"), trailing=w.icon("chevron_right"), height=72),
        w.row("Your reports", f"{len(state.reports)} sent", on=ev("go", to="reports"), rid="row_reports",
              leading=w.icon("edit_note"), trailing=w.icon("chevron_right"), height=72),
        w.text("Drizzlecast 3.0.4", "bodyS", "on_surface_variant", pad=(16, 16, 16, 8)),
    )  # fmt: skip


def choose(state: State, place: Route, view: View) -> Screen:
    """The dialog of one setting."""
    what = place.get("what", "temperature")
    if what == "home":
        title, options, chosen = "First page", state.places, state.home
    else:
        title, options = CHOICES.get(what, CHOICES["temperature"])
        chosen = state.daily.time if what == "daily" else getattr(state.units, what, "")
    asked = c.choice_dialog(title, options, chosen, ev("set", what=what))
    return Screen(_settings(state), top=_bar(), overlay=Overlay("dialog", asked), title=title)
