"""The exclusive lock of a run folder: two processes never write into one run."""

from __future__ import annotations

import fcntl
import json
import os
import socket
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from runtime.core.errors import StorageError, UsageError

LOCK: Final = "run.lock"
"""Name of the lock file. It exists while a process holds the lock, or until the next one after a process was killed."""


@dataclass(frozen=True, slots=True)
class FolderLock:
    """The lock of a run folder. The system releases it when the process ends, however that happens."""

    folder: Path
    descriptor: int
    made: tuple[Path, ...]
    """The folders that were made for this, the innermost first."""

    @classmethod
    def take(cls, folder: Path) -> FolderLock:
        """Lock a run folder, which is made if it does not exist. Does not wait for another process.

        Raises:
            UsageError: another process holds the lock; the message says which one.
            StorageError: the folder or the lock file cannot be made.
        """
        path = folder / LOCK
        try:
            made = tuple(takewhile(lambda above: not above.exists(), (folder, *folder.parents)))
            folder.mkdir(parents=True, exist_ok=True)
            while True:
                descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    # Its last holder may have removed the file after it was opened here.
                    if path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
                        os.pwrite(descriptor, _signature(), 0)
                        return cls(folder, descriptor, made)
                except BaseException:
                    os.close(descriptor)
                    raise
                os.close(descriptor)
        except BlockingIOError as error:
            raise UsageError(f"{folder} is in use by {_owner(path)}; wait until that has ended") from error
        except OSError as error:
            raise StorageError(
                f"cannot lock the run folder {folder}: {error.strerror}; choose another --out"
            ) from error

    def release(self) -> None:
        """Release the lock. Folders that were made for it and got nothing are removed."""
        # A file without its lock is in nobody's way, somebody may have removed the folder, and to close releases the
        # lock even if that reports an error.
        with suppress(OSError):
            (self.folder / LOCK).unlink(missing_ok=True)
        remove_empty(self.made)
        with suppress(OSError):
            os.close(self.descriptor)


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove these folders one after the other, up to the first that is not empty."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


@contextmanager
def new_folder(parent: Path, name: str) -> Iterator[Path]:
    """Make a folder NAME in `parent`, or NAME-2, NAME-3, … if others have done so; it is removed if it stays empty.

    Raises:
        StorageError: no folder can be made there.
    """
    made = tuple(takewhile(lambda above: not above.exists(), (parent, *parent.parents)))
    try:
        parent.mkdir(parents=True, exist_ok=True)
        folder = _make_first_free(parent, name)
    except OSError as error:
        raise StorageError(f"cannot make a folder in {parent}: {error.strerror}; choose one with --out") from error
    try:
        yield folder
    finally:
        remove_empty((folder, *made))


def _make_first_free(parent: Path, name: str) -> Path:
    folder, number = parent / name, 1
    while True:
        try:
            folder.mkdir()
            return folder
        except FileExistsError:
            number += 1
            folder = parent / f"{name}-{number}"


@asynccontextmanager
async def locked(folder: Path) -> AsyncIterator[None]:
    """Hold the lock of a run folder; raises what `FolderLock.take` raises."""
    lock = await anyio.to_thread.run_sync(FolderLock.take, folder)
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(lock.release)


def _signature() -> bytes:
    since = datetime.now().astimezone().isoformat("T", "seconds")
    owner = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
    return json.dumps(owner).encode().ljust(256) + b"\n"


def _owner(path: Path) -> str:
    """Describe who holds the lock, as far as the file says."""
    try:
        owner = json.loads(path.read_bytes())
        return f"process {int(owner['pid'])} on {owner['host']!s} since {owner['since']!s}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
