"""How far Mapwren's places lie apart, and how to get from one to another. Pure."""

import math
from dataclasses import dataclass

from adapters.phone.apps.mapwren.content import BY_NAME, PLACES, Place, mode_of

HERE = "Your location"
AT = (205.0, 372.0)
"""Where the phone is on the first screen's map, in dp."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A way from one place to another, with its duration and length."""

    via: str
    minutes: int
    metres: int
    note: str


def metres(origin: str, target: str) -> int:
    """Return how far two places lie apart by the streets, in whole tens; unknown names are where the phone is."""
    return 10 * round((140 + math.dist(_position(origin), _position(target)) * 9) / 10)


def _position(name: str) -> tuple[float, float]:
    place = BY_NAME.get(name)
    return (place.x, place.y) if place is not None else AT


def near(kind: str = "") -> tuple[Place, ...]:
    """Return the places of a kind, or all, the nearest first."""
    places = [place for place in PLACES if kind in ("", place.kind)]
    return tuple(sorted(places, key=lambda place: (metres(HERE, place.name), place.key)))


def connections(origin: str, target: str, mode: str, avoid: tuple[str, ...] = ()) -> tuple[Connection, ...]:
    """Return the connections by a mode, the best first. Those that have what is avoided are left out."""
    by, direct = mode_of(mode), metres(origin, target)
    found = []
    for index, route in enumerate(by.routes):
        if not {*route.has} & {*avoid}:
            length = direct * (100 + 14 * index) // 100
            minutes = by.start + math.ceil(length / by.speed) + 2 * index
            found.append(Connection(route.via, minutes, length, route.note))
    return tuple(found)
