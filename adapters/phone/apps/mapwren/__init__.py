"""Mapwren, maps and places: a floating search, pins, place sheets, lists, routes by mode, planned trips."""

from __future__ import annotations

from adapters.phone.apps.mapwren import atlas, travel, you
from adapters.phone.apps.mapwren.model import State
from adapters.phone.apps.mapwren.places import AVOID, DEPARTURES, HERE, MODES
from adapters.phone.apps.mapwren.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "home": atlas.home,
    "search": atlas.find,
    "kind": atlas.of_kind,
    "place": atlas.place,
    "copy": atlas.copy,
    "save": atlas.save,
    "directions": travel.directions,
    "pick_departure": travel.pick_departure,
    "pick_avoid": travel.pick_avoid,
    "way": travel.way_page,
    "review": travel.review,
    "trips": travel.trips,
    "trip": travel.trip_page,
    "you": you.you,
    "newlist": you.newlist,
    "list": you.list_page,
    "settings": you.settings,
    "units": you.units,
    "usual_mode": you.usual_mode,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Mapwren shows at a place; an unknown one is the map."""
    return _SCREENS.get(place.name, atlas.home)(state, place, view)


APP = App(
    name="mapwren",
    package="org.mapwren.maps",
    label="Mapwren",
    icon=Icon("#E3F6EA", "#14804F", "near_me"),
    theme=Theme("#1A8F5A", "brand", radius=24),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "copied",
        "plan",
        "trips/*/id",
        "trips/*/planned",
        "ui",
    ),
    activities={
        "home": ".MapActivity",
        "search": ".SearchActivity",
        "kind": ".MapActivity",
        "place": ".PlaceActivity",
        "copy": ".PlaceActivity",
        "save": ".PlaceActivity",
        "directions": ".DirectionsActivity",
        "pick_departure": ".DirectionsActivity",
        "pick_avoid": ".DirectionsActivity",
        "way": ".RouteActivity",
        "review": ".ReviewActivity",
        "trips": ".TripsActivity",
        "trip": ".TripActivity",
        "you": ".YouActivity",
        "newlist": ".YouActivity",
        "list": ".ListActivity",
        "settings": ".SettingsActivity",
        "units": ".SettingsActivity",
        "usual_mode": ".SettingsActivity",
    },
    choices=(
        Choice("mapwren.origin", (HERE,), HERE),
        Choice("mapwren.mode", tuple(name for name, *_ in MODES), MODES[0][0]),
        Choice("mapwren.departure", DEPARTURES, DEPARTURES[0]),
        Choice("mapwren.avoid", ("Nothing", *AVOID), "Nothing"),
        Choice("mapwren.units", ("Kilometres", "Miles"), "Kilometres"),
        Choice("mapwren.list", ("Favourites", "Want to go", "Lunch near work"), "Favourites"),
    ),
    version="3.8.2",
    tree_style="compose",
)
