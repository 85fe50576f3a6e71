"""What Railfinch sells and on which terms: fares, classes, seats, cards, refunds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

ONE_WAY, RETURN, OPEN = "One way", "Return", "Open return"
TRIPS = (ONE_WAY, RETURN, OPEN)
ANY_TIME = "Any time"
AFTER = (ANY_TIME, *(f"{hour:02d}:00" for hour in range(6, 23)))
AHEAD = 90
"""So many days ahead tickets go on sale."""


@dataclass(frozen=True, slots=True)
class Fare:
    """A fare: what it costs against the cheapest seat, and what can be done with it later."""

    name: str
    factor: float
    plus: int
    words: tuple[str, ...]
    back: str
    """What a refund leaves: see `kept`."""


FARES = (
    Fare("Saver", 1.0, 0, ("This train only", "Change for $6.00", "Half back, as credit"), "half"),
    Fare("Flex", 1.3, 150, ("Any train that day", "Change for free", "Refund for $5.00"), "fee"),
    Fare("Anytime", 1.65, 250, ("Any train for a month", "Change for free", "Free refund"), "all"),
)
FEE, CHANGE_FEE = 500, 600
CLASSES = ("Standard", "First")
CLASS_WORDS = ("2 + 2 seats, trolley", "2 + 1 seats, meal included")
FIRST_FACTOR = 1.55
OPEN_FACTOR = 1.7

ADULT, YOUTH, CHILD, SENIOR = "Adults", "Youths", "Children", "Seniors"
PEOPLE = ((ADULT, "26–64", 100), (YOUTH, "12–25", 75), (CHILD, "4–11", 50), (SENIOR, "65 and over", 70))
"""Group, its ages, and the share of the fare in percent."""
MOST = 6
CARDS = ("No railcard", "Harbour Card", "Two Together Card", "Youth Card")
CARD_WORDS = ("", "25% off for adults", "30% off for exactly two adults", "40% off for youths")

SEATS = ("No preference", "Window", "Aisle")
COACHES = ("Any coach", "Quiet coach", "Family coach")
FACING = ("Either direction", "Forward", "At a table")
EXTRAS = (("Bike space", 400, "pedal_bike"), ("Large luggage rack", 250, "luggage"), ("Meal on board", 890, "dining"))
TICKETS = ("Phone ticket", "Collect at the station", "Post")
TICKET_WORDS = ("A code in “My trips”, works offline", "Any machine, with your number", "Three working days, $1.90")
TICKET_GLYPHS = ("qr_code_2", "confirmation_number", "mail_outline")
POST = 190
COVER = 290
"""Refund cover for one passenger: with it every fare is refunded whole."""
PAYMENTS = ("Card ending 4417", "Railfinch credit", "Pay at the counter")
PAYMENT_GLYPHS = ("credit_card", "savings", "point_of_sale")
REASONS = ("Plans have changed", "Booked by mistake", "Train was cancelled", "Illness")
REPAID = ("Original payment", "Railfinch credit")


def fare(name: str) -> Fare:
    """The fare of this name; the first for a name that is none."""
    return next((one for one in FARES if one.name == name), FARES[0])


def day_name(day: date) -> str:
    """`Tue, 17 Nov`."""
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{names[day.weekday()]}, {day.day} {months[day.month - 1]}"


def money(cents: int) -> str:
    """`$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"


def moment(stamp: str, now: datetime) -> str:
    """`Today, 09:24`, `Yesterday, 18:40` or `Sat, 31 Oct`."""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {then:%H:%M}"
    return day_name(then.date())
