"""How a device's screen is had: the ways there are, and which of them is the fastest on this device.

Which way that is depends on the device, its system and its cable, by a factor of ten: so each that is offered is tried
once, at the first capture, and what won is kept.
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
from adapters.adb.host.liveness import sign_of_life
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
"""Bytes before the pixels of a raw screencap: since Android 9, and before."""
_MAX_SIDE: Final = 1 << 14
_TRY: Final = 10.0
"""Seconds for the first try; no later one gets more than twice what the best took, and at least `_LEAST`."""
_LEAST: Final = 2.0


@dataclass(frozen=True, slots=True)
class ScreenPath:
    """The way that was chosen and the milliseconds that it took; None where there was nothing to choose.

    `others` are the ways that were not: their milliseconds, or why they cannot be used.
    """

    name: str
    ms: float | None = None
    others: tuple[tuple[str, float | str], ...] = ()

    def __str__(self) -> str:
        return self.name if self.ms is None else f"{self.name} in {self.ms:.0f} ms"


@dataclass(frozen=True, slots=True)
class Tried:
    """A way that gave a picture."""

    name: str
    ms: float
    frame: Frame

    @property
    def blank(self) -> bool:
        """See `is_blank`."""
        return is_blank(self.frame)


def is_blank(frame: Frame) -> bool:
    """Whether all pixels are alike, as far as every eighth of them tells."""
    sample = frame.pixels[::8, ::8]
    first = sample[0, 0]
    # Nearly all screens differ here already, and a capture is worth not to look at forty thousand pixels more.
    return bool((sample[:2] == first).all() and (sample == first).all())


def choose(tried: Sequence[Tried]) -> tuple[Tried, dict[str, str]]:
    """The fastest that tells the truth, and why others don't. The earlier counts as the better known.

    A picture of another size than the first shows something else than the screen; so does a blank one where another
    is not blank.
    """
    size = (tried[0].frame.width, tried[0].frame.height)
    blank = {item.name for item in tried if item.blank}
    lies: dict[str, str] = {}
    for item in tried:
        if (item.frame.width, item.frame.height) != size:
            lies[item.name] = f"shows {item.frame.width}x{item.frame.height} pixels, not {size[0]}x{size[1]}"
        elif item.name in blank and len(blank) < len(tried):
            lies[item.name] = "shows nothing"
    honest = [item for item in tried if item.name not in lies]
    return min(honest or tried, key=lambda item: item.ms), lies


class Screens:
    """The screens of one device. `size` is about the bytes of a raw one; `clock` measures, in seconds.

    Without `measured` the way over shell v2 is taken at once, and no other is ever tried. With it, a picture of one
    colour counts as a failed capture: all ways are tried again, since some show nothing of protected windows or after
    an update of the system. It is believed, and is the frame, where no way shows more.
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
        self.path: ScreenPath | None = None if measured else ScreenPath(SHELL)
        self._name = name
        self._pool = pool
        self._size = size
        self._measured = measured
        self._clock = clock
        self._ways: dict[str, Callable[[DeviceConnection, float | None], Awaitable[Frame]]] = {
            SHELL: self._over_shell,
            EXEC: self._over_exec,
            PNG: self._over_png,
            FRAMEBUFFER: self._over_framebuffer,
        }
        self._proved: DeviceConnection | None = None
        """The connection on which the chosen way has worked."""
        self._dark = False
        """The last picture was of one colour, and no way had another."""
        self._fatal: dict[str, str] = {}
        """Ways under which the connection broke while they were tried."""
        self._measuring = anyio.Lock()

    async def capture(self, connection: DeviceConnection) -> Frame:
        """The screen now. Raises DeviceFault."""
        path = self.path
        if path is None:
            return await self._first(connection)
        try:
            frame = await self._ways[path.name](connection, None)
        except DeviceFault:
            # What worked on this very connection fails for a reason of its own, such as a protected window.
            if not self._measured or connection is self._proved or connection.closed:
                raise
            self.path = None
            return await self._first(connection)
        self._proved = connection
        if not self._measured or not is_blank(frame):
            self._dark = False
        elif await self._doubted(path.name, connection):
            self.path = None
            return await self._first(connection)
        return frame

    async def _doubted(self, name: str, connection: DeviceConnection) -> bool:
        """Whether this way may show nothing where others show something; in the dark the best known one decides."""
        if not self._dark:
            return True
        if name == SHELL:
            return False
        try:
            return not is_blank(await self._over_shell(connection, None))
        except DeviceFault:
            return connection.closed

    async def _first(self, connection: DeviceConnection) -> Frame:
        async with self._measuring:
            if self.path is None:
                return await self._measure(connection)
        # Somebody else has measured while we waited.
        return await self.capture(connection)

    async def _measure(self, connection: DeviceConnection) -> Frame:
        tried: list[Tried] = []
        failed: dict[str, str] = dict(self._fatal)
        fault: DeviceFault | None = None
        for name, way in self._ways.items():
            if name in failed:
                continue
            limit = max(_LEAST, 2 * choose(tried)[0].ms / 1000) if tried else _TRY
            began = self._clock()
            try:
                frame = await way(connection, min(limit, connection.deadlines.command))
            except DeviceFault as error:
                if connection.closed:
                    # The first way is the one that every device has; where it breaks, that was not its doing.
                    if name != SHELL:
                        self._fatal[name] = "the connection broke"
                    raise
                if isinstance(error, DeviceTimeout) and not tried:
                    # A way may hang; where nothing answers, the other ways would only cost their time as well.
                    await sign_of_life(connection)
                failed[name] = str(error)
                # Without its traceback, which would keep this frame, and with it the pictures, in a cycle.
                fault = fault or error.with_traceback(None)
                continue
            tried.append(Tried(name, (self._clock() - began) * 1000, frame))
        if not tried:
            # Nothing to be learnt from that: the next capture tries everything again.
            self._fatal.clear()
            raise fault or DeviceRefused(f"{self._name}: there is no way to see the screen on which it does not break")
        best, lies = choose(tried)
        others = {item.name: lies.get(item.name, item.ms) for item in tried if item is not best}
        self.path = ScreenPath(best.name, best.ms, (*others.items(), *failed.items()))
        self._proved = connection
        self._dark = best.blank
        return best.frame

    async def _over_shell(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        buffer = self._pool.lend(self._size)
        output = shell_frames.Output(buffer)
        status = await connection.run("screencap", output, deadline=deadline)
        if status or output.size < RAW_HEADER:
            problem = output.stderr.decode("utf-8", "replace").strip()
            raise self._nothing(f"exit status {status}, {output.size} bytes", problem)
        if output.size > len(buffer):
            buffer = self._larger(output.stdout)
        return read_raw(buffer[: output.size], self._name)

    async def _over_exec(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        buffer = self._pool.lend(self._size)
        output = await connection.exec_into("screencap", buffer, deadline=deadline)
        if output.size < RAW_HEADER:
            raise self._nothing(f"{output.size} bytes", output.read().decode("utf-8", "replace").strip())
        if output.size > len(buffer):
            buffer = self._larger(output.read())
        return read_raw(buffer[: output.size], self._name)

    async def _over_png(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        picture = await connection.exec_out("screencap -p", deadline=deadline)
        # Tens of milliseconds of computing, which nothing else on the loop has to wait for.
        decoded = await anyio.to_thread.run_sync(_decode, picture)
        if isinstance(decoded, Frame):
            return decoded
        raise self._nothing(f"{len(picture)} bytes, {decoded}", picture[:200].decode("utf-8", "replace"))

    async def _over_framebuffer(self, connection: DeviceConnection, deadline: float | None) -> Frame:
        return await connection.framebuffer(self._pool.lend, deadline=deadline)

    def _larger(self, raw: bytes) -> memoryview:
        """The screen is larger than the device said: this once with a copy, from now on with room for it."""
        self._size = len(raw)
        buffer = self._pool.lend(len(raw))
        buffer[:] = raw
        return buffer

    def _nothing(self, facts: str, text: str) -> DeviceRefused:
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
    """A raw screencap as a frame over the same memory. The length tells which header it has.

    Raises:
        DeviceRefused: it is none, is cut off, or has another format than RGBA.
    """
    width, height, form = struct.unpack_from("<3I", raw)
    for header in _HEADERS:
        if 0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE and len(raw) - header == width * height * 4:
            break
    else:
        raise DeviceRefused(f"{name}: {len(raw)} bytes are no raw screen of {width}x{height} pixels; was it cut off?")
    if form != _RGBA:
        raise DeviceRefused(f"{name}: the screen comes in pixel format {form}; only RGBA_8888 (1) can be read")
    return Frame(width, height, np.frombuffer(raw, np.uint8, offset=header).reshape(height, width, 4))
