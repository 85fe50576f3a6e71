"""A trip with Railfinch: what is asked for, chosen and booked, as plain data, and what it costs."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import date, timedelta

from adapters.phone.apps.railfinch.network import Train, train
from adapters.phone.apps.railfinch.terms import (
    ANY_TIME,
    CARDS,
    CLASSES,
    COACHES,
    COVER,
    EXTRAS,
    FACING,
    FARES,
    FEE,
    FIRST_FACTOR,
    ONE_WAY,
    OPEN,
    OPEN_FACTOR,
    PAYMENTS,
    PEOPLE,
    POST,
    REPAID,
    RETURN,
    SEATS,
    TICKETS,
    day_name,
    fare,
)


@dataclass(frozen=True, slots=True)
class Group:
    """How many travel, by age."""

    adults: int = 1
    youths: int = 0
    children: int = 0
    seniors: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """The form. Days are `2026-11-21`; an empty one is today, for the way back two days after the way out."""

    trip: str = ONE_WAY
    origin: str = "Alder Cross"
    destination: str = "Port Meridian"
    day: str = ""
    after: str = ANY_TIME
    back_day: str = ""
    back_after: str = ANY_TIME
    group: Group = Group()
    card: str = CARDS[0]


@dataclass(frozen=True, slots=True)
class Leg:
    """One ride: `day` reads like `Sat, 21 Nov`, `date` like `2026-11-21`. An open way back has no train."""

    origin: str
    destination: str
    day: str
    departs: str
    arrives: str
    train: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is chosen on the way to a booking."""

    out: Leg | None = None
    back: Leg | None = None
    cls: str = CLASSES[0]
    fare: str = FARES[0].name
    seat: str = SEATS[0]
    coach: str = COACHES[0]
    facing: str = FACING[0]
    extras: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """As many as travel; empty where nobody is named yet."""
    ticket: str = TICKETS[0]
    cover: bool = False
    payment: str = PAYMENTS[0]


@dataclass(frozen=True, slots=True)
class Refund:
    """What was given back for a booking."""

    number: str
    reason: str
    repaid: str
    amount: str
    at: str


@dataclass(frozen=True, slots=True)
class Booking:
    """A booking. `placed` is local time as `2026-11-16T18:42`, `total` reads like `$18.40`."""

    id: str
    number: str
    trip: str
    out: Leg
    back: Leg | None
    passengers: tuple[str, ...]
    group: Group
    card: str
    cls: str
    fare: str
    seat: str
    coach: str
    facing: str
    extras: tuple[str, ...]
    ticket: str
    cover: bool
    payment: str
    total: str
    placed: str
    places: str = ""
    """Coach and seats, such as `Coach 4, seats 31, 32`."""
    status: str = "Booked"
    """Booked, Travelled or Refunded."""
    refund: Refund | None = None
    changed: tuple[str, ...] = ()
    """What was changed afterwards, one text each."""


def leg_of(origin: str, destination: str, day: date, one: Train) -> Leg:
    """The ride in this train."""
    return Leg(origin, destination, day_name(day), one.departs, one.arrives, one.number, day.isoformat())


def places(number: int, cls: str, many: int) -> str:
    """Coach and seats of a booking, made from its number."""
    luck = zlib.crc32(str(number).encode())
    coach = 1 + luck % 2 if cls == "First" else 3 + luck % 6
    first = 11 + (luck >> 4) % 50
    seats = ", ".join(str(first + i) for i in range(many))
    return f"Coach {coach}, {'seat' if many == 1 else 'seats'} {seats}"


def out_day(search: Search, today: date) -> date:
    """The day of the way out: the chosen one, or today."""
    return date.fromisoformat(search.day) if search.day else today


def back_day(search: Search, today: date) -> date:
    """The day of the way back: the chosen one if it is not before the way out, or two days after that."""
    out = out_day(search, today)
    chosen = date.fromisoformat(search.back_day) if search.back_day else None
    return chosen if chosen is not None and chosen >= out else out + timedelta(days=2)


