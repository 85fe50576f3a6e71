"""Walks the syntax tree: lists, pipelines, conditions, loops, groups. Simple commands are left to the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

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
    Simple,
    While,
)  # fmt: skip
from adapters.phone.shell.language.command import SH, Call, Input, Result, Table, decode, encode
from adapters.phone.shell.language.conditions import test
from adapters.phone.shell.language.control_flow import Exit, Loop, Return
from adapters.phone.shell.language.double_brackets import Doubled
from adapters.phone.shell.language.expansion import Expander, matches
from adapters.phone.shell.language.redirections import Unopened, close, redirected
from adapters.phone.shell.language.session import Killed, Session, Sink, Streams

if TYPE_CHECKING:
    from adapters.phone.shell.device.machine import Machine

MAX_COMMANDS = 20_000
"""Commands that one line may run; beyond, it is killed (137), so that no script can hold up a phone."""


class Walker:
    """Plays syntax trees for one `Session` on one machine."""

    def __init__(self, table: Table, machine: Machine, session: Session) -> None:
        self.table = table
        self.machine = machine
        self.session = session
        self.ran = 0
        self._substituted = 0
        self._guarded = 0
        """How many conditions surround what is played: a failure there is an answer, and ends no `set -e` shell."""
        self.loops = 0
        self.sourced = 0
        """How many `.` and `eval` surround what is played."""
        self._moved: list[tuple[Streams, Streams]] = []
        """Streams that `exec` has replaced for good, and what replaces them."""

    # A whole command line.

    def complain(self, message: str, streams: Streams) -> None:
        streams.err.write(encode(f"{SH}: {message}\n"))

    # Lists, chains, pipelines.

    def _simple(self, command: Simple, streams: Streams) -> int:
        """One simple command."""
        raise NotImplementedError

    def script(self, script: Script, streams: Streams) -> int:
        for item in script.items:
            self._chain(item, streams)
        return self.session.status

    def _asked(self, script: Script, streams: Streams) -> bool:
        """Play a condition."""
        self._guarded += 1
        try:
            return self.script(script, streams) == 0
        finally:
            self._guarded -= 1

    def _chain(self, chain: AndOr, streams: Streams) -> None:
        pipelines = (("&&", chain.first), *chain.rest)
        last = len(pipelines) - 1
        for index, (op, pipeline) in enumerate(pipelines):
            if index and (self.session.status == 0) != (op == "&&"):
                continue
            guarded = index < last or pipeline.negate
            self._guarded += guarded
            try:
                self._pipeline(pipeline, streams)
            finally:
                self._guarded -= guarded
            if self.session.status and not guarded and not self._guarded and "errexit" in self.session.options:
                raise Exit(self.session.status)

    def _pipeline(self, pipeline: Pipeline, streams: Streams) -> None:
        if len(pipeline.commands) == 1:
            status = self._command(pipeline.commands[0], streams)
        else:
            status = failed = 0
            feed = streams.input
            for index, command in enumerate(pipeline.commands):
                last = index == len(pipeline.commands) - 1
                out = streams.out if last else Sink()
                status = self._apart(partial(self._command, command, Streams(feed, out, streams.err, streams.more)))
                failed = status or failed
                feed = Input(b"" if last else out.value())
            status = failed if "pipefail" in self.session.options else status
        self.session.status = int(status == 0) if pipeline.negate else status

    def _apart(self, play: Callable[[], int]) -> int:
        """Play in a session of its own: what it sets, where it goes and its `exit` stay inside."""
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
        self._substituted = self._apart(
            lambda: self.script(script, Streams(streams.input, out, streams.err, streams.more))
        )
        return decode(bytes(out.value()).replace(b"\0", b"")).rstrip("\n")

    # Commands.

    def _command(self, command: Command, streams: Streams) -> int:
        streams = self._now(streams)
        if isinstance(command, Simple):
            return self._simple(command, streams)
        inner, status = self._redirected(command.redirects, streams)
        if inner is None:
            return status
        try:
            return self._compound(command, inner)
        finally:
            close(inner, streams)

    def _now(self, streams: Streams) -> Streams:
        """These streams, or what `exec` has put in their place."""
        for before, after in self._moved:
            if before is streams:
                streams = after
        return streams

    def _redirected(self, redirects: tuple[Redirect, ...], streams: Streams) -> tuple[Streams | None, int]:
        """The streams of one command; None and a status where a file could not be opened."""
        if not redirects:
            return streams, 0
        expander = self._expander(streams)
        try:
            return redirected(redirects, streams, expander.single, self.machine.files, self.session.cwd), 0
        except Unopened as error:
            self.complain(str(error), streams)
            return None, 1

    def _compound(self, command: Command, streams: Streams) -> int:
        match command:
            case If(branches, otherwise):
                for condition, body in branches:
                    if self._asked(condition, streams):
                        return self._body(body, streams)
                return self._body(otherwise, streams) if otherwise else 0
            case For():
                return self._for(command, streams)
            case While():
                return self._loop(partial(self._again, command, streams))
            case Case():
                return self._case(command, streams)
            case Group(body, own):
                if own:
                    return self._apart(lambda: self.script(body, streams))
                return self.script(body, streams)
            case Function(name, body):
                self.session.functions[name] = body
                return 0
            case Arith(expression):
                expander = self._expander(streams)
                return int(expander.compute(expander.single(expression)) == 0)
            case Condition(parts):
                expander = self._expander(streams)
                return int(not Doubled(parts, expander.single, expander.pattern, partial(self._ask, streams)).holds())
            case Simple():
                return self._simple(command, streams)

    def _ask(self, streams: Streams, words: tuple[str, ...]) -> bool:
        return test(self._call(("test", *words), streams), lambda name: self.session.get(name) or "").exit == 0

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
                self._tick()
                self.session.put(command.name, value)
                self._once(command.body, streams)
            return self.session.status

        return self._loop(each)

    def _again(self, command: While, streams: Streams) -> int:
        status = 0
        while self._asked(command.condition, streams) != command.negate:
            self._tick()
            self._once(command.body, streams)
            status = self.session.status
        return status

    def _body(self, body: Script, streams: Streams) -> int:
        # What it finds in `$?` is what the condition has left there.
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

    def _tick(self, weight: int = 1) -> None:
        self.ran += weight
        if self.ran > MAX_COMMANDS:
            raise Killed

    def _expander(self, streams: Streams) -> Expander:
        return Expander(self.session, self.machine.files, lambda script: self._substitute(script, streams))

    def _call(self, argv: tuple[str, ...], streams: Streams) -> Call:
        return Call(
            argv, self.machine, streams.input, self.session.cwd, partial(self._start, streams), self.session.vars
        )

    def run_words(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run a builtin or a program."""
        raise NotImplementedError

    def _start(self, streams: Streams, argv: tuple[str, ...], source: Input) -> Result:
        """Play a program for another one."""
        self._tick()
        out, err = Sink(), Sink()
        status = self._apart(lambda: self.run_words(argv, Streams(source, out, err, streams.more)))
        return Result(out.value(), bytes(err.value()), status)
