"""`test` and `[`: conditions over files, strings and numbers, with mksh's messages."""

from __future__ import annotations

import stat as modes
from collections.abc import Callable, Sequence

from adapters.phone.shell.language.arithmetic import ArithmeticSyntaxError, evaluate
from adapters.phone.shell.language.command import SH, Call, Result, fail, parse_count

_BINARY = frozenset(["=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"])
_UNARY = frozenset(f"-{letter}" for letter in "abcdefghknoprstuwxzLGOS")


class _TestError(Exception):
    pass


def test(call: Call, lookup: Callable[[str], str], is_terminal: Callable[[int], bool]) -> Result:
    """Run `test …` or `[ … ]`; exit 0 if true, 1 if false, 2 on errors. Names in numbers are variables."""
    words = list(call.args)
    if call.name == "[":
        if not words or words[-1] != "]":
            return fail(f"{SH}: [: missing ]", 2)
        words.pop()
    try:
        return Result(exit=0 if _Condition(call, words, lookup, is_terminal).holds() else 1)
    except _TestError as error:
        return fail(f"{SH}: {call.name}: {error}", 2)


class _Condition:
    def __init__(
        self, call: Call, words: Sequence[str], lookup: Callable[[str], str], is_terminal: Callable[[int], bool]
    ) -> None:
        self.call = call
        self.is_terminal = is_terminal
        self.words = words
        self.lookup = lookup
        self.at = 0

    def holds(self) -> bool:
        words = self.words
        if not words:
            return False
        if len(words) == 1:
            return words[0] != ""
        # POSIX defines the meaning of up to four words, so a value that looks like an operator is safe.
        if len(words) == 2 and words[0] == "!":
            return words[1] == ""
        if len(words) == 3 and words[1] in _BINARY:
            return self._binary(words[0], words[1], words[2])
        if len(words) == 4 and words[0] == "!" and words[2] in _BINARY:
            return not self._binary(words[1], words[2], words[3])
        value = self._or()
        if self.at < len(words):
            raise _TestError(f"{words[self.at]}: unexpected operator/operand")
        return value

    def _peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _or(self) -> bool:
        value = self._and()
        while self._peek() == "-o":
            self.at += 1
            value = self._and() or value
        return value

    def _and(self) -> bool:
        value = self._primary()
        while self._peek() == "-a":
            self.at += 1
            value = self._primary() and value
        return value

    def _primary(self) -> bool:
        negate = False
        while self._peek() == "!" and self.at + 1 < len(self.words):
            self.at += 1
            negate = not negate
        word = self._next("expression")
        if word == "(" and self.at < len(self.words):
            if self.words.count("(") > 20:
                raise _TestError("nested too deeply")
            value = self._or()
            if self._next("closing paren") != ")":
                raise _TestError("missing closing paren")
        elif self._peek() in _BINARY:
            op = self._next("operator")
            if self.at >= len(self.words):
                raise _TestError(f"{op}: missing second argument")
            value = self._binary(word, op, self._next("operand"))
        elif word in _UNARY and self.at < len(self.words):
            value = self._unary(word, self._next("operand"))
        else:
            value = word != ""
        return value != negate

    def _next(self, what: str) -> str:
        if self.at >= len(self.words):
            raise _TestError(f"missing {what}")
        self.at += 1
        return self.words[self.at - 1]

    def _number(self, text: str) -> int:
        try:
            return evaluate(text, self.lookup)
        except ArithmeticSyntaxError as error:
            raise _TestError(str(error)) from error

    def _binary(self, a: str, op: str, b: str) -> bool:
        if op in ("=", "=="):
            return a == b
        if op == "!=":
            return a != b
        if op in ("<", ">"):
            return a < b if op == "<" else a > b
        if op in ("-nt", "-ot", "-ef"):
            left_stat, two = self.call.files.stat(self.call.path(a)), self.call.files.stat(self.call.path(b))
            if op == "-ef":
                return left_stat is not None and two is not None and left_stat.ino == two.ino
            first, second = (left_stat, two) if op == "-nt" else (two, left_stat)
            return first is not None and (second is None or first.mtime > second.mtime)
        x, y = self._number(a), self._number(b)
        return {"-eq": x == y, "-ne": x != y, "-lt": x < y, "-le": x <= y, "-gt": x > y, "-ge": x >= y}[op]

    def _unary(self, op: str, operand: str) -> bool:
        if op in ("-n", "-z"):
            return (operand != "") == (op == "-n")
        if op == "-t":
            number = parse_count(operand)
            return number is not None and self.is_terminal(number)
        if op == "-o":
            return False
        path = self.call.path(operand)
        if op in ("-h", "-L"):
            link = self.call.files.lstat(path)
            return link is not None and link.is_link
        found = self.call.files.stat(path)
        if found is None:
            return False
        kind = {
            "-d": modes.S_ISDIR,
            "-f": modes.S_ISREG,
            "-b": modes.S_ISBLK,
            "-c": modes.S_ISCHR,
            "-p": modes.S_ISFIFO,
            "-S": modes.S_ISSOCK,
        }
        if op in kind:
            return kind[op](found.mode)
        if op == "-s":
            return found.size > 0
        if op in ("-r", "-w", "-x"):
            return self.call.files.access(path, op[1])
        return True
