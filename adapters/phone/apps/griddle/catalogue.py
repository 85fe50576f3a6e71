"""What Griddle Nine sells and where, read from menu.yaml and restaurants.yaml. Prices are in cents."""

from dataclasses import replace
from typing import Final

from adapters.phone.framework.content import Picture, content, find_by_words, read_content
from adapters.phone.framework.prices import Option

MOST: Final = 9
"""The most of one thing that fits on one tray: nine, true to the name."""


@content
class Kind:
    """What can be chosen for a kind of dish. Groups that are empty are not shown; the first of each is the default."""

    size_title: str = ""
    sizes: tuple[Option, ...] = ()
    meals: tuple[Option, ...] = ()
    heats: tuple[Option, ...] = ()
    without: tuple[Option, ...] = ()
    extras: tuple[Option, ...] = ()


@content
class Item:
    """One dish of the menu. Its section is the one that it stands in."""

    key: str
    name: str
    kind: Kind
    cents: int
    kcal: int
    art: Picture
    about: str = ""
    tag: str = ""
    allergens: tuple[str, ...] = ()
    sold_out: bool = False
    section: str = ""


@content
class Section:
    """A part of the menu: dishes of its own, or those of other sections by their keys."""

    name: str
    heading: str
    items: tuple[Item, ...] = ()
    shows: tuple[str, ...] = ()


@content
class Menu:
    """Everything that is sold, with what can be chosen for it."""

    meals: tuple[Option, ...]
    drinks_of_meals: tuple[str, ...]
    heats: tuple[Option, ...]
    kinds: dict[str, Kind]
    sections: tuple[Section, ...]


@content
class Shop:
    """One restaurant. `closed` says why it takes no orders now."""

    name: str
    address: str
    distance: str
    wait: str
    open_until: str
    closed: str = ""


@content
class Ordering:
    """Where and how can be ordered."""

    ways: tuple[str, ...]
    times: tuple[str, ...]
    payments: tuple[str, ...]
    restaurants: tuple[Shop, ...]


_MENU = read_content(__package__, "menu.yaml", Menu)
MEALS, MEAL_DRINKS, HEATS = _MENU.meals, _MENU.drinks_of_meals, _MENU.heats
ALONE = MEALS[0].label
BURGER, SIDE = _MENU.kinds["burger"], _MENU.kinds["side"]
SECTIONS = tuple(section.name for section in _MENU.sections)
HEADINGS = {section.name: section.heading for section in _MENU.sections}
ITEMS = tuple(replace(item, section=section.name) for section in _MENU.sections for item in section.items)
BY_KEY = {item.key: item for item in ITEMS}
BY_NAME = {item.name: item for item in ITEMS}

_ORDERING = read_content(__package__, "restaurants.yaml", Ordering)
SHOPS = _ORDERING.restaurants
TIMES, PAYMENTS = _ORDERING.times, _ORDERING.payments
WAYS = PICKUP, EAT_IN = _ORDERING.ways
AS_SOON_AS_POSSIBLE = TIMES[0]


def item_by_key(key: str) -> Item:
    """The dish with this key; the first of the menu for a key that is not on it."""
    return BY_KEY.get(key, ITEMS[0])


def listed(section: str) -> tuple[Item, ...]:
    """The dishes of a section, in its order."""
    found = _MENU.sections[SECTIONS.index(section)]
    return tuple(BY_KEY[key] for key in found.shows) + tuple(item for item in ITEMS if item.section == section)


def search(query: str) -> tuple[Item, ...]:
    """Dishes with every word of the query in name, description or section; none for an empty query."""
    return find_by_words(ITEMS, query, lambda item: f"{item.name} {item.about} {item.section}")


def shop_of(name: str) -> Shop:
    """The restaurant of this name; the first for a name that is none."""
    return next((shop for shop in SHOPS if shop.name == name), SHOPS[0])
