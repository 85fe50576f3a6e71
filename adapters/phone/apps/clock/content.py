"""What the clock holds on a phone fresh from reset: alarms, timers, cities, sounds, nights, and what was heard."""

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


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened, for the history: `kind` is Alarm, Timer, Stopwatch or Bedtime."""

    at: str
    kind: str
    what: str
    title: str


@dataclass(frozen=True, slots=True)
class Night:
    """One night as the phone noticed it."""

    date: str
    bed: str
    wake: str


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
LOG = (
    Entry("2026-11-13T07:10", "Alarm", "Missed", "06:45 Gym bag"),
    Entry("2026-11-14T09:02", "Timer", "Finished", "Green tea, 4 min"),
    Entry("2026-11-14T21:00", "Alarm", "Dismissed", "21:00 Vitamins"),
    Entry("2026-11-15T10:31", "Stopwatch", "Stopped at 26:08", "5 laps"),
    Entry("2026-11-15T16:00", "Alarm", "Dismissed", "16:00 给妈妈打电话"),
    Entry("2026-11-15T21:05", "Alarm", "Dismissed after 1 snooze", "21:00 Vitamins"),
    Entry("2026-11-15T22:45", "Bedtime", "Reminder", "Bedtime at 23:00"),
    Entry("2026-11-16T06:45", "Alarm", "Snoozed", "06:45 Gym bag"),
    Entry("2026-11-16T06:55", "Alarm", "Dismissed", "06:45 Gym bag"),
    Entry("2026-11-16T18:20", "Timer", "Cancelled", "Focus, 25 min"),
    Entry("2026-11-16T21:00", "Alarm", "Dismissed", "21:00 Vitamins"),
    Entry("2026-11-16T22:45", "Bedtime", "Reminder", "Bedtime at 23:00"),
    Entry("2026-11-17T06:47", "Alarm", "Dismissed", "06:45 Gym bag"),
)
NIGHTS = (
    Night("2026-11-16", "23:12", "06:48"),
    Night("2026-11-15", "23:40", "06:56"),
    Night("2026-11-14", "00:31", "08:19"),
    Night("2026-11-13", "01:05", "08:44"),
    Night("2026-11-12", "22:58", "07:12"),
    Night("2026-11-11", "23:21", "06:47"),
    Night("2026-11-10", "23:04", "06:45"),
)
PRESETS = (("1 min", 60), ("3 min", 180), ("5 min", 300), ("10 min", 600), ("15 min", 900), ("1 hour", 3600))

HOME_CITY = "Alder Cross"
CITIES: Mapping[str, tuple[str, int]] = {
    "Alder Cross": ("Home", 0), "Accra": ("Ghana", 0), "Addis Ababa": ("Ethiopia", 180),
    "Amsterdam": ("Netherlands", 60),
    "Anchorage": ("Alaska, USA", -540), "Athens": ("Greece", 120), "Auckland": ("New Zealand", 780),
    "Bangkok": ("Thailand", 420), "Beirut": ("Lebanon", 120), "Berlin": ("Germany", 60), "Bogotá": ("Colombia", -300),
    "Buenos Aires": ("Argentina", -180), "Cairo": ("Egypt", 120), "Cape Town": ("South Africa", 120),
    "Chicago": ("USA", -360), "Colombo": ("Sri Lanka", 330), "Copenhagen": ("Denmark", 60), "Dakar": ("Senegal", 0),
    "Denver": ("USA", -420), "Dubai": ("United Arab Emirates", 240), "Dublin": ("Ireland", 0),
    "Halifax": ("Canada", -240), "Hanoi": ("Vietnam", 420), "Helsinki": ("Finland", 120), "Hong Kong": ("香港", 480),
    "Honolulu": ("Hawaii, USA", -600), "Istanbul": ("Türkiye", 180), "Jakarta": ("Indonesia", 420),
    "Karachi": ("Pakistan", 300), "Kathmandu": ("Nepal", 345), "Kolkata": ("India", 330), "Lagos": ("Nigeria", 60),
    "Lima": ("Peru", -300), "Lisbon": ("Portugal", 0), "London": ("United Kingdom", 0),
    "London, Ontario": ("Canada", -300), "Los Angeles": ("USA", -480), "Madrid": ("Spain", 60),
    "Manila": ("Philippines", 480), "Melbourne": ("Australia", 660), "Mexico City": ("Mexico", -360),
    "Nairobi": ("Kenya", 180), "New York": ("USA", -300), "Oslo": ("Norway", 60), "Paris": ("France", 60),
    "Perth": ("Australia", 480), "Perth, Scotland": ("United Kingdom", 0), "Reykjavík": ("Iceland", 0),
    "Rome": ("Italy", 60), "Santiago": ("Chile", -180), "São Paulo": ("Brazil", -180), "Seoul": ("South Korea", 540),
    "Shanghai": ("上海", 480), "Singapore": ("Singapore", 480), "St. John’s": ("Canada", -210),
    "Stockholm": ("Sweden", 60), "Sydney": ("Australia", 660), "Taipei": ("台北", 480), "Tokyo": ("日本 Japan", 540),
    "Toronto": ("Canada", -300), "Vancouver": ("Canada", -480), "Vienna": ("Austria", 60),
    "Zürich": ("Switzerland", 60),
}  # fmt: skip
"""Name to country and minutes ahead of the phone's zone, as in November."""
SHOWN_CITIES = ("Beirut", "New York", "Shanghai", "Stockholm", "Kathmandu", "Mexico City", "St. John’s", "Auckland")
OFTEN = ("Berlin", "Lagos", "Los Angeles", "Paris", "São Paulo", "Singapore", "Tokyo")
