"""Larderly's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from adapters.phone.apps.larderly.catalogue import BY_NAME, Item, item, money, pack
from adapters.phone.apps.larderly.terms import (
    BAG_CENTS,
    BAGS,
    BEST,
    CANCEL_REASONS,
    DELIVERY,
    FREE_FROM,
    HANDOVERS,
    LEAST,
    PAYMENTS,
    REASONS,
    REPAID,
    TIP_CENTS,
    TIPS,
    Code,
    code,
)

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
    code: str
    tip: str
    total: str
    placed: str
    slot_cents: int = 0
    status: str = "Confirmed"
    """Confirmed, Being picked, Delivered or Cancelled."""
    reason: str = ""
    swaps: tuple[Swap, ...] = ()


@dataclass(frozen=True, slots=True)
class Refund:
    """Money asked back for something of an order."""

    number: str
    order: str
    item: str
    reason: str
    repaid: str
    amount: str
    at: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """Where groceries go; `note` tells the driver how to get in."""

    label: str
    name: str
    street: str
    city: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Till:
    """What is filled in before an order is placed. An empty day means that nobody has chosen a window yet."""

    way: str = DELIVERY
    address: str = "Home"
    point: str = "Ferry Street"
    day: str = ""
    hours: str = ""
    bags: str = BAGS[0]
    handover: str = HANDOVERS[0]
    payment: str = PAYMENTS[0]
    code: str = ""
    tip: str = TIPS[0]


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings page; lines and orders start from these."""

    substitute: str = BEST
    bags: str = BAGS[0]
    handover: str = HANDOVERS[0]
    texts: bool = True
    offers: bool = False
    receipts: bool = True


@dataclass(frozen=True, slots=True)
class Complaint:
    """The form that asks for money back, while it is filled in."""

    item: str = ""
    reason: str = REASONS[0]
    repaid: str = REPAID[0]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to buying."""

    query: str = ""
    code: str = ""
    code_error: str = ""
    cancel: str = CANCEL_REASONS[0]
    complaint: Complaint = Complaint()
    form: Address = Address("", "", "", "")
    tried: bool = False


def _line(key: str, quantity: int = 1, at: int = 0, prep: int = 0, substitute: str = BEST, note: str = "") -> Line:
    one = item(key)
    asked = one.prep.options[prep] if one.prep else ""
    return Line(one.name, one.packs[at].label, asked, substitute, note, quantity)


@lru_cache(maxsize=1)
def _history() -> tuple[Order, ...]:
    """What this household has ordered before; the last one is being picked this morning."""
    rows = (
        ((_line("pasta", 3), _line("passata", 3), _line("cheddar"), _line("paper")), "Home", "Mon, 5 Oct", 3,
         "Leave at the door", "2026-10-04T21:12", "Delivered"),
        ((_line("coffee", 1, 1, 2), _line("oat", 2, 1), _line("honey")), "Studio", "Thu, 15 Oct", 1, "Hand it to me",
         "2026-10-14T16:40", "Delivered"),
        ((_line("rice", 1, 1), _line("soysauce"), _line("chili", 2), _line("gyoza", 2), _line("tofu", 2),
          _line("spinach", 2)), "Home", "Sat, 31 Oct", 2, "Hand it to me", "2026-10-30T08:05", "Delivered"),
        ((_line("cat", 1, 1), _line("litter", 2)), "Home", "Sun, 8 Nov", 3, "Leave at the door", "2026-11-07T19:22",
         "Cancelled"),
        ((_line("milk", 2), _line("eggs", 1, 1), _line("banana"), _line("sour", 1, 0, 1), _line("blue", 2),
          _line("salmon", 1, 0, 1), _line("yogurt")), "Home", "Sat, 14 Nov", 1, "Hand it to me", "2026-11-13T20:31",
         "Delivered"),
        ((_line("oat", 2, 0, 0, "Ask me first"), _line("avocado", 2, 1), _line("chickpea", 4), _line("brioche"),
          _line("tomato", 1, 0, 0, "Ask me first", "Not too soft, please"), _line("wash", 1, 1)), "Home", "Tue, 17 Nov",
         3, "Hand it to me", "2026-11-16T22:08", "Being picked"),
    )  # fmt: skip
    hours = ("07:00–09:00", "10:00–12:00", "14:00–16:00", "18:00–20:00")
    made = []
    for number, (lines, place, day, at, hand, placed, status) in enumerate(rows, FIRST_NUMBER):
        swaps: tuple[Swap, ...] = ()
        if status == "Being picked":
            swaps = (Swap("Oat drink barista", "Oat drink original"), Swap("Vine tomatoes", "Sweet pointed pepper"))
        cents = (390, 290, 250, 490)[at]
        till = Till(address=place, day=day, hours=hours[at], handover=hand)
        total = money(sums(lines, till, cents)["Total"])
        made.append(
            Order(str(number), f"LD-{number}", lines, DELIVERY, place, day, hours[at], BAGS[0], hand, PAYMENTS[0], "",
                  TIPS[0], total, placed, cents, status, CANCEL_REASONS[0] if status == "Cancelled" else "", swaps)
        )  # fmt: skip
    return tuple(made)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Larderly remembers. Orders stand in the order in which they were placed."""

    orders: tuple[Order, ...] = field(default_factory=_history)
    refunds: tuple[Refund, ...] = (
        Refund("RF-311", "LD-7730", "Baby spinach, washed", "Not fresh", REPAID[1], "$2.40", "2026-10-31T17:20"),
    )
    credit: int = 640
    """Larderly credit in cents."""
    basket: tuple[Line, ...] = field(default_factory=lambda: (_line("milk", 2), _line("banana"), _line("sour")))
    addresses: tuple[Address, ...] = (
        Address("Home", "Robin Vale", "14 Ferry Street 2B", "Alder Cross", "Bell “Vale”, second floor"),
        Address("Studio", "Robin Vale, Tidewater Studio", "Pier House 5", "Kestrel Bay", "Goods lift at the back"),
        Address("Dr. Amadi", "Dr. Amadi", "8 Lantern Square", "Port Meridian"),
    )
    draft: Line = Line("")
    till: Till = Till()
    preferences: Preferences = Preferences()
    ui: Ui = Ui()


