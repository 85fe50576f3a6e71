"""One captured screen as pixels in memory, named by its content."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import xxhash

from runtime.frames.thumbs import Pixels as Pixels
from runtime.frames.thumbs import quarter


@dataclass(slots=True, eq=False)
class Frame:
    """A screen of `width` x `height` pixels; `pixels` is (height, width, 4) RGBA and is not written to any more.

    The buffer may come from a pool: whoever keeps a frame beyond the step it was captured for must copy it.
    """

    width: int
    height: int
    pixels: Pixels
    _digest: str = field(default="", repr=False)
    _thumb: Pixels | None = field(default=None, repr=False)

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
