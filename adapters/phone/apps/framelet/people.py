"""Who is on Framelet: accounts, and what one is told about oneself."""

from __future__ import annotations

from dataclasses import dataclass

ME = "robin.vale"
FACE = 61


@dataclass(frozen=True, slots=True)
class Person:
    """An account. `private` ones show nothing to those who do not follow; `theirs` says that they follow you."""

    handle: str
    name: str
    face: int
    bio: str = ""
    followers: int = 0
    follows: int = 0
    private: bool = False
    theirs: bool = False
    verified: bool = False


PEOPLE: tuple[Person, ...] = (
    Person(ME, "Robin Vale", FACE, "Ferry Street, third floor. Slow walks, fast trams.", 312, 0),
    Person("noor.haddad", "Noor Haddad", 17, "Trains, harbours, lunch.", 842, 391, theirs=True),
    Person("noor.haddad.clay", "Noor Haddad", 71, "Bowls and cups from a shed in Port Meridian. Shop opens Fridays.",
           15_400, 212),
    Person("mira.draws", "Mira Okonedo", 14, "Printmaker. Harbour prints, mostly at low tide.\nCommissions: ask first.",
           28_300, 640, theirs=True, verified=True),
    Person("sam_lindqvist", "Sam Lindqvist", 9, "Librarian by day, also by night.", 406, 388, theirs=True),
    Person("xiaoyu.lin", "林晓雨", 59, "在路上 · 胶片和面条", 6_120, 275, theirs=True),
    Person("jose.arriaga", "José Arriaga", 48, "The boat is out of the water. Ask me about varnish.", 517, 120,
           theirs=True),
    Person("hanne.vold", "Hanne Vold", 38, "Sunday roasts and other long projects", 190, 164, private=True),
    Person("t.osei", "Tariq Osei", 16, "Runs around the quarry", 1_030, 402, theirs=True),
    Person("bea_kowal", "Bea Kowal", 34, "", 88, 97, private=True),
    Person("quarry.park.runners", "Quarry Park Runners", 83, "Wednesdays 18:45 at the gate. All paces, no heroes.",
           2_204, 61),
    Person("alder.cross.daily", "Alder Cross Daily", 92, "One picture of the city every day since 2014.", 91_800, 3,
           verified=True),
    Person("ferrystreet.cats", "The cats of Ferry Street", 27, "We know where you keep the butter.", 40_700, 12),
    Person("night.tram", "Night Tram", 66, "Line 9, last car, bring a jumper", 7_950, 311),
    Person("lowtide.kitchen", "Low Tide Kitchen", 45, "Kestrel Bay. Noodles, clams, arguments about vinegar.", 12_600,
           208, verified=True),
    Person("kestrel.bay.light", "Keeper of Kestrel Bay", 52, "57 steps. I have counted them.", 3_340, 18),
    Person("doors.of.meridian", "Doors of Meridian", 31, "Port Meridian, door by door", 22_900, 140),
    Person("slowspokes", "Slow Spokes Workshop", 77, "Bicycles that someone has given up on.", 5_480, 233),
    Person("pagesandpots", "Elif Demir", 88, "Half books, half plants, wholly behind on both", 18_200, 509),
)  # fmt: skip

MARKS = {
    "noor.haddad.clay": "press:pots", "quarry.park.runners": "land:dawn:forest", "alder.cross.daily": "land:dusk:city",
    "ferrystreet.cats": "photo:ember:cat", "night.tram": "press:tram", "lowtide.kitchen": "food:ramen",
    "kestrel.bay.light": "photo:original:lighthouse", "doors.of.meridian": "photo:original:door",
    "slowspokes": "photo:original:bike", "cragline.outdoor": "land:day:peaks",
}  # fmt: skip
"""Accounts whose picture is no face."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that somebody did which concerns you; `post` is shown small at the right."""

    who: str
    what: str
    at: str
    post: str = ""


NEWS: tuple[News, ...] = (
    News("sam_lindqvist", "liked your photo.", "2026-11-17T09:06", "FR-317"),
    News("pagesandpots", "started following you.", "2026-11-17T08:40"),
    News("noor.haddad", "commented: Is that the bench by the ferry?", "2026-11-17T07:55", "FR-317"),
    News("hanne.vold", "has not answered your request yet.", "2026-11-16T20:10"),
    News("xiaoyu.lin", "commented: 光线真好", "2026-11-16T19:33", "FR-316"),
    News("slowspokes", "started following you.", "2026-11-16T12:02"),
    News("t.osei", "and 11 others liked your photo.", "2026-11-15T21:18", "FR-316"),
    News("quarry.park.runners", "mentioned you in a comment: @robin.vale bring the knee", "2026-11-15T18:47", "loop"),
    News("jose.arriaga", "liked your comment: Varnish is a lifestyle", "2026-11-14T16:20", "varnish"),
    News("kestrel.bay.light", "started following you.", "2026-11-13T09:15"),
    News("mira.draws", "liked your photo.", "2026-11-12T22:41", "FR-315"),
)


def person(handle: str) -> Person | None:
    """The account with this handle."""
    return next((one for one in PEOPLE if one.handle == handle), None)


def people_found(query: str) -> tuple[Person, ...]:
    """Accounts by handle or name."""
    wanted = query.strip().casefold().removeprefix("@")
    if not wanted:
        return ()
    return tuple(one for one in PEOPLE if wanted in one.handle.casefold() or wanted in one.name.casefold())
