"""Splits an awk program into tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

KEYWORDS: Final = frozenset(
    ["BEGIN", "END", "function", "func", "if", "else", "while", "for", "do", "break", "continue", "next", "nextfile",
     "exit", "return", "delete", "in", "getline", "print", "printf"]
)  # fmt: skip
_TOKEN: Final = re.compile(
    r"(?P<space>(?:[ \t\r]|\\\r?\n|#[^\n]*)+)|(?P<newline>\n)"
    r"|(?P<number>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
    r'|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<name>[A-Za-z_]\w*)'
    r"|(?P<op>\*\*=|\*\*|&&|\|\||==|!=|<=|>=|\+\+|--|\+=|-=|\*=|/=|%=|\^=|!~|>>|[-+*/%^!<>|?:~$=,;(){}\[\]])",
    re.DOTALL,
)
_REGEX: Final = re.compile(r"/((?:[^/\\\n\[]|\\.|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\])*)/")
_ESCAPE: Final = re.compile(r"\\(?:([0-7]{1,3})|(.))", re.DOTALL)
_NAMED: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "\\": "\\",
    '"': '"',
    "/": "/",
}


class AwkError(Exception):
    """The program cannot be parsed or run; the message is what awk prints."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `kind` is number, string, regex, name, call (a name followed by `(`), keyword, op, newline or end."""

    kind: str
    text: str
    at: int


def unescaped(text: str) -> str:
    """Resolve the escapes of a string literal."""
    return _ESCAPE.sub(lambda m: chr(int(m[1], 8) & 0xFF) if m[1] else _NAMED.get(m[2], "\\" + m[2]), text)


def tokens(text: str) -> list[Token]:
    """Return all tokens. A slash starts a regular expression where no value can have ended."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        last = found[-1] if found else None
        value = last is not None and (
            last.kind in ("number", "string", "name", "regex") or (last.kind == "op" and last.text in (")", "]", "$"))
        )
        if text[at] == "/" and not value and (match := _REGEX.match(text, at)) is not None:
            found.append(Token("regex", match[1].replace("\\/", "/"), at))
            at = match.end()
            continue
        match = _TOKEN.match(text, at)
        if match is None:
            raise AwkError(f"syntax error at source line 1\n context is\n\t{text[at : at + 20]}")
        kind = match.lastgroup or ""
        body = match[0]
        if kind == "name":
            if body in KEYWORDS:
                kind = "keyword"
            elif text[match.end() : match.end() + 1] == "(":
                kind = "call"
        if kind == "string":
            body = unescaped(body[1:-1])
        if kind != "space":
            found.append(Token(kind, body, at))
        at = match.end()
    found.append(Token("end", "", at))
    return found
