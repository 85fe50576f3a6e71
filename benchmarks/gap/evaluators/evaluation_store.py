"""The file of evaluations: finds earlier evaluations, and appends new ones as complete lines.

Only the offset of each evaluation is in memory. A file may hold lines of several evaluators; lines of others are left
alone.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio.to_thread

from benchmarks.gap.evaluators.evaluation_json import BEGIN, EvaluationLine, parse_line
from benchmarks.gap.evaluators.protocol import Evaluated
from benchmarks.gap.records import Defect
from runtime.core.errors import UsageError
from runtime.storage.disk import Disk

_OPEN: Final = 32
"""Maximum number of unwritten lines before a worker waits for the disk."""

_BLOCK: Final = 4096
"""Bytes per read; most lines are shorter."""


class EvaluationFile:
    """The evaluations of one evaluator in a file; without a path, it stores nothing."""

    def __init__(self, path: Path | None, evaluator: str) -> None:
        self._path = path
        self._evaluator = evaluator
        self._disk = Disk()
        self._offsets: dict[bytes, int] = {}
        self._end = 0
        self._open = 0
        self._descriptor = -1

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, path: Path | None, evaluator: str, on_defect: Callable[[Defect], None]
    ) -> AsyncIterator[EvaluationFile]:
        """Index the file, after truncating an incomplete last line of a killed run.

        When the block ends, all appended lines are in the file.

        Raises:
            UsageError: the file cannot be used, or contains other data.
        """
        book = cls(path, evaluator)
        try:
            for defect in await anyio.to_thread.run_sync(book._read):
                on_defect(defect)
            async with book._disk.running():
                yield book
                await book.flush()
        finally:
            book._release()

    def __contains__(self, key: bytes) -> bool:
        return key in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def append(self, line: EvaluationLine) -> None:
        """Append an evaluation. It is lost only if this process dies before the disk has it."""
        if self._path is None:
            return
        data = line.dumped()
        self._disk.append(self._path, data)
        self._offsets[line.key] = self._end
        self._end += len(data)
        self._open += 1

    async def settled(self) -> None:
        """Wait for the disk if many lines are unwritten; raises what `flush` raises."""
        if self._open >= _OPEN:
            await self.flush()

    async def flush(self) -> None:
        """Wait until all appended lines are in the file.

        Raises:
            StorageError: it cannot be written.
        """
        self._open = 0
        await self._disk.flush()

    def find(self, key: bytes) -> Evaluated | None:
        """The evaluation with this key, or None. Blocking."""
        offset = self._offsets.get(key)
        if offset is None or self._path is None:
            return None
        data = bytearray()
        try:
            # Positional reads, because several threads share the file descriptor.
            while (end := data.find(b"\n")) < 0 and (more := os.pread(self._descriptor, _BLOCK, offset + len(data))):
                data += more
            line = parse_line(bytes(data[:end]))
        except OSError as error:
            raise UsageError(f"{self._path} cannot be read: {error.strerror}") from error
        except ValueError:
            # Without file locks another run may write to the file, so that the indexed offsets are wrong.
            return None
        return line.evaluated if line.key == key else None

    def _read(self) -> list[Defect]:
        """Open and index the file."""
        if self._path is None:
            return []
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            self._lock(self._descriptor)
            return self._index(self._path)
        except OSError as error:
            raise UsageError(f"{self._path} cannot be used: {error.strerror}") from error

    def _lock(self, file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"{self._path} is being written by another run: wait for it, or give another file"
            ) from None
        except OSError:
            # Some file systems have no locks; continue without.
            return

    def _release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)

    def _index(self, path: Path) -> list[Defect]:
        defects: list[Defect] = []
        good = number = 0
        torn = b""
        with path.open("rb") as file:
            for number, data in enumerate(file, start=1):
                if not data.endswith(b"\n"):
                    torn = data
                    break
                try:
                    line = parse_line(data)
                except (ValueError, RecursionError) as error:
                    defects.append(Defect("unreadable", f"{path.name}:{number}", f"no evaluation: {error}"))
                else:
                    good += 1
                    if line.evaluator == self._evaluator:
                        self._offsets[line.key] = self._end
                self._end += len(data)
        ours = torn.startswith(BEGIN) or BEGIN.startswith(torn)
        if number and not good and (defects or not ours):
            raise UsageError(f"{path} holds no evaluations: give another file, or move this one away")
        if torn:
            # Bytes that are not a truncated evaluation may be other data, so they are not deleted.
            if not ours:
                raise UsageError(f"{path}:{number}: the last line is not an evaluation: move the file away")
            os.truncate(path, self._end)
        return defects
