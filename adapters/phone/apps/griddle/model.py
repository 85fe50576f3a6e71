"""Griddle Nine's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass, field

from adapters.phone.apps.griddle.catalogue import (
    ALONE,
    AS_SOON_AS_POSSIBLE,
    BY_NAME,
    EAT_IN,
    MEAL_DRINKS,
    PAYMENTS,
    PICKUP,
    SHOPS,
    Item,
    item_by_key,
)
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.prices import first_label, money, price_of

FIRST_NUMBER = 2202
OWNER = "Robin"


@content
class Line:
    """One line of a tray or order: `item` is the name of the dish. What a dish cannot be asked for stays empty."""

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
    total: str
    placed: str


@dataclass(frozen=True, slots=True)
class Checkout:
    """What is filled in before an order is confirmed."""

    how: str = PICKUP
    time: str = AS_SOON_AS_POSSIBLE
    payment: str = PAYMENTS[0]
    cutlery: bool = False


@content
class PastOrder:
    """An order of the past; the rest of its record follows from it."""

    placed: str
    shop: str
    how: str
    time: str
    payment: str
    lines: tuple[Line, ...]


def _history() -> tuple[Order, ...]:
    return tuple(
        Order(
            str(number), f"G9-{number}", past.lines, past.shop, past.how, past.time, OWNER, past.payment,
            past.how == EAT_IN, total(past.lines), past.placed,
        )
        for number, past in enumerate(_PAST_ORDERS, FIRST_NUMBER)
    )  # fmt: skip


_PAST_ORDERS = read_content(__package__, "past_orders.yaml", tuple[PastOrder, ...])


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Griddle Nine remembers. Orders stand in the order in which they were confirmed."""

    orders: tuple[Order, ...] = field(default_factory=_history)
    tray: tuple[Line, ...] = ()
    shop: str = SHOPS[0].name
    draft: Line = Line("")
    checkout: Checkout = Checkout()
    query: str = ""


def fresh(item: Item) -> Line:
    """A dish as it comes when nobody picks anything: the declared defaults."""
    kind = item.kind
    return Line(item.name, first_label(kind.sizes), first_label(kind.heats), first_label(kind.meals))


def draft_for(state: State, key: str) -> Line:
    """The draft of this dish, or a fresh one where the sheet was opened in another way than from a list."""
    item = item_by_key(key)
    return state.draft if state.draft.item == item.name else fresh(item)


def cents(line: Line) -> int:
    """What a line costs. Labels that are not on the menu cost nothing."""
    item = BY_NAME.get(line.item)
    if item is None:
        return 0
    kind = item.kind
    options = price_of(kind.sizes, line.size) + price_of(kind.meals, line.meal) + price_of(kind.extras, *line.extras)
    return (item.cents + options) * line.quantity


def total(lines: tuple[Line, ...]) -> str:
    """What the lines cost together, as a price."""
    return money(sum(cents(line) for line in lines))


def choices_of(line: Line) -> list[str]:
    """What was chosen for a line, a phrase each; also what stays as it comes, where there is a choice."""
    with_drink = f"{line.meal} with {line.drink or MEAL_DRINKS[0]}" if line.meal not in ("", ALONE) else line.meal
    phrases = ["  ·  ".join(part for part in (line.size, line.heat, with_drink) if part)]
    if line.without:
        phrases.append("No " + ", no ".join(label.lower() for label in line.without))
    if line.extras:
        phrases.append("Add " + ", ".join(line.extras))
    return [phrase for phrase in phrases if phrase]
