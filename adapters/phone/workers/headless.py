"""Phones without pixels: `headless://N` runs phones in this process and returns accessibility trees only.

For judging in bulk: a step costs a few milliseconds of one core instead of a capture. Results are labelled by the
device's name; frames, ADB and worker processes are not involved. Only `paint` draws a screen, for people.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import anyio.lowlevel
import anyio.to_thread

from adapters.phone.kernel.performing import SETTLE_MS, perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.portable.digests import Digests
from adapters.phone.portable.phone_values import digest, phone_values, settled_state, take_over
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.style.fonts import CJK, ICONS, data
from adapters.phone.style.typography import FACES
from adapters.phone.workers.registry import installed_apps
from adapters.phone.workers.uri import phone_count
from runtime.core.actions import DEVICE_ACTIONS, Action
from runtime.core.checks import changed_paths
from runtime.core.errors import DeviceRefused, UsageError
from runtime.core.tasks import State
from runtime.plugins.protocols import ByteStream, Control, Device, DeviceInfo, Need
from runtime.plugins.specs import DeviceSpec
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree, parse

if TYPE_CHECKING:
    from adapters.phone.workers.painting import ScreenPainter


class HeadlessControl:
    """Implements `runtime.plugins.protocols.Control` by direct calls."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self._snapshots: dict[str, PhoneState] = {}
        self._values = phone_values(phone.factory)
        self._digests: Digests | None = None

    async def read(self) -> State:
        """Return the app states and the phone's incidents."""
        return dict(self.phone.read())

    async def reset(self, state: State, seed: int) -> None:
        await anyio.lowlevel.checkpoint()
        self.phone.reset(state, seed)
        self._snapshots.clear()

    async def tree(self) -> bytes:
        return self.phone.dump()

    async def look(self) -> tuple[bytes, State]:
        # Nothing else waits in a step on such a phone: judges and other sessions get their turn here.
        await anyio.lowlevel.checkpoint()
        return self.phone.dump(), dict(self.phone.read())

    async def snapshot(self) -> str:
        name = uuid4().hex
        self._snapshots[name] = self.phone.snapshot()
        return name

    async def restore(self, snapshot: str) -> None:
        self.phone.restore(self._snapshots[snapshot])

    async def fork(self, snapshot: str) -> str:
        name = uuid4().hex
        self._snapshots[name] = self._snapshots[snapshot]
        return name

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        """Return the paths in which two snapshots differ; the phone keeps its current state."""
        now, states = self.phone.snapshot(), []
        for name in (before, after):
            await self.restore(name)
            states.append(self.phone.read())
        self.phone.restore(now)
        return changed_paths(*states)

    async def advance(self, ms: int) -> None:
        self.phone.elapse(ms)

    async def export(self) -> bytes:
        await anyio.lowlevel.checkpoint()
        return self._values.export(settled_state(self.phone))

    async def load(self, exported: bytes) -> None:
        await anyio.lowlevel.checkpoint()
        state, _ = self._values.load(exported)
        take_over(self.phone, state)

    async def digest(self) -> str:
        if self._digests is None:
            self._digests = self._values.digests()
        return digest(self._digests, settled_state(self.phone))

    async def copy_to(self, other: Control) -> bool:
        if not isinstance(other, HeadlessControl) or other.phone.factory is not self.phone.factory:
            return False
        other.phone.restore_from(self.phone)
        return True


class HeadlessDevice:
    """Implements `runtime.plugins.protocols.Device` and `PaintableDevice` on a phone in this process."""

    def __init__(self, number: int, phone: Phone, painter: Callable[[], ScreenPainter]) -> None:
        size = phone.size
        self.info = DeviceInfo(f"headless-{number}", f"headless://{number}", (size.width, size.height), virtual=True)
        self.control: Control | None = HeadlessControl(phone)
        self._phone = phone
        self._painter = painter

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """Return the tree if it is needed; there is never a frame."""
        return None, parse(self._phone.dump()) if "tree" in needs else None

    async def paint(self) -> Frame:
        """See `PaintableDevice`."""
        painter = await anyio.to_thread.run_sync(self._painter)
        return await painter.paint(self._phone)

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Perform an action and let the phone settle; no device command is involved."""
        if not isinstance(action, DEVICE_ACTIONS):
            raise DeviceRefused(f"{self.info.name} cannot do {action}")
        try:
            perform(self._phone, action)
        except UsageError:  # as on a real phone: nothing happens
            self._phone.elapse(SETTLE_MS)
        return ()

    async def open(self, service: str) -> ByteStream:
        """Refuse to open a service: a headless phone has none.

        Raises:
            DeviceRefused: always.
        """
        raise DeviceRefused(f"{self.info.name} has no service {service!r}: it is played in memory")

    async def elapse(self, ms: int) -> None:
        self._phone.elapse(ms)

    async def probe(self) -> None:
        """Do nothing: a headless phone is always available."""

    async def aclose(self) -> None:
        """Do nothing: there is nothing to release."""


@asynccontextmanager
async def open_headless(uri: str) -> AsyncIterator[Sequence[Device]]:
    """Yield as many phones as `headless://N` asks for, with all installed apps.

    Raises:
        UsageError: the URI has no valid number.
    """
    phones = await anyio.to_thread.run_sync(_make_phones, phone_count(uri))
    painter = cache(_make_painter)
    yield [HeadlessDevice(index, phone, painter) for index, phone in enumerate(phones)]


def _make_phones(number: int) -> list[Phone]:
    """New phones; one is looked at and exported here, with all fonts, so that no file is read on the event loop."""
    for name in (*FACES.values(), CJK, ICONS):
        data(name)
    factory = FactoryState(installed_apps())
    phones = [Phone(factory.apps, factory=factory) for _ in range(number)]
    phones[0].dump()
    phone_values(factory).export(settled_state(phones[0]))
    return phones


def _make_painter() -> ScreenPainter:
    """What paints the phones' screens; imported only if one is to be painted, since most runs never do."""
    from adapters.phone.workers.painting import ScreenPainter

    return ScreenPainter()


HEADLESS: Final = DeviceSpec(open=open_headless, parse=phone_count)
