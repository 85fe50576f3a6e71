"""`grep` with POSIX basic and extended regular expressions."""

from __future__ import annotations

import re

from adapters.phone.shell.commands.unix.files import OutputCollector, lines_of, operand_lines, options, read_operand
from adapters.phone.shell.commands.unix.regex import posix
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, parse_count, reason


def grep(call: Call) -> Result:
    """Run `grep [-EFivcnlLqoxwhHrs] [-m|-A|-B|-C N] [-e P] PATTERN [FILE…]`; exit 1 without a match, 2 on errors.

    Input that comes in pieces is always answered line by line, as with `--line-buffered`.
    """
    call = call.renamed(*(word for word in call.argv if word != "--line-buffered"))
    flags, operands, bad = options(call, "EFivcnlLqoxwhHrsa", "mABCe")
    if bad:
        return Result(bad.stdout, bad.stderr, 2)
    extended = "E" in flags or call.name == "egrep"
    if "e" not in flags:
        if not operands:
            return fail("grep: no REGEX", 2)
        flags["e"] = operands.pop(0)
    sources = flags["e"].split("\n")
    fixed = "F" in flags or call.name == "fgrep"
    texts = [re.escape(source) if fixed else posix(source, extended=extended) for source in sources]
    body = "|".join(f"(?:{text})" for text in texts)
    if "w" in flags:
        body = rf"(?<!\w)(?:{body})(?!\w)"
    try:
        regex = re.compile(rf"\A(?:{body})\Z" if "x" in flags else body, re.IGNORECASE if "i" in flags else 0)
    except re.error:
        return fail(f"grep: bad regex '{flags['e']}'", 2)
    return _Grep(call, regex, flags).run(operands)


class _Grep:
    def __init__(self, call: Call, regex: re.Pattern[str], flags: dict[str, str]) -> None:
        self.call = call
        self.regex = regex
        self.flags = flags
        context = count_of(flags.get("C", "0"))
        self.before = count_of(flags["B"]) if "B" in flags else context
        self.after = count_of(flags["A"]) if "A" in flags else context
        self.limit = count_of(flags["m"]) if "m" in flags else -1
        self.tally = OutputCollector("grep")
        self.any = False
        self.missing = False

    def run(self, operands: list[str]) -> Result:
        names = operands or ["-"]
        if (
            names == ["-"]
            and self.call.input.live
            and not {"c", "l", "L"} & self.flags.keys()
            and not (self.before or self.after)
        ):
            return self._stream()
        if "r" in self.flags:
            names = [path for operand in operands or ["."] for path in self._below(operand)]
        named = ("H" in self.flags or len(names) > 1 or "r" in self.flags) and "h" not in self.flags
        for name in names:
            try:
                data = read_operand(self.call, name)
            except OSError as error:
                self.missing = True
                if "s" not in self.flags:
                    self.tally.err.append(f"{name}: {reason(error)}")
                continue
            self._file(data, name, f"{name}:" if named else "")
        result = self.tally.result(2)
        return Result(
            b"" if "q" in self.flags else result.stdout, result.stderr, 2 if self.missing else 0 if self.any else 1
        )

    def _stream(self) -> Result:
        """Filter input line by line as it comes."""
        label = "(standard input):" if "H" in self.flags else ""
        found = 0
        for number, line in enumerate(map(decode, operand_lines(self.call, "-"))):
            if (self.regex.search(line) is not None) == ("v" in self.flags):
                continue
            found += 1
            if "q" in self.flags:
                break
            parts = [match[0] for match in self.regex.finditer(line) if match[0]] if "o" in self.flags else [line]
            self.call.out.write(encode("".join(f"{label}{self._number(number, ':')}{part}\n" for part in parts)))
            if found == self.limit:
                break
        return Result(exit=0 if found else 1)

    def _below(self, start: str) -> list[str]:
        base = self.call.path(start) if start != "." else self.call.cwd
        try:
            paths = list(self.call.files.walk(base))
        except OSError:
            return [start]
        return [
            start + path[len(base) :]
            for path in paths
            if (found := self.call.files.stat(path)) is not None and found.is_file
        ]

    def _file(self, data: bytes, name: str, label: str) -> None:
        lines = [decode(line) for line in lines_of(data)]
        hits: list[int] = []
        for number, line in enumerate(lines):
            if len(hits) == self.limit:
                break
            if (self.regex.search(line) is not None) != ("v" in self.flags):
                hits.append(number)
        self.any = self.any or bool(hits)
        if "c" in self.flags:
            self._write(f"{label}{len(hits)}\n")
        elif "l" in self.flags or "L" in self.flags:
            if bool(hits) == ("l" in self.flags):
                self._write(f"{name}\n")
        elif "o" in self.flags:
            for number in hits:
                for match in self.regex.finditer(lines[number]):
                    if match[0]:
                        self._write(f"{label}{self._number(number, ':')}{match[0]}\n")
        else:
            self._context(lines, hits, label)

    def _context(self, lines: list[str], hits: list[int], label: str) -> None:
        shown, last = set(hits), -1
        for hit in hits:
            for number in range(max(hit - self.before, 0), min(hit + self.after + 1, len(lines))):
                if number <= last:
                    continue
                if last >= 0 and number > last + 1 and (self.before or self.after):
                    self._write("--\n")
                mark = ":" if number in shown else "-"
                self._write(f"{label[:-1] + mark if label else ''}{self._number(number, mark)}{lines[number]}\n")
                last = number

    def _number(self, number: int, mark: str) -> str:
        return f"{number + 1}{mark}" if "n" in self.flags else ""

    def _write(self, text: str) -> None:
        self.tally.out.append(encode(text))


def count_of(text: str) -> int:
    """Parse a count given as an option; an invalid one counts as 0."""
    return parse_count(text) or 0
