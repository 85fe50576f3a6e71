"""An interactive shell: one sh that reads line after line, with mksh's prompt."""

from __future__ import annotations

from typing import Final

from adapters.android.shell_grammar.parser import parse_lines
from adapters.android.shell_grammar.syntax_tree import ShellSyntaxError
from adapters.phone.shell.commands.table import TABLE
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.builtins import TABLE as BUILTINS
from adapters.phone.shell.language.command import Input, Result
from adapters.phone.shell.language.control_flow import Exit
from adapters.phone.shell.language.interpreter import Interpreter
from adapters.phone.shell.language.session import LimitExceeded, Session, Sink, Streams

_INTERRUPTED: Final = 130
_UNFINISHED: Final = ("syntax error: unmatched", "syntax error: unexpected EOF", "no closing quote", "here document")
_LONGEST: Final = 1 << 20


class InteractiveShell:
    """Keeps variables, folder and status between lines. `exit` is the exit status once the shell has ended."""

    def __init__(self, machine: Machine, terminal: str = "dumb", *, tty: bool = True) -> None:
        self.exit: int | None = None
        self._machine = machine
        self._session = Session(tty=(0, 0) if tty else None)
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

    def line(self, text: str, stdin: bytes = b"") -> Result:
        """Run one line; an unfinished command is kept until further lines complete it."""
        full_text = f"{self._unfinished_text}{text}\n"
        if len(full_text) <= _LONGEST and _unfinished(full_text):
            self._unfinished_text = full_text
            return Result()
        self._unfinished_text = ""
        return self._run(full_text, stdin)

    def end(self) -> Result:
        """Handle the end of input: run an unfinished command, which is a syntax error, and end the shell."""
        begun, self._unfinished_text = self._unfinished_text, ""
        result = self._run(begun, b"")
        if self.exit is None:
            self.exit = self._session.status & 0xFF
        return result

    def _run(self, text: str, stdin: bytes) -> Result:
        out = Sink()
        # A terminal shows output and errors in the order in which they were written.
        err = out if self._session.tty is not None else Sink()
        before = self._session.status
        if text.strip():
            status = self._text(text, Streams(Input(stdin), out, err), before)
            self._session.status = status & 0xFF
        merged = err is out
        return Result(out.value(), b"" if merged else bytes(err.value()), self._session.status)

    def _text(self, text: str, streams: Streams, before: int) -> int:
        interpreter = Interpreter(TABLE, BUILTINS, self._machine, self._session)
        try:
            with self._machine.phone.running(text):
                return interpreter.text(text, streams, before=before)
        except Exit as leave:
            if leave.__cause__ is None or self._session.tty is None:
                # A terminal's shell survives an error in a line; everything else ends it.
                self.exit = leave.status & 0xFF
            return leave.status
        except (LimitExceeded, RecursionError):
            streams.err.write(encode("Killed\n"))
            return 137


def _unfinished(text: str) -> bool:
    """Return whether more lines could complete the command."""
    if text.endswith("\\\n"):
        return True
    try:
        for _ in parse_lines(text):
            pass
    except ShellSyntaxError as error:
        return str(error).startswith(_UNFINISHED)
    except RecursionError:
        pass
    return False
