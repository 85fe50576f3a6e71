"""Deadlines of all waits on one connection, with a single timer of the loop."""

from __future__ import annotations

import asyncio

from runtime.core.errors import DeviceTimeout


class Watchdog:
    """Limits waits. `subject` begins the message of a timeout ("…: the device"), `hint` ends it."""

    def __init__(self, subject: str, hint: str = "") -> None:
        self.waiting: dict[asyncio.Future[None], tuple[float, float, str]] = {}
        """Current waits: end on the loop's clock, deadline in seconds, what the peer should do."""
        self._subject = subject
        self._hint = hint
        self.loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    async def wait(
        self, future: asyncio.Future[None], seconds: float | None, what: str, of: float | None = None
    ) -> None:
        """Waits for the future, at most `seconds` (None: forever). `what` completes "did not …".

        `of` is the deadline of which `seconds` remain, if it differs.

        Raises:
            DeviceTimeout: the deadline passed.
        """
        if future.done() or seconds is None:
            await future
            return
        deadline = self.loop.time() + seconds
        self.waiting[future] = deadline, seconds if of is None else of, what
        if self._timer is None or self._timer.when() > deadline:
            self._set_timer(deadline)
        try:
            await future
        finally:
            del self.waiting[future]

    def stop(self) -> None:
        """Stops the timer after the connection is lost."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, deadline: float) -> None:
        self.stop()
        self._timer = self.loop.call_at(deadline, self._expire)

    def _expire(self) -> None:
        self._timer = None
        now = self.loop.time()
        for future, (deadline, seconds, what) in self.waiting.items():
            if deadline <= now and not future.done():
                message = f"{self._subject} did not {what} within {seconds:.3g} s{self._hint}"
                future.set_exception(DeviceTimeout(message))
                # Mark the exception as retrieved: the waiting task may be cancelled right now.
                future.exception()
        left = [deadline for future, (deadline, _, _) in self.waiting.items() if not future.done()]
        if left:
            self._set_timer(min(left))
