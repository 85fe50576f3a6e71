"""A shell that somebody sits at: line after line, and what one line sets stays for the next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol, runtime_checkable

from adapters.adb.daemon.services import Result, Stdin
from adapters.adb.framing.shell_frames import ShellResult

INTERRUPTED_STATUS: Final = 130
"""The exit status of what Ctrl-C ended: 128 + SIGINT."""


class InteractiveShell(Protocol):
    """One such shell. It is over when `exit` is not None: its exit status."""

    @property
    def prompt(self) -> str: ...

    @property
    def exit(self) -> int | None: ...

    async def line(self, text: str, stdin: Stdin) -> Result:
        """Run one line (without its end). It is cancelled where the host types Ctrl-C or leaves."""

    async def end(self) -> Result:
        """No line will come any more; `exit` is set after it."""

    def interrupt(self) -> None:
        """Ctrl-C, at the prompt or in a line, which was cancelled then."""

    def resize(self, rows: int, columns: int) -> None:
        """The host told the size of its window."""


@runtime_checkable
class SupportsInteractiveShell(Protocol):
    """A device (see `DeviceServices`) whose shell keeps variables and folder from line to line.

    Without this each line of an interactive shell is a command line of its own.
    """

    def sit(self, terminal: str, *, tty: bool) -> InteractiveShell:
        """Start a shell: at a terminal of that kind ($TERM), or one that reads a script where there is none."""


class LineShell:
    """The sitting of a device that only runs command lines: each by `run`, and `exit` leaves."""

    prompt = "$ "

    def __init__(self, run: Callable[[str, Stdin], Awaitable[Result]]) -> None:
        self.exit: int | None = None
        self._run = run
        self._status = 0

    async def line(self, text: str, stdin: Stdin) -> Result:
        """See `InteractiveShell`."""
        command, _, given = text.strip().partition(" ")
        if command == "exit":
            number = given.strip()
            self.exit = int(number) & 0xFF if number.isascii() and number.isdigit() else self._status
        if not command or self.exit is not None:
            return ShellResult(b"", b"", self._status)
        result = await self._run(text.strip(), stdin)
        self._status = result.exit
        return result

    async def end(self) -> Result:
        """See `InteractiveShell`."""
        self.exit = self._status
        return ShellResult(b"", b"", self._status)

    def interrupt(self) -> None:
        """See `InteractiveShell`."""
        self._status = INTERRUPTED_STATUS

    def resize(self, rows: int, columns: int) -> None:
        """See `InteractiveShell`; nothing that it runs asks for it."""
