"""Progress of long work on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

from runtime.core.text import printable

_EVERY: Final = 0.5
"""Seconds between updates on a terminal."""
_SELDOM: Final = 30.0
"""Seconds between updates elsewhere."""


class ProgressLine:
    """Progress on standard error: a rewritten line on a terminal, an occasional line elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._watched = sys.stderr.isatty()
        self._last = time.monotonic()
        self._open = False

    def counter(self, what: str) -> Callable[[int], None]:
        """A callback that takes the current count."""

        def count(number: int) -> None:
            if self._quiet or number % 64:
                return
            now = time.monotonic()
            if now - self._last >= (_EVERY if self._watched else _SELDOM):
                self._last, self._open = now, self._watched
                line = printable(f"{what}: {number:,}")
                sys.stderr.write(f"\r\x1b[K{line}" if self._watched else f"{line}\n")
                sys.stderr.flush()

        return count

    def done(self) -> None:
        """Clear the progress line."""
        if self._open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
