"""What is on Mapwren's map: places with their pins, and how one gets from one to another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adapters.phone.ui.node import Art


@dataclass(frozen=True, slots=True)
class Place:
    """One place. `x` and `y` are its pin in dp on the first screen's map; `hours` are empty for day and night."""

    key: str
    name: str
    kind: str
    street: str
    stars: int
    ratings: int
    hours: tuple[str, str] | tuple[()]
    phone: str
    about: str
    x: float
    y: float
    art: Art


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go: by which streets or lines, how long, how far."""

    via: str
    minutes: int
    metres: int
    note: str


KINDS = (
    ("Food", "restaurant", "#C2410C"),
    ("Coffee", "local_cafe", "#7C4A1E"),
    ("Groceries", "shopping_cart", "#1D6FA5"),
    ("Fuel", "local_gas_station", "#5B3FA8"),
    ("Parks", "park", "#1B7A3D"),
    ("Culture", "museum", "#9D1F6B"),
    ("Pharmacies", "local_pharmacy", "#B3261E"),
    ("Stations", "train", "#34459C"),
)
HERE = "Your location"
AT = (205.0, 372.0)
"""Where the phone is on the first screen's map."""
MODES = (
    ("Drive", "directions_car", 430.0, 4),
    ("Transit", "directions_bus", 300.0, 6),
    ("Walk", "directions_walk", 80.0, 0),
    ("Cycle", "directions_bike", 240.0, 1),
)
"""Name, glyph, metres per minute, minutes before one moves."""
DEPARTURES = ("Leave now", "Leave at 10:00", "Leave at 12:30", "Leave at 17:45", "Arrive by 18:30", "Arrive by 20:00")
AVOID = ("Tolls", "Motorways", "Ferries", "Stairs")
VIAS: Final[Mapping[str, tuple[tuple[str, str, tuple[str, ...]], ...]]] = {
    "Drive": (
        ("Harbour Road", "Fastest, the usual traffic", ()),
        ("Mill Lane and Tower Bridge", "Fewer lights", ()),
        ("Ring 2", "Motorway, toll of $1.40", ("Tolls", "Motorways")),
    ),
    "Transit": (
        ("Tram 4", "Every 6 min", ()),
        ("Bus 27, then Tram 1", "One change", ()),
        ("Boat F2", "Every 30 min", ("Ferries",)),
    ),
    "Walk": (
        ("Ferry Street", "Mostly flat", ()),
        ("Alder riverside path", "Quiet, 42 stairs", ("Stairs",)),
    ),
    "Cycle": (
        ("Quarry Park path", "Cycle lane all the way", ()),
        ("Mill Lane", "Cobbles at the end", ()),
    ),
}
"""Via, a note, and what of `AVOID` a way has."""
STEPS = {
    "Drive": ("Head north on Ferry Street", "Turn right at the fish market", "Keep left at the roundabout",
              "Park at the kerb side"),
    "Transit": ("Walk to Ferry Street stop", "Ride 5 stops towards Port Meridian", "Get off at the back door",
                "Cross at the lights"),
    "Walk": ("Head north on Ferry Street", "Cross the footbridge", "Follow the wall with the ivy", "Go up the steps"),
    "Cycle": ("Join the cycle lane on Ferry Street", "Go through the underpass", "Mind the tram tracks",
              "Racks are by the entrance"),
}  # fmt: skip

