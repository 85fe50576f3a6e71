"""The shell's integer expressions: `$((…))` and the numbers of `test`. Signed 32-bit, as mksh computes on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

_TOKEN = re.compile(r"\s*(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%()<>!~&|^?:])")
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
MAX_DEPTH = 40


class ArithmeticSyntax(Exception):
    """The expression cannot be computed; the message is what sh prints."""


def evaluate(expression: str, lookup: Callable[[str], str]) -> int:
    """Compute an expression; names are looked up and read as expressions of their own, empty is 0."""
    return _Evaluator(expression, lookup, 0).run()


def _wrap(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


class _Evaluator:
    def __init__(self, text: str, lookup: Callable[[str], str], depth: int) -> None:
        if depth > MAX_DEPTH:
            raise ArithmeticSyntax("expression recurses too deeply")
        self.text = text
        self.lookup = lookup
        self.depth = depth
        self.tokens: list[str] = []
        at = 0
        stripped = text.rstrip()
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise ArithmeticSyntax(f"{text}: unexpected '{stripped[at:].lstrip()[:1]}'")
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0

    def run(self) -> int:
        if not self.tokens:
            return 0
        value = self._ternary()
        if self.at < len(self.tokens):
            raise self._unexpected()
        return value

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _unexpected(self) -> ArithmeticSyntax:
        return ArithmeticSyntax(f"{self.text}: unexpected '{self._peek() or 'end of expression'}'")

    def _ternary(self) -> int:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ArithmeticSyntax("expression recurses too deeply")
        value = self._binary(0)
        if self._peek() == "?":
            self.at += 1
            yes = self._ternary()
            if self._peek() != ":":
                raise self._unexpected()
            self.at += 1
            no = self._ternary()
            value = yes if value else no
        self.depth -= 1
        return value

    def _binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        value = self._binary(level + 1)
        while (op := self._peek()) in _LEVELS[level]:
            self.at += 1
            value = _wrap(self._apply(op, value, self._binary(level + 1)))
        return value

    def _apply(self, op: str, a: int, b: int) -> int:
        if op in "/%":
            if b == 0:
                raise ArithmeticSyntax(f"{self.text}: zero divisor")
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return quotient if op == "/" else a - b * quotient
        table: dict[str, Callable[[], int | bool]] = {
            "||": lambda: bool(a or b),
            "&&": lambda: bool(a and b),
            "|": lambda: a | b,
            "^": lambda: a ^ b,
            "&": lambda: a & b,
            "==": lambda: a == b,
            "!=": lambda: a != b,
            "<": lambda: a < b,
            "<=": lambda: a <= b,
            ">": lambda: a > b,
            ">=": lambda: a >= b,
            "<<": lambda: a << (b & 31),
            ">>": lambda: a >> (b & 31),
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
        }
        return int(table[op]())

    def _unary(self) -> int:
        # A run of signs is folded by counting, so that its length cannot exhaust the stack.
        signs: list[str] = []
        while self._peek() in ("-", "+", "!", "~"):
            signs.append(self._peek())
            self.at += 1
        value = self._primary()
        for sign in reversed(signs):
            value = _wrap({"-": -value, "+": value, "!": int(not value), "~": ~value}[sign])
        return value

    def _primary(self) -> int:
        token = self._peek()
        self.at += 1
        if token == "(":
            value = self._ternary()
            if self._peek() != ")":
                raise self._unexpected()
            self.at += 1
            return value
        if token[:1].isdigit():
            return _number(token)
        if token and (token[0].isalpha() or token[0] == "_"):
            return _Evaluator(self.lookup(token), self.lookup, self.depth + 1).run()
        self.at -= 1
        raise self._unexpected()


def _number(token: str) -> int:
    # Beyond ten digits nothing changes modulo 2**32 that a phone's script would mean.
    return _wrap(int(token[:40], 16) if token[:2] in ("0x", "0X") else int(token[:40]))
