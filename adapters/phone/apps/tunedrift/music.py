"""What tracks, albums and playlists are, and what can be chosen: plain data, values are the labels on the screen."""

from __future__ import annotations

from dataclasses import dataclass

OWNER = "Robin Vale"
LIKED = "Liked songs"
REPEATS = ("Off", "All", "One")
DEVICES = (
    ("This phone", "smartphone"), ("Kitchen speaker", "speaker"), ("Living room", "speaker_group"),
    ("Robin's headphones", "headphones"),
)  # fmt: skip
END_OF_TRACK = "End of track"
SLEEPS = {"Off": 0, "5 minutes": 5, "15 minutes": 15, "30 minutes": 30, "45 minutes": 45, "1 hour": 60, END_OF_TRACK: 0}
QUALITIES = ("Low", "Normal", "High", "Lossless")
CROSSFADES = ("Off", "3 seconds", "6 seconds", "12 seconds")
EQUALISERS = ("Flat", "Bass", "Vocal", "Acoustic", "Late night")
VISIBILITIES = ("Private", "Public")
SORTS = ("Recently added", "Name")
BILLINGS = ("Monthly", "Yearly")
PAYMENTS = ("Card ending 4417", "Card ending 0926", "Phone bill")
PLANS = {
    "Solo": (990, "One account, no ads, lossless"),
    "Duo": (1340, "Two accounts at one address"),
    "Family": (1699, "Up to six accounts, filter for children"),
    "Student": (540, "One account, proof once a year"),
}
"""Price of a month in cents, and what it is."""
YEAR = 10
"""Months that a year costs."""


@dataclass(frozen=True, slots=True)
class Track:
    """One song."""

    id: str
    title: str
    artist: str
    album: str
    seconds: int
    seed: int
    """Of its cover."""
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Album:
    """A record."""

    title: str
    artist: str
    year: int
    seed: int
    genre: str


@dataclass(frozen=True, slots=True)
class Playlist:
    """A list of tracks by id; those of the owner can be changed."""

    name: str
    tracks: tuple[str, ...] = ()
    about: str = ""
    visibility: str = VISIBILITIES[0]
    owner: str = OWNER
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """What plays: `kept` seconds of the track at `at` were heard before `since`; it rests while `since` is empty."""

    queue: tuple[str, ...]
    at: int = 0
    kept: int = 0
    since: str = ""
    source: str = ""
    shuffle: bool = False
    repeat: str = REPEATS[0]
    device: str = DEVICES[0][0]


@dataclass(frozen=True, slots=True)
class Sleep:
    """The sleep timer: what was picked, and the moment; without one it waits for the end of the track."""

    label: str = "Off"
    until: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """Something that was done with playlists, albums, downloads or the sleep timer."""

    number: str
    at: str
    what: str
    name: str
    tracks: tuple[str, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A plan that was paid for."""

    number: str
    at: str
    plan: str
    billing: str
    payment: str
    price: str
    auto_renew: bool = True


@dataclass(frozen=True, slots=True)
class Play:
    """A track that was begun."""

    at: str
    track: str
    source: str
