"""What hangs in Thriftloom: single pieces that people sell, each in one size and one condition."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece on sale. `cents` is what is asked, `new` what it once cost, `least` the lowest offer that is read."""

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
    """How long it has been on sale."""
    hearts: int
    about: str
    measures: tuple[tuple[str, str], ...] = ()
    art: str = ""
    seed: int = 0

    @property
    def least(self) -> int:
        """Sellers don't answer offers below three fifths of what they ask."""
        return (self.cents * 6 // 10 + 99) // 100 * 100

    @property
    def picture(self) -> Art:
        """As the seller has photographed it."""
        return Art(f"cloth:{self.art}:{self.colour.lower()}", self.seed)


@dataclass(frozen=True, slots=True)
class Seller:
    """Somebody who sells."""

    name: str
    city: str
    face: int
    stars: int
    """The mean rating times ten."""
    sales: int
    answers: str
    words: str


KINDS = ("Coats", "Knitwear", "Shirts", "Dresses", "Trousers", "Shoes", "Bags", "Extras")
CONDITIONS = ("New with tags", "Like new", "Very good", "Good", "Well loved")
CONDITION_WORDS = (
    "Never worn, the tags are on",
    "Worn once or twice, no traces",
    "Light traces that nobody sees",
    "Traces that the photos show",
    "Mended, faded or bobbled",
)
SIZES = ("XS", "S", "M", "L", "XL")
SHOE_SIZES = ("37", "38", "39", "40", "41", "42")
ONE_SIZE = "One size"
COLOURS = ("Black", "Camel", "Cream", "Navy", "Olive", "Rust", "Rose", "Grey", "Denim", "Forest", "Plum", "Mustard",
           "White", "Sky", "Brown", "Red")  # fmt: skip
ROLL = (
    ("jacket", "olive"), ("knit", "grey"), ("bag", "navy"), ("boots", "black"), ("coat", "mustard"),
    ("dress", "red"), ("skirt", "plum"), ("shirt", "red"), ("trousers", "cream"), ("scarf", "sky"),
)  # fmt: skip
"""What this user has photographed: garment and dye, the newest first."""

SELLERS = (
    Seller("Mira Okonedo", "Kestrel Bay", 21, 49, 112, "Answers within an hour",
           "I sew, so I keep too little and mend too much. Smoke-free, two cats."),
    Seller("José Arriaga", "Alder Cross", 12, 46, 38, "Answers the same day", "Clearing my father’s wardrobe, slowly."),
    Seller("林晓雨", "Port Meridian", 7, 50, 203, "Answers within an hour",
           "衣橱断舍离，发货很快。 One out, one in. Parcels leave every evening."),
    Seller("Ida Brandvold", "Alder Cross", 30, 43, 17, "Answers in two days", ""),
    Seller("Tomasz Wilk", "Kestrel Bay", 15, 47, 64, "Answers the same day",
           "Boots, belts, bags. Leather is conditioned before it is posted."),
    Seller("Noor Haddad", "Port Meridian", 4, 48, 51, "Answers within an hour", "Everything is between S and M."),
    Seller("Second Tide", "Alder Cross", 44, 45, 1870, "Takes offers from 85% at once",
           "A shop on Ferry Street with a very long rail. Open from Tuesday to Saturday."),
)  # fmt: skip

COAT = (("Shoulder", "44 cm"), ("Chest", "52 cm"), ("Length", "98 cm"))
KNIT = (("Chest", "54 cm"), ("Length", "63 cm"), ("Sleeve", "60 cm"))
LEGS = (("Waist", "39 cm"), ("Inside leg", "76 cm"))
DRESS = (("Chest", "44 cm"), ("Waist", "37 cm"), ("Length", "112 cm"))

PIECES = (
    Piece("harris", "Fell & Fold", "Double-breasted wool coat", "Coats", "M", "Very good", "Camel", 6400, 21000,
          "Mira Okonedo", 2, 48,
          "Heavy, warm, and lined in silk that I replaced last winter. One button is a near twin,"
          " not the original.", COAT, "coat", 3),
    Piece("cable", "Kitewell", "Cable-knit jumper", "Knitwear", "L", "Like new", "Cream", 2800, 7900, "Noor Haddad", 5,
          31, "Lambswool. Too big for me, and I have tried.", KNIT, "knit", 9),
    Piece("chelsea", "Osier", "Chelsea boots", "Shoes", "39", "Good", "Brown", 3990, 14500, "Tomasz Wilk", 9, 77,
          "Resoled in March. There is a scuff on the left toe, see the second photo.", (("Heel", "3.5 cm"),), "boots",
          4),
    Piece("wrap", "Lumen Dye Works", "Tea dress with a tied waist", "Dresses", "S", "New with tags", "Forest", 3640,
          8900, "林晓雨", 14, 120, "全新带吊牌，尺码偏小。 Bought for a wedding that moved to the beach.", DRESS,
          "dress", 7),
    Piece("harris-m-good", "Fell & Fold", "Double-breasted wool coat", "Coats", "M", "Good", "Camel", 4790, 21000,
          "José Arriaga", 20, 12, "My father wore it to work for years. The lining has a small tear at the vent.", COAT,
          "coat", 17),
    Piece("worker", "Harrow & Co", "Chore jacket", "Coats", "L", "Well loved", "Denim", 2260, 9800, "Second Tide", 26,
          64, "Faded where it should be. Three pockets, all of them whole.", COAT[1:], "jacket", 6),
    Piece("tote", "Marrow Lane", "Structured handbag", "Bags", ONE_SIZE, "Very good", "Plum", 5490, 16900,
          "Second Tide", 27, 90, "Comes with its dust bag. The clasp closes with a sound that you will like.",
          (("Width", "31 cm"), ("Height", "24 cm")), "bag", 5),
    Piece("pleat", "云上 Yunshang", "Pleated midi skirt 百褶裙", "Dresses", "M", "Like new", "Rust", 2490, 6200,
          "林晓雨",
          31, 55, "垂感很好，只穿过一次。 Hangs beautifully, worn once.", (("Waist", "35 cm"), ("Length", "74 cm")),
          "skirt", 8),
    Piece("oxford", "North Quill", "Oxford shirt", "Shirts", "M", "Good", "Sky", 1240, 5900, "José Arriaga", 40, 9,
          "The collar is soft by now.", (("Chest", "53 cm"), ("Length", "76 cm")), "shirt", 3),
    Piece("harris-l", "Fell & Fold", "Double-breasted wool coat", "Coats", "L", "Very good", "Navy", 6990, 21000,
          "Second Tide", 45, 33, "From an estate in Kestrel Bay; dry-cleaned.", COAT, "coat", 21),
    Piece("stripe", "Tidehouse", "Breton tee", "Shirts", "S", "Very good", "Navy", 990, 3900, "Noor Haddad", 49, 22,
          "", (("Chest", "46 cm"), ("Length", "61 cm")), "tee", 12),
    Piece("selvedge", "Harrow & Co", "Straight selvedge jeans", "Trousers", "M", "Good", "Denim", 3290, 13000,
          "Tomasz Wilk", 53, 41, "Hemmed with a chain stitch to 76 cm. They have met a bicycle.", LEGS, "trousers", 11),
    Piece("fedora", "Osier", "Wool felt hat", "Extras", "M", "Like new", "Grey", 1890, 6400, "Mira Okonedo", 58, 18,
          "Blocked by hand. 57 cm inside.", (("Inside", "57 cm"),), "hat", 2),
    Piece("aran", "Kitewell", "Cable-knit jumper", "Knitwear", "M", "Very good", "Forest", 2360, 7900, "Ida Brandvold",
          70, 25, "Handwash. It sheds on velvet.", KNIT, "knit", 19),
    Piece("chelsea-new", "Osier", "Chelsea boots", "Shoes", "39", "Like new", "Black", 6490, 14500, "Second Tide", 75,
          52, "Worn indoors. Box included.", (("Heel", "3.5 cm"),), "boots", 10),
    Piece("linen", "Lumen Dye Works", "Linen trousers", "Trousers", "S", "Very good", "Olive", 1990, 7400,
          "Mira Okonedo", 90, 36, "Dyed a second time, in my kitchen.", LEGS, "trousers", 16),
    Piece("scarf", "Plainer", "Fringed scarf", "Extras", ONE_SIZE, "New with tags", "Mustard", 1490, 4200,
          "Noor Haddad", 96, 14, "A present in a colour that isn’t mine.", (("Length", "190 cm"),), "scarf", 4),
    Piece("slip", "Marrow Lane", "Bias-cut evening dress", "Dresses", "M", "Very good", "Plum", 5890, 24000,
          "Mira Okonedo", 110, 140, "Cut on the bias, so it fits more bodies than the label says.", DRESS, "dress", 22),
    Piece("bomber", "Tidehouse", "Corduroy jacket", "Coats", "S", "Good", "Rust", 2740, 8600, "Ida Brandvold", 121, 11,
          "The zip was replaced.", COAT[1:], "jacket", 14),
    Piece("poplin", "North Quill", "Striped poplin shirt", "Shirts", "L", "New with tags", "Rose", 2190, 6900,
          "Second Tide", 130, 20, "", (("Chest", "58 cm"), ("Length", "79 cm")), "shirt", 7),
    Piece("oxford-l", "North Quill", "Oxford shirt", "Shirts", "L", "Good", "White", 1390, 5900, "Tomasz Wilk", 150, 6,
          "A faint ink mark inside the cuff.", (("Chest", "57 cm"), ("Length", "78 cm")), "shirt", 18),
    Piece("satchel", "Osier", "Doctor’s bag", "Bags", ONE_SIZE, "Well loved", "Brown", 4290, 26000, "Tomasz Wilk", 165,
          88, "Older than I am. Saddle-soaped twice a year.", (("Width", "36 cm"), ("Height", "27 cm")), "bag", 13),
    Piece("parka", "Harrow & Co", "Waxed field coat", "Coats", "XL", "Good", "Olive", 5260, 18500, "José Arriaga", 180,
          29, "Rewaxed in October; smells of it.", COAT, "coat", 28),
    Piece("mohair", "云上 Yunshang", "Mohair jumper 马海毛", "Knitwear", "S", "Like new", "Rose", 3190, 8800,
          "林晓雨", 200,
          67, "轻盈保暖。 Light as a cat, warm as two.", KNIT, "knit", 31),
    Piece("ankle", "Marrow Lane", "Ankle boots", "Shoes", "41", "Very good", "Camel", 4460, 15900, "Second Tide", 220,
          35, "Suede, brushed.", (("Heel", "5 cm"),), "boots", 23),
    Piece("slate", "Tidehouse", "Boat-neck tee", "Shirts", "M", "Well loved", "Grey", 560, 3200, "Ida Brandvold", 260,
          3, "Soft from a hundred washes.", (("Chest", "50 cm"), ("Length", "66 cm")), "tee", 25),
    Piece("cord", "Kitewell", "Wide corduroy trousers", "Trousers", "L", "Like new", "Brown", 2990, 8400,
          "Mira Okonedo", 300, 44, "Hem can be let out by 4 cm.", LEGS, "trousers", 29),
)  # fmt: skip
PAST = {
    "Apron dress": Art("cloth:dress:denim", 40),
    "Fair-isle vest": Art("cloth:knit:navy", 41),
    "Quilted waistcoat": Art("cloth:jacket:olive", 42),
    "Silk scarf 真丝围巾": Art("cloth:scarf:red", 43),
    "Moleskin trousers": Art("cloth:trousers:brown", 44),
    "Belt bag with a brass buckle": Art("cloth:bag:brown", 45),
}
"""Pictures of what is no longer on sale."""
TIPS = ("wool coat", "chelsea boots", "oxford shirt", "size M", "Fell & Fold")
SORTS = ("Newest", "Price low to high", "Price high to low", "Most hearts")
ANY = "Any"
CAPS = ("Any", "Under $20", "Under $40", "Under $60")
_CAPS = {CAPS[1]: 2000, CAPS[2]: 4000, CAPS[3]: 6000}

BY_KEY = {one.key: one for one in PIECES}
BY_SELLER = {one.name: one for one in SELLERS}


@dataclass(frozen=True, slots=True)
class Filters:
    """What the search leaves out."""

    kind: str = ANY
    size: str = ANY
    condition: str = ANY
    price: str = ANY
    sort: str = SORTS[0]


def piece(key: str) -> Piece:
    """The piece with this key; the first for a key that is none."""
    return BY_KEY.get(key, PIECES[0])


def seller(name: str) -> Seller:
    """The seller of this name; the first for a name that is none."""
    return BY_SELLER.get(name, SELLERS[0])


def sold_by(name: str) -> tuple[Piece, ...]:
    """What a seller has on sale."""
    return tuple(one for one in PIECES if one.seller == name)


def search(query: str) -> tuple[Piece, ...]:
    """Pieces with every word of the query in brand, name, kind, colour, size or seller; all for an empty query."""
    words = query.casefold().split()
    return tuple(
        one
        for one in PIECES
        if all(
            word in f"{one.brand} {one.name} {one.kind} {one.colour} size {one.size} {one.seller}".casefold()
            for word in words
        )
    )


def filtered(pieces: tuple[Piece, ...], by: Filters) -> tuple[Piece, ...]:
    """What the filters leave, in their order."""
    most = _CAPS.get(by.price, 1 << 30)
    kept = [
        one
        for one in pieces
        if by.kind in (ANY, one.kind)
        and by.size in (ANY, one.size)
        and by.condition in (ANY, one.condition)
        and one.cents < most
    ]
    if by.sort == SORTS[1]:
        kept.sort(key=lambda one: one.cents)
    elif by.sort == SORTS[2]:
        kept.sort(key=lambda one: -one.cents)
    elif by.sort == SORTS[3]:
        kept.sort(key=lambda one: -one.hearts)
    return tuple(kept)


def money(cents: int) -> str:
    """`$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"


def since(hours: int) -> str:
    """How long something is up: `2 h ago`, `3 days ago`, `last week`."""
    if hours < 24:
        return f"{hours} h ago"
    days = hours // 24
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else "last week" if days < 14 else f"{days // 7} weeks ago"
