"""What an event and a calendar are: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass

OWNER = "Robin Vale"
ONCE = "Does not repeat"
WEEKDAYS = "Every weekday (Mon–Fri)"
REPEATS = (ONCE, "Every day", WEEKDAYS, "Every week", "Every 2 weeks", "Every month", "Every year")
REMINDERS = (
    "None", "At time of event", "5 minutes before", "10 minutes before", "30 minutes before", "1 hour before",
    "1 day before",
)  # fmt: skip
USUAL_REMINDER = "10 minutes before"
LENGTHS = {"15 minutes": 15, "30 minutes": 30, "1 hour": 60, "90 minutes": 90, "2 hours": 120}
USUAL_LENGTH = "1 hour"
PLAIN = "Calendar colour"
COLORS = {
    "Teal": "#1E7F9C",
    "Brick": "#B3402A",
    "Amber": "#9A5B00",
    "Moss": "#4A7326",
    "Ink": "#3F51B5",
    "Plum": "#7A3E9D",
    "Rose": "#B3326B",
    "Slate": "#54626F",
}
"""Names to colours that white text reads on."""
SHOWN_AS = ("Busy", "Free")
ACCESS = ("Default visibility", "Public", "Private")
REPLIES = ("Yes", "No", "Maybe")
SCOPES = ("This event", "This and following events", "All events")


@dataclass(frozen=True, slots=True)
class Agenda:
    """A calendar: whose events these are, their colour, and whether they are shown."""

    name: str
    color: str
    account: str = "robin.vale@mailbox.example"
    shown: bool = True
    writable: bool = True


@dataclass(frozen=True, slots=True)
class Event:
    """An event, or all its turns where it repeats. `start` and `end` are `2026-11-17T09:30` on the phone's clock; the
    end of an event of whole days is the midnight after the last one.
    """

    id: str
    title: str = ""
    start: str = ""
    end: str = ""
    calendar: str = ""
    place: str = ""
    all_day: bool = False
    repeat: str = ONCE
    until: str = ""
    """The last day on which a repeated one may begin; empty: for ever."""
    reminder: str = USUAL_REMINDER
    guests: tuple[str, ...] = ()
    color: str = PLAIN
    notes: str = ""
    shown_as: str = SHOWN_AS[0]
    access: str = ACCESS[0]
    organiser: str = OWNER
    reply: str = ""
    """The owner's answer to somebody else's invitation; empty while there is none."""
    skipped: tuple[str, ...] = ()
    """Days on which a repeated one does not take place."""


@dataclass(frozen=True, slots=True)
class Record:
    """Something that was done: the event as it was saved, or as it was when it was deleted."""

    number: str
    at: str
    what: str
    event: Event
    scope: str = ""
    """Which turns of a repeated event it was about."""
    invited: bool = False
    """Whether the guests were written to."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who can be invited."""

    name: str
    mail: str
    face: int = 0
