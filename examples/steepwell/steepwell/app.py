"""Steepwell's content, its state, and its declaration."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.content import Picture, content, read_content
from adapters.phone.framework.prices import Option, labels, money, price_of
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route


@content
class Tea:
    """A tea on the shelf."""

    name: str
    kind: str
    cents: int
    about: str
    art: Picture


TEAS = read_content(__package__, "teas.yaml", tuple[Tea, ...])
BY_NAME = {tea.name: tea for tea in TEAS}
SIZES = (Option("100 g"), Option("250 g", 900), Option("500 g", 2200))
ADDRESSES = {"Home": "14 Millrace Lane", "Work": "Harbour House, 3rd floor", "Parents": "7 Orchard Row"}
TIMES = ("As soon as possible", "Today, 18:00", "Tomorrow, 09:00", "Tomorrow, 18:00")
MOST = 9
"""The most of one line in the basket."""
PAYMENTS = ("Card", "Invoice", "Cash on delivery")


@dataclass(frozen=True, slots=True)
class Line:
    """A tea in the basket or an order."""

    tea: str = TEAS[0].name
    size: str = SIZES[0].label
    quantity: int = 1

    @property
    def cents(self) -> int:
        """What the line costs."""
        return (BY_NAME[self.tea].cents + price_of(SIZES, self.size)) * self.quantity


def total(lines: tuple[Line, ...]) -> str:
    """Return what lines cost together."""
    return money(sum(line.cents for line in lines))


@dataclass(frozen=True, slots=True)
class Checkout:
    """What the form asks for."""

    address: str = "Home"
    time: str = TIMES[0]
    payment: str = PAYMENTS[0]
    gift: bool = False


@dataclass(frozen=True, slots=True)
class Order(Checkout):
    """A placed order."""

    number: str = ""
    lines: tuple[Line, ...] = ()
    placed: str = ""
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the app remembers."""

    basket: tuple[Line, ...] = ()
    orders: tuple[Order, ...] = ()
    checkout: Checkout = Checkout()
    draft: Line = Line()


app = AppBuilder(
    State,
    name="steepwell",
    package="org.example.steepwell",
    label="Steepwell",
    icon=Icon("#2F5D50", "#F4EAD5", "emoji_food_beverage"),
    theme=Theme("#2F5D50", "brand", radius=16),
    home=route("shelf"),
    scratch=("checkout", "draft", "orders/*/number", "orders/*/placed"),
    choices=(
        Choice("steepwell.size", labels(SIZES), SIZES[0].label),
        Choice("steepwell.quantity", tuple(str(count) for count in range(1, MOST + 1)), "1"),
        Choice("steepwell.address", tuple(ADDRESSES), "Home"),
        Choice("steepwell.time", TIMES, TIMES[0]),
        Choice("steepwell.payment", PAYMENTS, PAYMENTS[0]),
        Choice("steepwell.gift", ("Off", "On"), "Off"),
    ),
)
