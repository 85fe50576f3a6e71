"""What Seatmint sells: films with their screenings, concerts and plays with their zones, and the houses they are in."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import date, timedelta

from adapters.phone.ui.node import Art

FILM, CONCERT, STAGE = "Film", "Concert", "Stage"


@dataclass(frozen=True, slots=True)
class Venue:
    """A house. `far` is in tenths of a kilometre."""

    name: str
    city: str
    street: str
    far: int
    about: str
    view: str
    halls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a house that is sold without seat numbers. `left` places are free."""

    name: str
    about: str
    cents: int
    left: int


@dataclass(frozen=True, slots=True)
class Show:
    """A film, a concert or a play. Films run every day; the others once, `day` days after the phone's first one."""

    key: str
    title: str
    kind: str
    genre: str
    minutes: int
    age: str
    stars: int
    """The mean rating times ten; 0: not shown yet."""
    maker: str
    cast: str
    about: str
    scene: str
    seed: int
    venues: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("2D",)
    day: int = 0
    time: str = ""
    zones: tuple[Zone, ...] = ()
    soon: bool = False

    @property
    def poster(self) -> Art:
        """The poster."""
        return Art(f"poster:{self.scene}", self.seed)


@dataclass(frozen=True, slots=True)
class Screening:
    """A film at a time in a hall. `cents` is what an adult pays for a standard seat."""

    show: str
    day: str
    venue: str
    time: str
    hall: str
    format: str
    spoken: str
    cents: int
    full: bool


VENUES = (
    Venue("Lantern Cinema", "Alder Cross", "3 Lantern Square", 6, "Six halls in a former market", "land:night:city",
          ("Hall 1", "Hall 2", "Hall 4")),
    Venue("Pier Picture House", "Kestrel Bay", "Pier House 9", 42, "One balcony, red velvet, an organ", "land:gold:sea",
          ("Grand", "Studio")),
    Venue("Meridian Screens", "Port Meridian", "77 Harbour Road", 118, "The biggest screen on the coast",
          "land:dawn:city",
          ("Max", "Hall 3", "Hall 5", "Hall 8")),
    Venue("The Drydock", "Kestrel Bay", "Slipway 2", 45, "Concerts where ships were mended", "land:dusk:sea"),
    Venue("Quarry Park Stage", "Alder Cross", "Quarry Park, east gate", 14, "Under a roof of sails",
          "land:mist:forest"),
)  # fmt: skip
CINEMAS = tuple(one for one in VENUES if one.halls)
FORMATS = {"2D": 0, "3D": 200, "Max": 350}
"""What a format costs more, in cents."""
ADULT = 1150
_ALL = ("Lantern Cinema", "Pier Picture House", "Meridian Screens")

