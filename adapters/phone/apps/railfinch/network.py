"""Railfinch's network: stations, and the trains between any two of them on any day, made from their names alone."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Station:
    """A station: its place on the map in kilometres, how many platforms it has, and what it is known for."""

    name: str
    x: float
    y: float
    platforms: int
    about: str
    step_free: bool = True


STATIONS = (
    Station("Alder Cross", 0, 0, 12, "Main hall, Ferry Street side"),
    Station("Quarry Park", 4, 3, 4, "Tram 3 and 5"),
    Station("Lantern Square 灯笼广场", -3, 5, 2, "Underground, exit B", False),
    Station("Alder Airport", 14, -9, 3, "Terminal 2, level −1"),
    Station("Port Meridian", 96, 22, 9, "Ferries to the islands"),
    Station("Kestrel Bay", 61, -38, 5, "Beach and pier, 6 min on foot"),
    Station("Harrow Mill", 38, 41, 3, "Buses to the moor"),
    Station("Saltmarsh Halt", 72, -12, 1, "Request stop", False),
    Station("Fenwick Junction", 52, 18, 8, "Change for the coast line"),
    Station("Northgate", -88, 74, 7, "Old town"),
    Station("Orla Spa", -46, -57, 4, "Baths, gardens"),
    Station("Stillwater-under-Hollin Parkway", -62, 12, 2, "Car park, 400 places"),
    Station("Tern Islands Pier", 128, 35, 2, "Boat train"),
    Station("Hollin Moor", -71, 29, 2, "Walks start here", False),
)
_BY_NAME = {one.name: one for one in STATIONS}
NEAR = ("Alder Cross", "Lantern Square 灯笼广场", "Quarry Park")
DISTANCES = ("350 m", "1.2 km", "4.8 km")
HUBS = ("Fenwick Junction", "Alder Cross", "Northgate")
KINDS = ("InterCity", "Regional", "Coastliner")
_SPEED = {"InterCity": 2.1, "Regional": 1.15, "Coastliner": 1.5}
"""Kilometres a minute."""
_FIRST, _LAST = 5 * 60 + 35, 22 * 60 + 50


@dataclass(frozen=True, slots=True)
class Train:
    """A train of a day between two stations. `cents` is the cheapest seat for an adult."""

    number: str
    kind: str
    departs: str
    arrives: str
    minutes: int
    changes: int
    via: str
    cents: int
    platform: int
    left: str = ""
    """`Few seats left`, `Sold out` or nothing."""

    @property
    def sold_out(self) -> bool:
        return self.left == "Sold out"


def station(name: str) -> Station:
    """The station of this name; Alder Cross for a name that is none."""
    return _BY_NAME.get(name, STATIONS[0])


def find(query: str) -> list[Station]:
    """Stations of which name or description hold every word."""
    words = query.casefold().split()
    return [one for one in STATIONS if all(word in f"{one.name} {one.about}".casefold() for word in words)]


def clock(minutes: int) -> str:
    """Minutes of a day as `09:05`; past midnight it goes on from 00:00."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def minutes(text: str) -> int:
    """`09:05` as minutes of a day."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def lasts(count: int) -> str:
    """`1 h 38 min`."""
    hours, rest = divmod(count, 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def kilometres(origin: str, destination: str) -> float:
    """How far two stations are apart."""
    a, b = station(origin), station(destination)
    return math.hypot(a.x - b.x, a.y - b.y)


@lru_cache(maxsize=256)
def trains(origin: str, destination: str, day: date) -> tuple[Train, ...]:
    """The trains of a day, the first one first; none between a station and itself."""
    if origin == destination:
        return ()
    far = kilometres(origin, destination)
    made = []
    luck = zlib.crc32(f"{origin}>{destination}".encode())
    hub = _via(origin, destination) if far > 40 else ""
    at = _FIRST + luck % 37
    index = 0
    while at <= _LAST:
        own = zlib.crc32(f"{origin}>{destination} {index}".encode())
        today = zlib.crc32(f"{origin}>{destination} {index} {day:%m%d}".encode())
        kind = KINDS[own % 3] if far > 25 else KINDS[1]
        via = hub if own % 5 == 1 else ""
        changes = 1 if via else 0
        took = round(far / _SPEED[kind]) + 6 + (own >> 4) % 9 + changes * 19
        peak = 1.25 if 7 <= at // 60 <= 8 or 16 <= at // 60 <= 18 else 1.0
        base = (240 + far * 13.5) * peak * (1.12 if kind == "InterCity" else 0.94) * (1 + (today % 9) / 30)
        cents = round(base / 10) * 10
        cents += (0, 50, -40)[today % 3]
        left = "Sold out" if today % 11 == 0 else "Few seats left" if today % 7 == 0 else ""
        line = {"InterCity": "IC", "Regional": "RE", "Coastliner": "CL"}[kind]
        number = f"{line} {100 + luck % 8500 + index * 3 + own % 3}"  # rising, so that a day has each but once
        platform = 1 + own % station(origin).platforms
        made.append(Train(number, kind, clock(at), clock(at + took), took, changes, via, cents, platform, left))
        at += 34 + (own >> 6) % 41
        index += 1
    return tuple(made)


def _via(origin: str, destination: str) -> str:
    """Where one changes: the hub that is the smallest detour; nothing where all of them are far away."""
    far = kilometres(origin, destination)
    ways = [
        (kilometres(origin, hub) + kilometres(hub, destination), hub)
        for hub in HUBS
        if hub not in (origin, destination)
    ]
    length, hub = min(ways)
    return hub if length < far * 1.5 else ""


def train(origin: str, destination: str, day: date, number: str) -> Train | None:
    """The train of this number on that day."""
    return next((one for one in trains(origin, destination, day) if one.number == number), None)


def arrival_platform(end: Station, one: Train) -> int:
    """The platform where a train comes in."""
    return 1 + (one.minutes + minutes(one.departs)) % end.platforms


@dataclass(frozen=True, slots=True)
class Call:
    """A line of a station's board. `late` is minutes, −1 for a train that does not run."""

    at: str
    other: str
    number: str
    kind: str
    platform: int
    late: int


@lru_cache(maxsize=64)
def board(name: str, day: date, after: int, *, arrivals: bool) -> tuple[Call, ...]:
    """What leaves (or comes in) from a minute of the day on, soonest first."""
    rows = []
    for other in STATIONS:
        if other.name == name:
            continue
        pair = (other.name, name) if arrivals else (name, other.name)
        for one in trains(*pair, day):
            at = one.arrives if arrivals else one.departs
            if one.changes or minutes(at) < after:
                continue
            luck = zlib.crc32(f"{one.number} {pair} {day:%m%d}".encode())
            late = -1 if luck % 23 == 0 else (luck >> 5) % 14 + 1 if luck % 4 == 0 else 0
            platform = arrival_platform(station(name), one) if arrivals else one.platform
            rows.append(Call(at, other.name, one.number, one.kind, platform, late))
    rows.sort(key=lambda row: (row.at, row.other))
    return tuple(rows[:24])
