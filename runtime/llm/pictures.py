"""Half-size JPEGs of frames: what a model is shown. Made once for each frame, shared by all who show it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

import anyio.to_thread

from runtime.llm.requests import Picture
from runtime.screen.frames.jpeg import half
from runtime.screen.frames.thumbs import Pixels

QUALITY = 80


class Pictures:
    """The pictures of the last `most` frames asked for; each is made in a thread, once, however many ask at once.

    Filled and read by the judges of a run that show frames to a model; the pictures unused for longest leave.
    """

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._made: OrderedDict[str, Picture] = OrderedDict()
        self._making: dict[str, anyio.Event] = {}
        self._lock = Lock()

    async def of(self, digest: str, pixels: Callable[[], Pixels]) -> Picture:
        """The picture of the frame of that digest; `pixels` brings its pixels (in a thread) if it has to be made.

        Whatever `pixels` raises is raised to the one whose call it was; others who waited for it try for themselves.
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
        made = Picture(f"{digest}/half-q{QUALITY}", half(pixels(), QUALITY))
        _ = made.encoded
        # Kept from inside the thread: an asker who is cancelled meanwhile has not worked for nothing.
        with self._lock:
            self._made[digest] = made
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
