"""Literals of JSON and Python: as models write them (`tolerant`, `objects`), and as they should be (`exact`).

One pass from left to right. A quote ends a text where what follows it can follow a text, so quotes that somebody forgot
to escape stay in it; raw line breaks, trailing commas, words without quotes and closing brackets that never came are
understood. A text without its end is not: half a text is not what the model meant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from adapters.agents.formats.grammar.errors import FormatError

_CLOSING: Final = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”"}
_SPACE = re.compile(r"\s*")
_EXACT_SPACE = re.compile(r"[ \t\r\n\f]*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_OCTAL = re.compile(r"[+-]?0[0-9]+$")
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_KEY_FOLLOWS = re.compile(r"\s*(?:[\"'“‘}]|[A-Za-z_][\w-]{0,60}\s*:|$)")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_SAME: Final = "\"'\\/“”‘’"
_ONLY_OURS: Final = ("/", "“", "”", "‘", "’")
"""What models escape though Python would leave the backslash."""
_HALF_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?:x(?![0-9a-fA-F]{2})|u(?![0-9a-fA-F]{4})|U(?![0-9a-fA-F]{8}))")
_WORDS: Final = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_DEEPEST = 40
_LONGEST_NUMBER = 40
_TRIES = 8
"""Opening braces that are tried in a reply before it is said to hold no object."""

_END = ""
_AFTER_KEY = ":"
_AFTER_FIELD = "},"
_AFTER_ITEM = "]),"
_AFTER_ALONE = ""


def tolerant(text: str) -> Any:
    """The value that a text writes down, however carelessly.

    Raises:
        FormatError: none can be made out.
    """
    return _Literal(text, 0).value(_AFTER_ALONE)


def objects(text: str, start: int = 0) -> Iterator[tuple[dict[str, Any], int]]:
    """The objects that a text holds, one after the other and not inside each other, each with the place of its end."""
    tries = 0
    at = text.find("{", start)
    while at >= 0 and tries < _TRIES:
        tries += 1
        literal = _Literal(text, at)
        try:
            found = literal.value(_AFTER_ALONE)
        except FormatError:
            at = text.find("{", at + 1)
            continue
        if isinstance(found, dict):
            yield found, literal.at
        at = text.find("{", literal.at)


def an_object(text: str, where: str, start: int = 0) -> dict[str, Any]:
    """The first object literal (`{…}`) in a text.

    Raises:
        FormatError: there is none.
    """
    for found, _ in objects(text, start):
        return found
    raise FormatError(where, "holds no object {…} that can be read")


def exact(text: str) -> Any:
    """The value of a text that is a well-formed literal of Python or JSON and nothing else.

    Raises:
        FormatError: it is not.
    """
    literal = _Literal(text, 0, exact=True)
    found = literal.value(_AFTER_ALONE)
    if text[literal.at :].strip():
        raise FormatError(f"character {literal.at}", "something follows the value")
    return found


def exact_at(text: str, at: int) -> tuple[Any, int]:
    """The well-formed literal at a place, and where it ends.

    Raises:
        FormatError: there is none.
    """
    literal = _Literal(text, at, exact=True)
    return literal.value(_AFTER_ALONE), literal.at


def json_object(text: str, where: str) -> dict[str, Any]:
    """A JSON object and nothing else, as the standard library reads it.

    Raises:
        FormatError: it is not.
    """
    try:
        found = _written(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise FormatError(where, f"no JSON: {error}") from error
    if not isinstance(found, dict):
        raise FormatError(where, "JSON, but no object")
    return found


def _written(value: Any) -> Any:
    """The value with texts that can be written down: JSON's escapes can make halves of characters."""
    if isinstance(value, str):
        return _join_surrogates(value)
    if isinstance(value, list):
        return [_written(item) for item in value]
    if isinstance(value, dict):
        return {_join_surrogates(key): _written(item) for key, item in value.items()}
    return value


