"""Somebody sits at a phone's shell, over ADB."""

from __future__ import annotations

from adapters.adb.daemon.services import Result, Stdin
from adapters.phone import shell
from adapters.phone.shell.language.input_detection import reads_input
from adapters.phone.workers.programs import Programs


class ShellSession:
    """Implements `adapters.adb.daemon.interactive_shell.Sitting`: lines that read input get it, all of it before they
    run.
    """

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
        """Run one line, at once but for its input."""
        given = await stdin.read() if reads_input(text) else b""
        return self._programs.watched(text, lambda: self._sitting.line(text, given))

    async def end(self) -> Result:
        """The input has ended."""
        return self._sitting.end()

    def interrupt(self) -> None:
        """Ctrl-C."""
        self._sitting.interrupt()

    def resize(self, rows: int, columns: int) -> None:
        """The host's window has another size."""
        self._sitting.resize(rows, columns)
