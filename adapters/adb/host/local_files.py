"""Local files for transfers: written to a temporary name and moved into place when complete, without blocking."""

from __future__ import annotations

import os
import stat as modes
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from adapters.adb.transport.packets import Buffer
from runtime.core.errors import UsageError

_PIECE: Final = 1 << 20


class PartialFile:
    """A file that is being written: a `FileWriter`; call `flush` regularly."""

    def __init__(self, file: anyio.AsyncFile[bytes]) -> None:
        self._file = file
        self._buffer = BytesIO()
        self.write = self._buffer.write

    async def flush(self, *, force: bool = False) -> None:
        """Writes to the disk if enough is buffered, or if `force` is set. Raises OSError."""
        if self._buffer.tell() < _PIECE and not force:
            return
        await self._file.write(self._buffer.getbuffer())
        self._buffer = BytesIO()
        self.write = self._buffer.write


@asynccontextmanager
async def write_atomically(
    place: Path, mode: int | None = None, mtime: int | None = None
) -> AsyncIterator[PartialFile]:
    """A file for `place` that appears when the block ends, and not if it raises. Replaces a link there.

    Raises OSError if it cannot be written.
    """
    part = place.with_name(f".{place.name[:100]}.{uuid.uuid4().hex[:12]}.part")
    try:
        async with await anyio.open_file(part, "xb") as file:
            write_atomically = PartialFile(file)
            yield write_atomically
            await write_atomically.flush(force=True)
        await anyio.to_thread.run_sync(_move_into_place, part, place, mode, mtime)
    except BaseException:
        with anyio.CancelScope(shield=True), suppress(OSError):
            await anyio.Path(part).unlink(missing_ok=True)
        raise


def _move_into_place(part: Path, place: Path, mode: int | None, mtime: int | None) -> None:
    if mode is not None:
        part.chmod(modes.S_IMODE(mode) & 0o777 | 0o600)
    if mtime is not None:
        os.utime(part, (mtime, mtime))
    part.replace(place)


async def make_link(place: Path, target: str) -> None:
    """Creates a link, replacing an existing file or link. Raises OSError."""
    part = place.with_name(f".{place.name[:100]}.{uuid.uuid4().hex[:12]}.part")

    def make() -> None:
        part.symlink_to(target)
        try:
            part.replace(place)
        except OSError:
            part.unlink()
            raise

    await anyio.to_thread.run_sync(make)


async def make_folder(place: Path, *, top: bool = False) -> None:
    """Creates a folder if it is missing; for the top folder also those above it, and a link to a folder is accepted.

    Raises:
        UsageError: something else has that name.
        OSError: it cannot be created.
    """

    def make() -> None:
        with suppress(FileExistsError):
            place.mkdir(parents=top)
        if not modes.S_ISDIR(place.stat(follow_symlinks=top).st_mode):
            raise UsageError(f"{place} is in the way of a folder; choose another target or remove it")

    await anyio.to_thread.run_sync(make)


class FileReader:
    """Reads a file in pieces of a megabyte and counts its bytes."""

    def __init__(self, file: Path) -> None:
        self.size = 0
        self._file = file

    async def pieces(self) -> AsyncGenerator[Buffer]:
        """Yields the pieces, once. Raises OSError."""
        async with await anyio.open_file(self._file, "rb") as opened:
            while piece := await opened.read(_PIECE):
                self.size += len(piece)
                yield piece


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """An entry of a folder tree: `name` is its path relative to the top, `target` the target of a link."""

    name: str
    mode: int
    mtime: int
    target: str = ""


async def list_tree(top: Path) -> list[TreeEntry]:
    """All entries below a folder, folders before their content; links are not followed.

    Raises:
        UsageError: an entry cannot be sent, such as a socket.
        OSError: something cannot be read.
    """
    return await anyio.to_thread.run_sync(lambda: list(_walk(top, "")))


def _walk(make_folder: Path, above: str) -> Iterator[TreeEntry]:
    for entry in sorted(os.scandir(make_folder), key=lambda item: item.name):
        found = entry.stat(follow_symlinks=False)
        name = above + entry.name
        mtime = max(int(found.st_mtime), 0)
        if modes.S_ISLNK(found.st_mode):
            yield TreeEntry(name, found.st_mode, mtime, os.readlink(entry.path))
        elif modes.S_ISREG(found.st_mode):
            yield TreeEntry(name, found.st_mode, mtime)
        elif modes.S_ISDIR(found.st_mode):
            yield TreeEntry(name, found.st_mode, mtime)
            yield from _walk(make_folder / entry.name, name + "/")
        else:
            raise UsageError(f"{entry.path} is neither a file nor a folder nor a link; leave it out")
