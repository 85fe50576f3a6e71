"""Notices when this process stood still: stopped (Ctrl-Z, a debugger), or suspended together with the computer.

A deadline that passed meanwhile says nothing about the agent, the user or the device that was waited for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import anyio
import anyio.to_thread

_TICK: Final = 1.0
_TOLERANCE: Final = 3.0
"""Seconds by which a reading of the clock may be late on a busy computer."""


class PauseWatch:
    """While `watching`, reads a clock every second in a thread of its own, and remembers when a reading was late.

    The thread goes on while a coroutine blocks the event loop, so that is not mistaken for a pause. `clock` gives
    seconds and must also advance while the computer is suspended.
    """

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock or _clock
        self._lock = threading.Lock()
        self._read: float | None = None
        """When the clock was last read; None while nobody watches."""
        self._pauses: list[tuple[float, float]] = []
        """End and length of each pause."""

    @property
    def now(self) -> float:
        """The clock's time, for `longest`."""
        return self._clock()

    def longest(self, since: float) -> float:
        """Return the length in seconds of the longest pause that ended after the time `since`; 0 if there was none."""
        self._look()
        return max((length for end, length in self._pauses if end > since), default=0.0)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[PauseWatch]:
        """Read the clock while the block runs."""
        ended = threading.Event()

        def read_until_ended() -> None:
            while not ended.wait(_TICK):
                self._look()

        thread = threading.Thread(target=read_until_ended, name="pause watch", daemon=True)
        self._read = self._clock()
        thread.start()
        try:
            yield self
        finally:
            ended.set()
            self._read = None
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(thread.join)

    def _look(self) -> None:
        with self._lock:
            if self._read is None:
                return
            now = self._clock()
            late = now - self._read - _TICK
            if late > _TOLERANCE:
                self._pauses.append((now, late))
            self._read = now


def _clock() -> float:
    """Return seconds of a clock that no one sets; on Linux one that counts suspended time."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
