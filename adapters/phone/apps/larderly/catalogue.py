"""What Larderly sells: groceries by aisle, each in its packs and, for some, prepared in one way or another."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.node import Art

MOST = 12
"""The most packs of one thing in an order."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A size that something is sold in, its price in cents, and the price of a unit as the law wants it told."""

    label: str
    cents: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Prep:
    """A question about how something is to be; the first answer is preset."""

    name: str
    title: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in the shop. `was` is what the first pack did cost, 0 where the price is as ever."""

    key: str
    name: str
    aisle: str
    packs: tuple[Pack, ...]
    art: Art
    about: str = ""
    was: int = 0
    prep: Prep | None = None
    tags: tuple[str, ...] = ()
    gone: bool = False

    @property
    def cents(self) -> int:
        """The price of the preset pack."""
        return self.packs[0].cents


RIPE = Prep("ripeness", "Ripeness", ("Ready to eat", "Ripe in 2–3 days"))
SLICED = Prep("slicing", "Slicing", ("Unsliced", "Medium slices", "Thick slices"))
CUT = Prep("cut", "Cut", ("Whole fillet", "Four portions", "Diced"))
GRIND = Prep("grind", "Grind", ("Whole beans", "Filter", "Espresso", "Press pot"))
PREPS = (RIPE, SLICED, CUT, GRIND)
ORGANIC, LOCAL, VEGAN, NEW = "Organic", "Local", "Vegan", "New"

AISLES = (
    ("Offers", "local_offer"),
    ("Fruit & veg", "eco"),
    ("Bakery", "bakery_dining"),
    ("Dairy & eggs", "egg"),
    ("Meat & fish", "set_meal"),
    ("Pantry", "kitchen"),
    ("East Asian", "rice_bowl"),
    ("Drinks", "local_cafe"),
    ("Frozen", "ac_unit"),
    ("Household", "cleaning_services"),
    ("Pets", "pets"),
)


def _of(aisle: str, *rows: tuple[str, str, str, str, tuple[Pack, ...], dict[str, object]]) -> list[Item]:
    made = []
    for key, name, shape, color, packs, more in rows:
        art = Art(f"larder:{shape}:{color}", sum(map(ord, key)) % 97)
        made.append(Item(key, name, aisle, packs, art, **more))  # type: ignore[arg-type]
    return made


ITEMS: tuple[Item, ...] = (
    *_of(
        "Fruit & veg",
        ("banana", "Bananas", "banana", "#F2CB3E", (Pack("5 pieces", 149, "$1.66/kg"), Pack("8 pieces", 229)), {
            "prep": RIPE, "about": "Fair trade, from the Orla coast. About 900 g."}),
        ("avocado", "Avocados", "avocado", "#4C6B2F", (Pack("2 pieces", 290, "$1.45 each"), Pack("4 pieces", 540)), {
            "prep": RIPE, "was": 360, "about": "Hass, hand picked. Keep them with a banana to hurry them up."}),
        ("tomato", "Vine tomatoes", "balls", "#DE3F2C", (Pack("500 g", 199, "$3.98/kg"), Pack("1 kg", 349)), {
            "tags": (LOCAL,), "about": "Greenhouse grown 12 km from Alder Cross, picked the day before."}),
        ("spinach", "Baby spinach, washed", "leaves", "#4F9440", (Pack("200 g", 240, "$12.00/kg"),), {
            "tags": (ORGANIC,)}),
        ("apple", "Kestrel Red apples", "apple", "#C5332E", (Pack("6 pieces", 260, "$2.60/kg"), Pack("1.5 kg", 390)), {
            "tags": (LOCAL, ORGANIC), "about": "Sharp, crisp, good for pies. The season ends in February."}),
        ("carrot", "Bunched carrots", "carrots", "#EE8127", (Pack("1 bunch", 160, "$3.20/kg"),), {"tags": (ORGANIC,)}),
        ("blue", "Blueberries", "berries", "#3F4F94", (Pack("150 g", 299, "$19.93/kg"), Pack("300 g", 499)), {
            "was": 390}),
        ("lemon", "Unwaxed lemons", "balls", "#F0CF38", (Pack("3 pieces", 149, "$0.50 each"), Pack("6 pieces", 260)), {
            "prep": None}),
        ("pepper", "Sweet pointed pepper", "pepper", "#E2A61E", (Pack("1 piece", 90), Pack("3 pieces", 240)), {}),
        ("broccoli", "Broccoli", "broccoli", "#4E8B3A", (Pack("1 head", 190, "$4.75/kg"),), {"tags": (LOCAL,)}),
        ("mushroom", "Chestnut mushrooms", "mushrooms", "#B08A62", (Pack("250 g", 210), Pack("500 g", 360)), {}),
        ("potato", "Waxy potatoes, unwashed, from the Quarry fields", "balls", "#C79A5C", (
            Pack("2 kg", 340, "$1.70/kg"), Pack("5 kg", 690)), {"tags": (LOCAL,)}),
    ),
    *_of(
        "Bakery",
        ("sour", "Rye sourdough", "loaf", "#9A6438", (Pack("750 g", 490, "$6.53/kg"), Pack("Half, 375 g", 270)), {
            "prep": SLICED, "tags": (LOCAL,), "about": "Baked at five by Dimmock’s on Ferry Street. Dark crust."}),
        ("white", "Farmhouse white loaf", "loaf", "#D09A55", (Pack("800 g", 260, "$3.25/kg"),), {"prep": SLICED}),
        ("oatcake", "Oatcakes, salted", "box", "#B58A4E", (Pack("8 pieces", 190),), {"tags": (VEGAN,)}),
        ("brioche", "Brioche burger buns", "bag", "#D9A44C", (Pack("4 pieces", 240), Pack("6 pieces", 330)), {
            "was": 290}),
        ("tortilla", "Corn tortillas", "bag", "#E4B94A", (Pack("10 pieces", 280),), {"tags": (VEGAN,), "gone": True}),
    ),
    *_of(
        "Dairy & eggs",
        ("milk", "Whole milk", "carton", "#2F78C4", (Pack("1 l", 159, "$1.59/l"), Pack("2 l", 289)), {
            "tags": (LOCAL,)}),
        ("oat", "Oat drink barista", "carton", "#C08A3E", (Pack("1 l", 249, "$2.49/l"), Pack("6 × 1 l", 1390)), {
            "tags": (VEGAN,), "about": "Foams. Shake before you open it."}),
        ("oat2", "Oat drink original", "carton", "#7A9A4A", (Pack("1 l", 199, "$1.99/l"), Pack("6 × 1 l", 1090)), {
            "tags": (VEGAN,)}),
        ("eggs", "Free-range eggs", "eggs", "#D9A878", (Pack("6 pieces", 260, "$0.43 each"), Pack("12 pieces", 460)), {
            "tags": (LOCAL,), "about": "From hens that see the sun. Mixed sizes."}),
        ("yogurt", "Greek yoghurt 10%", "tub", "#5C8FD0", (Pack("500 g", 340, "$6.80/kg"), Pack("1 kg", 590)), {}),
        ("soy", "Soy yoghurt with vanilla", "tub", "#CDB04A", (Pack("400 g", 249),), {"tags": (VEGAN,)}),
        ("cheddar", "Cave-aged cheddar", "cheese", "#EDB548", (Pack("200 g", 450, "$22.50/kg"), Pack("400 g", 820)), {
            "was": 540}),
        ("butter", "Salted butter", "box", "#E8C65A", (Pack("250 g", 299, "$11.96/kg"),), {}),
        ("hummus", "Hummus with za’atar", "tub", "#C79A5C", (Pack("220 g", 270),), {"tags": (VEGAN, NEW)}),
    ),
    *_of(
        "Meat & fish",
        ("salmon", "Salmon fillet, skin on", "tray", "#EE8E70", (Pack("300 g", 890, "$29.67/kg"), Pack("600 g", 1690)),
         {"prep": CUT, "about": "Farmed in Kestrel Bay, landed this morning."}),
        ("chicken", "Chicken thighs, boneless", "tray", "#EBC3A6", (Pack("500 g", 640), Pack("1 kg", 1190)), {}),
        ("mince", "Beef mince 12%", "tray", "#B8463C", (Pack("400 g", 560, "$14.00/kg"),), {"was": 690}),
        ("tofu", "Smoked tofu", "box", "#8A6A48", (Pack("200 g", 320),), {"tags": (VEGAN, ORGANIC)}),
    ),
    *_of(
        "Pantry",
        ("pasta", "Fusilli, bronze cut", "bag", "#2F6FA8", (Pack("500 g", 179, "$3.58/kg"), Pack("1 kg", 320)), {
            "tags": (VEGAN,)}),
        ("passata", "Tomato passata", "bottle", "#B8362A", (Pack("700 g", 210, "$3.00/kg"),), {}),
        ("chickpea", "Chickpeas in water", "can", "#C9903C", (Pack("400 g", 99), Pack("4 × 400 g", 340)), {
            "tags": (VEGAN,)}),
        ("beans", "Black beans", "can", "#3F3A52", (Pack("400 g", 110),), {"tags": (VEGAN,)}),
        ("oil", "Olive oil, first cold pressing", "bottle", "#8A9A2E", (Pack("500 ml", 890), Pack("1 l", 1590)), {
            "was": 1090}),
        ("jam", "Damson jam", "jar", "#5B2A5C", (Pack("340 g", 420),), {"tags": (LOCAL,)}),
        ("honey", "Heather honey", "jar", "#C98A22", (Pack("340 g", 790, "$23.24/kg"),), {"tags": (LOCAL,)}),
        ("muesli", "Toasted muesli with hazelnuts", "box", "#D98A2E", (Pack("600 g", 460),), {}),
        ("dark", "Dark chocolate 74%", "bar", "#5B2C1D", (Pack("100 g", 260), Pack("3 × 100 g", 690)), {}),
    ),
    *_of(
        "East Asian",
        ("soysauce", "生抽 Light soy sauce", "bottle", "#6A2F1E", (Pack("500 ml", 390), Pack("1 l", 690)), {
            "about": "海天风味，蘸、拌、炒皆宜。Brewed for 180 days."}),
        ("rice", "茉莉香米 Jasmine rice", "bag", "#3F8A5C", (Pack("1 kg", 420, "$4.20/kg"), Pack("5 kg", 1690)), {}),
        ("chili", "老油 Crisp chilli oil", "jar", "#B8301E", (Pack("210 g", 460),), {"was": 540}),
        ("ramen", "Fresh ramen noodles", "bag", "#E0B040", (Pack("2 portions", 340), Pack("4 portions", 590)), {
            "tags": (NEW,)}),
        ("miso", "White miso", "tub", "#CFA65A", (Pack("300 g", 520),), {"tags": (VEGAN,)}),
    ),
    *_of(
        "Drinks",
        ("coffee", "Harbour Blend coffee", "bag", "#4A2C1E", (Pack("250 g", 790, "$31.60/kg"), Pack("1 kg", 2690)), {
            "prep": GRIND, "tags": (LOCAL,), "about": "Roasted on Mondays by Foglight. Plum, walnut, a little smoke."}),
        ("tea", "Breakfast tea", "box", "#9A3B2E", (Pack("80 bags", 420),), {}),
        ("tonic", "Elderflower tonic", "bottle", "#9CC3A0", (Pack("4 × 200 ml", 480),), {}),
        ("juice", "Pressed orange juice", "bottle", "#F09A2A", (Pack("1 l", 340), Pack("2 l", 590)), {"was": 420}),
    ),
    *_of(
        "Frozen",
        ("peas", "Garden peas", "bag", "#4FA04A", (Pack("750 g", 240),), {}),
        ("gyoza", "素饺子 Vegetable gyoza", "bag", "#7A4FA0", (Pack("20 pieces", 560),), {"tags": (VEGAN,)}),
        ("sorbet", "Blackcurrant sorbet", "tub", "#7A2A5C", (Pack("500 ml", 490),), {"was": 620}),
    ),
    *_of(
        "Household",
        ("paper", "Toilet paper, three-ply", "roll", "#4FA3B5", (Pack("8 rolls", 490), Pack("16 rolls", 890)), {}),
        ("wash", "Washing-up liquid, lemon", "bottle", "#D8C62E", (Pack("750 ml", 260), Pack("1.5 l refill", 420)), {}),
        ("bags", "Compostable bin bags", "roll", "#6A9A4A", (Pack("20 × 10 l", 380),), {}),
    ),
    *_of(
        "Pets",
        ("cat", "Cat food, salmon in jelly", "can", "#2E7CA8", (Pack("6 × 85 g", 540), Pack("24 × 85 g", 1890)), {}),
        ("litter", "Clay cat litter", "bag", "#8A94A0", (Pack("10 l", 690),), {}),
    ),
)  # fmt: skip
_BY_KEY = {one.key: one for one in ITEMS}
BY_NAME = {one.name: one for one in ITEMS}


def item(key: str) -> Item:
    """The item of this key; the first for a key that is none."""
    return _BY_KEY.get(key, ITEMS[0])


def pack(one: Item, label: str) -> Pack:
    """The pack of this label; the preset one for a label that is none."""
    return next((each for each in one.packs if each.label == label), one.packs[0])


FILTERS = ("All", "On offer", LOCAL, ORGANIC, VEGAN)


def listed(aisle: str, only: str = FILTERS[0]) -> list[Item]:
    """What stands in an aisle, as the filter lets it through. The offers are an aisle of their own."""
    here = [one for one in ITEMS if (one.was > 0 if aisle == AISLES[0][0] else one.aisle == aisle)]
    if only == "On offer":
        return [one for one in here if one.was]
    return [one for one in here if only in one.tags] if only in FILTERS[1:] else here


def search(query: str) -> list[Item]:
    """Everything of which name, aisle, description or tags hold every word."""
    words = query.casefold().split()
    if not words:
        return []
    return [
        one
        for one in ITEMS
        if all(word in f"{one.name} {one.aisle} {one.about} {' '.join(one.tags)}".casefold() for word in words)
    ]


def money(cents: int) -> str:
    """`$11.40`."""
    return f"${cents // 100}.{cents % 100:02d}"
