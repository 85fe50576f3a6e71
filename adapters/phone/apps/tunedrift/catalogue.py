"""What Tunedrift plays, read from catalogue.yaml, and what can be chosen: values are labels on the screen."""

from collections.abc import Iterable

from adapters.phone.framework.content import content, read_content

REPEATS = ("Off", "All", "One")
VISIBILITIES = PRIVATE, PUBLIC = ("Private", "Public")


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
ALBUMS, GENRES = _CATALOGUE.albums, _CATALOGUE.genres
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
