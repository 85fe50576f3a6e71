"""Phones without pixels: `headless://N` plays on the pure world in this process, and shows accessibility trees only.

For judging at bulk: a step costs a few milliseconds of one core instead of a capture. What is measured this way is
labelled by the name of the device; frames, ADB and worker processes are no part of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final
from uuid import uuid4

import anyio.to_thread

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed
from runtime.core.actions import DEVICE_ACTIONS, Action
from runtime.core.checks import changed_paths
from runtime.core.errors import DeviceRefused, UsageError
from runtime.core.tasks import State
from runtime.plugins.protocols import ByteStream, Control, Device, DeviceInfo, Need
from runtime.plugins.specs import DeviceSpec
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree, parse


class HeadlessControl:
    """Implements `runtime.plugins.protocols.Control` by calls."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._kept: dict[str, object] = {}

    async def read(self) -> State:
        """App state, and what befell the phone."""
        return dict(self._phone.read())

    async def reset(self, state: State, seed: int) -> None:
        self._phone.reset(state, seed)
        self._kept.clear()

    async def tree(self) -> bytes:
        return self._phone.dump()

    async def look(self) -> tuple[bytes, State]:
        return self._phone.dump(), dict(self._phone.read())

    async def snapshot(self) -> str:
        name = uuid4().hex
        self._kept[name] = self._phone.snapshot()
        return name

    async def restore(self, snapshot: str) -> None:
        self._phone.restore(self._kept[snapshot])  # type: ignore[arg-type]

    async def fork(self, snapshot: str) -> str:
        name = uuid4().hex
        self._kept[name] = self._kept[snapshot]
        return name

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        """The paths in which two snapshots differ; the phone is left as it is."""
        now, states = self._phone.snapshot(), []
        for name in (before, after):
            await self.restore(name)
            states.append(self._phone.read())
        self._phone.restore(now)
        return changed_paths(*states)

    async def advance(self, ms: int) -> None:
        self._phone.elapse(ms)


class HeadlessDevice:
    """Implements `runtime.plugins.protocols.Device` over a phone in the pure world."""

    def __init__(self, number: int, phone: Phone) -> None:
        size = phone.size
        self.info = DeviceInfo(f"headless-{number}", f"headless://{number}", (size.width, size.height), virtual=True)
        self.control: Control | None = HeadlessControl(phone)
        self._phone = phone

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """The tree if it is wanted; there is never a frame."""
        return None, parse(self._phone.dump()) if "tree" in needs else None

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Carry an action out and let the phone come to rest; no command was needed for it."""
        if not isinstance(action, DEVICE_ACTIONS):
            raise DeviceRefused(f"{self.info.name} cannot do {action}")
        try:
            perform(self._phone, action)
        except UsageError as error:
            raise DeviceRefused(f"{self.info.name}: {error}") from None
        return ()

    async def open(self, service: str) -> ByteStream:
        """There is no device side.

        Raises:
            DeviceRefused: always.
        """
        raise DeviceRefused(f"{self.info.name} has no service {service!r}: it is played in memory")

    async def elapse(self, ms: int) -> None:
        self._phone.elapse(ms)

    async def probe(self) -> None:
        """It is always there."""

    async def aclose(self) -> None:
        """Nothing is held."""


@asynccontextmanager
async def open_headless(uri: str) -> AsyncIterator[Sequence[Device]]:
    """As many phones as `headless://N` says, with every registered app.

    Raises:
        UsageError: the number is none.
    """
    number = uri.removeprefix("headless://")
    if not number.isdecimal() or not 1 <= int(number) <= 1000:
        raise UsageError(f"{uri}: write headless://N with N from 1 to 1000")
    phones = await anyio.to_thread.run_sync(_make_phones, int(number))
    yield [HeadlessDevice(index, phone) for index, phone in enumerate(phones)]


def _make_phones(number: int) -> list[Phone]:
    """New phones; one is looked at, so that fonts and icons are read here and not on the event loop."""
    phones = [Phone(installed()) for _ in range(number)]
    phones[0].dump()
    return phones


HEADLESS: Final = DeviceSpec(open=open_headless)
