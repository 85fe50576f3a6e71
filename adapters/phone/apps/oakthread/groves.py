"""The groves of Oakthread, which are its rooms, and the people who talk in them."""

from __future__ import annotations

from dataclasses import dataclass

ME = "robin_vale"


@dataclass(frozen=True, slots=True)
class Grove:
    """A room. `ground` and `ink` are the colours of its mark; members are counted without the owner of the phone."""

    key: str
    name: str
    about: str
    members: int
    glyph: str
    ground: str
    ink: str
    picture: str = "land:dawn:hills"


GROVES: tuple[Grove, ...] = (
    Grove("square", "Town Square", "Everything in Alder Cross that has no grove of its own.", 18_420, "storefront",
    "#F0DFC4",
          "#6B4A2B", "land:gold:city"),
    Grove("gardens", "Balcony Gardens", "Growing things above the second floor: pots, wind, pigeons, neighbours.",
    6_310,
          "local_florist", "#DDEBCB", "#3F6B2A", "photo:original:plants"),
    Grove("bread", "Bread & Ferment", "Flour, salt, water, and what they do when nobody looks.", 11_040,
    "bakery_dining",
          "#F6E2B8", "#8A5A10", "food:croissant"),
    Grove("quiet", "Quiet Bicycles", "Bikes without a motor, and without a squeak.", 4_870, "pedal_bike", "#D6E4EA",
    "#2F5B6B",
          "photo:original:bike"),
    Grove("quick", "Quick Bicycles", "Racing, watts, hills, and people who shave their legs.", 7_655, "directions_bike",
          "#F3D5CC", "#9B3A22", "land:dusk:hills"),
    Grove("repair", "Mend It", "Taps, chairs, zips, radios. If it is broken, it is interesting.", 9_214, "handyman",
    "#E4DDD3",
          "#5B4A3A", "photo:salt:books"),
    Grove("trams", "Line 9 and Others", "Trams, timetables, and the art of waiting.", 3_302, "tram", "#DCE1F2",
    "#3C4C86",
          "press:tram"),
    Grove("swim", "Kestrel Bay Swimmers", "Cold water all year. Tea afterwards.", 2_118, "pool", "#CFE8EA", "#1E6A72",
          "land:day:sea"),
    Grove("books", "Slow Readers", "One book a season, no hurry, some shouting.", 5_501, "menu_book", "#EADCEB",
    "#6A3F70",
          "photo:original:books"),
    Grove("corner", "中文角", "聊天、找搭子、交换语言。新手友好。", 1_946, "translate", "#F7D9D0", "#A03A24",
          "land:mist:city"),
    Grove("give", "Give & Borrow", "Things looking for hands. Nothing is sold here.", 12_733, "volunteer_activism",
    "#E7E9CF",
          "#5C6420", "photo:ember:door"),
    Grove("sky", "Night Sky Port Meridian", "Telescopes on roofs, and clouds.", 1_280, "nights_stay", "#D9D8EC",
    "#3B3A78",
          "press:planet"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who writes here; `acorns` are what votes have brought."""

    handle: str
    name: str
    face: int
    about: str = ""
    acorns: int = 0
    since: str = "2021"


PEOPLE: tuple[Person, ...] = (
    Person(ME, "Robin Vale", 61, "Mends chairs badly, bakes bread worse.", 1_204, "2022"),
    Person("noor_h", "Noor Haddad", 17, "Harbours, trains, lunch", 3_310, "2020"),
    Person("shelfmark", "Sam Lindqvist", 9, "Librarian. Yes, we still have that one.", 9_872, "2018"),
    Person("lowtide", "Mira Okonedo", 14, "Printmaker, reads in the bath", 6_045, "2019"),
    Person("晓雨", "林晓雨", 59, "周末在渡口写生", 2_760, "2022"),
    Person("varnish_and_rope", "José Arriaga", 48, "Boat owner, therefore poor", 1_118, "2021"),
    Person("sunday_roast", "Hanne Vold", 38, "", 642, "2023"),
    Person("quarryloop", "Tariq Osei", 16, "Runs when chased by deadlines", 4_408, "2019"),
    Person("stairwell4", "Bea Kowal", 34, "Moderates Town Square, sleeps rarely", 15_230, "2017"),
    Person("hollow_oak", "Elif Demir", 88, "Balcony facing north. Growing things regardless.", 7_719, "2018"),
    Person("hollow_oaks", "Marten Ruys", 73, "Not the one with the balcony. That one is nicer.", 389, "2024"),
    Person("crumbshot", "Pilar Venn", 22, "Sourdough since the last power cut", 11_906, "2018"),
    Person("line9_last_car", "Otto Brandt", 66, "Timetable enthusiast, recovering", 5_120, "2017"),
    Person("cold_toes", "Ines Kallow", 41, "In the bay at 06:30", 2_045, "2020"),
    Person("torque_and_tea", "Dara Quill", 57, "Workshop on Gasworks Yard, Tuesdays open", 8_230, "2018"),
    Person("flat_white_dwarf", "Jonas Hale", 79, "Amateur astronomer, professional napper", 960, "2023"),
)


def grove(key: str) -> Grove | None:
    """The room with this key."""
    return next((one for one in GROVES if one.key == key), None)


def grove_named(name: str) -> Grove | None:
    """The room with this name."""
    return next((one for one in GROVES if one.name == name), None)


def person(handle: str) -> Person | None:
    """Who writes under this name."""
    return next((one for one in PEOPLE if one.handle == handle), None)
