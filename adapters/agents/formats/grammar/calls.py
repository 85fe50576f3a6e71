"""Function calls such as `click(point='<point>10 20</point>')`: as models write them and as they should be."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.literals import exact_at, unescaped

_HEAD = re.compile(r"([A-Za-z_][\w.]{0,60})\s{0,20}\(")
_KEY = re.compile(r"([A-Za-z_]\w{0,60})\s{0,20}=")
_BETWEEN = re.compile(r"[\s,，]*")
_CLOSING: Final = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”"}
_QUOTES: Final = ("'", '"')
_BRACKETS: Final = {"[": "]", "(": ")", "{": "}"}
_BARE = re.compile(r"[^,)\]\n]*")
_OVER = re.compile(r"[ \t]*(?:$|[\r\n<;`*\"'”}|#]|[A-Za-z_][\w.]{0,60}\()")
"""What follows a call's last bracket when nothing is said after it on its line."""
_NUMBERS = re.compile(r"(?<![\w.])-?[0-9]+(?:\.[0-9]+)?(?!\.?[\deE_])")
"""Whole and decimal numbers; what only begins like one (`1e9`, `1_000`, `1.2.3`, digits of two scripts) is none."""
_NAME = re.compile(r"[^\W\d][\w.]*")
_LONGEST_NUMBER = 16


@dataclass(frozen=True, slots=True)
class Argument:
    """The value of an argument; `closed` is true if its closing mark was written too."""

    text: str
    quoted: bool
    closed: bool

    @property
    def words(self) -> str:
        """The text that it means."""
        return unescaped(self.text) if self.quoted else self.text.strip()


@dataclass(frozen=True, slots=True)
class Call:
    """A call; arguments without a key go by their place, as `0` and `1`. It ends before `end`."""

    name: str
    arguments: Mapping[str, Argument]
    end: int

    def text(self, *keys: str) -> Argument | None:
        """The argument of the first of these keys that there is."""
        return next((self.arguments[key] for key in keys if key in self.arguments), None)

    def words(self, *keys: str) -> str:
        """The text of an argument, empty without it.

        Raises:
            FormatError: it breaks off, and half a text is not what was meant.
        """
        found = self.text(*keys)
        if found is None:
            return ""
        if not found.closed:
            raise FormatError(f"{self.name}(…)", f"the text of {keys[0]} has no end")
        return found.words


def call_at(text: str, at: int, texts: Collection[str] = (), another: re.Pattern[str] | None = None) -> Call | None:
    """The call that begins at a place, however carelessly it is written; None if none does.

    `texts` are the keys whose values are free text: a quote in them ends them only where a call can go on or end. The
    values of all others end at the next quote, or with the line. Where `another` call begins, a text has ended if it
    could have before.
    """
    head = _HEAD.match(text, at)
    if head is None:
        return None
    arguments: dict[str, Argument] = {}
    at = head.end()
    while True:
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if at >= len(text) or text[at] == ")":
            return Call(head[1], arguments, min(at + 1, len(text)))
        key = _KEY.match(text, at)
        name = key[1] if key else str(len(arguments))
        at = _past_space(text, key.end()) if key else at
        value, after = _value(text, at, name in texts, another)
        if after == at:  # nothing was read: a stray bracket or an empty value
            return Call(head[1], arguments, at)
        arguments.setdefault(name, value)
        at = after


def _past_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _value(text: str, at: int, free: bool, another: re.Pattern[str] | None) -> tuple[Argument, int]:
    opening = text[at : at + 1]
    if opening in _CLOSING:
        return _free(text, at, another) if free else _plain(text, at)
    if opening in _BRACKETS:
        return _bracketed(text, at)
    unquoted = _BARE.match(text, at)
    end = unquoted.end() if unquoted else at
    return Argument(text[at:end], quoted=False, closed=end < len(text)), end


def _plain(text: str, at: int) -> tuple[Argument, int]:
    """A quoted value without quotes or line breaks inside."""
    line = text.find("\n", at)
    line = len(text) if line < 0 else line
    end = text.find(_CLOSING[text[at]], at + 1, line)
    if end < 0:
        return Argument(text[at + 1 : line], quoted=True, closed=False), line
    return Argument(text[at + 1 : end], quoted=True, closed=True), end + 1


