"""Drizzlecast's state: saved places, units, own alerts, reports; every value is the label on the screen."""

from dataclasses import dataclass

from adapters.phone.apps.drizzlecast.content import ALERT_KINDS
from adapters.phone.apps.drizzlecast.weather import Day

TEMPERATURES = ("Celsius", "Fahrenheit")
WINDS = ("km/h", "m/s", "mph", "knots")
RAINS = ("mm", "inches")
PRESSURES = ("hPa", "inHg")
DAILY_TIMES = ("06:00", "07:00", "08:00", "19:00")
KINDS = tuple(ALERT_KINDS)
NOTICES = ("3 hours before", "1 hour before", "The evening before")
SKIES = ("Clear", "Cloudy", "Fog", "Drizzle", "Rain", "Snow", "Storm")
STRENGTHS = ("Moderate", "Light", "Heavy")
NOTE_LENGTH = 80
MOST_PLACES = 8


@dataclass(frozen=True, slots=True)
class Units:
    """The units of figures."""

    temperature: str = TEMPERATURES[0]
    wind: str = WINDS[0]
    rain: str = RAINS[0]
    pressure: str = PRESSURES[0]


@dataclass(frozen=True, slots=True)
class Alert:
    """A weather alert of the user's own: of what, where, and how early."""

    id: str = ""
    place: str = ""
    kind: str = KINDS[0]
    level: str = ALERT_KINDS[KINDS[0]].levels[0]
    notice: str = NOTICES[0]
    on: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """The weather as the user saw it. `time` is local, as `2026-11-17T09:24`."""

    id: str = ""
    place: str = ""
    sky: str = ""
    strength: str = STRENGTHS[0]
    note: str = ""
    public: bool = True
    time: str = ""


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily forecast."""

    on: bool = False
    time: str = DAILY_TIMES[1]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, not to the weather."""

    query: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Drizzlecast remembers. The first page is that of `home`."""

    places: tuple[str, ...] = ("Alder Cross", "Kestrel Bay", "Lindmoor", "溪口", "Ashgate", "Quarry Park")
    home: str = "Alder Cross"
    units: Units = Units()
    daily: Daily = Daily()
    official: bool = True
    alerts: tuple[Alert, ...] = (
        Alert("a1", "Alder Cross", "Frost", "Below 0 °C", NOTICES[2]),
        Alert("a2", "Kestrel Bay", "Strong wind", "From 60 km/h", NOTICES[0], on=False),
    )
    reports: tuple[Report, ...] = (
        Report("r1", "Alder Cross", "Fog", "Light", "Only along the river", True, "2026-11-12T07:41"),
    )
    draft: Alert = Alert()
    report: Report = Report()
    ui: Ui = Ui()


def degrees(units: Units, celsius: int) -> str:
    """`14°`, `57°`, `−3°`."""
    value = celsius if units.temperature == TEMPERATURES[0] else round(celsius * 9 / 5 + 32)
    return f"{'−' if value < 0 else ''}{abs(value)}°"


def speed(units: Units, kmh: int) -> str:
    """`34 km/h`, `9 m/s`."""
    factor = {"km/h": 1.0, "m/s": 1 / 3.6, "mph": 0.6214, "knots": 0.54}[units.wind]
    return f"{round(kmh * factor)} {units.wind}"


def fall(units: Units, mm: float) -> str:
    """`9.4 mm`, `0.37 in`."""
    return f"{mm:.1f} mm" if units.rain == RAINS[0] else f"{mm / 25.4:.2f} in"


def weight(units: Units, hpa: int) -> str:
    """`1,012 hPa`, `29.88 inHg`."""
    return f"{hpa:,} hPa" if units.pressure == PRESSURES[0] else f"{hpa * 0.02953:.2f} inHg"


def high_and_low(units: Units, day: Day) -> str:
    """`High 14°  ·  low 6°`."""
    return f"High {degrees(units, day.high)}  ·  low {degrees(units, day.low)}"


def next_id(records: tuple[Alert, ...] | tuple[Report, ...], letter: str) -> str:
    """Return an id after the last one given, so that a removed one's does not come again."""
    return f"{letter}{max((int(record.id[1:]) for record in records), default=0) + 1}"
