"""Renders the screens of all phones of a worker on demand, with a cache and pooled buffers."""

from __future__ import annotations

import struct
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from adapters.adb.buffer_pool import BufferPool
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.scene import Scene
from runtime.screen.frames import Frame
from runtime.screen.frames.frame import Pixels
from runtime.screen.frames.png import encode

_HEADER = struct.Struct("<4I")
_RGBA_8888, _SRGB = 1, 1
_CACHED = 6
"""Number of cached screens; when settling over ADB, the next capture of an unchanged screen is free."""


@dataclass(frozen=True, slots=True)
class RecordedScreen:
    """A screen for the run folder: its size, the digest of its pixels (`Frame.digest`), and a PNG."""

    width: int
    height: int
    digest: str
    png: bytes


class ScreenRenderer:
    """Raw captures as `screencap` writes them: 16 bytes of header, then RGBA rows.

    An ADB capture fills the cache; captures and recorded screens of a phone that still shows the same scene read it.
    The least recently captured phones are evicted. A recorded screen adds nothing to the cache, since
    `adapters.phone.workers.device.FrameCache` caches it by id.

    A capture may still be in transit to a host while the next one is painted, so each has its own buffer until it is
    sent.
    """

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._pool = BufferPool()
        self._cache: OrderedDict[int, tuple[Scene, memoryview]] = OrderedDict()

    def capture(self, phone: Phone) -> memoryview:
        """Return the phone's current screen."""
        scene = phone.scene()
        pair = self._cache.get(id(phone))
        if pair is not None and pair[0] is scene:
            self._cache.move_to_end(id(phone))
            return pair[1]
        view = self._paint(scene)
        self._cache[id(phone)] = (scene, view)
        self._cache.move_to_end(id(phone))
        while len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
        return view

    def record(self, phone: Phone) -> RecordedScreen:
        """Return the phone's current screen for the run folder, using a buffer that is free again immediately."""
        scene = phone.scene()
        pair = self._cache.get(id(phone))
        view = pair[1] if pair is not None and pair[0] is scene else self._paint(scene)
        frame = Frame(scene.width, scene.height, _pixels(scene, view))
        return RecordedScreen(scene.width, scene.height, frame.digest, encode(frame, opaque=True))

    def _paint(self, scene: Scene) -> memoryview:
        view = self._pool.lend(_HEADER.size + scene.width * scene.height * 4)
        _HEADER.pack_into(view, 0, scene.width, scene.height, _RGBA_8888, _SRGB)
        self._painter.paint(scene, _pixels(scene, view))
        return view


def _pixels(scene: Scene, view: memoryview) -> Pixels:
    return np.frombuffer(view, np.uint8, offset=_HEADER.size).reshape(scene.height, scene.width, 4)
