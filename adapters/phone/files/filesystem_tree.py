"""Immutable file system trees: entries by full path, and the factory tree of a new phone."""

from __future__ import annotations

import posixpath
import stat as modes
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any

from adapters.phone.files.preinstalled import PreinstalledFile, content

ROOT, SYSTEM, INPUT, SHELL, MEDIA_RW, MEDIA_PROVIDER = 0, 1000, 1004, 2000, 1023, 10142
STORAGE = "/storage/emulated/0"
STORAGE_DIRS = (
    "Alarms",
    "Android",
    "Android/data",
    "Android/media",
    "Android/obb",
    "Audiobooks",
    "DCIM",
    "DCIM/Camera",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Pictures/Screenshots",
    "Podcasts",
    "Recordings",
    "Ringtones",
)
_SYSTEM_DIRS = (
    "/acct",
    "/apex",
    "/config",
    "/dev",
    "/dev/input",
    "/mnt",
    "/odm",
    "/oem",
    "/proc",
    "/product",
    "/storage",
    "/storage/self",
    "/sys",
    "/system",
    "/system/app",
    "/system/bin",
    "/system/etc",
    "/system/fonts",
    "/system/framework",
    "/system/lib64",
    "/system/priv-app",
    "/vendor",
)
_PROC_FILES = {
    "/proc/version": b"Linux version 5.15.41-android13-8 (build@build) #1 SMP PREEMPT Tue Nov 1 00:00:00 UTC 2026\n",
    "/proc/meminfo": b"MemTotal:        8046216 kB\nMemFree:         2211004 kB\nMemAvailable:    4902312 kB\n",
    "/system/etc/hosts": b"127.0.0.1       localhost\n::1             ip6-localhost\n",
}


@dataclass(frozen=True, slots=True)
class Stat:
    """Result of `stat`. `mode` holds type and permission bits; times are whole seconds since 1970."""

    mode: int
    size: int
    mtime: int
    uid: int
    gid: int
    ino: int
    nlink: int = 1
    dev: int = 0xFD05

    @property
    def is_dir(self) -> bool:
        return modes.S_ISDIR(self.mode)

    @property
    def is_file(self) -> bool:
        return modes.S_ISREG(self.mode)

    @property
    def is_link(self) -> bool:
        return modes.S_ISLNK(self.mode)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file with its bytes, a folder, or a link with its target. A preinstalled file's bytes are generated on read."""

    stat: Stat
    data: bytes = b""
    target: str = ""
    preinstalled: PreinstalledFile | None = None

    def content(self) -> bytes:
        return self.data if self.preinstalled is None else content(self.preinstalled)


@dataclass(frozen=True, slots=True)
class Item:
    """A file or folder of shared storage as apps see it. `path` is relative to shared storage, `""` is its root.

    `size` is in bytes, 0 for a folder; `modified` is virtual time; `suffix` includes its dot, in lower case.
    """

    path: str
    size: int
    modified: datetime
    folder: bool = False
    preinstalled: PreinstalledFile | None = None
    """The preinstalled file it comes from, unless it was written since."""
    name: str = ""
    parent: str = ""
    suffix: str = ""


