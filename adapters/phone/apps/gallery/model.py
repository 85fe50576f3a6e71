"""The gallery's state, and what can be asked of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from adapters.phone.apps.gallery.catalogue import (
    ALBUMS,
    BIN,
    FINDER,
    FIRST_NUMBER,
    FLASHES,
    FOLDERS,
    HISTORY,
    MODES,
    PHOTOS,
    RATIOS,
    SCREENSHOTS,
    TIMERS,
    Album,
    Binned,
    Edit,
    Photo,
    Record,
)
from adapters.phone.framework.dates import DAYS, TIME_FORMAT
from adapters.phone.ui.node import Art

FAVOURITES, VIDEOS = "Favourites", "Videos"
OWN_PLACES = (FAVOURITES, VIDEOS, *FOLDERS)
FOREIGN_IDS = 100_000
"""Ids of pictures that the gallery did not make are larger."""
COLUMNS = ("3", "4", "5")
ORDERS = ("Newest first", "Oldest first")
SIZES = {
    "wide": (4000, 3000),
    "tall": (3000, 4000),
    "pano": (3840, 2160),
    "square": (3000, 3000),
    "screen": (1080, 2400),
}
"""Width and height in pixels by shape."""
CROP_RATIOS = {"Square": 1.0, "4 by 3": 4 / 3, "16 by 9": 16 / 9, "3 by 4": 3 / 4}


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page and the camera's own buttons hold."""

    columns: str = COLUMNS[0]
    order: str = ORDERS[0]
    ask: bool = True
    """Whether deleting asks first."""
    places: bool = True
    """Whether the camera notes where a picture was taken."""
    flash: str = FLASHES[0]
    timer: str = TIMERS[0]
    ratio: str = RATIOS[0]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the search, what is selected, the edit that is not saved yet."""

    query: str = ""
    selected: tuple[str, ...] = ()
    name: str = ""
    editing: str = ""
    """The photo whose edit is open; empty while none is."""
    edit: Edit = Edit()
    tab: str = "Crop"
    mode: str = MODES[0]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the gallery remembers. `photos` stand newest first."""

    photos: tuple[Photo, ...] = PHOTOS
    albums: tuple[Album, ...] = ALBUMS
    bin: tuple[Binned, ...] = BIN
    history: tuple[Record, ...] = HISTORY
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def photo_of(state: State, key: str) -> Photo | None:
    """The photo with this id that is not in the bin."""
    return next((photo for photo in state.photos if photo.id == key), None)


def album_of(state: State, name: str) -> Album | None:
    """The owner's album with this name."""
    return next((album for album in state.albums if album.name == name), None)


def selected(state: State, key: str = "") -> list[Photo]:
    """The photo with this id, or without one the selected ones."""
    keys = (key,) if key else state.ui.selected
    return [photo for photo in state.photos if photo.id in keys]


def newest_first(photos: Iterable[Photo]) -> tuple[Photo, ...]:
    """Photos as they stand in the state."""
    return tuple(sorted(photos, key=lambda photo: (photo.at, int(photo.id)), reverse=True))


def ordered(state: State, photos: Iterable[Photo]) -> list[Photo]:
    """Photos as the settings say."""
    newest = newest_first(photos)
    return [*newest] if state.prefs.order == ORDERS[0] else [*newest[::-1]]


def photos_in(state: State, name: str) -> list[Photo]:
    """The photos of an album, of the favourites, of the videos, or of a folder."""
    album = album_of(state, name)
    if album is not None:
        by_id = {photo.id: photo for photo in state.photos}
        return [by_id[key] for key in album.photos if key in by_id]
    if name == FAVOURITES:
        return ordered(state, (photo for photo in state.photos if photo.favourite))
    if name == VIDEOS:
        return ordered(state, (photo for photo in state.photos if photo.seconds))
    return ordered(state, (photo for photo in state.photos if photo.folder == name))


def albums_with(state: State, key: str) -> tuple[str, ...]:
    """The albums that a photo is in."""
    return tuple(album.name for album in state.albums if key in album.photos)


def shown_among(state: State, source: str) -> list[Photo]:
    """The photos that a page was opened from: an album, a search `?words`, or all of them."""
    if source.startswith("?"):
        return search(state, source[1:])
    return photos_in(state, source) if source else ordered(state, state.photos)


def search(state: State, query: str) -> list[Photo]:
    """Photos whose name, place, people, subject, caption, folder, month or album have all the words."""
    words = query.casefold().split()

    def matches(photo: Photo) -> bool:
        kind, month = "video" if photo.seconds else "photo", f"{date.fromisoformat(photo.at[:10]):%b}"
        about = (photo.name, photo.place, *photo.people, photo.tags, photo.caption, photo.folder, kind, month)
        text = " ".join((*about, *albums_with(state, photo.id))).casefold()
        return all(word in text for word in words)

    return ordered(state, filter(matches, state.photos)) if words else []


