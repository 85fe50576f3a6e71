"""Generates load: starts iterations when they are due, or lets users play one after another."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import anyio
from anyio.abc import TaskGroup

from adapters.farm.phone import LoadedDevice, MeasuredPhone
from adapters.farm.plan.curves import Arrivals, Curve
from adapters.farm.plan.scenario import Scenario, ScenarioFault
from adapters.farm.results.measurements import Measurements
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault

_HALF_TICK: Final = 0.0005
"""Seconds. The event loop wakes up to a millisecond too late, so it is asked half a millisecond early."""
_AFTER_FAILURE: Final = 0.1
"""Seconds that a user waits after a failure, so that a device that refuses everything is not stormed."""


class Generator:
    """Plays a scenario on devices. Iterations go to the devices in turn."""

    def __init__(self, devices: Sequence[LoadedDevice], scenario: Scenario, found: Measurements) -> None:
        self._devices = devices
        self._scenario = scenario
        self._found = found
        self._numbers = itertools.count()
        self._clock = asyncio.get_running_loop().time
        self.iterations = 0
        """Number of iterations that are running."""

    async def open_load(self, curve: Curve, kind: Arrivals, most: int, seed: int, group: TaskGroup) -> None:
        """Start iterations in the group when they are due, whatever happened to earlier ones; at most `most` at once.

        Returns when the last one has started. An iteration that is due while as many as allowed run is dropped and
        counted: a generator that waited instead would hide how slow the farm is.
        """
        start = self._found.start
        for at in curve.arrivals(kind, Random(seed)):
            due = start + at
            if due > self._clock():
                await anyio.sleep_until(due - _HALF_TICK)
                due = min(due, self._clock())
            number = next(self._numbers)
            if self.iterations >= most:
                self._found.drop(due)
                continue
            self.iterations += 1
            group.start_soon(self._iterate, number, number % len(self._devices), due)

    async def closed_load(self, curve: Curve, think: float, group: TaskGroup) -> None:
        """Keep as many users playing as the curve says, each on its own device, and end them all at its end."""
        start = self._found.start
        users: list[Callable[[], None]] = []
        for at, wanted in curve.changes():
            await anyio.sleep_until(start + at)
            while len(users) > wanted:
                users.pop()()
            while len(users) < wanted:
                stop = anyio.Event()
                group.start_soon(self._user, len(users), think, stop)
                users.append(stop.set)
        await anyio.sleep_until(start + curve.seconds)
        for stop_user in users:
            stop_user()

    async def _user(self, number: int, think: float, stop: anyio.Event) -> None:
        """Play iterations one after another until `stop` is set; the running one is completed."""
        device = number % len(self._devices)
        while not stop.is_set():
            self.iterations += 1
            failed = await self._iterate(next(self._numbers), device, self._clock())
            if think or failed:
                with anyio.move_on_after(max(think, _AFTER_FAILURE if failed else 0.0)):
                    await stop.wait()

    async def _iterate(self, number: int, device: int, due: float) -> bool:
        """Play one iteration; return whether it failed."""
        loaded = self._devices[device]
        try:
            with translate_errors(ScenarioFault, "the scenario"):
                await self._scenario(MeasuredPhone(loaded, due, number))
        except DeviceFault:
            return True  # counted where it happened
        except ScenarioFault as fault:
            self._found.add_failure("scenario", "script raised", str(fault))
            return True
        finally:
            self.iterations -= 1
        self._found.add_iteration(loaded.name, due, self._clock())
        return False
