"""What a file system may hold after a crash, given the operations that a program has carried out. Pure.

After the death of the process, all operations so far are there. After a power cut, everything is there that was done
before the last sync of the whole file system. Of what was done since then,

- each write may be there, or not, or in part: the first bytes of it, or the last ones, or its size alone. What is
  missing before something that is there reads as zero bytes; otherwise the file is shorter;
- a sync of a file makes everything that was written to it durable, but not its name;
- names (of new files and folders, after renaming and unlinking) are there up to some operation, in the order in which
  they were made, as journaling file systems do it; or any of them are and others are not, which POSIX permits. What is
  in a folder that is not there is lost. A name may be there without the content;
- renaming is atomic: the old name or the new one.

The method is that of ALICE (Pillai et al., OSDI 2014) and CrashMonkey (Mohan et al., OSDI 2018), with states sampled
instead of enumerated.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

_SHARES = (0.0, 0.2, 0.5, 0.8, 1.0)
"""Shares of the operations since the last sync that are durable."""


Kind = Literal["create", "mkdir", "write", "truncate", "rename", "unlink", "rmdir", "sync_file", "sync_all", "close"]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation on a file or folder, with its path relative to the run folder."""

    kind: Kind
    path: str
    data: bytes = b""
    """What is written."""
    at: int = 0
    """Where it is written, in bytes, or the size to which a file is cut."""
    target: str = ""
    """The new name."""


@dataclass(slots=True)
class Files:
    """A tree of files: folders, and files by name, whose content stays with a file that is renamed."""

    folders: set[str] = field(default_factory=lambda: {"."})
    names: dict[str, int] = field(default_factory=dict)
    contents: dict[int, bytes] = field(default_factory=dict)

    def copy(self) -> Files:
        """An independent copy; contents are shared, as bytes do not change."""
        return Files(set(self.folders), dict(self.names), dict(self.contents))

    def tree(self) -> dict[str, bytes]:
        """The content of each file that can be found."""
        return {name: self.contents.get(number, b"") for name, number in self.names.items() if self._is_found(name)}

    def _is_found(self, name: str) -> bool:
        return all(folder in self.folders for folder in parents(name))

    def apply_name(self, operation: Operation, number: int) -> None:
        """Carry out what an operation does to names; `number` is the file that it is about."""
        match operation.kind:
            case "create":
                self.names[operation.path] = number
            case "mkdir":
                self.folders.add(operation.path)
            case "rename":
                if self.names.get(operation.path) == number:
                    del self.names[operation.path]
                self.names[operation.target] = number
            case "unlink" if self.names.get(operation.path) == number:
                del self.names[operation.path]
            case "rmdir":
                self.folders.discard(operation.path)
            case _:
                pass

    def apply_content(self, operation: Operation, number: int) -> None:
        """Carry out what an operation does to the content of a file."""
        content = self.contents.get(number, b"")
        if operation.kind == "write":
            padded = content.ljust(operation.at, b"\0")
            end = operation.at + len(operation.data)
            self.contents[number] = padded[: operation.at] + operation.data + padded[end:]
        elif operation.kind == "truncate":
            self.contents[number] = content[: operation.at]


def parents(name: str) -> list[str]:
    """The folders that a file is in."""
    parts = name.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


@dataclass(frozen=True, slots=True)
class Numbered:
    """An operation and the number of the file that it is about, 0 if it is about a folder."""

    operation: Operation
    number: int


def number_files(operations: Iterable[Operation]) -> list[Numbered]:
    """Find out which file each operation is about, since names change."""
    names: dict[str, int] = {}
    found: list[Numbered] = []
    for count, operation in enumerate(operations, start=1):
        if operation.kind == "create":
            names[operation.path] = count
        number = names.get(operation.path, 0)
        if operation.kind == "rename":
            names[operation.target] = names.pop(operation.path)
        found.append(Numbered(operation, number))
    return found


def replay(operations: Iterable[Numbered], files: Files | None = None) -> Files:
    """What is there when all operations have been carried out."""
    files = Files() if files is None else files
    for item in operations:
        files.apply_name(item.operation, item.number)
        files.apply_content(item.operation, item.number)
    return files


def last_sync(operations: Sequence[Numbered], end: int) -> int:
    """How many of the first `end` operations are durable for certain."""
    syncs = (index + 1 for index in range(end - 1, -1, -1) if operations[index].operation.kind == "sync_all")
    return next(syncs, 0)


def power_cut(durable: Files, since: Sequence[Numbered], draw: random.Random) -> Files:
    """Draw one of the states that are permitted after a power cut.

    `durable` is what was there at the last sync of the file system, `since` what was done after it.
    """
    files = durable.copy()
    synced = {item.number: index for index, item in enumerate(since) if item.operation.kind == "sync_file"}
    share = draw.choice(_SHARES)
    for index, item in enumerate(since):
        if item.operation.kind not in ("write", "truncate"):
            continue
        if index < synced.get(item.number, 0) or draw.random() < share:
            files.apply_content(item.operation, item.number)
        elif item.operation.kind == "write" and draw.random() < 0.5:
            files.apply_content(_part(item.operation, draw), item.number)
    share = draw.choice(_SHARES)
    names = [item for item in since if item.operation.kind in ("create", "mkdir", "rename", "unlink", "rmdir")]
    if draw.random() < 0.5:
        names = names[: draw.randint(0, len(names))]
    else:
        names = [item for item in names if draw.random() < share]
    for item in names:
        files.apply_name(item.operation, item.number)
    return files


def _part(write: Operation, draw: random.Random) -> Operation:
    """The first or the last bytes of a write."""
    cut = draw.randint(0, len(write.data))
    if draw.random() < 0.5:
        return Operation("write", write.path, write.data[:cut], write.at)
    return Operation("write", write.path, write.data[cut:], write.at + cut)
