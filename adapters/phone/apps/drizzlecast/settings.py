"""Drizzlecast's settings: units, the daily forecast, where it starts."""

from dataclasses import dataclass, replace

from adapters.phone.apps.drizzlecast.app import VERSION, app
from adapters.phone.apps.drizzlecast.model import DAILY_TIMES, PRESSURES, RAINS, TEMPERATURES, WINDS, State
from adapters.phone.apps.drizzlecast.parts import TITLE
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind, value_at
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that is chosen in a dialog. Without options they are the saved places."""

    path: str
    label: str
    icon: str
    options: tuple[str, ...] = ()
    title: str = ""
    """The dialog's title, where it is not the label."""


SETTINGS = {
    "temperature": Setting("units.temperature", "Temperature", "thermostat", TEMPERATURES),
    "wind": Setting("units.wind", "Wind", "air", WINDS),
    "rain": Setting("units.rain", "Rain", "umbrella", RAINS),
    "pressure": Setting("units.pressure", "Pressure", "compress", PRESSURES),
    "home": Setting("home", "First page", "home"),
    "daily": Setting("daily.time", "Time", "schedule", DAILY_TIMES, "Daily forecast at"),
}


@app.screen("settings")
def settings(state: State) -> Screen:
    """All settings on one page."""
    daily = bind(state, "daily.on")
    body = w.page(
        w.head("Units", inset=16),
        [_setting_row(state, what) for what in ("temperature", "wind", "rain", "pressure")],
        w.space(10),
        w.head("Places", inset=16),
        _setting_row(state, "home"),
        _page_row("Saved places", f"{len(state.places)} places", go("places"), "row_places", "bookmark_border"),
        w.space(10),
        w.head("Notices", inset=16),
        c.switch_row(
            "Daily forecast", "For the first page's place", daily.toggled, daily.value,
            rid="row_daily", icon_name="wb_twilight",
        ),
        _setting_row(state, "daily") if daily.value else None,
        _page_row(
            "Warnings and alerts", "Official ones and your own", go("warnings"), "row_warnings", "notifications_none"
        ),
        _page_row("Your reports", f"{len(state.reports)} sent", go("reports"), "row_reports", "edit_note"),
        w.text(f"Drizzlecast {VERSION}", "bodyS", "on_surface_variant", pad=(16, 16, 16, 8)),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings", style=TITLE), title="Settings")


def _setting_row(state: State, what: str) -> Node:
    setting = SETTINGS[what]
    value = value_at(state, setting.path)
    on = go("choose", what=what)
    return w.row(setting.label, value, on=on, rid="row_choice", leading=w.icon(setting.icon), height=72)


def _page_row(title: str, support: str, on: Ev, rid: str, icon: str) -> Node:
    arrow = w.icon("chevron_right")
    return w.row(title, support, on=on, rid=rid, leading=w.icon(icon), trailing=arrow, height=72)


@app.screen("choose", activity=".SettingsActivity")
def choose(state: State, what: str = "temperature") -> Screen:
    """The dialog of one setting."""
    setting = SETTINGS.get(what, SETTINGS["temperature"])
    title = setting.title or setting.label
    overlay = choice_dialog(title, bind(state, setting.path), setting.options or state.places)
    return replace(settings(state), overlay=overlay, title=title)
