"""A virtual phone as a device: an ADB device whose screens come as they are recorded, and none of them twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import anyio

from adapters.adb.device import AdbDevice
from adapters.phone.drawing.lru import LruCache
from adapters.phone.workers.control.client import ControlClient
from runtime.core.actions import Action
from runtime.plugins.protocols import ByteStream, Need
from runtime.screen.frames import Frame
from runtime.screen.frames.png import decode
from runtime.screen.tree import UiTree

_LIMIT = 96 << 20
"""Bytes of compressed screens that one run remembers: some four hundred."""

Screen = tuple[int, int, str, bytes]
"""Width, height, digest and PNG, as the phone's worker makes them for the record."""


class FrameCache:
    """Screens by the stamp of the phone that would paint them again, shared by the phones of a run.

    Filled by the first phone that shows a screen, with what its worker sent for the record. Read by every capture of
    any of the phones. Beyond `limit` bytes the screens unused for longest leave. A frame that somebody still holds is
    given again as the same object, with its pixels if they were decoded; pixels as such are not kept.
    """

    def __init__(self, limit: int = _LIMIT) -> None:
        self._screens: LruCache[Screen] = LruCache(limit)
        self._alive: WeakValueDictionary[str, Frame] = WeakValueDictionary()
        """Frames that somebody looks at just now."""
        self._coming: dict[str, anyio.Event] = {}
        """Stamps that are being captured."""

    async def show(self, stamp: str, capture: Callable[[], Awaitable[Screen | None]]) -> Frame | None:
        """The frame of that stamp; captured now if nobody has, waited for if somebody else just does."""
        while (frame := self._recall(stamp)) is None and stamp in self._coming:
            await self._coming[stamp].wait()
        if frame is not None:
            return frame
        done = self._coming[stamp] = anyio.Event()
        try:
            screen = await capture()
        finally:
            del self._coming[stamp]
            done.set()
        if screen is None:
            return None
        return self._decoded_later(stamp, self._screens.put(stamp, screen, len(screen[3])))

    def _recall(self, stamp: str) -> Frame | None:
        screen = self._screens.get(stamp)
        frame = self._alive.get(stamp)
        return self._decoded_later(stamp, screen) if frame is None and screen is not None else frame

    def _decoded_later(self, stamp: str, screen: Screen) -> Frame:
        """A frame that is decoded when somebody looks at its pixels."""
        png = screen[3]
        frame = self._alive[stamp] = Frame.recalled(*screen, lambda: decode(png).pixels)
        return frame


class PhoneDevice(AdbDevice):
    """Drives the phone over ADB like any other; only screens come over the control door, by name.

    Settling captures each screen twice and more. On a real phone there is no cheaper way to know; here the phone can
    say that what it would paint was painted and sent before, by itself or another one. What is new it sends as the PNG
    that is kept of it and its digest, which spares ten megabytes on the way and another pass over them.
    """

    def __init__(self, *args: Any, control: ControlClient, cache: FrameCache, **options: Any) -> None:
        super().__init__(*args, control=control, **options)
        self._door = control
        self._cache = cache
        self._foretold: tuple[int, str] | None = None
        """The stamp that came with the last answer of the door, and how many there had been then."""

    async def probe(self) -> None:
        """See `AdbDevice.probe`; a phone without its hidden door is of no use either."""
        await super().probe()
        await self._door.stamp()

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """See `AdbDevice.capture`; the frame may be the very object that another call gave, or a recalled one."""
        frame = await self._shown() if "frame" in needs else None
        _, tree = await super().capture(needs - {"frame"})
        return frame, tree

    async def perform(self, action: Action) -> tuple[str, ...]:
        """See `AdbDevice.perform`."""
        self._foretold = None
        return await super().perform(action)

    async def open(self, service: str) -> ByteStream:
        """See `AdbDevice.open`."""
        self._foretold = None
        return await super().open(service)

    async def elapse(self, ms: int) -> None:
        """Advance the phone's clock; what it shows then is told with the answer, for the capture that follows."""
        stamp = await self._door.advanced(ms)
        self._foretold = self._door.asked, stamp

    async def _stamp(self) -> str:
        """The stamp now: the one that came with the last answer, if nothing was asked or done since."""
        foretold, self._foretold = self._foretold, None
        if foretold is not None and foretold[0] == self._door.asked:
            return foretold[1]
        return await self._door.stamp()

    async def _shown(self) -> Frame:
        while True:
            stamp = await self._stamp()
            frame = await self._cache.show(stamp, partial(self._door.screen, stamp))
            if frame is not None:
                return frame
            # Another client of the phone was faster, or its clock went on: it shows something else by now.
