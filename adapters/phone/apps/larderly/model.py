"""Larderly's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass, field
from datetime import datetime

from adapters.phone.apps.larderly import terms
from adapters.phone.apps.larderly.catalogue import BY_NAME, Item, item_of, pack_of
from adapters.phone.apps.larderly.terms import (
    BAGS,
    BEST,
    CANCEL_REASONS,
    DELIVERY,
    FREE_FROM,
    HANDOVERS,
    LEAST,
    PAYMENTS,
    TIPS,
    Window,
)
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.prices import money, price_of
from adapters.phone.framework.state_paths import find

FIRST_NUMBER = 7728


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the basket or of an order. `prep` stays empty where nothing is asked; `note` is for the picker."""

    item: str
    pack: str = ""
    prep: str = ""
    substitute: str = BEST
    note: str = ""
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Swap:
    """What the picker offers in place of something that has run out; `answer` is Accepted, Refused or nothing yet."""

    item: str
    offer: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A placed order. `placed` is local time as `2026-11-16T18:42`, `total` reads like `$11.40`.

    `place` is the label of an address for a delivery, the name of a point for a collection.
    """

    id: str
    number: str
    lines: tuple[Line, ...]
    way: str
    place: str
    day: str
    hours: str
    bags: str
    handover: str
    payment: str
    tip: str
    total: str
    placed: str
    slot_cents: int = 0
    status: str = "Confirmed"
    """Confirmed, Being picked, Delivered or Cancelled."""
    reason: str = ""
    swaps: tuple[Swap, ...] = ()


@dataclass(frozen=True, slots=True)
class Address:
    """Where groceries go; `note` tells the driver how to get in."""

    label: str
    name: str
    street: str
    city: str
    note: str = ""

    @property
    def place(self) -> str:
        """`14 Ferry Street 2B, Alder Cross`; empty for an address that is gone."""
        return ", ".join(part for part in (self.street, self.city) if part)


@dataclass(frozen=True, slots=True)
class Till:
    """What is filled in before an order is placed. An empty day means that nobody has chosen a window yet."""

    way: str = DELIVERY
    address: str = "Home"
    point: str = "Ferry Street"
    day: str = ""
    hours: str = ""
    bags: str = BAGS[0].label
    handover: str = HANDOVERS[0]
    payment: str = PAYMENTS[0]
    tip: str = TIPS[0].label


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings page; lines and orders start from these."""

    substitute: str = BEST
    bags: str = BAGS[0].label
    handover: str = HANDOVERS[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to buying."""

    query: str = ""
    cancel: str = CANCEL_REASONS[0]
    form: Address = Address("", "", "", "")
    tried: bool = False


@content
class PastOrder:
    """An order of the past; the rest of its record follows from it."""

    placed: str
    place: str
    day: str
    hours: str
    slot_cents: int
    handover: str
    status: str
    lines: tuple[Line, ...]
    reason: str = ""
    swaps: tuple[Swap, ...] = ()


def _history() -> tuple[Order, ...]:
    return tuple(_past_order(str(number), past) for number, past in enumerate(_PAST_ORDERS, FIRST_NUMBER))


def _past_order(number: str, past: PastOrder) -> Order:
    total = sums(past.lines, Till(), past.slot_cents)["Total"]
    return Order(
        number, f"LD-{number}", past.lines, DELIVERY, past.place, past.day, past.hours, BAGS[0].label, past.handover,
        PAYMENTS[0], TIPS[0].label, money(total), past.placed, past.slot_cents, past.status, past.reason,
        past.swaps,
    )  # fmt: skip


_PAST_ORDERS = read_content(__package__, "past_orders.yaml", tuple[PastOrder, ...])


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Larderly remembers. Orders stand in the order in which they were placed."""

    orders: tuple[Order, ...] = field(default_factory=_history)
    credit: int = 640
    """Larderly credit in cents."""
    basket: tuple[Line, ...] = (
        Line("Whole milk", "1 l", quantity=2),
        Line("Bananas", "5 pieces", "Ready to eat"),
        Line("Rye sourdough", "750 g", "Unsliced"),
    )
    addresses: tuple[Address, ...] = (
        Address("Home", "Robin Vale", "14 Ferry Street 2B", "Alder Cross", "Bell “Vale”, second floor"),
        Address("Studio", "Robin Vale, Tidewater Studio", "Pier House 5", "Kestrel Bay", "Goods lift at the back"),
        Address("Dr. Amadi", "Dr. Amadi", "8 Lantern Square", "Port Meridian"),
    )
    draft: Line = Line("")
    till: Till = Till()
    preferences: Preferences = Preferences()
    ui: Ui = Ui()


def fresh(item: Item, substitute: str = BEST) -> Line:
    """An item as it comes when nobody picks anything: the declared defaults."""
    return Line(item.name, item.packs[0].label, item.prep.options[0] if item.prep else "", substitute)


def draft_for(state: State, key: str) -> Line:
    """The draft of this item's page, or a fresh one where the page was opened in another way than from a list."""
    item = item_of(key)
    return state.draft if state.draft.item == item.name else fresh(item, state.preferences.substitute)


def cents(line: Line) -> int:
    """What a line costs. What is not sold costs nothing."""
    item = BY_NAME.get(line.item)
    return pack_of(item, line.pack).cents * line.quantity if item is not None else 0


def chosen(line: Line) -> str:
    """`1 kg, Espresso`."""
    return ", ".join(part for part in (line.pack, line.prep) if part)


def held(state: State, name: str) -> int:
    """How many packs of something are in the basket, in whatever pack."""
    return sum(line.quantity for line in state.basket if line.item == name)


def goods(lines: tuple[Line, ...]) -> int:
    """The cents of all lines."""
    return sum(cents(line) for line in lines)


def missing(state: State) -> int:
    """The cents that the basket lacks to be delivered; collection has no least sum."""
    return max(0, LEAST - goods(state.basket)) if state.till.way == DELIVERY else 0


def sums(lines: tuple[Line, ...], till: Till, slot_cents: int) -> dict[str, int]:
    """The parts of the bill in cents; those that are nothing are left out, `Total` is the last."""
    products = goods(lines)
    parts = {
        "Products": products,
        till.way: 0 if products >= FREE_FROM else slot_cents,
        "Bags": price_of(BAGS, till.bags),
        "Tip for the driver": price_of(TIPS, till.tip),
    }
    shown = {name: cents for name, cents in parts.items() if cents or name in ("Products", till.way)}
    return {**shown, "Total": sum(parts.values())}


def settled(state: State, now: datetime) -> Window:
    """The window that the order would come in: the chosen one, or the first that is free."""
    till = state.till
    for window in terms.windows(now, till.way):
        if window.free and (window.day, window.hours) == (till.day, till.hours):
            return window
    return terms.first_free(now, till.way)


def bill(state: State, now: datetime) -> dict[str, int]:
    """The parts of the bill of what is in the basket."""
    return sums(state.basket, state.till, settled(state, now).cents)


def receiver(till: Till) -> str:
    """The label of the address, or the name of the point, that an order goes to."""
    return till.address if till.way == DELIVERY else till.point


def address_of(state: State, label: str) -> Address:
    """The address of this label; an empty one where it is gone."""
    return find(state.addresses, label=label) or Address(label, "", "", "")
