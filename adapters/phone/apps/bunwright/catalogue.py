"""What Bunwright sells and where: items, options, prices in cents, branches with their hours."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art

TABS = ("Burgers", "Sides", "Drinks")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MAX_EXTRAS = 4
NOTE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick, with what it adds to the price and a word about it."""

    label: str
    cents: int = 0
    about: str = ""

    @property
    def price(self) -> str:
        return f"+{money(self.cents)}" if self.cents else "Included"


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the menu."""

    key: str
    name: str
    tab: str
    cents: int
    about: str
    facts: str
    art: Art
    tag: str = ""
    sizes: tuple[Option, ...] = ()
    buns: tuple[Option, ...] = ()
    extras: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """One shop. `hours` has `11:00 – 21:30` for Monday to Sunday, empty where it is closed."""

    name: str
    address: str
    about: str
    phone: str
    hours: tuple[str, ...]
    art: Art
    notes: tuple[str, ...] = ()

    def open_on(self, day: str) -> str:
        """What the hours row says of a day."""
        hours = self.hours[DAYS.index(day)]
        return f"Open {hours}" if hours else "Closed"


def money(cents: int) -> str:
    """`1140` → `$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"


SIZES = (Option("Single", 0, "120 g"), Option("Double", 200), Option("Triple", 350))
BUNS = (Option("Brioche"), Option("Seeded wholegrain"), Option("Gluten-free", 120))
EXTRAS = (
    Option("Pickles"), Option("Grilled onion"), Option("Jalapeño"),
    Option("Bacon", 150), Option("Extra cheddar", 90), Option("No salt"),
)  # fmt: skip
PORTIONS = (Option("Regular", 0, "1 person"), Option("Large", 160))
DIPS = (Option("Garlic dip", 70), Option("Pepper mayo", 70), Option("No salt"))
CUPS = (Option("Regular", 0, "0.3 l"), Option("Large", 90, "0.5 l"))
POURS = (Option("No ice"), Option("Lemon slice"), Option("Oat milk", 50))


def _burger(key: str, name: str, cents: int, about: str, facts: str, art: Art, tag: str = "") -> Item:
    return Item(key, name, "Burgers", cents, about, facts, art, tag, SIZES, BUNS, EXTRAS)


def _side(key: str, name: str, cents: int, about: str, facts: str, art: Art, tag: str = "") -> Item:
    return Item(key, name, "Sides", cents, about, facts, art, tag, PORTIONS, (), DIPS)


def _drink(key: str, name: str, cents: int, about: str, facts: str, art: Art, tag: str = "") -> Item:
    return Item(key, name, "Drinks", cents, about, facts, art, tag, CUPS, (), POURS)


ITEMS = (
    _burger("smoked-onion", "Smoked Onion Melt", 960, "Swiss, slow onions, pepper mayo, dark rye crust",
            "4.6 (903)  ·  710 kcal  ·  milk, mustard", Art("food:burger", 7)),
    _burger("copper-pan", "Copper Pan Burger", 940, "Seared beef, cheddar, lettuce and tomato, house sauce",
            "4.7 (1,284)  ·  690 kcal  ·  milk, egg", Art("food:burger", 21), "Most ordered"),
    _burger("garden-stack", "Garden Stack", 870, "Beetroot and bean patty, avocado, sprouts",
            "4.4 (512)  ·  540 kcal  ·  soy", Art("food:burger", 14), "Meat-free"),
    _burger("ember-chicken", "Ember Chicken Burger", 1020, "Chargrilled thigh, chilli glaze, lime slaw and coriander",
            "4.8 (1,031)  ·  640 kcal  ·  egg", Art("food:chicken", 2), "New"),
    _burger("harbour-fish", "Harbour Fish Bun", 990, "Crisp haddock, dill pickle, tartare",
            "4.3 (288)  ·  610 kcal  ·  fish, egg", Art("food:fishbun", 45)),
    _side("fries", "Skin-on Fries", 340, "Sea salt or smoked paprika",
            "4.5 (760)  ·  410 kcal", Art("food:fries", 5)),
    _side("sweet-fries", "Sweet Potato Fries", 410, "Twice cooked, with thyme",
            "4.6 (344)  ·  390 kcal", Art("food:fries", 9)),
    _side("slaw", "Lime Slaw", 290, "White cabbage, carrot, coriander, lime",
            "4.2 (151)  ·  160 kcal", Art("food:salad", 6)),
    _side("tacos", "Corn Soft Tacos", 480, "Two small ones with beans and salsa",
            "4.4 (97)  ·  350 kcal", Art("food:taco", 4), "New"),
    _side("beans", "Smoky Bean Pot", 360, "Slow beans, tomato, bay leaf",
            "4.1 (84)  ·  280 kcal", Art("food:curry", 3)),
    _side("cookie", "Oat Cookies", 250, "Three, with dark chocolate",
            "4.7 (410)  ·  330 kcal", Art("food:cookie", 2)),
    _drink("malt", "Strawberry Malt", 510, "Thick, with whipped cream",
            "4.8 (622)  ·  520 kcal  ·  milk", Art("food:shake", 4)),
    _drink("iced-tea", "Iced Hibiscus Tea", 290, "Cold-brewed overnight, hardly sweet",
            "4.3 (205)  ·  60 kcal", Art("food:iced", 1)),
    _drink("flat-white", "Flat White", 320, "From the Port Meridian roastery",
            "4.6 (318)  ·  120 kcal  ·  milk", Art("food:latte", 4)),
    _drink("matcha", "Matcha Latte", 390, "Whisked to order",
            "4.2 (77)  ·  180 kcal  ·  milk", Art("food:matcha", 1)),
    _drink("filter", "Filter Coffee", 240, "Bottomless until 11:00",
            "4.4 (169)  ·  5 kcal", Art("food:coffee", 6)),
)  # fmt: skip


def _week(text: str) -> tuple[str, ...]:
    return tuple(day.strip().replace("-", " – ") for day in text.split(","))


BRANCHES = (
    Branch(
        "Ferry Street",
        "14 Ferry Street, Alder Cross",
        "At the ferry landing, 12 seats inside",
        "555 0114",
        _week("11:00-21:00, 11:00-21:30, 11:00-21:45, 11:00-22:00, 11:00-23:00, 10:30-23:30, 10:30-20:30"),
        Art("land:day:city", 3),
        ("Step-free entrance", "Bicycle stands at the landing"),
    ),
    Branch(
        "Quarry Park",
        "2 Quarry Park Gate, Alder Cross",
        "Beside the climbing hall, terrace",
        "555 0152",
        _week("12:00-20:00, 12:00-20:30, 11:30-20:30, 12:00-21:15, 12:00-22:30, 10:00-22:00, 10:00-19:00"),
        Art("land:mist:forest", 8),
        ("Dogs are welcome on the terrace", "Car park behind the hall"),
    ),
    Branch(
        "Kestrel Pier",
        "Pier House 5, Kestrel Bay",
        "Take-away window over the water",
        "555 0187",
        _week(", 10:30-18:00, 10:30-18:30, 10:30-19:00, 10:30-20:45, 09:30-21:00, 09:30-18:45"),
        Art("land:gold:sea", 5),
        ("No seats, benches on the pier", "Card only"),
    ),
)
TIMES = ("As soon as possible", "12:30", "13:00", "18:30")


def item(key: str) -> Item:
    """The item with this key; the first of the menu for a key that is not on it."""
    return next((one for one in ITEMS if one.key == key), ITEMS[0])


def named(name: str) -> Item | None:
    """The item that carries this label."""
    return next((one for one in ITEMS if one.name == name), None)


def branch(name: str) -> Branch:
    """The branch of this name; the first for a name that is none."""
    return next((one for one in BRANCHES if one.name == name), BRANCHES[0])


def search(query: str) -> tuple[Item, ...]:
    """Items whose name or description has every word of the query, in menu order; none for an empty query."""
    words = query.casefold().split()
    return tuple(one for one in ITEMS if words and all(word in f"{one.name} {one.about}".casefold() for word in words))
