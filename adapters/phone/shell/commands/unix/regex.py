"""Converts POSIX basic and extended regular expressions to Python's syntax."""

from __future__ import annotations

import re

CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "lower": "a-z",
    "upper": "A-Z",
    "space": r" \t\n\r\v\f",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "xdigit": "0-9a-fA-F",
    "cntrl": r"\x00-\x1f\x7f",
    "print": r"\x20-\x7e",
    "graph": r"\x21-\x7e",
}
_PART = re.compile(r"(\[\^?\]?(?:\[:\w+:\]|[^\]])*\])|\\(.)|(\A\*)|(.)", re.DOTALL)
"""A bracket expression, an escaped character, a star with nothing before it, or another character."""


def posix(pattern: str, *, extended: bool) -> str:
    """Return the equivalent expression for `re`, without validation."""

    def swap(match: re.Match[str]) -> str:
        bracket, escaped, star, char = match.groups()
        if bracket:
            return _bracket(bracket)
        if star:
            return star if extended else r"\*"
        if escaped:
            if escaped in "<>":
                return r"\b"
            if escaped in "?+|(){}":
                return f"\\{escaped}" if extended else escaped
            known = not escaped.isalpha() or escaped in "bBwWsSntrfvdD"
            return f"\\{escaped}" if known else escaped
        if char == "$":
            return r"\Z"
        if char in "?+|(){}" and not extended:
            return f"\\{char}"
        # A brace that begins no repetition is an ordinary character.
        literal = char == "{" and not re.match(r"[0-9,]*}", pattern[match.end() :])
        return r"\{" if literal else char

    return _PART.sub(swap, pattern)


def _bracket(text: str) -> str:
    """Convert a bracket expression: a backslash is an ordinary character, character classes have names."""
    negate = text[1] == "^"
    body = text[2 if negate else 1 : -1]
    body = re.sub(r"\\(?![nt\\])", r"\\\\", body)
    pieces = re.split(r"(\[:\w+:\])", body)
    inside = "".join(
        CLASSES.get(piece[2:-2], "") if piece.startswith("[:") else re.sub(r"([\[\]&~|^])", r"\\\1", piece)
        for piece in pieces
    )
    return f"[{'^' if negate else ''}{inside}]"
