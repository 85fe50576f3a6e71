"""How Larderly delivers and is paid, read from terms.yaml: days and hours, what is asked at the checkout."""

import zlib
from datetime import datetime, timedelta
from typing import Final

from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.dates import DAYS
from adapters.phone.framework.prices import Option, labels

DELIVERY, COLLECTION = "Home delivery", "Collection"
WAYS: Final = (DELIVERY, COLLECTION)
CREDIT: Final = "Larderly credit"
AHEAD: Final = 6
"""Days that can be booked, today among them."""
_LEAD: Final = 3
"""Hours that picking and driving take."""
_FULL: Final = 5
"""One in so many windows is taken."""
LEAST: Final = 1500
"""Less than this is not delivered."""
FREE_FROM: Final = 6000
"""From this sum on delivery is free."""


@content
class Payment:
    """A way to pay."""

    name: str
    glyph: str


@content
class Terms:
    """Everything that is agreed beside the goods. The prices of hours are those of delivery; collection is free."""

    hours: tuple[Option, ...]
    points: tuple[Option, ...]
    substitutes: tuple[Option, ...]
    bags: tuple[Option, ...]
    tips: tuple[Option, ...]
    handovers: tuple[str, ...]
    payments: tuple[Payment, ...]
    cancel_reasons: tuple[str, ...]


_TERMS = read_content(__package__, "terms.yaml", Terms)
HOURS, POINTS, SUBSTITUTES, BAGS, TIPS = _TERMS.hours, _TERMS.points, _TERMS.substitutes, _TERMS.bags, _TERMS.tips
HANDOVERS, CANCEL_REASONS = _TERMS.handovers, _TERMS.cancel_reasons
PAYMENTS = tuple(payment.name for payment in _TERMS.payments)
PAYMENT_GLYPHS = {payment.name: payment.glyph for payment in _TERMS.payments}
BEST, ASK, NO_SUBSTITUTE = labels(SUBSTITUTES)


@content
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


def _day_name(day: datetime) -> str:
    """`Tue, 17 Nov`."""
    return f"{DAYS[day.weekday()]}, {day.day} {day:%b}"


def bookable_days(now: datetime) -> tuple[str, ...]:
    """The days that can be booked."""
    return tuple(_day_name(now + timedelta(days=ahead)) for ahead in range(AHEAD))


def windows(now: datetime, way: str) -> tuple[Window, ...]:
    """Every window of the days that can be booked, the earliest first."""
    days = [now + timedelta(days=ahead) for ahead in range(AHEAD)]
    return tuple(_window(now, way, day, hours) for day in days for hours in HOURS)


def _window(now: datetime, way: str, day: datetime, hours: Option) -> Window:
    luck = zlib.crc32(f"{day:%m%d} {hours.label} {way}".encode())
    near = way == DELIVERY and luck % 7 == 1
    price = hours.cents + (100 if day.weekday() > 4 else 0) - (100 if near else 0)
    late = day == now and int(hours.label[:2]) < now.hour + _LEAD
    return Window(_day_name(day), hours.label, 0 if way == COLLECTION else price, luck % _FULL == 0, late, near)


def first_free(now: datetime, way: str) -> Window:
    """The window that is preset: the earliest that is free."""
    known = windows(now, way)
    return next((window for window in known if window.free), known[-1])
