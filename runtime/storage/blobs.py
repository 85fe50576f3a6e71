"""The blob store of a run: frames, accessibility dumps and unread traffic, named by their content."""

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
"""Bytes waiting for the disk above which a session waits too."""
_TREES = 2048
"""Parsed trees kept in memory; a judge that is far behind reads older ones again."""


class Blobs:
    """The blob store of a run: each content once, trees parsed once.

    Sessions fill it with what they record. Which contents are written is known for the whole run. Parsed trees are read
    by sessions and judges; the ones unused for longest leave, and are parsed from the folder when wanted again.
    """

    def __init__(self, directory: RunDirectory, disk: Disk) -> None:
        self._directory = directory
        self._disk = disk
        self._kept: dict[Digest, anyio.Event] = {}
        self._trees: Memo[Digest, UiTree] = Memo(_TREES)

    async def frame(self, frame: Frame) -> Digest:
        """Keep a frame as PNG; its pixels are not needed any more when this returns."""
        digest = frame.known_digest or await anyio.to_thread.run_sync(lambda: frame.digest)
        event = self._kept.get(digest)
        if event is not None:
            await event.wait()  # another session is about to write it; no event may name it earlier
            return digest
        event = self._kept[digest] = anyio.Event()
        try:
            frame.png = frame.png or await anyio.to_thread.run_sync(encode, frame)
            self._disk.place(self._directory.blob(digest, ".png"), frame.png)
        except BaseException:
            del self._kept[digest]
            raise
        finally:
            event.set()
        if self._disk.pressure > _PRESSURE:
            await self._disk.flush()
        return digest

    def tree(self, xml: bytes) -> tuple[Digest, UiTree]:
        """Keep an accessibility dump and parse it, unless it is known."""
        digest = f"tree-{xxhash.xxh3_128_hexdigest(xml)}"
        known = digest in self._trees
        tree = self._trees.of(digest, lambda: parse(xml))
        if not known:
            self._disk.place(self._directory.blob(digest, ".xml"), xml)
        return digest, tree

    def raw(self, data: bytes) -> Digest:
        """Keep bytes of which nothing is known."""
        digest = f"raw-{xxhash.xxh3_128_hexdigest(data)}"
        if digest not in self._kept:
            self._kept[digest] = done = anyio.Event()
            done.set()
            self._disk.place(self._directory.blob(digest, ".bin"), data)
        return digest

    def read_tree(self, digest: Digest) -> UiTree:
        """A kept dump, parsed; from memory or from the folder.

        Raises:
            OSError: the blob is missing.
        """
        return self._trees.of(digest, lambda: parse(self._directory.blob(digest, ".xml").read_bytes()))

    def read_frame(self, digest: Digest) -> bytes:
        """The PNG of a kept frame.

        Raises:
            OSError: the blob is missing.
        """
        return self._directory.blob(digest, ".png").read_bytes()
