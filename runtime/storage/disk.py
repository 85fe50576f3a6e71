"""Writes and reads a run's files, and makes temporary run folders.

`Disk` writes all files of a run in one thread, in the order in which the data was queued. A blob is therefore always
written before the line that names it. Commit lines and replaced files are written when everything queued before them
is durable. The first write that fails is the last one: nothing is written after it, so that nothing can depend on what
is missing.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal, TypeVar

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


_Job = tuple[Literal["append", "place", "replace", "release", "commit"], Path, bytes]
PART: Final = ".part"
"""Ending of the temporary name under which a complete file is written."""
_LONGEST_SOCKET_PATH: Final = 107
"""Bytes of the path of a Unix socket, at most."""
_SHORT: Final = "/tmp"
"""Where temporary folders are if TMPDIR is too long for sockets."""


class Disk:
    """A queue of writes for one run, worked off in one thread. Queueing never waits; `flush` does.

    Flushed data survives the death of this process, and a flushed commit line with all that it depends on survives a
    power cut. With `ending`, only files with names that end so are written, and all other data is dropped.
    """

    def __init__(self, ending: str = "") -> None:
        self._ending = ending
        self._queue: list[_Job] = []
        self._bytes = 0
        self._queued = anyio.Event()
        self._collecting = anyio.Event()
        """Set when what is queued now is written."""
        self._writing = anyio.Event()
        """Set when what is being written now is written."""
        self._writing.set()
        self._stopping = False
        self._files: dict[Path, int] = {}
        self._folder: tuple[Path, int] | None = None
        """The folder of the first file, open until the end: a sync reports what failed since its descriptor was opened.
        """
        self._failure: StorageError | None = None

    def append(self, path: Path, data: bytes) -> None:
        """Queue data to be appended to a file."""
        self._put(("append", path, data))

    def place(self, path: Path, data: bytes) -> None:
        """Queue a complete file. It is written under a temporary name and renamed: it is complete or absent."""
        self._put(("place", path, data))

    def replace(self, path: Path, data: bytes) -> None:
        """Queue a complete file that may replace another one. It gets its name when everything queued before it, and
        the file itself, are durable.
        """
        self._put(("replace", path, data))

    def release(self, path: Path) -> None:
        """Close a file that gets no more data."""
        self._put(("release", path, b""))

    def commit(self, path: Path, line: bytes) -> None:
        """Queue a line that is appended when everything queued before it is durable."""
        self._put(("commit", path, line))

    def _put(self, job: _Job) -> None:
        if not job[1].name.endswith(self._ending):
            return
        self._queue.append(job)
        self._bytes += len(job[2])
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
        await (self._collecting if self._queue else self._writing).wait()
        if self._failure is not None:
            raise self._failure

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Disk]:
        """Write while the block runs; when it ends, for whatever reason, the rest is written and synced first.

        Raises:
            StorageError: the block has ended well, but something could not be written or synced.
        """
        async with anyio.create_task_group() as group:
            group.start_soon(self._work)
            try:
                yield self
            finally:
                self._stopping = True
                self._queued.set()
        if self._failure is not None:
            raise self._failure

    async def _work(self) -> None:
        # Shielded, because a cancelled run must still write its last lines. `_stopping` ends the loop.
        with anyio.CancelScope(shield=True):
            while not (self._stopping and not self._queue):
                await self._queued.wait()
                self._queued = anyio.Event()
                while self._queue:
                    batch, self._queue = self._queue, []
                    self._writing, self._collecting = self._collecting, anyio.Event()
                    await self._try(partial(self._write, batch))
                    self._bytes -= sum(len(data) for _, _, data in batch)
                    self._writing.set()
            await self._try(self._sync)
            try:
                await anyio.to_thread.run_sync(self._close)
            except StorageError as error:
                self._failure = self._failure or error

    async def _try(self, work: Callable[[], None]) -> None:
        """Do the work in a thread, unless anything has failed before."""
        if self._failure is None:
            try:
                await anyio.to_thread.run_sync(work)
            except StorageError as error:
                self._failure = error

    def _write(self, batch: list[_Job]) -> None:
        """Write a batch. What depends on the rest comes last, after one sync for all of it."""
        commits: dict[Path, bytes] = {}
        for what, path, data in batch:
            if what == "place":
                self._open_folder(path)
                write_file(path, data)
            elif what == "append":
                self._append(path, data)
            elif what == "release" and path in self._files:
                _close(path, self._files.pop(path))
            elif what == "commit":
                commits[path] = commits.get(path, b"") + data
        replaced = {path: data for what, path, data in batch if what == "replace"}
        for path in commits:
            self._append(path, b"")  # a file of commit lines is durable before its first line is
        for path in replaced:
            self._open_folder(path)
        if commits or replaced:
            self._sync()
        for path, lines in commits.items():
            self._append(path, lines)
            with naming(path):
                os.fdatasync(self._files[path])
        for path, data in replaced.items():
            write_file(path, data, durable=True)

    def _append(self, path: Path, data: bytes) -> None:
        descriptor = self._files.get(path)
        if descriptor is None:
            self._open_folder(path)
            with naming(path):
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            self._files[path] = descriptor
        with naming(path):
            _write_all(descriptor, data)

    def _open_folder(self, path: Path) -> None:
        """Make the folder of a file, and open the first one."""
        with naming(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if self._folder is None:
                self._folder = path.parent, os.open(path.parent, os.O_RDONLY)

    def _sync(self) -> None:
        """Make everything written so far durable. All files of a run are on one file system."""
        if self._folder is not None:
            path, descriptor = self._folder
            with naming(path):
                sync_file_system(descriptor)

    def _close(self) -> None:
        opened = [*self._files.items(), *([self._folder] if self._folder is not None else [])]
        self._files, self._folder = {}, None
        with ExitStack() as closing:  # all of them, even if one fails
            for path, descriptor in opened:
                closing.callback(_close, path, descriptor)


def write_file(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Write a complete file in a folder that exists, under a temporary name first: it is complete or absent. Blocks.

    `durable`: also after a power cut. Raises StorageError.
    """
    temporary = path.with_name(path.name + PART)
    with naming(path):
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            _write_all(descriptor, data)
            if durable:
                os.fdatasync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(path)


