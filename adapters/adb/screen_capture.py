"""Screen-capture methods of a device; the fastest is chosen at the first capture.

Which method is fastest depends on the device, its system and its cable, by a factor of ten. So each one offered is
tried once.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.to_thread
import numpy as np

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.framing import shell_frames
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.host.liveness import check_liveness
from runtime.core.errors import DeviceFault, DeviceRefused, DeviceTimeout
from runtime.screen.frames import Frame
from runtime.screen.frames.png import PngError, decode

SHELL: Final = "raw over shell v2"
EXEC: Final = "raw over exec"
PNG: Final = "PNG over exec"
FRAMEBUFFER: Final = "framebuffer"
RAW_HEADER: Final = 16
_RGBA: Final = 1
_HEADERS: Final = (RAW_HEADER, 12)
"""Sizes of a raw screencap's header: since Android 9, and before."""
_MAX_SIDE: Final = 1 << 14
_FIRST_TIMEOUT: Final = 10.0
"""Timeout of the first method tried, in seconds. Later ones get twice the best time, and at least `_MIN_TIMEOUT`."""
_MIN_TIMEOUT: Final = 2.0


@dataclass(frozen=True, slots=True)
class CaptureMethod:
    """The chosen method and its time in milliseconds; None if there was no choice.

    `others` are the other methods, with their times or the reasons why they cannot be used.
    """

    name: str
    ms: float | None = None
    others: tuple[tuple[str, float | str], ...] = ()

    def __str__(self) -> str:
        return self.name if self.ms is None else f"{self.name} in {self.ms:.0f} ms"


@dataclass(frozen=True, slots=True)
class CaptureTrial:
    """A method that returned a picture."""

    name: str
    ms: float
    frame: Frame

    @property
    def blank(self) -> bool:
        """See `is_blank`."""
        return is_blank(self.frame)


def is_blank(frame: Frame) -> bool:
    """Whether all pixels are equal, judging by every eighth one."""
    sample = frame.pixels[::8, ::8]
    first = sample[0, 0]
    # Nearly all screens differ in the first rows, which saves comparing forty thousand pixels per capture.
    return bool((sample[:2] == first).all() and (sample == first).all())


def choose_fastest(tried: Sequence[CaptureTrial]) -> tuple[CaptureTrial, dict[str, str]]:
    """The fastest trustworthy method, and why others are not. Earlier methods are better known.

    A picture with another size than the first does not show the screen; neither does a blank one if another is not
    blank.
    """
    size = (tried[0].frame.width, tried[0].frame.height)
    blank = {item.name for item in tried if item.blank}
    rejected: dict[str, str] = {}
    for item in tried:
        if (item.frame.width, item.frame.height) != size:
            rejected[item.name] = f"shows {item.frame.width}x{item.frame.height} pixels, not {size[0]}x{size[1]}"
        elif item.name in blank and len(blank) < len(tried):
            rejected[item.name] = "shows nothing"
    accepted = [item for item in tried if item.name not in rejected]
    return min(accepted or tried, key=lambda item: item.ms), rejected


