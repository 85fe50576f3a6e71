"""One captured screen as pixels, named by its content."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import xxhash

from runtime.screen.frames.thumbs import Pixels as Pixels
from runtime.screen.frames.thumbs import quarter


class Frame:
    """A screen of `width` x `height` pixels; `pixels` is (height, width, 4) RGBA and is not written to any more.

    The buffer may come from a pool: whoever keeps a frame beyond the step it was captured for must copy it. Pixels,
    digest, PNG and thumbnail are made for the first who asks, read by all who hold the frame, and go with it.
    """

    __slots__ = ("__weakref__", "_digest", "_load", "_pixels", "_thumb", "height", "png", "width")

    def __init__(self, width: int, height: int, pixels: Pixels) -> None:
        self.width = width
        self.height = height
        self.png = b""
        """The frame as a PNG file, once somebody has made one."""
        self._pixels: Pixels | None = pixels
        self._load: Callable[[], Pixels] | None = None
        self._digest = ""
        self._thumb: Pixels | None = None

    @classmethod
    def recalled(cls, width: int, height: int, digest: str, png: bytes, load: Callable[[], Pixels]) -> Frame:
        """A frame that was captured before and is known by its digest; `load` brings its pixels when they are wanted.

        It holds no buffer until then.
        """
        frame = cls.__new__(cls)
        frame.width, frame.height, frame.png = width, height, png
        frame._pixels, frame._load = None, load  # noqa: SLF001 - a second constructor
        frame._digest, frame._thumb = digest, None  # noqa: SLF001
        return frame

    def __repr__(self) -> str:
        return f"Frame({self._digest or f'{self.width}x{self.height}'})"

    @property
    def pixels(self) -> Pixels:
        """The pixels; of a recalled frame they are decoded now, which takes some 20 ms the first time."""
        if self._pixels is None:
            assert self._load is not None
            self._pixels = self._load()
        return self._pixels

    @property
    def at_hand(self) -> bool:
        """Whether the pixels are in memory."""
        return self._pixels is not None

    @property
    def digest(self) -> str:
        """Names the pixels, whatever codec brought them: `frame-WxH-` and 128 bits of XXH3 in hex."""
        if not self._digest:
            body = xxhash.xxh3_128_hexdigest(np.ascontiguousarray(self.pixels).data)
            self._digest = f"frame-{self.width}x{self.height}-{body}"
        return self._digest

    @property
    def known_digest(self) -> str:
        """The digest if it has been asked for before, else empty."""
        return self._digest

    def thumb(self) -> Pixels:
        """A quarter-size RGBA picture (area means; an incomplete cell at the rim repeats its last pixels), made once.

        It stays valid when the frame's own buffer goes back to a pool.
        """
        if self._thumb is None:
            self._thumb = quarter(self.pixels)
        return self._thumb
