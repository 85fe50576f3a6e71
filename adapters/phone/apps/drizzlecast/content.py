"""Drizzlecast's places, kinds of weather and official warnings, read from content.yaml."""

from datetime import date
from functools import lru_cache
from typing import Literal

from adapters.phone.framework.content import content, read_content

WeatherKind = Literal["clear", "fair", "cloudy", "fog", "drizzle", "rain", "storm", "snow", "night"]


@content
class Place:
    """A place: its usual temperature, share of wet days, wind in km/h, and by how many minutes its sun is late."""

    name: str
    region: str
    celsius: float
    wet: float
    wind: float
    late: int = 0


@content
class Kind:
    """A kind of weather: its label and icon, rain in mm, UV index, sight in km. Without `sight` it is far."""

    label: str
    glyph: str
    glow: str = ""
    mm: float = 0.0
    uv: int = 1
    sight: int = 0


@content
class Report:
    """The weather that a day is known to have."""

    place: str
    day: date
    kind: WeatherKind


@content
class OfficialWarning:
    """An official warning."""

    key: str
    place: str
    title: str
    level: Literal["Yellow", "Orange", "Red"]
    span: str
    text: str
    advice: tuple[str, ...]


@content
class Content:
    """Everything in content.yaml."""

    places: tuple[Place, ...]
    kinds: dict[WeatherKind, Kind]
    reported: tuple[Report, ...]
    warnings: tuple[OfficialWarning, ...]


_CONTENT = read_content(__package__, "content.yaml", Content)
PLACES, KINDS, WARNINGS = _CONTENT.places, _CONTENT.kinds, _CONTENT.warnings
REPORTED = {(report.place, report.day): report.kind for report in _CONTENT.reported}


@lru_cache(maxsize=64)
def place_named(name: str) -> Place | None:
    """Return the place of this name, if it is known."""
    return next((place for place in PLACES if place.name == name), None)


def search(query: str) -> tuple[Place, ...]:
    """Return places whose name or region has the query in it; none for an empty one."""
    text = query.casefold().strip()
    return tuple(place for place in PLACES if text and text in f"{place.name} {place.region}".casefold())
