"""Brace expansion: `a{b,c}d` is `abd acd`. It comes before every other expansion and knows no values."""

from __future__ import annotations

from adapters.android.shell_grammar.syntax_tree import Lit, Part, Word

MAX_WORDS = 4096
"""Beyond, braces stay as they are written: their number grows with the power of their count."""

_Token = str | Part
"""One unquoted character, or a part that braces cannot see into."""


def braced(word: Word) -> list[Word]:
    """The words that one word stands for."""
    if not any(isinstance(part, Lit) and not part.quoted and "{" in part.text for part in word):
        return [word]
    tokens: list[_Token] = []
    for part in word:
        if isinstance(part, Lit) and not part.quoted:
            tokens.extend(part.text)
        else:
            tokens.append(part)
    if len(tokens) > MAX_WORDS:
        return [word]
    return [_joined(items) for items in _expand(tokens)]


def _expand(tokens: list[_Token]) -> list[list[_Token]]:
    for start, token in enumerate(tokens):
        if token == "{" and (found := _choices(tokens, start)) is not None:
            choices, end = found
            heads = [tokens[:start] + items for choice in choices for items in _expand(choice)]
            tails = _expand(tokens[end + 1 :])
            if len(heads) * len(tails) > MAX_WORDS:
                return [tokens]
            return [head + tail for head in heads for tail in tails]
    return [tokens]


def _choices(tokens: list[_Token], start: int) -> tuple[list[list[_Token]], int] | None:
    """What stands between the commas of the braces that open at `start`, and where they close."""
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
    text = ""
    for token in tokens:
        if isinstance(token, str):
            text += token
            continue
        if text:
            parts.append(Lit(text, quoted=False))
            text = ""
        parts.append(token)
    if text:
        parts.append(Lit(text, quoted=False))
    return tuple(parts)
