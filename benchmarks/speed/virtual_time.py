"""An asyncio event loop whose clock jumps to the next timer instead of waiting for it.

What runs on it and waits only for timers takes no time but that of its own computation, and happens in the same order
in every run. Nothing on it may use threads or sockets: their answers would come at a random time of this clock.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

T = TypeVar("T")


class _JumpingSelector(selectors.DefaultSelector):
    """Adds up the time that it was asked to wait instead of waiting."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; if nothing is, the time passes at once.

        Raises:
            RuntimeError: there is no timer, so the wait would never end.
        """
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("everything waits, and no timer will end that")
            self.now += max(timeout, 0.0)
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own, in seconds from 0."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the seconds that have passed on this clock."""
        return self._jumping.now


def run(main: Callable[[], Awaitable[T]]) -> T:
    """Run a program in virtual time."""
    return anyio.run(main, backend_options={"loop_factory": VirtualTimeLoop})