@dataclass(frozen=True)
class Tree:
    """An immutable file system: all entries by full path, and the last inode number used."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    inode: int = 1

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """Return all of shared storage by path, sorted; computed once per tree."""
        skip = len(STORAGE) + 1
        full = sorted(entry for entry in self.entries if entry.startswith(STORAGE + "/"))
        held = [(STORAGE, "")] if STORAGE in self.entries else []
        held += [(text, text[skip:]) for text in full]
        return {path: _item(path, self.entries[text]) for text, path in held}

    @cached_property
    def shared(self) -> dict[str, Any]:
        """Return shared storage as nested folders with file sizes, sorted; callers must not change it.

        Files in the root, where automation tools leave their captures, and the folder `Android` are left out.
        """
        return self._nested(entry for entry in self.entries if entry.startswith(STORAGE + "/"))

    def shared_at(self, paths: Iterable[str]) -> dict[str, Any]:
        """Return the part of `shared` that lies at these full paths, with the folders above."""
        above = {full[:at] for full in paths for at in _slashes(full)}
        return self._nested(full for full in above.union(paths) if full in self.entries)

    def _nested(self, paths: Iterable[str]) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        within: dict[str, dict[str, Any]] = {"": fields}
        skip = len(STORAGE) + 1
        for full in sorted(paths):
            path, stat = full[skip:], self.entries[full].stat
            folder, _, name = path.rpartition("/")
            if path == "Android" or folder not in within:
                continue
            if stat.is_dir:
                within[path] = within[folder][name] = {}
            elif folder:
                within[folder][name] = stat.size
        return fields


def _slashes(full: str) -> Iterator[int]:
    """Yield where the folders above a path in shared storage end."""
    return (at for at in range(len(STORAGE) + 1, len(full)) if full[at] == "/")


def _item(path: str, held: Entry) -> Item:
    stat = held.stat
    parent, _, name = path.rpartition("/")
    return Item(
        path, 0 if stat.is_dir else stat.size, datetime.fromtimestamp(stat.mtime, UTC), stat.is_dir, held.preinstalled,
        name, parent, posixpath.splitext(name)[1].lower(),
    )  # fmt: skip


EMPTY = Tree()


def make_entry(
    ino: int, mode: int, when: int, data: bytes = b"", target: str = "", uid: int = ROOT, gid: int = ROOT,
    preinstalled: PreinstalledFile | None = None,
) -> Entry:  # fmt: skip
    """Return an entry of any kind and owner, with the size of its content."""
    size = preinstalled.length if preinstalled else len(data) or len(target) or (4096 if modes.S_ISDIR(mode) else 0)
    return Entry(Stat(mode, size, when, uid, gid, ino, 2 if modes.S_ISDIR(mode) else 1), data, target, preinstalled)


def _seconds(preinstalled: PreinstalledFile) -> int:
    return int(datetime.fromisoformat(preinstalled.at).replace(tzinfo=UTC).timestamp())


@lru_cache(maxsize=16)
def factory_tree(when: int, preinstalled_files: tuple[PreinstalledFile, ...]) -> Tree:
    """Return the files of a phone after factory reset; cached for phones with the same preinstalled files."""
    entries: dict[str, Entry] = {}

    def add(path: str, mode: int, **more: object) -> None:
        entries[path] = make_entry(len(entries) + 2, mode, **{"when": when, **more})  # type: ignore[arg-type]

    # Folders are at least as old as the oldest preinstalled file.
    oldest = min(map(_seconds, preinstalled_files), default=when)
    add("/", modes.S_IFDIR | 0o755)
    for path in _SYSTEM_DIRS:
        add(path, modes.S_IFDIR | 0o755)
    for path in ("/data", "/data/data", "/data/app", "/data/user", "/data/system"):
        add(path, modes.S_IFDIR | 0o771, uid=SYSTEM, gid=SYSTEM)
    add("/data/local", modes.S_IFDIR | 0o751)
    add("/data/local/tmp", modes.S_IFDIR | 0o771, uid=SHELL, gid=SHELL)
    add("/storage/emulated", modes.S_IFDIR | 0o711)
    for path in (STORAGE, *(f"{STORAGE}/{name}" for name in STORAGE_DIRS)):
        add(path, modes.S_IFDIR | 0o2770, when=oldest, uid=MEDIA_PROVIDER, gid=MEDIA_RW)
    for path, target in (
        ("/sdcard", STORAGE), ("/storage/self/primary", STORAGE), ("/bin", "/system/bin"), ("/etc", "/system/etc"),
        ("/mnt/sdcard", STORAGE),
    ):  # fmt: skip
        add(path, modes.S_IFLNK | 0o777, target=target)
    for path in ("/dev/null", "/dev/tty", "/dev/zero"):
        add(path, modes.S_IFCHR | 0o666)
    for path in ("/dev/input/event0", "/dev/input/event1"):
        add(path, modes.S_IFCHR | 0o660, gid=INPUT)
    for path in ("/product/build.prop", "/system/build.prop", "/vendor/build.prop"):
        # Only root may read them: others ask the property service.
        add(path, modes.S_IFREG | 0o600, data=b"# begin common build properties\n")
    for path, data in _PROC_FILES.items():
        add(path, modes.S_IFREG | 0o444, data=data)
    shared: dict[str, object] = {"uid": MEDIA_PROVIDER, "gid": MEDIA_RW}
    for preinstalled in preinstalled_files:
        at = _seconds(preinstalled)
        parts = preinstalled.path.split("/")
        for depth in range(1, len(parts)):
            folder = "/".join((STORAGE, *parts[:depth]))
            if folder not in entries:
                add(folder, modes.S_IFDIR | 0o2770, when=at, **shared)
            found = entries[folder].stat
            if at > found.mtime:
                entries[folder] = make_entry(found.ino, found.mode, at, uid=found.uid, gid=found.gid)
        add(f"{STORAGE}/{preinstalled.path}", modes.S_IFREG | 0o660, when=at, preinstalled=preinstalled, **shared)
    return Tree(entries, len(entries) + 1)
