"""How Novabasket delivers and is paid, and what people have written about the goods; read from terms.yaml."""

from typing import Final

from adapters.phone.framework.content import content, read_content

NO_COUPON: Final = "No coupon"


@content
class Way:
    """A way of delivery; free from `free_from` cents on, if that is not 0."""

    name: str
    about: str
    cents: int
    glyph: str
    free_from: int = 0


@content
class Payment:
    """A way to pay."""

    name: str
    glyph: str


@content
class Coupon:
    """A coupon takes `cents` (or the delivery) off orders of at least `least` cents."""

    code: str
    title: str
    about: str
    least: int
    ends: str
    cents: int = 0


@content
class Opinion:
    """What somebody has written about a product."""

    who: str
    face: int
    stars: int
    text: str
    when: str
    about: str = ""


@content
class Terms:
    """Everything that is agreed beside the goods; `gift` is what wrapping costs in cents."""

    ways: tuple[Way, ...]
    payments: tuple[Payment, ...]
    gift: int
    coupons: tuple[Coupon, ...]
    opinions: tuple[Opinion, ...]


_TERMS = read_content(__package__, "terms.yaml", Terms)
WAYS, COUPONS, GIFT, OPINIONS = _TERMS.ways, _TERMS.coupons, _TERMS.gift, _TERMS.opinions
PAYMENTS = tuple(payment.name for payment in _TERMS.payments)
PAYMENT_GLYPHS = {payment.name: payment.glyph for payment in _TERMS.payments}


def way_of(name: str) -> Way:
    """The way of delivery of this name; the first for a name that is none."""
    return next((way for way in WAYS if way.name == name), WAYS[0])


def coupon_of(code: str) -> Coupon | None:
    """The coupon with this code."""
    return next((coupon for coupon in COUPONS if coupon.code == code), None)
