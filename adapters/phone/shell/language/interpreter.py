"""The interpreter: walks the syntax tree and runs simple commands, functions, programs and nested shells.

One instance runs one command line; stages of a pipeline that wait for each other, and background jobs, have their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from adapters.android.shell_grammar.parser import is_unfinished, parse_lines
from adapters.android.shell_grammar.syntax_tree import (
    AndOr,
    Arith,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
    While,
)  # fmt: skip
from adapters.phone.shell.device.costs import weight
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import ADBD_PID, HUP, KILL, Line, Process, Signalled, Task
from adapters.phone.shell.language.command import SH, Call, Input, LimitExceeded, Result, Sink, Table
from adapters.phone.shell.language.command import Command as Program
from adapters.phone.shell.language.conditions import test
from adapters.phone.shell.language.control_flow import Exit, Loop, Return
from adapters.phone.shell.language.double_brackets import DoubleBrackets
from adapters.phone.shell.language.executables import NotExecutableError, interpreter_of
from adapters.phone.shell.language.expansion import Expander, ExpansionError, matches, quoted
from adapters.phone.shell.language.pipes import Pipe
from adapters.phone.shell.language.redirections import RedirectionError, close, redirected
from adapters.phone.shell.language.session import FileSink, ReadOnlyVariable, Session, Streams

MAX_COMMANDS = 20_000
"""Commands that one line may run before it is killed (137), so that no script can block a phone."""
MAX_NESTING = 12
"""Depth of `eval`, `sh -c` and the like."""
_PLAIN_WORDS = re.compile(
    r"(?!(?:if|then|elif|else|fi|for|while|until|do|done|case|esac)(?: |$))[\w./:,@%+-]+(?: [\w./:,@%+=-]+)*"
)
_WORDS_PER_COMMAND = 16
"""Number of words that count as one additional command."""


class Interpreter:
    """Runs scripts in one `Session` on one machine, with these programs and builtins."""

    _line: Line | None = None
    _fork: _Fork | None = None
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
        self._substituted = 0
        self._conditions = 0
        """Number of enclosing conditions; a failure inside one does not end a `set -e` shell."""
        self.loops = 0
        self.sourced = 0
        """Number of enclosing `.` and `eval` commands."""
        self._moved: list[tuple[Streams, Streams]] = []
        """Streams that `exec` has replaced, each with its replacement."""

    # Command lines.

    def run(self, text: str, streams: Streams) -> int:
        """Run a command line and return its status (0–255)."""
        try:
            if _PLAIN_WORDS.fullmatch(text):
                # Most command lines are plain words and need no parser.
                return self._invoke(tuple(text.split(" ")), streams) & 0xFF
            return self._run_with_trap(lambda: self.text(text, streams), streams)
        except Exit as leave:
            return leave.status & 0xFF
        except Signalled as signalled:
            return 128 + signalled.number
        except (LimitExceeded, RecursionError):
            streams.err.write(b"Killed\n")
            return 137

    def _run_with_trap(self, play: Callable[[], int], streams: Streams) -> int:
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

    def text(self, text: str, streams: Streams, *, before: int = 0) -> int:
        """Run a text line by line in this session, as `eval` does; may raise `Exit` and `Loop`.

        `before` is the value of `$?` for its first command.
        """
        self.session.status = before
        try:
            for script in parse_lines(text):
                self.script(script, streams)
        except ShellSyntaxError as error:
            self.complain(str(error), streams)
            raise Exit(1) from error
        except (ExpansionError, ReadOnlyVariable) as error:
            self.complain(f"read-only: {error}" if isinstance(error, ReadOnlyVariable) else str(error), streams)
            raise Exit(2 if isinstance(error, ReadOnlyVariable) else 1) from error
        return self.session.status

    def complain(self, message: str, streams: Streams) -> None:
        streams.err.write(encode(f"{SH}: {message}\n"))

    # Lists, chains, pipelines.

    def script(self, script: Script, streams: Streams) -> int:
        for item in script.items:
            if item.background:
                self._start_job(item, streams)
                continue
            try:
                self._chain(item, streams)
            except Signalled as signalled:
                self._run_signal_trap(signalled, streams)
        return self.session.status

    def _run_signal_trap(self, signalled: Signalled, streams: Streams) -> None:
        """Run the trap of a signal; raise it again if there is none."""
        for_shell = not signalled.pid or [signalled.pid] == self.session.pids
        text = dict(self.session.traps).get(signalled.number) if for_shell else None
        if not text:
            raise signalled
        self.session.status = 1
        self.text(text, streams, before=1)

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

    def task(self, play: Callable[[], int]) -> Task:
        """Return a task that runs a part of the line."""
        return Task(self.line, play, self.ran, self.processes, lambda number: self.session.ignores(number))

    def _forked(self, command: Command | None) -> Interpreter:
        """Return an interpreter for a subshell that runs beside this one."""
        other = Interpreter(self.table, self._builtins, self.machine, self.session.copy(), self.ran)
        other._line, other._moved = self.line, list(self._moved)
        other._fork = _Fork(other.session, isinstance(command, Simple))
        return other

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

    def _start_job(self, chain: AndOr, streams: Streams) -> None:
        """Start a background job. It goes on while it can, like every task; its standard input is empty."""
        self._count()
        command = chain.first.commands[0] if not chain.rest and len(chain.first.commands) == 1 else None
        fork = self._forked(command)
        quiet = replace(self._current_streams(streams), input=Input())
        job = fork.task(partial(fork.isolated, partial(fork.play_chain, chain, quiet), quiet))
        job.background = True
        job.holds = not (command is not None and {1, 2} <= _redirected_numbers(command.redirects))
        self.session.jobs = (*self.session.jobs, job)
        self.session.status = 0
        self.machine.scheduler.start(job)

    def play_chain(self, chain: AndOr, streams: Streams) -> int:
        """Run a chain and return its status."""
        self._chain(chain, streams)
        return self.session.status

    def _stream_through(self, commands: tuple[Command, ...], streams: Streams) -> list[int]:
        """Run the commands of a pipeline beside each other, the last one in this task; return their statuses.

        Each runs until it waits, then the next begins: one that never waits ends first, as if they ran in turn.
        """
        tasks = self.machine.scheduler
        stages: list[Task] = []
        feed, pipe = streams.input, None
        for command in commands[:-1]:
            pipe, before = Pipe(tasks), pipe
            fork = self._forked(command)
            inner = Streams(feed, pipe, streams.err, streams.more)
            stage = fork.task(partial(fork.stage, command, inner, pipe, before))
            stages.append(stage)
            tasks.start(stage)
            feed = Input(more=pipe.more)
        last = Streams(feed, streams.out, streams.err, streams.more)
        try:
            status = self._in_subshell(partial(self._command, commands[-1], last))
        finally:
            if pipe is not None:
                pipe.broken = True
        for stage in stages:
            while not stage.greenlet.dead:
                stage.waiters.append(tasks.current)  # type: ignore[arg-type]
                tasks.block()
        return [*(stage.status or 0 for stage in stages), status]

    def stage(self, command: Command, streams: Streams, output: Pipe, source: Pipe | None) -> int:
        """Run one command of a pipeline, then close its pipes."""
        try:
            return self.isolated(partial(self._command, command, streams), streams)
        finally:
            output.close()
            if source is not None:
                source.broken = True

    def _condition_holds(self, script: Script, streams: Streams) -> bool:
        """Run a condition and return whether it succeeded."""
        self._conditions += 1
        try:
            return self.script(script, streams) == 0
        finally:
            self._conditions -= 1

    def _chain(self, chain: AndOr, streams: Streams) -> None:
        pipelines = (("&&", chain.first), *chain.rest)
        last = len(pipelines) - 1
        for index, (op, pipeline) in enumerate(pipelines):
            if index and (self.session.status == 0) != (op == "&&"):
                continue
            is_condition = index < last or pipeline.negate
            self._conditions += is_condition
            try:
                self._pipeline(pipeline, streams)
            finally:
                self._conditions -= is_condition
            if self.session.status and not is_condition and not self._conditions and "errexit" in self.session.options:
                raise Exit(self.session.status)

    def _pipeline(self, pipeline: Pipeline, streams: Streams) -> None:
        if len(pipeline.commands) == 1:
            status = self._command(pipeline.commands[0], streams)
        elif self.machine.scheduler.current is not None:
            statuses = self._stream_through(pipeline.commands, streams)
            failed = next((status for status in reversed(statuses) if status), 0)
            status = failed if "pipefail" in self.session.options else statuses[-1]
        else:
            status = failed = 0
            feed = streams.input
            for index, command in enumerate(pipeline.commands):
                last = index == len(pipeline.commands) - 1
                out = streams.out if last else Sink()
                status = self._in_subshell(
                    partial(self._command, command, Streams(feed, out, streams.err, streams.more))
                )
                failed = status or failed
                feed = Input(b"" if last else out.value())
            status = failed if "pipefail" in self.session.options else status
        self.session.status = int(status == 0) if pipeline.negate else status

    def _in_subshell(self, play: Callable[[], int]) -> int:
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

    def _substitute(self, script: Script, streams: Streams) -> str:
        out = Sink()
        self._substituted = self._in_subshell(
            lambda: self.script(script, Streams(streams.input, out, streams.err, streams.more))
        )
        return decode(bytes(out.value()).replace(b"\0", b"")).rstrip("\n")

    # Commands.

    def _command(self, command: Command, streams: Streams) -> int:
        streams = self._current_streams(streams)
        if isinstance(command, Simple):
            return self._simple(command, streams)
        inner, status = self._redirected(command.redirects, streams)
        if inner is None:
            return status
        try:
            return self._compound(command, inner)
        finally:
            close(inner, streams)

    def _current_streams(self, streams: Streams) -> Streams:
        """Return the streams, or their replacement by `exec`."""
        for before, after in self._moved:
            if before is streams:
                streams = after
        return streams

    def _redirected(self, redirects: tuple[Redirect, ...], streams: Streams) -> tuple[Streams | None, int]:
        """Return the streams of one command; None and a status if a file could not be opened."""
        if not redirects:
            return streams, 0
        expander = self._expander(streams)
        try:
            return redirected(redirects, streams, expander.single, self.machine.files, self.session), 0
        except RedirectionError as error:
            self.complain(str(error), streams)
            return None, 1

    def _compound(self, command: Command, streams: Streams) -> int:
        match command:
            case If(branches, otherwise):
                for condition, body in branches:
                    if self._condition_holds(condition, streams):
                        return self._body(body, streams)
                return self._body(otherwise, streams) if otherwise else 0
            case For():
                return self._for(command, streams)
            case While():
                return self._loop(partial(self._while, command, streams))
            case Case():
                return self._case(command, streams)
            case Group(body, own):
                if own:
                    return self._in_subshell(lambda: self.script(body, streams))
                return self.script(body, streams)
            case Function(name, body):
                self.session.functions[name] = body
                return 0
            case Arith(expression):
                expander = self._expander(streams)
                return int(expander.compute(expander.single(expression)) == 0)
            case Condition(parts):
                expander = self._expander(streams)
                return int(
                    not DoubleBrackets(parts, expander.single, expander.pattern, partial(self._ask, streams)).holds()
                )
            case Simple():
                return self._simple(command, streams)

    def _ask(self, streams: Streams, words: tuple[str, ...]) -> bool:
        return self._test(words, streams).exit == 0

    def _test(self, words: tuple[str, ...], streams: Streams) -> Result:
        call = self._call(("test", *words), streams)
        return test(call, lambda name: self.session.get(name) or "", streams.is_terminal)

    def _case(self, command: Case, streams: Streams) -> int:
        expander = self._expander(streams)
        subject = expander.single(command.word)
        status, falling = 0, False
        for patterns, body, goes_on in command.arms:
            if falling or any(matches(subject, expander.pattern(pattern)) for pattern in patterns):
                status = self._body(body, streams)
                falling = goes_on
                if not falling:
                    break
        return status

    def _for(self, command: For, streams: Streams) -> int:
        given = command.words
        values = self._expander(streams).words(given) if given is not None else list(self.session.params)

        def each() -> int:
            if not values or not command.body.items:
                return 0
            for value in values:
                self._count()
                self.session.put(command.name, value)
                self._once(command.body, streams)
            return self.session.status

        return self._loop(each)

    def _while(self, command: While, streams: Streams) -> int:
        status = 0
        while self._condition_holds(command.condition, streams) != command.negate:
            self._count()
            self._once(command.body, streams)
            status = self.session.status
        return status

    def _body(self, body: Script, streams: Streams) -> int:
        # `$?` of the first command is the condition's status.
        return self.script(body, streams) if body.items else 0

    def _loop(self, play: Callable[[], int]) -> int:
        self.loops += 1
        try:
            return play()
        except Loop as signal:
            if signal.levels > 1 and self.loops > 1:
                raise Loop(signal.kind, signal.levels - 1) from signal
            return 0
        finally:
            self.loops -= 1

    def _once(self, body: Script, streams: Streams) -> None:
        try:
            self.script(body, streams)
        except Loop as signal:
            if signal.kind == "break" or (signal.levels > 1 and self.loops > 1):
                raise
            self.session.status = 0

    def _count(self, weight: int = 1) -> None:
        self.ran[0] += weight
        if self.ran[0] > MAX_COMMANDS:
            raise LimitExceeded

    def _expander(self, streams: Streams) -> Expander:
        return Expander(self.session, self.machine.files, lambda script: self._substitute(script, streams))

    def _call(self, argv: tuple[str, ...], streams: Streams) -> Call:
        return Call(
            argv, self.machine, streams.input, self.session.cwd, partial(self._start, streams), self.session.vars,
            streams.out, streams.err, self.session.terminal,
        )  # fmt: skip

    def _start(self, streams: Streams, argv: tuple[str, ...], source: Input, out: Sink | None = None) -> Result:
        """Run a program for another program; see `Run`."""
        self._count()
        output, errors = (Sink(), Sink()) if out is None else (out, streams.err)
        status = self._in_subshell(lambda: self.run_words(argv, Streams(source, output, errors, streams.more)))
        return Result(exit=status) if output is out else Result(output.value(), bytes(errors.value()), status)

    # Simple commands.

    def _simple(self, command: Simple, streams: Streams) -> int:
        expander = self._expander(streams)
        self._substituted = 0
        words = expander.words(command.words)
        self._count(len(words) // _WORDS_PER_COMMAND)
        if words and "xtrace" in self.session.options:
            streams.err.write(encode(f"+ {' '.join(map(quoted, words))}\n"))
        inner, status = self._redirected(command.redirects, streams)
        if inner is None:
            return status
        if words == ["exec"] and inner is not streams:
            self._replace(streams, inner)
            return 0
        try:
            if not words:
                trace = ""
                for name, value in command.assigns:
                    trace += f"{name}={quoted(self._assign(name, expander.single(value)))} "
                if trace and "xtrace" in self.session.options:
                    streams.err.write(encode(f"+ {trace}\n"))
                return self._substituted
            before: dict[str, str | None] = {}
            exported = set(self.session.exported)
            for name, value in command.assigns:
                plain = name.rstrip("+")
                before.setdefault(plain, self.session.vars.get(plain))
                self._assign(name, expander.single(value))
                self.session.exported.add(plain)
            try:
                return self._invoke(tuple(words), inner)
            finally:
                if before:
                    self.session.exported = exported
                for name, old in before.items():
                    if old is None:
                        self.session.vars.pop(name, None)
                    else:
                        self.session.vars[name] = old
        finally:
            close(inner, streams)

    def _assign(self, name: str, value: str) -> str:
        if name.endswith("+"):
            name = name[:-1]
            value = (self.session.get(name) or "") + value
        self.session.put(name, value)
        return value

    def _replace(self, streams: Streams, inner: Streams) -> None:
        """Keep the redirections of an `exec` without command for the rest of the shell."""
        for sink in (inner.out, inner.err, *inner.more.values()):
            if isinstance(sink, FileSink):
                sink.live = True
        self._moved.append((streams, inner))

    def _invoke(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run a function, builtin or program by its name or path."""
        self._count()
        function = self.session.functions.get(argv[0])
        if function is not None:
            return self._call_function(function, argv, streams)
        return self.run_words(argv, streams)

    def _call_function(self, function: Command, argv: tuple[str, ...], streams: Streams) -> int:
        params, self.session.params = self.session.params, argv[1:]
        self.session.frames.append({})
        try:
            return self._command(function, streams)
        except Return as back:
            return back.status
        finally:
            self.session.leave()
            self.session.params = params

    def run_words(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run a builtin or program, as `command` and `exec` do."""
        path = _system_path(argv[0])
        name = path.removeprefix("/system/bin/")
        inner = self._builtins.get(path)
        if inner is not None:
            return inner(self, self._call((name, *argv[1:]), streams), streams)
        program = self._program_at(path)
        if program is None:
            return self._run_file(argv, streams)
        self._count(weight(name))
        words = (name, *argv[1:])
        outer, self._program = self._program, words
        outer_pid, self._program_pid = self._program_pid, 0
        try:
            result = program(self._call(words, streams))
            self.machine.charge(words)
        except Signalled as signalled:
            if not signalled.pid or signalled.pid != self._program_pid:
                raise
            return 128 + signalled.number
        finally:
            self._program, self._program_pid = outer, outer_pid
        return self.deliver(result, streams)

    def deliver(self, result: Result, streams: Streams) -> int:
        """Write a program's output to the streams and return its exit status."""
        streams.out.write(result.stdout)
        streams.err.write(result.stderr)
        return result.exit

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
            return self._run_with_trap(play, streams)
        except Signalled as signalled:
            if [signalled.pid] != self.session.pids:
                raise
            return 128 + signalled.number
        finally:
            self.session, self.loops, self._conditions = outer, loops, is_condition

    def _run_file(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run a script by its path."""
        name = argv[0]
        try:
            if "/" not in name:
                raise NotExecutableError("inaccessible or not found", 127)
            words = interpreter_of(self.machine.files, name if name.startswith("/") else f"{self.session.cwd}/{name}")
        except NotExecutableError as error:
            self.complain(f"{name}: {error}", streams)
            return error.status
        path = _system_path(words[0])
        if path not in self._builtins and self._program_at(path) is None:
            self.complain(f"{name}: No such file or directory", streams)
            return 126
        return self.run_words((*words, *argv), streams)

    def _program_at(self, path: str) -> Program | None:
        """Return a program by its name or path; None if there is none."""
        return self.table.get(path.removeprefix("/system/bin/"))


class _Fork:
    """A forked shell: its process id once somebody has asked for it, and whether it is only one program."""

    __slots__ = ("direct", "pid", "session")

    def __init__(self, session: Session, direct: bool) -> None:
        self.session = session
        self.direct = direct
        self.pid = 0


def _system_path(path: str) -> str:
    """Return the path of a program without the link /bin."""
    return f"/system{path}" if path.startswith("/bin/") else path


def _redirected_numbers(redirects: tuple[Redirect, ...]) -> set[int]:
    """Return the descriptors that redirections replace."""
    return {redirect.fd for redirect in redirects} | ({2} if any(item.op == "&>" for item in redirects) else set())


Builtin = Callable[[Interpreter, Call, Streams], int]
"""A builtin of the shell; returns the exit status."""
