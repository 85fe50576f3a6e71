"""`find`: prints, deletes or passes on what lies below some folders and satisfies some tests."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from adapters.phone.shell.commands.unix.options import OutputCollector, count_of
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, CommandError, Input, Result, fail


@dataclass(frozen=True, slots=True)
class _Place:
    path: str
    shown: str
    depth: int

    @property
    def name(self) -> str:
        return posixpath.basename(self.shown.rstrip("/")) or self.shown


Test = Callable[[_Place], bool]


def find(call: Call) -> Result:
    """Run `find [PATH…] [EXPRESSION]`.

    Tests: -name, -iname, -path and -type, after `!` perhaps, joined by `-a` and `-o`; actions: -print, -print0, -exec
    and -delete; limits: -maxdepth and -mindepth.
    """
    words = list(call.args)
    starts: list[str] = []
    while words and not words[0].startswith(("-", "!", "(")):
        starts.append(words.pop(0))
    search = _Search(call, words)
    for start in starts or ["."]:
        search.walk(start)
    return search.result()


class _Search:
    def __init__(self, call: Call, words: list[str]) -> None:
        self.call = call
        self.words = words
        self.tally = OutputCollector("find")
        self.acts = False
        self.deepest = -1
        self.least = 0
        self.children_first = False
        self.gathered: list[tuple[list[str], list[str]]] = []
        self.errors = b""
        self.alternatives: list[list[Test]] = [[]]
        """The tests between two `-o`, which all must hold."""
        negated = False
        while self.words:
            word = self.words.pop(0)
            if word == "-o":
                self.alternatives.append([])
            elif word in ("!", "-not"):
                negated = not negated
            elif word != "-a":
                self.alternatives[-1].append(_not(self._read(word)) if negated else self._read(word))
                negated = False

    def _value(self, word: str) -> str:
        if not self.words:
            raise _bad(f"'{word}' needs 1 arg")
        return self.words.pop(0)

    def _read(self, word: str) -> Test:
        """Return a test, an action, or a limit, which always holds."""
        match word:
            case "-name" | "-iname" | "-path":
                pattern = self._value(word)
                if word == "-path":
                    return lambda place: fnmatchcase(place.shown, pattern)
                if word == "-name":
                    return lambda place: fnmatchcase(place.name, pattern)
                return lambda place: fnmatchcase(place.name.lower(), pattern.lower())
            case "-type":
                kind = {"f": "is_file", "d": "is_dir", "l": "is_link"}.get(self._value(word), "is_file")
                return lambda place: bool(getattr(self.call.files.lstat(place.path), kind, False))
            case "-maxdepth":
                self.deepest = count_of(self._value(word))
            case "-mindepth":
                self.least = count_of(self._value(word))
            case "-print" | "-print0":
                self.acts = True
                return lambda place: self._print(place.shown + ("\0" if word == "-print0" else "\n"))
            case "-delete":
                self.acts = self.children_first = True
                return self._delete
            case "-exec":
                self.acts = True
                return self._exec()
            case _:
                raise _bad(f"bad arg '{word}'")
        return lambda place: True

    def _print(self, text: str) -> bool:
        self.tally.out.append(encode(text))
        return True

    def _delete(self, place: _Place) -> bool:
        found = self.call.files.lstat(place.path)
        try:
            if found is not None and place.shown != ".":
                (self.call.files.rmdir if found.is_dir else self.call.files.remove)(place.path)
        except OSError as error:
            self.tally.failed(f"'{place.shown}'", error)
            return False
        return True

    def _exec(self) -> Test:
        ends = [at for at, word in enumerate(self.words) if word in (";", "+")]
        if not ends:
            raise _bad("-exec needs \\;")
        command, end = self.words[: ends[0]], self.words[ends[0]]
        del self.words[: ends[0] + 1]
        if end == ";":
            return lambda place: self._run([word.replace("{}", place.shown) for word in command])
        found: list[str] = []
        self.gathered.append((command, found))
        return lambda place: not found.append(place.shown)  # type: ignore[func-returns-value]

    def _run(self, words: list[str]) -> bool:
        result = self.call.run(tuple(words), Input())
        self.tally.out.append(bytes(result.stdout))
        self.errors += result.stderr
        return result.exit == 0

    # The walk.

    def walk(self, start: str) -> None:
        """Visit everything below a start path, parents first unless it is to be deleted."""
        base = self.call.path(start) if start != "." else self.call.cwd
        try:
            self.call.files.require(base, follow=start.endswith("/"))
        except OSError as error:
            self.tally.failed(f"'{start}'", error)
            return
        self._visit(_Place(base, start, 0))

    def _visit(self, place: _Place) -> None:
        if not self.children_first:
            self._consider(place)
        found = self.call.files.lstat(place.path)
        if found is not None and found.is_dir and place.depth != self.deepest:
            try:
                names = self.call.files.list(place.path)
            except OSError as error:
                self.tally.failed(f"'{place.shown}'", error)
                names = ()
            for name in names:
                shown = f"{place.shown.rstrip('/')}/{name}"
                self._visit(_Place(posixpath.join(place.path, name), shown, place.depth + 1))
        if self.children_first:
            self._consider(place)

    def _consider(self, place: _Place) -> None:
        if place.depth < self.least:
            return
        if any(all(test(place) for test in tests) for tests in self.alternatives) and not self.acts:
            self._print(place.shown + "\n")

    def result(self) -> Result:
        """Return the output."""
        for command, found in self.gathered:
            if found:
                at = command.index("{}") if "{}" in command else len(command)
                self._run([*command[:at], *found, *command[at + 1 :]])
        result = self.tally.result()
        return Result(result.stdout, result.stderr + self.errors, result.exit)


def _bad(text: str) -> CommandError:
    return CommandError(fail(f"find: {text}"))


def _not(test: Test) -> Test:
    return lambda place: not test(place)
