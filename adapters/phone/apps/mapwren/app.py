"""Mapwren's declaration; its screens stand in `explore`, `place`, `directions` and `account`."""

from adapters.phone.apps.mapwren.content import AVOID, DEPARTURES, DRIVE, MODES
from adapters.phone.apps.mapwren.model import State
from adapters.phone.apps.mapwren.routing import HERE
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
    name="mapwren",
    package="org.mapwren.maps",
    label="Mapwren",
    icon=Icon("#E3F6EA", "#14804F", "near_me"),
    theme=Theme("#1A8F5A", "brand", radius=24),
    home=route("home"),
    scratch=("plan", "trips/*/id", "trips/*/planned", "ui"),
    choices=(
        Choice("mapwren.origin", (HERE,), HERE),
        Choice("mapwren.mode", tuple(MODES), DRIVE),
        Choice("mapwren.departure", DEPARTURES, DEPARTURES[0]),
        Choice("mapwren.avoid", ("Nothing", *AVOID), "Nothing"),
        Choice("mapwren.list", ("Favourites", "Want to go", "Lunch near work"), "Favourites"),
    ),
    version="3.8.2",
    tree_style="compose",
)
