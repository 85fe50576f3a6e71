"""Thriftloom's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.phone.apps.thriftloom.catalogue import CONDITIONS, Filters, Piece, money

FIRST_BUY, FIRST_OFFER, FIRST_LISTING = 3102, 213, 901
"""The number of the first record of each kind; the next one counts on."""
SHARE, FIXED = 5, 70
"""Buyer protection: percent of the price and cents."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way for a piece to reach its buyer, and the places that it can end at, the preset one first."""

    name: str
    about: str
    cents: int
    glyph: str
    places: tuple[tuple[str, str], ...]


WAYS = (
    Way("Parcel shop", "In 3–5 days, collect with your code", 290, "storefront", (
        ("Ferry Street Kiosk", "9 Ferry Street, Alder Cross"),
        ("Quarry Park Locker", "Station forecourt, Quarry Park"),
        ("Pier House Post", "Pier House 1, Kestrel Bay"),
    )),
    Way("To my door", "In 2–4 days, by courier", 460, "home", (
        ("Home", "14 Ferry Street 2B, Alder Cross"),
        ("Work", "Pier House 5, Kestrel Bay"),
    )),
    Way("Meet the seller", "Try it on first; agree on a day by message", 0, "handshake", (
        ("Alder Cross station", "Under the clock"),
        ("Lantern Square", "By the fountain, Port Meridian"),
    )),
)  # fmt: skip
PAYMENTS = ("Card ending 4417", "Loom balance", "Bank transfer")
PAYMENT_GLYPHS = ("credit_card", "account_balance_wallet", "account_balance")
VALIDS = ("24 hours", "48 hours", "7 days")
VALID = VALIDS[1]
CUTS = (5, 10, 15, 20, 30)
CUT = 10
PARCELS = ("Small", "Medium", "Large")
PARCEL_WORDS = ("A shirt, a scarf", "A jumper, shoes", "A winter coat")
PROBLEMS = ("It is not as described", "It has not arrived", "It does not fit", "It is not genuine")


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something bought. `placed` is local time as `2026-11-16T18:42`; prices read like `$11.40`."""

    id: str
    number: str
    key: str
    brand: str
    piece: str
    size: str
    condition: str
    colour: str
    seller: str
    price: str
    delivery: str
    place: str
    protection: bool
    payment: str
    note: str
    offer: str
    """The number of the offer that set the price, or nothing."""
    total: str
    placed: str
    status: str = "Paid"
    """Paid, Posted, Received, Cancelled or In dispute."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer by this user. A seller may answer with a price of their own, `counter`."""

    id: str
    number: str
    key: str
    brand: str
    piece: str
    size: str
    condition: str
    seller: str
    asked: str
    price: str
    valid: str
    message: str
    made: str
    status: str = "Waiting"
    """Waiting, Accepted, Countered, Declined, Withdrawn or Bought."""
    counter: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Something that this user sells."""

    id: str
    number: str
    title: str
    brand: str
    kind: str
    size: str
    condition: str
    colour: str
    price: str
    parcel: str
    offers: bool
    note: str
    photo: int
    listed: str
    status: str = "On sale"
    """On sale or Hidden."""


@dataclass(frozen=True, slots=True)
class Till:
    """What is filled in before a piece is bought. `offer` is the number of an accepted offer."""

    key: str = ""
    offer: str = ""
    cents: int = 0
    delivery: str = WAYS[0].name
    place: str = WAYS[0].places[0][0]
    protection: bool = True
    payment: str = PAYMENTS[0]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Haggle:
    """An offer that is being written."""

    key: str = ""
    cents: int = 0
    valid: str = VALID
    message: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A piece that is being put up for sale; `price` is in whole dollars as it is typed."""

    title: str = ""
    brand: str = ""
    kind: str = ""
    size: str = ""
    condition: str = CONDITIONS[2]
    colour: str = ""
    price: str = ""
    parcel: str = PARCELS[0]
    offers: bool = True
    note: str = ""
    photo: int = 1
    tried: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to buying."""

    query: str = ""
    filters: Filters = Filters()
    problem: str = PROBLEMS[0]


def _bought(number: int, one: tuple[str, ...], price: int, way: int, place: int, protection: bool, paid: int,
            placed: str, status: str) -> Purchase:  # fmt: skip
    brand, name, size, condition, colour, who = one
    total = price + WAYS[way].cents + (fee(price) if protection else 0)
    return Purchase(
        str(number), f"TL-{number}", "", brand, name, size, condition, colour, who, money(price), WAYS[way].name,
        WAYS[way].places[place][0], protection, PAYMENTS[paid], "", "", money(total), placed, status,
    )  # fmt: skip


def fee(cents: int) -> int:
    """What buyer protection costs at this price."""
    return (cents * SHARE + 50) // 100 + FIXED


def _history() -> tuple[Purchase, ...]:
    return (
        _bought(3102, ("Plainer", "Apron dress", "S", "Like new", "Denim", "Noor Haddad"), 2260, 1, 1, False, 2,
                "2026-05-06T12:25", "Received"),
        _bought(3103, ("Kitewell", "Fair-isle vest", "M", "Very good", "Navy", "Ida Brandvold"), 1990, 2, 0, True, 0,
                "2026-07-19T18:03", "Cancelled"),
        _bought(3104, ("Tidehouse", "Quilted waistcoat", "M", "Good", "Olive", "José Arriaga"), 1840, 0, 0, True, 0,
                "2026-08-30T20:12", "Received"),
        _bought(3105, ("云上 Yunshang", "Silk scarf 真丝围巾", "One size", "Like new", "Red", "林晓雨"), 1360, 1, 0,
        True, 1,
                "2026-10-11T07:55", "Received"),
        _bought(3106, ("Harrow & Co", "Moleskin trousers", "M", "Very good", "Brown", "Tomasz Wilk"), 2790, 0, 1,
        True, 0,
                "2026-11-13T21:40", "Posted"),
    )  # fmt: skip


def _offers() -> tuple[Offer, ...]:
    return (
        Offer("213", "OF-213", "", "Osier", "Belt bag with a brass buckle", "One size", "Good", "Tomasz Wilk",
        "$18.00", "$15.00",
              VALID, "", "2026-10-29T08:12", "Withdrawn"),
        Offer("214", "OF-214", "", "Harrow & Co", "Moleskin trousers", "M", "Very good", "Tomasz Wilk", "$32.00",
              "$27.90", "24 hours", "Collected on foot, so no box needed.", "2026-11-13T20:58", "Bought"),
        Offer("215", "OF-215", "linen", "Lumen Dye Works", "Linen trousers", "S", "Very good", "Mira Okonedo", "$19.90",
              "$15.00", VALID, "", "2026-11-14T12:31", "Declined"),
        Offer("216", "OF-216", "satchel", "Osier", "Doctor’s bag", "One size", "Well loved", "Tomasz Wilk", "$42.90",
              "$34.00", "7 days", "I would use it every day.", "2026-11-15T19:02", "Countered", "$38.00"),
        Offer("217", "OF-217", "worker", "Harrow & Co", "Chore jacket", "L", "Well loved", "Second Tide", "$22.60",
              "$20.00", VALID, "", "2026-11-16T22:15", "Accepted"),
    )  # fmt: skip


def _listings() -> tuple[Listing, ...]:
    return (
        Listing("901", "LS-901", "Raincoat with a hood", "Tidehouse", "Coats", "M", "Good", "Mustard", "$29.00",
                "Large", True, "Seams taped again last year.", 5, "2026-11-02T18:20"),
        Listing("902", "LS-902", "Ribbed roll-neck", "Kitewell", "Knitwear", "M", "Very good", "Grey", "$18.00",
                "Medium", True, "", 2, "2026-11-09T09:05"),
        Listing("903", "LS-903", "Weekend bag", "Marrow Lane", "Bags", "One size", "Like new", "Navy", "$46.00",
                "Large", False, "Fits three days.", 3, "2026-11-12T21:44"),
        Listing("904", "LS-904", "Party shirt, too loud for me", "North Quill", "Shirts", "M", "New with tags", "Red",
                "$16.00", "Small", True, "", 8, "2026-10-20T13:10", "Hidden"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Thriftloom remembers. Records stand in the order in which they were made."""

    purchases: tuple[Purchase, ...] = field(default_factory=_history)
    offers: tuple[Offer, ...] = field(default_factory=_offers)
    listings: tuple[Listing, ...] = field(default_factory=_listings)
    saved: tuple[str, ...] = ("slip", "selvedge")
    following: tuple[str, ...] = ("林晓雨",)
    till: Till = Till()
    haggle: Haggle = Haggle()
    form: Form = Form()
    ui: Ui = Ui()


