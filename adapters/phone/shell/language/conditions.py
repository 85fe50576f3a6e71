"""`test` and `[`: conditions over files, strings and numbers, with mksh's messages. `[[ … ]]` has the same ones."""

from __future__ import annotations

import operator
import stat as modes
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.android.shell_grammar.syntax_tree import Word
from adapters.phone.shell.language.arithmetic import ArithmeticSyntaxError, evaluate
from adapters.phone.shell.language.command import SH, Call, Result, fail, parse_count

_STRINGS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "=": operator.eq, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_NUMBERS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "-eq": operator.eq, "-ne": operator.ne, "-lt": operator.lt, "-le": operator.le, "-gt": operator.gt,
    "-ge": operator.ge,
}  # fmt: skip
_BINARY: Final = frozenset([*_STRINGS, *_NUMBERS, "-nt", "-ot"])
_KINDS: Final[Mapping[str, Callable[[int], bool]]] = {
    "-d": modes.S_ISDIR, "-f": modes.S_ISREG, "-b": modes.S_ISBLK, "-c": modes.S_ISCHR, "-p": modes.S_ISFIFO,
    "-S": modes.S_ISSOCK,
}  # fmt: skip
_UNARY: Final = frozenset([*_KINDS, "-e", "-h", "-L", "-n", "-r", "-s", "-t", "-w", "-x", "-z"])


class ConditionError(Exception):
    """A condition is malformed; the message is what sh prints."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What conditions ask for: files, variables (in numbers), and which descriptors are the terminal."""

    call: Call
    lookup: Callable[[str], str]
    is_terminal: Callable[[int], bool]

    def compare(self, a: str, op: str, b: str) -> bool:
        """Evaluate `A op B`."""
        if op in _STRINGS:
            return _STRINGS[op](a, b)
        if op in _NUMBERS:
            return _NUMBERS[op](self._number(a), self._number(b))
        if op not in _BINARY:
            raise ConditionError(f"{op}: unexpected operator/operand")
        first, second = (self.call.files.stat(self.call.path(name)) for name in ((a, b) if op == "-nt" else (b, a)))
        return first is not None and (second is None or first.mtime > second.mtime)

    def _number(self, text: str) -> int:
        try:
            return evaluate(text, self.lookup)
        except ArithmeticSyntaxError as error:
            raise ConditionError(str(error)) from error

    def holds(self, op: str, operand: str) -> bool:
        """Evaluate `op OPERAND`."""
        if op in ("-n", "-z"):
            return (operand != "") == (op == "-n")
        if op == "-t":
            number = parse_count(operand)
            return number is not None and self.is_terminal(number)
        path = self.call.path(operand)
        if op in ("-h", "-L"):
            link = self.call.files.lstat(path)
            return link is not None and link.is_link
        found = self.call.files.stat(path)
        if found is None or op not in _UNARY:
            return False
        if op in _KINDS:
            return _KINDS[op](found.mode)
        if op in ("-r", "-w", "-x"):
            return self.call.files.access(path, op[1])
        return op == "-e" or found.size > 0


class Conditions(ABC):
    """Conditions joined by `!`, parentheses, an "and" and an "or"."""

    both = "-a"
    either = "-o"

    def __init__(self, parts: Sequence[str | Word], facts: Facts) -> None:
        self.parts = parts
        self.facts = facts
        self.at = 0
        self.idle = 0
        """Number of enclosing conditions that decide nothing any more."""

    def all_hold(self) -> bool:
        """Evaluate all parts; raises ConditionError."""
        value = self._any()
        if self.at < len(self.parts):
            raise self.unexpected()
        return value

    def peek(self) -> str | Word | None:
        return self.parts[self.at] if self.at < len(self.parts) else None

    def _take(self, part: str) -> bool:
        """Consume the next part if it is this one, and not the last."""
        taken = self.peek() == part
        self.at += taken
        return taken

    def _branch(self, idle: bool, parse: Callable[[], bool]) -> bool:
        self.idle += idle
        value = parse()
        self.idle -= idle
        return value

    def _any(self) -> bool:
        value = self._all()
        while self._take(self.either):
            value = self._branch(value, self._all) or value
        return value

    def _all(self) -> bool:
        value = self._not()
        while self._take(self.both):
            value = self._branch(not value, self._not) and value
        return value

    def _not(self) -> bool:
        negate = False
        while self.at + 1 < len(self.parts) and self._take("!"):
            negate = not negate
        if self.at + 1 < len(self.parts) and self._take("("):
            value = self._any()
            if not self._take(")"):
                raise self.unexpected("missing closing paren")
        else:
            value = self.primary()
        return value != negate

    @abstractmethod
    def unexpected(self, missing: str = "") -> Exception:
        """Return the error of the next part, or of one that is missing."""

    @abstractmethod
    def primary(self) -> bool:
        """Evaluate one condition."""


class _Test(Conditions):
    def unexpected(self, missing: str = "") -> Exception:
        return ConditionError(missing or f"{self.peek()}: unexpected operator/operand")

    def primary(self) -> bool:
        word = self._next("missing expression")
        op = str(self.peek())
        if op in _BINARY:
            self.at += 1
            return self.facts.compare(word, op, self._next(f"{op}: missing second argument"))
        if word in _UNARY and self.peek() is not None:
            return self.facts.holds(word, self._next(""))
        return word != ""

    def _next(self, missing: str) -> str:
        if self.at >= len(self.parts):
            raise ConditionError(missing)
        self.at += 1
        return str(self.parts[self.at - 1])


def test(facts: Facts) -> Result:
    """Run `test …` or `[ … ]`; exit 0 if true, 1 if false, 2 on errors."""
    name, *words = facts.call.argv
    if name == "[" and (not words or words.pop() != "]"):
        return fail(f"{SH}: [: missing ]", 2)
    try:
        match words:
            # POSIX defines the meaning of up to four words, so a value that looks like an operator is safe.
            case []:
                value = False
            case [word] | ["!", word]:
                value = (word != "") == (len(words) == 1)
            case [a, op, b] if op in _BINARY:
                value = facts.compare(a, op, b)
            case ["!", a, op, b] if op in _BINARY:
                value = not facts.compare(a, op, b)
            case _:
                value = _Test(words, facts).all_hold()
    except ConditionError as error:
        return fail(f"{SH}: {name}: {error}", 2)
    return Result(exit=int(not value))
