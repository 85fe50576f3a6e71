"""What a host does with a device, over streams, whoever carries those (a link, an adb server).

Commands, files, the screen, the log, apps, and requests to its daemon.
"""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from adapters.adb.framing import shell_frames as frames
from adapters.adb.framing.framebuffer import FramebufferError, Receiver
from adapters.adb.framing.receive_sinks import BufferSink, LineParser
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.host.file_operations import FileOperations
from adapters.adb.host.log_lines import lines_of
from adapters.adb.host.package_operations import PackageOperations
from adapters.adb.host.port_operations import PortOperations
from adapters.adb.host.service_transport import Deadlines as Deadlines
from adapters.adb.host.service_transport import ServiceTransport, shortened
from adapters.adb.host.shell_client import ShellSession, open_shell
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.packets import ReceiveSink
from runtime.core.errors import DeviceLost, DeviceRefused
from runtime.screen.frames import Frame

_MAX_REPLY = 64 << 10


class DeviceConnection(ServiceTransport):
    """A device at hand: what a host can do with it.

    Command lines, terminals, the screen, the log and requests to the daemon are methods of the connection itself. The
    rest is found in its parts: `files` copies files and folders, `ports` forwards and reverses connections, `packages`
    installs and removes apps. All of it is public, whether or not the engine uses it.
    """

    ports: PortOperations

    def __init__(self, deadlines: Deadlines) -> None:
        super().__init__(deadlines)
        self.files = FileOperations(self, self.shell)
        self.packages = PackageOperations(self)

    async def shell(self, command: str, *, stdin: bytes | None = None, deadline: float | None = None) -> ShellResult:
        """Run a command line; its output, error output and exit status.

        With `stdin` the command gets that and then the end of its input; without, its input stays open, which is faster
        and right for everything that doesn't read any. Raises as `open` does; DeviceTimeout also where the command did
        not end within `deadline` seconds.
        """
        output = frames.OutputSink()
        status = await self.run(command, output, stdin=stdin, deadline=deadline)
        return ShellResult(output.stdout, output.stderr, status)

    async def run(
        self, command: str, output: frames.OutputSink, *, stdin: bytes | None = None, deadline: float | None = None
    ) -> int:
        """Like `shell`, with the output going to a collector of the caller's; returns the exit status.

        When it returns or raises nothing writes to the collector's buffer any more.
        """
        if "shell_v2" not in self.features:
            raise DeviceRefused(f"{self.name}: the device cannot tell exit statuses (no shell_v2); use shell_v1")
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        stream = await self.open(f"shell,v2,raw:{command}", output, deadline=seconds)

        def look() -> None:
            if output.exit is not None or output.overrun:
                stream.finish()

        stream.on_packet = look
        try:
            if stdin is not None:
                await self._feed(stream, stdin, output)
            if output.exit is None and not output.overrun:
                await stream.finished(max(ends - loop.time(), 0.0), f"finish {shortened(command)}")
        finally:
            # No cycle may be left: the output's buffer goes back to its pool when the last reference is gone.
            stream.on_packet = None
            stream.close()
        if output.overrun:
            raise DeviceRefused(f"{self.name}: {shortened(command)} wrote more than is kept; narrow it down")
        if output.exit is None:
            raise DeviceLost(f"{self.name}: {shortened(command)} ended without an exit status; was the daemon killed?")
        return output.exit

    def open_shell(
        self,
        command: str = "",
        *,
        pty: bool = True,
        size: tuple[int, int] = (24, 80),
        term: str = "xterm-256color",
    ) -> AbstractAsyncContextManager[ShellSession]:
        """A shell to sit at, or a command that is talked to while it runs, for the length of a block.

        With `pty` at a terminal of `size` (rows, columns): it echoes, edits lines, and writes everything into one
        output. Without, output and error output come apart, and input is a script if there is no command.

        Raises as `open` does; DeviceRefused also where the device has no shell_v2.
        """
        return open_shell(self, command, pty=pty, size=size, term=term)

    async def shell_v1(self, command: str, *, deadline: float | None = None) -> bytes:
        """Run a command the old way: output and error output mixed, no exit status. Raises as `shell` does."""
        return await self.collect(f"shell:{command}", deadline=deadline)

    async def exec_out(self, command: str, *, deadline: float | None = None) -> bytes:
        """Run a command and get its bytes as they are; slower than `shell` on real devices. Raises as `shell` does."""
        return await self.collect(f"exec:{command}", deadline=deadline)

    async def exec_into(self, command: str, into: memoryview, *, deadline: float | None = None) -> BufferSink:
        """Like `exec_out`, with the bytes going into a buffer as far as that reaches. Raises as `shell` does.

        When it returns or raises nothing writes to the buffer any more.
        """
        sink = BufferSink(into)
        await self._land(f"exec:{command}", sink, lambda: sink.overrun, deadline)
        if sink.overrun:
            raise DeviceRefused(f"{self.name}: {shortened(command)} wrote more than is kept; narrow it down")
        return sink

    async def framebuffer(
        self, lend: Callable[[int], memoryview] | None = None, *, deadline: float | None = None
    ) -> Frame:
        """The screen by the service that is made for it. `lend` gives the buffer for so many bytes of pixels.

        Raises as `shell` does; DeviceRefused also where no picture comes, or none that can be read.
        """
        receiver = Receiver(lend or _new_buffer)
        await self._land("framebuffer:", receiver, lambda: receiver.done, deadline)
        try:
            return receiver.result()
        except FramebufferError as error:
            raise DeviceRefused(f"{self.name}: framebuffer: {error}") from None

    @asynccontextmanager
    async def logcat(self, *arguments: str) -> AsyncIterator[AsyncIterator[str]]:
        """The log as it is written, for the length of a block: lines without their ends, however long none comes.

        They end where the device closes the stream (as with the argument -d). While they are taken DeviceRefused is
        raised if logcat fails, DeviceLost if the connection breaks. Raises as `open` does.
        """
        framed = "shell_v2" in self.features
        command = shlex.join(("logcat", *arguments))
        stream = await self.open(f"shell,v2,raw:{command}" if framed else f"exec:{command}")
        lines = lines_of(stream, LineParser(framed=framed), f"{self.name}: {shortened(command)}")
        try:
            yield lines
        finally:
            stream.close()
            await lines.aclose()

    async def root(self) -> str:
        """Ask the daemon to start anew as root; its answer, which may be a no. Raises as `open` does."""
        return await self._ask_daemon("root:")

    async def unroot(self) -> str:
        """Ask the daemon to start anew without root; its answer. Raises as `open` does."""
        return await self._ask_daemon("unroot:")

    async def remount(self) -> str:
        """Ask for system partitions that can be written; the answer, which may be a no. Raises as `open` does."""
        return await self._ask_daemon("remount:")

    async def tcpip(self, port: int) -> str:
        """Ask the daemon to start anew and listen on a port; its answer. Raises as `open` does."""
        return await self._ask_daemon(f"tcpip:{port}")

    async def usb(self) -> str:
        """Ask the daemon to start anew and listen on USB only; its answer. Raises as `open` does."""
        return await self._ask_daemon("usb:")

    async def reboot(self, target: str = "") -> str:
        """Start the device anew (or its `recovery`, `bootloader`, …); its answer, usually empty. Raises as `open` does.

        The connection drops then.
        """
        return await self._ask_daemon(f"reboot:{target}", ends=True)

    async def _feed(self, stream: BufferedStream, stdin: bytes, output: frames.OutputSink) -> None:
        """Write the whole input; a command may end before it has read it."""
        view = memoryview(stdin)
        largest = stream.largest - frames.HEADER.size
        progress = self.deadlines.progress
        try:
            for at in range(0, len(view), largest):
                piece = view[at : at + largest]
                await stream.send(frames.HEADER.pack(frames.STDIN, len(piece)), piece, deadline=progress)
            await stream.send(frames.frame(frames.CLOSE_STDIN), deadline=progress)
        except DeviceLost:
            if output.exit is None:
                raise

    async def _ask_daemon(self, service: str, *, ends: bool = False) -> str:
        """What it says until it closes the stream, or the connection, which is its right once it `ends` or has said."""
        stream = await self.open(service)
        received = bytearray()
        try:
            while len(received) < _MAX_REPLY and (packet := await stream.receive_packet(self.deadlines.command)):
                received += packet
        except DeviceLost:
            if not received and not ends:
                raise
        finally:
            stream.close()
        return received.decode("utf-8", "replace").strip()

    async def _land(self, service: str, sink: ReceiveSink, done: Callable[[], bool], deadline: float | None) -> None:
        """A whole stream into a sink, until the device closes it or enough has come."""
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        stream = await self.open(service, sink, deadline=seconds)

        def look() -> None:
            if done():
                stream.finish()

        stream.on_packet = look
        try:
            if not done():
                await stream.finished(max(ends - loop.time(), 0.0), f"finish {shortened(service)}")
        finally:
            # No cycle may be left: the buffer goes back to its pool when the last reference is gone.
            stream.on_packet = None
            stream.close()


def _new_buffer(size: int) -> memoryview:
    return memoryview(bytearray(size))
