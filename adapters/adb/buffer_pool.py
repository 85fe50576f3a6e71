"""A pool of large buffers: touching ten fresh megabytes for every screen costs more than receiving them."""

from __future__ import annotations

import weakref
from collections import Counter

import numpy as np
import numpy.typing as npt

_MAX_IDLE = 4
"""Idle buffers per size; further ones are released."""


class BufferPool:
    """Lends buffers; each returns by itself when its last view is gone.

    Captures fill them, and whoever holds the frame reads them, so a `Frame` stays intact as long as it is referenced.
    Usually each capture replaces the frame before the last, so two buffers serve a device. One pool may serve all
    devices of a loop.
    """

    def __init__(self, max_idle: int = _MAX_IDLE) -> None:
        self._max_idle = max_idle
        self._free: dict[int, list[npt.NDArray[np.uint8]]] = {}
        self.made: Counter[int] = Counter()
        """Number of buffers allocated, by size."""

    def lend(self, size: int) -> memoryview:
        """Lends a writable view of `size` uninitialized bytes; any view derived from it keeps the buffer lent."""
        free = self._free.setdefault(size, [])
        if free:
            base = free.pop()
        else:
            base = np.empty(size, np.uint8)
            self.made[size] += 1
        # Callers get views of the lent array, not of the base: when the views are gone, so is the lent array.
        lent = base.view()
        weakref.finalize(lent, self._return, base).atexit = False
        return lent.data

    def _return(self, base: npt.NDArray[np.uint8]) -> None:
        free = self._free[base.nbytes]
        if len(free) < self._max_idle:
            free.append(base)
