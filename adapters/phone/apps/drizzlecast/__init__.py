"""Drizzlecast, the weather: full-screen skies, saved places, official warnings and own alerts, reports, units."""

from __future__ import annotations

from adapters.phone.apps.drizzlecast import notices, places, setup, skies
from adapters.phone.apps.drizzlecast.model import (
    DAILY_TIMES,
    KINDS,
    LEVELS,
    NOTICES,
    PRESSURES,
    RAINS,
    SKIES,
    STRENGTHS,
    TEMPERATURES,
    WINDS,
    State,
)
from adapters.phone.apps.drizzlecast.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "home": skies.home,
    "day": skies.day_page,
    "places": places.places,
    "options": places.options,
    "search": places.find,
    "warnings": notices.warnings,
    "warning": notices.warning,
    "alerts": notices.alerts,
    "alert": notices.alert_form,
    "review": notices.alert_review,
    "report": notices.report_form,
    "reports": notices.reports,
    "settings": setup.settings,
    "choose": setup.choose,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Drizzlecast shows at a place; an unknown one is the first sky."""
    known = _SCREENS.get(place.name)
    return known(state, place, view) if known is not None else skies.home(state, APP.home, view)


APP = App(
    name="drizzlecast",
    package="app.drizzlecast.sky",
    label="Drizzlecast",
    icon=Icon("#4A90E2", "#FFFFFF", "cloud"),
    theme=Theme("#00A3FF", "brand", radius=20),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "draft",
        "report",
        "reports/*/id",
        "reports/*/time",
        "ui",
    ),
    activities={
        "home": ".SkyActivity",
        "day": ".DayActivity",
        "places": ".PlacesActivity",
        "options": ".PlacesActivity",
        "search": ".SearchActivity",
        "warnings": ".WarningsActivity",
        "warning": ".WarningActivity",
        "alerts": ".AlertsActivity",
        "alert": ".AlertFormActivity",
        "review": ".AlertFormActivity",
        "report": ".ReportActivity",
        "reports": ".ReportsActivity",
        "settings": ".SettingsActivity",
        "choose": ".SettingsActivity",
    },
    choices=(
        Choice("drizzlecast.alert.place", State().places, State().home),
        Choice("drizzlecast.alert.kind", KINDS, KINDS[0]),
        *(
            Choice(f"drizzlecast.alert.level.{kind.lower().replace(' ', '_')}", LEVELS[kind], LEVELS[kind][0])
            for kind in KINDS
        ),
        Choice("drizzlecast.alert.notice", NOTICES, NOTICES[0]),
        Choice("drizzlecast.report.sky", ("", *SKIES), ""),
        Choice("drizzlecast.report.strength", STRENGTHS, STRENGTHS[0]),
        Choice("drizzlecast.report.public", ("On", "Off"), "On"),
        Choice("drizzlecast.temperature", TEMPERATURES, TEMPERATURES[0]),
        Choice("drizzlecast.wind", WINDS, WINDS[0]),
        Choice("drizzlecast.rain", RAINS, RAINS[0]),
        Choice("drizzlecast.pressure", PRESSURES, PRESSURES[0]),
        Choice("drizzlecast.daily.time", DAILY_TIMES, DAILY_TIMES[1]),
    ),
    version="3.0.4",
    tree_style="compose",
)
