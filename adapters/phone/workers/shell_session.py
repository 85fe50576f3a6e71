"""An interactive shell session over ADB."""

from __future__ import annotations

from adapters.adb.daemon.services import Result, Stdin
from adapters.phone import shell
from adapters.phone.shell import LiveInput, RunningLine
from adapters.phone.workers.programs import Programs


class ShellSession:
    """An interactive shell of the ADB daemon."""

    def __init__(self, sitting: shell.InteractiveShell, programs: Programs) -> None:
        self._sitting = sitting
        self._programs = programs
        self._running: RunningLine | None = None

    @property
    def prompt(self) -> str:
        return self._sitting.prompt

    @property
    def exit(self) -> int | None:
        return self._sitting.exit

    async def line(self, text: str, stdin: Stdin) -> Result:
        """Run one line, or begin a command that further lines complete."""
        source = LiveInput(stdin.wait, stdin.take, self._sitting.tty)

        def begin() -> RunningLine:
            self._running = self._sitting.start(text, source)
            return self._running

        return self._programs.run_line(begin)

    async def end(self) -> Result:
        """Handle the end of the input."""
        return self._sitting.end()

    def interrupt(self) -> None:
        """Handle Ctrl-C."""
        if self._running is not None and self._running.status is None:
            self._programs.interrupt(self._running)
        else:
            self._sitting.interrupt()

    def resize(self, rows: int, columns: int) -> None:
        """Set the size of the host's window."""
        self._sitting.resize(rows, columns)
