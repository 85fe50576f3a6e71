"""The device's side of `shell:`, `shell,v2:` and `exec:`: one command, a script on standard input, or a terminal.

    raw with a command      runs it; output and error output apart, exit status (v2); mixed, no status (v1, exec)
    raw without one         the input is a script: line after line, no prompt, no echo
    pty                     a terminal: prompt, echo, line editing, Ctrl-C and Ctrl-D, window size; one output for all

As in a real daemon the default is pty without a command and raw with one, and in a terminal the host cannot close the
input. A command's output is sent when it has ended, or as far as it is there when one goes on
(`services.PartialResult`).
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
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault, DeviceRefused

_WINDOW_TIMEOUT: Final = 0.1
"""Seconds that a command in a terminal waits for the host to tell the size of its window, which hosts do at once."""


class ShellService:
    """One stream. `words` are what stands between `shell` and the colon."""

    def __init__(self, stream: Stream, services: DeviceServices, words: tuple[str, ...]) -> None:
        self.framed = "v2" in words
        self.stream = stream
        self._services = services
        self._words = words

    async def serve(self, command: str) -> None:
        """Serve it to its end. It is cancelled when the host closes the stream."""
        tty = "pty" in self._words or not (command or "raw" in self._words)
        try:
            with anyio.CancelScope() as scope:
                self.stream.on_end = scope.cancel
                if tty:
                    await _TerminalSession(self).serve(command)
                elif command:
                    await self._to_the_end(await self.run(command, StreamInput(self.stream, self.framed)))
                else:
                    await self._script()
        except DeviceFault:
            # The host closed the stream or the connection; nobody is left to be told.
            pass
        self.stream.on_end = None
        self.stream.close()

    async def run(self, command: str, stdin: Stdin) -> Result:
        """One command line of its own."""
        return await self.guard(partial(self._services.shell, command, stdin, merged=not self.framed))

    async def guard(self, run: Callable[[], Awaitable[Result]]) -> Result:
        """What it gives, or how the daemon reports that a command could not be started."""
        try:
            with translate_errors(DeviceRefused, "the device's shell"):
                return await run()
        except DeviceRefused as error:
            return ShellResult(b"", f"error: {error}\n".encode(), 126)

    def sit(self, *, tty: bool) -> InteractiveShell:
        """A shell for the lines to come."""
        terminal = next((word[5:] for word in self._words if word.startswith("TERM=")), "dumb")
        if isinstance(self._services, SupportsInteractiveShell):
            with translate_errors(DeviceRefused, "the device's shell"):
                return self._services.sit(terminal, tty=tty)
        return LineShell(self._services.shell)

    async def _script(self) -> None:
        stdin = StreamInput(self.stream, self.framed, ahead=True)
        sitting = self.sit(tty=False)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(stdin.take_ahead)
                while sitting.exit is None and (line := await stdin.line()) is not None:
                    text = line.removesuffix(b"\n").decode("utf-8", "surrogateescape")
                    await self._to_the_end(await self.guard(partial(sitting.line, text, stdin)), last=False)
                tasks.cancel_scope.cancel()
        except* DeviceFault as group:
            raise group.exceptions[0] from None
        last = ShellResult(b"", b"", sitting.exit) if sitting.exit is not None else await self.guard(sitting.end)
        await self.answer(last)

    async def _to_the_end(self, result: Result, *, last: bool = True) -> None:
        """Send what a command wrote, and what it goes on to write."""
        while isinstance(result, PartialResult):
            await self.answer(result, last=False)
            result = await self.guard(result.rest)
        await self.answer(result, last=last)

    async def answer(self, result: Result, *, last: bool = True) -> None:
        """Send what a command wrote: one frame a packet, the status with the last of them."""
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
    """A terminal on the stream. One task reads keys, so that Ctrl-C is heard at any time; the other does the rest."""

    def __init__(self, service: ShellService) -> None:
        self._service = service
        self._terminal = pty.Terminal()
        self._sitting: InteractiveShell | None = None
        self._running: anyio.CancelScope | None = None
        self._typed = anyio.Event()
        self._told = anyio.Event()

    async def serve(self, command: str) -> None:
        """Run the command, or lines until the shell is left. Raises DeviceFault when the host is gone."""
        sitting = self._service.sit(tty=True)
        self._sitting = sitting
        status = 0
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._listen)
                status = await (self._once(sitting, command) if command else self._lines(sitting))
                tasks.cancel_scope.cancel()
        except* DeviceFault as group:
            raise group.exceptions[0] from None
        await self._service.answer(ShellResult(b"", b"", status))

    async def _listen(self) -> None:
        decoder = frames.FrameParser() if self._service.framed else None
        try:
            while packet := await self._service.stream.receive_packet():
                if decoder is None:
                    self._terminal.put(bytes(packet))
                else:
                    self._heard(decoder, packet)
                if self._running is not None and self._terminal.interrupted():
                    self._running.cancel()
                self._typed.set()
                self._told.set()
        except DeviceFault:
            # The other task finds out when it has something to say; `on_end` has ended it already.
            pass

    def _heard(self, decoder: frames.FrameParser, packet: bytes | bytearray) -> None:
        for kind, data in decoder.feed(packet):
            if kind == frames.STDIN:
                self._terminal.put(data)
            elif kind == frames.WINDOW and self._terminal.resize(data) and self._sitting is not None:
                self._sitting.resize(self._terminal.rows, self._terminal.columns)

    async def _once(self, sitting: InteractiveShell, command: str) -> int:
        if self._service.framed:
            with anyio.move_on_after(_WINDOW_TIMEOUT):
                await self._told.wait()
        status = await self._run(sitting, command)
        return sitting.exit if sitting.exit is not None else status

    async def _lines(self, sitting: InteractiveShell) -> int:
        while sitting.exit is None:
            await self._say(sitting.prompt.encode("utf-8", "surrogateescape"))
            came = await self._take(prompted=True)
            if isinstance(came, bytes):
                await self._run(sitting, came.removesuffix(b"\n").decode("utf-8", "surrogateescape"))
            elif came is pty.Signal.END:
                await self._show(await self._service.guard(sitting.end))
            else:
                sitting.interrupt()
        return sitting.exit

    async def _run(self, sitting: InteractiveShell, line: str) -> int:
        with anyio.CancelScope() as scope:
            self._running = scope
            if self._terminal.interrupted():
                # Typed so soon after the line that it came along with it.
                scope.cancel()
            try:
                result = await self._service.guard(partial(sitting.line, line, _TerminalInput(self)))
                while isinstance(result, PartialResult):
                    await self._show(result)
                    result = await self._service.guard(result.rest)
            finally:
                self._running = None
        if scope.cancelled_caught:
            sitting.interrupt()
            await self._say(b"^C\r\n")
            return INTERRUPTED_STATUS
        await self._show(result)
        return result.exit

    async def _show(self, result: Result) -> None:
        await self._say(pty.terminal_output(result.stdout) + pty.terminal_output(result.stderr))

    async def _say(self, text: bytes) -> None:
        await self._service.answer(ShellResult(text, b"", 0), last=False)

    async def _take(self, *, prompted: bool) -> bytes | pty.Signal:
        """The next line (with its end) or signal, echoed."""
        while True:
            self._typed = anyio.Event()
            echo, came = self._terminal.take(prompted=prompted)
            if echo:
                await self._say(echo)
            if came is not None:
                return came
            await self._typed.wait()

    async def keyboard_line(self) -> bytes:
        """What a command reads next; b"" where Ctrl-D ended it. Ctrl-C cancels the command instead."""
        came = await self._take(prompted=False)
        return came if isinstance(came, bytes) else b""


class _TerminalInput:
    """Standard input of a command in a terminal."""

    def __init__(self, terminal: _TerminalSession) -> None:
        self._terminal = terminal
        self._pending = bytearray()

    async def read(self) -> bytes:
        """Lines until Ctrl-D."""
        while line := await self._terminal.keyboard_line():
            self._pending += line
            del self._pending[MAX_STDIN:]
        data, self._pending = bytes(self._pending), bytearray()
        return data

    async def read_exactly(self, size: int) -> bytes:
        """So many bytes, fewer only where Ctrl-D comes before."""
        while len(self._pending) < size and (line := await self._terminal.keyboard_line()):
            self._pending += line
        data = bytes(self._pending[:size])
        del self._pending[:size]
        return data
