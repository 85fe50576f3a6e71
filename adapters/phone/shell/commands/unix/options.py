"""What toybox's programs share: options, operands, and output that goes on after a failure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, CommandError, Result, fail, parse_count, reason


def options(
    call: Call, known: str, valued: str = "", *, least: int = 0, leading: bool = False
) -> tuple[dict[str, str], list[str]]:
    """Split single-letter options from operands; `valued` options have a value. Of a repeated option the last counts.

    The values of -e, of which there may be several, are joined by line feeds.
    `least` is the number of operands that the program needs. With `leading` options end at the first operand.

    Raises:
        CommandError: an option is unknown or has no value, or an operand is missing.
    """
    found: dict[str, str] = {}
    operands: list[str] = []
    words = list(call.args)
    while words:
        word = words.pop(0)
        if word == "--" or (leading and not word.startswith("-")):
            operands += words if word == "--" else [word, *words]
            break
        if len(word) < 2 or not word.startswith("-"):
            operands.append(word)
            continue
        for index, letter in enumerate(word[1:], 2):
            if letter not in known + valued:
                raise unknown_option(call, word.removeprefix("--") if letter == "-" else letter)
            if letter in valued:
                if not word[index:] and not words:
                    raise CommandError(fail(f"{call.name}: Missing argument to -{letter}"))
                value = word[index:] or words.pop(0)
                found[letter] = f"{found[letter]}\n{value}" if letter == "e" and letter in found else value
                break
            found[letter] = ""
    if len(operands) < least:
        raise missing_operands(call, least)
    return found, operands


def unknown_option(call: Call, option: str) -> CommandError:
    """Return the error of an option that the program does not know, and count it."""
    call.machine.count_unknown(f"{call.name} -{option}")
    return CommandError(fail(f"{call.name}: Unknown option '{option}' (see \"{call.name} --help\")"))


def missing_operands(call: Call, count: int) -> CommandError:
    """Return the error of a program with too few operands."""
    return CommandError(fail(f'{call.name}: Needs {count} argument{"s" * (count > 1)} (see "{call.name} --help")'))


def count_of(text: str) -> int:
    """Parse a count given as an option; an invalid one counts as 0."""
    return parse_count(text) or 0


class OutputCollector:
    """Collects the output of a program that continues after a failure."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.out: list[bytes] = []
        self.err: list[str] = []

    def failed(self, operand: str, error: OSError) -> None:
        self.err.append(f"{operand}: {reason(error)}")

    def inputs(self, call: Call, operands: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield each readable operand with its bytes; none means standard input, as `-` does."""
        for operand in operands or ["-"]:
            try:
                data = call.input.read() if operand == "-" else call.files.read(call.path(operand))
            except OSError as error:
                self.failed(operand, error)
                continue
            yield operand, data

    def lines(self, call: Call, operands: Iterable[str]) -> Iterator[bytes]:
        """Yield the lines of the operands without line feeds, those of standard input as they come."""
        for operand in operands or ["-"]:
            if operand == "-" and call.input.live:
                yield from (line.removesuffix(b"\n") for line in call.input.lines())
            else:
                for _, data in self.inputs(call, [operand]):
                    yield from lines_of(data)

    def result(self, failed: int = 1) -> Result:
        text = "".join(f"{self.name}: {line}\n" for line in self.err)
        out = self.out[0] if len(self.out) == 1 else b"".join(self.out)
        return Result(out, encode(text), failed if self.err else 0)


def lines_of(data: bytes) -> list[bytes]:
    """Split bytes into lines without line feeds; an unterminated last line counts."""
    parts = data.split(b"\n")
    return parts[:-1] if parts[-1] == b"" else parts
