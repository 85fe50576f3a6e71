"""Drizzlecast's state: saved places and units; every value is the label on the screen."""

from dataclasses import dataclass

from adapters.phone.apps.drizzlecast.weather import Day

TEMPERATURES = CELSIUS, FAHRENHEIT = ("Celsius", "Fahrenheit")
WINDS = ("km/h", "m/s", "mph", "knots")
RAINS = MILLIMETRES, INCHES = ("mm", "inches")
PRESSURES = HECTOPASCALS, INCHES_OF_MERCURY = ("hPa", "inHg")
MOST_PLACES = 8


@dataclass(frozen=True, slots=True)
class Units:
    """The units of figures."""

    temperature: str = TEMPERATURES[0]
    wind: str = WINDS[0]
    rain: str = RAINS[0]
    pressure: str = PRESSURES[0]


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
    ui: Ui = Ui()


def degrees(units: Units, celsius: int) -> str:
    """`14°`, `57°`, `−3°`."""
    value = celsius if units.temperature == CELSIUS else round(celsius * 9 / 5 + 32)
    return f"{'−' if value < 0 else ''}{abs(value)}°"


def speed(units: Units, kmh: int) -> str:
    """`34 km/h`, `9 m/s`."""
    factor = {"km/h": 1.0, "m/s": 1 / 3.6, "mph": 0.6214, "knots": 0.54}[units.wind]
    return f"{round(kmh * factor)} {units.wind}"


def fall(units: Units, mm: float) -> str:
    """`9.4 mm`, `0.37 in`."""
    return f"{mm:.1f} mm" if units.rain == MILLIMETRES else f"{mm / 25.4:.2f} in"


def weight(units: Units, hpa: int) -> str:
    """`1,012 hPa`, `29.88 inHg`."""
    return f"{hpa:,} hPa" if units.pressure == HECTOPASCALS else f"{hpa * 0.02953:.2f} inHg"


def high_and_low(units: Units, day: Day) -> str:
    """`High 14°  ·  low 6°`."""
    return f"High {degrees(units, day.high)}  ·  low {degrees(units, day.low)}"
