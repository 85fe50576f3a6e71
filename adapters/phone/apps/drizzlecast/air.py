"""The weather of an invented coast: every figure is a function of place and day, so that all pages tell the same."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere with weather: how warm it is there in November, how wet, how windy, and when the sun is late."""

    name: str
    region: str
    warm: float
    wet: float
    wind: float
    late: int = 0


@dataclass(frozen=True, slots=True)
class Day:
    """One day in one place; °C, mm, km/h, hPa, km."""

    kind: str
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
    """One hour in one place."""

    kind: str
    temp: int
    chance: int
    wind: int
    dark: bool


@dataclass(frozen=True, slots=True)
class Caution:
    """What the weather office warns of."""

    key: str
    place: str
    title: str
    level: str
    span: str
    text: str
    advice: tuple[str, ...]


PLACES = (
    Place("Alder Cross", "Alder valley", 10, 0.5, 16),
    Place("Kestrel Bay", "Outer coast", 11, 0.62, 34, 2),
    Place("Lindmoor", "Northern passes", -1, 0.55, 20, -6),
    Place("Port Meridian", "Inner coast", 12, 0.45, 22, 3),
    Place("Port Meridian Airport", "Inner coast", 11, 0.45, 28, 3),
    Place("Ashgate", "Clay hills", 8, 0.4, 12, -2),
    Place("Ashgate-on-Sea", "Outer coast", 10, 0.6, 30, 1),
    Place("Corvane", "Middle valley", 7, 0.35, 10, -3),
    Place("溪口", "Eastern gorges", 16, 0.42, 8, 11),
    Place("Gable Hut", "Northern passes, 2,140 m", -6, 0.6, 42, -7),
    Place("Observatory Hill", "Alder valley", 8, 0.5, 26),
    Place("Lanternfell-under-Broadmoor", "Clay hills", 7, 0.45, 14, -2),
    Place("Saltery", "Inner coast", 11, 0.4, 24, 3),
    Place("Quarry Park", "Alder valley", 10, 0.5, 12),
)
WORDS = {
    "clear": "Clear",
    "fair": "Partly cloudy",
    "cloudy": "Cloudy",
    "fog": "Fog",
    "drizzle": "Drizzle",
    "rain": "Rain",
    "storm": "Thunderstorm",
    "snow": "Snow",
    "night": "Clear night",
}
GLYPHS = {
    "clear": "wb_sunny",
    "fair": "wb_cloudy",
    "cloudy": "cloud",
    "fog": "foggy",
    "drizzle": "grain",
    "rain": "water_drop",
    "storm": "thunderstorm",
    "snow": "ac_unit",
    "night": "nights_stay",
}
FALLING = frozenset({"drizzle", "rain", "storm", "snow"})
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WARNINGS = (
    Caution("gale", "Kestrel Bay", "Gale with thunderstorms", "Orange", "Today, 15:00 – Wed, 04:00",
            "Gusts of up to 95 km/h on the outer coast. The pier may be closed at high water.",
            ("Fasten what stands on balconies", "Stay off the pier", "The evening boats may not run")),
    Caution("snow", "Lindmoor", "Heavy snow on the passes", "Red", "Today, 06:00 – Thu, 12:00",
            "Another 40 cm above 1,400 m until Thursday. Two passes are closed already.",
            ("Do not start for the huts", "Buses end at the lake", "Use the tunnel, which is free of charge")),
    Caution("fog", "Port Meridian Airport", "Dense fog in the morning", "Yellow", "Wed, 04:00 – Wed, 10:00",
            "Sight below 150 m in places. Flights may leave late.", ("Allow another half hour",)),
)  # fmt: skip
_TOLD = {
    ("Alder Cross", "2026-11-17"): "drizzle",
    ("Kestrel Bay", "2026-11-17"): "storm",
    ("Lindmoor", "2026-11-17"): "snow",
    ("溪口", "2026-11-17"): "fair",
    ("Port Meridian", "2026-11-17"): "clear",
    ("Port Meridian Airport", "2026-11-18"): "fog",
}
"""What the other apps' news already say of these days."""


@lru_cache(maxsize=64)
def place(name: str) -> Place | None:
    """The place of this name, if it is known."""
    return next((one for one in PLACES if one.name == name), None)


def search(query: str) -> tuple[Place, ...]:
    """Places whose name or region has the query in it; none for an empty one."""
    words = query.casefold().strip()
    return tuple(one for one in PLACES if words and words in f"{one.name} {one.region}".casefold())


