"""One shell process: its session, the programs and nested shells that it runs, and its rows in the process table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from adapters.android.shell_grammar.parser import is_unfinished
from adapters.phone.shell.device.costs import weight
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import ADBD_PID, HUP, KILL, Line, Process, Signalled, Task
from adapters.phone.shell.language.command import (
    SH,
    Call,
    Command,
    CommandError,
    Input,
    LimitExceeded,
    Result,
    Sink,
    Table,
)
from adapters.phone.shell.language.conditions import Facts
from adapters.phone.shell.language.control_flow import Exit, Loop, Return
from adapters.phone.shell.language.executables import NOT_FOUND, NotExecutableError, interpreter_of
from adapters.phone.shell.language.expansion import ExpansionError
from adapters.phone.shell.language.session import ReadOnlyVariable, Session, Streams

MAX_COMMANDS = 20_000
"""Commands that one line may run before it is killed (137), so that no script can block a phone."""
MAX_NESTING = 12
"""Depth of `eval`, `sh -c` and the like."""


class ShellProcess(ABC):
    """Runs programs in one `Session` on one machine. What a text means is left to the subclass."""

    _line: Line | None = None
    _fork: Fork | None = None
    """What distinguishes a forked shell; None in the line's own shell."""
    _program: tuple[str, ...] = ()
    """The words of the program that the shell runs."""
    _program_pid = 0
    """Its process id once somebody has asked for it."""

    def __init__(
        self,
        table: Table,
        builtins: Mapping[str, Builtin],
        machine: Machine,
        session: Session,
        ran: list[int] | None = None,
    ) -> None:
        self.table = table
        self._builtins = builtins
        self.machine = machine
        self.session = session
        self.ran = [0] if ran is None else ran
        """The number of commands so far, which all interpreters of a line share."""
        self._conditions = 0
        """Number of enclosing conditions; a failure inside one does not end a `set -e` shell."""
        self.loops = 0
        self.sourced = 0
        """Number of enclosing `.` and `eval` commands."""
        self._moved: list[tuple[Streams, Streams]] = []
        """Streams that `exec` has replaced, each with its replacement."""

    @abstractmethod
    def text(self, text: str, streams: Streams, *, before: int = 0) -> int:
        """Run a text line by line in this session, as `eval` does; may raise `Exit` and `Loop`.

        `before` is the value of `$?` for its first command.
        """

    def complain(self, message: str, streams: Streams) -> None:
        streams.err.write(encode(f"{SH}: {message}\n"))

    def count(self, weight: int = 1) -> None:
        """Count commands; raises LimitExceeded after too many."""
        self.ran[0] += weight
        if self.ran[0] > MAX_COMMANDS:
            raise LimitExceeded

    # Shells.

    def run_with_trap(self, play: Callable[[], int], streams: Streams) -> int:
        """Run a shell to its end and then its EXIT trap; return the status (0–255)."""
        try:
            status = play() & 0xFF
        except Exit as leave:
            status = leave.status & 0xFF
        except Signalled as signalled:
            if signalled.number not in (HUP, KILL):  # mksh runs no EXIT trap after these
                self._run_exit_trap(128 + signalled.number, streams)
            raise
        return self._run_exit_trap(status, streams)

    def _run_exit_trap(self, status: int, streams: Streams) -> int:
        last, self.session.trap = self.session.trap, ""
        if last:
            try:
                self.text(last, streams, before=status)
            except Exit as leave:
                return leave.status & 0xFF
        return status

    def nested(self, text: str, params: tuple[str, ...], streams: Streams, name: str = SH) -> int:
        """Run a text in a nested shell, as `sh -c` does."""
        return self._nested(lambda: self.text(text, streams), params, streams, name)

    def nested_script(self, streams: Streams) -> int:
        """Run a nested shell on the lines of its standard input, which its commands share."""
        return self._nested(partial(self._input_lines, streams), (), streams, SH)

    def _input_lines(self, streams: Streams) -> int:
        text = ""
        for line in streams.input.lines():
            text += decode(line)
            if not is_unfinished(text):
                self.text(text, streams, before=self.session.status)
                text = ""
        return self.text(text, streams, before=self.session.status)

    def _nested(self, play: Callable[[], int], params: tuple[str, ...], streams: Streams, name: str) -> int:
        outer = self.session
        if outer.depth >= MAX_NESTING:
            raise LimitExceeded
        self.session = outer.child(params, name)
        loops, self.loops = self.loops, 0
        is_condition, self._conditions = self._conditions, 0
        try:
            return self.run_with_trap(play, streams)
        except Signalled as signalled:
            if [signalled.pid] != self.session.pids:
                raise
            return 128 + signalled.number
        finally:
            self.session, self.loops, self._conditions = outer, loops, is_condition

    def in_subshell(self, play: Callable[[], int]) -> int:
        """Run in a copy of the session: variables, working directory and `exit` do not affect the outer one."""
        outer, self.session = self.session, self.session.copy()
        loops, self.loops = self.loops, 0
        moved = list(self._moved)
        try:
            return play() & 0xFF
        except (Exit, Return) as leave:
            return leave.status & 0xFF
        finally:
            self.session, self.loops, self._moved = outer, loops, moved

    # Programs.

    def call(self, argv: tuple[str, ...], streams: Streams) -> Call:
        return Call(
            argv, self.machine, streams.input, self.session.cwd, partial(self._start_program, streams),
            self.session.environment, streams.out, streams.err, self.session.terminal,
        )  # fmt: skip

    def facts(self, call: Call, streams: Streams) -> Facts:
        """Return what conditions may ask for."""
        return Facts(call, lambda name: self.session.get(name) or "", streams.is_terminal)

    def _start_program(self, streams: Streams, argv: tuple[str, ...], source: Input, out: Sink | None = None) -> Result:
        """Run a program for another program; see `Run`."""
        self.count()
        output, errors = (Sink(), Sink()) if out is None else (out, streams.err)
        status = self.in_subshell(lambda: self.run_words(argv, Streams(source, output, errors, streams.more)))
        return Result(exit=status) if output is out else Result(output.value(), bytes(errors.value()), status)

    def run_words(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run a builtin or program, as `command` and `exec` do."""
        path = _system_path(argv[0])
        name = path.removeprefix("/system/bin/")
        inner = self._builtins.get(path)
        if inner is not None:
            try:
                ended = inner(self, self.call((name, *argv[1:]), streams), streams)
            except CommandError as refused:
                ended = refused.result
            return self.deliver(ended, streams) if isinstance(ended, Result) else ended
        program = self._program_at(path)
        if program is None:
            return self._run_file(argv, streams)
        self.count(weight(name))
        words = (name, *argv[1:])
        outer, self._program = self._program, words
        outer_pid, self._program_pid = self._program_pid, 0
        try:
            try:
                result = program(self.call(words, streams))
            except CommandError as refused:
                result = refused.result
            self.machine.charge(words)
        except Signalled as signalled:
            if not signalled.pid or signalled.pid != self._program_pid:
                raise
            return 128 + signalled.number
        finally:
            self._program, self._program_pid = outer, outer_pid
        return self.deliver(result, streams)

    def _run_file(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run a script by its path."""
        name = argv[0]
        try:
            if "/" not in name:
                raise NotExecutableError("inaccessible or not found", NOT_FOUND)
            words = interpreter_of(self.machine.files, name if name.startswith("/") else f"{self.session.cwd}/{name}")
        except NotExecutableError as error:
            if error.status == NOT_FOUND:
                self.machine.count_unknown(name)
            self.complain(f"{name}: {error}", streams)
            return error.status
        path = _system_path(words[0])
        if path not in self._builtins and self._program_at(path) is None:
            self.complain(f"{name}: No such file or directory", streams)
            return 126
        return self.run_words((*words, *argv), streams)

    def _program_at(self, path: str) -> Command | None:
        """Return a program by its name or path; None if there is none."""
        return self.table.get(path.removeprefix("/system/bin/"))

    def deliver(self, result: Result, streams: Streams) -> int:
        """Write a program's output to the streams and return its exit status."""
        streams.out.write(result.stdout)
        streams.err.write(result.stderr)
        return result.exit

    # Tasks.

    def processes(self) -> list[Process]:
        """Return this shell and the programs that it runs, outermost first."""
        sessions: list[Session] = []
        session: Session | None = self.session
        while session is not None:
            sessions.append(session)
            session = None if self._fork is not None and session is self._fork.session else session.parent
        parent = ADBD_PID if self._fork is None else sessions[-1].pid
        rows: list[Process] = []
        for item in reversed(sessions):
            pid = item.pid
            if not rows and self._fork is not None:
                pid = self._fork.pid = self._fork.pid or self.machine.new_pid()
            rows.append(Process(pid, rows[-1].pid if rows else parent, ("sh",)))
        program = self._program
        if program and self._fork is not None and self._fork.direct and len(rows) == 1:
            rows[0] = replace(rows[0], argv=program)
        elif program:
            self._program_pid = self._program_pid or self.machine.new_pid()
            rows.append(Process(self._program_pid, rows[-1].pid, program))
        return rows

    @property
    def line(self) -> Line:
        """Return the tasks of the command line."""
        if self._line is None:
            self._line = Line()
        return self._line

    def task(self, play: Callable[[], int], *, waits: bool = True) -> Task:
        """Return a task that runs a part of the line."""
        current = self.machine.scheduler.current
        waits = waits and (current is None or current.waits)
        return Task(self.line, play, self.ran, self.processes, lambda number: self.session.ignores(number), waits=waits)

    def isolated(self, play: Callable[[], int], streams: Streams) -> int:
        """Run a subshell to its end, whatever ends it; return its status."""
        try:
            return play() & 0xFF
        except (Exit, Return) as leave:
            return leave.status & 0xFF
        except Loop:
            return 0
        except Signalled as signalled:
            return 128 + signalled.number
        except (ExpansionError, ReadOnlyVariable) as error:
            self.complain(str(error), streams)
            return 1
        except (LimitExceeded, RecursionError):
            streams.err.write(b"Killed\n")
            return 137


class Fork:
    """A forked shell: its process id once somebody has asked for it, and whether it is only one program."""

    __slots__ = ("direct", "pid", "session")

    def __init__(self, session: Session, direct: bool) -> None:
        self.session = session
        self.direct = direct
        self.pid = 0


def _system_path(path: str) -> str:
    """Return the path of a program without the link /bin."""
    return f"/system{path}" if path.startswith("/bin/") else path


Builtin = Callable[[ShellProcess, Call, Streams], int | Result]
"""A builtin of the shell; returns its output and exit status, or the status alone."""
