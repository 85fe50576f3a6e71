r"""The host side of an interactive shell.

async with connection.open_shell() as shell:
    await shell.send(b"cd /sdcard; ls\n")
    while (output := await shell.receive()) is not None: ...
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
    """A piece of output; `error` if it is from standard error. A terminal has only standard output."""

    data: bytes
    error: bool = False


class ShellSession:
    """An interactive shell. `exit` is the exit status, once `receive` has returned None.

    One task may receive while another sends. A command may block until its output is received, so send large amounts
    and receive at the same time.
    """

    def __init__(self, stream: BufferedStream, name: str, what: str, progress: float) -> None:
        self.exit: int | None = None
        self._stream = stream
        self._name = name
        self._what = what
        self._progress = progress
        self._decoder = frames.FrameParser()
        self._pending: list[ShellOutput] = []

    async def send(self, data: bytes) -> None:
        """Types, or writes to the command's input. Ctrl-C is 0x03, Ctrl-D 0x04, both only on a terminal.

        Raises:
            DeviceTimeout: the device accepted nothing within the progress deadline.
            DeviceLost: the shell has ended or the connection broke.
        """
        largest = self._stream.largest - frames.HEADER.size
        view = memoryview(data)
        for at in range(0, len(view), largest):
            piece = view[at : at + largest]
            await self._stream.send(frames.HEADER.pack(frames.STDIN, len(piece)), piece, deadline=self._progress)

    async def receive(self, deadline: float | None = None) -> ShellOutput | None:
        """Returns the next output, None when the shell has ended. `deadline` is in seconds (None: forever).

        Raises:
            DeviceTimeout: nothing came within the deadline.
            DeviceLost: the connection broke, or the shell ended without an exit status.
        """
        while not self._pending:
            if self.exit is not None:
                return None
            packet = await self._stream.receive_packet(deadline)
            if not packet:
                raise DeviceLost(f"{self._name}: {self._what} ended without an exit status; was the daemon killed?")
            self._parse(packet)
        return self._pending.pop(0)

    async def wait(self, deadline: float | None = None) -> int:
        """Waits for the exit status and drops the output until then. Raises as `receive` does."""
        try:
            with anyio.fail_after(deadline):
                while await self.receive() is not None:
                    pass
        except TimeoutError:
            raise DeviceTimeout(f"{self._name}: {self._what} did not end within {deadline:g} s") from None
        assert self.exit is not None
        return self.exit

    async def resize(self, rows: int, columns: int, *, width: int = 0, height: int = 0) -> None:
        """Sets the window size (`width` and `height` in pixels, if known). Has no effect without a terminal.

        Raises as `send` does.
        """
        size = b"%dx%d,%dx%d\0" % (rows, columns, width, height)
        await self._stream.send(frames.frame(frames.WINDOW, size), deadline=self._progress)

    async def close_stdin(self) -> None:
        """Ends the command's input. On a terminal send Ctrl-D instead. Raises as `send` does."""
        await self._stream.send(frames.frame(frames.CLOSE_STDIN), deadline=self._progress)

    def close(self) -> None:
        """Closes the session; the process gets SIGHUP."""
        self._stream.close()

    def _parse(self, packet: bytes | bytearray) -> None:
        for kind, data in self._decoder.feed(packet):
            if kind == frames.EXIT and data:
                self.exit = data[0]
            elif kind in (frames.STDOUT, frames.STDERR) and data:
                self._pending.append(ShellOutput(data, kind == frames.STDERR))


@asynccontextmanager
async def open_shell(
    carrier: ServiceTransport, command: str, *, pty: bool, size: tuple[int, int], term: str
) -> AsyncIterator[ShellSession]:
    """See `DeviceConnection.open_shell`."""
    if "shell_v2" not in carrier.features:
        raise DeviceRefused(f"{carrier.name}: the device has no interactive shell (no shell_v2); open 'shell:' instead")
    if not term.isascii() or not term.isprintable() or any(mark in term for mark in ",: "):
        raise DeviceRefused(f"{carrier.name}: {term!r} is not a terminal type; write one such as xterm-256color")
    stream = await carrier.open(f"shell,v2,TERM={term},{'pty' if pty else 'raw'}:{command}")
    what = repr(command[:_SHOWN]) if command else "the shell"
    session = ShellSession(stream, carrier.name, what, carrier.deadlines.progress)
    try:
        if pty:
            await session.resize(*size)
        yield session
    finally:
        stream.close()