@lru_cache(maxsize=2048)
def day(name: str, when: date) -> Day:
    """The weather of a day. A place that is not known has that of the first one."""
    spot = place(name) or PLACES[0]
    luck = random.Random(f"air:{spot.name}:{when.isoformat()}")
    warm = spot.warm + luck.uniform(-3, 3)
    kind = _TOLD.get((spot.name, when.isoformat())) or _kind(luck, spot, warm)
    falls = kind in FALLING
    chance = luck.randint(60, 95) // 5 * 5 if falls else luck.randint(0, 30) // 5 * 5
    amount = {"drizzle": 2.0, "rain": 9.0, "storm": 18.0, "snow": 12.0}.get(kind, 0.0) * luck.uniform(0.5, 1.5)
    wind = round(spot.wind * luck.uniform(0.6, 1.4) * (1.6 if kind == "storm" else 1))
    rise = 7 * 60 + 12 + spot.late + (when - date(2026, 11, 17)).days * 2
    sets = 16 * 60 + 21 + spot.late * 2 - (when - date(2026, 11, 17)).days
    return Day(
        kind,
        round(warm + luck.uniform(1.5, 4.5)),
        round(warm - luck.uniform(2, 5)),
        chance,
        round(amount, 1),
        wind,
        round(wind * luck.uniform(1.4, 1.9)),
        luck.choice(COMPASS),
        luck.randint(80, 97) if falls or kind == "fog" else luck.randint(52, 80),
        luck.randint(988, 1006) if falls else luck.randint(1008, 1031),
        {"clear": 3, "fair": 2}.get(kind, 1),
        {"fog": 1, "snow": 3, "storm": 6, "rain": 8}.get(kind, luck.randint(12, 30)),
        f"{rise // 60:02d}:{rise % 60:02d}",
        f"{sets // 60:02d}:{sets % 60:02d}",
    )


def _kind(luck: random.Random, spot: Place, warm: float) -> str:
    dice = luck.random()
    if dice < spot.wet * 0.45:
        return "snow" if warm < 1.5 else "rain"
    if dice < spot.wet * 0.8:
        return "snow" if warm < 0.5 else "drizzle"
    if dice < spot.wet:
        return "fog" if spot.wind < 25 else "cloudy"
    return luck.choice(("cloudy", "fair", "fair", "clear"))


@lru_cache(maxsize=4096)
def hour(name: str, when: datetime) -> Hour:
    """The weather of an hour: warmest at three, coldest before sunrise, and wet for a part of a wet day."""
    whole = day(name, when.date())
    luck = random.Random(f"hour:{name}:{when:%Y-%m-%dT%H}")
    share = (math.cos((when.hour - 15) / 24 * 2 * math.pi) + 1) / 2
    dark = not whole.sunrise <= f"{when:%H:%M}" < whole.sunset
    falls = whole.kind in FALLING
    wet = falls and luck.random() < 0.65
    kind = whole.kind if wet or not falls else "cloudy"
    if dark and kind in ("clear", "fair"):
        kind = "night"
    chance = min(95, whole.chance + luck.randint(-2, 1) * 5) if wet else max(0, whole.chance // 3 // 5 * 5)
    return Hour(
        kind,
        round(whole.low + (whole.high - whole.low) * share),
        chance,
        round(whole.wind * luck.uniform(0.7, 1.2)),
        dark,
    )


def now(name: str, when: datetime) -> Hour:
    """The weather at this moment: on a day that was told of, what was told."""
    found = hour(name, when.replace(minute=0, second=0, microsecond=0))
    told = _TOLD.get((name, when.date().isoformat()))
    if told is None or found.dark:
        return found
    chance = max(found.chance, 70) if told in FALLING else found.chance
    return Hour(told, found.temp, chance, found.wind, found.dark)


def feels(temp: int, wind: int) -> int:
    """How cold it feels in that wind (the usual formula of the weather offices, below 10 °C)."""
    if temp > 10 or wind < 5:
        return temp
    blow = math.pow(wind, 0.16)
    return round(13.12 + 0.6215 * temp - 11.37 * blow + 0.3965 * temp * blow)


def ten_days(when: datetime) -> tuple[date, ...]:
    """Today and the nine days after it."""
    return tuple(when.date() + timedelta(days=ahead) for ahead in range(10))
