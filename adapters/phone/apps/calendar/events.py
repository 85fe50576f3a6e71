"""What a calendar is, and the labels that an event's values are chosen from."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.records import ONCE, WEEKDAYS

REPEATS = (ONCE, "Every day", WEEKDAYS, "Every week", "Every 2 weeks", "Every month", "Every year")
REMINDERS = (
    "None", "At time of event", "5 minutes before", "10 minutes before", "30 minutes before", "1 hour before",
    "1 day before",
)  # fmt: skip
LENGTHS = {"15 minutes": 15, "30 minutes": 30, "1 hour": 60, "90 minutes": 90, "2 hours": 120}
USUAL_LENGTH = "1 hour"
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
REPLIES = ("Yes", "No", "Maybe")


@dataclass(frozen=True, slots=True)
class Agenda:
    """A calendar: whose events these are, their colour, and whether they are shown."""

    name: str
    color: str
    account: str = "robin.vale@mailbox.example"
    shown: bool = True
    writable: bool = True


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who can be invited."""

    name: str
    mail: str
    face: int = 0
