"""A virtual phone as a device: an ADB device whose screens come as they are recorded, and none of them twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import anyio

from adapters.adb.device import AdbDevice
from adapters.phone.workers.control.client import ControlClient
from runtime.core.actions import Action
from runtime.plugins.protocols import ByteStream, Need
from runtime.screen.frames import Frame
from runtime.screen.frames.png import decode
from runtime.screen.tree import UiTree

_ALBUM = 96 << 20
"""Bytes of compressed screens that one run remembers: some four hundred."""


class FrameCache:
    """Screens that were captured before, by the stamp of the phone that would paint them again.

    Shared by the phones of a run: the same screen comes up again and again, in other episodes most of all.
    """

    def __init__(self, limit: int = _ALBUM) -> None:
        self._limit = limit
        self._weight = 0
        self._frames: OrderedDict[str, tuple[int, int, str, bytes]] = OrderedDict()
        """Size, digest and PNG by stamp: what is recorded."""
        self._alive: WeakValueDictionary[str, Frame] = WeakValueDictionary()
        """Frames that somebody looks at just now."""
        self._coming: dict[str, anyio.Event] = {}
        """Stamps that are being captured."""

    async def show(self, stamp: str, capture: Callable[[], Awaitable[Frame | None]]) -> Frame | None:
        """The frame of that stamp; captured now if nobody has, waited for if somebody else just does."""
        while (frame := self._alive.get(stamp) or self._recall(stamp)) is None and stamp in self._coming:
            await self._coming[stamp].wait()
        if frame is not None:
            return frame
        done = self._coming[stamp] = anyio.Event()
        try:
            frame = await capture()
        finally:
            del self._coming[stamp]
            done.set()
        if frame is not None:
            self._alive[stamp] = frame
        return frame

    def keep(self, stamp: str, frame: Frame) -> None:
        """Remember a frame, if it was recorded and so has a digest and a PNG; others were passing."""
        if not frame.known_digest or not frame.png or stamp in self._frames:
            return
        self._frames[stamp] = frame.width, frame.height, frame.known_digest, frame.png
        self._weight += len(frame.png)
        while self._weight > self._limit:
            self._weight -= len(self._frames.popitem(last=False)[1][3])

    def _recall(self, stamp: str) -> Frame | None:
        found = self._frames.get(stamp)
        if found is None:
            return None
        self._frames.move_to_end(stamp)
        frame = self._alive[stamp] = recalled(*found)
        return frame


def recalled(width: int, height: int, digest: str, png: bytes) -> Frame:
    """A frame that is decoded when somebody looks at its pixels."""
    return Frame.recalled(width, height, digest, png, lambda: decode(png).pixels)


class PhoneDevice(AdbDevice):
    """Drives the phone over ADB like any other; only screens come over the control door, by name.

    Settling captures each screen twice and more. On a real phone there is no cheaper way to know; here the phone can
    say that what it would paint was painted and sent before, by itself or another one. What is new it sends as the PNG
    that is kept of it and its digest, which spares ten megabytes on the way and another pass over them.
    """

    def __init__(self, *args: Any, control: ControlClient, album: FrameCache, **options: Any) -> None:
        super().__init__(*args, control=control, **options)
        self._door = control
        self._album = album
        self._last: tuple[str, Frame] | None = None
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
            if self._last is not None and self._last[0] == stamp:
                return self._last[1]
            if self._last is not None:
                self._album.keep(*self._last)
                self._last = None
            frame = await self._album.show(stamp, partial(self._captured, stamp))
            if frame is not None:
                self._last = stamp, frame
                return frame
            # Another client of the phone was faster, or its clock went on: it shows something else by now.

    async def _captured(self, stamp: str) -> Frame | None:
        """The screen as the phone itself records it: a fortieth of the bytes, and hashed and compressed already."""
        told = await self._door.screen(stamp)
        return None if told is None else recalled(*told)