PLACES = (
    Place("noodle", "Lantern Noodles 灯笼面馆", "Food", "12 Lantern Square", 46, 812, ("11:00", "22:30"),
          "555 0142", "Hand-pulled while you watch. 牛肉面是招牌。", 92, 246, Art("food:ramen", 5)),
    Place("kiln", "The Kiln", "Food", "3 Mill Lane", 44, 1290, ("12:00", "23:00"), "555 0177",
          "Wood-fired pizza, two long tables, no bookings.", 318, 222, Art("food:pizza", 9)),
    Place("roast", "Second Crack Roasters", "Coffee", "27 Ferry Street", 48, 604, ("07:30", "18:00"), "555 0110",
          "Filter, flat white, and beans by the kilo.", 250, 318, Art("food:latte", 8)),
    Place("kestrel", "Kestrel Pier Market", "Groceries", "Pier House 1", 43, 2210, ("06:00", "21:00"), "555 0121",
          "Fish at the far end, bread at the near one.", 350, 380, Art("land:gold:sea", 4)),
    Place("quarry", "Quarry Park", "Parks", "Quarry Hill", 47, 3380, (), "",
          "A lake in an old quarry, swings, a hill for kites.", 60, 340, Art("land:day:forest", 3)),
    Place("central", "Alder Cross Central", "Stations", "Station Square 1", 39, 5120, (), "555 0100",
          "Trains, trams 1 and 4, bus 27. Lockers on level −1.", 158, 300, Art("land:dusk:city", 11)),
    Place("glass", "Museum of Small Glass", "Culture", "8 Dyers’ Yard", 49, 288, ("10:00", "17:00"), "555 0166",
          "Four rooms of things that fit in a hand. Closed on feast days.", 206, 232, Art("land:mist:city", 7)),
    Place("volt", "Harbour Fuel & Charge", "Fuel", "90 Harbour Road", 37, 190, (), "555 0134",
          "Eight fast chargers, two pumps, coffee that does the job.", 374, 300, Art("land:night:city", 2)),
    Place("salt", "Salt & Sesame", "Food", "41 Ferry Street", 45, 377, ("08:00", "15:00"), "555 0182",
          "Breakfast until three.", 120, 402, Art("food:salad", 12)),
    Place("corner", "Corner Pharmacy", "Pharmacies", "16 Station Square", 42, 96, ("08:30", "20:00"), "555 0190",
          "", 32, 268, Art("land:day:city", 6)),
    Place("night", "Night Pharmacy Kestrel Bay", "Pharmacies", "5 Bay Road", 40, 61, (), "555 0199",
          "Ring the bell after ten.", 410, 610, Art("land:night:city", 15)),
    Place("green", "Greengrocer Amadi", "Groceries", "22 Mill Lane", 48, 420, ("07:00", "19:00"), "555 0155",
          "Plantain, okra, and the best lemons in town.", 300, 120, Art("food:salad", 21)),
    Place("curry", "Uncle Raj’s Canteen", "Food", "60 Harbour Road", 46, 990, ("11:30", "21:30"), "555 0131",
          "One curry a day until it’s gone.", 470, 250, Art("food:curry", 3)),
    Place("bakery", "Bakery on the Steps", "Coffee", "2 Castle Steps", 45, 533, ("06:30", "14:00"), "555 0148",
          "Croissants at seven, sold out by nine.", 30, 120, Art("food:croissant", 6)),
    Place("matcha", "Green Bowl 抹茶屋", "Coffee", "9 Dyers’ Yard", 43, 214, ("10:00", "19:00"), "555 0163",
          "Stone-ground, whisked to order.", 222, 190, Art("food:matcha", 4)),
    Place("theatre", "Lighthouse Theatre", "Culture", "Lighthouse Quay", 47, 760, ("18:00", "23:30"), "555 0171",
          "Plays in the round; the lamp still works.", 520, 420, Art("land:dusk:sea", 8)),
    Place("meridian", "Port Meridian Ferry Terminal", "Stations", "Terminal 2, Port Meridian", 38, 1480, (),
          "555 0103", "F1 to the islands, F2 to Alder Cross.", 610, 560, Art("land:day:sea", 5)),
    Place("tower", "Tower Hill Viewpoint", "Parks", "Tower Hill", 48, 1875, (), "",
          "Benches towards the west.", 40, 620, Art("land:gold:hills", 2)),
    Place("sushi", "Tidewater Sushi", "Food", "Pier House 5", 44, 640, ("12:00", "22:00"), "555 0185",
          "Twelve seats at the counter.", 540, 330, Art("food:sushi", 10)),
    Place("mill", "Mill Lane Self-Service", "Fuel", "140 Mill Lane", 35, 77, ("06:00", "22:00"), "",
          "", 150, 60, Art("land:mist:hills", 9)),
)  # fmt: skip
BY_KEY = {one.key: one for one in PLACES}
BY_NAME = {one.name: one for one in PLACES}


def place_of(key: str) -> Place:
    """The place with this key; the first for a key that is none."""
    return BY_KEY.get(key, PLACES[0])


def glyph(kind: str) -> tuple[str, str]:
    """The glyph and the colour of a kind of places."""
    return next(((icon, color) for name, icon, color in KINDS if name == kind), ("place", "#1A8F5A"))


def search(query: str) -> tuple[Place, ...]:
    """Places with every word of the query in name, street, text or kind; none for an empty query."""
    words = query.casefold().split()
    return tuple(
        one
        for one in PLACES
        if words and all(word in f"{one.name} {one.street} {one.kind} {one.about}".casefold() for word in words)
    )


def metres(origin: str, target: str) -> int:
    """How far two places lie apart by the streets, in whole tens; unknown names are where the phone is."""
    a, b = (_spot(name) for name in (origin, target))
    return 10 * round((140 + math.hypot(a[0] - b[0], a[1] - b[1]) * 9) / 10)


def near(kind: str = "") -> tuple[Place, ...]:
    """The places of a kind, or all, the nearest first."""
    return tuple(
        sorted((one for one in PLACES if kind in ("", one.kind)), key=lambda one: (metres(HERE, one.name), one.key))
    )


def ways(origin: str, target: str, mode: str, avoid: tuple[str, ...] = ()) -> tuple[Way, ...]:
    """The ways by a mode, the best first. Those that have what is avoided are left out."""
    _, _, speed, before = next((one for one in MODES if one[0] == mode), MODES[0])
    far = metres(origin, target)
    found = []
    for index, (via, note, has) in enumerate(VIAS.get(mode, VIAS["Drive"])):
        if set(has) & set(avoid):
            continue
        length = far * (100 + 14 * index) // 100
        found.append(Way(via, before + math.ceil(length / speed) + 2 * index, length, note))
    return tuple(found)


def _spot(name: str) -> tuple[float, float]:
    one = BY_NAME.get(name)
    return (one.x, one.y) if one is not None else AT
