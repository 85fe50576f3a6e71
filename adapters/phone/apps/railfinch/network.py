"""Railfinch's network: stations, and the trains between any two of them on any day, made from their names alone."""

import math
import zlib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from adapters.phone.framework.content import content, read_content

HUBS = ("Fenwick Junction", "Alder Cross", "Northgate")
KINDS = INTERCITY, REGIONAL, COASTLINER = ("InterCity", "Regional", "Coastliner")
_CODES = {INTERCITY: "IC", REGIONAL: "RE", COASTLINER: "CL"}
_SPEED = {INTERCITY: 2.1, REGIONAL: 1.15, COASTLINER: 1.5}
"""Kilometres a minute."""
_FIRST, _LAST = 5 * 60 + 35, 22 * 60 + 50
_BOARD_ROWS = 24
SOLD_OUT = "Sold out"


@content
class Station:
    """A station: its place on the map in kilometres, how many platforms it has, and what it is known for."""

    name: str
    x: float
    y: float
    platforms: int
    about: str
    step_free: bool = True


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
        return self.left == SOLD_OUT


@dataclass(frozen=True, slots=True)
class Call:
    """A line of a station's board. `late` is minutes, −1 for a train that does not run."""

    at: str
    other: str
    number: str
    platform: int
    late: int


STATIONS = read_content(__package__, "stations.yaml", tuple[Station, ...])
STATION_NAMES = tuple(station.name for station in STATIONS)


def station_of(name: str) -> Station:
    """Return the station of this name; the first for a name that is none."""
    return next((station for station in STATIONS if station.name == name), STATIONS[0])


def find_stations(query: str) -> list[Station]:
    """Return stations of which name or description have every word."""
    words = query.casefold().split()
    texts = [(station, f"{station.name} {station.about}".casefold()) for station in STATIONS]
    return [station for station, text in texts if all(word in text for word in words)]


def clock(minutes_: int) -> str:
    """Return minutes of a day as `09:05`; past midnight it goes on from 00:00."""
    return f"{minutes_ // 60 % 24:02d}:{minutes_ % 60:02d}"


def minutes(text: str) -> int:
    """Return `09:05` as minutes of a day."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def duration(minutes_: int) -> str:
    """Return `1 h 38 min`."""
    hours, rest = divmod(minutes_, 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def kilometres(origin: str, destination: str) -> float:
    """Return how far two stations are apart."""
    start, end = station_of(origin), station_of(destination)
    return math.hypot(start.x - end.x, start.y - end.y)


@lru_cache(maxsize=256)
def trains(origin: str, destination: str, day: date) -> tuple[Train, ...]:
    """Return the trains of a day, the first one first; none between a station and itself."""
    if origin == destination:
        return ()
    far, luck = kilometres(origin, destination), _chance(f"{origin}>{destination}")
    hub = _via(origin, destination) if far > 40 else ""
    found: list[Train] = []
    at = _FIRST + luck % 37
    while at <= _LAST:
        index = len(found)
        own = _chance(f"{origin}>{destination} {index}")
        today = _chance(f"{origin}>{destination} {index} {day:%m%d}")
        kind = KINDS[own % 3] if far > 25 else REGIONAL
        via = hub if own % 5 == 1 else ""
        took = round(far / _SPEED[kind]) + 6 + (own >> 4) % 9 + (19 if via else 0)
        number = f"{_CODES[kind]} {100 + luck % 8500 + index * 3 + own % 3}"  # rising, so that a day has each but once
        platform = 1 + own % station_of(origin).platforms
        left = SOLD_OUT if today % 11 == 0 else "Few seats left" if today % 7 == 0 else ""
        found.append(
            Train(
                number, kind, clock(at), clock(at + took), took, 1 if via else 0, via, _price(far, kind, at, today),
                platform, left,
            )
        )  # fmt: skip
        at += 34 + (own >> 6) % 41
    return tuple(found)


def _price(far: float, kind: str, at: int, today: int) -> int:
    """Return the cheapest seat of a train; trains at the peak and fast ones cost more, and every day is different."""
    peak = 1.25 if 7 <= at // 60 <= 8 or 16 <= at // 60 <= 18 else 1.0
    base = (240 + far * 13.5) * peak * (1.12 if kind == INTERCITY else 0.94) * (1 + (today % 9) / 30)
    return round(base / 10) * 10 + (0, 50, -40)[today % 3]


def _chance(key: str) -> int:
    return zlib.crc32(key.encode())


def _via(origin: str, destination: str) -> str:
    """Return where one changes: the hub that is the smallest detour; nothing where all of them are far away."""
    hubs = [hub for hub in HUBS if hub not in (origin, destination)]
    length, hub = min((kilometres(origin, hub) + kilometres(hub, destination), hub) for hub in hubs)
    return hub if length < kilometres(origin, destination) * 1.5 else ""


def train_of(origin: str, destination: str, day: str, number: str) -> Train | None:
    """Return the train of this number on a day, such as `2026-11-21`; None for no day."""
    if not day:
        return None
    return next(
        (train for train in trains(origin, destination, date.fromisoformat(day)) if train.number == number), None
    )


@lru_cache(maxsize=64)
def board(name: str, day: date, after: int, *, arrivals: bool) -> tuple[Call, ...]:
    """Return what leaves (or comes in) from a minute of the day on, soonest first."""
    rows = []
    for other in STATION_NAMES:
        pair = (other, name) if arrivals else (name, other)
        for train in trains(*pair, day):
            at = train.arrives if arrivals else train.departs
            if train.changes or minutes(at) < after:
                continue
            luck = _chance(f"{train.number} {pair} {day:%m%d}")
            late = -1 if luck % 23 == 0 else (luck >> 5) % 14 + 1 if luck % 4 == 0 else 0
            arrival = 1 + (train.minutes + minutes(train.departs)) % station_of(name).platforms
            rows.append(Call(at, other, train.number, arrival if arrivals else train.platform, late))
    rows.sort(key=lambda row: (row.at, row.other))
    return tuple(rows[:_BOARD_ROWS])
