"""A shell that somebody sits at: one sh that reads line after line, with mksh's prompt."""

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
    """Variables, folder and status stay from line to line. `exit` is its exit status once it has been left."""

    def __init__(self, machine: Machine, terminal: str = "dumb", *, tty: bool = True) -> None:
        self.exit: int | None = None
        self._machine = machine
        self._session = Session(tty=(0, 0) if tty else None)
        self._session.vars["TERM"] = terminal
        self._begun = ""

    @property
    def prompt(self) -> str:
        """As Android's mkshrc has it: a failed status, the device, the folder; `> ` inside an unfinished command."""
        if self._begun:
            return "> "
        status = self._session.status
        host = self._session.get("HOSTNAME") or ""
        return f"{f'{status}|' if status else ''}{host}:{self._session.cwd} $ "

    def resize(self, rows: int, columns: int) -> None:
        """The window has another size; `stty size` tells it."""
        if self._session.tty is not None:
            self._session.tty = rows, columns
            self._session.vars.update(LINES=str(rows), COLUMNS=str(columns))

    def interrupt(self) -> None:
        """Ctrl-C: what was begun is dropped."""
        self._begun = ""
        self._session.status = _INTERRUPTED

    def line(self, text: str, stdin: bytes = b"") -> Result:
        """Run one line; an unfinished command waits for the rest of it."""
        full_text = f"{self._begun}{text}\n"
        if len(full_text) <= _LONGEST and _unfinished(full_text):
            self._begun = full_text
            return Result()
        self._begun = ""
        return self._play(full_text, stdin)

    def end(self) -> Result:
        """The input has ended: what is unfinished is a mistake, then the shell is left."""
        begun, self._begun = self._begun, ""
        result = self._play(begun, b"")
        if self.exit is None:
            self.exit = self._session.status & 0xFF
        return result

    def _play(self, text: str, stdin: bytes) -> Result:
        out = Sink()
        # A terminal takes both in the order in which they were written.
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
            return interpreter.text(text, streams, before=before)
        except Exit as leave:
            if leave.__cause__ is None or self._session.tty is None:
                # Not a mistake in the line, which a shell survives that somebody sits at.
                self.exit = leave.status & 0xFF
            return leave.status
        except (LimitExceeded, RecursionError):
            streams.err.write(encode("Killed\n"))
            return 137


def _unfinished(text: str) -> bool:
    """Whether more lines could make a command of it."""
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
