"""What Seatmint sells and on what terms, read from shows.yaml and terms.yaml; the programme of films is computed."""

import zlib
from dataclasses import dataclass

from adapters.phone.framework.content import Picture, content, read_content
from adapters.phone.framework.state_paths import find

FILM = "Film"
KINDS = ("All", FILM, "Concert", "Stage")
FORMATS = {"2D": 0, "3D": 200, "Max": 350}
"""What a format costs more, in cents."""
DAYS_AHEAD = 9
"""Days for which films have a programme, today included."""
_ADULT, _EARLY = 1150, -200
_TIMES = ("10:30", "13:15", "14:45", "16:00", "17:30", "18:30", "19:15", "20:15", "21:00", "22:30")


@content
class Venue:
    """A house. `distance` is in tenths of a kilometre."""

    name: str
    city: str
    street: str
    distance: int
    about: str
    view: Picture
    halls: tuple[str, ...] = ()

    @property
    def far(self) -> str:
        """How far it is: `1.4 km`."""
        return f"{self.distance / 10:.1f} km"


@content
class Zone:
    """A part of a house that is sold without seat numbers. `free` places are left."""

    name: str
    about: str
    cents: int
    free: int


@content
class Show:
    """A film, a concert or a play. Films run daily; the others once, at a time of a day, by zones."""

    key: str
    title: str
    kind: str
    genre: str
    age: str
    maker: str
    cast: str
    about: str
    poster: Picture
    minutes: int = 0
    rating: int = 0
    """The mean rating times ten; 0: not shown yet."""
    venues: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("2D",)
    day: str = ""
    time: str = ""
    zones: tuple[Zone, ...] = ()
    soon: bool = False

    @property
    def facts(self) -> str:
        """`Mystery · 118 min · 12+`."""
        return "  ·  ".join(filter(None, (self.genre, f"{self.minutes} min" if self.minutes else "", self.age)))

    def zone(self, name: str) -> Zone | None:
        """Return the zone of this name."""
        return find(self.zones, name=name)


@content
class Programme:
    """All houses and shows."""

    venues: tuple[Venue, ...]
    shows: tuple[Show, ...]


@content
class Rate:
    """A kind of ticket, and what it costs less than an adult's."""

    name: str
    about: str
    less: int


@content
class Snack:
    """Something that is collected at the counter."""

    name: str
    about: str
    cents: int
    art: Picture


@content
class Option:
    """A way to get in or to pay."""

    name: str
    icon: str
    about: str = ""
    cents: int = 0


@content
class Code:
    """A code takes `cents` off orders of at least `least` cents."""

    code: str
    title: str
    about: str
    cents: int
    least: int


@content
class Terms:
    """Kinds of tickets, things to eat, ways to get in, payments, codes; the first of each is the default."""

    most: int
    """Seats in one booking."""
    refund_hours: int
    """Tickets are taken back until so long before the beginning."""
    fee: int
    """Booking fee for each ticket."""
    cover: int
    """Refund cover for each ticket."""
    lounge: int
    """What a seat in the last two rows costs more."""
    rates: tuple[Rate, ...]
    snacks: tuple[Snack, ...]
    deliveries: tuple[Option, ...]
    payments: tuple[Option, ...]
    codes: tuple[Code, ...]
    reasons: tuple[str, ...]


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


_PROGRAMME = read_content(__package__, "shows.yaml", Programme)
VENUES, SHOWS = _PROGRAMME.venues, _PROGRAMME.shows
CINEMAS = tuple(venue.name for venue in VENUES if venue.halls)
USUAL_CINEMA = CINEMAS[0]
FILMS = tuple(show for show in SHOWS if show.kind == FILM and not show.soon)
TERMS = read_content(__package__, "terms.yaml", Terms)
ADULT, STUDENT, CHILD, SENIOR = TERMS.rates
MEMBER_CODE, TUESDAY_CODE, CHOIR_CODE = TERMS.codes
DELIVERIES = tuple(option.name for option in TERMS.deliveries)
PAYMENTS = tuple(option.name for option in TERMS.payments)
PRICES = {snack.name: snack.cents for snack in TERMS.snacks}
PRICES |= {option.name: option.cents for option in TERMS.deliveries}


def show_of(key: str) -> Show:
    """Return the show with this key; the first for a key that is none."""
    return find(SHOWS, key=key) or SHOWS[0]


def venue_of(name: str) -> Venue:
    """Return the venue of this name; the first for a name that is none."""
    return find(VENUES, name=name) or VENUES[0]


def code_of(word: str) -> Code | None:
    """Return the code, however it is typed."""
    return find(TERMS.codes, code=word.strip().upper())


def search(query: str, kind: str = KINDS[0]) -> tuple[Show, ...]:
    """Return shows with every word of the query in title, people, genre or venue; none for an empty query."""
    words = query.casefold().split()
    return tuple(show for show in SHOWS if words and kind in ("All", show.kind) and _has_words(show, words))


def _has_words(show: Show, words: list[str]) -> bool:
    text = f"{show.title} {show.maker} {show.cast} {show.genre} {' '.join(show.venues)}".casefold()
    return all(word in text for word in words)


def chance(*key: str) -> int:
    """Return a number by what it is for, the same in every process."""
    return zlib.crc32("|".join(key).encode())


def screenings(key: str, day: str, house: str) -> tuple[Screening, ...]:
    """Return the times of a film on a day in a house; none where it does not run."""
    film = show_of(key)
    if film not in FILMS or house not in film.venues:
        return ()
    return tuple(_screening(film, day, house, time) for time in _TIMES if chance(key, day, house, time) % 5 <= 1)


def _screening(film: Show, day: str, house: str, time: str) -> Screening:
    """Return what the programme has at a time: hall, format, language and price follow from chance."""
    luck, halls = chance(film.key, day, house, time), venue_of(house).halls
    form = film.formats[luck // 7 % len(film.formats)]
    if form == "Max" and "Max" not in halls and house != "Lantern Cinema":
        form = "2D"
    hall = "Max" if form == "Max" and "Max" in halls else halls[luck // 11 % len(halls)]
    spoken = "Dubbed" if luck % 2 else "Subtitled"
    if luck // 13 % 3 == 0:
        spoken = "Original"
    cents = _ADULT + FORMATS[form] + (_EARLY if time in _TIMES[:3] else 0)
    return Screening(film.key, day, house, time, hall, form, spoken, cents, luck % 17 == 0)


def screening(key: str, day: str, house: str, time: str) -> Screening | None:
    """Return one screening, if there is one."""
    return find(screenings(key, day, house), time=time)
