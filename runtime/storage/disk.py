"""Writes and reads a run's files, and makes temporary run folders.

`Disk` writes all files of a run in one thread, in the order in which the data was queued. A blob is therefore always
written before the line that names it. Commit lines are written when everything queued before them is durable. The
first write that fails is the last one: nothing is written after it, so that nothing can depend on what is missing.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Literal, TypeVar

import anyio
import anyio.to_thread
from pydantic import TypeAdapter, ValidationError

from runtime.core.errors import StorageError

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


_Job = tuple[Literal["append", "place", "release", "commit"], Path, bytes]


class Disk:
    """A queue of writes for one run, worked off in one thread. Queueing never waits; `flush` does.

    Flushed data survives the death of this process, and a flushed commit line with all that it depends on survives a
    power cut.
    """

    def __init__(self) -> None:
        self._queue: list[_Job] = []
        self._bytes = 0
        self._queued = anyio.Event()
        self._drained = anyio.Event()
        self._drained.set()
        self._stopping = False
        self._files: dict[Path, int] = {}
        self._failure: StorageError | None = None

    def append(self, path: Path, data: bytes) -> None:
        """Queue data to be appended to a file."""
        self._put(("append", path, data))

    def place(self, path: Path, data: bytes) -> None:
        """Queue a complete file. It is written under a temporary name and renamed: it is complete or absent."""
        self._put(("place", path, data))

    def release(self, path: Path) -> None:
        """Close a file that gets no more data."""
        self._put(("release", path, b""))

    def commit(self, path: Path, line: bytes) -> None:
        """Queue a line that is appended when everything queued before it is durable."""
        self._put(("commit", path, line))

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
            StorageError: something could not be written (disk full, folder gone), now or before.
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
                    await self._try(partial(self._write, batch))
                    self._bytes -= sum(len(data) for _, _, data in batch)
                self._drained.set()
            await self._try(self._sync)
            await anyio.to_thread.run_sync(self._close)

    async def _try(self, work: Callable[[], None]) -> None:
        """Do the work in a thread, unless anything has failed before."""
        if self._failure is None:
            try:
                await anyio.to_thread.run_sync(work)
            except StorageError as error:
                self._failure = error

    def _write(self, batch: list[_Job]) -> None:
        """Write a batch. Its commit lines come last, one sync for all of them."""
        commits = [(path, data) for what, path, data in batch if what == "commit"]
        for what, path, data in batch:
            if what == "place":
                self._place(path, data)
            elif what == "append":
                self._append(path, data)
            elif what == "release" and path in self._files:
                os.close(self._files.pop(path))
        if commits:
            # The results file exists before the sync, so that the file system to sync is known.
            for path, _ in commits:
                self._append(path, b"")
            self._sync()
            for path, line in commits:
                self._append(path, line)
            for path in {path for path, _ in commits}:
                with _naming(path):
                    os.fdatasync(self._files[path])

    @staticmethod
    def _place(path: Path, data: bytes) -> None:
        with _naming(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(path.name + ".part")
            temporary.write_bytes(data)
            temporary.replace(path)

    def _append(self, path: Path, data: bytes) -> None:
        with _naming(path):
            descriptor = self._files.get(path)
            if descriptor is None:
                path.parent.mkdir(parents=True, exist_ok=True)
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
                self._files[path] = descriptor
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]

    def _sync(self) -> None:
        """Make everything written so far durable."""
        for path, descriptor in list(self._files.items())[:1]:
            with _naming(path.parent):
                sync_file_system(descriptor)  # all files of a run are on one file system

    def _close(self) -> None:
        for descriptor in self._files.values():
            os.close(descriptor)
        self._files.clear()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in the error of a system call."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StorageError(
            f"{path} cannot be written: {reason}; nothing was written after that, so make room or repair the disk, "
            "then continue"
        ) from error


@cache
def _syncfs() -> Callable[[int], int] | None:
    library = ctypes.CDLL(None, use_errno=True)
    found: Callable[[int], int] | None = getattr(library, "syncfs", None)
    return found


def sync_file_system(descriptor: int) -> None:
    """Make all data of the file system that holds an open file durable: one call for any number of files.

    Raises:
        OSError: the disk reported an error.
    """
    syncfs = _syncfs()
    if syncfs is None:  # not Linux
        os.sync()
    elif syncfs(descriptor) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


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
