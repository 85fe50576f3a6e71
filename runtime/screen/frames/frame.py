"""A screenshot as pixels, named by a digest of its content."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import xxhash

from runtime.screen.frames.thumbs import Pixels as Pixels
from runtime.screen.frames.thumbs import quarter_size, resized


class Frame:
    """A screenshot of `width` x `height` pixels; `pixels` is (height, width, 4) RGBA and read-only.

    The buffer may come from a pool: a holder that keeps a frame beyond its step must copy it. Pixels, digest, PNG and
    thumbnail are computed on first use, cached here for all holders of the frame, and freed with it.
    """

    __slots__ = ("__weakref__", "_digest", "_load", "_pixels", "_thumb", "height", "png", "width")

    def __init__(self, width: int, height: int, pixels: Pixels) -> None:
        self.width = width
        self.height = height
        self.png = b""
        """The frame as a PNG file once it has been encoded, else empty."""
        self._pixels: Pixels | None = _read_only(pixels)
        self._load: Callable[[], Pixels] | None = None
        self._digest = ""
        self._thumb: Pixels | None = None

    @classmethod
    def recalled(cls, width: int, height: int, digest: str, png: bytes, load: Callable[[], Pixels]) -> Frame:
        """Return a frame that was captured before and whose digest is known; `load` decodes its pixels on first use.

        Until then it holds no buffer.
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
        """The pixels. Those of a recalled frame are decoded on first use, which takes some 20 ms."""
        if self._pixels is None:
            assert self._load is not None
            self._pixels = _read_only(self._load())
        return self._pixels

    @property
    def at_hand(self) -> bool:
        """Whether the pixels are in memory."""
        return self._pixels is not None

    @property
    def digest(self) -> str:
        """Content hash of the pixels, independent of the codec: `frame-WxH-` and 128 bits of XXH3 in hex."""
        if not self._digest:
            body = xxhash.xxh3_128_hexdigest(np.ascontiguousarray(self.pixels).data)
            self._digest = f"frame-{self.width}x{self.height}-{body}"
        return self._digest

    @property
    def known_digest(self) -> str:
        """The digest if it has been computed, else empty."""
        return self._digest

    def resized(self, width: int, height: int) -> Pixels:
        """Return the pixels in another size, by area means: (height, width, 4) RGBA. It takes some milliseconds."""
        return resized(self.pixels, width, height)

    def thumb(self) -> Pixels:
        """Return the quarter-size RGBA thumbnail, computed once (area means; incomplete edge cells repeat their last
        pixels).

        It stays valid when the frame's own buffer goes back to a pool.
        """
        if self._thumb is None:
            self._thumb = quarter_size(self.pixels)
        return self._thumb


def _read_only(pixels: Pixels) -> Pixels:
    """Return a view that cannot be written to: all holders of a frame share it."""
    shared = pixels.view()
    shared.flags.writeable = False
    return shared
