"""An interactive shell: runs line after line and keeps what one line sets for the next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, Protocol, runtime_checkable

import anyio

from adapters.adb.daemon.services import PartialResult, Result, Stdin
from adapters.adb.framing.shell_frames import ShellResult

INTERRUPTED_STATUS: Final = 130
"""Exit status after Ctrl-C: 128 + SIGINT."""


class InteractiveShell(Protocol):
    """An interactive shell. It has ended when `exit`, its exit status, is not None."""

    @property
    def prompt(self) -> str: ...

    @property
    def exit(self) -> int | None: ...

    async def line(self, text: str, stdin: Stdin) -> Result:
        """Runs one line (without its end). Cancelled when the host disconnects."""

    async def end(self) -> Result:
        """Handles the end of input; sets `exit`."""

    def interrupt(self) -> None:
        """Handles Ctrl-C, at the prompt or while a line runs, which usually ends then with `INTERRUPTED_STATUS`."""

    def resize(self, rows: int, columns: int) -> None:
        """Handles the new size of the host's window."""


@runtime_checkable
class SupportsInteractiveShell(Protocol):
    """A device (see `DeviceServices`) whose shell keeps variables and the current folder between lines.

    On other devices each line of an interactive shell is a separate command line.
    """

    def sit(self, terminal: str, *, tty: bool) -> InteractiveShell:
        """Starts a shell: on a terminal of that kind ($TERM), or reading a script if `tty` is false."""


class LineShell:
    """The interactive shell of a device that only runs separate command lines, each with `run`."""

    prompt = "$ "

    def __init__(self, run: Callable[[str, Stdin], Awaitable[Result]]) -> None:
        self.exit: int | None = None
        self._run = run
        self._running: anyio.CancelScope | None = None
        self._status = 0

    async def line(self, text: str, stdin: Stdin) -> Result:
        """See `InteractiveShell`."""
        command, _, given = text.strip().partition(" ")
        if command == "exit":
            number = given.strip()
            self.exit = int(number) & 0xFF if number.isascii() and number.isdigit() else self._status
        if not command or self.exit is not None:
            return ShellResult(b"", b"", self._status)
        return await self._interruptible(partial(self._run, text.strip(), stdin))

    async def _interruptible(self, run: Callable[[], Awaitable[Result]]) -> Result:
        """Returns the result of `run`, whose rest can be interrupted as well."""
        result: Result = ShellResult(b"", b"", INTERRUPTED_STATUS)
        with anyio.CancelScope() as self._running:
            result = await run()
        self._running = None
        self._status = result.exit
        if isinstance(result, PartialResult):
            return replace(result, rest=partial(self._interruptible, result.rest))
        return result

    async def end(self) -> Result:
        """See `InteractiveShell`."""
        self.exit = self._status
        return ShellResult(b"", b"", self._status)

    def interrupt(self) -> None:
        """See `InteractiveShell`."""
        self._status = INTERRUPTED_STATUS
        if self._running is not None:
            self._running.cancel()

    def resize(self, rows: int, columns: int) -> None:
        """See `InteractiveShell`; the size is not used."""