def way(name: str) -> Way:
    """The way of delivery of this name; the first for a name that is none."""
    return next((one for one in WAYS if one.name == name), WAYS[0])


def total(till: Till) -> int:
    """The cents that are paid."""
    return till.cents + way(till.delivery).cents + (fee(till.cents) if till.protection else 0)


def gone(state: State, one: Piece) -> bool:
    """Whether this user has bought the piece: there is only one."""
    return any(bought.key == one.key and bought.status != "Cancelled" for bought in state.purchases)


def offer_for(state: State, one: Piece) -> Offer | None:
    """The offer that is open for a piece."""
    open_ = ("Waiting", "Countered", "Accepted")
    return next((made for made in reversed(state.offers) if made.key == one.key and made.status in open_), None)


def offer(state: State, number: str) -> Offer | None:
    """The offer with this number."""
    return next((one for one in state.offers if one.number == number), None)


def purchase(state: State, number: str) -> Purchase | None:
    """The purchase with this number."""
    return next((one for one in state.purchases if one.number == number), None)


def listing(state: State, number: str) -> Listing | None:
    """The listing with this number."""
    return next((one for one in state.listings if one.number == number), None)


def cents(price: str) -> int:
    """The cents of `$11.40`."""
    return int(price.removeprefix("$").replace(".", ""))


def missing(form: Form) -> tuple[str, ...]:
    """The names of what a listing cannot do without and the form lacks."""
    needed = ("title", "kind", "size", "colour")
    lacks = tuple(name for name in needed if not getattr(form, name).strip())
    return lacks if form.price.isdigit() and 1 <= int(form.price) <= 9999 else (*lacks, "price")