def _join_surrogates(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def unescaped(text: str) -> str:
    """Resolve the text's escapes; unknown escapes stay unchanged."""
    if "\\" not in text:
        return text
    # Two escapes in a row may be the halves of one character; what stays a half cannot be written down.
    return _join_surrogates(_ESCAPE.sub(_unescape, text))


def _unescape(found: re.Match[str]) -> str:
    code, byte, wide, letter = found.groups()
    if letter is None:
        return chr(int(code or byte or wide, 16))
    if letter in _ESCAPED:
        return _ESCAPED[letter]
    return letter if letter in _SAME else found[0]


class _Literal:
    """A place in a text that moves on as values are read."""

    def __init__(self, text: str, at: int, *, exact: bool = False) -> None:
        self._text = text
        self.at = at
        self._exact = exact
        self._space = _EXACT_SPACE if exact else _SPACE
        self._depth = 0

    def value(self, after: str) -> Any:
        """The value here; `after` are the marks that may follow a text here, so that its end is known."""
        head = self._peek()
        if head in _CLOSING and not (self._exact and head in "“‘”"):
            return self._string(head, after)
        if head == "{":
            return self._nested(self._object)
        if head in ("[", "("):
            return self._nested(lambda: self._list("]" if head == "[" else ")"))
        if number := _NUMBER.match(self._text, self.at):
            return self._number(number)
        if word := _WORD.match(self._text, self.at):
            self.at = word.end()
            if word[0] in _WORDS:
                return _WORDS[word[0]]
            if not self._exact:
                return word[0]
        raise self._wrong("a value is missing")

    def _nested(self, read: Callable[[], Any]) -> Any:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._wrong(f"nested more than {_DEEPEST} deep")
        self.at += 1
        found = read()
        self._depth -= 1
        return found

    def _object(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._closed("}"):
            key = self._key()
            if self._peek() != ":":
                raise self._wrong(f"the key {key!r} has no colon")
            self.at += 1
            found[key] = self.value(_AFTER_FIELD)
            self._separated("}")
        return found

    def _key(self) -> str:
        head = self._peek()
        if head in _CLOSING and not (self._exact and head in "“‘”"):
            return self._string(head, _AFTER_KEY)
        word = None if self._exact else _WORD.match(self._text, self.at)
        if word is None:
            raise self._wrong("a key is missing")
        self.at = word.end()
        return word[0]

    def _list(self, closing: str) -> list[Any]:
        found: list[Any] = []
        while not self._closed(closing):
            found.append(self.value(_AFTER_ITEM))
            self._separated(closing)
        return found

    def _closed(self, closing: str) -> bool:
        head = self._peek()
        if head == closing:
            self.at += 1
            return True
        return head == _END and not self._exact

    def _separated(self, closing: str) -> None:
        head = self._peek()
        if head == ",":
            self.at += 1
        elif head != closing and not (head == _END and not self._exact):
            raise self._wrong(f"{closing!r} or a comma is missing")

    def _number(self, found: re.Match[str]) -> int | float:
        self.at = found.end()
        if len(found[0]) > _LONGEST_NUMBER:
            raise self._wrong("a number that is too long")
        if self._exact and _OCTAL.match(found[0]):
            raise self._wrong("a number that begins with a zero")
        if any(mark in found[0] for mark in ".eE"):
            return float(found[0])
        return int(found[0])

    def _string(self, opening: str, after: str) -> str:
        closing = _CLOSING[opening]
        start = at = self.at + 1
        marks = re.compile(rf"[\\{closing}]")
        while found := marks.search(self._text, at):
            if found[0] == "\\":
                at = found.end() + 1
                continue
            at = found.end()
            if self._exact or self._ends(at, after):
                self.at = at
                inside = self._text[start : at - 1]
                if self._exact and "\n" in inside:
                    raise self._wrong("a text over several lines")
                return self._unescaped(inside) if self._exact else unescaped(inside)
        raise FormatError(f"character {start - 1}", "the text that begins here has no end")

    def _unescaped(self, inside: str) -> str:
        """The text as Python reads it, which is particular about its escapes."""
        if _HALF_ESCAPE.search(inside):
            raise self._wrong("an escape without its digits")
        return _join_surrogates(
            _ESCAPE.sub(lambda found: found[0] if found[4] in _ONLY_OURS else _unescape(found), inside)
        )

    def _ends(self, at: int, after: str) -> bool:
        """Whether a text can end before this place."""
        space = _SPACE.match(self._text, at)
        at = space.end() if space else at
        if at >= len(self._text) or after == _AFTER_ALONE:
            return True
        if self._text[at] == "," and after == _AFTER_FIELD:
            return bool(_KEY_FOLLOWS.match(self._text, at + 1))
        return self._text[at] in after

    def _peek(self) -> str:
        """Move to the next character that is not a space and return it; empty at the end."""
        space = self._space.match(self._text, self.at)
        self.at = space.end() if space else self.at
        return self._text[self.at] if self.at < len(self._text) else _END

    def _wrong(self, why: str) -> FormatError:
        return FormatError(f"character {self.at}", why)
