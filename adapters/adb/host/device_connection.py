"""The operations of a host on a device, over any transport: a direct link or an adb server.

Commands, files, the screen, the log, apps, and requests to the device's daemon.
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
    """A connected device with all operations of a host.

    Commands, terminals, the screen, the log and requests to the daemon are methods of the connection itself. `files`
    copies files and folders, `ports` forwards and reverses connections, `packages` installs and removes apps. All of it
    is public, whether or not the engine uses it.
    """

    ports: PortOperations

    def __init__(self, deadlines: Deadlines) -> None:
        super().__init__(deadlines)
        self.files = FileOperations(self, self.shell)
        self.packages = PackageOperations(self)

    async def shell(self, command: str, *, stdin: bytes | None = None, deadline: float | None = None) -> ShellResult:
        """Runs a command line; returns its output, error output and exit status.

        With `stdin` the command gets that input and then its end. Without, the input stays open, which is faster and
        right for commands that read none. Raises as `open` does, and DeviceTimeout if the command does not end within
        `deadline` seconds.
        """
        output = frames.OutputSink()
        status = await self.run(command, output, stdin=stdin, deadline=deadline)
        return ShellResult(output.stdout, output.stderr, status)

    async def run(
        self, command: str, output: frames.OutputSink, *, stdin: bytes | None = None, deadline: float | None = None
    ) -> int:
        """Like `shell`, but writes to the caller's `output`; returns the exit status.

        Nothing writes to the output's buffer after it returns or raises.
        """
        if "shell_v2" not in self.features:
            raise DeviceRefused(f"{self.name}: the device does not report exit statuses (no shell_v2); use shell_v1")
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        stream = await self.open(f"shell,v2,raw:{command}", output, deadline=seconds)

        def check_done() -> None:
            if output.exit is not None or output.overrun:
                stream.finish()

        stream.on_packet = check_done
        try:
            if stdin is not None:
                await self._feed(stream, stdin, output)
            if output.exit is None and not output.overrun:
                await stream.finished(max(ends - loop.time(), 0.0), f"finish {shortened(command)}")
        finally:
            # Break the reference cycle: the output's buffer returns to its pool when the last reference is gone.
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
        """An interactive shell, or a command to talk to while it runs, for the duration of a block.

        With `pty` on a terminal of `size` (rows, columns): it echoes, edits lines, and writes everything to one output.
        Without, output and errors are separate, and the input is a script if there is no command. Raises as `open`
        does, and DeviceRefused if the device has no shell_v2.
        """
        return open_shell(self, command, pty=pty, size=size, term=term)

    async def shell_v1(self, command: str, *, deadline: float | None = None) -> bytes:
        """Runs a command with protocol 1: output and errors mixed, no exit status. Raises as `shell` does."""
        return await self.collect(f"shell:{command}", deadline=deadline)

    async def exec_out(self, command: str, *, deadline: float | None = None) -> bytes:
        """Runs a command and returns its raw output; slower than `shell` on real devices. Raises as `shell` does."""
        return await self.collect(f"exec:{command}", deadline=deadline)

    async def exec_into(self, command: str, into: memoryview, *, deadline: float | None = None) -> BufferSink:
        """Like `exec_out`, but fills a buffer as far as it reaches. Raises as `shell` does.

        Nothing writes to the buffer after it returns or raises.
        """
        sink = BufferSink(into)
        await self._receive_all(f"exec:{command}", sink, lambda: sink.overrun, deadline)
        if sink.overrun:
            raise DeviceRefused(f"{self.name}: {shortened(command)} wrote more than is kept; narrow it down")
        return sink

    async def framebuffer(
        self, lend: Callable[[int], memoryview] | None = None, *, deadline: float | None = None
    ) -> Frame:
        """Captures the screen with the framebuffer service. `lend` provides the pixel buffer.

        Raises as `shell` does, and DeviceRefused if no readable picture comes.
        """
        receiver = Receiver(lend or _new_buffer)
        await self._receive_all("framebuffer:", receiver, lambda: receiver.done, deadline)
        try:
            return receiver.result()
        except FramebufferError as error:
            raise DeviceRefused(f"{self.name}: framebuffer: {error}") from None

    @asynccontextmanager
    async def logcat(self, *arguments: str) -> AsyncIterator[AsyncIterator[str]]:
        """Follows the log for the duration of a block: lines without their ends, without a timeout.

        The lines end when the device closes the stream (as with the argument -d). Iterating raises DeviceRefused if
        logcat fails and DeviceLost if the connection breaks. Raises as `open` does.
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
        """Asks the daemon to restart as root; returns its answer, possibly a refusal. Raises as `open` does."""
        return await self._ask_daemon("root:")

    async def unroot(self) -> str:
        """Asks the daemon to restart without root; returns its answer. Raises as `open` does."""
        return await self._ask_daemon("unroot:")

    async def remount(self) -> str:
        """Asks for writable system partitions; returns the answer, possibly a refusal. Raises as `open` does."""
        return await self._ask_daemon("remount:")

    async def tcpip(self, port: int) -> str:
        """Asks the daemon to restart and listen on a port; returns its answer. Raises as `open` does."""
        return await self._ask_daemon(f"tcpip:{port}")

    async def usb(self) -> str:
        """Asks the daemon to restart and listen on USB only; returns its answer. Raises as `open` does."""
        return await self._ask_daemon("usb:")

    async def reboot(self, target: str = "") -> str:
        """Reboots the device (or into `recovery`, `bootloader`, …); returns its answer, usually empty.

        The connection then drops. Raises as `open` does.
        """
        return await self._ask_daemon(f"reboot:{target}", ends=True)

    async def _feed(self, stream: BufferedStream, stdin: bytes, output: frames.OutputSink) -> None:
        """Writes the entire input; a command may end before it has read it."""
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
        """Requests a daemon service and returns its text.

        The daemon may drop the connection instead of the stream, after its answer or if it `ends`.
        """
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

    async def _receive_all(
        self, service: str, sink: ReceiveSink, done: Callable[[], bool], deadline: float | None
    ) -> None:
        """Passes a stream to a sink until the device closes it or `done` is true."""
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        stream = await self.open(service, sink, deadline=seconds)

        def check_done() -> None:
            if done():
                stream.finish()

        stream.on_packet = check_done
        try:
            if not done():
                await stream.finished(max(ends - loop.time(), 0.0), f"finish {shortened(service)}")
        finally:
            # Break the reference cycle: the buffer returns to its pool when the last reference is gone.
            stream.on_packet = None
            stream.close()


def _new_buffer(size: int) -> memoryview:
    return memoryview(bytearray(size))
