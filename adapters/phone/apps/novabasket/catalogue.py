"""What Novabasket sells, read from catalogue.yaml: goods by aisle, each with the colours and sizes it comes in."""

from collections.abc import Sequence
from typing import Final

from adapters.phone.framework.content import Picture, content, find_by_words, read_content
from adapters.phone.framework.prices import Option

MOST: Final = 10
"""Of one thing in one line of the basket."""
SORTS = BEST_MATCH, PRICE_LOW_TO_HIGH, PRICE_HIGH_TO_LOW, TOP_RATED = (
    "Best match",
    "Price low to high",
    "Price high to low",
    "Top rated",
)


@content
class Kind:
    """What can be chosen for goods of a kind. `preset` is the default size, `gone` are the sizes that are sold out."""

    colours: tuple[str, ...] = ()
    size_title: str = ""
    sizes: tuple[Option, ...] = ()
    preset: str = ""
    gone: tuple[str, ...] = ()


@content
class Item:
    """A product. `was` is the price before, 0 without; `stars` is the mean rating times ten."""

    key: str
    name: str
    aisle: str
    cents: int
    stars: int
    ratings: int
    sold: str
    shop: str
    kind: Kind
    art: Picture
    was: int = 0
    about: str = ""
    tag: str = ""

    @property
    def off(self) -> str:
        """`-38%`, or empty if the price was never higher."""
        return f"-{round(100 - self.cents * 100 / self.was)}%" if self.was else ""


@content
class Aisle:
    """An aisle: its icon, and the colours of its ground and ink."""

    name: str
    glyph: str
    ground: str
    ink: str


@content
class FlashDeal:
    """A product of the flash deals, with the percentage that is still there."""

    key: str
    left: int


@content
class Catalogue:
    """Everything that is sold. `paints` are the colours of swatches by name, `tips` are popular searches."""

    aisles: tuple[Aisle, ...]
    paints: dict[str, str]
    tips: tuple[str, ...]
    flash: tuple[FlashDeal, ...]
    kinds: dict[str, Kind]
    items: tuple[Item, ...]


_CATALOGUE = read_content(__package__, "catalogue.yaml", Catalogue)
AISLES, ITEMS, KINDS = _CATALOGUE.aisles, _CATALOGUE.items, _CATALOGUE.kinds
PAINTS, TIPS, FLASH = _CATALOGUE.paints, _CATALOGUE.tips, _CATALOGUE.flash
BY_KEY = {item.key: item for item in ITEMS}
BY_NAME = {item.name: item for item in ITEMS}


def item_of(key: str) -> Item:
    """The product with this key; the first for a key that is none."""
    return BY_KEY.get(key, ITEMS[0])


def listed(aisle: str) -> tuple[Item, ...]:
    """The products of an aisle."""
    return tuple(item for item in ITEMS if item.aisle == aisle)


def search(query: str) -> tuple[Item, ...]:
    """Products with every word of the query in name, text, aisle or shop; none for an empty query."""
    return find_by_words(ITEMS, query, lambda item: f"{item.name} {item.about} {item.aisle} {item.shop}")


def ordered(items: Sequence[Item], sort: str) -> Sequence[Item]:
    """The products in one of the orders of `SORTS`."""
    if sort == PRICE_LOW_TO_HIGH:
        return sorted(items, key=lambda item: item.cents)
    if sort == PRICE_HIGH_TO_LOW:
        return sorted(items, key=lambda item: -item.cents)
    if sort == TOP_RATED:
        return sorted(items, key=lambda item: -item.stars)
    return items
