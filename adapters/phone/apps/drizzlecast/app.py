"""Drizzlecast's declaration; its screens stand in `forecast`, `places`, `warnings`, `alerts`, `reports`, `settings`."""

from adapters.phone.apps.drizzlecast import model
from adapters.phone.apps.drizzlecast.content import ALERT_KINDS
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
    scratch=("draft", "report", "reports/*/id", "reports/*/time", "ui"),
    choices=(
        Choice("drizzlecast.alert.place", model.State().places, model.State().home),
        Choice("drizzlecast.alert.kind", model.KINDS, model.KINDS[0]),
        *(
            Choice(f"drizzlecast.alert.level.{kind.name.lower().replace(' ', '_')}", kind.levels, kind.levels[0])
            for kind in ALERT_KINDS.values()
        ),
        Choice("drizzlecast.alert.notice", model.NOTICES, model.NOTICES[0]),
        Choice("drizzlecast.report.sky", ("", *model.SKIES), ""),
        Choice("drizzlecast.report.strength", model.STRENGTHS, model.STRENGTHS[0]),
        Choice("drizzlecast.report.public", ("On", "Off"), "On"),
        Choice("drizzlecast.temperature", model.TEMPERATURES, model.TEMPERATURES[0]),
        Choice("drizzlecast.wind", model.WINDS, model.WINDS[0]),
        Choice("drizzlecast.rain", model.RAINS, model.RAINS[0]),
        Choice("drizzlecast.pressure", model.PRESSURES, model.PRESSURES[0]),
        Choice("drizzlecast.daily.time", model.DAILY_TIMES, model.DAILY_TIMES[1]),
    ),
    version=VERSION,
    tree_style="compose",
)
