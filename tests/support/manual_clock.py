"""A clock that tests move by hand, in place of the computer's monotonic clock."""

from __future__ import annotations

import anyio
import anyio.lowlevel

from adapters.phone.workers.clocks import MonotonicClock


class ManualClock(MonotonicClock):
    """Stands still until `move` is called. `waits` are the times that were waited for, in order."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._now = 0
        self._moved = anyio.Event()

    def now_ms(self) -> int:
        return self._now

    async def wait_until(self, ms: float) -> None:
        self.waits.append(ms)
        while self._now < ms:
            await self._moved.wait()
        await anyio.lowlevel.checkpoint()

    def move(self, ms: int) -> None:
        """Move the clock on without anybody else noticing yet."""
        self._now += ms
        moved, self._moved = self._moved, anyio.Event()
        moved.set()

    async def pass_time(self, ms: int) -> None:
        """Move the clock on, and let everybody run who waited for it."""
        self.move(ms)
        await anyio.wait_all_tasks_blocked()
