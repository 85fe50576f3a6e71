"""`find`: evaluates an expression on everything below some folders."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from adapters.phone.shell.commands.unix.files import OutputCollector
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Input, Result, fail, parse_count, reason


@dataclass(frozen=True, slots=True)
class _Place:
    path: str
    shown: str
    depth: int


Test = Callable[[_Place], bool]


class _ExpressionError(Exception):
    pass


_VALUED = (
    "-name", "-iname", "-path", "-ipath", "-wholename", "-type", "-maxdepth", "-mindepth", "-size", "-newer", "-mtime",
    "-mmin", "-perm", "-user", "-group", "-regex",
)  # fmt: skip


def find(call: Call) -> Result:
    """`find [PATH…] [EXPRESSION]`: tests, `!`, `-o`, `-a`, `( )`, -print, -print0, -exec, -delete, -prune, -depth."""
    words = list(call.args)
    while words and words[0] in ("-H", "-L", "-P"):
        words.pop(0)
    starts: list[str] = []
    while words and not words[0].startswith(("-", "!", "(")):
        starts.append(words.pop(0))
    search = _Search(call, words)
    try:
        test = search.read()
    except _ExpressionError as bad:
        return fail(f"find: {bad}")
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
        self.pruned = False
        self.gathered: list[tuple[list[str], list[str]]] = []
        self.errors = b""

    # The expression.

    def read(self) -> Test:
        """Parse the complete expression."""
        if not self.words:
            return lambda place: True
        test = self._or()
        if self.words:
            raise _ExpressionError(f"bad arg '{self.words[0]}'")
        return test

    def _or(self) -> Test:
        test = self._and()
        while self.words[:1] in (["-o"], ["-or"]):
            self.words.pop(0)
            test = _either(test, self._and())
        return test

    def _and(self) -> Test:
        test = self._not()
        while self.words and self.words[0] not in ("-o", "-or", ")"):
            if self.words[0] in ("-a", "-and"):
                self.words.pop(0)
            test = _both(test, self._not())
        return test

    def _not(self) -> Test:
        if self.words[:1] in (["!"], ["-not"]):
            self.words.pop(0)
            inner = self._not()
            return lambda place: not inner(place)
        if self.words[:1] == ["("]:
            self.words.pop(0)
            inner = self._or()
            if self.words[:1] != [")"]:
                raise _ExpressionError("need )")
            self.words.pop(0)
            return inner
        if not self.words:
            raise _ExpressionError("bad arg")
        return self._primary(self.words.pop(0))

    def _primary(self, word: str) -> Test:
        if word in _VALUED:
            if not self.words:
                raise _ExpressionError(f"'{word}' needs 1 arg")
            return self._valued(word, self.words.pop(0))
        match word:
            case "-print" | "-print0":
                self.acts = True
                end = "\0" if word == "-print0" else "\n"
                return lambda place: self._print(place.shown + end)
            case "-true":
                return lambda place: True
            case "-false":
                return lambda place: False
            case "-empty":
                return self._empty
            case "-depth":
                self.children_first = True
                return lambda place: True
            case "-xdev" | "-mount" | "-daystart":
                return lambda place: True
            case "-prune":
                return self._prune
            case "-delete":
                self.acts = self.children_first = True
                return self._delete
            case "-exec" | "-ok" | "-execdir":
                return self._exec()
            case "-quit":
                raise _ExpressionError("bad arg '-quit'")
            case _:
                raise _ExpressionError(f"bad arg '{word}'")

    def _valued(self, word: str, value: str) -> Test:
        lstat = self.call.files.lstat
        match word:
            case "-name":
                return lambda place: fnmatchcase(_name(place), value)
            case "-iname":
                return lambda place: fnmatchcase(_name(place).lower(), value.lower())
            case "-path" | "-wholename":
                return lambda place: fnmatchcase(place.shown, value)
            case "-ipath":
                return lambda place: fnmatchcase(place.shown.lower(), value.lower())
            case "-maxdepth":
                self.deepest = parse_count(value) or 0
                return lambda place: True
            case "-mindepth":
                self.least = parse_count(value) or 0
                return lambda place: True
            case "-type":
                kinds = set(value.split(","))

                def typed(place: _Place) -> bool:
                    found = lstat(place.path)
                    return found is not None and any(
                        {"f": found.is_file, "d": found.is_dir, "l": found.is_link}.get(kind, False) for kind in kinds
                    )

                return typed
            case "-size":
                return self._size(value)
            case "-mtime" | "-mmin":
                unit = 86400 if word == "-mtime" else 60
                now = self.call.machine.now_ms // 1000
                number = _number(value)
                return lambda place: (found := lstat(place.path)) is not None and number((now - found.mtime) // unit)
            case "-newer":
                other = self.call.files.stat(self.call.path(value))
                if other is None:
                    raise _ExpressionError(f"'{value}': No such file or directory")
                return lambda place: (found := lstat(place.path)) is not None and found.mtime > other.mtime
            case "-perm":
                bits = int(value.lstrip("-/") or "0", 8) if re.fullmatch(r"[-/]?[0-7]{1,5}", value) else 0
                return lambda place: (
                    (found := lstat(place.path)) is not None
                    and (found.mode & bits == bits if value.startswith("-") else found.mode & 0o7777 == bits)
                )
            case _:
                return lambda place: True

    def _size(self, value: str) -> Test:
        match = re.fullmatch(r"([+-]?\d{1,12})([ckMGb]?)", value)
        if match is None:
            raise _ExpressionError(f"bad -size '{value}'")
        unit = {"c": 1, "k": 1024, "M": 1 << 20, "G": 1 << 30}.get(match[2], 512)
        number = _number(match[1])

        def sized(place: _Place) -> bool:
            found = self.call.files.lstat(place.path)
            return found is not None and number(-(-found.size // unit))

        return sized

    # Actions.

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

    def _prune(self, place: _Place) -> bool:
        self.pruned = True
        return True

    def _delete(self, place: _Place) -> bool:
        found = self.call.files.lstat(place.path)
        try:
            if found is not None and place.shown != ".":
                (self.call.files.rmdir if found.is_dir else self.call.files.remove)(place.path)
        except OSError as error:
            self.tally.err.append(f"'{place.shown}': {reason(error)}")
            return False
        return True

    def _exec(self) -> Test:
        self.acts = True
        ends = [at for at, word in enumerate(self.words) if word in (";", "+")]
        if not ends:
            raise _ExpressionError("-exec needs \\;")
        command, end = self.words[: ends[0]], self.words[ends[0]]
        del self.words[: ends[0] + 1]
        if end == "+":
            found: list[str] = []
            self.gathered.append((command, found))

            def gather(place: _Place) -> bool:
                found.append(place.shown)
                return True

            return gather
        return lambda place: self._run([word.replace("{}", place.shown) for word in command])

    def _run(self, words: list[str]) -> bool:
        result = self.call.run(tuple(words), Input())
        self.tally.out.append(bytes(result.stdout))
        self.errors += result.stderr
        return result.exit == 0

    # The walk.

    def walk(self, start: str, test: Test) -> None:
        """Visit everything below a start path, parents first unless -depth is set."""
        base = self.call.path(start) if start != "." else self.call.cwd
        try:
            self.call.files.require(base, follow=start.endswith("/"))
        except OSError as error:
            self.tally.err.append(f"'{start}': {reason(error)}")
            return
        self._visit(_Place(base, start, 0), test)

    def _visit(self, place: _Place, test: Test) -> None:
        self.pruned = False
        if not self.children_first:
            self._consider(place, test)
        found = self.call.files.lstat(place.path)
        if found is not None and found.is_dir and not self.pruned and place.depth != self.deepest:
            try:
                names = self.call.files.list(place.path)
            except OSError as error:
                self.tally.err.append(f"'{place.shown}': {reason(error)}")
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


def _name(place: _Place) -> str:
    return posixpath.basename(place.shown.rstrip("/")) or place.shown


def _number(value: str) -> Callable[[int], bool]:
    number = int(re.sub(r"\D", "", value) or 0)
    if value.startswith("+"):
        return lambda other: other > number
    if value.startswith("-"):
        return lambda other: other < number
    return lambda other: other == number


def _either(first: Test, second: Test) -> Test:
    return lambda place: first(place) or second(place)


def _both(first: Test, second: Test) -> Test:
    return lambda place: first(place) and second(place)
