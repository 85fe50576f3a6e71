"""Mapwren's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from adapters.phone.apps.mapwren.places import DEPARTURES, HERE, MODES, Place, Way, ways

FIRST_TRIP = 31


@dataclass(frozen=True, slots=True)
class Collection:
    """A list of saved places, by their names."""

    name: str
    glyph: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The route that is being chosen. An empty `via` is the best one."""

    origin: str = HERE
    target: str = ""
    mode: str = MODES[0][0]
    departure: str = DEPARTURES[0]
    avoid: tuple[str, ...] = ()
    via: str = ""


@dataclass(frozen=True, slots=True)
class Trip:
    """A trip that was planned. `planned` is local time as `2026-11-16T18:42`."""

    id: str
    origin: str
    target: str
    mode: str
    via: str
    departure: str
    avoid: tuple[str, ...]
    minutes: int
    planned: str


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings page."""

    units: str = "Kilometres"
    mode: str = MODES[0][0]
    voice: bool = True
    night: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing."""

    query: str = ""
    name: str = ""
    recent: tuple[str, ...] = ("Quarry Park", "Night Pharmacy Kestrel Bay")


def _history() -> tuple[Trip, ...]:
    """What this user has planned before."""
    rows = (
        (HERE, "Museum of Small Glass", "Cycle", DEPARTURES[1], (), "2026-10-24T09:31"),
        ("Bakery on the Steps", "Quarry Park", "Walk", DEPARTURES[0], ("Stairs",), "2026-11-01T08:12"),
        (HERE, "Port Meridian Ferry Terminal", "Drive", DEPARTURES[5], ("Tolls",), "2026-11-06T16:40"),
        (HERE, "Lighthouse Theatre", "Transit", DEPARTURES[3], (), "2026-11-13T12:20"),
        ("Alder Cross Central", "Tower Hill Viewpoint", "Walk", DEPARTURES[0], (), "2026-11-15T10:02"),
    )
    made = []
    for number, (origin, target, mode, departure, avoid, planned) in enumerate(rows, FIRST_TRIP):
        way = ways(origin, target, mode, avoid)[0]
        made.append(Trip(str(number), origin, target, mode, way.via, departure, avoid, way.minutes, planned))
    return tuple(made)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Mapwren remembers. `copied` is the text that was copied last."""

    lists: tuple[Collection, ...] = (
        Collection("Favourites", "favorite", ("Second Crack Roasters", "Quarry Park")),
        Collection("Want to go", "flag", ("Lighthouse Theatre", "Green Bowl 抹茶屋", "Tower Hill Viewpoint")),
        Collection("Lunch near work", "restaurant", ("Uncle Raj’s Canteen",)),
    )
    trips: tuple[Trip, ...] = field(default_factory=lambda: _history())
    plan: Plan = Plan()
    copied: str = ""
    preferences: Preferences = Preferences()
    ui: Ui = Ui()


def routes(plan: Plan) -> tuple[Way, ...]:
    """The ways of the plan."""
    return ways(plan.origin, plan.target, plan.mode, plan.avoid)


def chosen(plan: Plan) -> Way | None:
    """The way that the plan takes; the best one where none was picked or the picked one is gone."""
    found = routes(plan)
    return next((one for one in found if one.via == plan.via), found[0] if found else None)


def length(metres: int, units: str) -> str:
    """`640 m`, `2.4 km` or `1.5 mi`."""
    if units == "Miles":
        return f"{metres / 1609:.1f} mi"
    return f"{metres} m" if metres < 1000 else f"{metres / 1000:.1f} km"


def lasting(minutes: int) -> str:
    """`35 min` or `1 h 05 min`."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def opening(one: Place, now: datetime) -> str:
    """Whether a place is open now, and until when or from when."""
    if not one.hours:
        return "Open day and night"
    start, end = one.hours
    clock = f"{now:%H:%M}"
    if clock < start:
        return f"Closed, opens at {start}"
    return f"Open until {end}" if clock < end else f"Closed, opens at {start}"


def holding(state: State, name: str) -> tuple[str, ...]:
    """The lists that a place is saved in."""
    return tuple(one.name for one in state.lists if name in one.places)
