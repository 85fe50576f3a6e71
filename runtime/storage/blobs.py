"""The blob store of a run: frames, accessibility dumps and undecoded traffic, named by their content."""

from __future__ import annotations

import anyio
import anyio.to_thread
import xxhash

from runtime.core.events import Digest
from runtime.core.memo import Memo
from runtime.screen.frames import Frame
from runtime.screen.frames.png import encode
from runtime.screen.tree import UiTree, parse
from runtime.storage.disk import Disk
from runtime.storage.run_directory import RunDirectory

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
            frame.png = frame.png or await anyio.to_thread.run_sync(encode, frame)
            self._disk.place(self._directory.blob(digest, ".png"), frame.png)
        except BaseException:
            del self._written[digest]
            raise
        finally:
            event.set()
        if self._disk.pressure > _PRESSURE:
            await self._disk.flush()
        return digest

    def tree(self, xml: bytes) -> tuple[Digest, UiTree]:
        """Parse an accessibility dump, and store it if it is new."""
        digest = f"tree-{xxhash.xxh3_128_hexdigest(xml)}"
        known = digest in self._trees
        tree = self._trees.of(digest, lambda: parse(xml))
        if not known:
            self._disk.place(self._directory.blob(digest, ".xml"), xml)
        return digest, tree

    def raw(self, data: bytes) -> Digest:
        """Store undecoded bytes."""
        digest = f"raw-{xxhash.xxh3_128_hexdigest(data)}"
        if digest not in self._written:
            self._written[digest] = done = anyio.Event()
            done.set()
            self._disk.place(self._directory.blob(digest, ".bin"), data)
        return digest

    def read_tree(self, digest: Digest) -> UiTree:
        """Return a stored dump, parsed; from the cache or from the folder.

        Raises:
            OSError: the blob is missing.
        """
        return self._trees.of(digest, lambda: parse(self._directory.blob(digest, ".xml").read_bytes()))

    def read_frame(self, digest: Digest) -> bytes:
        """Return the PNG of a stored frame.

        Raises:
            OSError: the blob is missing.
        """
        return self._directory.blob(digest, ".png").read_bytes()
