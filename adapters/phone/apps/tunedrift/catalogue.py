"""What Tunedrift plays and sells, read from catalogue.yaml, and what can be chosen: values are labels on the screen."""

from collections.abc import Iterable

from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.prices import Option, money, price_of

REPEATS = ("Off", "All", "One")
DEVICES = {
    "This phone": "smartphone",
    "Kitchen speaker": "speaker",
    "Living room": "speaker_group",
    "Robin's headphones": "headphones",
}
"""Where music comes out, each with its icon."""
HERE = "This phone"
END_OF_TRACK = "End of track"
SLEEPS = {"Off": 0, "5 minutes": 5, "15 minutes": 15, "30 minutes": 30, "45 minutes": 45, "1 hour": 60, END_OF_TRACK: 0}
QUALITIES = ("Low", "Normal", "High", "Lossless")
CROSSFADES = ("Off", "3 seconds", "6 seconds", "12 seconds")
EQUALISERS = ("Flat", "Bass", "Vocal", "Acoustic", "Late night")
PRIVATE, PUBLIC = VISIBILITIES = ("Private", "Public")
SORTS = ("Recently added", "Name")
MONTHLY, YEARLY = BILLINGS = ("Monthly", "Yearly")
PAYMENTS = ("Card ending 4417", "Card ending 0926", "Phone bill")
_MONTHS_OF_A_YEAR = 10
"""What a year costs."""


@content
class Song:
    """A song as it stands on its record."""

    title: str
    seconds: int
    explicit: bool = False


@content
class Album:
    """A record; the seed is that of its cover."""

    title: str
    artist: str
    year: int
    seed: int
    genre: str
    songs: tuple[Song, ...]


@content
class Artist:
    """A musician or band; `face` is the seed of the picture."""

    name: str
    face: int
    about: str


@content
class Genre:
    """A genre with the colour of its tile."""

    name: str
    color: str


@content
class Catalogue:
    """All of it."""

    albums: tuple[Album, ...]
    artists: tuple[Artist, ...]
    genres: tuple[Genre, ...]
    plans: tuple[Option, ...]


@content
class Track:
    """A song with its id, artist and record."""

    id: str
    title: str
    artist: str
    album: str
    seconds: int
    seed: int
    explicit: bool = False


_CATALOGUE = read_content(__package__, "catalogue.yaml", Catalogue)
ALBUMS, GENRES, PLANS = _CATALOGUE.albums, _CATALOGUE.genres, _CATALOGUE.plans
ARTISTS = {artist.name: artist for artist in _CATALOGUE.artists}
TRACKS = tuple(
    Track(f"{record}{place:02d}", song.title, album.artist, album.title, song.seconds, album.seed, song.explicit)
    for record, album in enumerate(ALBUMS, 1)
    for place, song in enumerate(album.songs, 1)
)
BY_ID = {track.id: track for track in TRACKS}


def tracks(keys: Iterable[str]) -> list[Track]:
    """The tracks with these ids; unknown ones are left out."""
    return [BY_ID[key] for key in keys if key in BY_ID]


def album_of(title: str) -> Album | None:
    """The album with this title."""
    return next((album for album in ALBUMS if album.title == title), None)


def albums_by(name: str) -> list[Album]:
    """An artist's records, the latest first."""
    return sorted((album for album in ALBUMS if name in album.artist.split(", ")), key=lambda album: -album.year)


def matches(query: str, *names: str) -> bool:
    """Whether the words are in what a thing is called."""
    text = " ".join(names).casefold()
    return all(word in text for word in query.casefold().split())


def total_time(songs: Iterable[Track]) -> str:
    """`38 min` or `1 h 12 min`."""
    minutes = sum(track.seconds for track in songs) // 60
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def price(plan: str, billing: str) -> str:
    """What is paid at once."""
    return money(price_of(PLANS, plan) * (_MONTHS_OF_A_YEAR if billing == YEARLY else 1))
