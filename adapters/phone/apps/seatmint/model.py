"""Seatmint's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.phone.apps.seatmint.catalogue import Screening, chance, screening, show
from adapters.phone.apps.seatmint.terms import (
    COVER,
    FEE,
    LOUNGE,
    PAYMENTS,
    RATES,
    REASONS,
    SEAT_WISHES,
    SNACKS,
    WAY_CENTS,
    WAYS,
    Code,
    code,
)

FIRST_NUMBER = 5518
"""The number of the first booking; the next one counts on."""
ROWS, COLUMNS = "ABCDEFGHJ", 12
LOUNGE_ROWS = "HJ"
SEATS = frozenset(f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1))
WHEELS = ("A1", "A2", "A11", "A12")
"""Places for wheelchairs."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Something from the counter."""

    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Tickets:
    """How many of each kind."""

    adult: int = 0
    student: int = 0
    child: int = 0
    senior: int = 0


@dataclass(frozen=True, slots=True)
class Booking:
    """Booked places. `placed` is local time as `2026-11-16T18:42`; `total` reads like `$11.40`."""

    id: str
    number: str
    show: str
    kind: str
    venue: str
    hall: str
    day: str
    time: str
    format: str
    spoken: str
    seats: tuple[str, ...]
    zone: str
    tickets: Tickets
    extras: tuple[Extra, ...]
    delivery: str
    payment: str
    cover: bool
    code: str
    total: str
    placed: str
    status: str = "Booked"
    """Booked, Used or Refunded."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A booking before it is paid. Films have seats, concerts and plays a zone."""

    show: str = ""
    day: str = ""
    venue: str = ""
    time: str = ""
    seats: tuple[str, ...] = ()
    zone: str = ""
    tickets: Tickets = Tickets()
    extras: tuple[Extra, ...] = ()
    delivery: str = WAYS[0]
    payment: str = PAYMENTS[0]
    cover: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings page."""

    venue: str = "Lantern Cinema"
    delivery: str = WAYS[0]
    payment: str = PAYMENTS[0]
    seat: str = SEAT_WISHES[0]
    reminders: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to booking."""

    query: str = ""
    kind: str = "All"
    recent: tuple[str, ...] = ("jazz", "okonedo")
    day: str = ""
    """The day whose programme is open; empty: today."""
    typed: str = ""
    """The code field of the checkout."""
    reason: str = REASONS[0]


def _past(number: int, key: str, where: tuple[str, str], when: tuple[str, str], seats: tuple[str, ...],
tickets: Tickets,
          extras: tuple[Extra, ...], total: str, placed: str, status: str) -> Booking:  # fmt: skip
    one = show(key)
    return Booking(
        str(number), f"SM-{number}", one.title, one.kind, where[0], where[1], when[0], when[1], "2D", "Original", seats,
        "", tickets, extras, WAYS[0], PAYMENTS[0], False, "", total, placed, status,
    )  # fmt: skip


