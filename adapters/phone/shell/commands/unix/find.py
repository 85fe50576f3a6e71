"""`find`: prints, deletes or passes on what lies below some folders and satisfies some tests."""

from __future__ import annotations

import posixpath
import re
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
_VALUED = ("-name", "-iname", "-path", "-type", "-maxdepth", "-mindepth", "-mmin")


def find(call: Call) -> Result:
    """Run `find [PATH…] [EXPRESSION]`.

    Tests: -name, -iname, -path, -type, -mmin, -empty, joined by `!`, `-a` and `-o`; actions:
    -print, -print0, -exec, -delete; limits: -maxdepth, -mindepth.
    """
    words = list(call.args)
    starts: list[str] = []
    while words and not words[0].startswith(("-", "!")):
        starts.append(words.pop(0))
    search = _Search(call, words)
    test = search.read()
    for start in starts or ["."]:
        search.walk(start, test)
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

    # The expression.

    def read(self) -> Test:
        """Parse the complete expression."""
        test = self._either() if self.words else lambda place: True
        if self.words:
            raise _bad(f"bad arg '{self.words[0]}'")
        return test

    def _take(self, *names: str) -> bool:
        """Consume the next word if it is one of these."""
        return bool(self.words and self.words[0] in names and self.words.pop(0))

    def _either(self) -> Test:
        tests = [self._all()]
        while self._take("-o"):
            tests.append(self._all())
        return lambda place: any(test(place) for test in tests)

    def _all(self) -> Test:
        tests = [self._not()]
        while self.words and self.words[0] != "-o":
            self._take("-a")
            tests.append(self._not())
        return lambda place: all(test(place) for test in tests)

    def _not(self) -> Test:
        if self._take("!", "-not"):
            inner = self._not()
            return lambda place: not inner(place)
        if not self.words:
            raise _bad("bad arg")
        word = self.words.pop(0)
        if word in _VALUED:
            if not self.words:
                raise _bad(f"'{word}' needs 1 arg")
            return self._valued(word, self.words.pop(0))
        return self._action(word)

    def _action(self, word: str) -> Test:
        self.acts |= word != "-empty"
        match word:
            case "-print" | "-print0":
                return lambda place: self._print(place.shown + ("\0" if word == "-print0" else "\n"))
            case "-empty":
                return self._empty
            case "-delete":
                self.children_first = True
                return self._delete
            case "-exec":
                return self._exec()
            case _:
                raise _bad(f"bad arg '{word}'")

    def _valued(self, word: str, value: str) -> Test:
        lstat = self.call.files.lstat
        match word:
            case "-name":
                return lambda place: fnmatchcase(place.name, value)
            case "-iname":
                return lambda place: fnmatchcase(place.name.lower(), value.lower())
            case "-path":
                return lambda place: fnmatchcase(place.shown, value)
            case "-maxdepth":
                self.deepest = count_of(value)
                return lambda place: True
            case "-mindepth":
                self.least = count_of(value)
                return lambda place: True
            case "-type":
                kind = {"f": "is_file", "d": "is_dir", "l": "is_link"}.get(value, "is_file")
                return lambda place: (found := lstat(place.path)) is not None and bool(getattr(found, kind))
            case _:
                age, now = _number(value), self.call.machine.now_ms // 1000
                return lambda place: (found := lstat(place.path)) is not None and age((now - found.mtime) // 60)

    # Tests and actions that read or change files.

    def _print(self, text: str) -> bool:
        self.tally.out.append(encode(text))
        return True

    def _empty(self, place: _Place) -> bool:
        found = self.call.files.lstat(place.path)
        if found is None:
            return False
        try:
            return not self.call.files.list(place.path) if found.is_dir else found.is_file and found.size == 0
        except OSError:
            return False

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

    def walk(self, start: str, test: Test) -> None:
        """Visit everything below a start path, parents first unless it is to be deleted."""
        base = self.call.path(start) if start != "." else self.call.cwd
        try:
            self.call.files.require(base, follow=start.endswith("/"))
        except OSError as error:
            self.tally.failed(f"'{start}'", error)
            return
        self._visit(_Place(base, start, 0), test)

    def _visit(self, place: _Place, test: Test) -> None:
        if not self.children_first:
            self._consider(place, test)
        found = self.call.files.lstat(place.path)
        if found is not None and found.is_dir and place.depth != self.deepest:
            try:
                names = self.call.files.list(place.path)
            except OSError as error:
                self.tally.failed(f"'{place.shown}'", error)
                names = ()
            for name in names:
                shown = f"{place.shown.rstrip('/')}/{name}"
                self._visit(_Place(posixpath.join(place.path, name), shown, place.depth + 1), test)
        if self.children_first:
            self._consider(place, test)

    def _consider(self, place: _Place, test: Test) -> None:
        if place.depth >= self.least and test(place) and not self.acts:
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


def _number(value: str) -> Callable[[int], bool]:
    """Return the test of `N`, `+N` (more) or `-N` (less)."""
    number = int(re.sub(r"\D", "", value)[:18] or 0)
    if value.startswith(("+", "-")):
        return lambda other: other > number if value[0] == "+" else other < number
    return lambda other: other == number
