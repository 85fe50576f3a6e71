"""A trip with Railfinch: what is asked for, chosen and booked, as plain data, and what it costs."""

import zlib
from dataclasses import dataclass
from datetime import date, timedelta

from adapters.phone.apps.railfinch import terms
from adapters.phone.apps.railfinch.network import Train, train_of
from adapters.phone.apps.railfinch.terms import TERMS, Age
from adapters.phone.framework.content import content


@content
class Group:
    """How many travel, by age."""

    adults: int = 1
    youths: int = 0
    children: int = 0
    seniors: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """The form. Days are `2026-11-21`; an empty one is today, for the way back two days after the way out."""

    trip: str = terms.ONE_WAY
    origin: str = "Alder Cross"
    destination: str = "Port Meridian"
    day: str = ""
    back_day: str = ""
    group: Group = Group()


@dataclass(frozen=True, slots=True)
class Leg:
    """One ride: `day` reads like `Sat, 21 Nov`, `date` like `2026-11-21`. An open way back has no train."""

    origin: str
    destination: str
    day: str
    departs: str = ""
    arrives: str = ""
    train: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is chosen on the way to a booking."""

    out: Leg | None = None
    back: Leg | None = None
    cls: str = terms.CLASSES[0]
    fare: str = terms.FARES[0]
    seat: str = TERMS.seats[0]
    coach: str = TERMS.coaches[0]
    facing: str = TERMS.facing[0]
    extras: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """As many as travel; empty where nobody is named yet."""
    ticket: str = terms.TICKETS[0]
    cover: bool = False
    payment: str = terms.PAYMENTS[0]


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

    @property
    def paid(self) -> int:
        """The cents that were paid."""
        return round(float(self.total[1:]) * 100)


def short_day(day: date) -> str:
    """Return `Tue, 17 Nov`."""
    return f"{day:%a}, {day.day} {day:%b}"


def leg_of(origin: str, destination: str, day: date, train: Train) -> Leg:
    """Return the ride in this train."""
    return Leg(origin, destination, short_day(day), train.departs, train.arrives, train.number, day.isoformat())


def train_of_leg(leg: Leg) -> Train | None:
    """Return the train of a ride, as the timetable has it; None for a way back that is open."""
    return train_of(leg.origin, leg.destination, leg.date, leg.train)


def way_back(search: Search, draft: Draft) -> Leg | None:
    """Return the way back: its train, or any train for an open return."""
    if search.trip == terms.OPEN and draft.out is not None:
        return Leg(draft.out.destination, draft.out.origin, "Open")
    return draft.back


def places(number: int, cls: str, count: int) -> str:
    """Return coach and seats of a booking, made from its number."""
    luck = zlib.crc32(str(number).encode())
    coach = 1 + luck % 2 if cls == "First" else 3 + luck % 6
    first = 11 + (luck >> 4) % 50
    seats = ", ".join(str(seat) for seat in range(first, first + count))
    return f"Coach {coach}, {'seat' if count == 1 else 'seats'} {seats}"


def ends_of(search: Search, leg: str) -> tuple[str, str]:
    """Return where the way `out` or `back` begins and ends."""
    return (search.destination, search.origin) if leg == "back" else (search.origin, search.destination)


def day_of(search: Search, leg: str, today: date) -> date:
    """Return the day of the way `out`, which is today unless it is chosen, or `back`, two days after that."""
    out = date.fromisoformat(search.day) if search.day else today
    if leg != "back":
        return out
    back = date.fromisoformat(search.back_day) if search.back_day else out
    return back if search.back_day and back >= out else out + timedelta(days=2)


def counts(group: Group) -> tuple[int, ...]:
    """Return how many there are of each age."""
    return group.adults, group.youths, group.children, group.seniors


def heads(group: Group) -> int:
    """Return how many travel."""
    return sum(counts(group))


def ages(group: Group) -> list[Age]:
    """Return the age of every passenger, in order."""
    return [age for age, count in zip(TERMS.ages, counts(group), strict=True) for _ in range(count)]


def fits(search: Search, index: int, span: str) -> bool:
    """Return whether somebody of these ages may have a passenger's ticket: a reduced one is only for its own ages."""
    every = ages(search.group)
    return not 0 <= index < len(every) or every[index].ages in (terms.ADULT.ages, span)


def group_text(group: Group) -> str:
    """Return `2 adults, 1 child`."""
    pairs = zip(TERMS.ages, counts(group), strict=True)
    return ", ".join(f"{count} {age.noun if count == 1 else age.name.lower()}" for age, count in pairs if count)


def group_price(search: Search, cents: int) -> int:
    """Return what the group pays for a ride that costs an adult so much."""
    percent = sum(count * age.percent for age, count in zip(TERMS.ages, counts(search.group), strict=True))
    return round(cents * percent / 1000) * 10


def _rate(leg: Leg, draft: Draft) -> int:
    """Return the cents of a ride for one full fare; nothing for a way back that is open."""
    train, fare = train_of_leg(leg), terms.fare_of(draft.fare)
    if train is None:
        return 0
    return round((train.cents * fare.factor + fare.plus) * (TERMS.first_factor if draft.cls == "First" else 1))


def sums(search: Search, draft: Draft) -> dict[str, int]:
    """Return the parts of the bill in cents, `Total` last."""
    count = heads(search.group)
    ride = _rate(draft.out, draft) if draft.out else 0
    is_return = draft.back is not None and search.trip != terms.OPEN
    if search.trip == terms.OPEN:
        ride = round(ride * TERMS.open_factor)
    elif draft.back is not None:
        ride += _rate(draft.back, draft)
    parts = {f"{count} × {draft.fare}, {draft.cls}": group_price(search, ride)}
    for extra in TERMS.extras:
        if extra.name in draft.extras:
            parts[extra.name] = extra.cents * (2 if is_return else 1) * (count if extra.per_head else 1)
    if draft.cover:
        parts["Refund cover"] = TERMS.cover * count
    if draft.ticket == terms.POST:
        parts["Post"] = TERMS.post
    return {**parts, "Total": sum(parts.values())}


def total(search: Search, draft: Draft) -> int:
    """Return the cents that are paid."""
    return sums(search, draft)["Total"]


def refundable(booking: Booking, repaid: str) -> int:
    """Return the cents that a refund brings; a Saver is only worth half of it, and only as credit."""
    how = "all" if booking.cover else terms.fare_of(booking.fare).refund
    if how == "half":
        return booking.paid // 2 if repaid == terms.TO_CREDIT else 0
    return max(0, booking.paid - TERMS.refund_fee) if how == "fee" else booking.paid


def step_of(search: Search, page: str) -> tuple[int, int]:
    """Return which step of how many a page on the way to a booking is."""
    pages = ["out", "fares", "seats", "names", "pay"]
    if search.trip == terms.RETURN:
        pages.insert(1, "back")
    return pages.index(page) + 1 if page in pages else 1, len(pages)
