"""What Files remembers beside the storage itself, and what can be asked of both."""

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from adapters.phone.files.bin_names import is_binned
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import Storage
from adapters.phone.framework.dates import TIME_FORMAT

VIEWS = ("List", "Grid")
BIN_DAYS = 30
"""How long the bin keeps files."""
CLASHES = ("Keep both", "Replace", "Skip")
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
LARGE = 8_000_000
STORAGE_NAME = "Internal storage"


@dataclass(frozen=True, slots=True)
class Record:
    """One thing done: `what` is Moved, Copied, Renamed, Binned, Restored, Deleted or Folder made.

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
    """What the lists' own switch holds."""

    view: str = VIEWS[0]


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
    day = f"{when.day} {when:%b}"
    return day if when.year == now.year else f"{day} {when.year}"


def counted(count: int, what: str = "file") -> str:
    """`1 file`, `3 files`."""
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def visible(items: Iterable[Item]) -> list[Item]:
    """The items without hidden files; what is in the bin is hidden."""
    return [item for item in items if "/." not in f"/{item.path}"]


def in_order(items: Iterable[Item]) -> list[Item]:
    """The folders, then the files, each with the newest first."""
    ordered = sorted(items, key=lambda item: item.name.casefold())
    ordered.sort(key=lambda item: item.modified, reverse=True)
    return sorted(ordered, key=lambda item: not item.folder)


def of_kind(storage: Storage, kind: str) -> list[Item]:
    """What a tile of the first page leads to, without what apps keep for themselves."""
    files = [item for item in visible(storage.walk()) if not item.folder and not item.path.startswith("Android/")]
    if kind == "Downloads":
        return in_order([item for item in files if item.parent == "Download"])
    if kind == "Large files":
        return sorted((item for item in files if item.size >= LARGE), key=lambda item: -item.size)
    if kind == "Screenshots":
        return in_order([item for item in files if item.parent == "Pictures/Screenshots"])
    if kind == "Recent":
        return sorted(files, key=lambda item: (item.modified, item.path), reverse=True)[:30]
    return in_order([item for item in files if kind_of(item) == kind])


def listed(storage: Storage, path: str, kind: str) -> list[Item]:
    """What a list shows: the files of a kind, or a folder's content."""
    return of_kind(storage, kind) if kind else in_order(visible(storage.list(path)))


def existing(storage: Storage, paths: Iterable[str]) -> list[Item]:
    """The files and folders that are there, of these paths."""
    return [item for item in map(storage.stat, paths) if item is not None]


def total_size(storage: Storage, item: Item) -> int:
    """The bytes of a file, or of all in a folder."""
    return sum(inner.size for inner in storage.walk(item.path)) if item.folder else item.size


def binned(storage: Storage) -> list[Item]:
    """What is in the bin, the latest first."""
    found = [item for item in storage.walk() if is_binned(item.name)]
    return sorted(found, key=lambda item: (item.name, item.path), reverse=True)


def search(storage: Storage, query: str) -> list[Item]:
    """Files and folders whose names have all the words; text files also by what is in them."""
    words = query.casefold().split()

    def matches(item: Item) -> bool:
        text = item.name.casefold()
        if item.suffix in TEXTS and item.size < 65_536:
            text += " " + storage.read(item.path).decode("utf-8", "replace").casefold()
        return all(word in text for word in words)

    return in_order(filter(matches, visible(storage.walk()))) if words else []


def free_name(storage: Storage, folder: str, name: str, taken: Sequence[str] = ()) -> str:
    """A path for this name in this folder that nothing has: `lease.pdf`, `lease (1).pdf`, …"""
    stem, suffix = posixpath.splitext(name)
    path, count = posixpath.join(folder, name), 0
    while storage.stat(path) is not None or path in taken:
        count += 1
        path = posixpath.join(folder, f"{stem} ({count}){suffix}")
    return path


def name_problem(name: str) -> str:
    """Why a file cannot have this name, or nothing."""
    if not name:
        return "Type a name first"
    if "/" in name or "\0" in name:
        return "A name cannot have a slash"
    if name in (".", "..") or len(name.encode()) > 255:
        return "This name cannot be used"
    return ""


def logged(state: State, now: datetime, what: str, path: str, to: str = "", size: int = 0) -> State:
    """The state with one more record."""
    record = Record(f"F-{len(state.log) + 1:04d}", now.strftime(TIME_FORMAT), what, path, to, size)
    return replace(state, log=(*state.log, record))
