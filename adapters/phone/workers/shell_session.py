"""An interactive shell session over ADB."""

from __future__ import annotations

from adapters.adb.daemon.services import Result, Stdin
from adapters.phone import shell
from adapters.phone.shell.language.input_detection import reads_input
from adapters.phone.workers.programs import Programs


class ShellSession:
    """An interactive shell of the ADB daemon; input of a line is read completely before it runs."""

    def __init__(self, sitting: shell.InteractiveShell, programs: Programs) -> None:
        self._sitting = sitting
        self._programs = programs

    @property
    def prompt(self) -> str:
        return self._sitting.prompt

    @property
    def exit(self) -> int | None:
        return self._sitting.exit

    async def line(self, text: str, stdin: Stdin) -> Result:
        """Run one line after reading its input."""
        given = await stdin.read() if reads_input(text) else b""
        return self._programs.run_line(text, lambda: self._sitting.line(text, given))

    async def end(self) -> Result:
        """Handle the end of the input."""
        return self._sitting.end()

    def interrupt(self) -> None:
        """Handle Ctrl-C."""
        self._sitting.interrupt()

    def resize(self, rows: int, columns: int) -> None:
        """Set the size of the host's window."""
        self._sitting.resize(rows, columns)
