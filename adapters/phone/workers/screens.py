"""The pixels of all phones of one worker: painted when looked at, kept while nothing changes, in pooled buffers."""

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
_KEPT = 6
"""Screens kept painted; for who settles over ADB, the next capture of an unchanged screen costs nothing."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen for the records: its size, the digest of its pixels (`Frame.digest`), and the pixels as a PNG."""

    width: int
    height: int
    digest: str
    png: bytes


class Screens:
    """Raw captures as `screencap` writes them: 16 bytes of header, then RGBA rows.

    A capture over ADB fills the cache with what was painted for it; captures and shots of a phone that still shows the
    same scene read it. The phones captured longest ago leave; a shot keeps nothing, since it is itself kept by name
    (`adapters.phone.workers.device.FrameCache`).

    A capture may still be on its way to one host while the next is painted: each has a buffer of its own until then.
    """

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._pool = BufferPool()
        self._kept: OrderedDict[int, tuple[Scene, memoryview]] = OrderedDict()

    def capture(self, phone: Phone) -> memoryview:
        """The phone's screen now."""
        scene = phone.scene()
        pair = self._kept.get(id(phone))
        if pair is not None and pair[0] is scene:
            self._kept.move_to_end(id(phone))
            return pair[1]
        view = self._painted(scene)
        self._kept[id(phone)] = (scene, view)
        self._kept.move_to_end(id(phone))
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return view

    def shot(self, phone: Phone) -> Shot:
        """The phone's screen now, for the records: painted in a buffer that is at once free for the next one."""
        scene = phone.scene()
        pair = self._kept.get(id(phone))
        view = pair[1] if pair is not None and pair[0] is scene else self._painted(scene)
        frame = Frame(scene.width, scene.height, _pixels(scene, view))
        return Shot(scene.width, scene.height, frame.digest, encode(frame, opaque=True))

    def _painted(self, scene: Scene) -> memoryview:
        view = self._pool.lend(_HEADER.size + scene.width * scene.height * 4)
        _HEADER.pack_into(view, 0, scene.width, scene.height, _RGBA_8888, _SRGB)
        self._painter.paint(scene, _pixels(scene, view))
        return view


def _pixels(scene: Scene, view: memoryview) -> Pixels:
    return np.frombuffer(view, np.uint8, offset=_HEADER.size).reshape(scene.height, scene.width, 4)