def _history() -> tuple[Booking, ...]:
    return (
        _past(5518, "wave", ("Lantern Cinema", "Hall 2"), ("2026-10-04", "14:45"), ("D5", "D6", "D7"),
              Tickets(adult=1, child=2), (Extra("Sweet popcorn", 1),), "$29.60", "2026-10-03T19:20", "Used"),
        _past(5519, "door", ("Pier Picture House", "Studio"), ("2026-10-23", "20:15"), ("F3",), Tickets(adult=1), (),
              "$12.40", "2026-10-23T12:48", "Refunded"),
        _past(5520, "neon", ("Lantern Cinema", "Hall 4"), ("2026-11-12", "18:30"), ("E8", "E9"),
              Tickets(adult=1, student=1), (), "$22.80", "2026-11-11T22:06", "Used"),
        _past(5521, "dunes", ("Meridian Screens", "Hall 3"), ("2026-11-21", "17:30"), ("G6", "G7"), Tickets(adult=2),
              (Extra("Lemonade", 2),), "$32.60", "2026-11-15T09:31", "Booked"),
        Booking("5522", "SM-5522", "Okonedo Quartet", "Concert", "Quarry Park Stage", "", "2026-11-28", "19:30", "", "",
                (), "Benches", Tickets(adult=1, senior=1), (), WAYS[1], PAYMENTS[0], True, "", "$46.60",
                "2026-11-16T18:57"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Seatmint remembers. Bookings stand in the order in which they were made."""

    bookings: tuple[Booking, ...] = field(default_factory=_history)
    draft: Draft = Draft()
    preferences: Preferences = Preferences()
    ui: Ui = Ui()


def slot(draft: Draft) -> Screening | None:
    """The screening that a draft is for; None for concerts and plays."""
    return screening(draft.show, draft.day, draft.venue, draft.time)


def taken(key: str, day: str, house: str, time: str) -> frozenset[str]:
    """The seats that others have: some pairs, more of them in the evening and in the middle."""
    share = 26 if time >= "18:00" else 14
    gone = set()
    for row in ROWS:
        for column in range(1, COLUMNS + 1, 2):
            luck = chance(key, day, house, time, row, str(column)) % 100
            if luck < share + (14 if row in "EFG" and 3 <= column <= 9 else 0):
                gone.add(f"{row}{column}")
                if luck % 5:
                    gone.add(f"{row}{column + 1}")
    return frozenset(gone - {WHEELS[0], WHEELS[3]})


def mine(state: State, draft: Draft) -> frozenset[str]:
    """The seats of a screening that this user has booked already."""
    title = show(draft.show).title
    return frozenset(
        seat
        for one in state.bookings
        if (one.show, one.day, one.venue, one.time) == (title, draft.day, draft.venue, draft.time)
        and one.status == "Booked"
        for seat in one.seats
    )


def count(tickets: Tickets) -> int:
    """How many people come in with these."""
    return tickets.adult + tickets.student + tickets.child + tickets.senior


def of_rate(tickets: Tickets, rate: str) -> int:
    """How many tickets of a kind."""
    return int(getattr(tickets, rate.lower()))


def spelled(tickets: Tickets) -> str:
    """`2 Adult, 1 Child`."""
    return ", ".join(f"{of_rate(tickets, one.name)} {one.name}" for one in RATES if of_rate(tickets, one.name))


def base(draft: Draft) -> int:
    """What an adult pays for a place without extras for the row."""
    this = slot(draft)
    if this is not None:
        return this.cents
    return next((zone.cents for zone in show(draft.show).zones if zone.name == draft.zone), 0)


def places(draft: Draft) -> int:
    """The cents of the tickets alone."""
    lounge = sum(seat[0] in LOUNGE_ROWS for seat in draft.seats) * LOUNGE
    return lounge + sum((base(draft) - rate.less) * of_rate(draft.tickets, rate.name) for rate in RATES)


def eaten(draft: Draft) -> int:
    """The cents of what is collected at the counter."""
    prices = {one.name: one.cents for one in SNACKS}
    return sum(prices.get(one.name, 0) * one.quantity for one in draft.extras)


def before(draft: Draft) -> int:
    """The cents before a code is taken off: tickets, fees, counter, post and cover."""
    many = count(draft.tickets)
    post = WAY_CENTS[WAYS.index(draft.delivery)]
    return places(draft) + eaten(draft) + many * FEE + post + (many * COVER if draft.cover else 0)


def usable(draft: Draft) -> Code | None:
    """The code, if the order is enough for it."""
    known = code(draft.code)
    return known if known is not None and before(draft) >= known.least else None


def total(draft: Draft) -> int:
    """The cents that are paid."""
    known = usable(draft)
    return before(draft) - (known.cents if known is not None else 0)


def booking(state: State, number: str) -> Booking | None:
    """The booking with this number."""
    return next((one for one in state.bookings if one.number == number), None)


def ordered(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Seats row by row, from left to right."""
    return tuple(sorted(seats, key=lambda seat: (seat[0], int(seat[1:]))))
