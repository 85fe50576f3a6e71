"""Files of this machine for transfers: written beside their place and moved there when whole; the loop never waits."""

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
    """A file that is being written: a `FileWriter`; `flush` now and then."""

    def __init__(self, file: anyio.AsyncFile[bytes]) -> None:
        self._file = file
        self._held = BytesIO()
        self.write = self._held.write

    async def flush(self, *, all_of_it: bool = False) -> None:
        """Write to the disk if it is worth while. Raises OSError if that fails."""
        if self._held.tell() < _PIECE and not all_of_it:
            return
        await self._file.write(self._held.getbuffer())
        self._held = BytesIO()
        self.write = self._held.write


@asynccontextmanager
async def write_atomically(
    place: Path, mode: int | None = None, mtime: int | None = None
) -> AsyncIterator[PartialFile]:
    """A file for `place`, there when the block ends and not if it raises. A link at that place is replaced.

    Raises OSError if it cannot be written.
    """
    part = place.with_name(f".{place.name[:100]}.{uuid.uuid4().hex[:12]}.part")
    try:
        async with await anyio.open_file(part, "xb") as file:
            write_atomically = PartialFile(file)
            yield write_atomically
            await write_atomically.flush(all_of_it=True)
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
    """Make a link, in place of a file or link that is there. Raises OSError."""
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
    """Make a folder if there is none; a link to one is none unless it is the top, above which all is made as well.

    Raises:
        UsageError: something else is there.
        OSError: it cannot be made.
    """

    def make() -> None:
        with suppress(FileExistsError):
            place.mkdir(parents=top)
        if not modes.S_ISDIR(place.stat(follow_symlinks=top).st_mode):
            raise UsageError(f"{place} is in the way of a folder; choose another target or remove it")

    await anyio.to_thread.run_sync(make)


class FileReader:
    """A file in pieces of a megabyte, and how many bytes they had."""

    def __init__(self, file: Path) -> None:
        self.size = 0
        self._file = file

    async def pieces(self) -> AsyncGenerator[Buffer]:
        """Once. Raises OSError if it cannot be read."""
        async with await anyio.open_file(self._file, "rb") as opened:
            while piece := await opened.read(_PIECE):
                self.size += len(piece)
                yield piece


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """What is in a tree: `name` is its path below the top, `target` where a link leads."""

    name: str
    mode: int
    mtime: int
    target: str = ""


async def list_tree(top: Path) -> list[TreeEntry]:
    """All that is below a folder, folders before what is in them; links are not followed.

    Raises:
        UsageError: there is what cannot be sent, such as a socket.
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