def _free(text: str, at: int, another: re.Pattern[str] | None) -> tuple[Argument, int]:
    """A quoted text that may hold anything: it ends where the call is over, or else where it might be."""
    closing = _CLOSING[text[at]]
    marks = re.compile(rf"[\\{closing}]")
    start = at + 1
    likely = -1
    place = start
    beyond = another.search(text, start) if another else None
    limit = beyond.start() if beyond else len(text)
    while found := marks.search(text, place):
        if likely >= 0 and found.start() > limit:
            break
        if found[0] == "\\":
            place = found.end() + 1
            continue
        place = found.end()
        sure, possible = _ends(text, place)
        if sure:
            return Argument(text[start : place - 1], quoted=True, closed=True), place
        if possible and likely < 0:
            likely = place
    if likely >= 0:
        return Argument(text[start : likely - 1], quoted=True, closed=True), likely
    return Argument(text[start:], quoted=True, closed=False), len(text)


def _ends(text: str, at: int) -> tuple[bool, bool]:
    """Whether a text surely ends before this place, and whether it may."""
    at = _past_space(text, at)
    if at >= len(text) or text[at] == "\n":
        return at >= len(text), True
    if text[at] == ",":
        at = _past_space(text, at + 1)
        return text[at : at + 1] in _QUOTES or bool(_KEY.match(text, at)), text[at : at + 1].isdigit()
    if text[at] == ")":
        return bool(_OVER.match(text, at + 1)), True
    return False, False


def _bracketed(text: str, at: int) -> tuple[Argument, int]:
    """A value in brackets, which may hold brackets."""
    open_ = 0
    for place in range(at, min(len(text), at + 400)):
        if text[place] in "[({":
            open_ += 1
        elif text[place] in "])}":
            open_ -= 1
            if open_ == 0:
                return Argument(text[at : place + 1], quoted=False, closed=True), place + 1
    end = min(len(text), at + 400)
    return Argument(text[at:end], quoted=False, closed=False), end


def numbers(text: str, most: int = 5) -> list[float]:
    """The first numbers in a text, whatever brackets and tags stand around them.

    Raises:
        FormatError: one is longer than any place on a screen is.
    """
    found: list[float] = []
    for number in _NUMBERS.finditer(text):
        if len(number[0]) > _LONGEST_NUMBER:
            raise FormatError(number[0][:_LONGEST_NUMBER] + "…", "too long for a coordinate")
        found.append(float(number[0]))
        if len(found) == most:
            break
    return found


def exact_call(text: str) -> tuple[str, dict[str, Any]]:
    """A call with well-formed literals for arguments and nothing around it, as Python reads one.

    As for the programs that use Python's parser for it: arguments without a key are left out, the last of several
    with one key counts, and a comment may follow.

    Raises:
        FormatError: it is none.
    """
    text = text.strip()
    name, at = _name(text, 0)
    if not (name and text.startswith("(", at)) or "\x00" in text:
        raise FormatError("action", "no function call")
    arguments: dict[str, Any] = {}
    at = _exact_space(text, at + 1)
    while not text.startswith(")", at):
        key, after = _name(text, at)
        if key and text.startswith("=", after):
            arguments[key], at = exact_at(text, _exact_space(text, after + 1))
        elif arguments:
            raise FormatError(f"character {at}", "an argument without a key after one with a key")
        elif key and text.startswith((",", ")"), after):
            at = after
        else:
            _, at = exact_at(text, at)
        at = _exact_space(text, at)
        if text.startswith(",", at):
            at = _exact_space(text, at + 1)
        elif not text.startswith(")", at):
            raise FormatError(f"character {at}", "a comma or the closing bracket is missing")
    at = _exact_space(text, at + 1)
    if at < len(text) and text[at] != "#":
        raise FormatError(f"character {at}", "something follows the call")
    return name, arguments


def _name(text: str, at: int) -> tuple[str, int]:
    """The name at a position, empty if there is none, and the position after it and its trailing space."""
    found = _NAME.match(text, at)
    if found is None or not all(part.isidentifier() for part in found[0].split(".")):
        return "", at
    return found[0], _exact_space(text, found.end())


def _exact_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
