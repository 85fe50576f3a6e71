"""What Novabasket sells: goods by aisle, each with the colours and sizes it comes in."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art


@dataclass(frozen=True, slots=True)
class Size:
    """A size with what it costs more."""

    label: str
    cents: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """What can be chosen for goods of a kind. `preset` is the size that is chosen when nobody picks."""

    colours: tuple[str, ...] = ()
    size_title: str = ""
    sizes: tuple[Size, ...] = ()
    preset: str = ""
    gone: tuple[str, ...] = ()
    """Sizes that are sold out."""


@dataclass(frozen=True, slots=True)
class Item:
    """One product. `was` is the price before, 0 without; `stars` is the mean rating times ten."""

    key: str
    name: str
    aisle: str
    cents: int
    was: int
    stars: int
    ratings: int
    sold: str
    shop: str
    about: str
    kind: Kind
    art: Art
    tag: str = ""


def _sizes(*labels: str) -> tuple[Size, ...]:
    return tuple(Size(label) for label in labels)


TECH = Kind(("Graphite", "Chalk white", "Sea blue"))
STORAGE = Kind(("Graphite", "Silver"), "Capacity", (Size("64 GB"), Size("128 GB", 1200), Size("256 GB", 2900)), "64 GB")
CABLE = Kind(("Black", "Sand", "Coral"), "Length", (Size("1 m"), Size("2 m", 200), Size("3 m", 350)), "1 m")
SHOE = Kind(("Slate", "Rust", "Off-white"), "Size (EU)", _sizes("38", "39", "40", "41", "42", "43", "44"), "41",
            ("44",))  # fmt: skip
WEAR = Kind(("Oat", "Moss", "Plum", "Ink"), "Size", (*_sizes("S", "M", "L", "XL"), Size("XXL", 300)), "M")
HOME = Kind(("Cream", "Copper", "Matt black"))
POT = Kind(("Cream", "Forest"), "Volume", (Size("0.6 l"), Size("1.0 l", 500), Size("1.5 l", 900)), "0.6 l", ("1.5 l",))
PACK = Kind((), "Pack", (Size("1 piece"), Size("3 pieces", 1290), Size("6 pieces", 2390)), "1 piece")
PLAIN = Kind()
TOY = Kind(("Red", "Yellow", "Mint"))

AISLES = (
    ("Tech", "devices", "#E3ECFF", "#2B50B0"),
    ("Home", "weekend", "#FFF0DC", "#8F5200"),
    ("Fashion", "checkroom", "#FFE4EC", "#A3245A"),
    ("Sport", "hiking", "#E0F4EA", "#116B44"),
    ("Kids", "toys", "#DFF5F3", "#0B6660"),
    ("Kitchen", "coffee_maker", "#FBE9E1", "#96401B"),
    ("Beauty", "spa", "#F3E8FF", "#6B3AA8"),
    ("Pets", "pets", "#FDE7F4", "#97267A"),
    ("Garden", "yard", "#E9F5DA", "#48691A"),
    ("Books", "auto_stories", "#EAE7FB", "#4A3FA8"),
)
"""Name, glyph, ground and ink of each."""


def _art(glyph: str, seed: int) -> Art:
    return Art(f"product:{glyph}", seed)


ITEMS = (
    Item("halden", "Halden over-ear headphones with noise cancelling", "Tech", 3990, 6490, 46, 1284, "2.1k",
         "Soundnook", "Forty hours on one charge, folds flat, comes with a hard case.", TECH, _art("headphones", 3)),
    Item("kettle", "晓雨 pour-over kettle 手冲壶", "Kitchen", 3240, 3990, 48, 611, "860", "Xiaoyu Home 晓雨家居",
         "细口壶嘴，水流稳定。 A thin spout for a steady stream; works on gas and induction.", POT,
         _art("kettle", 8)),
    Item("pack", "Daybreak backpack 22 l", "Sport", 2990, 3740, 45, 940, "1.2k", "Ridge & Rope",
         "A laptop sleeve, two side pockets, a rain cover in the base.", WEAR, _art("backpack", 11), "New"),
    Item("trail", "Fellrunner trail shoe", "Sport", 5490, 7320, 44, 2207, "3.4k", "Ridge & Rope",
         "Grips wet stone; a stiff toe cap and a wide last.", SHOE, _art("shoe", 21)),
    Item("buds", "Pebble wireless earbuds", "Tech", 2460, 3990, 43, 3310, "5.8k", "Soundnook",
         "Light enough to forget. Six hours, and eighteen more in the case.", TECH, _art("earbuds", 17)),
    Item("lamp", "Mushroom table lamp", "Home", 1890, 0, 47, 322, "410", "Oak & Ember",
         "Dims by touch and remembers how bright you left it.", HOME, _art("light", 5)),
    Item("brewer", "Drip coffee maker with thermal jug and timer", "Kitchen", 4490, 5990, 44, 860, "1.1k",
         "Galley Nine", "Ten cups, hot for four hours without a hotplate.", HOME, _art("coffee_maker", 31)),
    Item("watch", "Tern fitness watch", "Tech", 5990, 7990, 42, 1730, "2.6k", "Voltbay",
         "Heart rate, sleep, and eleven days between charges.", TECH, _art("watch", 14), "Top seller"),
    Item("knit", "Fisherman’s beanie", "Fashion", 1490, 1990, 47, 655, "1.4k", "Plainweave",
         "Merino, knitted in one piece, doesn’t itch.", WEAR, _art("checkroom", 29)),
    Item("card", "Memory card, reads 190 MB/s", "Tech", 1240, 1690, 48, 5120, "9.3k", "Voltbay",
         "With adapter. Survives water, airports and most dogs.", STORAGE, _art("sd_storage", 9)),
    Item("bricks", "Harbour crane building set, 412 pieces", "Kids", 2790, 3490, 49, 274, "330", "Tin Lantern Toys",
         "A working winch, two tugboats and a very patient seagull.", TOY, _art("toys", 19)),
    Item("cable", "Braided USB-C cable", "Tech", 640, 0, 45, 8044, "21k", "Voltbay",
         "100 W, with a strap that doesn’t get lost.", CABLE, _art("usb", 33)),
    Item("speaker", "Cobble pocket speaker", "Tech", 2190, 2990, 41, 702, "1.0k", "Soundnook",
         "Floats. Plays for fourteen hours while it does.", TECH, _art("speaker", 44)),
    Item("tent", "Two-person tent, 1.9 kg", "Sport", 11890, 14900, 45, 163, "190", "Ridge & Rope",
         "Pitches in four minutes from the outside in.", TOY, _art("tent", 38)),
    Item("scent", "Cedar and fig candle", "Home", 960, 1290, 44, 1011, "1.9k", "Oak & Ember",
         "Fifty hours. The jar is a good glass afterwards.", PACK, _art("candle", 23)),
    Item("coat", "Boiled-wool overshirt", "Fashion", 4890, 0, 46, 188, "240", "Plainweave",
         "Warm without a lining. Two chest pockets and horn buttons.", WEAR, _art("dry_cleaning", 27)),
    Item("bed", "Orthopaedic dog bed", "Pets", 3690, 4690, 46, 517, "720", "Muddy Paws",
         "Memory foam under a cover that goes in the wash.", WEAR, _art("pets", 41)),
    Item("serum", "Night serum with bakuchiol, 30 ml", "Beauty", 1790, 0, 43, 1466, "2.2k", "Dewfall",
         "Fragrance-free. Two drops are enough.", PACK, _art("spa", 2)),
    Item("desk", "Standing desk frame, electric", "Home", 18900, 23900, 44, 98, "120", "Oak & Ember",
         "Three remembered heights; lifts 80 kg without a sound.", HOME, _art("table_restaurant", 13)),
    Item("chair", "Mesh office chair", "Home", 9490, 12900, 40, 410, "560", "Oak & Ember",
         "Arms, back and seat can all be set.", HOME, _art("chair_alt", 52)),
    Item("bike", "Balance bike 12 inch", "Kids", 4990, 0, 48, 209, "260", "Tin Lantern Toys",
         "From two years, grows along to five.", TOY, _art("pedal_bike", 61)),
    Item("knife", "Santoku knife 17 cm", "Kitchen", 2640, 3640, 47, 834, "1.1k", "Galley Nine",
         "Holds its edge; comes with a magnetic sheath.", PLAIN, _art("restaurant", 47)),
    Item("mixer", "Hand blender set", "Kitchen", 3490, 3990, 42, 366, "480", "Galley Nine",
         "Blender, whisk and chopper on one motor.", HOME, _art("blender", 58)),
    Item("dryer", "Ionic hair dryer 1800 W", "Beauty", 2990, 4290, 41, 1190, "1.6k", "Dewfall",
         "Two nozzles and a cold shot.", HOME, _art("air", 35)),
    Item("seeds", "Wildflower seeds, 24 kinds", "Garden", 490, 0, 45, 288, "640", "Thistle Yard",
         "For a strip of two square metres.", PLAIN, _art("local_florist", 7)),
    Item("shears", "Pruning shears", "Garden", 1690, 2190, 46, 340, "410", "Thistle Yard",
         "Cuts 22 mm, spring and blade can be replaced.", PLAIN, _art("content_cut", 49)),
    Item("bench", "Folding garden bench", "Garden", 7990, 0, 43, 77, "95", "Thistle Yard",
         "Acacia, oiled twice.", PLAIN, _art("weekend", 66)),
    Item("novel", "The Lighthouse Ledger, paperback", "Books", 1190, 0, 47, 902, "3.0k", "Second Shelf",
         "A bookkeeper, an island, and sums that don’t add up.", PLAIN, _art("auto_stories", 16)),
    Item("atlas", "Atlas of Small Harbours", "Books", 3890, 4490, 49, 130, "210", "Second Shelf",
         "Two hundred hand-drawn plans.", PLAIN, _art("menu_book", 54)),
    Item("tea", "云雾绿茶 Cloud mist green tea, 100 g", "Kitchen", 1360, 1600, 48, 445, "980", "Xiaoyu Home 晓雨家居",
         "高山春茶，清香回甘。 Spring harvest; brew at 80 °C.", PACK, _art("local_cafe", 71)),
    Item("racket", "Carbon badminton pair with shuttles", "Sport", 3290, 4190, 43, 251, "330", "Ridge & Rope",
         "Two rackets, six shuttles, one bag.", TOY, _art("sports_tennis", 63)),
    Item("tote", "Market tote", "Fashion", 990, 0, 44, 1520, "4.4k", "Plainweave",
         "Holds eleven kilos of lemons.", WEAR, _art("shopping_bag", 74)),
    Item("sneaker", "Canvas low-top", "Fashion", 3790, 4790, 42, 689, "930", "Plainweave",
         "", SHOE, _art("shoe", 80)),
    Item("leash", "Rope leash 1.8 m", "Pets", 1240, 1590, 47, 377, "640", "Muddy Paws",
         "Climbing rope, brass clip.", TOY, _art("gesture", 69)),
    Item("cam", "Hallway camera with privacy shutter", "Tech", 2890, 3990, 40, 915, "1.3k", "Voltbay",
         "Records to a card, asks for no subscription.", TECH, _art("videocam", 77)),
    Item("keys", "Low-profile mechanical keyboard", "Tech", 6790, 7990, 46, 542, "710", "Voltbay",
         "Quiet brown switches; three devices at a time.", TECH, _art("keyboard", 83)),
)  # fmt: skip
FLASH = ("halden", "brewer", "card", "bricks", "trail", "serum", "dryer", "chair", "leash")
LEFT = (8, 31, 62, 14, 47, 5, 73, 22, 90)
"""Percent that is still there of each flash deal."""
MOST = 10
TIPS = ("wireless earbuds", "trail shoe", "kettle", "dog bed", "memory card", "candle")
SORTS = ("Best match", "Price low to high", "Price high to low", "Top rated")

BY_KEY = {one.key: one for one in ITEMS}
BY_NAME = {one.name: one for one in ITEMS}


def item(key: str) -> Item:
    """The product with this key; the first for a key that is none."""
    return BY_KEY.get(key, ITEMS[0])


def listed(aisle: str) -> tuple[Item, ...]:
    """The products of an aisle."""
    return tuple(one for one in ITEMS if one.aisle == aisle)


def search(query: str) -> tuple[Item, ...]:
    """Products with every word of the query in name, text, aisle or shop; none for an empty query."""
    words = query.casefold().split()
    return tuple(
        one
        for one in ITEMS
        if words and all(word in f"{one.name} {one.about} {one.aisle} {one.shop}".casefold() for word in words)
    )


def ordered(items: tuple[Item, ...], sort: str) -> tuple[Item, ...]:
    """The products in one of the orders of `SORTS`."""
    if sort == SORTS[1]:
        return tuple(sorted(items, key=lambda one: one.cents))
    if sort == SORTS[2]:
        return tuple(sorted(items, key=lambda one: -one.cents))
    if sort == SORTS[3]:
        return tuple(sorted(items, key=lambda one: -one.stars))
    return items


def money(cents: int) -> str:
    """`$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"


def off(one: Item) -> str:
    """`-38%`, or nothing where the price was never higher."""
    return f"-{round(100 - one.cents * 100 / one.was)}%" if one.was else ""