def counts(group: Group) -> tuple[int, ...]:
    """How many of each of `PEOPLE`."""
    return group.adults, group.youths, group.children, group.seniors


def spans(search: Search) -> list[str]:
    """The ages that every passenger's ticket is for, in order."""
    return [PEOPLE[i][1] for i, many in enumerate(counts(search.group)) for _ in range(many)]


def fits(search: Search, index: int, ages: str) -> bool:
    """Whether somebody of these ages may have that passenger's ticket: a reduced one is only for its own ages."""
    every = spans(search)
    return not 0 <= index < len(every) or every[index] in (PEOPLE[0][1], ages)


def travellers(group: Group) -> str:
    """`2 adults, 1 child`."""
    one = ("adult", "youth", "child", "senior")
    more = ("adults", "youths", "children", "seniors")
    parts = [f"{many} {one[i] if many == 1 else more[i]}" for i, many in enumerate(counts(group)) if many]
    return ", ".join(parts)


def shares(search: Search) -> float:
    """How many full fares the group pays, its railcard taken into account."""
    total = 0.0
    for (_, _, percent), many, kind in zip(PEOPLE, counts(search.group), ("a", "y", "c", "s"), strict=True):
        off = 0
        if kind == "a" and search.card == "Harbour Card":
            off = 25
        if kind == "a" and search.card == "Two Together Card" and many == 2:
            off = 30
        if kind == "y" and search.card == "Youth Card":
            off = 40
        total += many * percent / 100 * (100 - off) / 100
    return total


def rate(leg: Leg, cls: str, fare_: str) -> int:
    """The cents of a ride for one full fare; nothing for a way back that is open."""
    one = train(leg.origin, leg.destination, date.fromisoformat(leg.date), leg.train) if leg.date else None
    if one is None:
        return 0
    terms = fare(fare_)
    return round((one.cents * terms.factor + terms.plus) * (FIRST_FACTOR if cls == "First" else 1))


def sums(search: Search, draft: Draft) -> dict[str, int]:
    """The parts of the bill in cents, `Total` last."""
    heads = sum(counts(search.group))
    ride = rate(draft.out, draft.cls, draft.fare) if draft.out else 0
    if search.trip == OPEN:
        ride = round(ride * OPEN_FACTOR)
    elif draft.back is not None:
        ride += rate(draft.back, draft.cls, draft.fare)
    tickets = round(ride * shares(search) / 10) * 10
    legs = 1 if draft.back is None or search.trip == OPEN else 2
    parts = {f"{heads} × {draft.fare}, {draft.cls}": tickets}
    for name, cents, _ in EXTRAS:
        if name in draft.extras:
            parts[name] = cents * legs * (heads if name == EXTRAS[2][0] else 1)
    if draft.cover:
        parts["Refund cover"] = COVER * heads
    if draft.ticket == TICKETS[2]:
        parts["Post"] = POST
    return {**parts, "Total": sum(parts.values())}


def kept(booking: Booking, repaid: str) -> int:
    """The cents that a refund brings; a Saver is only worth half of it, and only as credit."""
    cents = round(float(booking.total[1:]) * 100)
    if booking.cover:
        return cents
    how = fare(booking.fare).back
    if how == "half":
        return cents // 2 if repaid == REPAID[1] else 0
    return max(0, cents - FEE) if how == "fee" else cents


def ahead(one: Booking, now_day: str, now_time: str) -> bool:
    """Whether the ride is still to come."""
    return one.status == "Booked" and (one.out.date, one.out.departs) > (now_day, now_time)


def step_of(search: Search, page: str) -> tuple[int, int]:
    """Which step of how many a page on the way to a booking is."""
    pages = ("out", "back", "fares", "seats", "names", "pay") if search.trip == RETURN else (
        "out", "fares", "seats", "names", "pay")  # fmt: skip
    return pages.index(page) + 1 if page in pages else 1, len(pages)
