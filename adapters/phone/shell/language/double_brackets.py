"""`[[ … ]]`: conditions whose words are not split and whose right sides are patterns."""

from __future__ import annotations

from collections.abc import Callable

from adapters.android.shell_grammar.syntax_tree import Word
from adapters.phone.shell.language.expansion import ExpansionError, Piece, matches

_COMPARED = frozenset(["=", "==", "!=", "<", ">"])

Single = Callable[[Word], str]
Pattern = Callable[[Word], list[Piece]]
Ask = Callable[[tuple[str, ...]], bool]


class DoubleBrackets:
    """Evaluates one `[[ … ]]`. `ask` evaluates the conditions of `test`, such as `-f x` and `1 -eq 2`."""

    def __init__(self, parts: tuple[str | Word, ...], single: Single, pattern: Pattern, ask: Ask) -> None:
        self._parts = parts
        self._single = single
        self._pattern = pattern
        self._ask = ask
        self._at = 0
        self._idle = 0

    def holds(self) -> bool:
        """Return whether the condition is true.

        Raises:
            ExpansionError: the condition is malformed.
        """
        value = self._or()
        if self._at < len(self._parts):
            raise self._bad()
        return value

    def _bad(self) -> ExpansionError:
        part = self._parts[self._at] if self._at < len(self._parts) else "]]"
        return ExpansionError(f"syntax error: unexpected '{part if isinstance(part, str) else self._single(part)}'")

    def _peek(self) -> str | Word | None:
        return self._parts[self._at] if self._at < len(self._parts) else None

    def _or(self) -> bool:
        value = self._and()
        while self._peek() == "||":
            self._at += 1
            self._idle += value
            other = self._and()
            self._idle -= value
            value = value or other
        return value

    def _and(self) -> bool:
        value = self._not()
        while self._peek() == "&&":
            self._at += 1
            self._idle += not value
            other = self._not()
            self._idle -= not value
            value = value and other
        return value

    def _not(self) -> bool:
        negate = False
        while self._peek() == "!":
            self._at += 1
            negate = not negate
        if self._peek() == "(":
            self._at += 1
            value = self._or()
            if self._peek() != ")":
                raise self._bad()
            self._at += 1
        else:
            value = self._primary()
        return value != negate

    def _primary(self) -> bool:
        part = self._peek()
        if part is None or part in ("&&", "||", ")", "<", ">"):
            raise self._bad()
        self._at += 1
        if isinstance(part, str) and part.startswith("-") and isinstance(self._peek(), tuple):
            return self._asked((part, self._operand()))
        left = part if isinstance(part, str) else self._text(part)
        op = self._peek()
        if isinstance(op, str) and (op in _COMPARED or op.startswith("-")):
            self._at += 1
            return self._compared(left, op)
        return left != ""

    def _compared(self, left: str, op: str) -> bool:
        right = self._peek()
        if right is None:
            raise self._bad()
        if op in ("=", "==", "!="):
            self._at += 1
            pattern: list[Piece] = [(right, True)] if isinstance(right, str) else self._pattern(right)
            return not self._idle and matches(left, pattern) == (op != "!=")
        text = self._operand()
        return left < text if op == "<" else left > text if op == ">" else self._asked((left, op, text))

    def _operand(self) -> str:
        part = self._peek()
        if part is None:
            raise self._bad()
        self._at += 1
        return part if isinstance(part, str) else self._text(part)

    def _text(self, word: Word) -> str:
        return "" if self._idle else self._single(word)

    def _asked(self, words: tuple[str, ...]) -> bool:
        return not self._idle and self._ask(words)
