"""Griddle Nine's state: plain data in which every chosen value is the label that the screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.phone.apps.griddle.catalogue import ALONE, BY_NAME, CUPS, Item, Option, item, money
from adapters.phone.apps.griddle.shops import HOW, PAYMENTS, SHOPS, TIMES, TO_FREE, voucher

FIRST_NUMBER = 2202
OWNER = "Robin"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a tray or order. What a dish cannot be asked for stays empty."""

    item: str
    size: str = ""
    heat: str = ""
    meal: str = ""
    drink: str = ""
    without: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Order:
    """A confirmed order. `placed` is local time as `2026-11-16T18:42`; `total` reads like `$11.40`."""

    id: str
    number: str
    lines: tuple[Line, ...]
    shop: str
    how: str
    time: str
    name: str
    payment: str
    cutlery: bool
    voucher: str
    total: str
    placed: str


@dataclass(frozen=True, slots=True)
class Checkout:
    """What is filled in before an order is confirmed. `voucher` is typed, `applied` is the code that counts."""

    how: str = HOW[0]
    time: str = TIMES[0]
    name: str = OWNER
    payment: str = PAYMENTS[0]
    cutlery: bool = False
    voucher: str = ""
    applied: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """What the app remembers of its user; orders start from it."""

    name: str = OWNER
    payment: str = PAYMENTS[0]
    cutlery: bool = False
    updates: bool = True
    offers: bool = False
    allergens: tuple[str, ...] = ("Nuts",)


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, not to ordering."""

    query: str = ""
    name: str = ""


def _history() -> tuple[Order, ...]:
    """What this user has ordered before; no dish of it is the first of its section."""
    green = Line("Green Nine", "Two patties", "Mild", "Meal", "Hibiscus tea", ("Onion",))
    honey = Line("Hot Honey Fillet", "Regular", "Warm", ALONE)
    thighs = Line("Buttermilk Thigh", "Regular", "Mild", ALONE, quantity=2)
    rows = (
        ((green, Line("Hedgerow Shake", "Regular")), "Mill Lane", HOW[0], "18:45", PAYMENTS[1], "2026-08-29T18:12"),
        ((Line("Flat White", "Large", extras=("Oat milk",)), Line("Cinnamon Ring", quantity=2)), "Lantern Square",
         HOW[0], TIMES[0], PAYMENTS[1], "2026-09-20T10:48"),
        ((honey, Line("Sweet Potato Fries", "Small")), "Mill Lane", HOW[0], "13:30", PAYMENTS[0], "2026-10-06T12:51"),
        ((Line("Smokestack", "Two patties", "Fierce", "Big meal", "Lemon soda", (), ("Jalapeño",)), honey,
          Line("Charred Corn Bowl", "Sharing box")), "Tram Depot", HOW[1], TIMES[0], PAYMENTS[2], "2026-10-31T19:22"),
        ((Line("Filter Coffee", "Regular"), Line("Burnt Cheesecake")), "Mill Lane", HOW[1], TIMES[0], PAYMENTS[0],
         "2026-11-09T09:37"),
        ((thighs, Line("Lime Slaw", "Regular")), "Tram Depot", HOW[1], TIMES[0], PAYMENTS[0], "2026-11-15T13:05"),
    )  # fmt: skip
    return tuple(
        Order(str(number), f"G9-{number}", lines, where, how, time, OWNER, paid, how == HOW[1], "",
              total(lines), placed)
        for number, (lines, where, how, time, paid, placed) in enumerate(rows, FIRST_NUMBER)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Griddle Nine remembers. Orders stand in the order in which they were confirmed."""

    orders: tuple[Order, ...] = field(default_factory=lambda: _history())
    tray: tuple[Line, ...] = ()
    shop: str = SHOPS[0].name
    draft: Line = Line("")
    checkout: Checkout = Checkout()
    account: Account = Account()
    ui: Ui = Ui()


def fresh(one: Item) -> Line:
    """A dish as it comes when nobody picks anything: the declared defaults."""
    kind = one.kind
    return Line(one.name, _first(kind.sizes), _first(kind.heats), _first(kind.meals))


def draft_for(state: State, key: str) -> Line:
    """The draft of this dish, or a fresh one where the sheet was opened in another way than from a list."""
    one = item(key)
    return state.draft if state.draft.item == one.name else fresh(one)


def cents(line: Line) -> int:
    """What a line costs. Labels that are not on the menu cost nothing."""
    one = BY_NAME.get(line.item)
    if one is None:
        return 0
    kind = one.kind
    each = one.cents + _cost(kind.sizes, line.size) + _cost(kind.meals, line.meal)
    return (each + sum(_cost(kind.extras, label) for label in line.extras)) * line.quantity


def sum_of(lines: tuple[Line, ...]) -> int:
    """The cents of all lines."""
    return sum(cents(line) for line in lines)


def off(lines: tuple[Line, ...], code: str) -> int:
    """The cents that a voucher takes off these lines."""
    known = voucher(code)
    return known.cents if known is not None and sum_of(lines) >= known.least else 0


def total(lines: tuple[Line, ...], code: str = "") -> str:
    """What the lines cost less the voucher, as a price."""
    return money(sum_of(lines) - off(lines, code))


def pieces(lines: tuple[Line, ...]) -> int:
    """How many things the lines hold."""
    return sum(line.quantity for line in lines)


def count(lines: tuple[Line, ...]) -> str:
    """`1 item`, `3 items`."""
    many = pieces(lines)
    return "1 item" if many == 1 else f"{many} items"


def told(line: Line) -> list[str]:
    """What was chosen for a line, a phrase each: what stands as it comes is told too where there is a choice."""
    with_drink = f"{line.meal} with {line.drink or CUPS[0]}" if line.meal and line.meal != ALONE else line.meal
    parts = ["  ·  ".join(part for part in (line.size, line.heat, with_drink) if part)]
    if line.without:
        parts.append("No " + ", no ".join(label.lower() for label in line.without))
    if line.extras:
        parts.append("Add " + ", ".join(line.extras))
    return [part for part in parts if part]


def find(state: State, number: str) -> Order | None:
    """The order with this number, if there is one."""
    return next((order for order in state.orders if order.number == number), None)


def stamps(state: State) -> int:
    """Stamps on the card: one for each order, from nothing again after a full card."""
    return len(state.orders) % (TO_FREE + 1)


def _cost(options: tuple[Option, ...], label: str) -> int:
    return next((option.cents for option in options if option.label == label), 0)


def _first(options: tuple[Option, ...]) -> str:
    return options[0].label if options else ""
