"""Paints the screens of phones that are played without pixels, when somebody wants to see them."""

from __future__ import annotations

from functools import partial

import anyio
import anyio.to_thread

from adapters.phone.drawing.painter import Painter
from adapters.phone.drawing.screen_ids import screen_id
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.device import FrameCache, Screen
from adapters.phone.workers.screens import ScreenRenderer
from runtime.screen.frames import Frame


class ScreenPainter:
    """Paints in a thread, one screen at a time; a screen that was painted before comes from a `FrameCache`."""

    def __init__(self) -> None:
        self._renderer = ScreenRenderer(Painter())
        self._frames = FrameCache()
        self._turn = anyio.CapacityLimiter(1)

    async def paint(self, phone: Phone) -> Frame:
        """Return the phone's screen with its PNG. Nobody may touch the phone meanwhile; it and its clock stay."""
        frame = await self._frames.show(screen_id(phone.scene()), partial(self._paint, phone))
        assert frame is not None
        return frame

    async def _paint(self, phone: Phone) -> Screen:
        painted = await anyio.to_thread.run_sync(self._renderer.record, phone, limiter=self._turn)
        return painted.width, painted.height, painted.digest, painted.png
