"""Large buffers that are used again: touching ten fresh megabytes for every screen costs more than receiving them."""

from __future__ import annotations

import weakref
from collections import Counter

import numpy as np
import numpy.typing as npt

_MAX_IDLE = 4
"""Free buffers kept of each size; more are given back to the system."""


class BufferPool:
    """Lends buffers; each comes back by itself when the last view of it is gone.

    Captures fill them (a raw screen from a device, a painted one in a worker), whoever holds the frame reads them, and
    of those that came back only some of each size stay. So a `Frame` stays intact for as long as anybody holds it, and
    in the usual rhythm (each capture replaces the frame before the last) two buffers serve a device for ever. One pool
    may serve all devices of a loop.
    """

    def __init__(self, max_idle: int = _MAX_IDLE) -> None:
        self._kept = max_idle
        self._free: dict[int, list[npt.NDArray[np.uint8]]] = {}
        self.made: Counter[int] = Counter()
        """How many buffers of each size had to be made."""

    def lend(self, size: int) -> memoryview:
        """A writable view of `size` bytes of anything; whatever is derived from it keeps the buffer lent."""
        free = self._free.setdefault(size, [])
        if free:
            base = free.pop()
        else:
            base = np.empty(size, np.uint8)
            self.made[size] += 1
        # Views of the lent array, not of the base, are handed out: when they are gone, so is the lent array.
        lent = base.view()
        weakref.finalize(lent, self._back, base).atexit = False
        return lent.data

    def _back(self, base: npt.NDArray[np.uint8]) -> None:
        free = self._free[base.nbytes]
        if len(free) < self._kept:
            free.append(base)
