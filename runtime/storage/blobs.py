"""The blob store of a run: frames, accessibility dumps and undecoded traffic, named by their content."""

from __future__ import annotations

import errno
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import anyio
import anyio.to_thread
import xxhash

from runtime.core.errors import StorageError
from runtime.core.events import Digest
from runtime.core.memo import Memo
from runtime.screen.frames import Frame
from runtime.screen.frames.png import PngError, decode, encode, is_complete
from runtime.screen.tree import UiTree, parse
from runtime.storage.chain import checksum
from runtime.storage.disk import Disk, reading
from runtime.storage.run_directory import SUFFIXES, RunDirectory, holds_content

_PRESSURE = 64 << 20
"""Unwritten bytes above which a session waits for the disk."""
_TREES = 2048
"""Parsed trees cached in memory; older ones are read from disk again."""
_CHECKSUMS = 16_384
"""Checksums of blobs kept in memory, of 0.3 KB each; those of older frames are read from disk again."""


class StoredBlob(NamedTuple):
    """The name of a blob, and the checksum of its file."""

    digest: Digest
    checksum: str


class Blobs:
    """The blob store of a run: each content is written once and each tree parsed once.

    Sessions store what they record. The checksums of what was stored last are remembered, so that it is not stored
    again. Parsed trees are cached for sessions and judges; the least recently used are evicted and parsed again from
    the folder when needed.
    """

    def __init__(self, directory: RunDirectory, disk: Disk, remembered: int = _CHECKSUMS) -> None:
        self._directory = directory
        self._disk = disk
        self._storing: dict[Digest, anyio.Event] = {}
        """Frames that are being stored, with what is set when that is done."""
        self._checksums: Memo[Digest, str] = Memo(remembered)
        self._remembered = remembered
        self._count = 0
        """How many blobs were stored."""
        self._trees: Memo[Digest, UiTree] = Memo(_TREES)

    async def frame(self, frame: Frame) -> StoredBlob:
        """Store a frame as PNG; its pixels are not needed any more when this returns."""
        digest = frame.known_digest or await anyio.to_thread.run_sync(lambda: frame.digest)
        while (storing := self._storing.get(digest)) is not None:
            await storing.wait()  # another session is storing it; no event may name it before that
        known = self._checksums.get(digest)
        if known is not None:
            return StoredBlob(digest, known)
        done = self._storing[digest] = anyio.Event()
        try:
            stored = await self._store(digest, frame)
        finally:
            del self._storing[digest]
            done.set()
        if self._disk.pressure > _PRESSURE:
            await self._disk.flush()
        return StoredBlob(digest, stored)

    async def _store(self, digest: Digest, frame: Frame) -> str:
        stored = await self._recall_checksum(digest)
        if stored is not None:
            return stored
        frame.png = frame.png or await anyio.to_thread.run_sync(encode, frame)
        return self._place(digest, frame.png)

    async def _recall_checksum(self, digest: Digest) -> str | None:
        """The checksum of a stored blob; None if it is not stored, or certain to be stored equally once more."""
        known = self._checksums.get(digest)
        if known is not None or not digest.startswith("frame-"):
            return known
        # Equal pixels may be encoded otherwise now, and commit lines hold the checksum of the file that is there.
        if self._directory.existed or self._count > self._remembered:
            known = await anyio.to_thread.run_sync(self._stored, digest)
            if known is not None:
                self._checksums.put(digest, known)
        return known

    def _stored(self, digest: Digest) -> str | None:
        """The checksum of a frame that was stored long ago or by an interrupted run, or None."""
        path = self._directory.blob(digest, ".png")
        try:
            png = path.read_bytes()
            return checksum(png) if is_complete(png) and decode(png).digest == digest else None
        except (OSError, PngError):
            return None

    def tree(self, xml: bytes) -> tuple[StoredBlob, UiTree]:
        """Parse an accessibility dump, and store it if it is new."""
        digest = tree_digest(xml)
        tree = self._trees.of(digest, lambda: parse(xml))
        return self._keep(digest, xml), tree

    async def copy(
        self,
        checksums: Mapping[Digest, str],
        fetch: Callable[[Sequence[Digest]], Awaitable[Mapping[Digest, bytes]]],
    ) -> dict[Digest, str]:
        """Store what another run or a host has stored, and return the checksums of the files here.

        `checksums` are those of its files; `fetch` returns those that this run does not have yet.

        Raises:
            StorageError: a file is not what was stored there.
        """
        here = {digest: await self._recall_checksum(digest) for digest in checksums}
        missing = [digest for digest, known in here.items() if known is None]
        copied: dict[Digest, str] = {}
        for digest, data in (await fetch(missing)).items() if missing else ():
            if not holds_content(digest, data) or checksum(data) != checksums[digest]:
                raise StorageError(f"what was given as {digest[:80]!r} is not what was stored under it")
            copied[digest] = self._keep(digest, data).checksum
        if self._disk.pressure > _PRESSURE:
            await self._disk.flush()
        return {digest: known or copied[digest] for digest, known in here.items()}

    async def recall(self, digest: Digest) -> Frame:
        """Return a stored frame, which is decoded when its pixels are first read. Raises what `read_frame` raises."""
        png = await anyio.to_thread.run_sync(self.read_frame, digest)
        width, height = map(int, digest.split("-")[1].split("x"))
        return Frame.recalled(width, height, digest, png, lambda: decode(png).pixels)

    def raw(self, data: bytes) -> StoredBlob:
        """Store undecoded bytes."""
        return self._keep(f"raw-{xxhash.xxh3_128_hexdigest(data)}", data)

    def _keep(self, digest: Digest, data: bytes) -> StoredBlob:
        """Store bytes that the digest is of; writing them once more changes nothing."""
        return StoredBlob(digest, self._checksums.get(digest) or self._place(digest, data))

    def _place(self, digest: Digest, data: bytes) -> str:
        self._disk.place(self._directory.blob(digest, SUFFIXES[digest.partition("-")[0]]), data)
        self._count += 1
        return self._checksums.of(digest, lambda: checksum(data))

    def read_tree(self, digest: Digest) -> UiTree:
        """Return a stored dump, parsed; from the cache or from the folder.

        Raises:
            FileNotFoundError: the blob is missing.
            StorageError: it is damaged, or cannot be read.
        """
        return self._trees.of(digest, lambda: parse(_read(self._directory.blob(digest, ".xml"), digest)))

    def parse_trees(self, digests: Iterable[Digest]) -> None:
        """Parse the stored dumps among these blobs, so that `read_tree` need not read files. Blocks.

        A dump that is missing or damaged is left to `read_tree`.
        """
        for digest in digests:
            if digest.startswith("tree-"):
                with suppress(FileNotFoundError, StorageError):
                    self.read_tree(digest)

    def read_frame(self, digest: Digest) -> bytes:
        """Return the PNG of a stored frame.

        Raises:
            FileNotFoundError: the blob is missing.
            StorageError: it is damaged, or cannot be read.
        """
        return self.read(digest)

    def read(self, digest: Digest) -> bytes:
        """Return a stored blob as it is in its file; see `read_frame` for errors."""
        return _read(self._directory.blob(digest, SUFFIXES[digest.partition("-")[0]]), digest)


def _read(path: Path, digest: Digest) -> bytes:
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with reading(path):
        data = path.read_bytes()
    if not holds_content(digest, data):
        raise StorageError(f"{path} is not as it was recorded: its checksum does not fit; restore it")
    return data


def tree_digest(xml: bytes) -> Digest:
    """Return the digest under which an accessibility dump is stored."""
    return f"tree-{xxhash.xxh3_128_hexdigest(xml)}"
