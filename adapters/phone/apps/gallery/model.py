"""The gallery's state, and what can be asked of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from adapters.phone.apps.gallery.catalogue import (
    ALBUMS,
    BIN,
    FIRST_NUMBER,
    FOLDERS,
    HISTORY,
    PHOTOS,
    SCREENSHOTS,
    Album,
    Binned,
    Photo,
    Record,
)
from adapters.phone.framework.dates import TIME_FORMAT, near_day
from adapters.phone.framework.playback import length_text
from adapters.phone.framework.state_paths import find
from adapters.phone.ui.node import Art

FAVOURITES, VIDEOS = "Favourites", "Videos"
OWN_PLACES = (FAVOURITES, VIDEOS, *FOLDERS)
FOREIGN_IDS = 100_000
"""Ids of pictures that the gallery did not make are larger."""
SIZES = {
    "wide": (4000, 3000),
    "tall": (3000, 4000),
    "pano": (3840, 2160),
    "square": (3000, 3000),
    "screen": (1080, 2400),
}
"""Width and height in pixels by shape."""


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the search, what is selected, the name of an album."""

    query: str = ""
    selected: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the gallery remembers. `photos` stand newest first."""

    photos: tuple[Photo, ...] = PHOTOS
    albums: tuple[Album, ...] = ALBUMS
    bin: tuple[Binned, ...] = BIN
    history: tuple[Record, ...] = HISTORY
    ui: Ui = Ui()


def selected(state: State, key: str = "") -> list[Photo]:
    """The photo with this id, or without one the selected ones."""
    keys = (key,) if key else state.ui.selected
    return [photo for photo in state.photos if photo.id in keys]


def newest_first(photos: Iterable[Photo]) -> tuple[Photo, ...]:
    """Photos as they stand in the state."""
    return tuple(sorted(photos, key=lambda photo: (photo.at, int(photo.id)), reverse=True))


def photos_in(state: State, name: str) -> list[Photo]:
    """The photos of an album, of the favourites, of the videos, or of a folder."""
    album = find(state.albums, name=name)
    if album is not None:
        by_id = {photo.id: photo for photo in state.photos}
        return [by_id[key] for key in album.photos if key in by_id]
    if name == FAVOURITES:
        return [photo for photo in state.photos if photo.favourite]
    if name == VIDEOS:
        return [photo for photo in state.photos if photo.seconds]
    return [photo for photo in state.photos if photo.folder == name]


def albums_with(state: State, key: str) -> tuple[str, ...]:
    """The albums that a photo is in."""
    return tuple(album.name for album in state.albums if key in album.photos)


def shown_among(state: State, source: str) -> list[Photo]:
    """The photos that a page was opened from: an album, a search `?words`, or all of them."""
    if source.startswith("?"):
        return search(state, source[1:])
    return photos_in(state, source) if source else [*state.photos]


def search(state: State, query: str) -> list[Photo]:
    """Photos whose name, place, people, subject, caption, folder, month or album have all the words."""
    words = query.casefold().split()

    def matches(photo: Photo) -> bool:
        kind, month = "video" if photo.seconds else "photo", f"{date.fromisoformat(photo.at[:10]):%b}"
        about = (photo.name, photo.place, *photo.people, photo.tags, photo.caption, photo.folder, kind, month)
        text = " ".join((*about, *albums_with(state, photo.id))).casefold()
        return all(word in text for word in words)

    return [photo for photo in state.photos if words and matches(photo)]


def art(photo: Photo) -> Art:
    """Its picture."""
    return Art(f"shot:{photo.shape}:{photo.kind}", photo.seed)


def megabytes(photo: Photo) -> float:
    """The file's size in millions of bytes, which follows from what is in it."""
    wide, high = SIZES[photo.shape]
    if photo.folder == SCREENSHOTS:
        return (180 + photo.seed % 300) / 1000
    return 0.9 * photo.seconds if photo.seconds else wide * high / 3.6e6 * (0.8 + photo.seed % 7 / 10)


def counted(number: int) -> str:
    """`1 item`, `3 items`."""
    return "1 item" if number == 1 else f"{number} items"


def day_title(at: str, now: datetime) -> str:
    """`Today`, `Yesterday`, `Sun, 15 Nov`, with the year where it is another one."""
    return near_day(date.fromisoformat(at[:10]), now)


def month_title(month: str, now: datetime) -> str:
    """`October`, with the year where it is another one."""
    first = date.fromisoformat(f"{month}-01")
    return f"{first:%B}" if first.year == now.year else f"{first:%B %Y}"


def description(photo: Photo, now: datetime) -> str:
    """What a thumbnail is called: `Photo, Sun, 15 Nov, 18:42`."""
    kind = f"Video, {length_text(photo.seconds)}" if photo.seconds else "Photo"
    return f"{kind}, {day_title(photo.at, now)}, {photo.at[11:16]}"


def recorded(state: State, now: datetime, what: str, photos: Iterable[Photo] = (), album: str = "") -> State:
    """The state with one more record."""
    made = tuple(photos)
    record = Record(
        f"GA-{FIRST_NUMBER + len(state.history)}", now.strftime(TIME_FORMAT), what,
        tuple(photo.id for photo in made), tuple(photo.name for photo in made), album,
    )  # fmt: skip
    return replace(state, history=(*state.history, record))
