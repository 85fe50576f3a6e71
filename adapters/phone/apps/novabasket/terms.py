"""How Novabasket delivers and is paid: ways, coupons, and what people have written about the goods."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """A way of delivery; free from `free_from` cents on, if that is not 0."""

    name: str
    about: str
    cents: int
    glyph: str
    free_from: int = 0


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon takes `cents` (or the delivery) off orders of at least `least` cents."""

    code: str
    title: str
    about: str
    least: int
    cents: int = 0
    ends: str = ""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What somebody has written about a product."""

    who: str
    face: int
    stars: int
    text: str
    about: str
    when: str


WAYS = (
    Way("Standard", "Arrives in 3–4 days", 390, "local_shipping", 5000),
    Way("Express", "Arrives tomorrow before 18:00", 890, "bolt"),
    Way("Pickup locker", "Quarry Park station, in 2 days", 0, "inventory_2"),
)
PAYMENTS = ("Card ending 4417", "Nova wallet", "Pay on delivery")
PAYMENT_GLYPHS = ("credit_card", "account_balance_wallet", "payments")
GIFT = 240
COUPONS = (
    Coupon("NIGHT12", "$12 off", "Orders over $60", 6000, 1200, "Ends 30 Nov"),
    Coupon("HARBOUR5", "$5 off", "Orders over $30", 3000, 500, "Ends 12 Dec"),
    Coupon("FREESHIP", "Free delivery", "Standard, any order", 0, 0, "Ends 31 Dec"),
    Coupon("TWENTY20", "$20 off", "Orders over $150", 15000, 2000, "Ends 6 Dec"),
    Coupon("HELLO3", "$3 off", "Orders over $15", 1500, 300, "No end"),
)
NO_COUPON = "No coupon"
REASONS = ("Changed my mind", "Ordered by mistake", "Found it cheaper", "Takes too long")
STARS = ("1", "2", "3", "4", "5")

OPINIONS = (
    Opinion("Noor Haddad", 4, 5, "Better than the ones that cost twice as much. Arrived a day early.", "First choice",
            "Sat, 14 Nov"),
    Opinion("José Arriaga", 12, 4, "Good, but the colour is darker than in the picture.", "Second colour",
            "Tue, 10 Nov"),
    Opinion("林晓雨", 7, 5, "质量很好，包装也用心，会再买。", "", "Sun, 8 Nov"),
    Opinion("Mira Okonedo", 21, 3, "Does what it says. The box had a dent, the shop answered within the hour and sent "
            "another one without any fuss.", "", "Fri, 30 Oct"),
    Opinion("Sam Lindqvist", 9, 5, "Yes.", "Bought twice", "Wed, 21 Oct"),
    Opinion("Ida Brandvold", 30, 2, "Too small for me; sent back.", "", "Mon, 5 Oct"),
    Opinion("Tomasz Wilk", 15, 4, "Three weeks in daily use and nothing has come loose.", "", "Thu, 1 Oct"),
    Opinion("Dr. Amadi", 26, 5, "Bought it for the practice, then one for home.", "", "Sat, 19 Sep"),
)  # fmt: skip


def way(name: str) -> Way:
    """The way of delivery of this name; the first for a name that is none."""
    return next((one for one in WAYS if one.name == name), WAYS[0])


def coupon(code: str) -> Coupon | None:
    """The coupon with this code, however it is typed."""
    return next((one for one in COUPONS if one.code == code.strip().upper()), None)
