"""Tunedrift's state, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from adapters.phone.apps.tunedrift.content import (
    ALBUMS,
    ARTISTS,
    DOWNLOADS,
    FIRST_NUMBER,
    FOLLOWED,
    HISTORY,
    LIKES,
    ORDERS,
    PLAYED,
    PLAYLISTS,
    SAVED,
    START,
    TRACKS,
)
from adapters.phone.apps.tunedrift.music import (
    BILLINGS,
    CROSSFADES,
    EQUALISERS,
    LIKED,
    OWNER,
    PAYMENTS,
    PLANS,
    QUALITIES,
    SORTS,
    VISIBILITIES,
    YEAR,
    Album,
    Order,
    Play,
    Player,
    Playlist,
    Record,
    Sleep,
    Track,
)

BY_ID = {one.id: one for one in TRACKS}
SHELVES = ("Playlists", "Albums", "Artists", "Downloads")
SCOPES = ("All", "Songs", "Albums", "Artists", "Playlists")


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    wifi: str = QUALITIES[2]
    mobile: str = QUALITIES[1]
    download: str = QUALITIES[2]
    mobile_downloads: bool = False
    crossfade: str = CROSSFADES[0]
    gapless: bool = True
    level: bool = True
    equaliser: str = EQUALISERS[0]
    explicit: bool = True
    private: bool = False
    sort: str = SORTS[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the search, the shelf, what a form holds."""

    query: str = ""
    scope: str = SCOPES[0]
    shelf: str = SHELVES[0]
    name: str = ""
    about: str = ""
    visibility: str = VISIBILITIES[0]
    plan: str = "Solo"
    billing: str = BILLINGS[0]
    payment: str = PAYMENTS[0]
    renew: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Tunedrift remembers. The owner's playlists come before those of others."""

    player: Player = START
    sleep: Sleep = Sleep()
    likes: tuple[str, ...] = LIKES
    playlists: tuple[Playlist, ...] = PLAYLISTS
    albums: tuple[str, ...] = SAVED
    artists: tuple[str, ...] = FOLLOWED
    downloads: tuple[tuple[str, str], ...] = DOWNLOADS
    """Playlists and albums on the phone, each with its quality."""
    played: tuple[Play, ...] = PLAYED
    history: tuple[Record, ...] = HISTORY
    orders: tuple[Order, ...] = ORDERS
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def track(key: str) -> Track | None:
    """The track with this id."""
    return BY_ID.get(key)


def tracks(keys: Iterable[str]) -> list[Track]:
    """The tracks with these ids; unknown ones are left out."""
    return [BY_ID[key] for key in keys if key in BY_ID]


def album(title: str) -> Album | None:
    """The album with this title."""
    return next((one for one in ALBUMS if one.title == title), None)


def playlist(state: State, name: str) -> Playlist | None:
    """The playlist with this name; the liked songs are one."""
    if name == LIKED:
        return Playlist(LIKED, tuple(reversed(state.likes)), "Everything with a heart", seed=5)
    return next((one for one in state.playlists if one.name == name), None)


def own(one: Playlist) -> bool:
    """Whether the owner can change it."""
    return one.owner == OWNER and one.name != LIKED


def tracks_of(state: State, source: str) -> list[Track]:
    """What a playlist, an album or an artist plays."""
    found = playlist(state, source)
    if found is not None:
        return tracks(found.tracks)
    on_album = [one for one in TRACKS if one.album == source]
    return on_album or [one for one in TRACKS if source in one.artist.split(", ")]


def albums_by(name: str) -> list[Album]:
    """An artist's records, the latest first."""
    return sorted((one for one in ALBUMS if name in one.artist.split(", ")), key=lambda one: -one.year)


def face(name: str) -> int:
    """The seed of an artist's picture."""
    return next((seed for artist, seed, _ in ARTISTS if artist == name), 0)


def clock(seconds: int) -> str:
    """`3:52`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def span(all_: Iterable[Track]) -> str:
    """`38 min` or `1 h 12 min`."""
    minutes = sum(one.seconds for one in all_) // 60
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def found(query: str, *names: str) -> bool:
    """Whether the words are in what a thing is called."""
    told = " ".join(names).casefold()
    return all(word in told for word in query.casefold().split())


def money(cents: int) -> str:
    """`$9.90`."""
    return f"${cents // 100}.{cents % 100:02d}"


def price(plan: str, billing: str) -> str:
    """What is paid at once."""
    cents = PLANS.get(plan, PLANS["Solo"])[0]
    return money(cents * YEAR if billing == BILLINGS[1] else cents)


def stamp(now: datetime) -> str:
    """A moment as state keeps it, to the second."""
    return now.strftime("%Y-%m-%dT%H:%M:%S")


def recorded(state: State, now: datetime, what: str, name: str, keys: Iterable[str] = (), detail: str = "") -> State:
    """The same with one more record."""
    number = f"TD-{FIRST_NUMBER + len(state.history)}"
    one = Record(number, now.strftime("%Y-%m-%dT%H:%M"), what, name, tuple(keys), detail)
    return replace(state, history=(*state.history, one))


def recent(state: State) -> list[str]:
    """The sources that were heard last, each once."""
    found_: dict[str, None] = {}
    for one in sorted(state.played, key=lambda each: each.at, reverse=True):
        found_.setdefault(one.source)
    return [*found_]


def length_share(heard: int, seconds: int) -> float:
    """How far a track is, 0 to 1."""
    return min(1.0, max(0.0, heard / seconds)) if seconds else 0.0
