"""Screenshots as JPEG and PNG, cached per screen."""

from __future__ import annotations

import cv2
import numpy as np

from adapters.phone.shell.device.machine import RAW_HEADER, Machine, png_of
from adapters.phone.ui.scene import Scene


class Screenshots:
    """Encoded screenshots of one phone."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._jpeg: tuple[Scene, float, int, bytes] | None = None

    def jpeg(self, scale: float, quality: int) -> bytes:
        """Return the screen as JPEG, scaled by `scale` (0.1 to 1); `quality` is 1 to 100."""
        scene = self._machine.phone.scene()
        scale, quality = max(0.1, min(1.0, scale)) if scale > 0 else 1.0, max(1, min(100, quality))
        made = self._jpeg
        if made is None or made[0] is not scene or made[1:3] != (scale, quality):
            pixels = self._pixels(scale)
            colours = cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGR)
            _, data = cv2.imencode(".jpg", colours, [cv2.IMWRITE_JPEG_QUALITY, quality])
            made = self._jpeg = (scene, scale, quality, data.tobytes())
        return made[3]

    def png(self, scale: float) -> bytes:
        """Return the screen as PNG, scaled by `scale`."""
        if not 0 < scale < 1:
            return self._machine.png_screen()
        pixels = self._pixels(max(0.1, scale))
        return png_of(memoryview(pixels.tobytes()), pixels.shape[1], pixels.shape[0])

    def _pixels(self, scale: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        width, height = self._machine.size
        pixels = np.frombuffer(self._machine.raw_screen(), np.uint8, offset=RAW_HEADER).reshape(height, width, 4)
        if scale == 1:
            return pixels
        small = cv2.resize(pixels, (int(width * scale), int(height * scale)), interpolation=cv2.INTER_LINEAR)
        return small.astype(np.uint8, copy=False)
