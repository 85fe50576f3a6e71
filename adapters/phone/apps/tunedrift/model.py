"""Tunedrift's state, and what can be asked of it. Pure but for library.yaml, which is read once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from adapters.phone.apps.tunedrift.catalogue import (
    BILLINGS,
    CROSSFADES,
    EQUALISERS,
    HERE,
    PAYMENTS,
    PLANS,
    QUALITIES,
    REPEATS,
    SORTS,
    TRACKS,
    VISIBILITIES,
    Track,
    tracks,
)
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.dates import TIME_FORMAT

OWNER = "Robin Vale"
LIKED = "Liked songs"
SHELVES = ("Playlists", "Albums", "Artists", "Downloads")
SCOPES = ("All", "Songs", "Albums", "Artists", "Playlists")
_FIRST_NUMBER = 3114


@content
class Playlist:
    """A list of tracks by id; those of the owner can be changed."""

    name: str
    tracks: tuple[str, ...] = ()
    about: str = ""
    visibility: str = VISIBILITIES[0]
    owner: str = OWNER
    seed: int = 0

    @property
    def is_own(self) -> bool:
        """Whether the owner can change it."""
        return self.owner == OWNER and self.name != LIKED


@content
class Player:
    """What plays: `kept` seconds of the track at `at` were heard before `since`; it rests while `since` is empty."""

    queue: tuple[str, ...]
    at: int = 0
    kept: int = 0
    since: str = ""
    source: str = ""
    shuffle: bool = False
    repeat: str = REPEATS[0]
    device: str = HERE

    @property
    def track(self) -> Track | None:
        """The track that is on."""
        return next(iter(tracks(self.queue[self.at : self.at + 1])), None)


@content
class Play:
    """A track that was begun."""

    at: str
    track: str
    source: str


@content
class Record:
    """Something that was done with playlists, albums, downloads or the sleep timer."""

    number: str
    at: str
    what: str
    name: str
    tracks: tuple[str, ...] = ()
    detail: str = ""


@content
class Order:
    """A plan that was paid for."""

    number: str
    at: str
    plan: str
    billing: str
    payment: str
    price: str
    auto_renew: bool = True


@content
class Library:
    """What the owner has made of Tunedrift so far. The owner's playlists come before those of others."""

    playlists: tuple[Playlist, ...]
    likes: tuple[str, ...]
    albums: tuple[str, ...]
    artists: tuple[str, ...]
    downloads: tuple[tuple[str, str], ...]
    player: Player
    played: tuple[Play, ...]
    history: tuple[Record, ...]
    orders: tuple[Order, ...]


LIBRARY = read_content(__package__, "library.yaml", Library)


@dataclass(frozen=True, slots=True)
class Sleep:
    """The sleep timer: what was picked, and the moment; without one it waits for the end of the track."""

    label: str = "Off"
    until: str = ""


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
    plan: str = PLANS[0].label
    billing: str = BILLINGS[0]
    payment: str = PAYMENTS[0]
    renew: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Tunedrift remembers."""

    player: Player = LIBRARY.player
    sleep: Sleep = Sleep()
    likes: tuple[str, ...] = LIBRARY.likes
    playlists: tuple[Playlist, ...] = LIBRARY.playlists
    albums: tuple[str, ...] = LIBRARY.albums
    artists: tuple[str, ...] = LIBRARY.artists
    downloads: tuple[tuple[str, str], ...] = LIBRARY.downloads
    """Playlists and albums on the phone, each with its quality."""
    played: tuple[Play, ...] = LIBRARY.played
    history: tuple[Record, ...] = LIBRARY.history
    orders: tuple[Order, ...] = LIBRARY.orders
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def playlist_of(state: State, name: str) -> Playlist | None:
    """The playlist with this name; the liked songs are one."""
    if name == LIKED:
        return Playlist(LIKED, tuple(reversed(state.likes)), "Everything with a heart", seed=5)
    return next((playlist for playlist in state.playlists if playlist.name == name), None)


def with_playlist(state: State, name: str, change: Callable[[Playlist], Playlist]) -> State:
    """The state with a change to a playlist of the owner."""
    changed = (change(item) if item.name == name and item.is_own else item for item in state.playlists)
    return replace(state, playlists=tuple(changed))


def tracks_of(state: State, source: str) -> list[Track]:
    """What a playlist, an album or an artist plays."""
    playlist = playlist_of(state, source)
    if playlist is not None:
        return tracks(playlist.tracks)
    on_album = [track for track in TRACKS if track.album == source]
    return on_album or [track for track in TRACKS if source in track.artist.split(", ")]


def downloaded(state: State) -> tuple[str, ...]:
    """The names of playlists and albums on the phone."""
    return tuple(name for name, _ in state.downloads)


def recent(state: State) -> list[str]:
    """The sources that were heard last, each once."""
    plays = sorted(state.played, key=lambda play: play.at, reverse=True)
    return [*dict.fromkeys(play.source for play in plays)]


def recorded(state: State, now: datetime, what: str, name: str, keys: Iterable[str] = (), detail: str = "") -> State:
    """The same with one more record."""
    number = f"TD-{_FIRST_NUMBER + len(state.history)}"
    record = Record(number, now.strftime(TIME_FORMAT), what, name, tuple(keys), detail)
    return replace(state, history=(*state.history, record))
