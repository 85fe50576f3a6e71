"""The interpreter: walks the syntax tree and runs lists, pipelines, jobs, compound and simple commands.

One instance runs one command line; stages of a pipeline that wait for each other, and background jobs, have their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from adapters.android.shell_grammar.parser import parse_lines
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
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.device.tasks import Signalled, Task
from adapters.phone.shell.language.command import Input, LimitExceeded, Sink
from adapters.phone.shell.language.conditions import ConditionError
from adapters.phone.shell.language.control_flow import Exit, Loop, Return
from adapters.phone.shell.language.double_brackets import DoubleBrackets
from adapters.phone.shell.language.expansion import Expander, ExpansionError, matches, quoted
from adapters.phone.shell.language.pipes import Pipe
from adapters.phone.shell.language.redirections import RedirectionError, close, redirected
from adapters.phone.shell.language.session import FileSink, ReadOnlyVariable, Streams
from adapters.phone.shell.language.shell_process import Fork, ShellProcess

_PLAIN_WORDS = re.compile(
    r"(?!(?:if|then|elif|else|fi|for|while|until|do|done|case|esac)(?: |$))[\w./:,@%+-]+(?: [\w./:,@%+=-]+)*"
)
_WORDS_PER_COMMAND = 16
"""Number of words that count as one additional command."""


class Interpreter(ShellProcess):
    """A shell process that understands sh's language."""

    _substituted = 0
    """The status of the last command substitution."""

    # Command lines.

    def run(self, text: str, streams: Streams) -> int:
        """Run a command line and return its status (0–255)."""
        try:
            if _PLAIN_WORDS.fullmatch(text):
                # Most command lines are plain words and need no parser.
                return self._invoke(tuple(text.split(" ")), streams) & 0xFF
            return self.run_with_trap(lambda: self.text(text, streams), streams)
        except Exit as leave:
            return leave.status & 0xFF
        except Signalled as signalled:
            return 128 + signalled.number
        except (LimitExceeded, RecursionError):
            streams.err.write(b"Killed\n")
            return 137

    def text(self, text: str, streams: Streams, *, before: int = 0) -> int:
        """See `ShellProcess`."""
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
        else:
            statuses = self._stream_through(pipeline.commands, streams)
            failed = next((status for status in reversed(statuses) if status), 0)
            status = failed if "pipefail" in self.session.options else statuses[-1]
        self.session.status = int(status == 0) if pipeline.negate else status

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
            status = self.in_subshell(partial(self._command, commands[-1], last))
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

    # Jobs.

    def _start_job(self, chain: AndOr, streams: Streams) -> None:
        """Start a background job. It goes on while it can, like every task; its standard input is empty."""
        self.count()
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

    def _forked(self, command: Command | None) -> Interpreter:
        """Return an interpreter for a subshell that runs beside this one."""
        other = Interpreter(self.table, self._builtins, self.machine, self.session.copy(), self.ran)
        other._line, other._moved = self.line, list(self._moved)
        other._fork = Fork(other.session, isinstance(command, Simple))
        return other

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
                    return self.in_subshell(lambda: self.script(body, streams))
                return self.script(body, streams)
            case Function(name, body):
                self.session.functions[name] = body
                return 0
            case Arith(expression):
                expander = self._expander(streams)
                return int(expander.compute(expander.single(expression)) == 0)
            case Condition(parts):
                expander = self._expander(streams)
                facts = self.facts(self.call(("[[",), streams), streams)
                try:
                    return int(not DoubleBrackets(parts, facts, expander.single, expander.pattern).all_hold())
                except ConditionError as error:
                    raise ExpansionError(str(error)) from error
            case Simple():
                return self._simple(command, streams)

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
                self.count()
                self.session.put(command.name, value)
                self._once(command.body, streams)
            return self.session.status

        return self._loop(each)

    def _while(self, command: While, streams: Streams) -> int:
        status = 0
        while self._condition_holds(command.condition, streams) != command.negate:
            self.count()
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

    def _expander(self, streams: Streams) -> Expander:
        return Expander(self.session, self.machine.files, lambda script: self._substitute(script, streams))

    def _substitute(self, script: Script, streams: Streams) -> str:
        out = Sink()
        self._substituted = self.in_subshell(
            lambda: self.script(script, Streams(streams.input, out, streams.err, streams.more))
        )
        return decode(bytes(out.value()).replace(b"\0", b"")).rstrip("\n")

    # Simple commands.

    def _simple(self, command: Simple, streams: Streams) -> int:
        expander = self._expander(streams)
        self._substituted = 0
        words = expander.words(command.words)
        self.count(len(words) // _WORDS_PER_COMMAND)
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
        self.count()
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


def _redirected_numbers(redirects: tuple[Redirect, ...]) -> set[int]:
    """Return the descriptors that redirections replace."""
    return {redirect.fd for redirect in redirects} | ({2} if any(item.op == "&>" for item in redirects) else set())
