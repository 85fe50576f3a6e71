"""Shared storage as apps see it: a read-only view, and the file effects that apps can request.

Paths are relative to shared storage, without a leading slash: `Download/lease.pdf`. `""` is the storage itself.
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
    """Read-only view of shared storage at one moment."""

    tree: Tree = EMPTY

    def stat(self, path: str) -> Item | None:
        """Return the item at a path; None if nothing is there."""
        return self.tree.items.get(path)

    def list(self, path: str = "") -> tuple[Item, ...]:
        """Return the items of a folder, sorted by name; empty if there is no such folder."""
        return tuple(item for item in self.tree.items.values() if item.parent == path and item.path)

    def walk(self, path: str = "") -> Iterator[Item]:
        """Yield all items below a folder, sorted by path."""
        prefix = f"{path}/" if path else ""
        return (item for item in self.tree.items.values() if item.path.startswith(prefix) and item.path)

    def read(self, path: str) -> bytes:
        """Return the content of a file; empty if there is none."""
        found = self.tree.entries.get(f"{STORAGE}/{path}")
        return b"" if found is None or not found.stat.is_file else found.content()

    @property
    def used(self) -> int:
        """Return the bytes used by all files and the system."""
        return SYSTEM_TAKES + sum(node.size for node in self.walk())


# File effects of apps. Impossible ones are ignored; a reducer can check its view beforehand.


@dataclass(frozen=True, slots=True)
class MakeFolder:
    """Create a folder."""

    path: str


@dataclass(frozen=True, slots=True)
class MoveFile:
    """Move or rename a file or a folder; an existing file of the new name is replaced."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class CopyFile:
    """Copy a file, or a folder with its contents; an existing file of the new name is replaced."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RemoveFile:
    """Remove a file, or a folder with its contents."""

    path: str


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Write a file with these bytes, replacing an existing one."""

    path: str
    data: bytes


FileEffect = MakeFolder | MoveFile | CopyFile | RemoveFile | WriteFile


def carry_out(files: Files, effect: FileEffect) -> None:
    """Apply an app's file effect; impossible effects and paths outside shared storage are ignored."""
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
    # Links are refused: they could lead anywhere, and on a real phone shared storage has none.
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
