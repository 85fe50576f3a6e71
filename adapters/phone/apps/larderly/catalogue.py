"""What Larderly sells, read from catalogue.yaml: groceries by aisle, in packs, some prepared in one way or another."""

from dataclasses import replace
from typing import Final

from adapters.phone.framework.content import Picture, content, find_by_words, read_content

MOST: Final = 12
"""The most packs of one thing in an order."""


@content
class Pack:
    """A size that something is sold in, its price in cents, and the price of a unit as the law wants it."""

    label: str
    cents: int
    unit: str = ""


@content
class Prep:
    """A question about how something is to be; the first answer is the default."""

    name: str
    title: str
    options: tuple[str, ...]


@content
class Item:
    """A thing in the shop. `was` is what the first pack cost before, 0 without. Its aisle is where it stands."""

    key: str
    name: str
    packs: tuple[Pack, ...]
    art: Picture
    about: str = ""
    was: int = 0
    prep: Prep | None = None
    tags: tuple[str, ...] = ()
    gone: bool = False
    aisle: str = ""

    @property
    def cents(self) -> int:
        """The price of the preset pack."""
        return self.packs[0].cents


@content
class Aisle:
    """An aisle; the offers have no items of their own."""

    name: str
    glyph: str
    items: tuple[Item, ...] = ()


@content
class Catalogue:
    """Everything that is sold."""

    preparations: tuple[Prep, ...]
    aisles: tuple[Aisle, ...]


_CATALOGUE = read_content(__package__, "catalogue.yaml", Catalogue)
PREPS, AISLES = _CATALOGUE.preparations, _CATALOGUE.aisles
OFFERS = AISLES[0].name
ITEMS = tuple(replace(item, aisle=aisle.name) for aisle in AISLES for item in aisle.items)
BY_KEY = {item.key: item for item in ITEMS}
BY_NAME = {item.name: item for item in ITEMS}
ALL, ON_OFFER, TAGS = "All", "On offer", ("Local", "Organic", "Vegan")
FILTERS = (ALL, ON_OFFER, *TAGS)


def item_of(key: str) -> Item:
    """The item of this key; the first for a key that is none."""
    return BY_KEY.get(key, ITEMS[0])


def pack_of(item: Item, label: str) -> Pack:
    """The pack of this label; the preset one for a label that is none."""
    return next((pack for pack in item.packs if pack.label == label), item.packs[0])


def listed(aisle: str, only: str = ALL) -> list[Item]:
    """What stands in an aisle, as the filter lets it through. The offers are an aisle of their own."""
    here = [item for item in ITEMS if (item.was > 0 if aisle == OFFERS else item.aisle == aisle)]
    if only == ON_OFFER:
        return [item for item in here if item.was]
    return [item for item in here if only in item.tags] if only in TAGS else here


def search(query: str) -> tuple[Item, ...]:
    """Everything of which name, aisle, description or tags hold every word; nothing for an empty query."""
    return find_by_words(ITEMS, query, lambda item: f"{item.name} {item.aisle} {item.about} {' '.join(item.tags)}")
