"""Drizzlecast's settings: units, and where it starts."""

from dataclasses import dataclass

from adapters.phone.apps.drizzlecast.app import VERSION, app
from adapters.phone.apps.drizzlecast.model import PRESSURES, RAINS, TEMPERATURES, WINDS, State
from adapters.phone.apps.drizzlecast.parts import TITLE
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind, value_at
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Node


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that is chosen in a dialog. Without options they are the saved places."""

    path: str
    label: str
    icon: str
    options: tuple[str, ...] = ()


SETTINGS = {
    "temperature": Setting("units.temperature", "Temperature", "thermostat", TEMPERATURES),
    "wind": Setting("units.wind", "Wind", "air", WINDS),
    "rain": Setting("units.rain", "Rain", "umbrella", RAINS),
    "pressure": Setting("units.pressure", "Pressure", "compress", PRESSURES),
    "home": Setting("home", "First page", "home"),
}


@app.screen("settings")
def settings(state: State) -> Screen:
    """All settings on one page."""
    body = w.page(
        w.head("Units", inset=16),
        [_setting_row(state, what) for what in ("temperature", "wind", "rain", "pressure")],
        w.space(10),
        w.head("Places", inset=16),
        _setting_row(state, "home"),
        w.row(
            "Saved places", f"{len(state.places)} places", on=go("places"), rid="row_places", height=72,
            leading=w.icon("bookmark_border"), trailing=w.icon("chevron_right"),
        ),
        w.text(f"Drizzlecast {VERSION}", "bodyS", "on_surface_variant", pad=(16, 16, 16, 8)),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings", style=TITLE), title="Settings")


def _setting_row(state: State, what: str) -> Node:
    setting = SETTINGS[what]
    value = value_at(state, setting.path)
    on = go("choose", what=what)
    return w.row(setting.label, value, on=on, rid="row_choice", leading=w.icon(setting.icon), height=72)


@app.dialog("choose", over="settings")
def choose(state: State, what: str = "temperature") -> tuple[Overlay, str]:
    """The dialog of one setting."""
    setting = SETTINGS.get(what, SETTINGS["temperature"])
    options = setting.options or state.places
    return choice_dialog(setting.label, bind(state, setting.path), options), setting.label