def art(photo: Photo, edit: Edit | None = None) -> Art:
    """Its picture, as edited."""
    how = edit or photo.edit
    text = "plain"
    if how != Edit():
        text = f"{how.turn}-{int(how.mirrored)}-{how.crop}-{how.filter}-{how.light}-{how.contrast}-{how.warmth}"
    return Art(f"shot:{photo.shape}:{text}:{photo.kind}", photo.seed)


def size_of(photo: Photo, edit: Edit | None = None) -> tuple[int, int]:
    """Width and height in pixels of the file, as edited."""
    how = edit or photo.edit
    wide, high = SIZES[photo.shape]
    if how.turn % 180:
        wide, high = high, wide
    ratio = CROP_RATIOS.get(how.crop)
    return (wide, high) if ratio is None else (min(wide, int(high * ratio)), min(high, int(wide / ratio)))


def megabytes(photo: Photo) -> float:
    """The file's size in millions of bytes, which follows from what is in it."""
    wide, high = size_of(photo)
    if photo.folder == SCREENSHOTS:
        return (180 + photo.seed % 300) / 1000
    return 0.9 * photo.seconds if photo.seconds else wide * high / 3.6e6 * (0.8 + photo.seed % 7 / 10)


def counted(number: int) -> str:
    """`1 item`, `3 items`."""
    return "1 item" if number == 1 else f"{number} items"


def day_title(at: str, now: datetime) -> str:
    """`Today`, `Yesterday`, `Sun, 15 Nov`, with the year where it is another one."""
    day = date.fromisoformat(at[:10])
    near = {0: "Today", 1: "Yesterday"}.get((now.date() - day).days)
    year = f" {day.year}" if day.year != now.year else ""
    return near or f"{DAYS[day.weekday()]}, {day.day} {day:%b}{year}"


def month_title(month: str, now: datetime) -> str:
    """`October`, with the year where it is another one."""
    first = date.fromisoformat(f"{month}-01")
    return f"{first:%B}" if first.year == now.year else f"{first:%B %Y}"


def length(seconds: int) -> str:
    """`0:42`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def description(photo: Photo, now: datetime) -> str:
    """What a thumbnail is called: `Photo, Sun, 15 Nov, 18:42`."""
    kind = f"Video, {length(photo.seconds)}" if photo.seconds else "Photo"
    return f"{kind}, {day_title(photo.at, now)}, {photo.at[11:16]}"


def next_id(state: State) -> str:
    """An id that no photo has had."""
    ids = {photo.id for photo in state.photos} | {binned.photo.id for binned in state.bin}
    ids |= {key for record in state.history for key in record.photos}
    return str(1 + max((int(key) for key in ids if int(key) < FOREIGN_IDS), default=0))


def renamed(state: State, photo: Photo, mark: str) -> Photo:
    """Another photo like this, with a name and a file that no photo has: `IMG_1_copy.jpg`, `IMG_1_copy2.jpg`."""
    stem, _, ending = photo.name.rpartition(".")
    taken = {other.name for other in state.photos}
    names = (f"{stem}_{mark}{number if number > 1 else ''}.{ending}" for number in range(1, len(taken) + 2))
    name = next(name for name in names if name not in taken)
    path = f"{photo.path.rpartition('/')[0]}/{name}" if photo.path else ""
    return replace(photo, id=next_id(state), name=name, path=path)


def finder(state: State) -> Photo:
    """What the camera sees, as the photo that it would make; it still lacks an id, a name and a moment."""
    taken = sum(record.what == "Taken" for record in state.history)
    sight = FINDER[taken % len(FINDER)]
    kind, tags = ("land:night:city", "night roofs") if state.ui.mode == "Night" else (sight.kind, sight.tags)
    shape = {"16:9": "pano", "1:1": "square"}.get(state.prefs.ratio, "tall")
    return Photo("", "", "", kind, 900 + taken, shape, tags=tags)


def recorded(
    state: State, now: datetime, what: str, photos: Iterable[Photo] = (), album: str = "", edit: Edit | None = None
) -> State:
    """The state with one more record."""
    made = tuple(photos)
    record = Record(
        f"GA-{FIRST_NUMBER + len(state.history)}", now.strftime(TIME_FORMAT), what,
        tuple(photo.id for photo in made), tuple(photo.name for photo in made), album, edit,
    )  # fmt: skip
    return replace(state, history=(*state.history, record))
