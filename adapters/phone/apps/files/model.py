"""What Files remembers beside the storage itself, and what can be asked of both."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import Storage
from adapters.phone.ui.app import Route, View

SORTS = ("Newest first", "Oldest first", "Name A–Z", "Name Z–A", "Largest first", "Smallest first")
VIEWS = ("List", "Grid")
KEEP = ("7 days", "30 days", "60 days")
CLASHES = ("Keep both", "Replace", "Skip")
AFTER = ("Keep archive", "Delete archive")
"""What becomes of an archive that was extracted."""
KINDS = ("Images", "Videos", "Audio", "Documents", "Apps", "Archives")
SUFFIXES: Final = {
    "Images": (".jpg", ".jpeg", ".png", ".gif", ".webp"),
    "Videos": (".mp4", ".mkv", ".webm"),
    "Audio": (".mp3", ".m4a", ".ogg", ".wav", ".flac"),
    "Documents": (".pdf", ".docx", ".xlsx", ".txt", ".md", ".csv", ".log", ".json", ".xml"),
    "Apps": (".apk",),
    "Archives": (".zip",),
}
TEXTS = (".txt", ".md", ".csv", ".log", ".json", ".xml", ".sh", ".html")
TRASHED = re.compile(r"\.trashed-(\d+)-(.+)")
"""What Android renames a file in the bin to: when it is removed for good, and its name."""
LARGE = 8_000_000
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Record:
    """One thing done: `what` is Moved, Copied, Renamed, Binned, Restored, Deleted, Folder made or Extracted.

    `path` and `to` are below shared storage; there is one record for each file.
    """

    number: str
    at: str
    what: str
    path: str
    to: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page and the lists' own switches hold."""

    sort: str = SORTS[0]
    view: str = VIEWS[0]
    hidden: bool = False
    folders_first: bool = True
    keep: str = KEEP[1]


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking. `carried` are on their way to another folder, by `carry`: Move or Copy;
    `leave` is how many places are left when they are put down. `notice` says below the list what was put where; it
    stands there until the next touch.
    """

    query: str = ""
    selected: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    carry: str = ""
    leave: int = 1
    clash: str = CLASHES[0]
    forever: bool = False
    name: str = ""
    after: str = AFTER[0]
    notice: str = ""
    notice_folder: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Files remembers; the files themselves are the phone's."""

    log: tuple[Record, ...] = ()
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def kind_of(item: Item) -> str:
    """Which of the kinds a file is; other files are `Other`."""
    return next((kind for kind, suffixes in SUFFIXES.items() if item.suffix in suffixes), "Other")


def shown_name(item: Item) -> str:
    """The name without what the bin adds to it."""
    found = TRASHED.fullmatch(item.name)
    return found[2] if found else item.name


def size_label(size: int) -> str:
    """`57 KB`, `1.8 MB`, `16.4 GB`."""
    if size < 1000:
        return f"{size} B"
    for unit, step in (("KB", 1e3), ("MB", 1e6), ("GB", 1e9)):
        if size < step * 999.5 or unit == "GB":
            value = size / step
            return f"{value:.1f} {unit}" if value < 10 and unit != "KB" else f"{value:.0f} {unit}"
    return ""


