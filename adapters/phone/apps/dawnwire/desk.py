"""Who writes for Dawnwire, for which paper, about what; and what readers have said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who writes. `face` seeds the picture."""

    name: str
    beat: str
    about: str
    face: int
    followers: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader said about an article. `parent` is the id of the comment that it answers."""

    id: str
    story: str
    name: str
    text: str
    time: str
    likes: int = 0
    face: int = 0
    parent: str = ""


AUTHORS = (
    Author(
        "Ines Kallow", "City hall, trams, roosters",
        "Fifteen years on the council’s back bench, as a guest.", 31, "18.4k",
    ),
    Author(
        "Tomasz Weir", "Science",
        "Physicist by training, explains things for a living.", 36, "41.0k",
    ),
    Author(
        "Adaeze Obi", "World, nature",
        "Reports from the north and from wherever the road ends.", 20, "27.3k",
    ),
    Author(
        "Jonas Feld", "Football",
        "Has missed two home games since 1998.", 9, "12.6k",
    ),
    Author(
        "Joan Field", "Running, chess, everything slow",
        "Writes about sport without a ball.", 28, "6.1k",
    ),
    Author(
        "林晓雨", "城市与书",
        "写城市里的小事。Column in Chinese every Tuesday.", 59, "3.8k",
    ),
    Author(
        "Marguerite Sole", "Work and craft",
        "Visits factories, comes back with pots.", 42, "9.9k",
    ),
    Author(
        "Ines Kalloway", "Night life, night buses",
        "Works when the others sleep.", 44, "2.2k",
    ),
    Author(
        "Priya Raman", "Economy",
        "Reads the small print so that you need not.", 25, "15.7k",
    ),
    Author(
        "Dara Quill", "Food, music, theatre",
        "Hungry, mostly.", 50, "33.5k",
    ),
)  # fmt: skip
SOURCES = {
    "Alder City Post": "#1B4E8C",
    "Field & Forge": "#2E7D57",
    "North Ledger": "#8B3FA0",
    "Open Orbit": "#B85C00",
    "The Tideline": "#00697A",
    "Harbour Herald": "#7A4B2B",
    "Second Serve": "#4B5A1E",
}
"""Name of a paper to the colour of its disc."""

TOPICS = {
    "River tram": "press:tram",
    "Alder Cross": "land:dusk:city",
    "Space": "press:planet",
    "Energy": "land:gold:hills",
    "Weather": "land:mist:peaks",
    "Economy": "press:chart",
    "Ferrymen": "press:pitch",
    "Football": "press:pitch",
    "Music": "press:stage",
    "Food": "food:ramen",
    "Craft": "press:pots",
    "Sea": "land:day:sea",
    "Nature": "land:day:forest",
    "Long read": "cover",
    "Libraries": "land:dawn:city",
    "Running": "land:dusk:hills",
}
"""Topic to the kind of its picture."""

COMMENTS = (
    Comment(
        "c1", "river-tram", "Hanne Vold",
        "Took it at six. The view from the middle of the bridge is worth getting up for.",
        "2026-11-17T09:12", 34, 38, "",
    ),
    Comment(
        "c2", "river-tram", "Sam Lindqvist",
        "And the ferry? The last boat is the only way home from the late shift.",
        "2026-11-17T09:14", 12, 9, "",
    ),
    Comment(
        "c3", "river-tram", "Ines Kallow",
        "At least until March, says the council. I keep asking.",
        "2026-11-17T09:19", 21, 31, "c2",
    ),
    Comment(
        "c4", "river-tram", "林晓雨",
        "早上五点的铜管乐，邻居们都醒了。",
        "2026-11-17T09:20", 8, 59, "",
    ),
    Comment(
        "c5", "river-tram", "M. Tarrant",
        "Free for a week, then we pay for it for forty years.",
        "2026-11-17T09:21", 3, 33, "",
    ),
    Comment(
        "c6", "telescope", "Noor Haddad",
        "My nephew is in that class! He has talked about nothing else since Friday.",
        "2026-11-17T07:05", 56, 17, "",
    ),
    Comment(
        "c7", "telescope", "José Arriaga",
        "How far out is “farther than gravity should let”? Asking for a sailor.",
        "2026-11-17T07:48", 9, 48, "",
    ),
    Comment(
        "c8", "telescope", "Tomasz Weir",
        "Beyond the limit where a moon should form instead, so about three times where it ought to be.",
        "2026-11-17T08:02", 17, 36, "c7",
    ),
    Comment(
        "c9", "kilns", "Bea Kowal",
        "I own one of the last blue bowls and will not sell it.",
        "2026-11-17T08:55", 15, 34, "",
    ),
    Comment(
        "c10", "court", "Bea Kowal",
        "As a resident of Stairwell 4: we carry him in turns.",
        "2026-11-14T17:10", 188, 34, "",
    ),
    Comment(
        "c11", "court", "Tariq Osei",
        "Somebody please film the carrying.",
        "2026-11-14T17:22", 97, 16, "c10",
    ),
    Comment(
        "c12", "noodles", "Mira Okonedo",
        "The laundry! Finally somebody wrote it. Now there will be a queue.",
        "2026-11-15T12:30", 71, 14, "",
    ),
    Comment(
        "c13", "late-goal", "José Arriaga",
        "My heart cannot take a seventh.",
        "2026-11-16T23:30", 40, 48, "",
    ),
)  # fmt: skip


def author(name: str) -> Author | None:
    """The author of this name, if there is one."""
    return next((one for one in AUTHORS if one.name == name), None)
