"""Mapwren's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from adapters.phone.apps.mapwren.content import DEPARTURES, DRIVE, PAST_TRIPS, Place
from adapters.phone.apps.mapwren.routing import HERE, Connection, connections

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
    mode: str = DRIVE
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
class Ui:
    """What belongs to looking and typing."""

    query: str = ""
    recent: tuple[str, ...] = ("Quarry Park", "Night Pharmacy Kestrel Bay")


def _history() -> tuple[Trip, ...]:
    trips = []
    for number, past in enumerate(PAST_TRIPS, FIRST_TRIP):
        best = connections(past.origin, past.target, past.mode, past.avoid)[0]
        trips.append(
            Trip(
                str(number), past.origin, past.target, past.mode, best.via, past.departure, past.avoid, best.minutes,
                past.planned,
            )
        )  # fmt: skip
    return tuple(trips)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Mapwren remembers."""

    lists: tuple[Collection, ...] = (
        Collection("Favourites", "favorite", ("Second Crack Roasters", "Quarry Park")),
        Collection("Want to go", "flag", ("Lighthouse Theatre", "Green Bowl 抹茶屋", "Tower Hill Viewpoint")),
        Collection("Lunch near work", "restaurant", ("Uncle Raj’s Canteen",)),
    )
    trips: tuple[Trip, ...] = field(default_factory=_history)
    plan: Plan = Plan()
    ui: Ui = Ui()


def choices(plan: Plan) -> tuple[Connection, ...]:
    """Return the connections of the plan."""
    return connections(plan.origin, plan.target, plan.mode, plan.avoid)


def chosen(plan: Plan) -> Connection | None:
    """Return the connection of the plan; the best one if none was picked or the picked one is gone."""
    found = choices(plan)
    return next((item for item in found if item.via == plan.via), found[0] if found else None)


def length(metres: int) -> str:
    """`640 m` or `2.4 km`."""
    return f"{metres} m" if metres < 1000 else f"{metres / 1000:.1f} km"


def lasting(minutes: int) -> str:
    """`35 min` or `1 h 05 min`."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def arrival(departure: str, minutes: int, now: datetime) -> str:
    """Return when the user arrives, or must leave: `There at 10:05`."""
    word, _, clock = departure.rpartition(" ")
    if clock == "now":
        return f"There at {now + timedelta(minutes=minutes):%H:%M}"
    at = datetime.strptime(clock, "%H:%M")  # noqa: DTZ007 - a clock time without a day
    if word.startswith("Arrive"):
        return f"Leave at {at - timedelta(minutes=minutes):%H:%M}"
    return f"There at {at + timedelta(minutes=minutes):%H:%M}"


def opening(place: Place, now: datetime) -> str:
    """Return whether a place is open now, and until when or from when."""
    if not place.hours:
        return "Open day and night"
    start, end = place.hours
    if start <= f"{now:%H:%M}" < end:
        return f"Open until {end}"
    return f"Closed, opens at {start}"


def holding(state: State, name: str) -> tuple[str, ...]:
    """Return the lists that a place is saved in."""
    return tuple(known.name for known in state.lists if name in known.places)
