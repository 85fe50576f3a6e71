"""Writes and reads a run's files, and makes temporary run folders.

`Disk` writes all files of a run in one thread, in the order in which the data was queued. A blob is therefore always on
disk before the line that names it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import anyio
import anyio.to_thread
from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


def read_lines(path: Path, adapter: TypeAdapter[T]) -> list[T]:
    """Read the items of a recorded log. An incomplete last line (the writer was killed) is dropped.

    Raises:
        ValueError: a line that is not the last one cannot be read; the message names file and line.
        OSError: the file cannot be read.
    """
    items: list[T] = []
    lines = path.read_bytes().split(b"\n")
    torn = lines.pop()
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            items.append(adapter.validate_json(line))
        except ValidationError as error:
            if number == len(lines) and not torn:
                break
            raise ValueError(
                f"{path}, line {number}: not a record of this version ({error.error_count()} errors)"
            ) from error
    return items


_Job = tuple[Literal["append", "place", "release"], Path, bytes]


class Disk:
    """A queue of writes for one run, worked off in one thread. Queueing never waits; `flush` does.

    Flushed data survives the death of this process; a power cut may lose what the system had not synced.
    """

    def __init__(self) -> None:
        self._queue: list[_Job] = []
        self._bytes = 0
        self._queued = anyio.Event()
        self._drained = anyio.Event()
        self._drained.set()
        self._stopping = False
        self._files: dict[Path, int] = {}
        self._failure: OSError | None = None

    def append(self, path: Path, data: bytes) -> None:
        """Queue data to be appended to a file."""
        self._put(("append", path, data))

    def place(self, path: Path, data: bytes) -> None:
        """Queue a complete file. It is written under a temporary name and renamed: it is complete or absent."""
        self._put(("place", path, data))

    def release(self, path: Path) -> None:
        """Close a file that gets no more data."""
        self._put(("release", path, b""))

    def _put(self, job: _Job) -> None:
        self._queue.append(job)
        self._bytes += len(job[2])
        if self._drained.is_set():
            self._drained = anyio.Event()
        self._queued.set()

    @property
    def pressure(self) -> int:
        """Bytes that are queued and not yet written."""
        return self._bytes

    async def flush(self) -> None:
        """Wait until everything queued so far has been passed to the operating system.

        Raises:
            OSError: something could not be written (disk full, folder gone).
        """
        await self._drained.wait()
        if self._failure is not None:
            raise self._failure

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Disk]:
        """Write while the block runs; when it ends, for whatever reason, the rest is written and synced first."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._work)
            try:
                yield self
            finally:
                self._stopping = True
                self._queued.set()

    async def _work(self) -> None:
        # Shielded, because a cancelled run must still write its last lines. `_stopping` ends the loop.
        with anyio.CancelScope(shield=True):
            while not (self._stopping and not self._queue):
                await self._queued.wait()
                self._queued = anyio.Event()
                while self._queue:
                    batch, self._queue = self._queue, []
                    try:
                        await anyio.to_thread.run_sync(self._write, batch)
                    except OSError as error:
                        self._failure = error
                    self._bytes -= sum(len(data) for _, _, data in batch)
                self._drained.set()
            await anyio.to_thread.run_sync(self._close)

    def _write(self, batch: list[_Job]) -> None:
        for what, path, data in batch:
            if what == "place":
                self._place(path, data)
            elif what == "append":
                self._append(path, data)
            elif path in self._files:
                os.close(self._files.pop(path))

    @staticmethod
    def _place(path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(path.name + ".part")
        temporary.write_bytes(data)
        temporary.replace(path)

    def _append(self, path: Path, data: bytes) -> None:
        descriptor = self._files.get(path)
        if descriptor is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            self._files[path] = descriptor
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def _close(self) -> None:
        for descriptor in self._files.values():
            os.fdatasync(descriptor)
            os.close(descriptor)
        self._files.clear()


@asynccontextmanager
async def temporary_folder(prefix: str = "mobile-agent-run-") -> AsyncIterator[Path]:
    """Make a temporary folder and delete it when the block ends, for whatever reason."""
    made: list[Path] = []

    async def make() -> None:
        made.append(Path(await anyio.to_thread.run_sync(partial(tempfile.mkdtemp, prefix=prefix))))

    try:
        # In a task of its own: Ctrl-C cancels the main task despite shields, and the name would be lost.
        async with anyio.create_task_group() as making:
            making.start_soon(make)
        yield made[0]
    finally:
        with anyio.CancelScope(shield=True):
            for path in made:
                await anyio.to_thread.run_sync(partial(shutil.rmtree, path, ignore_errors=True))
