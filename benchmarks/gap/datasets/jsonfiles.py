"""Streams the values of a JSON file of any size: JSON lines, or lists, with one element in memory at a time."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from pydantic_core import from_json

from benchmarks.gap.datasets.fields import BadRecord

_HEAD: Final = 1 << 20
_CHUNK: Final = 1 << 20
_LONGEST: Final = 64 << 20
"""Maximum bytes of a record; a longer one must have lost its end."""
_LITERAL: Final = 16
"""An error within so many characters of the end of the buffer may be a token cut in two."""
_MAX_DEPTH: Final = 4
_HALF_NUMBER: Final = re.compile(r"\.?([eE][+-]?)?")
_SPACE: Final = re.compile(r"[ \t\n\r]*")

Line = tuple[int, object]


def values(file: BinaryIO) -> Iterator[Line | tuple[int, BadRecord]]:
    """Yields each value with the line on which it begins; lists are replaced by their elements.

    A value that cannot be parsed is a `BadRecord`. In JSON lines reading continues on the next line. In other files the
    start of the next value is unknown, so a bad record is the last.
    """
    head = file.read(_HEAD)
    file.seek(0)
    if _are_lines(head):
        yield from _lines(file)
    else:
        yield from _Window(file).values()


def _are_lines(head: bytes) -> bool:
    """Whether the file is JSON lines: whether its first line is a complete object."""
    first = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if not first.startswith(b"{"):
        return False
    line, newline, _ = first.partition(b"\n")
    try:
        from_json(line)
    except ValueError:
        # The first line is malformed or longer than `head`, or begins an object that spans several lines. It is JSON
        # lines if the second line begins with a brace as well.
        return bool(newline) and first[len(line) :].lstrip()[:1] == b"{"
    return True


def _lines(file: BinaryIO) -> Iterator[Line | tuple[int, BadRecord]]:
    number = 0
    while line := file.readline(_LONGEST):
        number += 1
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        terminated = line.endswith(b"\n")
        if not terminated and len(line) == _LONGEST:
            while (rest := file.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield number, BadRecord("unreadable", f"a line of more than {_LONGEST >> 20} MB")
            continue
        try:
            value = from_json(line)
        except ValueError as error:
            if line.strip():
                yield number, BadRecord("unreadable", f"{'' if terminated else 'cut short: '}no JSON: {error}")
            continue
        if isinstance(value, list):
            for item in value:
                yield number, item
        else:
            yield number, value


def _error_text(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON: {error.msg[0].lower()}{error.msg[1:]}"
    return "JSON too deep" if isinstance(error, RecursionError) else "no JSON"


class _Window:
    """A sliding buffer over a JSON text: drops parsed text, and doubles its content if a value is incomplete."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape").decode
        self._scan = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._line = 1
        self._ended = False
        self._more()

    def values(self) -> Iterator[Line | tuple[int, BadRecord]]:
        """Yield what the function `values` yields."""
        if self._next() == "":
            yield 1, BadRecord("unreadable", "cut short: the file is empty")
        try:
            while opening := self._next():
                if opening == "[":
                    self._skip()
                    yield from self._elements(1)
                else:
                    yield self._value()
        except BadRecord as error:
            yield self._line, error

    def _elements(self, depth: int) -> Iterator[Line]:
        if depth > _MAX_DEPTH:
            raise BadRecord("unreadable", "lists in lists in lists; no dataset is as deep as this")
        if self._next() == "]":
            self._skip()
            return
        while True:
            if self._next() == "[":
                self._skip()
                yield from self._elements(depth + 1)
            else:
                yield self._value()
            after = self._next()
            if after == "":
                raise BadRecord("unreadable", "cut short: the list has no end")
            if after not in ",]":
                raise BadRecord("unreadable", f"no JSON: {after!r} between two records; the rest is not read")
            self._skip()
            if after == "]":
                return

    def _value(self) -> Line:
        self._next()
        line, start = self._line, self._at
        value: object = None
        end = start
        while end == start:
            try:
                value, end = self._scan(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._ended and self._is_truncated(error):
                    raise BadRecord("unreadable", f"cut short: {_error_text(error)}") from None
                if self._ended or not self._may_be_incomplete(error):
                    raise BadRecord("unreadable", f"{_error_text(error)}; the rest is not read") from None
            except (ValueError, RecursionError) as error:
                raise BadRecord("unreadable", f"{_error_text(error)}; the rest is not read") from None
            else:
                continue
            if len(self._text) - self._at > _LONGEST:
                raise BadRecord("unreadable", f"a record of more than {_LONGEST >> 20} MB; the rest is not read")
            self._more()
            start = end = self._at
        self._line += self._text.count("\n", start, end)
        self._at = end
        written = self._text[start:end]
        if not written.isascii() or "\\u" in written:
            # Invalid UTF-8, or half a surrogate pair, could not be written to a file again.
            try:
                return line, from_json(written.encode(errors="surrogateescape"))
            except ValueError:
                return line, BadRecord("unreadable", "no UTF-8")
        return line, value

    def _may_be_incomplete(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - _LITERAL

    def _is_truncated(self, error: json.JSONDecodeError) -> bool:
        """Whether an error at the end of the file only means that the text is cut off."""
        rest = self._text[error.pos :].strip()
        return (
            error.msg.startswith(("Unterminated string", "Invalid \\"))
            or _HALF_NUMBER.fullmatch(rest) is not None
            or any(word.startswith(rest) for word in ("true", "false", "null", "NaN", "Infinity", "-Infinity"))
        )

    def _next(self) -> str:
        """Return the next non-space character without consuming it; empty at the end of the file."""
        while True:
            found = _SPACE.match(self._text, self._at)
            end = found.end() if found else self._at
            self._line += self._text.count("\n", self._at, end)
            self._at = end
            if end < len(self._text):
                return self._text[end]
            if self._ended:
                return ""
            self._more()

    def _skip(self) -> None:
        self._at += 1

    def _more(self) -> None:
        text = self._text[self._at :]
        piece = self._file.read(max(_CHUNK, len(text)))
        self._ended = not piece
        self._text = text + self._decode(piece, self._ended)
        self._at = 0
