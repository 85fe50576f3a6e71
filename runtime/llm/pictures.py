"""Cache of half-size JPEGs of frames, as they are sent to models."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

import anyio.to_thread

from runtime.llm.requests import Picture
from runtime.screen.frames.jpeg import half_size_jpeg
from runtime.screen.frames.thumbs import Pixels

QUALITY = 80


class PictureCache:
    """The pictures of the `most` frames used last. Each is encoded once, in a thread, even for concurrent requests.

    Judges that show frames to a model fill and read it; the least recently used pictures are evicted.
    """

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._made: OrderedDict[str, Picture] = OrderedDict()
        self._making: dict[str, anyio.Event] = {}
        self._lock = Lock()

    async def of(self, digest: str, pixels: Callable[[], Pixels]) -> Picture:
        """Return the picture of the frame with that digest; `pixels` loads its pixels, in a thread, if it has to be
        made.

        An exception of `pixels` is raised to the caller that it belongs to; other callers that waited try for
        themselves.
        """
        while True:
            with self._lock:
                found = self._made.get(digest)
                if found is not None:
                    self._made.move_to_end(digest)
                    return found
            making = self._making.get(digest)
            if making is None:
                break
            await making.wait()
        done = self._making[digest] = anyio.Event()
        try:
            return await anyio.to_thread.run_sync(self._make, digest, pixels)
        finally:
            del self._making[digest]
            done.set()

    def _make(self, digest: str, pixels: Callable[[], Pixels]) -> Picture:
        made = Picture(f"{digest}/half-q{QUALITY}", half_size_jpeg(pixels(), QUALITY))
        _ = made.encoded
        # Stored inside the thread, so that the work is not lost if the caller is cancelled meanwhile.
        with self._lock:
            self._made[digest] = made
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
