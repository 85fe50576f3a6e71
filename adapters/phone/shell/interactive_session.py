"""An interactive shell: one sh that reads line after line, with mksh's prompt."""

from __future__ import annotations

from typing import Final

from adapters.android.shell_grammar.parser import is_unfinished
from adapters.phone.shell.commands.table import TABLE
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import INT, Signalled
from adapters.phone.shell.language.builtins import TABLE as BUILTINS
from adapters.phone.shell.language.command import Input, LimitExceeded, Result, Sink
from adapters.phone.shell.language.control_flow import Exit
from adapters.phone.shell.language.interpreter import Interpreter
from adapters.phone.shell.language.session import Session, Streams
from adapters.phone.shell.running_line import LiveInput, RunningLine, live_input

_INTERRUPTED: Final = 130
_LONGEST: Final = 1 << 20


class InteractiveShell:
    """Keeps variables, folder and status between lines. `exit` is the exit status once the shell has ended."""

    def __init__(self, machine: Machine, terminal: str = "dumb", *, tty: bool = True) -> None:
        self.exit: int | None = None
        self._machine = machine
        self._session = Session(tty=(0, 0) if tty else None, new_pid=machine.new_pid)
        self._session.vars["TERM"] = terminal
        self._unfinished_text = ""

    @property
    def prompt(self) -> str:
        """Return the prompt of Android's mkshrc: failed status, device, folder; `> ` inside an unfinished command."""
        if self._unfinished_text:
            return "> "
        status = self._session.status
        host = self._session.get("HOSTNAME") or ""
        return f"{f'{status}|' if status else ''}{host}:{self._session.cwd} $ "

    def resize(self, rows: int, columns: int) -> None:
        """Set the window size, which `stty size` prints."""
        if self._session.tty is not None:
            self._session.tty = rows, columns
            self._session.vars.update(LINES=str(rows), COLUMNS=str(columns))

    def interrupt(self) -> None:
        """Handle Ctrl-C: discard the unfinished command."""
        self._unfinished_text = ""
        self._session.status = _INTERRUPTED

    @property
    def tty(self) -> bool:
        return self._session.tty is not None

    def line(self, text: str, stdin: bytes = b"") -> Result:
        """Run one line at once; an unfinished command is kept until further lines complete it."""
        return self._result(self._begin(self._completed(text), Input(stdin), waits=False))

    def start(self, text: str, stdin: LiveInput) -> RunningLine:
        """Start one line as `line` does it, whose input comes while it runs."""
        return self._begin(self._completed(text), live_input(self._machine, stdin), waits=True)

    def end(self) -> Result:
        """Handle the end of input: run an unfinished command, which is a syntax error, and end the shell."""
        begun, self._unfinished_text = self._unfinished_text, ""
        result = self._result(self._begin(begun, Input(), waits=False))
        if self.exit is None:
            self.exit = self._session.status & 0xFF
        return result

    def _completed(self, text: str) -> str:
        """Return the command that a line completes; empty if it needs further lines."""
        full_text, self._unfinished_text = f"{self._unfinished_text}{text}\n", ""
        if len(full_text) <= _LONGEST and is_unfinished(full_text):
            self._unfinished_text, full_text = full_text, ""
        return full_text

    def _begin(self, text: str, source: Input, *, waits: bool) -> RunningLine:
        # A terminal shows output and errors in the order in which they were written.
        out = Sink(tty=self.tty)
        streams = Streams(source, out, out if self.tty else Sink())
        self._session.terminal = out if self.tty else None
        interpreter = Interpreter(TABLE, BUILTINS, self._machine, self._session)
        before = self._session.status

        def play() -> int:
            if text.strip():
                self._session.status = self._text(interpreter, text, streams, before) & 0xFF
            return self._session.status

        return RunningLine(self._machine, interpreter, play, streams, text, waits_for_jobs=False, waits=waits)

    def _result(self, line: RunningLine) -> Result:
        return Result(*line.output(), self._session.status)

    def _text(self, interpreter: Interpreter, text: str, streams: Streams, before: int) -> int:
        try:
            return interpreter.text(text, streams, before=before)
        except Signalled as signalled:
            if signalled.number != INT or self._session.tty is None:
                self.exit = 128 + signalled.number
            return 128 + signalled.number
        except Exit as leave:
            if leave.__cause__ is None or self._session.tty is None:
                # A terminal's shell survives an error in a line; everything else ends it.
                self.exit = leave.status & 0xFF
            return leave.status
        except (LimitExceeded, RecursionError):
            streams.err.write(encode("Killed\n"))
            return 137
