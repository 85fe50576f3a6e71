"""Seatmint's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from adapters.phone.apps.seatmint import catalogue
from adapters.phone.apps.seatmint.catalogue import DELIVERIES, PAYMENTS, PRICES, TERMS, Code, Screening
from adapters.phone.framework.content import content, read_content

FIRST_NUMBER = 5518
"""The number of the first booking; the next one counts on."""
ROWS, COLUMNS = "ABCDEFGHJ", 12
LOUNGE_ROWS = "HJ"
SEATS = frozenset(f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1))
WHEELS = ("A1", "A2", "A11", "A12")
"""Places for wheelchairs."""
FREE_WHEELS = ("A1", "A12")
"""Those of them that nobody else takes."""


@content
class Extra:
    """Something from the counter."""

    name: str
    quantity: int


@content
class Tickets:
    """How many of each kind."""

    adult: int = 0
    student: int = 0
    child: int = 0
    senior: int = 0


@content
class Booking:
    """Booked places. `placed` is local time as `2026-11-16T18:42`; `total` reads like `$11.40`."""

    id: str
    number: str
    show: str
    kind: str
    venue: str
    hall: str = ""
    day: str = ""
    time: str = ""
    format: str = ""
    spoken: str = ""
    seats: tuple[str, ...] = ()
    zone: str = ""
    tickets: Tickets = Tickets()
    extras: tuple[Extra, ...] = ()
    delivery: str = DELIVERIES[0]
    payment: str = PAYMENTS[0]
    cover: bool = False
    code: str = ""
    total: str = ""
    placed: str = ""
    status: str = "Booked"
    """Booked, Used or Refunded."""
    reason: str = ""

    @property
    def begins(self) -> datetime:
        """The phone's local time at which it begins."""
        return datetime.fromisoformat(f"{self.day}T{self.time}")


_PAST_BOOKINGS = read_content(__package__, "past_bookings.yaml", tuple[Booking, ...])


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
    delivery: str = DELIVERIES[0]
    payment: str = PAYMENTS[0]
    cover: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to booking."""

    query: str = ""
    kind: str = "All"
    day: str = ""
    """The day whose programme is open; empty: today."""
    typed: str = ""
    """The code field of the checkout."""
    reason: str = TERMS.reasons[0]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Seatmint remembers. Bookings stand in the order in which they were made."""

    bookings: tuple[Booking, ...] = _PAST_BOOKINGS
    draft: Draft = Draft()
    ui: Ui = Ui()


def screening_of(draft: Draft) -> Screening | None:
    """Return the screening that a draft is for; None for concerts and plays."""
    return catalogue.screening(draft.show, draft.day, draft.venue, draft.time)


def taken(key: str, day: str, house: str, time: str) -> frozenset[str]:
    """Return the seats that others have: some pairs, more of them in the evening and in the middle."""
    share = 26 if time >= "18:00" else 14
    gone = set()
    for row in ROWS:
        for column in range(1, COLUMNS + 1, 2):
            luck = catalogue.chance(key, day, house, time, row, str(column)) % 100
            if luck < share + (14 if row in "EFG" and 3 <= column <= 9 else 0):
                gone.add(f"{row}{column}")
                if luck % 5:
                    gone.add(f"{row}{column + 1}")
    return frozenset(gone.difference(FREE_WHEELS))


def own_seats(state: State, draft: Draft) -> frozenset[str]:
    """Return the seats of a screening that this user has booked already."""
    wanted = (catalogue.show_of(draft.show).title, draft.day, draft.venue, draft.time, "Booked")
    return frozenset(
        seat
        for booking in state.bookings
        if (booking.show, booking.day, booking.venue, booking.time, booking.status) == wanted
        for seat in booking.seats
    )


def free_seats(state: State) -> frozenset[str]:
    """Return the seats of the draft's screening that can be chosen."""
    draft = state.draft
    if screening_of(draft) is None:
        return frozenset()
    return SEATS - taken(draft.show, draft.day, draft.venue, draft.time) - own_seats(state, draft)


def ordered(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return seats row by row, from left to right."""
    return tuple(sorted(seats, key=lambda seat: (seat[0], int(seat[1:]))))


def of_rate(tickets: Tickets, rate: str) -> int:
    """Return how many tickets of a kind there are."""
    return int(getattr(tickets, rate.lower()))


def heads(tickets: Tickets) -> int:
    """Return how many people come in with these."""
    return sum(of_rate(tickets, rate.name) for rate in TERMS.rates)


def tickets_text(tickets: Tickets) -> str:
    """Return `2 Adult, 1 Child`."""
    counts = [(of_rate(tickets, rate.name), rate.name) for rate in TERMS.rates]
    return ", ".join(f"{count} {name}" for count, name in counts if count)


def extras_text(extras: tuple[Extra, ...]) -> str:
    """Return `2 × Lemonade, 1 × Sweet popcorn`."""
    return ", ".join(f"{extra.quantity} × {extra.name}" for extra in extras)


def base(draft: Draft) -> int:
    """Return what an adult pays for a place without extras for the row."""
    found = screening_of(draft) or catalogue.show_of(draft.show).zone(draft.zone)
    return found.cents if found is not None else 0


def places(draft: Draft) -> int:
    """Return the cents of the tickets alone."""
    lounge = sum(seat[0] in LOUNGE_ROWS for seat in draft.seats) * TERMS.lounge
    return lounge + sum((base(draft) - rate.less) * of_rate(draft.tickets, rate.name) for rate in TERMS.rates)


def eaten(draft: Draft) -> int:
    """Return the cents of what is collected at the counter."""
    return sum(PRICES.get(extra.name, 0) * extra.quantity for extra in draft.extras)


def before_code(draft: Draft) -> int:
    """Return the cents before a code is taken off: tickets, fees, counter, post and cover."""
    per_head = TERMS.fee + (TERMS.cover if draft.cover else 0)
    return places(draft) + eaten(draft) + heads(draft.tickets) * per_head + PRICES[draft.delivery]


def usable_code(draft: Draft) -> Code | None:
    """Return the code, if the order is enough for it."""
    code = catalogue.code_of(draft.code)
    return code if code is not None and before_code(draft) >= code.least else None


def total(draft: Draft) -> int:
    """Return the cents that are paid."""
    code = usable_code(draft)
    return before_code(draft) - (code.cents if code is not None else 0)


def seats_text(booking: Booking) -> str:
    """Return `Row E, seats 7, 8` or the zone."""
    if booking.zone:
        return booking.zone
    rows: dict[str, list[str]] = {}
    for seat in booking.seats:
        rows.setdefault(seat[0], []).append(seat[1:])
    return "; ".join(
        f"Row {row}, seat{'s' if len(seats) > 1 else ''} {', '.join(seats)}" for row, seats in rows.items()
    )


def is_refundable(booking: Booking, now: datetime) -> bool:
    """Return whether it can still be given back."""
    ahead = booking.begins - now.replace(tzinfo=None)
    return booking.status == "Booked" and ahead >= timedelta(hours=TERMS.refund_hours)
