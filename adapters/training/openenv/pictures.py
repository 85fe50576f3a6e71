"""Frames as PNG in base64, in the size that a client asks for, cached by digest."""

from __future__ import annotations

import base64
from typing import Final

import anyio.to_thread

from runtime.core.memo import Memo
from runtime.screen.frames.frame import Frame
from runtime.screen.frames.png import encode

_MOST: Final = 256
"""Pictures kept; in training the same screens return all the time."""


class PictureCache:
    """Encoded pictures, shared by all clients; the least recently used are evicted."""

    def __init__(self) -> None:
        self._pictures: Memo[tuple[str, tuple[int, int]], str] = Memo(_MOST)

    async def of(self, frame: Frame, size: tuple[int, int] | None) -> str:
        """Return the frame as PNG in base64; `size` is width and height in pixels, None: as it is."""
        wanted = size or (frame.width, frame.height)
        if frame.known_digest and (known := self._pictures.get((frame.known_digest, wanted))) is not None:
            return known
        return await anyio.to_thread.run_sync(self._encode, frame, wanted)

    def _encode(self, frame: Frame, size: tuple[int, int]) -> str:
        def picture() -> str:
            if size == (frame.width, frame.height):
                return base64.b64encode(frame.png or encode(frame)).decode()
            return base64.b64encode(encode(Frame(*size, frame.resized(*size)))).decode()

        return self._pictures.of((frame.digest, size), picture)
