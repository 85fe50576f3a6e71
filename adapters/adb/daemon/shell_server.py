"""The device side of `shell:`, `shell,v2:` and `exec:`: a command, a script on standard input, or a terminal.

    raw with a command      runs it; separate output, errors and exit status (v2), or mixed without status (v1, exec)
    raw without one         runs standard input as a script: line by line, no prompt, no echo
    pty                     a terminal: prompt, echo, line editing, Ctrl-C and Ctrl-D, window size; one output for all

As in a real daemon, the default is pty without a command and raw with one, and the host cannot close a terminal's
input. Output is sent when the command ends, or in parts while it runs (`services.PartialResult`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import anyio

from adapters.adb.daemon import pty
from adapters.adb.daemon.interactive_shell import (
    INTERRUPTED_STATUS,
    InteractiveShell,
    LineShell,
    SupportsInteractiveShell,
)
from adapters.adb.daemon.services import DeviceServices, PartialResult, Result, Stdin
from adapters.adb.daemon.stdin import MAX_STDIN, StreamInput
from adapters.adb.framing import shell_frames as frames
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.transport.packets import Buffer
from adapters.adb.transport.stream import Stream
from runtime.core.boundary import translate_errors, unwrap_errors
from runtime.core.errors import DeviceFault, DeviceRefused

_WINDOW_TIMEOUT: Final = 0.1
"""Seconds to wait for the host's window size before a command starts in a terminal; hosts send it at once."""


class ShellService:
    """Serves one stream. `words` are the words between `shell` and the colon."""

    def __init__(self, stream: Stream, services: DeviceServices, words: tuple[str, ...]) -> None:
        self.framed = "v2" in words
        self.stream = stream
        self._services = services
        self._words = words

    async def serve(self, command: str) -> None:
        """Serves the stream to its end. Cancelled when the host closes it."""
        tty = "pty" in self._words or not (command or "raw" in self._words)
        stdin = StreamInput(self.stream, self.framed)
        try:
            with anyio.CancelScope() as scope:

                def on_end() -> None:
                    # Without frames the end of the stream is how a host closes the input of a command that reads it.
                    if tty or self.framed or not stdin.in_use:
                        scope.cancel()

                self.stream.on_end = on_end
                if tty:
                    await _TerminalSession(self).serve(command)
                elif command:
                    await self._command(command, stdin)
                else:
                    await self._script(stdin)
        except DeviceFault:
            # The host closed the stream or the connection.
            pass
        self.stream.on_end = None
        self.stream.close()

    async def run(self, command: str, stdin: Stdin) -> Result:
        """Runs one separate command line."""
        return await self.guard(partial(self._services.shell, command, stdin, merged=not self.framed))

    async def guard(self, run: Callable[[], Awaitable[Result]]) -> Result:
        """Returns the result of `run`, or the daemon's report that a command could not be started."""
        try:
            with translate_errors(DeviceRefused, "the device's shell"):
                return await run()
        except DeviceRefused as error:
            return ShellResult(b"", f"error: {error}\n".encode(), 126)

    def sit(self, *, tty: bool) -> InteractiveShell:
        """Starts a shell for the lines that follow."""
        terminal = next((word[5:] for word in self._words if word.startswith("TERM=")), "dumb")
        if isinstance(self._services, SupportsInteractiveShell):
            with translate_errors(DeviceRefused, "the device's shell"):
                return self._services.sit(terminal, tty=tty)
        return LineShell(self._services.shell)

    async def _command(self, command: str, stdin: StreamInput) -> None:
        result = await self.run(command, stdin)
        if isinstance(result, PartialResult):
            async with stdin.read_ahead_beside():
                await self._send_result(result)
        else:
            await self.answer(result)

    async def _script(self, stdin: StreamInput) -> None:
        shell = self.sit(tty=False)
        async with stdin.read_ahead_beside():
            while shell.exit is None and (line := await stdin.line()) is not None:
                text = line.removesuffix(b"\n").decode("utf-8", "surrogateescape")
                await self._send_result(await self.guard(partial(shell.line, text, stdin)), last=False)
        last = ShellResult(b"", b"", shell.exit) if shell.exit is not None else await self.guard(shell.end)
        await self.answer(last)

    async def _send_result(self, result: Result, *, last: bool = True) -> None:
        """Sends a command's output until it ends."""
        try:
            while isinstance(result, PartialResult):
                await self.answer(result, last=False)
                result = await self.guard(result.rest)
        finally:
            if isinstance(result, PartialResult):
                result.hang_up()
        await self.answer(result, last=last)

    async def answer(self, result: Result, *, last: bool = True) -> None:
        """Sends a command's output, one frame per packet; the status goes with the last."""
        largest = self.stream.largest
        if not self.framed:
            if len(result.stdout) or result.stderr:
                await self.stream.send(memoryview(result.stdout), result.stderr)
            return
        packet: list[Buffer] = []
        size = 0
        for kind, data in ((frames.STDOUT, result.stdout), (frames.STDERR, result.stderr)):
            view = memoryview(data)
            while len(view):
                if size + frames.HEADER.size >= largest:
                    await self.stream.send(*packet)
                    packet, size = [], 0
                piece = view[: largest - size - frames.HEADER.size]
                view = view[len(piece) :]
                packet += (frames.HEADER.pack(kind, len(piece)), piece)
                size += frames.HEADER.size + len(piece)
        if last:
            packet.append(frames.frame(frames.EXIT, bytes((result.exit & 0xFF,))))
        if packet:
            await self.stream.send(*packet)


