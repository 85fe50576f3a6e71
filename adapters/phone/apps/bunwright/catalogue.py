"""What Bunwright sells and where, read from menu.yaml and branches.yaml."""

from dataclasses import replace

from adapters.phone.framework.content import Picture, content, find_by_words, read_content
from adapters.phone.framework.dates import DAYS
from adapters.phone.framework.prices import Option


@content
class Item:
    """An entry of the menu. The options are those of its tab."""

    key: str
    name: str
    cents: int
    about: str
    facts: str
    art: Picture
    tag: str = ""
    tab: str = ""
    sizes: tuple[Option, ...] = ()
    buns: tuple[Option, ...] = ()
    extras: tuple[Option, ...] = ()


@content
class Tab:
    """A tab of the menu: its items, and the options that all of them have."""

    name: str
    headline: str
    items: tuple[Item, ...]
    sizes: tuple[Option, ...]
    extras: tuple[Option, ...]
    buns: tuple[Option, ...] = ()


@content
class Menu:
    """Everything that is sold."""

    most_extras: int
    note_length: int
    tabs: tuple[Tab, ...]


@content
class Branch:
    """A shop. `hours` has `11:00 – 21:30` for Monday to Sunday, empty where it is closed."""

    name: str
    address: str
    about: str
    phone: str
    art: Picture
    hours: tuple[str, str, str, str, str, str, str]
    notes: tuple[str, ...] = ()

    def open_on(self, day: str) -> str:
        """What the hours row says of a day."""
        hours = self.hours[DAYS.index(day)]
        return f"Open {hours}" if hours else "Closed"


@content
class Branches:
    """All shops, and the times at which an order can be picked up."""

    times: tuple[str, ...]
    branches: tuple[Branch, ...]


MENU = read_content(__package__, "menu.yaml", Menu)
TABS = tuple(tab.name for tab in MENU.tabs)
ITEMS = tuple(
    replace(item, tab=tab.name, sizes=tab.sizes, buns=tab.buns, extras=tab.extras)
    for tab in MENU.tabs
    for item in tab.items
)
SIZES, BUNS, EXTRAS = MENU.tabs[0].sizes, MENU.tabs[0].buns, MENU.tabs[0].extras
_BRANCHES = read_content(__package__, "branches.yaml", Branches)
BRANCHES, TIMES = _BRANCHES.branches, _BRANCHES.times


def item(key: str) -> Item:
    """The item with this key; the first of the menu for a key that is not on it."""
    return next((item for item in ITEMS if item.key == key), ITEMS[0])


def named(name: str) -> Item | None:
    """The item that carries this label."""
    return next((item for item in ITEMS if item.name == name), None)


def branch(name: str) -> Branch:
    """The branch of this name; the first for a name that is none."""
    return next((shop for shop in BRANCHES if shop.name == name), BRANCHES[0])


def search(query: str) -> tuple[Item, ...]:
    """Items whose name or description has every word of the query, in menu order; none for an empty query."""
    return find_by_words(ITEMS, query, lambda item: f"{item.name} {item.about}")
