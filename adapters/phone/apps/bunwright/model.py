"""Bunwright's state: plain data in which every chosen value is the label that the screen shows."""

from dataclasses import dataclass, field

from adapters.phone.apps.bunwright.catalogue import BRANCHES, TIMES, Item, named
from adapters.phone.apps.bunwright.catalogue import item as item_of
from adapters.phone.framework.prices import first_label, money, price_of

FIRST_NUMBER = 1041


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a basket or order."""

    item: str
    size: str
    bun: str = ""
    extras: tuple[str, ...] = ()
    quantity: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A placed order. `placed` is local time as `2026-11-16T18:42`; `total` reads like `$11.40`."""

    id: str
    number: str
    lines: tuple[Line, ...]
    branch: str
    time: str
    total: str
    placed: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What is chosen on the options page of the item `key`; nothing while `key` is empty."""

    key: str = ""
    size: str = ""
    bun: str = ""
    extras: tuple[str, ...] = ()
    quantity: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Checkout:
    """What is chosen at the checkout."""

    branch: str = BRANCHES[0].name
    time: str = TIMES[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, not to ordering."""

    query: str = ""
    favourites: tuple[str, ...] = ("Garden Stack",)


def _history() -> tuple[Order, ...]:
    line = Line("Garden Stack", "Single", "Seeded wholegrain", ("Grilled onion",), 2)
    return (Order("1041", f"BW-{FIRST_NUMBER}", (line,), "Ferry Street", "18:30", total((line,)), "2026-11-16T17:52"),)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Bunwright remembers. Orders stand in the order in which they were placed."""

    orders: tuple[Order, ...] = field(default_factory=_history)
    basket: tuple[Line, ...] = ()
    draft: Draft = Draft()
    checkout: Checkout = Checkout()
    ui: Ui = Ui()


def fresh(item: Item) -> Draft:
    """The options page as it opens: the declared defaults."""
    return Draft(item.key, first_label(item.sizes), first_label(item.buns))


def draft_for(state: State, key: str) -> Draft:
    """The draft of this item, or a fresh one where the page was opened in another way than from a list."""
    return state.draft if state.draft.key == key else fresh(item_of(key))


def line_of(draft: Draft) -> Line:
    """The basket line that a draft stands for."""
    return Line(item_of(draft.key).name, draft.size, draft.bun, draft.extras, draft.quantity, draft.note)


def cents(line: Line) -> int:
    """What a line costs. Labels that are not on the menu cost nothing."""
    item = named(line.item)
    if item is None:
        return 0
    options = price_of(item.sizes, line.size) + price_of(item.buns, line.bun) + price_of(item.extras, *line.extras)
    return (item.cents + options) * line.quantity


def total(lines: tuple[Line, ...]) -> str:
    """The sum of all lines as a price."""
    return money(sum(cents(line) for line in lines))


def choices_of(line: Line) -> str:
    """`Double · Gluten-free`."""
    return "  ·  ".join(part for part in (line.size, line.bun) if part)


def extras_of(line: Line) -> str:
    """`Pickles, Bacon`, or that there are none."""
    return ", ".join(line.extras) if line.extras else "No extras"


def find(state: State, number: str) -> Order:
    """The order with this number; the newest one (or an empty one) if it is none."""
    newest = state.orders[-1] if state.orders else Order("", number, (), BRANCHES[0].name, TIMES[0], money(0), "")
    return next((order for order in state.orders if order.number == number), newest)
