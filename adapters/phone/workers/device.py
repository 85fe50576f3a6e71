"""A virtual phone as a device: an ADB device whose screens come as cached PNGs over the control connection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import anyio

from adapters.adb.device import AdbDevice
from adapters.faults.proxy import FaultProxy
from adapters.phone.drawing.lru import LruCache
from adapters.phone.workers.control.client import ControlClient
from runtime.core.actions import Action
from runtime.plugins.protocols import ByteStream, Need
from runtime.screen.frames import Frame
from runtime.screen.frames.png import decode
from runtime.screen.tree import UiTree

_LIMIT = 48 << 20
"""Bytes of compressed screens that one run remembers: some two hundred. In the default run twice as many would be used
again for 10 screens of 3,671 more."""

_PAINTED = 1.0
"""Seconds in which a phone that answers has painted a screen."""

Screen = tuple[int, int, str, bytes]
"""Width, height, digest and PNG, as the phone's worker makes them for the record."""


class FrameCache:
    """Frames by screen id, shared by all phones of a run.

    Filled by the first phone that shows a screen, with the PNG and digest that its worker sent for the run folder. Read
    by every capture of any phone. Beyond `limit` bytes the least recently used screens are evicted. A frame that is
    still referenced is returned as the same object, with its decoded pixels; pixels are not cached otherwise.
    """

    def __init__(self, limit: int = _LIMIT, patience: float = _PAINTED) -> None:
        self._screens: LruCache[Screen] = LruCache(limit)
        self._patience = patience
        self._alive: WeakValueDictionary[str, Frame] = WeakValueDictionary()
        """Frames that are still referenced."""
        self._coming: dict[str, anyio.Event] = {}
        """Ids that are being captured."""

    async def show(self, screen_id: str, capture: Callable[[], Awaitable[Screen | None]]) -> Frame | None:
        """Return the frame of a screen id, capturing it if needed.

        Concurrent captures of one id are shared, but a phone that hangs while it is captured holds up others only for
        the time that painting may take.
        """
        while (frame := self._recall(screen_id)) is None and (coming := self._coming.get(screen_id)) is not None:
            with anyio.move_on_after(self._patience) as scope:
                await coming.wait()
            if scope.cancelled_caught and self._coming.get(screen_id) is coming:
                break
        if frame is not None:
            return frame
        done = self._coming[screen_id] = anyio.Event()
        try:
            screen = await capture()
        finally:
            if self._coming.get(screen_id) is done:
                del self._coming[screen_id]
            done.set()
        if screen is None:
            return None
        return self._decoded_later(screen_id, self._screens.put(screen_id, screen, len(screen[3])))

    def _recall(self, screen_id: str) -> Frame | None:
        screen = self._screens.get(screen_id)
        frame = self._alive.get(screen_id)
        return self._decoded_later(screen_id, screen) if frame is None and screen is not None else frame

    def _decoded_later(self, screen_id: str, screen: Screen) -> Frame:
        """Return a frame that is decoded when its pixels are first read."""
        png = screen[3]
        frame = self._alive[screen_id] = Frame.recalled(*screen, lambda: decode(png).pixels)
        return frame


class PhoneDevice(AdbDevice):
    """Drives the phone over ADB like any device; only screens come over the control connection.

    Settling captures each screen at least twice. On a real phone there is no cheaper way to detect a change; here the
    phone reports the id of its screen, which may already be in the cache. A new screen is sent as the PNG for the run
    folder and its digest, which saves ten megabytes of transfer and another pass over the pixels.
    """

    def __init__(
        self,
        *args: Any,
        control: ControlClient,
        cache: FrameCache,
        proxies: Sequence[FaultProxy] = (),
        **options: Any,
    ) -> None:
        super().__init__(*args, control=control, **options)
        self.proxies = tuple(proxies)
        """The proxies with faults before its two sockets; empty for a phone without faults."""
        self._control = control
        self._cache = cache
        self._last_screen_id: tuple[int, str] | None = None
        """Screen id of the last response, and the number of requests made by then."""

    async def probe(self) -> None:
        """See `AdbDevice.probe`; also checks the control connection."""
        await super().probe()
        await self._control.screen_id()

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """See `AdbDevice.capture`; the frame may be an object that an earlier call returned, or be decoded lazily."""
        frame = await self._shown() if "frame" in needs else None
        _, tree = await super().capture(needs - {"frame"})
        return frame, tree

    async def paint(self) -> Frame:
        """See `PaintableDevice`."""
        return await self._shown()

    async def perform(self, action: Action) -> tuple[str, ...]:
        """See `AdbDevice.perform`."""
        self._last_screen_id = None
        return await super().perform(action)

    async def open(self, service: str) -> ByteStream:
        """See `AdbDevice.open`."""
        self._last_screen_id = None
        return await super().open(service)

    async def elapse(self, ms: int) -> None:
        """Advance the phone's clock; the response includes the screen id for the following capture."""
        screen_id = await self._control.advance_and_identify(ms)
        self._last_screen_id = self._control.asked, screen_id

    async def _screen_id(self) -> str:
        """Return the current screen id, from the last response if no request or action followed it."""
        foretold, self._last_screen_id = self._last_screen_id, None
        if foretold is not None and foretold[0] == self._control.asked:
            return foretold[1]
        return await self._control.screen_id()

    async def _shown(self) -> Frame:
        while True:
            screen_id = await self._screen_id()
            frame = await self._cache.show(screen_id, partial(self._control.screen, screen_id))
            if frame is not None:
                return frame
            # Another client or the clock changed the screen after its id was read: try again.