class ScreenCapture:
    """Captures the screens of one device. `size` is about the size of a raw one in bytes; `clock` is in seconds.

    Without `measured`, shell v2 is used at once and no other method is tried. With it, a picture of one colour counts
    as a failed capture and all methods are tried again, since some show nothing of protected windows or after a system
    update. If no method shows more, the blank picture is the frame.
    """

    def __init__(
        self,
        name: str,
        pool: BufferPool,
        size: int,
        *,
        measured: bool = True,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.path: CaptureMethod | None = None if measured else CaptureMethod(SHELL)
        self._name = name
        self._pool = pool
        self._size = size
        self._measured = measured
        self._clock = clock
        self._methods: dict[str, Callable[[DeviceConnection, float | None], Awaitable[Frame]]] = {
            SHELL: self._over_shell,
            EXEC: self._over_exec,
            PNG: self._over_png,
            FRAMEBUFFER: self._over_framebuffer,
        }
        self._proven_connection: DeviceConnection | None = None
        """The connection on which the chosen method has worked."""
        self._all_blank = False
        """True if the last picture was blank with every method."""
        self._fatal: dict[str, str] = {}
        """Methods that broke the connection when they were tried."""
        self._measuring = anyio.Lock()

    async def capture(self, connection: DeviceConnection) -> Frame:
        """Captures the current screen. Raises DeviceFault."""
        path = self.path
        if path is None:
            return await self._capture_first(connection)
        try:
            frame = await self._methods[path.name](connection, None)
        except DeviceFault:
            # The method worked on this connection before, so it failed for another reason, such as a protected window.
            if not self._measured or connection is self._proven_connection or connection.closed:
                raise
            self.path = None
            return await self._capture_first(connection)
        self._proven_connection = connection
        if not self._measured or not is_blank(frame):
            self._all_blank = False
        elif await self._is_suspicious(path.name, connection):
            self.path = None
            return await self._capture_first(connection)
        return frame

    async def _is_suspicious(self, name: str, connection: DeviceConnection) -> bool:
        """Whether this method may show nothing where others show something.

        After all methods were blank, the best-known one decides.
        """
        if not self._all_blank:
            return True
        if name == SHELL:
            return False
        try:
            return not is_blank(await self._over_shell(connection, None))
        except DeviceFault:
            return connection.closed

    async def _capture_first(self, connection: DeviceConnection) -> Frame:
        async with self._measuring:
            if self.path is None:
                return await self._measure(connection)
        # Another task has measured in the meantime.
        return await self.capture(connection)

    async def _measure(self, connection: DeviceConnection) -> Frame:
        tried: list[CaptureTrial] = []
        failed: dict[str, str] = dict(self._fatal)
        fault: DeviceFault | None = None
        for name, capture in self._methods.items():
            if name in failed:
                continue
            limit = max(_MIN_TIMEOUT, 2 * choose_fastest(tried)[0].ms / 1000) if tried else _FIRST_TIMEOUT
            began = self._clock()
            try:
                frame = await capture(connection, min(limit, connection.deadlines.command))
            except DeviceFault as error:
                if connection.closed:
                    # Every device has the first method, so it is not what broke the connection.
                    if name != SHELL:
                        self._fatal[name] = "the connection broke"
                    raise
                if isinstance(error, DeviceTimeout) and not tried:
                    # If the device itself hangs, trying the other methods would only waste time.
                    await check_liveness(connection)
                failed[name] = str(error)
                # Without its traceback, which would hold the pictures in a reference cycle.
                fault = fault or error.with_traceback(None)
                continue
            tried.append(CaptureTrial(name, (self._clock() - began) * 1000, frame))
        if not tried:
            # The next capture tries everything again.
            self._fatal.clear()
            raise fault or DeviceRefused(f"{self._name}: every screen-capture method breaks the connection")
        best, rejected = choose_fastest(tried)
        others = {item.name: rejected.get(item.name, item.ms) for item in tried if item is not best}
        self.path = CaptureMethod(best.name, best.ms, (*others.items(), *failed.items()))
        self._proven_connection = connection
        self._all_blank = best.blank
        return best.frame

    async def _over_shell(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        buffer = self._pool.lend(self._size)
        output = shell_frames.OutputSink(buffer)
        status = await connection.run("screencap", output, deadline=deadline)
        if status or output.size < RAW_HEADER:
            problem = output.stderr.decode("utf-8", "replace").strip()
            raise self._no_screen(f"exit status {status}, {output.size} bytes", problem)
        if output.size > len(buffer):
            buffer = self._grow(output.stdout)
        return read_raw(buffer[: output.size], self._name)

    async def _over_exec(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        buffer = self._pool.lend(self._size)
        output = await connection.exec_into("screencap", buffer, deadline=deadline)
        if output.size < RAW_HEADER:
            raise self._no_screen(f"{output.size} bytes", output.read().decode("utf-8", "replace").strip())
        if output.size > len(buffer):
            buffer = self._grow(output.read())
        return read_raw(buffer[: output.size], self._name)

    async def _over_png(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        picture = await connection.exec_out("screencap -p", deadline=deadline)
        # Decoding takes tens of milliseconds, so it runs outside the loop.
        decoded = await anyio.to_thread.run_sync(_decode, picture)
        if isinstance(decoded, Frame):
            return decoded
        raise self._no_screen(f"{len(picture)} bytes, {decoded}", picture[:200].decode("utf-8", "replace"))

    async def _over_framebuffer(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        return await connection.framebuffer(self._pool.lend, deadline=deadline)

    def _grow(self, raw: bytes) -> memoryview:
        """Copies a screen that is larger than the device reported, and enlarges the buffer for the next ones."""
        self._size = len(raw)
        buffer = self._pool.lend(len(raw))
        buffer[:] = raw
        return buffer

    def _no_screen(self, facts: str, text: str) -> DeviceRefused:
        return DeviceRefused(
            f"{self._name}: no screen was captured ({facts}): {text[:300]}; a protected window cannot be captured"
        )


def _decode(picture: bytes) -> Frame | str:
    """Decode a PNG file; the reason if that fails.

    An error raised in a worker thread stays in a reference cycle (error, traceback, the frame that awaits the thread,
    its future, the error). Since Python 3.12 the frames of such a traceback also keep the coroutines that awaited them,
    and so the pictures that `Screens` compares, until the collector runs.
    """
    try:
        return decode(picture)
    except PngError as error:
        return str(error)


def read_raw(raw: memoryview, name: str) -> Frame:
    """Wraps a raw screencap as a frame over the same memory. Its length shows which header it has.

    Raises:
        DeviceRefused: it is incomplete, not a screencap, or in a format other than RGBA.
    """
    width, height, form = struct.unpack_from("<3I", raw)
    for header in _HEADERS:
        if 0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE and len(raw) - header == width * height * 4:
            break
    else:
        raise DeviceRefused(
            f"{name}: {len(raw)} bytes are not a raw screen of {width}x{height} pixels; was it cut off?"
        )
    if form != _RGBA:
        raise DeviceRefused(f"{name}: the screen comes in pixel format {form}; only RGBA_8888 (1) can be read")
    return Frame(width, height, np.frombuffer(raw, np.uint8, offset=header).reshape(height, width, 4))
