"""Tunedrift's state, and what can be asked of it. Pure but for library.yaml, which is read once."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from adapters.phone.apps.tunedrift.catalogue import REPEATS, TRACKS, VISIBILITIES, Track, tracks
from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import find, with_item

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
    """Something that was done with playlists, albums or downloads."""

    number: str
    at: str
    what: str
    name: str
    tracks: tuple[str, ...] = ()
    detail: str = ""


@content
class Library:
    """What the owner has made of Tunedrift so far. The owner's playlists come before those of others."""

    playlists: tuple[Playlist, ...]
    likes: tuple[str, ...]
    albums: tuple[str, ...]
    artists: tuple[str, ...]
    downloads: tuple[str, ...]
    player: Player
    played: tuple[Play, ...]
    history: tuple[Record, ...]


LIBRARY = read_content(__package__, "library.yaml", Library)


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the search, the shelf, what a form holds."""

    query: str = ""
    scope: str = SCOPES[0]
    shelf: str = SHELVES[0]
    name: str = ""
    about: str = ""
    visibility: str = VISIBILITIES[0]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Tunedrift remembers."""

    player: Player = LIBRARY.player
    likes: tuple[str, ...] = LIBRARY.likes
    playlists: tuple[Playlist, ...] = LIBRARY.playlists
    albums: tuple[str, ...] = LIBRARY.albums
    artists: tuple[str, ...] = LIBRARY.artists
    downloads: tuple[str, ...] = LIBRARY.downloads
    """Playlists and albums on the phone, by their names."""
    played: tuple[Play, ...] = LIBRARY.played
    history: tuple[Record, ...] = LIBRARY.history
    ui: Ui = Ui()


def playlist_of(state: State, name: str) -> Playlist | None:
    """The playlist with this name; the liked songs are one."""
    if name == LIKED:
        return Playlist(LIKED, tuple(reversed(state.likes)), "Everything with a heart", seed=5)
    return find(state.playlists, name=name)


def with_playlist(state: State, name: str, /, **changes: Any) -> State:
    """The state with other values in some fields of a playlist of the owner."""
    playlists = with_item(state.playlists, lambda item: item.name == name and item.is_own, **changes)
    return replace(state, playlists=playlists)


def tracks_of(state: State, source: str) -> list[Track]:
    """What a playlist, an album or an artist plays."""
    playlist = playlist_of(state, source)
    if playlist is not None:
        return tracks(playlist.tracks)
    on_album = [track for track in TRACKS if track.album == source]
    return on_album or [track for track in TRACKS if source in track.artist.split(", ")]


def recent(state: State) -> list[str]:
    """The sources that were heard last, each once."""
    plays = sorted(state.played, key=lambda play: play.at, reverse=True)
    return [*dict.fromkeys(play.source for play in plays)]


def recorded(state: State, now: datetime, what: str, name: str, keys: Iterable[str] = (), detail: str = "") -> State:
    """The same with one more record."""
    number = f"TD-{_FIRST_NUMBER + len(state.history)}"
    record = Record(number, now.strftime(TIME_FORMAT), what, name, tuple(keys), detail)
    return replace(state, history=(*state.history, record))
