"""On what terms Seatmint sells: kinds of tickets, things to eat, ways to get in, payments, codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """A kind of ticket, and what it costs less than an adult's."""

    name: str
    about: str
    less: int


@dataclass(frozen=True, slots=True)
class Snack:
    """Something that is collected at the counter."""

    name: str
    about: str
    cents: int
    art: str
    seed: int


@dataclass(frozen=True, slots=True)
class Code:
    """A code takes `cents` off orders of at least `least` cents."""

    code: str
    title: str
    about: str
    cents: int
    least: int


RATES = (
    Rate("Adult", "From 16 years", 0),
    Rate("Student", "Show your card at the door", 200),
    Rate("Child", "Up to 15 years", 400),
    Rate("Senior", "From 65 years", 300),
)
LOUNGE = 400
"""What a seat in the last two rows costs more."""
FEE = 90
"""Booking fee for each ticket."""
COVER = 190
"""Refund cover for each ticket."""
SNACKS = (
    Snack("Sweet popcorn", "Large", 640, "poster:popcorn", 3),
    Snack("Salted popcorn", "Large", 640, "poster:popcorn", 8),
    Snack("Nachos with cheese", "Sauce apart", 590, "food:taco", 4),
    Snack("Lemonade", "0.5 l, with mint", 390, "food:soda", 2),
    Snack("Oolong tea 乌龙茶", "Hot or iced", 340, "food:iced", 5),
)
WAYS = ("Mobile ticket", "Box office", "Post")
WAY_WORDS = ("Shown on this phone", "Collect it until 30 minutes before", "Paper, in 3 days, plus $2.40")
WAY_CENTS = (0, 0, 240)
WAY_GLYPHS = ("qr_code_2", "storefront", "mail")
PAYMENTS = ("Card ending 4417", "Mint credit", "Pay at the box office")
PAYMENT_GLYPHS = ("credit_card", "account_balance_wallet", "payments")
CODES = (
    Code("MINT5", "$5 off", "Orders over $20, one for each member", 500, 2000),
    Code("TUESDAY", "$3 off", "Orders over $15, until the end of November", 300, 1500),
    Code("CHOIR10", "$10 off", "Orders over $60", 1000, 6000),
)
NO_CODE = "No code"
REASONS = ("Plans have changed", "Booked the wrong time", "Somebody is ill", "Found other seats")
SEAT_WISHES = ("Middle", "Aisle", "Back")
MOST = 6
"""Seats in one booking."""
REFUND_HOURS = 2
"""Tickets are taken back until so long before the beginning."""


def code(word: str) -> Code | None:
    """The code, however it is typed."""
    return next((one for one in CODES if one.code == word.strip().upper()), None)


def money(cents: int) -> str:
    """`$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"
