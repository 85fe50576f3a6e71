"""Where Griddle Nine is, when one can collect there, and what vouchers take off."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art


@dataclass(frozen=True, slots=True)
class Shop:
    """One restaurant. `hours` are those of every day; `closed` says why it takes no orders now."""

    name: str
    address: str
    distance: str
    wait: str
    hours: tuple[str, str]
    about: str
    art: Art
    closed: str = ""
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voucher:
    """A code that takes cents off a tray that costs at least `least`."""

    code: str
    cents: int
    least: int
    about: str


SHOPS = (
    Shop("Mill Lane", "9 Mill Lane", "350 m", "9–12 min", ("09:00", "22:30"), "The first one, with the long counter",
         Art("land:dusk:city", 14), "", ("Step-free entrance", "Counter seats only", "Water bowl at the door")),
    Shop("Tram Depot", "Depot Hall, Gate 2", "1.2 km", "12–15 min", ("10:00", "23:00"),
         "Under the old crane, 80 seats", Art("land:day:city", 22), "",
         ("Step-free entrance", "Play corner", "Bicycle racks in the hall")),
    Shop("Lantern Square", "31 Lantern Square", "2.4 km", "9–14 min", ("09:00", "21:00"),
         "Take-away hatch on the market", Art("land:night:city", 9), "", ("Standing tables", "Card only")),
    Shop("Harbour Arcade", "Arcade 4–6, Port Meridian", "6.8 km", "—", ("11:00", "22:00"), "Sea view from every table",
         Art("land:gold:sea", 17), "Closed until 2 December", ("New floor, new ovens, same griddle",)),
)  # fmt: skip
HOW = ("Pickup", "Eat in")
TIMES = ("As soon as possible", "11:45", "12:15", "12:45", "13:30", "18:00", "18:45")
PAYMENTS = ("Pay at the counter", "Card ending 4417", "Gift card")
VOUCHERS = (
    Voucher("LUNCH2", 200, 1500, "$2.00 off from $15.00"),
    Voucher("NINE50", 450, 5000, "$4.50 off from $50.00"),
)
TO_FREE = 9
"""Stamps on a full card."""


def shop(name: str) -> Shop:
    """The restaurant of this name; the first for a name that is none."""
    return next((one for one in SHOPS if one.name == name), SHOPS[0])


def voucher(code: str) -> Voucher | None:
    """The voucher with this code, however it is typed."""
    return next((one for one in VOUCHERS if one.code == code.strip().upper()), None)
