"""A virtual phone as a device: an ADB device that need not send a screen twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

import anyio

from adapters.adb.device import AdbDevice
from adapters.phone.control import ControlClient
from runtime.frames import Frame
from runtime.frames.png import decode
from runtime.ports import Need
from runtime.ui import UiTree

_ALBUM = 96 << 20
"""Bytes of compressed screens that one run remembers: some four hundred."""
_FRAME: frozenset[Need] = frozenset({"frame"})


class Album:
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
        frame = self._alive[stamp] = Frame.recalled(*found, lambda: decode(found[3]).pixels)
        return frame


class PhoneDevice(AdbDevice):
    """Drives the phone over ADB like any other; only asks the control door whether the screen is one it knows.

    Settling captures each screen twice and more. On a real phone there is no cheaper way to know; here the phone can
    say that what it would paint was painted and sent before, by itself or another one, which spares ten megabytes.
    """

    def __init__(self, *args: Any, control: ControlClient, album: Album, **options: Any) -> None:
        super().__init__(*args, control=control, **options)
        self._door = control
        self._album = album
        self._last: tuple[str, Frame] | None = None

    async def probe(self) -> None:
        """See `AdbDevice.probe`; a phone without its hidden door is of no use either."""
        await super().probe()
        await self._door.stamp()

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """See `AdbDevice.capture`; the frame may be the very object that another call gave, or a recalled one."""
        frame = None
        if "frame" in needs:
            # A command may come between stamp and capture only from another client; then the next stamp differs.
            stamp = await self._door.stamp()
            if self._last is not None and self._last[0] == stamp:
                frame = self._last[1]
            else:
                if self._last is not None:
                    self._album.keep(*self._last)
                    self._last = None
                frame = await self._album.show(stamp, self._captured)
                self._last = None if frame is None else (stamp, frame)
        _, tree = await super().capture(needs - {"frame"})
        return frame, tree

    async def _captured(self) -> Frame | None:
        return (await super().capture(_FRAME))[0]
