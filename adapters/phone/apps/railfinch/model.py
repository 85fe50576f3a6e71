"""Railfinch's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache

from adapters.phone.apps.railfinch.network import Train, minutes, trains
from adapters.phone.apps.railfinch.terms import (
    ANY_TIME,
    CARDS,
    COACHES,
    FACING,
    FEE,
    ONE_WAY,
    PAYMENTS,
    REASONS,
    REPAID,
    RETURN,
    TICKETS,
    money,
)
from adapters.phone.apps.railfinch.trip import (
    Booking,
    Draft,
    Group,
    Refund,
    Search,
    back_day,
    leg_of,
    out_day,
    places,
    sums,
)

FIRST_NUMBER = 40917


@dataclass(frozen=True, slots=True)
class Traveller:
    """Somebody that tickets are bought for."""

    name: str
    ages: str
    face: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A search that was made."""

    origin: str
    destination: str


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to travelling."""

    query: str = ""
    day: str = ""
    month: str = ""
    live: str = "Alder Cross"
    arrivals: bool = False
    tried: bool = False
    reason: str = REASONS[0]
    repaid: str = REPAID[0]
    other: str = ""
    """The train that a booking would be changed to."""


@lru_cache(maxsize=1)
def _history() -> tuple[Booking, ...]:
    """What this user has booked before; the last but one is still ahead."""
    rows = (
        ("Alder Cross", "Northgate", "2026-08-21", 4, ("Robin Vale",), Group(), "Saver", "Standard", "Window",
         "2026-08-02T20:15", "Travelled"),
        ("Northgate", "Alder Cross", "2026-08-23", 9, ("Robin Vale",), Group(), "Saver", "Standard", "Window",
         "2026-08-02T20:22", "Travelled"),
        ("Alder Cross", "Orla Spa", "2026-09-12", 2, ("Robin Vale", "Mira Okonedo"), Group(1, 0, 0, 1), "Flex", "First",
         "No preference", "2026-09-08T07:51", "Refunded"),
        ("Alder Cross", "Kestrel Bay", "2026-10-03", 3, ("Robin Vale", "Noor Haddad", "林晓雨"), Group(3), "Saver",
         "Standard", "No preference", "2026-09-27T12:40", "Travelled"),
        ("Lantern Square 灯笼广场", "Alder Airport", "2026-11-06", 1, ("Robin Vale",), Group(), "Anytime", "Standard",
         "Aisle", "2026-11-05T22:03", "Travelled"),
        ("Alder Cross", "Harrow Mill", "2026-11-19", 4, ("Robin Vale", "Noor Haddad"), Group(2), "Flex", "Standard",
         "Window", "2026-11-12T18:27", "Booked"),
        ("Kestrel Bay", "Alder Cross", "2026-11-29", 10, ("Robin Vale",), Group(), "Saver", "Standard", "No preference",
         "2026-11-15T09:10", "Booked"),
        ("Alder Cross", "Tern Islands Pier", "2026-12-04", 6, ("Robin Vale", "林晓雨", "José Arriaga"), Group(2, 1),
         "Anytime", "First", "Window", "2026-11-16T21:36", "Booked"),
    )  # fmt: skip
    made = []
    for number, (origin, end, day, index, names, group, fare_, cls, seat, placed, status) in enumerate(
        rows, FIRST_NUMBER
    ):
        when = date.fromisoformat(day)
        leg = leg_of(origin, end, when, trains(origin, end, when)[index])
        home = None
        if group.youths:  # the one that comes back, two days later
            then = when + timedelta(days=2)
            home = leg_of(end, origin, then, trains(end, origin, then)[7])
        trip = RETURN if home else ONE_WAY
        draft = Draft(leg, home, cls, fare_, seat)
        cents = sums(Search(trip, origin, end, day, group=group), draft)["Total"]
        back = None
        if status == "Refunded":
            back = Refund("RB-118", REASONS[3], REPAID[0], money(cents - FEE), "2026-09-11T19:02")
        made.append(
            Booking(
                str(number), f"RF-{number}", trip, leg, home, names, group, CARDS[0], cls, fare_, seat, COACHES[0],
                FACING[0], (), TICKETS[0], False, PAYMENTS[0], money(cents), placed, places(number, cls, len(names)),
                status, back,
            )
        )  # fmt: skip
    return tuple(made)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Railfinch remembers. Bookings stand in the order in which they were made."""

    bookings: tuple[Booking, ...] = field(default_factory=_history)
    search: Search = Search()
    draft: Draft = Draft()
    recent: tuple[Seen, ...] = (
        Seen("Alder Cross", "Port Meridian"),
        Seen("Port Meridian", "Kestrel Bay"),
        Seen("Alder Airport", "Lantern Square 灯笼广场"),
    )
    travellers: tuple[Traveller, ...] = (
        Traveller("Robin Vale", "26–64", 3),
        Traveller("Noor Haddad", "26–64", 17),
        Traveller("林晓雨", "26–64", 59),
        Traveller("Mira Okonedo", "65 and over", 14),
        Traveller("José Arriaga", "12–25", 48),
    )
    credit: int = 1850
    ui: Ui = Ui()


def find(state: State, number: str) -> Booking | None:
    """The booking with this number, if there is one."""
    return next((one for one in state.bookings if one.number == number), None)


def found(state: State, leg: str, today: date, now: int) -> tuple[Train, ...]:
    """The trains that the form asks for: `out` or `back`; what has left today is not among them."""
    search = state.search
    if leg == "back":
        day, after = back_day(search, today), search.back_after
        every = trains(search.destination, search.origin, day)
    else:
        day, after = out_day(search, today), search.after
        every = trains(search.origin, search.destination, day)
    soonest = minutes(after) if after != ANY_TIME else 0
    if day == today:
        soonest = max(soonest, now + 1)
    if leg == "back" and state.draft.out is not None and state.draft.out.date == day.isoformat():
        soonest = max(soonest, minutes(state.draft.out.arrives) + 10)
    return tuple(one for one in every if minutes(one.departs) >= soonest)