def fresh(one: Item, substitute: str = BEST) -> Line:
    """An item as it comes when nobody picks anything: the declared defaults."""
    return Line(one.name, one.packs[0].label, one.prep.options[0] if one.prep else "", substitute)


def draft_for(state: State, key: str) -> Line:
    """The draft of this item's page, or a fresh one where the page was opened in another way than from a list."""
    one = item(key)
    return state.draft if state.draft.item == one.name else fresh(one, state.preferences.substitute)


def each(line: Line) -> int:
    """The cents of one pack. What is not sold costs nothing."""
    one = BY_NAME.get(line.item)
    return pack(one, line.pack).cents if one is not None else 0


def chosen(line: Line) -> str:
    """`1 kg, Espresso`."""
    return ", ".join(part for part in (line.pack, line.prep) if part)


def held(state: State, name: str) -> int:
    """How many packs of something are in the basket, in whatever pack."""
    return sum(line.quantity for line in state.basket if line.item == name)


def goods(lines: tuple[Line, ...]) -> int:
    """The cents of all lines."""
    return sum(each(line) * line.quantity for line in lines)


def count(lines: tuple[Line, ...]) -> str:
    """`1 item`, `3 items`."""
    many = sum(line.quantity for line in lines)
    return "1 item" if many == 1 else f"{many} items"


def usable(name: str, lines: tuple[Line, ...]) -> Code | None:
    """The promotion, if these lines are enough for it."""
    known = code(name) if name else None
    return known if known is not None and goods(lines) >= known.least else None


def missing(state: State) -> int:
    """The cents that the basket lacks to be delivered; collection has no least sum."""
    return max(0, LEAST - goods(state.basket)) if state.till.way == DELIVERY else 0


def sums(lines: tuple[Line, ...], till: Till, slot_cents: int) -> dict[str, int]:
    """The parts of the bill in cents; those that are nothing are left out, `Total` is the last."""
    products = goods(lines)
    known = usable(till.code, lines)
    parts = {
        "Products": products,
        f"Code {till.code}": -known.cents if known is not None else 0,
        till.way: 0 if products >= FREE_FROM else slot_cents,
        "Bags": BAG_CENTS[BAGS.index(till.bags)],
        "Tip for the driver": TIP_CENTS[TIPS.index(till.tip)],
    }
    kept = {name: cents for name, cents in parts.items() if cents or name in ("Products", till.way)}
    return {**kept, "Total": sum(parts.values())}


def find(state: State, number: str) -> Order | None:
    """The order with this number, if there is one."""
    return next((order for order in state.orders if order.number == number), None)


def address(state: State, label: str) -> Address:
    """The address of this label; an empty one where it is gone."""
    return next((one for one in state.addresses if one.label == label), Address(label, "", "", ""))
