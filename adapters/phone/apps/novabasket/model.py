"""Novabasket's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.phone.apps.novabasket.catalogue import BY_NAME, Item, item, money
from adapters.phone.apps.novabasket.terms import GIFT, PAYMENTS, REASONS, WAYS, Coupon, coupon, way

FIRST_NUMBER = 48208


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an order. What a product cannot be asked for stays empty."""

    item: str
    colour: str = ""
    size: str = ""
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Held:
    """One line of the basket; only what is selected is ordered."""

    item: str
    colour: str = ""
    size: str = ""
    quantity: int = 1
    selected: bool = True


@dataclass(frozen=True, slots=True)
class Address:
    """Where parcels go."""

    label: str
    name: str
    street: str
    city: str


@dataclass(frozen=True, slots=True)
class Order:
    """A placed order. `placed` is local time as `2026-11-16T18:42`, `total` reads like `$11.40`."""

    id: str
    number: str
    lines: tuple[Line, ...]
    address: str
    delivery: str
    payment: str
    coupon: str
    gift: bool
    total: str
    placed: str
    status: str = "To ship"
    """To ship, On the way, Received or Cancelled."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Checkout:
    """What is filled in before an order is placed. `now` marks what was bought past the basket."""

    lines: tuple[Line, ...] = ()
    now: bool = False
    address: str = "Home"
    delivery: str = WAYS[0].name
    payment: str = PAYMENTS[0]
    coupon: str = ""
    gift: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """A review by this user."""

    item: str
    stars: int
    text: str


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings page; orders start from delivery and payment."""

    delivery: str = WAYS[0].name
    payment: str = PAYMENTS[0]
    updates: bool = True
    drops: bool = True
    offers: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to buying."""

    query: str = ""
    reason: str = REASONS[0]
    stars: int = 5
    text: str = ""


def _history() -> tuple[Order, ...]:
    """What this user has ordered before."""
    rows = (
        ((Line("Folding garden bench"),), "Home", 0, 0, "", False, "2026-06-21T17:09", "Received"),
        ((Line("Memory card, reads 190 MB/s", "Silver", "128 GB"), Line("Braided USB-C cable", "Black", "1 m")), "Work",
         1, 1, "", False, "2026-07-30T13:38", "Received"),
        ((Line("Cedar and fig candle", "", "3 pieces"),), "Noor", 0, 0, "", True, "2026-08-17T22:51", "Received"),
        ((Line("Atlas of Small Harbours"),), "Work", 1, 1, "", True, "2026-09-02T21:14", "Received"),
        ((Line("Rope leash 1.8 m", "Mint"), Line("Orthopaedic dog bed", "Moss", "L")), "Home", 0, 0, "HARBOUR5", False,
         "2026-10-04T08:30", "Received"),
        ((Line("Canvas low-top", "Off-white", "42"),), "Home", 2, 2, "", False, "2026-10-19T12:02", "Cancelled"),
        ((Line("Braided USB-C cable", "Coral", "2 m", 2), Line("Fisherman’s beanie", "Ink", "M")), "Home", 0, 0, "",
         False, "2026-11-08T19:45", "Received"),
        ((Line("云雾绿茶 Cloud mist green tea, 100 g", "", "3 pieces"),), "Home", 1, 1, "", False, "2026-11-14T10:20",
         "On the way"),
    )  # fmt: skip
    made = []
    for number, (lines, address, ship, paid, code, gift, placed, status) in enumerate(rows, FIRST_NUMBER):
        filled = Checkout(lines, False, address, WAYS[ship].name, PAYMENTS[paid], code, gift)
        sums = money(total(filled))
        made.append(
            Order(str(number), f"NB-{number}", lines, address, filled.delivery, filled.payment, code, gift, sums,
                  placed, status, REASONS[0] if status == "Cancelled" else "")
        )  # fmt: skip
    return tuple(made)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Novabasket remembers. Orders stand in the order in which they were placed."""

    orders: tuple[Order, ...] = field(default_factory=lambda: _history())
    basket: tuple[Held, ...] = (
        Held("Cedar and fig candle", "", "1 piece", 2),
        Held("Cobble pocket speaker", "Sea blue", selected=False),
    )
    saved: tuple[str, ...] = ("Mushroom table lamp", "Fellrunner trail shoe")
    coupons: tuple[str, ...] = ("HARBOUR5", "FREESHIP")
    addresses: tuple[Address, ...] = (
        Address("Home", "Robin Vale", "14 Ferry Street 2B", "Alder Cross"),
        Address("Work", "Robin Vale, Tidewater Studio", "Pier House 5", "Kestrel Bay"),
        Address("Noor", "Noor Haddad", "31 Lantern Square", "Port Meridian"),
    )
    reviews: tuple[Review, ...] = (Review("Atlas of Small Harbours", 5, "The paper alone is worth it."),)
    draft: Line = Line("")
    checkout: Checkout = Checkout()
    preferences: Preferences = Preferences()
    ui: Ui = Ui()


