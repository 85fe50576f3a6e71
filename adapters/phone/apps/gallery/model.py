"""The gallery's state, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from adapters.phone.apps.gallery.content import ALBUMS, BIN, FINDER, FIRST_NUMBER, HISTORY, PHOTOS
from adapters.phone.apps.gallery.shots import (
    FLASHES,
    FOLDERS,
    MODES,
    RATIOS,
    SCREENSHOTS,
    TIMERS,
    Album,
    Binned,
    Edit,
    Photo,
    Record,
)
from adapters.phone.ui.node import Art

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
FULL_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
FAVOURITES, VIDEOS = "Favourites", "Videos"
OWN_PLACES = (FAVOURITES, VIDEOS, *FOLDERS)
FOREIGN_IDS = 100_000
"""Ids of pictures that the gallery did not make are larger."""
COLUMNS = ("3", "4", "5")
ORDERS = ("Newest first", "Oldest first")


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
    return next((one for one in state.photos if one.id == key), None)


def album_of(state: State, name: str) -> Album | None:
    """The owner's album with this name."""
    return next((one for one in state.albums if one.name == name), None)


def ordered(state: State, photos: Iterable[Photo]) -> list[Photo]:
    """As the settings say."""
    return sorted(photos, key=lambda one: (one.at, int(one.id)), reverse=state.prefs.order == ORDERS[0])


def photos_in(state: State, name: str) -> list[Photo]:
    """The photos of an album, of the favourites, of the videos, or of a folder."""
    album = album_of(state, name)
    if album is not None:
        return [one for key in album.photos if (one := photo_of(state, key)) is not None]
    if name == FAVOURITES:
        return ordered(state, (one for one in state.photos if one.favourite))
    if name == VIDEOS:
        return ordered(state, (one for one in state.photos if one.seconds))
    return ordered(state, (one for one in state.photos if one.folder == name))


def albums_with(state: State, key: str) -> tuple[str, ...]:
    """The albums that a photo is in."""
    return tuple(one.name for one in state.albums if key in one.photos)


def shown_among(state: State, source: str) -> list[Photo]:
    """The photos that a page was opened from: an album, a search `?words`, or all of them."""
    if source.startswith("?"):
        return found(state, source[1:])
    return photos_in(state, source) if source else ordered(state, state.photos)


def found(state: State, query: str) -> list[Photo]:
    """Photos whose name, place, people, subject, caption, folder or month have the words."""
    words = query.casefold().split()
    if not words:
        return []

    def hit(one: Photo) -> bool:
        kind = "video" if one.seconds else "photo"
        month = MONTHS[int(one.at[5:7]) - 1]
        parts = (
            one.name,
            one.place,
            *one.people,
            one.tags,
            one.caption,
            one.folder,
            kind,
            month,
            *albums_with(state, one.id),
        )
        told = " ".join(parts).casefold()
        return all(word in told for word in words)

    return ordered(state, filter(hit, state.photos))


def art(one: Photo, edit: Edit | None = None) -> Art:
    """Its picture, as edited."""
    how = edit or one.edit
    told = "plain"
    if how != Edit():
        told = (
            f"{how.turn}-{int(how.mirrored)}-{how.crop}-{how.filter}-{how.light}-{how.contrast}-{how.warmth}"
        )  # fmt: skip
    return Art(f"shot:{one.shape}:{told}:{one.kind}", one.seed)


SHAPES = {
    "wide": (4000, 3000),
    "tall": (3000, 4000),
    "pano": (3840, 2160),
    "square": (3000, 3000),
    "screen": (1080, 2400),
}
RATIO = {"Square": 1.0, "4 by 3": 4 / 3, "16 by 9": 16 / 9, "3 by 4": 3 / 4}


def size_of(one: Photo, edit: Edit | None = None) -> tuple[int, int]:
    """Width and height in pixels of the file, as edited."""
    how = edit or one.edit
    wide, high = SHAPES[one.shape]
    if how.turn % 180:
        wide, high = high, wide
    ratio = RATIO.get(how.crop)
    if ratio is None:
        return wide, high
    return min(wide, int(high * ratio)), min(high, int(wide / ratio))


def weight(one: Photo) -> float:
    """The file's size in millions of bytes, which follows from what is in it."""
    wide, high = size_of(one)
    if one.folder == SCREENSHOTS:
        return (180 + one.seed % 300) / 1000
    return 0.9 * one.seconds if one.seconds else wide * high / 3.6e6 * (0.8 + one.seed % 7 / 10)


def day_title(at: str, now: datetime) -> str:
    """`Today`, `Yesterday`, `Sun, 15 Nov`, with the year where it is another one."""
    day = date.fromisoformat(at[:10])
    near = {0: "Today", 1: "Yesterday"}.get((now.date() - day).days)
    year = f" {day.year}" if day.year != now.year else ""
    return near or f"{DAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]}{year}"


def month_title(month: str, now: datetime) -> str:
    """`October`, with the year where it is another one."""
    year = f" {month[:4]}" if int(month[:4]) != now.year else ""
    return FULL_MONTHS[int(month[5:7]) - 1] + year


def length(seconds: int) -> str:
    """`0:42`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def spoken(one: Photo, now: datetime) -> str:
    """What a thumbnail is called: `Photo, Sun, 15 Nov, 18:42`."""
    kind = f"Video, {length(one.seconds)}" if one.seconds else "Photo"
    return f"{kind}, {day_title(one.at, now)}, {one.at[11:16]}"


def next_id(state: State) -> str:
    """An id that no photo has had."""
    every = [int(one.id) for one in state.photos] + [int(one.photo.id) for one in state.bin]
    every += [int(key) for one in state.history for key in one.photos]
    return str(1 + max((one for one in every if one < FOREIGN_IDS), default=0))


def renamed(state: State, one: Photo, mark: str) -> Photo:
    """Another photo like this, with a name and a file that no photo has: `IMG_1_copy.jpg`, `IMG_1_copy2.jpg`."""
    stem, _, ending = one.name.rpartition(".")
    taken = {each.name for each in state.photos}
    names = (f"{stem}_{mark}{nth if nth > 1 else ''}.{ending}" for nth in range(1, len(taken) + 2))
    name = next(each for each in names if each not in taken)
    path = f"{one.path.rpartition('/')[0]}/{name}" if one.path else ""
    return replace(one, id=next_id(state), name=name, path=path)


def finder(state: State) -> Photo:
    """What the camera sees, as the photo that it would make; it still lacks an id, a name and a moment."""
    taken = sum(one.what == "Taken" for one in state.history)
    shape = {"16:9": "pano", "1:1": "square"}.get(state.prefs.ratio, "tall")
    kind, tags = FINDER[taken % len(FINDER)]
    if state.ui.mode == "Night":
        kind, tags = "land:night:city", "night roofs"
    return Photo("", "", "", kind, 900 + taken, shape, tags=tags)


def recorded(
    state: State, now: datetime, what: str, photos: Iterable[Photo], album: str = "", edit: Edit | None = None
) -> State:
    """The same with one more record."""
    those = tuple(photos)
    number = f"GA-{FIRST_NUMBER + len(state.history)}"
    one = Record(number, now.strftime("%Y-%m-%dT%H:%M"), what, tuple(each.id for each in those),
                 tuple(each.name for each in those), album, edit)  # fmt: skip
    return replace(state, history=(*state.history, one))
