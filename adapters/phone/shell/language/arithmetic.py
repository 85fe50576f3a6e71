"""Integer expressions of the shell: `$((…))`, `((…))`, numbers of `test`. Signed 32-bit, as in mksh."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_TOKEN = re.compile(
    r"\s*(\d+#[0-9a-zA-Z]+|0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||"
    r"[-+*/%&|^]=|[-+*/%()<>!~&|^?:=,])"
)
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
_ASSIGNING: Final = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="])
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
        if depth > MAX_DEPTH:
            raise ArithmeticSyntaxError("expression recurses too deeply")
        self.text = text
        self.lookup = lookup
        self.assign = assign
        self.depth = depth
        self.idle = 0
        """Number of enclosing branches that are not taken; inside them nothing is evaluated."""
        self.tokens: list[str] = []
        at = 0
        stripped = text.rstrip()
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise ArithmeticSyntaxError(f"{text}: unexpected '{stripped[at:].lstrip()[:1]}'")
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0

    def run(self) -> int:
        if not self.tokens:
            return 0
        value = self._comma()
        if self.at < len(self.tokens):
            raise self._unexpected()
        return value

    def _peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def _unexpected(self) -> ArithmeticSyntaxError:
        return ArithmeticSyntaxError(f"{self.text}: unexpected '{self._peek() or 'end of expression'}'")

    def _comma(self) -> int:
        value = self._assignment()
        while self._peek() == ",":
            self.at += 1
            value = self._assignment()
        return value

    def _assignment(self) -> int:
        name, op = self._peek(), self._peek(1)
        if op not in _ASSIGNING or not _is_name(name):
            return self._ternary()
        self._deeper()
        self.at += 2
        value = self._assignment()
        if op != "=" and not self.idle:
            value = _wrap(self._apply(op[:-1], self._variable(name), value))
        self.depth -= 1
        return self._store(name, value)

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ArithmeticSyntaxError("expression recurses too deeply")

    def _ternary(self) -> int:
        self._deeper()
        value = self._binary(0)
        if self._peek() == "?":
            self.at += 1
            yes = self._branch(value != 0)
            if self._peek() != ":":
                raise self._unexpected()
            self.at += 1
            no = self._branch(value == 0)
            value = yes if value else no
        self.depth -= 1
        return value

    def _branch(self, taken: bool) -> int:
        self.idle += not taken
        value = self._assignment()
        self.idle -= not taken
        return value

    def _binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        value = self._binary(level + 1)
        while (op := self._peek()) in _LEVELS[level]:
            self.at += 1
            skipped = (op == "||" and value != 0) or (op == "&&" and value == 0)
            self.idle += skipped
            other = self._binary(level + 1)
            self.idle -= skipped
            value = _wrap(self._apply(op, value, other))
        return value

    def _apply(self, op: str, a: int, b: int) -> int:
        if op in "/%":
            if b == 0:
                if self.idle:
                    return 0
                raise ArithmeticSyntaxError(f"{self.text}: zero divisor")
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
        # Signs are counted instead of parsed recursively, so that many of them cannot exhaust the stack.
        signs: list[str] = []
        while self._peek() in ("-", "+", "!", "~") or (self._peek() in ("++", "--") and not _is_name(self._peek(1))):
            signs.append(self._peek()[-1])
            self.at += 1
        value = self._primary()
        for sign in reversed(signs):
            value = _wrap({"-": -value, "+": value, "!": int(not value), "~": ~value}[sign])
        return value

    def _primary(self) -> int:
        token = self._peek()
        self.at += 1
        if token in ("++", "--"):
            name = self._peek()
            self.at += 1
            return self._store(name, _wrap(self._variable(name) + (1 if token == "++" else -1)))
        if token == "(":
            value = self._comma()
            if self._peek() != ")":
                raise self._unexpected()
            self.at += 1
            return value
        if token[:1].isdigit():
            return self._number(token)
        if _is_name(token):
            value = self._variable(token)
            if (step := self._peek()) in ("++", "--"):
                self.at += 1
                self._store(token, _wrap(value + (1 if step == "++" else -1)))
            return value
        self.at -= 1
        raise self._unexpected()

    def _variable(self, name: str) -> int:
        if self.idle:
            return 0
        return _Evaluator(self.lookup(name), self.lookup, self.assign, self.depth + 1).run()

    def _store(self, name: str, value: int) -> int:
        if self.assign is None:
            raise self._unexpected()
        if not self.idle:
            self.assign(name, str(value))
        return value

    def _number(self, token: str) -> int:
        # Longer numbers are cut: no sensible script depends on more than forty digits.
        base, mark, digits = token.partition("#")
        if not mark:
            return _wrap(int(token[:40], 16) if token[:2] in ("0x", "0X") else int(token[:40]))
        try:
            return _wrap(int(digits[:40], int(base)))
        except ValueError:
            raise ArithmeticSyntaxError(f"{self.text}: bad number '{token}'") from None


def _is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] == "_"
