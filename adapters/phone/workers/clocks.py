"""What moves the clocks of hosted phones: commands alone, or real time.

A phone itself is an event engine whose clock others move. A `PhoneClock` leaves that to the phone's commands. With
`RealTime` each phone follows a monotonic clock: it catches up before anybody looks at it, and at the moment at which it
changes by itself, so that the programs in it hear of that in time. In what steps it catches up makes no difference.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial

import anyio

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.device.machine import Machine


class PhoneClock:
    """The clock of a phone that only commands move: nothing is to be done."""

    def catch_up(self) -> None:
        """Bring the phone to the present; called before every command, request and look."""

    def rearm(self) -> None:
        """Note when the phone next changes by itself; called after whatever may have changed it."""

    def suspend_lines(self, machine: Machine) -> None:
        """Make a command that takes time wait for that time, if it is real."""


class MonotonicClock:
    """The computer's monotonic clock, in whole milliseconds."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    async def wait_until(self, ms: float) -> None:
        """Wait until that time; forever if it is infinite."""
        await anyio.sleep(max(0.0, ms / 1000 - time.monotonic()))


class RealTime:
    """Keeps phones in step with a monotonic clock, which it only reads. One task serves all phones of a worker."""

    def __init__(self, source: MonotonicClock) -> None:
        self.source = source
        self._clocks: list[RealTimeClock] = []
        self._armed = -math.inf
        self._waiting: anyio.CancelScope | None = None

    def follow(self, phone: Phone, changed: Callable[[], None]) -> RealTimeClock:
        """Return the clock of a phone from now on; `changed` is called when the phone has changed by itself."""
        clock = RealTimeClock(phone, changed, self)
        self._clocks.append(clock)
        return clock

    def due(self, ms: int) -> None:
        """Wake the task earlier if it would wake after that time."""
        if ms < self._armed and self._waiting is not None:
            self._waiting.cancel()

    async def run(self) -> None:
        """Move each phone on when it changes by itself, until cancelled."""
        while True:
            self._armed = min((clock.next_change for clock in self._clocks), default=math.inf)
            with anyio.CancelScope() as self._waiting:
                await self.source.wait_until(self._armed)
            now = self.source.now_ms()
            for clock in self._clocks:
                if clock.next_change <= now:
                    clock.move_on()


class RealTimeClock(PhoneClock):
    """The clock of one phone in real time."""

    def __init__(self, phone: Phone, changed: Callable[[], None], real_time: RealTime) -> None:
        self._phone = phone
        self._changed = changed
        self._real_time = real_time
        self._reached = real_time.source.now_ms()
        """The time to which the phone has been brought."""
        self.next_change = self._reached
        """When the phone next changes by itself."""
        self.rearm()

    def catch_up(self) -> None:
        now = self._real_time.source.now_ms()
        if now > self._reached:
            passed, self._reached = now - self._reached, now
            self._phone.elapse(passed)

    def rearm(self) -> None:
        self.next_change = self._reached + self._phone.next_change() - self._phone.state.now_ms
        self._real_time.due(self.next_change)

    def suspend_lines(self, machine: Machine) -> None:
        def pass_time(ms: int) -> None:
            task = machine.scheduler.current
            if ms > 0 and task is not None and task.waits:
                source = self._real_time.source
                machine.scheduler.wait_for(partial(source.wait_until, source.now_ms() + ms))

        machine.pass_time = pass_time

    def move_on(self) -> None:
        """Catch up, and let the programs of the phone hear of it."""
        self.catch_up()
        self.rearm()
        self._changed()
