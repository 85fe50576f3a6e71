"""A folder with a file for each person, to which every decision is one line. Blocking; use a thread.

    FOLDER/NAME.jsonl        append-only, on disk before anybody is told that it is saved

Files are read on from where they were left, so several pages (two tabs, two servers) see each other's decisions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from adapters.web.shared.names import stem
from runtime.core.errors import UsageError


class Reads(Protocol):
    """What is left of a person's decisions, taken in line by line."""

    def read(self, line: bytes) -> None:
        """Take one line in.

        Raises:
            UsageError: it is whole, but not of this version.
        """
        ...


S = TypeVar("S", bound=Reads)


@dataclass(slots=True)
class _Followed(Generic[S]):
    sheaf: S
    read: int = 0


class Decisions(Generic[S]):
    """All people's decisions in one folder."""

    def __init__(self, path: Path, new: Callable[[], S]) -> None:
        self.path = path
        self._new = new
        self._followed: dict[Path, _Followed[S]] = {}

    def files(self) -> list[Path]:
        """The people's files."""
        return sorted(self.path.glob("*.jsonl"))

    def of(self, name: str) -> S:
        """What a person has said so far; empty for a new one.

        Raises:
            UsageError: the file is of another version.
        """
        return self.read(self._file(name))

    def read(self, path: Path) -> S:
        """What a file holds by now; only what came since the last time is read."""
        known = self._followed.setdefault(path, _Followed(self._new()))
        try:
            with path.open("rb") as file:
                if file.seek(0, 2) < known.read:
                    known = self._followed[path] = _Followed(self._new())
                file.seek(known.read)
                data = file.read()
        except FileNotFoundError:
            return known.sheaf
        # A line without its end may still be on its way.
        complete_size = data.rfind(b"\n") + 1
        for line in data[:complete_size].split(b"\n")[:-1]:
            try:
                known.sheaf.read(line)
            except UsageError as error:
                raise UsageError(f"{path}, {error}") from error
        known.read += complete_size
        return known.sheaf

    def add(self, name: str, line: bytes) -> None:
        """Append one decision; it is on disk when this returns.

        Raises:
            OSError: it could not be written.
        """
        self.path.mkdir(exist_ok=True)
        descriptor = os.open(self._file(name), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            size = os.fstat(descriptor).st_size
            # What a killed writer left stays as it is, on a line of its own.
            torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            data = (b"\n" if torn else b"") + line
            if os.write(descriptor, data) != len(data):
                raise OSError(28, "the disk is full")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _file(self, name: str) -> Path:
        return self.path / f"{stem(name)}.jsonl"
