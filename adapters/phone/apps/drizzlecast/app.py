"""Drizzlecast's declaration; its screens stand in `forecast`, `places`, `warnings`, `settings`."""

from adapters.phone.apps.drizzlecast import model
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

VERSION = "3.0.4"

app = AppBuilder(
    model.State,
    name="drizzlecast",
    package="app.drizzlecast.sky",
    label="Drizzlecast",
    icon=Icon("#4A90E2", "#FFFFFF", "cloud"),
    theme=Theme("#00A3FF", "brand", radius=20),
    home=route("home"),
    scratch=("ui",),
    choices=(
        Choice("drizzlecast.temperature", model.TEMPERATURES, model.TEMPERATURES[0]),
        Choice("drizzlecast.wind", model.WINDS, model.WINDS[0]),
        Choice("drizzlecast.rain", model.RAINS, model.RAINS[0]),
        Choice("drizzlecast.pressure", model.PRESSURES, model.PRESSURES[0]),
    ),
    version=VERSION,
    tree_style="compose",
)
