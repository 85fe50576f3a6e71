"""The interpreter: simple commands, functions, programs, and whole shells. One instance plays one command line."""

from __future__ import annotations

import re
from collections.abc import Callable

from adapters.android.shell_grammar.parser import parse_lines
from adapters.android.shell_grammar.syntax_tree import Command, ShellSyntaxError, Simple
from adapters.phone.shell.device.costs import weight
from adapters.phone.shell.language import builtins
from adapters.phone.shell.language.command import SH, Result, encode
from adapters.phone.shell.language.control_flow import Exit, Return
from adapters.phone.shell.language.expansion import ExpansionError
from adapters.phone.shell.language.redirections import close
from adapters.phone.shell.language.session import FileSink, Fixed, Killed, Streams
from adapters.phone.shell.language.variable_builtins import quoted
from adapters.phone.shell.walker import Walker

MAX_NESTING = 12
"""Depth of `eval`, `sh -c` and the like."""
_BARE = re.compile(
    r"(?!(?:if|then|elif|else|fi|for|while|until|do|done|case|esac)(?: |$))[\w./:,@%+-]+(?: [\w./:,@%+=-]+)*"
)


_WORDS_AS_ONE = 16
"""So many words weigh as much as one command more."""


class Interpreter(Walker):
    """Runs scripts for one `Session` on one machine."""

    def run(self, text: str, streams: Streams) -> int:
        """Play a text; its status is 0–255."""
        try:
            if _BARE.fullmatch(text):
                # Most command lines are plain words: no grammar is needed to read them.
                return self._invoke(tuple(text.split(" ")), streams) & 0xFF
            return self._left(lambda: self.text(text, streams), streams)
        except Exit as leave:
            return leave.status & 0xFF
        except (Killed, RecursionError):
            streams.err.write(b"Killed\n")
            return 137

    def _left(self, play: Callable[[], int], streams: Streams) -> int:
        """Play to the end of a shell, and then what it was told to do at its end; its status is 0–255."""
        try:
            status = play() & 0xFF
        except Exit as leave:
            status = leave.status & 0xFF
        last, self.session.trap = self.session.trap, ""
        if last:
            try:
                self.text(last, streams, before=status)
            except Exit as leave:
                return leave.status & 0xFF
        return status

    def text(self, text: str, streams: Streams, *, before: int = 0) -> int:
        """Play a text line by line in this session, as `eval` does; may raise `Exit` and `Loop`.

        `before` is the status that its first command finds in `$?`.
        """
        self.session.status = before
        try:
            for script in parse_lines(text):
                self.script(script, streams)
        except ShellSyntaxError as error:
            self.complain(str(error), streams)
            raise Exit(1) from error
        except (ExpansionError, Fixed) as error:
            self.complain(f"read-only: {error}" if isinstance(error, Fixed) else str(error), streams)
            raise Exit(2 if isinstance(error, Fixed) else 1) from error
        return self.session.status

    # Commands.

    def _simple(self, command: Simple, streams: Streams) -> int:
        expander = self._expander(streams)
        self._substituted = 0
        words = expander.words(command.words)
        self._tick(len(words) // _WORDS_AS_ONE)
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
                told = ""
                for name, value in command.assigns:
                    told += f"{name}={quoted(self._assign(name, expander.single(value)))} "
                if told and "xtrace" in self.session.options:
                    streams.err.write(encode(f"+ {told}\n"))
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
        """`exec` with redirections only: they hold for the rest of the shell."""
        for sink in (inner.out, inner.err, *inner.more.values()):
            if isinstance(sink, FileSink):
                sink.live = True
        self._moved.append((streams, inner))

    def _invoke(self, argv: tuple[str, ...], streams: Streams) -> int:
        """Find a function, a builtin or a program by its name or path and run it."""
        self._tick()
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
        """Run a builtin or a program, as `command` and `exec` do."""
        inner = builtins.TABLE.get(argv[0])
        if inner is not None:
            return inner(self, self._call(argv, streams), streams)
        name = argv[0].removeprefix("/system/bin/").removeprefix("/bin/")
        program = self.table.get(name) if name and ("/" not in argv[0] or name != argv[0]) else None
        if program is None:
            return self._missing(argv[0], streams)
        self._tick(weight(name))
        result = program(self._call((name, *argv[1:]), streams))
        self.machine.charge((name, *argv[1:]))
        return self.deliver(result, streams)

    def deliver(self, result: Result, streams: Streams) -> int:
        """Hand on what a program wrote."""
        streams.out.write(result.stdout)
        streams.err.write(result.stderr)
        return result.exit

    def nested(self, text: str, params: tuple[str, ...], streams: Streams, name: str = SH) -> int:
        """`sh -c`: a shell of its own."""
        outer = self.session
        if outer.depth >= MAX_NESTING:
            raise Killed
        self.session = outer.child(params, name)
        loops, self.loops = self.loops, 0
        guarded, self._guarded = self._guarded, 0
        try:
            return self._left(lambda: self.text(text, streams), streams)
        finally:
            self.session, self.loops, self._guarded = outer, loops, guarded

    def _missing(self, name: str, streams: Streams) -> int:
        found = (
            self.machine.files.stat(name if name.startswith("/") else f"{self.session.cwd}/{name}")
            if "/" in name
            else None
        )
        if found is None:
            self.complain(f"{name}: inaccessible or not found", streams)
            return 127
        self.complain(f"{name}: can't execute: {'Is a directory' if found.is_dir else 'Permission denied'}", streams)
        return 126
