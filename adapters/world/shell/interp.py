"""The interpreter: walks the syntax tree over a command table. One instance plays one command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from adapters.world.shell import builtin
from adapters.world.shell.command import SH, Call, Input, Result, Table, decode, encode, reason, whole
from adapters.world.shell.expand import Expander, ExpansionError, matches
from adapters.world.shell.grammar import parse_lines
from adapters.world.shell.session import FileSink, Killed, Session, Sink, Streams
from adapters.world.shell.syntax import (
    AndOr,
    Case,
    Command,
    For,
    Group,
    If,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
    While,
)  # fmt: skip

if TYPE_CHECKING:
    from adapters.world.shell.machine import Machine

MAX_COMMANDS = 20_000
"""Commands that one line may run; beyond, it is killed (137), so that no script can hold up a phone."""
MAX_NESTING = 12
"""Depth of `eval`, `sh -c` and the like."""
_BARE = re.compile(
    r"(?!(?:if|then|elif|else|fi|for|while|until|do|done|case|esac)(?: |$))[\w./:,@%+-]+(?: [\w./:,@%+=-]+)*"
)


class Interpreter:
    """Runs scripts for one `Session` on one machine."""

    def __init__(self, table: Table, machine: Machine, session: Session) -> None:
        self.table = table
        self.machine = machine
        self.session = session
        self.ran = 0
        self._substituted = 0
        self.loops = 0

    # A whole command line.

    def run(self, text: str, streams: Streams) -> int:
        """Play a text; its status is 0–255."""
        try:
            if _BARE.fullmatch(text):
                # Most command lines are plain words: no grammar is needed to read them.
                return self._invoke(tuple(text.split(" ")), streams) & 0xFF
            self.text(text, streams)
        except builtin.Exit as leave:
            return leave.status & 0xFF
        except (Killed, RecursionError):
            streams.err.write(b"Killed\n")
            return 137
        return self.session.status & 0xFF

    def text(self, text: str, streams: Streams, *, before: int = 0) -> int:
        """Play a text line by line in this session, as `eval` does; may raise `Exit` and `Loop`.

        `before` is the status that its first command finds in `$?`.
        """
        self.session.status = before
        try:
            for script in parse_lines(text):
                self.script(script, streams)
        except ShellSyntaxError as error:
            self._complain(str(error), streams)
            raise builtin.Exit(1) from error
        except ExpansionError as error:
            self._complain(str(error), streams)
            raise builtin.Exit(1) from error
        return self.session.status

    def _complain(self, message: str, streams: Streams) -> None:
        streams.err.write(encode(f"{SH}: {message}\n"))

    # Lists, chains, pipelines.

    def script(self, script: Script, streams: Streams, *, condition: bool = False) -> int:
        for item in script.items:
            self._chain(item, streams, condition=condition)
        return self.session.status

    def _chain(self, chain: AndOr, streams: Streams, *, condition: bool) -> None:
        last = chain.first
        self._pipeline(chain.first, streams)
        for op, pipeline in chain.rest:
            if (self.session.status == 0) == (op == "&&"):
                last = pipeline
                self._pipeline(pipeline, streams)
        if self.session.errexit and self.session.status and not condition and not last.negate:
            final = chain.rest[-1][1] if chain.rest else chain.first
            if last is final:
                raise builtin.Exit(self.session.status)

    def _pipeline(self, pipeline: Pipeline, streams: Streams) -> None:
        if len(pipeline.commands) == 1:
            status = self._command(pipeline.commands[0], streams)
        else:
            status = 0
            feed = streams.input
            for index, command in enumerate(pipeline.commands):
                last = index == len(pipeline.commands) - 1
                out = streams.out if last else Sink()
                status = self._apart(partial(self._command, command, Streams(feed, out, streams.err)))
                feed = Input(b"" if last else out.value())
        self.session.status = int(status == 0) if pipeline.negate else status

    def _apart(self, play: Callable[[], int]) -> int:
        """Play in a session of its own: what it sets, where it goes and its `exit` stay inside."""
        outer, self.session = self.session, self.session.copy()
        loops, self.loops = self.loops, 0
        try:
            return play() & 0xFF
        except builtin.Exit as leave:
            return leave.status & 0xFF
        finally:
            self.session, self.loops = outer, loops

    def _substitute(self, script: Script, streams: Streams) -> str:
        out = Sink()
        self._substituted = self._apart(lambda: self.script(script, Streams(Input(), out, streams.err)))
        return decode(bytes(out.value()).replace(b"\0", b"")).rstrip("\n")

    # Commands.

    def _command(self, command: Command, streams: Streams) -> int:
        if isinstance(command, Simple):
            return self._simple(command, streams)
        redirected, status = self._redirect(command.redirects, streams)
        if redirected is None:
            return status
        try:
            return self._compound(command, redirected)
        finally:
            _close(redirected, streams)

    def _compound(self, command: Command, streams: Streams) -> int:
        match command:
            case If(branches, otherwise):
                for condition, body in branches:
                    if self.script(condition, streams, condition=True) == 0:
                        return self._body(body, streams)
                return self._body(otherwise, streams) if otherwise else 0
            case For():
                return self._for(command, streams)
            case While():
                return self._loop(partial(self._again, command, streams))
            case Case(word, arms):
                expander = self._expander(streams)
                subject = expander.single(word)
                for patterns, body in arms:
                    if any(matches(subject, expander.pattern(pattern)) for pattern in patterns):
                        return self._body(body, streams)
                return 0
            case Group(body, own):
                if own:
                    return self._apart(lambda: self.script(body, streams))
                return self.script(body, streams)
            case Simple():
                return self._simple(command, streams)

    def _for(self, command: For, streams: Streams) -> int:
        given = command.words
        values = self._expander(streams).words(given) if given is not None else list(self.session.params)

        def each() -> int:
            self.session.status = 0
            for value in values:
                self._tick()
                self.session.put(command.name, value)
                self._once(command.body, streams)
            return self.session.status

        return self._loop(each)

    def _again(self, command: While, streams: Streams) -> int:
        status = 0
        while (self.script(command.condition, streams, condition=True) == 0) != command.negate:
            self._tick()
            self._once(command.body, streams)
            status = self.session.status
        return status

    def _body(self, body: Script, streams: Streams) -> int:
        self.session.status = 0
        return self.script(body, streams)

    def _loop(self, play: Callable[[], int]) -> int:
        self.loops += 1
        try:
            return play()
        except builtin.Loop as signal:
            if signal.levels > 1 and self.loops > 1:
                raise builtin.Loop(signal.kind, signal.levels - 1) from signal
            return 0
        finally:
            self.loops -= 1

    def _once(self, body: Script, streams: Streams) -> None:
        try:
            self.script(body, streams)
        except builtin.Loop as signal:
            if signal.kind == "break" or (signal.levels > 1 and self.loops > 1):
                raise
            self.session.status = 0

    def _tick(self) -> None:
        self.ran += 1
        if self.ran > MAX_COMMANDS:
            raise Killed

    def _expander(self, streams: Streams) -> Expander:
        return Expander(self.session, self.machine.files, lambda script: self._substitute(script, streams))

    def _simple(self, command: Simple, streams: Streams) -> int:
        expander = self._expander(streams)
        self._substituted = 0
        words = expander.words(command.words)
        redirected, status = self._redirect(command.redirects, streams)
        if redirected is None:
            return status
        try:
            if not words:
                for name, value in command.assigns:
                    self.session.put(name, expander.single(value))
                return self._substituted
            before: dict[str, str | None] = {}
            for name, value in command.assigns:
                before.setdefault(name, self.session.vars.get(name))
                self.session.put(name, expander.single(value))
            try:
                return self._invoke(tuple(words), redirected)
            finally:
                for name, old in before.items():
                    if old is None:
                        self.session.vars.pop(name, None)
                    else:
                        self.session.vars[name] = old
        finally:
            _close(redirected, streams)

    def _invoke(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Find a program by its name or path and run it."""
        self._tick()
        inner = builtin.TABLE.get(argv[0])
        if inner is not None:
            return inner(self, self._call(argv, streams), streams)
        name = argv[0].removeprefix("/system/bin/").removeprefix("/bin/")
        program = self.table.get(name) if name and ("/" not in argv[0] or name != argv[0]) else None
        if program is None:
            return self._missing(argv[0], streams)
        result = program(self._call((name, *argv[1:]), streams))
        self.machine.charge((name, *argv[1:]))
        return self.deliver(result, streams)

    def run_words(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Run words that are already expanded, as `command` and `exec` do."""
        return self._invoke(argv, streams)

    def deliver(self, result: Result, streams: Streams) -> int:
        """Hand on what a program wrote."""
        streams.out.write(result.stdout)
        streams.err.write(result.stderr)
        return result.exit

    def _call(self, argv: tuple[str, ...], streams: Streams) -> Call:
        return Call(argv, self.machine, streams.input, self.session.cwd)

    def nested(self, text: str, params: tuple[str, ...], streams: Streams) -> int:
        """`sh -c`: a shell of its own."""
        outer = self.session
        if outer.depth >= MAX_NESTING:
            raise Killed
        self.session = Session(dict(outer.vars), params, outer.cwd, depth=outer.depth + 1, tty=outer.tty)
        loops, self.loops = self.loops, 0
        try:
            return self.text(text, streams) & 0xFF
        except builtin.Exit as leave:
            return leave.status & 0xFF
        finally:
            self.session, self.loops = outer, loops

    def _missing(self, name: str, streams: Streams) -> int:
        found = (
            self.machine.files.stat(name if name.startswith("/") else f"{self.session.cwd}/{name}")
            if "/" in name
            else None
        )
        if found is None:
            self._complain(f"{name}: inaccessible or not found", streams)
            return 127
        self._complain(f"{name}: can't execute: {'Is a directory' if found.is_dir else 'Permission denied'}", streams)
        return 126

    # Redirections.

    def _redirect(self, redirects: tuple[Redirect, ...], streams: Streams) -> tuple[Streams | None, int]:
        """The streams of one command; None and a status where a file could not be opened."""
        if not redirects:
            return streams, 0
        fds: dict[int, Input | Sink] = {0: streams.input, 1: streams.out, 2: streams.err}
        expander = self._expander(streams)
        for redirect in redirects:
            target = expander.single(redirect.target)
            try:
                self._open(redirect, target, fds, streams)
            except OSError as error:
                verb = "open" if redirect.op == "<" else "create"
                self._complain(f"can't {verb} {target}: {reason(error)}", streams)
                return None, 1
        source, out, err = fds.get(0, Input()), fds.get(1, Sink()), fds.get(2, Sink())
        return Streams(
            source if isinstance(source, Input) else Input(),
            out if isinstance(out, Sink) else Sink(),
            err if isinstance(err, Sink) else Sink(),
        ), 0

    def _open(self, redirect: Redirect, target: str, fds: dict[int, Input | Sink], streams: Streams) -> None:
        path = target if target.startswith("/") else f"{self.session.cwd}/{target}"
        files = self.machine.files
        if redirect.op in (">&", "<&"):
            if target == "-":
                fds.pop(redirect.fd, None)
            elif (other := whole(target)) is not None and other in fds:
                fds[redirect.fd] = fds[other]
            else:
                raise ExpansionError(f"{target}: bad file descriptor")
        elif redirect.op == "<":
            fds[redirect.fd] = Input(files.read(path))
        elif target == "/dev/null":
            fds[redirect.fd] = Sink()
        elif target == "/dev/tty":
            fds[redirect.fd] = streams.out
        else:
            if not target:
                files.require(target)
            if redirect.op == ">>":
                files.append(path, b"")
            else:
                files.write(path, b"", 0)
            sink = FileSink(lambda data: files.append(path, data))
            fds[redirect.fd] = sink
            if redirect.op == "&>":
                fds[2] = sink


def _close(opened: Streams, outer: Streams) -> None:
    for sink in (opened.out, opened.err):
        if sink is not outer.out and sink is not outer.err:
            sink.close()
