"""How Larderly delivers and is paid: days and hours, what is asked at the till, codes, reasons."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta

DELIVERY, COLLECTION = "Home delivery", "Collection"
WAYS = (DELIVERY, COLLECTION)
HOURS = ("07:00–09:00", "10:00–12:00", "14:00–16:00", "18:00–20:00", "20:00–22:00")
AHEAD = 6
"""Days that can be booked, today among them."""
_LEAD = 3
"""Hours that picking and driving take."""
_FULL = 5
"""One in so many windows is taken."""
PRICES = (390, 290, 250, 490, 350)
"""What delivery in a window costs, in cents; collection is free."""
POINTS = (
    ("Ferry Street", "Store, 14 Ferry Street, bay 2", "Open until 22:00"),
    ("Quarry Park station", "Lockers by the north exit", "Open day and night"),
    ("Kestrel Pier", "Van at the car park", "18:00–22:00 only"),
)

BEST, ASK, NONE = "Best match", "Ask me first", "No substitute"
SUBSTITUTES = (BEST, ASK, NONE)
SUBSTITUTE_WORDS = (
    "Something close, never dearer",
    "You get a message and 10 minutes to answer",
    "It is left out and not charged",
)
BAGS = ("Paper bags", "No bags", "Swap my crates")
BAG_WORDS = ("$0.60 for the order", "Loose, in the hallway", "Have the empty ones ready")
BAG_CENTS = (60, 0, 0)
HANDOVERS = ("Hand it to me", "Leave at the door", "Leave with a neighbour")
PAYMENTS = ("Card ending 4417", "Larderly credit", "Pay at the door")
PAYMENT_GLYPHS = ("credit_card", "savings", "payments")
TIPS = ("No tip", "$1.00", "$2.00", "$4.00")
TIP_CENTS = (0, 100, 200, 400)

LEAST = 1500
"""Less than this is not delivered."""
FREE_FROM = 6000
REASONS = ("Missing", "Damaged", "Not fresh", "Wrong item")
REPAID = ("Back to the payment", "Larderly credit")
CANCEL_REASONS = ("Wrong time", "Forgot something", "Don’t need it any more")


@dataclass(frozen=True, slots=True)
class Code:
    """A promotion code: what it takes off, and from which sum on."""

    name: str
    about: str
    cents: int
    least: int


CODES = (
    Code("GREENS4", "$4 off from $25", 400, 2500),
    Code("FIRSTFROST", "$10 off from $80", 1000, 8000),
    Code("CRATE1", "$1 off any order", 100, 0),
)


def code(name: str) -> Code | None:
    """The promotion of this code, however it is typed."""
    return next((one for one in CODES if one.name == name.strip().upper()), None)


@dataclass(frozen=True, slots=True)
class Window:
    """A window in which an order can come: its day and hours as the app writes them, and its price."""

    day: str
    hours: str
    cents: int
    full: bool
    late: bool
    """Too soon to be made, or already over."""
    near: bool
    """A van is in the street anyway, which makes it cheaper."""

    @property
    def free(self) -> bool:
        return not (self.full or self.late)


def day_name(day: datetime) -> str:
    """`Tue, 17 Nov`."""
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{names[day.weekday()]}, {day.day} {months[day.month - 1]}"


def days(now: datetime) -> tuple[str, ...]:
    """The days that can be booked."""
    return tuple(day_name(now + timedelta(days=ahead)) for ahead in range(AHEAD))


def windows(now: datetime, way: str) -> tuple[Window, ...]:
    """Every window of the days that can be booked, the earliest first."""
    made = []
    for ahead in range(AHEAD):
        day = now + timedelta(days=ahead)
        for hours, cents in zip(HOURS, PRICES, strict=True):
            luck = zlib.crc32(f"{day:%m%d} {hours} {way}".encode())
            near = way == DELIVERY and luck % 7 == 1
            price = 0 if way == COLLECTION else cents + (100 if day.weekday() > 4 else 0) - (100 if near else 0)
            late = ahead == 0 and int(hours[:2]) < now.hour + _LEAD
            made.append(Window(day_name(day), hours, price, luck % _FULL == 0, late, near))
    return tuple(made)


def window(now: datetime, way: str, day: str, hours: str) -> Window | None:
    """The window of this day and these hours, where it can still be had."""
    return next((one for one in windows(now, way) if (one.day, one.hours) == (day, hours) and one.free), None)


def first_free(now: datetime, way: str) -> Window:
    """The window that is preset: the earliest that is free."""
    every = windows(now, way)
    return next((one for one in every if one.free), every[-1])
