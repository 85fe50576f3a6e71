"""Railfinch's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache

from adapters.phone.apps.railfinch import trip
from adapters.phone.apps.railfinch.network import Train, minutes, trains
from adapters.phone.apps.railfinch.terms import CLASSES, FARES, ONE_WAY, OWNER, RETURN, TERMS, TO_PAYMENT
from adapters.phone.apps.railfinch.trip import Booking, Draft, Group, Leg, Refund, Search
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.prices import money

FIRST_NUMBER = 40917
_BACK_TRAIN = 7
"""Which train of the day a past way back took."""


@content
class Past:
    """A booking of the past: `train` counts the trains of the day, `back_after` the days until the way back."""

    origin: str
    destination: str
    day: str
    train: int
    passengers: tuple[str, ...]
    placed: str
    group: Group = Group()
    fare: str = FARES[0]
    cls: str = CLASSES[0]
    seat: str = TERMS.seats[0]
    status: str = "Booked"
    back_after: int = 0


_PAST_BOOKINGS = read_content(__package__, "past_bookings.yaml", tuple[Past, ...])


@dataclass(frozen=True, slots=True)
class Traveller:
    """Somebody that tickets are bought for."""

    name: str
    ages: str
    face: int


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to travelling."""

    query: str = ""
    day: str = ""
    month: str = ""
    live: str = "Alder Cross"
    arrivals: bool = False
    tried: bool = False
    reason: str = TERMS.reasons[0]
    repaid: str = TO_PAYMENT
    other: str = ""
    """The train that a booking would be changed to."""


@lru_cache(maxsize=1)
def _history() -> tuple[Booking, ...]:
    """Return what this user has booked before; the last but one is still ahead."""
    return tuple(_past_booking(number, past) for number, past in enumerate(_PAST_BOOKINGS, FIRST_NUMBER))


def _past_booking(number: int, past: Past) -> Booking:
    day = date.fromisoformat(past.day)
    out, back = _ride(past.origin, past.destination, day, past.train), None
    if past.back_after:
        back = _ride(past.destination, past.origin, day + timedelta(days=past.back_after), _BACK_TRAIN)
    search = Search(RETURN if back else ONE_WAY, past.origin, past.destination, past.day, group=past.group)
    draft = Draft(out, back, past.cls, past.fare, past.seat, names=past.passengers)
    refund = None
    if past.status == "Refunded":
        amount = money(trip.total(search, draft) - TERMS.refund_fee)
        refund = Refund("RB-118", "Illness", TO_PAYMENT, amount, "2026-09-11T19:02")
    return booking_of(number, search, draft, past.placed, past.status, refund)


def _ride(origin: str, destination: str, day: date, train: int) -> Leg:
    return trip.leg_of(origin, destination, day, trains(origin, destination, day)[train])


def booking_of(
    number: int, search: Search, draft: Draft, placed: str, status: str = "Booked", refund: Refund | None = None
) -> Booking:
    """Return the booking that a draft with a train stands for.

    Raises:
        ValueError: no train was chosen.
    """
    if draft.out is None:
        raise ValueError("no train was chosen")
    return Booking(
        str(number), f"RF-{number}", search.trip, draft.out, trip.way_back(search, draft), draft.names, search.group,
        draft.cls, draft.fare, draft.seat, draft.coach, draft.facing, draft.extras, draft.ticket,
        draft.cover, draft.payment, money(trip.total(search, draft)), placed,
        trip.places(number, draft.cls, len(draft.names)), status, refund,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Railfinch remembers. Bookings stand in the order in which they were made."""

    bookings: tuple[Booking, ...] = field(default_factory=_history)
    search: Search = Search()
    draft: Draft = Draft()
    travellers: tuple[Traveller, ...] = (
        Traveller(OWNER, "26–64", 3),
        Traveller("Noor Haddad", "26–64", 17),
        Traveller("林晓雨", "26–64", 59),
        Traveller("Mira Okonedo", "65 and over", 14),
        Traveller("José Arriaga", "12–25", 48),
    )
    credit: int = 1850
    ui: Ui = Ui()


def is_ahead(booking: Booking, now: datetime) -> bool:
    """Return whether the ride is still to come."""
    return booking.status == "Booked" and (booking.out.date, booking.out.departs) > (f"{now:%Y-%m-%d}", f"{now:%H:%M}")


def found_trains(state: State, leg: str, now: datetime) -> tuple[Train, ...]:
    """Return the trains that the form asks for: `out` or `back`; what has left today is not among them."""
    search, out = state.search, state.draft.out
    day = trip.day_of(search, leg, now.date())
    soonest = now.hour * 60 + now.minute + 1 if day == now.date() else 0
    if leg == "back" and out is not None and out.date == day.isoformat():
        soonest = max(soonest, minutes(out.arrives) + 10)
    return tuple(train for train in trains(*trip.ends_of(search, leg), day) if minutes(train.departs) >= soonest)


def fresh_draft(state: State) -> Draft:
    """Return a draft with nothing chosen yet; the first passenger is the owner of the account."""
    return Draft(names=(OWNER, *("" for _ in range(trip.heads(state.search.group) - 1))))
