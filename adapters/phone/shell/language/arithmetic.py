"""Integer expressions of the shell: `$((…))`, `((…))`, numbers of `test`. Signed 32-bit, as in mksh."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

_TOKEN = re.compile(
    r"\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||"
    r"[-+*/%&|^]=|[-+*/%()<>!~&|^?:=])"
)
_LEVELS: Final[tuple[Mapping[str, Callable[[int, int], int]], ...]] = (
    {"||": lambda a, b: bool(a or b)},
    {"&&": lambda a, b: bool(a and b)},
    {"|": operator.or_},
    {"^": operator.xor},
    {"&": operator.and_},
    {"==": operator.eq, "!=": operator.ne},
    {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
    {"<<": lambda a, b: a << (b & 31), ">>": lambda a, b: a >> (b & 31)},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": lambda a, b: int(a / b), "%": lambda a, b: a - b * int(a / b)},
)
"""Operators that take two values, loosest first. Numbers of 32 bits are exact in `a / b`."""
_OPERATORS: Final = {op: (level, apply) for level, row in enumerate(_LEVELS) for op, apply in row.items()}
_SIGNS: Final[Mapping[str, Callable[[int], int]]] = {
    "-": operator.neg, "+": operator.pos, "!": operator.not_, "~": operator.invert,
}  # fmt: skip
MAX_DEPTH = 40

Lookup = Callable[[str], str]
Assign = Callable[[str, str], None]


class ArithmeticSyntaxError(Exception):
    """The expression cannot be evaluated; the message is what sh prints."""


def evaluate(expression: str, lookup: Lookup, assign: Assign | None = None) -> int:
    """Evaluate an expression; variables are evaluated as expressions themselves, an empty one is 0.

    `assign` writes a variable; without it assignments are errors.
    """
    return _Evaluator(expression, lookup, assign, 0).run()


def _wrap(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


class _Evaluator:
    def __init__(self, text: str, lookup: Lookup, assign: Assign | None, depth: int) -> None:
        self.text = text
        self.lookup = lookup
        self.assign = assign
        self.depth = depth
        self.idle = 0
        """Number of enclosing branches that are not taken; inside them nothing is evaluated."""
        self.tokens: list[str] = []
        self.at = 0
        at, stripped = 0, text.rstrip()
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise ArithmeticSyntaxError(f"{text}: unexpected '{stripped[at:].lstrip()[:1]}'")
            self.tokens.append(match[1])
            at = match.end()

    def run(self) -> int:
        if not self.tokens:
            return 0
        value = self._assignment()
        if self.at < len(self.tokens):
            raise self._unexpected()
        return value

    def _peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def _take(self, *tokens: str) -> str:
        """Consume the next token if it is one of these."""
        token = self._peek()
        if token not in tokens:
            return ""
        self.at += 1
        return token

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise self._unexpected()

    def _unexpected(self) -> ArithmeticSyntaxError:
        return ArithmeticSyntaxError(f"{self.text}: unexpected '{self._peek() or 'end of expression'}'")

    @contextmanager
    def _deeper(self, *, idle: bool = False) -> Iterator[None]:
        """Limit the depth of recursion; with `idle` nothing is evaluated within."""
        if self.depth >= MAX_DEPTH:
            raise ArithmeticSyntaxError("expression recurses too deeply")
        self.depth += 1
        self.idle += idle
        yield
        self.depth -= 1
        self.idle -= idle

    def _assignment(self, *, idle: bool = False) -> int:
        with self._deeper(idle=idle):
            name, op = self._peek(), self._peek(1)
            if not _is_name(name) or not (op == "=" or (op.endswith("=") and op[:-1] in _OPERATORS)):
                return self._ternary()
            self.at += 2
            value = self._assignment()
            if op != "=" and not self.idle:
                value = self._apply(op[:-1], self._variable(name), value)
            return self._store(name, value)

    def _ternary(self) -> int:
        value = self._binary(0)
        if not self._take("?"):
            return value
        yes = self._assignment(idle=value == 0)
        self._expect(":")
        no = self._assignment(idle=value != 0)
        return yes if value else no

    def _binary(self, level: int) -> int:
        """Parse operators that bind at least as tightly as a level."""
        value = self._unary()
        while (op := self._peek()) in _OPERATORS and _OPERATORS[op][0] >= level:
            self.at += 1
            with self._deeper(idle=(op == "||" and value != 0) or (op == "&&" and value == 0)):
                other = self._binary(_OPERATORS[op][0] + 1)
            value = self._apply(op, value, other)
        return value

    def _apply(self, op: str, a: int, b: int) -> int:
        if op in "/%" and b == 0:
            if self.idle:
                return 0
            raise ArithmeticSyntaxError(f"{self.text}: zero divisor")
        return _wrap(int(_OPERATORS[op][1](a, b)))

    def _unary(self) -> int:
        # Signs are counted instead of parsed recursively, so that many of them cannot exhaust the stack.
        signs: list[str] = []
        while self._peek() in _SIGNS or (self._peek() in ("++", "--") and not _is_name(self._peek(1))):
            signs.append(self._peek()[-1])
            self.at += 1
        value = self._primary()
        for sign in reversed(signs):
            value = _wrap(int(_SIGNS[sign](value)))
        return value

    def _primary(self) -> int:
        if step := self._take("++", "--"):
            name = self._peek()
            self.at += 1
            return self._store(name, _wrap(self._variable(name) + (1 if step == "++" else -1)))
        if self._take("("):
            value = self._assignment()
            self._expect(")")
            return value
        token = self._peek()
        if token[:1].isdigit():
            self.at += 1
            # Longer numbers are cut: no sensible script depends on more than forty digits.
            return _wrap(int(token[:40], 16 if token[:2] in ("0x", "0X") else 10))
        if not _is_name(token):
            raise self._unexpected()
        self.at += 1
        value = self._variable(token)
        if step := self._take("++", "--"):
            self._store(token, _wrap(value + (1 if step == "++" else -1)))
        return value

    def _variable(self, name: str) -> int:
        if self.idle:
            return 0
        with self._deeper():
            return _Evaluator(self.lookup(name), self.lookup, self.assign, self.depth).run()

    def _store(self, name: str, value: int) -> int:
        if self.assign is None:
            raise self._unexpected()
        if not self.idle:
            self.assign(name, str(value))
        return value


def _is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] == "_"