SHOWS = (
    Show("lighthouse", "The Ninth Lighthouse", FILM, "Mystery", 118, "12+", 46, "Ines Varga",
         "Noa Brand, Teo Lund, 陈默",
         "Nine keepers, eight lamps. When the ninth is lit after forty years, a clerk is sent to find out by whom.",
         "moon", 12, _ALL, ("2D", "Max")),
    Show("dunes", "Salt Caravan", FILM, "Adventure", 141, "10+", 44, "Karim Adjei", "Lea Moreau, Sami Okoro",
         "A mapmaker follows a road that the wind moves every night.", "sun", 11, _ALL, ("2D", "3D", "Max")),
    Show("neon", "雨夜电车 Night Tram in the Rain", FILM, "Drama", 104, "12+", 48, "Wen Jiayi", "Lin Hao, Mei Sato",
         "末班电车上的六个人。 Six people on the last tram, and one ticket too few.", "neon", 13,
         ("Lantern Cinema", "Pier Picture House"), ("2D",)),
    Show("orbit", "Low Orbit", FILM, "Science fiction", 127, "12+", 41, "Paula Reyes", "Idris Cole, Anya Petrenko",
         "The station has room for three. There are four of them, and the fourth has been dead since March.", "space",
         16,
         ("Lantern Cinema", "Meridian Screens"), ("2D", "3D", "Max")),
    Show("woods", "What the Birches Heard", FILM, "Thriller", 96, "16+", 43, "Tove Aalto", "Elsa Niemi, Jonas Kray",
         "Two sisters sell their parents’ house. The buyer knows the garden too well.", "woods", 15,
         ("Lantern Cinema", "Meridian Screens"), ("2D",)),
    Show("wave", "Captain Marrow and the Tall Sea", FILM, "Animation", 88, "All ages", 47, "Bea Lindholm",
         "Voices: Otis Grey, Mina Park", "A very small captain, a very tall sea, and a goat that can read charts.",
         "wave", 14, _ALL, ("2D", "3D")),
    Show("door", "The Understudy", FILM, "Drama", 112, "12+", 39, "Marek Dvorak", "Clara Weiss",
         "She has known every line for eleven years. Tonight somebody calls in sick.", "door", 7,
         ("Pier Picture House",), ("2D",)),
    Show("faces", "Two Halves of Ana", FILM, "Romance", 109, "10+", 45, "Sofia Prado", "Inês Duarte, Rui Sá",
         "A portrait painter falls in love with her own mistake.", "face", 6, ("Pier Picture House",
         "Meridian Screens"),
         ("2D",)),
    Show("tides", "The Slow Tides: Salt Map Tour", CONCERT, "Indie", 110, "All ages", 49, "The Slow Tides",
         "Support: Paper Lighthouse", "The new record from front to back, then the songs that you came for.", "vinyl",
         10,
         ("The Drydock",), (), 4, "20:00",
         (Zone("Standing", "In front of the stage", 3200, 64), Zone("Balcony left", "Free choice of seats", 4100, 12),
          Zone("Balcony right", "Free choice of seats", 4100, 3), Zone("Front circle", "First rows, early entry",
          5600, 0))),
    Show("kwartet", "Okonedo Quartet", CONCERT, "Jazz", 95, "All ages", 46, "Mira Okonedo",
         "Piano, bass, drums, a saxophone",
         "Standards that don’t behave.", "paper", 19, ("Quarry Park Stage",), (), 11, "19:30",
         (Zone("Tables", "With a waiter", 3800, 9), Zone("Benches", "Bring a cushion", 2200, 140))),
    Show("choir", "Harbour Choir: Winter Light", CONCERT, "Choir", 75, "All ages", 44, "Harbour Choir",
         "Conductor: Dr. Amadi", "Candles, carols, and one song in a language that nobody speaks any more.", "stage",
         20,
         ("Pier Picture House",), (), 18, "18:00",
         (Zone("Stalls", "Downstairs", 1800, 88), Zone("Gallery", "Upstairs, you see the hands", 2400, 17))),
    Show("ledger", "The Lighthouse Ledger", STAGE, "Play", 130, "12+", 45, "Tin Lantern Company", "From the novel",
         "A bookkeeper, an island, and sums that don’t add up. One interval.", "paper", 8, ("Quarry Park Stage",), (),
         7,
         "19:00", (Zone("Front benches", "Rows A to F", 2900, 21), Zone("Back benches", "Rows G to P", 1900, 64))),
    Show("comet", "Comet Year", FILM, "Science fiction", 0, "12+", 0, "Paula Reyes", "Idris Cole",
         "In cinemas on 4 December.", "space", 5, soon=True),
    Show("baker", "The Baker’s Alibi", FILM, "Comedy", 0, "All ages", 0, "Hugo Lemaire", "Clara Weiss",
         "In cinemas on 11 December.", "face", 28, soon=True),
    Show("orchard", "Orchard of Glass", FILM, "Fantasy", 0, "10+", 0, "Wen Jiayi", "Mei Sato",
         "In cinemas on 18 December.", "sun", 24, soon=True),
)  # fmt: skip
BY_KEY = {one.key: one for one in SHOWS}
BY_VENUE = {one.name: one for one in VENUES}
KINDS = ("All", FILM, CONCERT, STAGE)
DAYS_AHEAD = 9
"""Days for which films have a programme, today included."""
_TIMES = ("10:30", "13:15", "14:45", "16:00", "17:30", "18:30", "19:15", "20:15", "21:00", "22:30")


def show(key: str) -> Show:
    """The show with this key; the first for a key that is none."""
    return BY_KEY.get(key, SHOWS[0])


def venue(name: str) -> Venue:
    """The venue of this name; the first for a name that is none."""
    return BY_VENUE.get(name, VENUES[0])


def running(kind: str = FILM) -> tuple[Show, ...]:
    """What is on sale of a kind."""
    return tuple(one for one in SHOWS if one.kind == kind and not one.soon)


def search(query: str, kind: str = "All") -> tuple[Show, ...]:
    """Shows with every word of the query in title, people, genre or venue; none for an empty query."""
    words = query.casefold().split()
    return tuple(
        one
        for one in SHOWS
        if words
        and kind in ("All", one.kind)
        and all(word in f"{one.title} {one.maker} {one.cast} {one.genre} {' '.join(one.venues)}".casefold()
                for word in words)
    )  # fmt: skip


def chance(*key: str) -> int:
    """A number by what it is for, the same in every process."""
    return zlib.crc32("|".join(key).encode())


def screenings(key: str, day: str, house: str) -> tuple[Screening, ...]:
    """The times of a film on a day in a house; none where it does not run or the programme is not out yet."""
    film = show(key)
    if film.kind != FILM or film.soon or house not in film.venues:
        return ()
    halls, found = venue(house).halls, []
    for at, time in enumerate(_TIMES):
        luck = chance(key, day, house, time)
        if luck % 5 > 1:
            continue
        form = film.formats[luck // 7 % len(film.formats)]
        if form == "Max" and "Max" not in halls and house != "Lantern Cinema":
            form = "2D"
        hall = "Max" if form == "Max" and "Max" in halls else halls[luck // 11 % len(halls)]
        spoken = "Original" if luck // 13 % 3 == 0 else "Dubbed" if film.kind == FILM and luck % 2 else "Subtitled"
        early = -200 if at < 3 else 0
        found.append(
            Screening(key, day, house, time, hall, form, spoken, ADULT + FORMATS[form] + early, luck % 17 == 0)
        )
    return tuple(found)


def screening(key: str, day: str, house: str, time: str) -> Screening | None:
    """One screening, if there is one."""
    return next((one for one in screenings(key, day, house) if one.time == time), None)


def date_of(one: Show, today: date) -> date:
    """The day of a concert or a play, counted from the day on which it was announced."""
    return date(2026, 11, 17) + timedelta(days=one.day) if one.day else today
