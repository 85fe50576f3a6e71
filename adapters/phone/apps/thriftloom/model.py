"""Thriftloom's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass

from adapters.phone.apps.thriftloom.catalogue import Filters, Piece
from adapters.phone.apps.thriftloom.records import RECORDS, Listing, Offer, Purchase
from adapters.phone.framework.state_paths import find

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
    where: str
    places: dict[str, str]
    """Their names, and where they are."""


WAYS = (
    Way("Parcel shop", "In 3–5 days, collect with your code", 290, "storefront", "Collect at", {
        "Ferry Street Kiosk": "9 Ferry Street, Alder Cross",
        "Quarry Park Locker": "Station forecourt, Quarry Park",
        "Pier House Post": "Pier House 1, Kestrel Bay",
    }),
    Way("To my door", "In 2–4 days, by courier", 460, "home", "Deliver to", {
        "Home": "14 Ferry Street 2B, Alder Cross",
        "Work": "Pier House 5, Kestrel Bay",
    }),
    Way("Meet the seller", "Try it on first; agree on a day by message", 0, "handshake", "Meet at", {
        "Alder Cross station": "Under the clock",
        "Lantern Square": "By the fountain, Port Meridian",
    }),
)  # fmt: skip
PAYMENTS = {
    "Card ending 4417": "credit_card",
    "Loom balance": "account_balance_wallet",
    "Bank transfer": "account_balance",
}
"""Name to icon; the first is preset, as everywhere."""
CUTS = (5, 10, 15, 20, 30)
CUT = 10
PARCELS = {"Small": "A shirt, a scarf", "Medium": "A jumper, shoes", "Large": "A winter coat"}


@dataclass(frozen=True, slots=True)
class Till:
    """What is filled in before a piece is bought."""

    key: str = ""
    cents: int = 0
    delivery: str = WAYS[0].name
    place: str = next(iter(WAYS[0].places))
    protection: bool = True
    payment: str = next(iter(PAYMENTS))


@dataclass(frozen=True, slots=True)
class Haggle:
    """An offer that is being written."""

    key: str = ""
    cents: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """A piece that is being put up for sale; `price` is in whole dollars as it is typed."""

    title: str = ""
    brand: str = ""
    kind: str = ""
    size: str = ""
    condition: str = "Very good"
    colour: str = ""
    price: str = ""
    parcel: str = "Small"
    offers: bool = True
    note: str = ""
    photo: int = 1
    tried: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to buying."""

    query: str = ""
    filters: Filters = Filters()


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Thriftloom remembers. Records stand in the order in which they were made."""

    purchases: tuple[Purchase, ...] = RECORDS.purchases
    offers: tuple[Offer, ...] = RECORDS.offers
    listings: tuple[Listing, ...] = RECORDS.listings
    saved: tuple[str, ...] = ("slip", "selvedge")
    following: tuple[str, ...] = ("林晓雨",)
    till: Till = Till()
    haggle: Haggle = Haggle()
    form: Form = Form()
    ui: Ui = Ui()


def way_of(name: str) -> Way:
    """The way of delivery of this name; the first for a name that is none."""
    return next((way for way in WAYS if way.name == name), WAYS[0])


def fee(cents: int) -> int:
    """What buyer protection costs at this price."""
    return (cents * SHARE + 50) // 100 + FIXED


def total(till: Till) -> int:
    """The cents that are paid."""
    return till.cents + way_of(till.delivery).cents + (fee(till.cents) if till.protection else 0)


def is_bought(state: State, piece: Piece) -> bool:
    """Whether this user has bought the piece: there is only one."""
    return any(purchase.key == piece.key and purchase.status != "Cancelled" for purchase in state.purchases)


def open_offer(state: State, piece: Piece) -> Offer | None:
    """The offer that is open for a piece."""
    return find(state.offers, key=piece.key, status="Waiting")


def haggle_for(state: State, piece: Piece) -> Haggle:
    """The offer being written for this piece, or a fresh one: a tenth less."""
    return state.haggle if state.haggle.key == piece.key else Haggle(piece.key, reduced(piece, CUT))


def reduced(piece: Piece, cut: int) -> int:
    """The price less so many percent, in whole dollars."""
    return piece.cents * (100 - cut) // 10000 * 100


def cents_of(price: str) -> int:
    """The cents of `$11.40`."""
    return int(price.removeprefix("$").replace(".", ""))


def missing(form: Form) -> tuple[str, ...]:
    """The names of what a listing cannot do without and the form lacks."""
    needed = ("title", "kind", "size", "colour")
    lacks = tuple(name for name in needed if not getattr(form, name).strip())
    return lacks if form.price.isdigit() and 1 <= int(form.price) <= 9999 else (*lacks, "price")
