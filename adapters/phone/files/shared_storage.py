"""The shared storage as apps see it: a view to read from, and what they can ask the phone to do with it.

Paths are below shared storage, without a leading slash: `Download/lease.pdf`. `""` is the storage itself.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from adapters.phone.files.filesystem import Files
from adapters.phone.files.filesystem_tree import EMPTY, STORAGE, Item, Tree

TOTAL: Final = 128_000_000_000
SYSTEM_TAKES: Final = 16_400_000_000
"""What a phone has, and what of it belongs to Android; in bytes."""


@dataclass(frozen=True, slots=True)
class Storage:
    """Shared storage to look at, as it is at one moment."""

    tree: Tree = EMPTY

    def stat(self, path: str) -> Item | None:
        """What is there; None if nothing is."""
        return self.tree.items.get(path)

    def list(self, path: str = "") -> tuple[Item, ...]:
        """What is in a folder, by name; nothing if there is no such folder."""
        return tuple(item for item in self.tree.items.values() if item.parent == path and item.path)

    def walk(self, path: str = "") -> Iterator[Item]:
        """All that is below a folder, sorted by path."""
        prefix = f"{path}/" if path else ""
        return (item for item in self.tree.items.values() if item.path.startswith(prefix) and item.path)

    def read(self, path: str) -> bytes:
        """What is in a file; nothing where there is none."""
        found = self.tree.entries.get(f"{STORAGE}/{path}")
        return b"" if found is None or not found.stat.is_file else found.content()

    @property
    def used(self) -> int:
        """Bytes that all files and the system take."""
        return SYSTEM_TAKES + sum(node.size for node in self.walk())


# What apps ask for. What cannot be done is left undone: a reducer sees by its view whether it can.


@dataclass(frozen=True, slots=True)
class MakeFolder:
    """A new folder."""

    path: str


@dataclass(frozen=True, slots=True)
class MoveFile:
    """Another place or name for a file or a whole folder; a file that has that name already is replaced."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class CopyFile:
    """A second file, or folder with all that is in it; a file that has that name already is replaced."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RemoveFile:
    """A file, or a folder with all that is in it, is gone."""

    path: str


@dataclass(frozen=True, slots=True)
class WriteFile:
    """A file with these bytes, new or in place of the one there."""

    path: str
    data: bytes


FileEffect = MakeFolder | MoveFile | CopyFile | RemoveFile | WriteFile


def carry_out(files: Files, effect: FileEffect) -> None:
    """Do to a phone's files what an app asks for; what cannot be done, or not in shared storage, is left undone."""
    with suppress(OSError):
        _do(files, effect)


def _do(files: Files, effect: FileEffect) -> None:
    match effect:
        case MakeFolder():
            files.mkdir(_inside(files, effect.path))
        case MoveFile():
            files.rename(_inside(files, effect.old), _inside(files, effect.new))
        case CopyFile():
            _copy(files, _inside(files, effect.old), _inside(files, effect.new))
        case RemoveFile():
            for node in reversed(list(files.walk(_inside(files, effect.path)))):
                stat = files.lstat(node)
                (files.rmdir if stat is not None and stat.is_dir else files.remove)(node)
        case WriteFile():
            files.write(_inside(files, effect.path), effect.data)


def _inside(files: Files, path: str) -> str:
    full = files.resolve(posixpath.join(STORAGE, path), follow=False)
    found = files.lstat(full)
    # A link could lead anywhere; on a real phone there are none in shared storage.
    if not full.startswith(STORAGE + "/") or (found is not None and found.is_link):
        raise PermissionError(13, "Permission denied", path)
    return full


def _copy(files: Files, old: str, new: str) -> None:
    if new == old or new.startswith(old + "/"):
        raise OSError(22, "Invalid argument", new)
    for node in list(files.walk(old)):
        stat, aim = files.require(node, follow=False), _inside(files, new + node[len(old) :])
        if stat.is_dir:
            files.mkdir(aim, parents=True)
        elif stat.is_file:
            files.duplicate(node, aim)
