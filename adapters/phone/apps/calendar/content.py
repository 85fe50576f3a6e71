"""What a calendar is, the labels that an event's values are chosen from, and what calendar.yaml holds."""

from collections.abc import Mapping

from adapters.phone.framework.content import content, read_content
from adapters.phone.ui.records import ONCE, WEEKDAYS, Event

PERSONAL = "Robin"
REPEATS = (ONCE, "Every day", WEEKDAYS, "Every week", "Every 2 weeks", "Every month", "Every year")
REMINDERS = (
    "None",
    "At time of event",
    "5 minutes before",
    "10 minutes before",
    "30 minutes before",
    "1 hour before",
    "1 day before",
)
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


@content
class Agenda:
    """A calendar: whose events these are, their colour, and whether they are shown."""

    name: str
    color: str
    account: str = "robin.vale@mailbox.example"
    shown: bool = True
    writable: bool = True


@content
class Content:
    """Everything that is there at first, and the pictures of guests by their names."""

    calendars: tuple[Agenda, ...]
    faces: Mapping[str, int]
    events: tuple[Event, ...]


CONTENT = read_content(__package__, "calendar.yaml", Content)
