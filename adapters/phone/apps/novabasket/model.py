"""Novabasket's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass, field

from adapters.phone.apps.novabasket.catalogue import BY_NAME, Item, item_of
from adapters.phone.apps.novabasket.terms import GIFT, PAYMENTS, WAYS, Coupon, coupon_of, way_of
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.prices import money, price_of

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

    @property
    def place(self) -> str:
        """`14 Ferry Street 2B, Alder Cross`; empty for an address that is gone."""
        return ", ".join(part for part in (self.street, self.city) if part)


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


@content
class PastOrder:
    """An order of the past; the rest of its record follows from it."""

    placed: str
    address: str
    delivery: str
    payment: str
    status: str
    lines: tuple[Line, ...]
    coupon: str = ""
    gift: bool = False


def _history() -> tuple[Order, ...]:
    return tuple(
        Order(
            str(number), f"NB-{number}", past.lines, past.address, past.delivery, past.payment, past.coupon, past.gift,
            _past_total(past), past.placed, past.status,
        )
        for number, past in enumerate(_PAST_ORDERS, FIRST_NUMBER)
    )  # fmt: skip


def _past_total(past: PastOrder) -> str:
    return money(total(Checkout(past.lines, delivery=past.delivery, coupon=past.coupon, gift=past.gift)))


_PAST_ORDERS = read_content(__package__, "past_orders.yaml", tuple[PastOrder, ...])


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Novabasket remembers. Orders stand in the order in which they were placed."""

    orders: tuple[Order, ...] = field(default_factory=_history)
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
    draft: Line = Line("")
    checkout: Checkout = Checkout()
    query: str = ""


def fresh(item: Item) -> Line:
    """A product as it comes when nobody picks anything: the declared defaults."""
    return Line(item.name, item.kind.colours[0] if item.kind.colours else "", item.kind.preset)


def draft_for(state: State, key: str) -> Line:
    """The draft of this product, or a fresh one where the page was opened in another way than from a list."""
    item = item_of(key)
    return state.draft if state.draft.item == item.name else fresh(item)


def line_of(held: Held) -> Line:
    """The order line that a line of the basket stands for."""
    return Line(held.item, held.colour, held.size, held.quantity)


def each(line: Line | Held) -> int:
    """The cents of one piece. Products that are not sold cost nothing."""
    item = BY_NAME.get(line.item)
    return item.cents + price_of(item.kind.sizes, line.size) if item is not None else 0


def chosen(line: Line | Held) -> str:
    """`Sea blue, 128 GB`, or empty where there was nothing to choose."""
    return ", ".join(part for part in (line.colour, line.size) if part)


def selected(state: State) -> tuple[Line, ...]:
    """The lines of the basket that would be ordered now."""
    return tuple(line_of(held) for held in state.basket if held.selected)


def goods(lines: tuple[Line, ...]) -> int:
    """The cents of all lines."""
    return sum(each(line) * line.quantity for line in lines)


def usable(code: str, lines: tuple[Line, ...]) -> Coupon | None:
    """The coupon, if these lines are enough for it."""
    coupon = coupon_of(code)
    return coupon if coupon is not None and goods(lines) >= coupon.least else None


def shipping(filled: Checkout) -> int:
    """What the delivery costs."""
    way = way_of(filled.delivery)
    free = way.free_from and (goods(filled.lines) >= way.free_from or filled.coupon == FREE_DELIVERY)
    return 0 if free else way.cents


def rebate(filled: Checkout) -> int:
    """What the coupon takes off the goods."""
    coupon = usable(filled.coupon, filled.lines)
    return coupon.cents if coupon is not None else 0


def total(filled: Checkout) -> int:
    """The cents of the whole order."""
    return goods(filled.lines) - rebate(filled) + shipping(filled) + (GIFT if filled.gift else 0)


def address_of(state: State, label: str) -> Address:
    """The address of this label; an empty one where it is gone."""
    return next((address for address in state.addresses if address.label == label), Address(label, "", "", ""))


FREE_DELIVERY = "FREESHIP"
"""The coupon that takes off the delivery instead of cents; it has no least sum."""
