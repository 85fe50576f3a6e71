"""What hangs in Thriftloom: single pieces that people sell, each in one size and one condition; read from rail.yaml."""

from collections.abc import Callable
from dataclasses import dataclass

from adapters.phone.framework.content import content, read_content
from adapters.phone.ui.node import Art

KINDS = ("Coats", "Knitwear", "Shirts", "Dresses", "Trousers", "Shoes", "Bags", "Extras")
CONDITIONS = {
    "New with tags": "Never worn, the tags are on",
    "Like new": "Worn once or twice, no traces",
    "Very good": "Light traces that nobody sees",
    "Good": "Traces that the photos show",
    "Well loved": "Mended, faded or bobbled",
}
SIZES = ("XS", "S", "M", "L", "XL")
SHOE_SIZES = ("37", "38", "39", "40", "41", "42")
ONE_SIZE = "One size"
COLOURS = (
    "Black", "Camel", "Cream", "Navy", "Olive", "Rust", "Rose", "Grey", "Denim", "Forest", "Plum", "Mustard", "White",
    "Sky", "Brown", "Red",
)  # fmt: skip
PHOTOS = (
    ("jacket", "olive"), ("knit", "grey"), ("bag", "navy"), ("boots", "black"), ("coat", "mustard"),
    ("dress", "red"), ("skirt", "plum"), ("shirt", "red"), ("trousers", "cream"), ("scarf", "sky"),
)  # fmt: skip
"""What this user has photographed: garment and dye, the newest first."""
TIPS = ("wool coat", "chelsea boots", "oxford shirt", "size M", "Fell & Fold")
ANY = "Any"
CAPS = {ANY: 1 << 30, "Under $20": 2000, "Under $40": 4000, "Under $60": 6000}
"""The most that a piece may cost, in cents."""


@content
class Piece:
    """One piece on sale. `cents` is what is asked, `new` what it once cost, `hours` how long it has been on sale."""

    key: str
    brand: str
    name: str
    kind: str
    size: str
    condition: str
    colour: str
    cents: int
    new: int
    seller: str
    hours: int
    hearts: int
    about: str
    measures: tuple[tuple[str, str], ...] = ()
    art: str = ""
    seed: int = 0

    @property
    def least(self) -> int:
        """Sellers don't answer offers below three fifths of what they ask."""
        return (self.cents * 6 // 10 + 99) // 100 * 100

    def photo(self, place: int = 0) -> Art:
        """A picture as the seller has taken it; there are several."""
        return Art(f"cloth:{self.art}:{self.colour.lower()}", self.seed + 100 * place)


@content
class Seller:
    """Somebody who sells; `stars` is the mean rating times ten."""

    name: str
    city: str
    face: int
    stars: int
    sales: int
    answers: str
    words: str


@content
class Rail:
    """Everything that is on sale, and the people who sell it."""

    sellers: tuple[Seller, ...]
    pieces: tuple[Piece, ...]


_RAIL = read_content(__package__, "rail.yaml", Rail)
PIECES, SELLERS = _RAIL.pieces, _RAIL.sellers
BY_KEY = {piece.key: piece for piece in PIECES}
BY_SELLER = {seller.name: seller for seller in SELLERS}

SORTS: dict[str, Callable[[Piece], int]] = {
    "Newest": lambda piece: 0,
    "Price low to high": lambda piece: piece.cents,
    "Price high to low": lambda piece: -piece.cents,
    "Most hearts": lambda piece: -piece.hearts,
}
NEWEST = "Newest"


@dataclass(frozen=True, slots=True)
class Filters:
    """What the search leaves out, and its order."""

    kind: str = ANY
    size: str = ANY
    condition: str = ANY
    price: str = ANY
    sort: str = NEWEST


def piece_of(key: str) -> Piece:
    """The piece with this key; the first for a key that is none."""
    return BY_KEY.get(key, PIECES[0])


def seller_of(name: str) -> Seller:
    """The seller of this name; the first for a name that is none."""
    return BY_SELLER.get(name, SELLERS[0])


def sold_by(name: str) -> list[Piece]:
    """What a seller has on sale."""
    return [piece for piece in PIECES if piece.seller == name]


def search(query: str, filters: Filters) -> list[Piece]:
    """Pieces that the filters leave with every word of the query, in the order of the filters."""
    words = query.casefold().split()
    found = [piece for piece in PIECES if _fits(piece, filters) and all(word in _text(piece) for word in words)]
    return sorted(found, key=SORTS.get(filters.sort, SORTS[NEWEST]))


def _text(piece: Piece) -> str:
    """What the words of a query are looked for in."""
    return f"{piece.brand} {piece.name} {piece.kind} {piece.colour} size {piece.size} {piece.seller}".casefold()


def _fits(piece: Piece, filters: Filters) -> bool:
    return (
        filters.kind in (ANY, piece.kind)
        and filters.size in (ANY, piece.size)
        and filters.condition in (ANY, piece.condition)
        and piece.cents < CAPS.get(filters.price, CAPS[ANY])
    )


def since(hours: int) -> str:
    """How long something is up: `2 h ago`, `3 days ago`, `last week`."""
    if hours < 24:
        return f"{hours} h ago"
    days = hours // 24
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else "last week" if days < 14 else f"{days // 7} weeks ago"
