"""Brace expansion: `a{b,c}d` becomes `abd acd`. It runs before all other expansions and evaluates nothing."""

from __future__ import annotations

from itertools import groupby

from adapters.android.shell_grammar.syntax_tree import Lit, Part, Word

MAX_WORDS = 4096
"""Beyond, braces stay as they are written: their number grows with the power of their count."""

_Token = str | Part
"""One unquoted character, or a part that braces cannot see into."""


def braced(word: Word) -> list[Word]:
    """Return the words that a word expands to."""
    if not any(isinstance(part, Lit) and not part.quoted and "{" in part.text for part in word):
        return [word]
    tokens: list[_Token] = []
    for part in word:
        tokens += part.text if isinstance(part, Lit) and not part.quoted else (part,)
    if len(tokens) > MAX_WORDS:
        return [word]
    return [_joined(items) for items in _expand(tokens)]


def _expand(tokens: list[_Token]) -> list[list[_Token]]:
    for start, token in enumerate(tokens):
        if token == "{" and (found := _choices(tokens, start)) is not None:
            choices, end = found
            prefixes = [tokens[:start] + items for choice in choices for items in _expand(choice)]
            suffixes = _expand(tokens[end + 1 :])
            if len(prefixes) * len(suffixes) > MAX_WORDS:
                return [tokens]
            return [prefix + suffix for prefix in prefixes for suffix in suffixes]
    return [tokens]


def _choices(tokens: list[_Token], start: int) -> tuple[list[list[_Token]], int] | None:
    """Return the alternatives of the braces that open at `start`, and the closing position, or None."""
    depth = 0
    choices: list[list[_Token]] = [[]]
    for at in range(start + 1, len(tokens)):
        token = tokens[at]
        if token == "}" and depth == 0:
            return (choices, at) if len(choices) > 1 else None
        if token == "," and depth == 0:
            choices.append([])
            continue
        depth += (token == "{") - (token == "}")
        choices[-1].append(token)
    return None


def _joined(tokens: list[_Token]) -> Word:
    parts: list[Part] = []
    for is_text, group in groupby(tokens, lambda token: isinstance(token, str)):
        items = list(group)
        parts += [Lit("".join(map(str, items)), quoted=False)] if is_text else items  # type: ignore[arg-type]
    return tuple(parts)
