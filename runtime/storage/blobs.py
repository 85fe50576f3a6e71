"""The blob store of a run: frames, accessibility dumps and undecoded traffic, named by their content."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

import anyio
import anyio.to_thread
import xxhash

from runtime.core.errors import StorageError
from runtime.core.events import Digest
from runtime.core.memo import Memo
from runtime.screen.frames import Frame
from runtime.screen.frames.png import PngError, decode, encode, is_complete
from runtime.screen.tree import UiTree, parse
from runtime.storage.chain import checksum, checksum_of_all
from runtime.storage.disk import Disk, reading
from runtime.storage.run_directory import SUFFIXES, RunDirectory, holds_content

_PRESSURE = 64 << 20
"""Unwritten bytes above which a session waits for the disk."""
_TREES = 2048
"""Parsed trees cached in memory; older ones are read from disk again."""


class Blobs:
    """The blob store of a run: each content is written once and each tree parsed once.

    Sessions store what they record. The set of written blobs is remembered for the whole run. Parsed trees are cached
    for sessions and judges; the least recently used are evicted and parsed again from the folder when needed.
    """

    def __init__(self, directory: RunDirectory, disk: Disk) -> None:
        self._directory = directory
        self._disk = disk
        self._written: dict[Digest, anyio.Event] = {}
        self._checksums: dict[Digest, str] = {}
        self._trees: Memo[Digest, UiTree] = Memo(_TREES)

    async def frame(self, frame: Frame) -> Digest:
        """Store a frame as PNG; its pixels are not needed any more when this returns."""
        digest = frame.known_digest or await anyio.to_thread.run_sync(lambda: frame.digest)
        event = self._written.get(digest)
        if event is not None:
            await event.wait()  # another session is writing it; no event may name it before that
            return digest
        event = self._written[digest] = anyio.Event()
        try:
            # Equal pixels may be encoded otherwise now, and commit lines hold the checksum of the file that is there.
            stored = await anyio.to_thread.run_sync(self._stored, digest) if self._directory.existed else None
            if stored is not None:
                self._checksums[digest] = stored
            else:
                frame.png = frame.png or await anyio.to_thread.run_sync(encode, frame)
                self._place(digest, frame.png)
        except BaseException:
            del self._written[digest]
            raise
        finally:
            event.set()
        if self._disk.pressure > _PRESSURE:
            await self._disk.flush()
        return digest

    def _stored(self, digest: Digest) -> str | None:
        """The checksum of a frame that an interrupted run has stored; None if it has not, or not undamaged."""
        path = self._directory.blob(digest, ".png")
        try:
            png = path.read_bytes()
            return checksum(png) if is_complete(png) and decode(png).digest == digest else None
        except (OSError, PngError):
            return None

    def tree(self, xml: bytes) -> tuple[Digest, UiTree]:
        """Parse an accessibility dump, and store it if it is new."""
        digest = _tree_digest(xml)
        tree = self._trees.of(digest, lambda: parse(xml))
        if digest not in self._checksums:
            self._place(digest, xml)
        return digest, tree

    def raw(self, data: bytes) -> Digest:
        """Store undecoded bytes."""
        digest = f"raw-{xxhash.xxh3_128_hexdigest(data)}"
        if digest not in self._written:
            self._written[digest] = done = anyio.Event()
            done.set()
            self._place(digest, data)
        return digest

    def _place(self, digest: Digest, data: bytes) -> None:
        self._checksums[digest] = checksum(data)
        self._disk.place(self._directory.blob(digest, SUFFIXES[digest.partition("-")[0]]), data)

    def checksum_of_all(self, digests: Iterable[Digest]) -> str:
        """Return one checksum for blobs that were stored in this run."""
        return checksum_of_all({digest: self._checksums[digest] for digest in digests})

    def read_tree(self, digest: Digest) -> UiTree:
        """Return a stored dump, parsed; from the cache or from the folder.

        Raises:
            FileNotFoundError: the blob is missing.
            StorageError: it is damaged, or cannot be read.
        """
        return self._trees.of(digest, lambda: parse(_read(self._directory.blob(digest, ".xml"), digest)))

    def read_frame(self, digest: Digest) -> bytes:
        """Return the PNG of a stored frame.

        Raises:
            FileNotFoundError: the blob is missing.
            StorageError: it is damaged, or cannot be read.
        """
        return _read(self._directory.blob(digest, ".png"), digest)


def _read(path: Path, digest: Digest) -> bytes:
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with reading(path):
        data = path.read_bytes()
    if not holds_content(digest, data):
        raise StorageError(f"{path} is not as it was recorded: its checksum does not fit; restore it")
    return data


def _tree_digest(xml: bytes) -> Digest:
    return f"tree-{xxhash.xxh3_128_hexdigest(xml)}"
