"""Converts POSIX basic and extended regular expressions to Python's syntax."""

from __future__ import annotations

import re
from collections.abc import Callable

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
_BRE_SPECIAL = re.compile(r"\\([+?|(){}<>bwWsS])|(\\.)|([+?|(){}])", re.DOTALL)
_ERE_SPECIAL = re.compile(r"\\([<>])|(\\.)|([{])(?![0-9,]*})", re.DOTALL)
_BRACKET = re.compile(r"\[\^?\]?(?:\[:\w+:\]|[^\]])*\]")


def posix(pattern: str, *, extended: bool) -> str:
    """Return the equivalent expression for `re`, without validation."""
    swap = _extended if extended else _basic
    out: list[str] = []
    at = 0
    for match in _BRACKET.finditer(pattern):
        if _escaped(pattern, match.start()):
            continue
        if match.start() < at:
            continue
        out += (swap(pattern[at : match.start()], first=at == 0), _bracket(match[0]))
        at = match.end()
    out.append(swap(pattern[at:], first=at == 0))
    return "".join(out)


def _escaped(pattern: str, at: int) -> bool:
    count = 0
    while at > count and pattern[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1


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


def _basic(text: str, *, first: bool) -> str:
    def swap(match: re.Match[str]) -> str:
        if match[1]:
            return _boundary(match[1])
        return match[2] or "\\" + match[3]

    if first and text.startswith("*"):
        text = "\\" + text
    return _python(_BRE_SPECIAL.sub(swap, text))


def _extended(text: str, *, first: bool) -> str:
    def swap(match: re.Match[str]) -> str:
        return r"\b" if match[1] else match[2] or "\\" + match[3]

    return _python(_ERE_SPECIAL.sub(swap, text))


def _boundary(char: str) -> str:
    if char in "<>":
        return r"\b"
    return "\\" + char if char in "bwWsS" else char


def _python(text: str) -> str:
    """Escape what only Python interprets: `$` before a final newline, unknown escapes."""
    text = re.sub(r"\\([a-zA-Z])", lambda match: match[0] if match[1] in "bBwWsSntrfvdD" else match[1], text)
    return re.sub(r"(\\.)|\$", lambda match: match[1] or r"\Z", text, flags=re.DOTALL)


Replace = Callable[[re.Match[str]], str]


def replacement(text: str, *, groups: bool = True) -> Replace:
    r"""What `&`, `\1` and escapes in a replacement make of a match."""
    pieces = re.split(r"(\\.|\\\n|&)", text, flags=re.DOTALL)

    def replace(match: re.Match[str]) -> str:
        out = []
        for piece in pieces:
            if piece == "&":
                out.append(match[0])
            elif piece.startswith("\\") and len(piece) == 2:
                char = piece[1]
                if char.isdigit() and groups:
                    out.append((match[int(char)] if int(char) <= (match.re.groups) else "") or "")
                else:
                    out.append({"n": "\n", "t": "\t"}.get(char, char))
            else:
                out.append(piece)
        return "".join(out)

    return replace
