"""Parses `sed` scripts: addresses and commands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adapters.phone.shell.commands.unix.regex import posix

_ADDRESS = re.compile(r"(\d+)|(\$)")
_RELATIVE = re.compile(r"\+(\d+)")


_ONE_ADDRESS = "=aiqr"
"""Commands that take no range, in toybox."""


class SedError(Exception):
    """The script cannot be parsed; the message is what sed prints."""


@dataclass(slots=True)
class Address:
    """An address: a line number, the last line or a regular expression; `plus` adds that many lines."""

    line: int = -1
    last: bool = False
    regex: re.Pattern[str] | None = None
    plus: int = -1


@dataclass(slots=True)
class Command:
    """One parsed command; the editor interprets its name."""

    name: str
    first: Address | None = None
    second: Address | None = None
    negate: bool = False
    text: str = ""
    regex: re.Pattern[str] | None = None
    put: str = ""
    everywhere: bool = False
    nth: int = 1
    shown: bool = False
    goal: int = 0
    table: dict[int, int] = field(default_factory=dict)
    open_until: int = -1
    """While its range is open: the last line of it, or 0 where only an expression can end it."""


class ScriptParser:
    """Parses a script."""

    def __init__(self, text: str, *, extended: bool) -> None:
        self.text = text
        self.at = 0
        self.extended = extended

    def commands(self) -> list[Command]:
        """Return all commands; `{` has the index of its `}`, `b` and `t` have the targets of their labels."""
        found: list[Command] = []
        opened: list[int] = []
        while True:
            self._skip(" \t\n;")
            if self.at >= len(self.text):
                break
            if self._peek() == "#":
                self._line()
                continue
            command = self._command()
            if command.name == "}":
                if not opened:
                    raise SedError("unexpected }")
                found[opened.pop()].goal = len(found)
            elif command.name == "{":
                opened.append(len(found))
            found.append(command)
        if opened:
            raise SedError("no }")
        labels = {command.text: index for index, command in enumerate(found) if command.name == ":"}
        for item in found:
            if item.name in "btT":
                if item.text and item.text not in labels:
                    raise SedError(f"no label '{item.text}'")
                item.goal = labels.get(item.text, len(found))
        return found

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip(self, chars: str) -> None:
        while self._peek() and self._peek() in chars:
            self.at += 1

    def _line(self) -> str:
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        line, self.at = self.text[self.at : end], end
        return line

    def _command(self) -> Command:
        first = self._address()
        second = None
        if first is not None and self._peek() == ",":
            self.at += 1
            self._skip(" \t")
            second = self._address(second=True)
            if second is None:
                raise SedError(f"bad pattern '{self.text}'@{self.at + 1}")
        self._skip(" \t")
        negate = False
        while self._peek() == "!":
            negate = True
            self.at += 1
            self._skip(" \t")
        name = self._peek()
        if not name or name not in "{}=acdDgGhHilnNpPqQrstTbwxy:":
            raise SedError(f"bad pattern '{self.text}'@{self.at + 1} ({name or self.text[self.at - 1 : self.at]})")
        self.at += 1
        if second is not None and name in _ONE_ADDRESS:
            raise SedError(f"bad pattern '{self.text}'@{self.at + 1} ({self._peek() or ' '})")
        command = Command(name, first, second, negate)
        if name == "s":
            self._substitute(command)
        elif name == "y":
            self._transliterate(command)
        elif name in "aic":
            command.text = self._appended()
        elif name in "btT:rw":
            self._skip(" \t")
            ends = "\n" if name in "rw" else "\n;}"
            start = self.at
            while self._peek() and self._peek() not in ends:
                self.at += 1
            command.text = self.text[start : self.at].strip()
        elif name in "qQl":
            self._skip(" \t")
            start = self.at
            while self._peek().isdigit():
                self.at += 1
            command.text = self.text[start : self.at]
        return command

    def _address(self, *, second: bool = False) -> Address | None:
        if (match := _ADDRESS.match(self.text, self.at)) is not None:
            self.at = match.end()
            return Address(last=True) if match[2] else Address(line=int(match[1]))
        if second and (match := _RELATIVE.match(self.text, self.at)) is not None:
            self.at = match.end()
            return Address(plus=int(match[1]))
        if self._peek() == "/" or (self._peek() == "\\" and self.at + 1 < len(self.text)):
            self.at += self._peek() == "\\"
            source = self._until(self._peek())
            ignore = self._peek() == "I"
            self.at += ignore
            return Address(regex=self._regex(source, ignore=ignore))
        return None

    def _until(self, mark: str) -> str:
        """Return the text up to the next delimiter; the opening delimiter is at the current position."""
        self.at += 1
        out = ""
        bracket = False
        while (char := self._peek()) and (char != mark or bracket):
            self.at += 1
            if char == "\\" and self._peek():
                escaped = self._peek()
                self.at += 1
                out += escaped if escaped == mark and mark not in "|(){}+?.*[]^$" else char + escaped
                continue
            if char == "[" and not bracket:
                bracket = "]" in self.text[self.at + 1 :]
            elif char == "]" and bracket:
                bracket = False
            out += char
        if not self._peek():
            raise SedError(f"bad pattern '{self.text}'@{self.at} ({self.text[-1:]})")
        self.at += 1
        return out

    def _regex(self, source: str, *, ignore: bool) -> re.Pattern[str] | None:
        if not source:
            return None
        try:
            return re.compile(posix(source, extended=self.extended), re.IGNORECASE if ignore else 0)
        except re.error as error:
            raise SedError(f"bad regex '{source}'") from error

    def _substitute(self, command: Command) -> None:
        mark = self._peek()
        if not mark or mark in "\n\\":
            raise SedError(f"bad pattern '{self.text}'@{self.at + 1}")
        source = self._until(mark)
        self.at -= 1
        command.put = self._until_plain(mark)
        ignore = False
        while (char := self._peek()) and char in "gpiI0123456789w":
            self.at += 1
            if char == "g":
                command.everywhere = True
            elif char == "p":
                command.shown = True
            elif char in "iI":
                ignore = True
            elif char == "w":
                self._line()
            else:
                digits = char
                while self._peek().isdigit():
                    digits += self._peek()
                    self.at += 1
                command.nth = max(int(digits), 1)
        command.regex = self._regex(source, ignore=ignore)

    def _until_plain(self, mark: str) -> str:
        """Like `_until`, but brackets have no meaning."""
        self.at += 1
        out = ""
        while (char := self._peek()) and char != mark:
            self.at += 1
            if char == "\\" and self._peek():
                escaped = self._peek()
                self.at += 1
                out += escaped if escaped == mark and mark != "&" else char + escaped
                continue
            out += char
        if not self._peek():
            raise SedError(f"bad pattern '{self.text}'@{self.at} ({self.text[-1:]})")
        self.at += 1
        return out

    def _transliterate(self, command: Command) -> None:
        mark = self._peek()
        first = self._until_plain(mark)
        self.at -= 1
        second = self._until_plain(mark)
        pairs = [re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text) for text in (first, second)]
        if len(pairs[0]) != len(pairs[1]):
            raise SedError(f"bad pattern '{self.text}'@{self.at}")
        command.table = str.maketrans(pairs[0], pairs[1])

    def _appended(self) -> str:
        self._skip(" \t")
        if self._peek() == "\\":
            self.at += 1
            self._skip(" \t")
            if self._peek() == "\n":
                self.at += 1
        out = ""
        while char := self._peek():
            self.at += 1
            if char == "\\":
                out += self._peek()
                self.at += 1
            elif char == "\n":
                break
            else:
                out += char
        return out