def _close(path: Path, descriptor: int) -> None:
    with naming(path):
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file or folder whose writing fails: an OSError becomes a StorageError."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        remedy = "raise ulimit -n" if error.errno in (errno.EMFILE, errno.ENFILE) else "make room or repair the disk"
        raise StorageError(
            f"{path} cannot be written: {reason}; nothing was written after that, so {remedy}, then continue"
        ) from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Name the file that cannot be read: an OSError becomes a StorageError."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StorageError(f"{path} cannot be read ({reason}); the run folder is incomplete") from error


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


def sync_folder(path: Path) -> None:
    """Make everything on the file system of a folder durable. Blocks. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        sync_file_system(descriptor)
    finally:
        os.close(descriptor)


@asynccontextmanager
async def temporary_folder(prefix: str = "mobile-agent-run-", *, room: int = 0) -> AsyncIterator[Path]:
    """Make a temporary folder and delete it when the block ends, for whatever reason.

    With `room` its path is short enough for sockets with names of that many bytes: it is in /tmp if TMPDIR is too long.
    """
    made: list[Path] = []

    async def make() -> None:
        usual = tempfile.gettempdir()
        length = len(os.fsencode(usual)) + len(f"/{prefix}12345678/") + room
        parent = _SHORT if room and length > _LONGEST_SOCKET_PATH else usual
        made.append(Path(await anyio.to_thread.run_sync(partial(tempfile.mkdtemp, prefix=prefix, dir=parent))))

    try:
        # In a task of its own: Ctrl-C cancels the main task despite shields, and the name would be lost.
        async with anyio.create_task_group() as making:
            making.start_soon(make)
        yield made[0]
    finally:
        with anyio.CancelScope(shield=True):
            for path in made:
                await anyio.to_thread.run_sync(partial(shutil.rmtree, path, ignore_errors=True))
