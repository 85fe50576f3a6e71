"""The weather of an invented coast: every figure is a function of place and day, so that all pages agree. Pure."""

import math
import random
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from adapters.phone.apps.drizzlecast.content import KINDS, PLACES, REPORTED, Place, WeatherKind, place_named

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_FIRST_DAY = date(2026, 11, 17)
_SUNRISE, _SUNSET = 7 * 60 + 12, 16 * 60 + 21
"""Minutes after midnight, on the first day."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day in a place; °C, mm, km/h, hPa, km."""

    kind: WeatherKind
    high: int
    low: int
    chance: int
    rain: float
    wind: int
    gust: int
    direction: str
    humidity: int
    pressure: int
    uv: int
    sight: int
    sunrise: str
    sunset: str


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour in a place."""

    kind: WeatherKind
    temp: int
    chance: int
    wind: int
    dark: bool


def falls(kind: WeatherKind) -> bool:
    """Return whether it rains or snows in this weather."""
    return KINDS[kind].mm > 0


@lru_cache(maxsize=2048)
def day(name: str, when: date) -> Day:
    """Return the weather of a day. A place that is not known has that of the first one."""
    place = place_named(name) or PLACES[0]
    luck = random.Random(f"air:{place.name}:{when.isoformat()}")
    warm = place.celsius + luck.uniform(-3, 3)
    key = REPORTED.get((place.name, when)) or _kind(luck, place, warm)
    kind, wet = KINDS[key], falls(key)
    chance = luck.randint(60, 95) // 5 * 5 if wet else luck.randint(0, 30) // 5 * 5
    amount = kind.mm * luck.uniform(0.5, 1.5)
    wind = round(place.wind * luck.uniform(0.6, 1.4) * (1.6 if key == "storm" else 1))
    days = (when - _FIRST_DAY).days
    return Day(
        kind=key,
        high=round(warm + luck.uniform(1.5, 4.5)),
        low=round(warm - luck.uniform(2, 5)),
        chance=chance,
        rain=round(amount, 1),
        wind=wind,
        gust=round(wind * luck.uniform(1.4, 1.9)),
        direction=luck.choice(COMPASS),
        humidity=luck.randint(80, 97) if wet or key == "fog" else luck.randint(52, 80),
        pressure=luck.randint(988, 1006) if wet else luck.randint(1008, 1031),
        uv=kind.uv,
        sight=kind.sight or luck.randint(12, 30),
        sunrise=_clock(_SUNRISE + place.late + days * 2),
        sunset=_clock(_SUNSET + place.late * 2 - days),
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _kind(luck: random.Random, place: Place, warm: float) -> WeatherKind:
    dice = luck.random()
    if dice < place.wet * 0.45:
        return "snow" if warm < 1.5 else "rain"
    if dice < place.wet * 0.8:
        return "snow" if warm < 0.5 else "drizzle"
    if dice < place.wet:
        return "fog" if place.wind < 25 else "cloudy"
    dry: tuple[WeatherKind, ...] = ("cloudy", "fair", "fair", "clear")
    return luck.choice(dry)


@lru_cache(maxsize=4096)
def hour(name: str, when: datetime) -> Hour:
    """Return the weather of an hour: warmest at three, coldest before sunrise, and wet for a part of a wet day."""
    today = day(name, when.date())
    luck = random.Random(f"hour:{name}:{when:%Y-%m-%dT%H}")
    share = (math.cos((when.hour - 15) / 24 * 2 * math.pi) + 1) / 2
    dark = not today.sunrise <= f"{when:%H:%M}" < today.sunset
    wet_day = falls(today.kind)
    wet = wet_day and luck.random() < 0.65
    kind: WeatherKind = today.kind if wet or not wet_day else "cloudy"
    if dark and kind in ("clear", "fair"):
        kind = "night"
    chance = min(95, today.chance + luck.randint(-2, 1) * 5) if wet else max(0, today.chance // 3 // 5 * 5)
    temp = round(today.low + (today.high - today.low) * share)
    return Hour(kind, temp, chance, round(today.wind * luck.uniform(0.7, 1.2)), dark)


def now(name: str, when: datetime) -> Hour:
    """Return the weather at this moment: by day that which is reported, if any is."""
    found = hour(name, when.replace(minute=0, second=0, microsecond=0))
    kind = REPORTED.get((name, when.date()))
    if kind is None or found.dark:
        return found
    return replace(found, kind=kind, chance=max(found.chance, 70) if falls(kind) else found.chance)


def feels(temp: int, wind: int) -> int:
    """Return how cold it feels in that wind (the usual formula of the weather offices, below 10 °C)."""
    if temp > 10 or wind < 5:
        return temp
    blow = math.pow(wind, 0.16)
    return round(13.12 + 0.6215 * temp - 11.37 * blow + 0.3965 * temp * blow)


def ten_days(when: datetime) -> tuple[date, ...]:
    """Return today and the nine days after it."""
    return tuple(when.date() + timedelta(days=ahead) for ahead in range(10))
