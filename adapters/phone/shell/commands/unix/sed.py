"""`sed` with the commands that one-liners use: `s`, `p`, `d` and `q`, with addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from adapters.phone.shell.commands.unix.options import OutputCollector, options
from adapters.phone.shell.commands.unix.regex import posix
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, CommandError, Result, fail

_ADDRESS = r"(\d+|\$|/(?:[^/\\]|\\.)*/)"
_COMMAND = re.compile(rf"\s*(?:{_ADDRESS}(?:,{_ADDRESS})?)?\s*(!?)\s*(?:([pdq])|s(.))", re.DOTALL)

Holds = Callable[[int, str, bool], bool]
"""Whether an address chooses a line: its number, its text, whether it is the last one."""


@dataclass(slots=True)
class _Command:
    first: Holds | None
    last: Holds | None
    negated: bool
    letter: str
    regex: re.Pattern[str] = re.compile("")
    text: str = ""
    flags: str = ""
    inside: bool = False
    """Whether a range of lines has begun."""
    until: int = 0
    """The number of the range's last line, if that is a number."""

    def chooses(self, number: int, line: str, last: bool) -> bool:
        """Return whether the command's addresses choose a line."""
        if self.first is None:
            return not self.negated
        if self.last is None:
            return self.first(number, line, last) != self.negated
        if self.inside:
            self.inside = not self.last(number, line, last) and not 0 < self.until <= number
            return not self.negated
        self.inside = self.first(number, line, last)
        chosen = self.inside
        self.inside &= not 0 < self.until <= number
        return chosen != self.negated

    def replace(self, line: str) -> str:
        """Return the line with the matches replaced that `s` asks for."""
        return self.regex.sub(self._filled, line, count=0 if "g" in self.flags else 1)

    def _filled(self, match: re.Match[str]) -> str:
        def piece(part: re.Match[str]) -> str:
            char = part[1]
            if char is None:
                return match[0]
            if char.isdigit():
                return match[int(char)] or "" if int(char) <= match.re.groups else ""
            return {"n": "\n", "t": "\t"}.get(char, char)

        return re.sub(r"\\(.)|&", piece, self.text, flags=re.DOTALL)


def sed(call: Call) -> Result:
    """Run `sed [-nEri] [-e SCRIPT]… [SCRIPT] [FILE…]`."""
    flags, operands = options(call, "nEri", "e")
    if "e" not in flags and not operands:
        return fail("sed: no pattern")
    script = flags["e"] if "e" in flags else operands.pop(0)
    extended = bool(flags.keys() & {"E", "r"})
    tally = OutputCollector("sed")
    if "i" not in flags:
        data = b"".join(data for _, data in tally.inputs(call, operands))
        tally.out.append(_edited(data, _parsed(script, extended=extended), quiet="n" in flags))
        return tally.result()
    for operand, data in tally.inputs(call, operands):
        edited = _edited(data, _parsed(script, extended=extended), quiet="n" in flags)
        try:
            call.files.write(call.path(operand), edited)
        except OSError as error:
            tally.failed(operand, error)
    return tally.result()


def _parsed(script: str, *, extended: bool) -> list[_Command]:
    commands: list[_Command] = []
    at = 0
    while at < len(script):
        if script[at] in " \t\n;":
            at += 1
            continue
        match = _COMMAND.match(script, at)
        if match is None:
            raise _bad(script, at)
        at = match.end()
        first, last = (_address(text, extended=extended) for text in match.group(1, 2))
        until = int(match[2]) if match[2] and match[2].isdigit() else 0
        command = _Command(first, last, bool(match[3]), match[4] or "s", until=until)
        if match[5]:
            mark = re.escape(match[5])
            parts = re.compile(rf"((?:[^\\{mark}]|\\.)*){mark}((?:[^\\{mark}]|\\.)*){mark}([gpIi]*)", re.DOTALL)
            found = parts.match(script, at)
            if found is None:
                raise _bad(script, at)
            at = found.end()
            pattern, command.text, command.flags = found.groups()
            command.regex = _regex(pattern.replace("\\" + match[5], match[5]), command.flags, extended=extended)
        commands.append(command)
    return commands


def _bad(script: str, at: int) -> CommandError:
    return CommandError(fail(f"sed: bad pattern '{script}'@{at + 2} ({script[at + 1 : at + 2] or ' '})"))


def _regex(pattern: str, flags: str, *, extended: bool) -> re.Pattern[str]:
    try:
        return re.compile(posix(pattern, extended=extended), re.IGNORECASE if "i" in flags.lower() else 0)
    except re.error:
        raise CommandError(fail(f"sed: bad regex '{pattern}'")) from None


def _address(text: str | None, *, extended: bool) -> Holds | None:
    if text is None:
        return None
    if text == "$":
        return lambda number, line, last: last
    if text.isdigit():
        return lambda number, line, last: number == int(text[:9])
    regex = _regex(text[1:-1].replace("\\/", "/"), "", extended=extended)
    return lambda number, line, last: regex.search(line) is not None


def _edited(data: bytes, commands: list[_Command], *, quiet: bool) -> bytes:
    out = ""
    lines = re.findall(r"[^\n]*\n|[^\n]+", decode(data))
    before = 0
    for number, full in enumerate(lines, 1):
        before = len(out)
        line, deleted, stop = full.removesuffix("\n"), False, False
        for command in commands:
            if not command.chooses(number, line, number == len(lines)):
                continue
            if command.letter == "s":
                edited = command.replace(line)
                if "p" in command.flags and command.regex.search(line):
                    out += edited + "\n"
                line = edited
            elif command.letter == "p":
                out += line + "\n"
            else:
                deleted, stop = command.letter == "d", command.letter == "q"
                break
        if not deleted and not quiet:
            out += line + "\n"
        if stop:
            break
    # A last line without a line feed stays one.
    ends_open = bool(lines) and not full.endswith("\n") and len(out) != before
    return encode(out.removesuffix("\n") if ends_open else out)
