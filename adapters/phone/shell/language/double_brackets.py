"""`[[ … ]]`: conditions whose words are not split and whose right sides are patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adapters.android.shell_grammar.syntax_tree import Word
from adapters.phone.shell.language.conditions import Conditions, Facts
from adapters.phone.shell.language.expansion import ExpansionError, Piece, matches

_COMPARED = frozenset(["=", "==", "!=", "<", ">"])


class DoubleBrackets(Conditions):
    """Evaluates one `[[ … ]]`. What decides nothing is not expanded either."""

    both = "&&"
    either = "||"

    def __init__(
        self,
        parts: Sequence[str | Word],
        facts: Facts,
        single: Callable[[Word], str],
        pattern: Callable[[Word], list[Piece]],
    ) -> None:
        super().__init__(parts, facts)
        self._single = single
        self._pattern = pattern

    def unexpected(self, missing: str = "") -> Exception:
        part = self.peek() or "]]"
        return ExpansionError(f"syntax error: unexpected '{part if isinstance(part, str) else self._single(part)}'")

    def primary(self) -> bool:
        if self.peek() in (None, "&&", "||", ")", "<", ">"):
            raise self.unexpected()
        part = self.parts[self.at]
        self.at += 1
        if isinstance(part, str) and part.startswith("-") and isinstance(self.peek(), tuple):
            operand = self._text(self._next())
            return not self.idle and self.facts.holds(part, operand)
        left = self._text(part)
        op = self.peek()
        if not isinstance(op, str) or not (op in _COMPARED or op.startswith("-")):
            return left != ""
        self.at += 1
        right = self._next()
        if self.idle:
            return False
        if op in ("=", "==", "!="):
            return matches(left, [(right, True)] if isinstance(right, str) else self._pattern(right)) == (op != "!=")
        return self.facts.compare(left, op, self._text(right))

    def _next(self) -> str | Word:
        if self.at >= len(self.parts):
            raise self.unexpected()
        self.at += 1
        return self.parts[self.at - 1]

    def _text(self, part: str | Word) -> str:
        return part if isinstance(part, str) else "" if self.idle else self._single(part)
