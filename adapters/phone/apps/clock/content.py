"""What the clock holds on a phone fresh from reset: alarms, timers, cities, sounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FULL_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAYS, WEEKEND = DAYS[:5], DAYS[5:]

SNOOZES = ("5 minutes", "10 minutes", "15 minutes", "20 minutes", "30 minutes", "Off")
SILENT = "Silent"
SOUNDS: Mapping[str, tuple[str, ...]] = {
    "Gentle": ("Morning tide", "Morning tram", "Slow kettle", "Paper lantern", "Fern", "雨后", "Low harbour"),
    "Bright": ("Copper bells", "Copper birds", "Ferry horn", "Quarry steps", "Sunday market", "Glasshouse"),
    "Classic": ("Timer bell", "Two-tone beep", "Old desk clock", "Marimba stairs", "Radar", "Four beeps"),
}
"""By group, as the list of sounds shows them."""
ALL_SOUNDS = (SILENT, *(name for names in SOUNDS.values() for name in names))


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm. Without `days` it rings once, on `date`; `time` is `HH:MM`."""

    id: str
    time: str = "07:00"
    days: tuple[str, ...] = ()
    label: str = ""
    sound: str = "Morning tide"
    vibrate: bool = True
    snooze: str = "10 minutes"
    louder: bool = False
    on: bool = True
    date: str = ""


@dataclass(frozen=True, slots=True)
class Timer:
    """A countdown of `length` seconds: it runs until `ends`, or rests with `left` seconds while `ends` is empty."""

    id: str
    length: int
    left: int
    label: str = ""
    ends: str = ""


ALARMS = (
    Alarm("1", "06:45", WEEKDAYS, "Gym bag"),
    Alarm("2", "07:30", WEEKEND, "", "Slow kettle", on=False),
    Alarm("3", "13:10", (), "Call the landlord", "Copper bells", date="2026-11-17"),
    Alarm("4", "21:00", DAYS, "Vitamins", "Two-tone beep", False, "5 minutes"),
    Alarm("5", "05:10", (), "Early train to Port Meridian", "Ferry horn", louder=True, on=False, date="2026-11-12"),
    Alarm("6", "16:00", ("Sun",), "给妈妈打电话", "雨后", vibrate=False),
    Alarm("7", "07:30", WEEKDAYS, "Second try", "Radar", snooze="Off", on=False),
    Alarm("8", "17:45", ("Tue", "Thu"), "Fetch Mira’s bike from the Quarry Park workshop", "Morning tram"),
)
TIMERS = (
    Timer("1", 240, 240, "Green tea"),
    Timer("2", 1500, 1500, "Focus"),
    Timer("3", 5400, 3130, "Sourdough, second rise"),
    Timer("4", 45, 45),
)
PRESETS = (("1 min", 60), ("3 min", 180), ("5 min", 300), ("10 min", 600), ("15 min", 900), ("1 hour", 3600))

CITIES: Mapping[str, int] = {
    "Beirut": 120, "New York": -300, "Shanghai": 480, "Stockholm": 60, "Kathmandu": 345, "Mexico City": -360,
    "St. John’s": -210, "Auckland": 780,
}  # fmt: skip
"""The cities of the world clock, and their minutes ahead of the phone's zone, as in November."""
