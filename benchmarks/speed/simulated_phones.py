"""Simulated phones: devices without a screen whose actions take seconds of the event loop's clock, and may fail."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Final

import anyio

from runtime.core.actions import Action
from runtime.core.errors import DeviceLost, DeviceRefused
from runtime.core.tasks import State
from runtime.plugins.protocols import ByteStream, Control, DeviceInfo, Need
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree

_SCREEN: Final = (
    b'<hierarchy rotation="0"><node index="0" text="OK" resource-id="simulated:id/ok" class="android.widget.Button" '
    b'package="simulated" content-desc="" clickable="true" bounds="[0,0][1080,2400]" /></hierarchy>'
)


@dataclass(frozen=True, slots=True)
class PhoneModel:
    """How simulated phones behave; times in seconds.

    A phone is slower than the average by a factor drawn from a lognormal distribution with the standard deviation
    `spread`. Each of its actions takes `action` times that factor, with `noise` in its logarithm, and each preparation
    takes `reset`. An action fails with probability `faults`; then the phone is away, for `away` on average. The share
    `dying` of all phones goes away for ever, each at a random time before `dead_by`.
    """

    action: float = 3.0
    reset: float = 3.0
    spread: float = 0.3
    noise: float = 0.1
    faults: float = 0.0
    away: float = 60.0
    dying: float = 0.0
    dead_by: float = 600.0


class SimulatedPhone:
    """Implements `Device` and `Control`. Its app state is `{}`, and its screen is always the same."""

    def __init__(self, number: int, model: PhoneModel, seed: int) -> None:
        self.info = DeviceInfo(f"phone-{number:05d}", f"simulated:{number}", (1080, 2400), virtual=True)
        self.control: Control | None = self
        self._model = model
        self._draw = Random(f"{seed}/{number}")
        self.slowness = self._draw.lognormvariate(0.0, model.spread)
        self.dies_at = self._draw.uniform(0.0, model.dead_by) if self._draw.random() < model.dying else math.inf
        self.played = 0.0
        """Seconds spent on preparations and actions, failed ones included."""
        self._back_at = 0.0

    async def _spend(self, seconds: float) -> None:
        now = anyio.current_time()
        if now >= self.dies_at:
            raise DeviceLost(f"{self.info.name} is dead")
        if now < self._back_at:
            raise DeviceLost(f"{self.info.name} is away")
        took = seconds * self.slowness * self._draw.lognormvariate(0.0, self._model.noise)
        self.played += took
        await anyio.sleep(took)

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Take the time of an action, then fail if the draw says so."""
        await self._spend(self._model.action)
        if self._model.faults and self._draw.random() < self._model.faults:
            self._back_at = anyio.current_time() + self._draw.expovariate(1 / self._model.away)
            raise DeviceLost(f"{self.info.name} was lost")
        return ()

    async def reset(self, state: State, seed: int) -> None:
        """Take the time of a preparation."""
        await self._spend(self._model.reset)

    async def probe(self) -> None:
        """Raise DeviceLost while the phone is away or dead."""
        now = anyio.current_time()
        if now < self._back_at or now >= self.dies_at:
            raise DeviceLost(f"{self.info.name} does not answer")

    async def elapse(self, ms: int) -> None:
        await anyio.sleep(ms / 1000)

    async def advance(self, ms: int) -> None:
        await self.elapse(ms)

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """Return nothing: there are no pixels, and the tree is read over the control connection."""
        return None, None

    async def look(self) -> tuple[bytes, State]:
        return _SCREEN, {}

    async def tree(self) -> bytes:
        return _SCREEN

    async def read(self) -> State:
        return {}

    async def open(self, service: str) -> ByteStream:
        """Refuse: there are no services."""
        raise DeviceRefused(f"{self.info.name} has no service {service!r}: it is simulated")

    async def snapshot(self) -> str:
        return ""

    async def restore(self, snapshot: str) -> None:
        """Do nothing: the state never changes."""

    async def fork(self, snapshot: str) -> str:
        return snapshot

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        return ()

    async def export(self) -> bytes:
        return b""

    async def load(self, exported: bytes) -> None:
        """Do nothing: all phones are in the same state."""

    async def digest(self) -> str:
        return ""

    async def copy_to(self, other: Control) -> bool:
        return True

    async def aclose(self) -> None:
        """Do nothing: there is no connection."""
