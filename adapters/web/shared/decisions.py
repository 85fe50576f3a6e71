"""A folder with one append-only file of decisions for each person. Blocking; use a thread.


   FOLDER/NAME.jsonl        flushed to disk before a decision is acknowledged

Files are read incrementally, so several pages (two tabs, two servers) see each other's decisions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from adapters.web.shared.person_names import file_stem
from runtime.core.errors import UsageError


class LineReader(Protocol):
    """Collects a person's decisions line by line."""

    def read(self, line: bytes) -> None:
        """Add one line.

        Raises:
            UsageError: the line is complete, but of another version.
        """
        ...


S = TypeVar("S", bound=LineReader)


@dataclass(slots=True)
class _FollowedFile(Generic[S]):
    reader: S
    read: int = 0


class Decisions(Generic[S]):
    """All people's decisions in one folder."""

    def __init__(self, path: Path, new: Callable[[], S]) -> None:
        self.path = path
        self._new = new
        self._followed: dict[Path, _FollowedFile[S]] = {}

    def files(self) -> list[Path]:
        """The decision files, one for each person."""
        return sorted(self.path.glob("*.jsonl"))

    def of(self, name: str) -> S:
        """A person's decisions so far; empty for a new person.

        Raises:
            UsageError: the file was written by another version.
        """
        return self.read(self._file(name))

    def read(self, path: Path) -> S:
        """The decisions in a file. Only what was appended since the last call is read from disk."""
        known = self._followed.setdefault(path, _FollowedFile(self._new()))
        try:
            with path.open("rb") as file:
                if file.seek(0, 2) < known.read:
                    known = self._followed[path] = _FollowedFile(self._new())
                file.seek(known.read)
                data = file.read()
        except FileNotFoundError:
            return known.reader
        # An incomplete last line may still be being written.
        complete_size = data.rfind(b"\n") + 1
        for line in data[:complete_size].split(b"\n")[:-1]:
            try:
                known.reader.read(line)
            except UsageError as error:
                raise UsageError(f"{path}, {error}") from error
        known.read += complete_size
        return known.reader

    def add(self, name: str, line: bytes) -> None:
        """Append one decision; it is on disk when this returns.

        Raises:
            OSError: the file could not be written.
        """
        self.path.mkdir(exist_ok=True)
        descriptor = os.open(self._file(name), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            size = os.fstat(descriptor).st_size
            # An incomplete line of a killed writer is kept, on a line of its own.
            torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            data = (b"\n" if torn else b"") + line
            if os.write(descriptor, data) != len(data):
                raise OSError(28, "the disk is full")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _file(self, name: str) -> Path:
        return self.path / f"{file_stem(name)}.jsonl"
