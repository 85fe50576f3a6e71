"""An awk record and its fields, each rebuilt when the other changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.values import Seen, regex

_MOST_FIELDS: Final = 100_000


def cut(line: str, separator: str) -> list[str]:
    """Split a line into fields."""
    if separator == " ":
        return line.split()
    if not line:
        return []
    if separator == "":
        return list(line)
    if len(separator) == 1 and separator != "\\":
        return line.split(separator)
    return regex(separator).split(line) if not regex(separator).groups else _ungrouped(line, separator)


def _ungrouped(line: str, separator: str) -> list[str]:
    out, at = [], 0
    for match in regex(separator).finditer(line):
        if match.end() > match.start():
            out.append(line[at : match.start()])
            at = match.end()
    return [*out, line[at:]]


def records(data: str, separator: str) -> list[str]:
    """Split text into records; without a separator into paragraphs."""
    if separator == "":
        return [part for part in re.split(r"\n\n+", data.strip("\n")) if part]
    parts = data.split(separator) if len(separator) == 1 else regex(separator).split(data)
    return parts[:-1] if parts and parts[-1] == "" else parts


class Record:
    """`$0` and `$1`…; the separators are read when needed."""

    def __init__(self, fs: Callable[[], str], ofs: Callable[[], str]) -> None:
        self._fs = fs
        self._ofs = ofs
        self._line = ""
        self._fields: list[str] | None = []

    def take(self, line: str) -> None:
        """Set the record to another line."""
        self._line = line
        self._fields = None

    @property
    def fields(self) -> list[str]:
        if self._fields is None:
            self._fields = cut(self._line, self._fs())
        return self._fields

    def get(self, index: int) -> Seen:
        if index < 0:
            raise AwkError(f"trying to access out of range field {index}")
        if index == 0:
            return Seen(self._line)
        return Seen(self.fields[index - 1]) if index <= len(self.fields) else Seen("")

    def put(self, index: int, value: str) -> None:
        if index == 0:
            self.take(value)
            return
        if not 0 < index < _MOST_FIELDS:
            raise AwkError(f"trying to access out of range field {index}")
        self.resize(max(index, len(self.fields)))
        self.fields[index - 1] = value
        self._line = self._ofs().join(self.fields)

    def resize(self, count: int) -> None:
        """Set the number of fields."""
        if not 0 <= count < _MOST_FIELDS:
            raise AwkError(f"cannot set NF to {count}")
        fields = self.fields
        del fields[count:]
        fields += [""] * (count - len(fields))
        self._line = self._ofs().join(fields)