def fresh(one: Item) -> Line:
    """A product as it comes when nobody picks anything: the declared defaults."""
    return Line(one.name, one.kind.colours[0] if one.kind.colours else "", one.kind.preset)


def draft_for(state: State, key: str) -> Line:
    """The draft of this product, or a fresh one where the page was opened in another way than from a list."""
    one = item(key)
    return state.draft if state.draft.item == one.name else fresh(one)


def line_of(held: Held) -> Line:
    """The order line that a line of the basket stands for."""
    return Line(held.item, held.colour, held.size, held.quantity)


def each(line: Line | Held) -> int:
    """The cents of one piece. Products that are not sold cost nothing."""
    one = BY_NAME.get(line.item)
    if one is None:
        return 0
    return one.cents + next((size.cents for size in one.kind.sizes if size.label == line.size), 0)


def chosen(line: Line | Held) -> str:
    """`Sea blue, 128 GB`, or nothing where there was nothing to choose."""
    return ", ".join(part for part in (line.colour, line.size) if part)


def selected(state: State) -> tuple[Line, ...]:
    """The lines of the basket that would be ordered now."""
    return tuple(line_of(held) for held in state.basket if held.selected)


def goods(lines: tuple[Line, ...]) -> int:
    """The cents of all lines."""
    return sum(each(line) * line.quantity for line in lines)


def pieces(lines: tuple[Line, ...] | tuple[Held, ...]) -> int:
    """How many things the lines hold."""
    return sum(line.quantity for line in lines)


def count(lines: tuple[Line, ...] | tuple[Held, ...]) -> str:
    """`1 item`, `3 items`."""
    many = pieces(lines)
    return "1 item" if many == 1 else f"{many} items"


def usable(code: str, lines: tuple[Line, ...]) -> Coupon | None:
    """The coupon, if these lines are enough for it."""
    known = coupon(code)
    return known if known is not None and goods(lines) >= known.least else None


def shipping(filled: Checkout) -> int:
    """What the delivery costs."""
    how = way(filled.delivery)
    free = how.free_from and (goods(filled.lines) >= how.free_from or usable(filled.coupon, filled.lines) == FREE)
    return 0 if free else how.cents


def rebate(filled: Checkout) -> int:
    """What the coupon takes off the goods."""
    known = usable(filled.coupon, filled.lines)
    return known.cents if known is not None else 0


def total(filled: Checkout) -> int:
    """The cents of the whole order."""
    return goods(filled.lines) - rebate(filled) + shipping(filled) + (GIFT if filled.gift else 0)


def find(state: State, number: str) -> Order | None:
    """The order with this number, if there is one."""
    return next((order for order in state.orders if order.number == number), None)


def address(state: State, label: str) -> Address:
    """The address of this label; an empty one where it is gone."""
    return next((one for one in state.addresses if one.label == label), Address(label, "", "", ""))


FREE = coupon("FREESHIP")
