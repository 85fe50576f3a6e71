r"""The host's side of a shell that is talked to while it runs.

async with connection.open_shell() as shell:
    await shell.send(b"cd /sdcard; ls\n")
    while (said := await shell.receive()) is not None: ...
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import anyio

from adapters.adb.framing import shell_frames as frames
from adapters.adb.host.service_transport import ServiceTransport
from adapters.adb.transport.buffered_stream import BufferedStream
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout

_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class ShellOutput:
    """Something that was written; `error` says where to. At a terminal everything is output."""

    data: bytes
    error: bool = False


class ShellSession:
    """One task may receive while another sends. `exit` is the exit status, once `receive` has given None.

    A command may wait until what it wrote is received before it takes more: send much and receive at the same time.
    """

    def __init__(self, stream: BufferedStream, name: str, what: str, progress: float) -> None:
        self.exit: int | None = None
        self._stream = stream
        self._name = name
        self._what = what
        self._progress = progress
        self._decoder = frames.FrameParser()
        self._said: list[ShellOutput] = []

    async def send(self, data: bytes) -> None:
        """Type, or write to the command's input. Ctrl-C is 0x03, Ctrl-D 0x04, both only at a terminal.

        Raises:
            DeviceTimeout: the device took nothing for as long as transfers may stand still.
            DeviceLost: the shell has ended or the connection broke.
        """
        largest = self._stream.largest - frames.HEADER.size
        view = memoryview(data)
        for at in range(0, len(view), largest):
            piece = view[at : at + largest]
            await self._stream.send(frames.HEADER.pack(frames.STDIN, len(piece)), piece, deadline=self._progress)

    async def receive(self, deadline: float | None = None) -> ShellOutput | None:
        """What was written next, None when the shell has ended. Waits for ever without a deadline in seconds.

        Raises:
            DeviceTimeout: nothing came within the deadline.
            DeviceLost: the connection broke, or the shell ended without an exit status.
        """
        while not self._said:
            if self.exit is not None:
                return None
            packet = await self._stream.receive_packet(deadline)
            if not packet:
                raise DeviceLost(f"{self._name}: {self._what} ended without an exit status; was the daemon killed?")
            self._heard(packet)
        return self._said.pop(0)

    async def wait(self, deadline: float | None = None) -> int:
        """Its exit status when it has ended; what it writes until then is dropped. Raises as `receive` does."""
        try:
            with anyio.fail_after(deadline):
                while await self.receive() is not None:
                    pass
        except TimeoutError:
            raise DeviceTimeout(f"{self._name}: {self._what} did not end within {deadline:g} s") from None
        assert self.exit is not None
        return self.exit

    async def resize(self, rows: int, columns: int, *, width: int = 0, height: int = 0) -> None:
        """The window has this size now (`width` and `height` in pixels, if known). Nothing happens without a terminal.

        Raises as `send` does.
        """
        size = b"%dx%d,%dx%d\0" % (rows, columns, width, height)
        await self._stream.send(frames.frame(frames.WINDOW, size), deadline=self._progress)

    async def close_stdin(self) -> None:
        """End the command's input. A terminal's cannot be ended: send Ctrl-D there. Raises as `send` does."""
        await self._stream.send(frames.frame(frames.CLOSE_STDIN), deadline=self._progress)

    def close(self) -> None:
        """Leave; what runs there gets SIGHUP."""
        self._stream.close()

    def _heard(self, packet: bytes | bytearray) -> None:
        for kind, data in self._decoder.feed(packet):
            if kind == frames.EXIT and data:
                self.exit = data[0]
            elif kind in (frames.STDOUT, frames.STDERR) and data:
                self._said.append(ShellOutput(data, kind == frames.STDERR))


@asynccontextmanager
async def open_shell(
    carrier: ServiceTransport, command: str, *, pty: bool, size: tuple[int, int], term: str
) -> AsyncIterator[ShellSession]:
    """See `DeviceConnection.open_shell`."""
    if "shell_v2" not in carrier.features:
        raise DeviceRefused(f"{carrier.name}: the device has no shell to sit at (no shell_v2); open 'shell:' instead")
    if not term.isascii() or not term.isprintable() or any(mark in term for mark in ",: "):
        raise DeviceRefused(f"{carrier.name}: {term!r} is no kind of terminal; write one such as xterm-256color")
    stream = await carrier.open(f"shell,v2,TERM={term},{'pty' if pty else 'raw'}:{command}")
    what = repr(command[:_SHOWN]) if command else "the shell"
    session = ShellSession(stream, carrier.name, what, carrier.deadlines.progress)
    try:
        if pty:
            await session.resize(*size)
        yield session
    finally:
        stream.close()