class _TerminalSession:
    """A terminal on the stream. One task reads keys, so that Ctrl-C always works; another runs the shell."""

    def __init__(self, service: ShellService) -> None:
        self._service = service
        self._terminal = pty.Terminal()
        self._shell: InteractiveShell | None = None
        self._running = False
        self._interrupted = False
        """Whether Ctrl-C was typed while the line ran, and is not shown yet."""
        self._received: bytes | pty.Signal | None = None
        """A line that was echoed, but not returned."""
        self._typed = anyio.Event()
        self._input_changed = anyio.Event()

    async def serve(self, command: str) -> None:
        """Runs the command, or lines until the shell exits. Raises DeviceFault when the host disconnects."""
        shell = self._service.sit(tty=True)
        self._shell = shell
        status = 0
        with unwrap_errors(DeviceFault):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._read_keys)
                status = await (self._run_command(shell, command) if command else self._run_lines(shell))
                tasks.cancel_scope.cancel()
        await self._service.answer(ShellResult(b"", b"", status))

    async def _read_keys(self) -> None:
        decoder = frames.FrameParser() if self._service.framed else None
        try:
            while packet := await self._service.stream.receive_packet():
                if decoder is None:
                    self._terminal.put(bytes(packet))
                else:
                    self._handle_frames(decoder, packet)
                if self._running and self._shell is not None and self._terminal.interrupted():
                    self._interrupted = True
                    self._shell.interrupt()
                self._typed.set()
                self._input_changed.set()
        except DeviceFault:
            # The other task has been ended by `on_end`, or notices when it sends.
            pass

    def _handle_frames(self, decoder: frames.FrameParser, packet: bytes | bytearray) -> None:
        for kind, data in decoder.feed(packet):
            if kind == frames.STDIN:
                self._terminal.put(data)
            elif kind == frames.WINDOW and self._terminal.resize(data) and self._shell is not None:
                self._shell.resize(self._terminal.rows, self._terminal.columns)

    async def _run_command(self, shell: InteractiveShell, command: str) -> int:
        if self._service.framed:
            with anyio.move_on_after(_WINDOW_TIMEOUT):
                await self._input_changed.wait()
        status = await self._run(shell, command)
        return shell.exit if shell.exit is not None else status

    async def _run_lines(self, shell: InteractiveShell) -> int:
        while shell.exit is None:
            await self._write(shell.prompt.encode("utf-8", "surrogateescape"))
            received = await self._next_line(prompted=True)
            if isinstance(received, bytes):
                await self._run(shell, received.removesuffix(b"\n").decode("utf-8", "surrogateescape"))
            elif received is pty.Signal.END:
                await self._show(await self._service.guard(shell.end))
            else:
                shell.interrupt()
        return shell.exit

    async def _run(self, shell: InteractiveShell, line: str) -> int:
        if self._terminal.interrupted():
            # Ctrl-C arrived in the same packet as the line.
            shell.interrupt()
            await self._write(b"^C\r\n")
            return INTERRUPTED_STATUS
        result: Result | None = None
        self._running = True
        try:
            result = await self._service.guard(partial(shell.line, line, _TerminalInput(self)))
            while isinstance(result, PartialResult):
                await self._show(result)
                result = await self._service.guard(result.rest)
        finally:
            self._running = False
            if isinstance(result, PartialResult):
                result.hang_up()
        await self._show(result)
        return result.exit

    async def _show(self, result: Result) -> None:
        if self._interrupted:
            self._interrupted = False
            await self._write(b"^C\r\n")
        await self._write(pty.terminal_output(result.stdout) + pty.terminal_output(result.stderr))

    async def _write(self, text: bytes) -> None:
        await self._service.answer(ShellResult(text, b"", 0), last=False)

    async def _next_line(self, *, prompted: bool) -> bytes | pty.Signal:
        """Reads and echoes the next line (with its end) or signal."""
        while True:
            self._typed = anyio.Event()
            if self._received is None:
                echo, self._received = self._terminal.take(prompted=prompted)
                if echo:
                    await self._write(echo)
            if self._received is not None:
                received, self._received = self._received, None
                return received
            await self._typed.wait()

    async def keyboard_line(self) -> bytes:
        """The next line for a command; b"" after Ctrl-D. Ctrl-C interrupts the command instead."""
        received = await self._next_line(prompted=False)
        return received if isinstance(received, bytes) else b""


class _TerminalInput:
    """Standard input of a command in a terminal."""

    def __init__(self, terminal: _TerminalSession) -> None:
        self._terminal = terminal
        self._pending = bytearray()

    async def wait(self) -> None:
        """Waits for a line or Ctrl-D."""
        if not self._pending:
            self._pending += await self._terminal.keyboard_line()

    def take(self) -> bytes:
        """Returns the line that was typed; b"" after Ctrl-D."""
        data, self._pending = bytes(self._pending), bytearray()
        return data

    async def read(self) -> bytes:
        """Reads lines until Ctrl-D."""
        while line := await self._terminal.keyboard_line():
            self._pending += line
            del self._pending[MAX_STDIN:]
        return self.take()

    async def read_exactly(self, size: int) -> bytes:
        """Reads `size` bytes; fewer only if Ctrl-D comes before."""
        while len(self._pending) < size and (line := await self._terminal.keyboard_line()):
            self._pending += line
        data = bytes(self._pending[:size])
        del self._pending[:size]
        return data
