"""`sed` with the commands that one-liners use: `s`, `p`, `d` and `q`, for all lines, chosen ones, or a range."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from adapters.phone.shell.commands.unix.options import OutputCollector, options
from adapters.phone.shell.commands.unix.regex import posix
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, CommandError, Result, fail

_ADDRESS = r"(\d+|\$|/(?:[^/\\]|\\.)*/)"
_COMMAND = re.compile(rf"[\s;]*(?:{_ADDRESS}(?:,{_ADDRESS})?)?(!?)(?:([pdq])|s(.))", re.DOTALL)

Choice = Callable[[int, str, bool], bool]
"""Whether a line is chosen: its number, its text, whether it is the last one."""


@dataclass(frozen=True, slots=True)
class _Command:
    chooses: Choice
    letter: str
    regex: re.Pattern[str] = re.compile("")
    text: str = ""
    flags: str = ""

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
    parse = partial(_parsed, script, extended=bool(flags.keys() & {"E", "r"}))
    tally = OutputCollector("sed")
    if "i" not in flags:
        data = b"".join(data for _, data in tally.inputs(call, operands))
        tally.out.append(_edited(data, parse(), quiet="n" in flags))
        return tally.result()
    for operand, data in tally.inputs(call, operands):
        try:
            call.files.write(call.path(operand), _edited(data, parse(), quiet="n" in flags))
        except OSError as error:
            tally.failed(operand, error)
    return tally.result()


def _parsed(script: str, *, extended: bool) -> list[_Command]:
    commands: list[_Command] = []
    at, end = 0, len(script.rstrip(" \t\n;"))
    while at < end:
        match = _COMMAND.match(script, at)
        if match is None:
            raise _bad(script, at)
        first, last, negated, letter, mark = match.groups()
        chooses = _choice(first, last, bool(negated), extended)
        if not mark:
            commands.append(_Command(chooses, letter))
            at = match.end()
            continue
        part = rf"((?:[^\\{re.escape(mark)}]|\\.)*){re.escape(mark)}"
        found = re.compile(rf"{part}{part}([gpIi]*)", re.DOTALL).match(script, match.end())
        if found is None:
            raise _bad(script, match.end() - 2)
        pattern, text, flags = found.groups()
        regex = _regex(pattern.replace("\\" + mark, mark), extended, ignore_case="i" in flags.lower())
        commands.append(_Command(chooses, "s", regex, text, flags))
        at = found.end()
    return commands


def _bad(script: str, at: int) -> CommandError:
    return CommandError(fail(f"sed: bad pattern '{script}'@{at + 2} ({script[at + 1 : at + 2] or ' '})"))


def _regex(pattern: str, extended: bool, *, ignore_case: bool = False) -> re.Pattern[str]:
    try:
        return re.compile(posix(pattern, extended=extended), re.IGNORECASE if ignore_case else 0)
    except re.error:
        raise CommandError(fail(f"sed: bad regex '{pattern}'")) from None


def _choice(first: str | None, last: str | None, negated: bool, extended: bool) -> Choice:
    """Return the lines that a command's addresses choose."""
    begins = _address(first, extended) if first else lambda number, line, is_last: True
    ends = _address(last, extended) if last else None
    until = int(last[:9]) if last and last.isdigit() else 0
    inside = False

    def chooses(number: int, line: str, is_last: bool) -> bool:
        nonlocal inside
        if ends is None:
            return begins(number, line, is_last) != negated
        was_inside = inside
        chosen = inside or begins(number, line, is_last)
        inside = chosen and not (was_inside and ends(number, line, is_last)) and not 0 < until <= number
        return chosen != negated

    return chooses


def _address(text: str, extended: bool) -> Choice:
    if text == "$":
        return lambda number, line, is_last: is_last
    if text.isdigit():
        return lambda number, line, is_last: number == int(text[:9])
    regex = _regex(text[1:-1].replace("\\/", "/"), extended)
    return lambda number, line, is_last: regex.search(line) is not None


def _edited(data: bytes, commands: list[_Command], *, quiet: bool) -> bytes:
    out, before, ends_open = "", 0, False
    lines = re.findall(r"[^\n]*\n|[^\n]+", decode(data))
    for number, full in enumerate(lines, 1):
        line, before, letter = full.removesuffix("\n"), len(out), ""
        for command in commands:
            if not command.chooses(number, line, number == len(lines)):
                continue
            letter = command.letter
            if letter in "dq":
                break
            edited = command.replace(line) if letter == "s" else line
            if letter == "p" or ("p" in command.flags and command.regex.search(line)):
                out += edited + "\n"
            line = edited
        if letter != "d" and not quiet:
            out += line + "\n"
        ends_open = not full.endswith("\n") and len(out) != before
        if letter == "q":
            break
    # A last line without a line feed stays one.
    return encode(out.removesuffix("\n") if ends_open else out)