def moment(when: datetime, now: datetime) -> str:
    """`Today, 07:44`, `Yesterday, 20:51`, `4 Nov`, `14 May 2025`."""
    days = (now.date() - when.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {when:%H:%M}"
    day = f"{when.day} {MONTHS[when.month - 1]}"
    return day if when.year == now.year else f"{day} {when.year}"


def many(count: int, one: str = "file") -> str:
    """`1 file`, `3 files`."""
    return f"1 {one}" if count == 1 else f"{count} {one}s"


def seen(state: State, items: Iterable[Item]) -> list[Item]:
    """Without hidden files, unless they are to be shown; what is in the bin never is."""
    return [
        one
        for one in items
        if not TRASHED.fullmatch(one.name)
        and (state.prefs.hidden or not any(p[:1] == "." for p in one.path.split("/")))
    ]


def in_order(state: State, items: Iterable[Item]) -> list[Item]:
    """As the settings say."""
    sort = state.prefs.sort
    ordered = sorted(items, key=lambda one: one.name.casefold())
    if sort.startswith("Name"):
        ordered = ordered[::-1] if sort.endswith("Z–A") else ordered
    elif sort in SORTS[:2]:
        ordered.sort(key=lambda one: one.modified, reverse=sort == SORTS[0])
    else:
        ordered.sort(key=lambda one: one.size, reverse=sort == SORTS[4])
    return sorted(ordered, key=lambda one: not one.folder) if state.prefs.folders_first else ordered


def files(state: State, storage: Storage) -> list[Item]:
    """Every file that can be seen, without what apps keep for themselves."""
    return [one for one in seen(state, storage.walk()) if not one.folder and not one.path.startswith("Android/")]


def of_kind(state: State, storage: Storage, kind: str) -> list[Item]:
    """What a tile of the first page leads to."""
    every = files(state, storage)
    if kind == "Downloads":
        return in_order(state, [one for one in every if one.parent == "Download"])
    if kind == "Large files":
        return sorted((one for one in every if one.size >= LARGE), key=lambda one: -one.size)
    if kind == "Screenshots":
        return in_order(state, [one for one in every if one.parent == "Pictures/Screenshots"])
    if kind == "Recent":
        return sorted(every, key=lambda one: (one.modified, one.path), reverse=True)[:30]
    return in_order(state, [one for one in every if kind_of(one) == kind])


def listed(state: State, place: Route, view: View) -> list[Item]:
    """What a list shows: a folder's content, or the files of a kind."""
    kind = place.get("kind", "")
    if kind:
        return of_kind(state, view.storage, kind)
    return in_order(state, seen(state, view.storage.list(place.get("path", ""))))


def binned(storage: Storage) -> list[Item]:
    """What is in the bin, the latest first."""
    found = [one for one in storage.walk() if TRASHED.fullmatch(one.name)]
    return sorted(found, key=lambda one: (one.name, one.path), reverse=True)


def bin_path(state: State, item: Item, now: datetime) -> str:
    """The path of a file once it is in the bin."""
    gone = int(now.replace(tzinfo=UTC).timestamp()) + int(state.prefs.keep.split()[0]) * 86_400
    return posixpath.join(item.parent, f".trashed-{gone}-{item.name}")


def days_left(item: Item, now: datetime) -> int:
    """Until a file in the bin is removed for good."""
    found = TRASHED.fullmatch(item.name)
    gone = int(found[1]) if found else 0
    return max(0, (gone - int(now.replace(tzinfo=UTC).timestamp())) // 86_400)


def found(state: State, storage: Storage, query: str) -> list[Item]:
    """Files and folders whose names have all the words; text files also by what is in them."""
    words = query.casefold().split()
    if not words:
        return []

    def hit(one: Item) -> bool:
        said = one.name.casefold()
        if one.suffix in TEXTS and one.size < 65_536:
            said += " " + storage.read(one.path).decode("utf-8", "replace").casefold()
        return all(word in said for word in words)

    return in_order(state, [one for one in seen(state, storage.walk()) if hit(one)])


def free_name(storage: Storage, folder: str, name: str, taken: Sequence[str] = ()) -> str:
    """A path for this name in this folder that nothing has: `lease.pdf`, `lease (1).pdf`, …"""
    stem, suffix = posixpath.splitext(name)
    path, count = posixpath.join(folder, name), 0
    while storage.stat(path) is not None or path in taken:
        count += 1
        path = posixpath.join(folder, f"{stem} ({count}){suffix}")
    return path


def bad_name(name: str) -> str:
    """Why a file cannot have this name, or nothing."""
    name = name.strip()
    if not name:
        return "Type a name first"
    if "/" in name or "\0" in name:
        return "A name cannot have a slash"
    if name in (".", "..") or len(name.encode()) > 255:
        return "This name cannot be used"
    return ""


def logged(state: State, now: datetime, what: str, path: str, to: str = "", size: int = 0) -> State:
    """The same with one more record."""
    number = f"F-{len(state.log) + 1:04d}"
    record = Record(number, now.strftime("%Y-%m-%dT%H:%M"), what, path, to, size)
    return replace(state, log=(*state.log, record))
