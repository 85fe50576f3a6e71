"""What Griddle Nine sells: one long menu in sections, with the options of each kind of dish. Prices are in cents."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art

SECTIONS = ("Popular", "Burgers", "Chicken", "Sides", "Shakes", "Sweets", "Drinks")
HEADINGS = {
    "Popular": "Popular right now",
    "Burgers": "Pressed on the griddle",
    "Chicken": "From the fryer",
    "Sides": "To share, or not",
    "Shakes": "Spun to order",
    "Sweets": "Afterwards",
    "Drinks": "Cold and hot",
}
MOST = 9
"""Of one thing on one tray, true to the name."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick and what it adds to (or takes off) the price."""

    label: str
    cents: int = 0
    about: str = ""

    @property
    def price(self) -> str:
        if not self.cents:
            return ""
        return f"+{money(self.cents)}" if self.cents > 0 else f"−{money(-self.cents)}"


@dataclass(frozen=True, slots=True)
class Kind:
    """What can be chosen for a kind of dish. Groups that are empty are not shown; the first of each is the default."""

    size_title: str = ""
    sizes: tuple[Option, ...] = ()
    meals: tuple[Option, ...] = ()
    heats: tuple[Option, ...] = ()
    without: tuple[Option, ...] = ()
    extras: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One dish of the menu."""

    key: str
    name: str
    section: str
    cents: int
    kcal: int
    about: str
    kind: Kind
    art: Art
    tag: str = ""
    allergens: tuple[str, ...] = ()
    sold_out: bool = False


def money(cents: int) -> str:
    """`1140` → `$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"


ALONE = "On its own"
MEALS = (
    Option(ALONE),
    Option("Meal", 390, "Nine-Cut Fries and a drink"),
    Option("Big meal", 560, "Large fries, drink, dip"),
)
CUPS = ("Cola", "Lemon soda", "Hibiscus tea", "Still water")
"""The drink that comes with a meal; the first one where nobody picks."""
HEATS = (Option("Mild"), Option("Warm"), Option("Fierce", 0, "Really"))

BURGER = Kind(
    "Patties",
    (Option("One patty", 0, "90 g"), Option("Two patties", 220, "180 g"), Option("Three patties", 390, "270 g")),
    MEALS,
    HEATS,
    (Option("Pickle"), Option("Onion"), Option("Nine sauce"), Option("Cheddar")),
    (Option("Smoked bacon", 160), Option("Fried egg", 140), Option("Extra cheddar", 90), Option("Jalapeño", 60)),
)
CHICKEN = Kind(
    "Pieces",
    (Option("Regular", 0, "1 fillet"), Option("Large", 250, "2 fillets")),
    MEALS,
    HEATS,
    (Option("Slaw"), Option("Pickle"), Option("Mayo")),
    (Option("Smoked bacon", 160), Option("Hot honey", 70), Option("Extra slaw", 80)),
)
SIDE = Kind(
    "Portion",
    (Option("Regular"), Option("Small", -80), Option("Sharing box", 290)),
    extras=(Option("Nine sauce dip", 70), Option("Garlic dip", 70), Option("Smoked paprika"), Option("No salt")),
)
SHAKE = Kind(
    "Cup",
    (Option("Regular", 0, "0.4 l"), Option("Large", 120, "0.6 l")),
    without=(Option("Whipped cream"), Option("Cherry")),
    extras=(Option("Malt", 50), Option("Chocolate flakes", 60), Option("Oat milk", 60)),
)
SWEET = Kind(extras=(Option("Vanilla ice cream", 180), Option("Caramel sauce", 60)))
COLD = Kind(
    "Cup", (Option("Regular", 0, "0.4 l"), Option("Large", 80, "0.6 l")), without=(Option("Ice"), Option("Lemon"))
)
HOT = Kind("Cup", (Option("Regular"), Option("Large", 70)), extras=(Option("Oat milk", 50), Option("Extra shot", 80)))

ITEMS = (
    Item("classic", "Griddle Classic", "Burgers", 890, 640,
         "Pressed patty, cheddar, house pickle, nine sauce on a potato bun",
         BURGER, Art("food:burger", 33), "Most ordered", ("Gluten", "Milk", "Egg")),
    Item("onion", "Charred Onion Melt", "Burgers", 960, 710, "Swiss, slow onions, pepper mayo, dark rye bun",
         BURGER, Art("food:burger", 40), "", ("Gluten", "Milk", "Mustard")),
    Item("smoke", "Smokestack", "Burgers", 1140, 880, "Bacon, smoked cheddar, crisp onion, barbecue glaze and a napkin",
         BURGER, Art("food:burger", 53), "", ("Gluten", "Milk")),
    Item("garden", "Green Nine", "Burgers", 920, 520, "Pea and spinach patty, avocado, pickled radish",
         BURGER, Art("food:burger", 62), "Meat-free", ("Gluten", "Soy")),
    Item("fish", "Harbour Nine", "Burgers", 990, 610, "Haddock in crumbs, dill pickle, lemon mayo",
         BURGER, Art("food:fishbun", 12), "", ("Fish", "Gluten", "Egg")),
    Item("blue", "Blue Monday", "Burgers", 1080, 760,
         "Blue cheese, walnut relish, rocket. Off the menu when the cheese is",
         BURGER, Art("food:burger", 75), "", ("Gluten", "Milk", "Nuts"), True),
    Item("trio", "Crispy Chicken Trio", "Chicken", 1020, 585, "Three soft shells, lime slaw, green chilli",
         CHICKEN, Art("food:taco", 11), "New", ("Gluten",)),
    Item("thigh", "Buttermilk Thigh", "Chicken", 980, 660, "Twice-fried thigh, slaw, pickle, seeded bun",
         CHICKEN, Art("food:chicken", 8), "", ("Gluten", "Milk", "Egg")),
    Item("taipei", "Night Market Chicken 盐酥鸡", "Chicken", 1060, 690, "Thai basil, white pepper, garlic. 微辣",
         CHICKEN, Art("food:curry", 15), "", ("Gluten", "Soy")),
    Item("honey", "Hot Honey Fillet", "Chicken", 1040, 720, "Chilli honey, cooling slaw",
         CHICKEN, Art("food:chicken", 21), "Hot", ("Gluten", "Egg")),
    Item("fries", "Nine-Cut Fries", "Sides", 340, 410, "Sea salt or smoked paprika",
         SIDE, Art("food:fries", 16)),
    Item("sweet", "Sweet Potato Fries", "Sides", 420, 390, "",
         SIDE, Art("food:fries", 27)),
    Item("slaw", "Lime Slaw", "Sides", 290, 160, "White cabbage, carrot, coriander",
         SIDE, Art("food:salad", 19)),
    Item("bowl", "Charred Corn Bowl", "Sides", 450, 270, "Corn off the cob, lime butter, chilli, spring onion",
         SIDE, Art("food:poke", 6), "", ("Milk",)),
    Item("vanilla", "Burnt Vanilla Shake", "Shakes", 520, 540, "Caramelised milk, vanilla seeds",
         SHAKE, Art("food:shake", 10), "", ("Milk",)),
    Item("berry", "Hedgerow Shake", "Shakes", 540, 510, "Blackberry, bramble leaf, a little salt",
         SHAKE, Art("food:shake", 26), "Season", ("Milk",)),
    Item("cocoa", "Double Cocoa Shake", "Shakes", 560, 620, "",
         SHAKE, Art("food:shake", 31), "", ("Milk",)),
    Item("ring", "Cinnamon Ring", "Sweets", 280, 310, "Fried while you wait, which takes four minutes",
         SWEET, Art("food:donut", 4), "", ("Gluten", "Egg", "Milk")),
    Item("cookie", "Skillet Cookie", "Sweets", 460, 580, "Warm, for one very hungry person or two friends",
         SWEET, Art("food:cookie", 12), "", ("Gluten", "Egg", "Milk")),
    Item("cake", "Burnt Cheesecake", "Sweets", 490, 450, "Baked each morning",
         SWEET, Art("food:cake", 9), "", ("Milk", "Egg")),
    Item("cola", "House Cola", "Drinks", 270, 150, "Kola nut, lime, cinnamon",
         COLD, Art("food:soda", 3)),
    Item("lemon", "Lemon Soda", "Drinks", 260, 110, "Pressed lemon and bubbles",
         COLD, Art("food:soda", 2)),
    Item("tea", "Iced Hibiscus", "Drinks", 290, 60, "Cold-brewed overnight",
         COLD, Art("food:iced", 7)),
    Item("flat", "Flat White", "Drinks", 330, 120, "",
         HOT, Art("food:latte", 13), "", ("Milk",)),
    Item("filter", "Filter Coffee", "Drinks", 240, 5, "Refills until eleven",
         HOT, Art("food:coffee", 17)),
)  # fmt: skip
POPULAR = ("classic", "onion", "trio", "fries", "vanilla")
ALLERGENS = ("Gluten", "Milk", "Egg", "Soy", "Nuts", "Fish", "Mustard")
BY_KEY = {one.key: one for one in ITEMS}
BY_NAME = {one.name: one for one in ITEMS}


def item(key: str) -> Item:
    """The dish with this key; the first of the menu for a key that is not on it."""
    return BY_KEY.get(key, ITEMS[0])


def listed(section: str) -> tuple[Item, ...]:
    """The dishes of a section, in its order."""
    if section == "Popular":
        return tuple(BY_KEY[key] for key in POPULAR)
    return tuple(one for one in ITEMS if one.section == section)


def search(query: str) -> tuple[Item, ...]:
    """Dishes with every word of the query in name, description or section; none for an empty query."""
    words = query.casefold().split()
    return tuple(
        one
        for one in ITEMS
        if words and all(word in f"{one.name} {one.about} {one.section}".casefold() for word in words)
    )
