"""`grep` with POSIX basic and extended regular expressions."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable

from adapters.phone.shell.commands.unix.options import OutputCollector, count_of, lines_of, options
from adapters.phone.shell.commands.unix.regex import posix
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, CommandError, Result, fail


def grep(call: Call) -> Result:
    """Run `grep [-EFivcnlqoxwhHrs] [-m|-A|-B|-C N] [-e P]… PATTERN [FILE…]`; exit 1 without a match, 2 on errors.

    Input that comes in pieces is always answered line by line, as with `--line-buffered`.
    """
    words = (word for word in call.argv if word != "--line-buffered")
    try:
        flags, operands = options(call.renamed(*words), "EFivcnlLqoxwhHrsa", "mABCe")
    except CommandError as bad:
        raise CommandError(Result(b"", bad.result.stderr, 2)) from bad
    if "e" not in flags and not operands:
        return fail("grep: no REGEX", 2)
    pattern = flags["e"] if "e" in flags else operands.pop(0)
    sources = pattern.split("\n")
    extended = "E" in flags or call.name == "egrep"
    fixed = "F" in flags or call.name == "fgrep"
    texts = [re.escape(source) if fixed else posix(source, extended=extended) for source in sources]
    body = "|".join(f"(?:{text})" for text in texts)
    if "w" in flags:
        body = rf"(?<!\w)(?:{body})(?!\w)"
    try:
        regex = re.compile(rf"\A(?:{body})\Z" if "x" in flags else body, re.IGNORECASE if "i" in flags else 0)
    except re.error:
        return fail(f"grep: bad regex '{pattern}'", 2)
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

    def run(self, operands: list[str]) -> Result:
        names = operands or ["-"]
        if "r" in self.flags:
            names = [path for operand in operands or ["."] for path in self._below(operand)]
        named = ("H" in self.flags or len(names) > 1 or "r" in self.flags) and "h" not in self.flags
        if names == ["-"] and self.call.input.live:
            self._search(self.tally.lines(self.call, names), "(standard input)", named=named)
        else:
            for name, data in self.tally.inputs(self.call, names):
                self._search(lines_of(data), name, named=named)
        failed = bool(self.tally.err)
        if "s" in self.flags:
            self.tally.err.clear()
        found = self.tally.result(2)
        return Result(found.stdout, found.stderr, 2 if failed else int(not self.any))

    def _below(self, start: str) -> list[str]:
        base = self.call.path(start) if start != "." else self.call.cwd
        stat = self.call.files.stat
        try:
            paths = [path for path in self.call.files.walk(base) if (found := stat(path)) and found.is_file]
        except OSError:
            return [start]
        return [start + path[len(base) :] for path in paths]

    def _search(self, lines: Iterable[bytes], name: str, *, named: bool) -> None:
        """Search one file; what is found is written as soon as its line is there."""
        flags, label = self.flags, name if named else ""
        hits, last = 0, -1
        earlier: deque[tuple[int, str]] = deque(maxlen=self.before)
        lines = iter(lines)
        until = -1
        for number, line in enumerate(map(decode, lines)):
            hit = hits != self.limit and (self.regex.search(line) is not None) != ("v" in flags)
            if hit:
                hits += 1
                self.any = True
                until = number + self.after
                if "q" in flags:
                    return
            if flags.keys() & {"c", "l", "L"}:
                continue
            if hit and "o" in flags:
                for match in self.regex.finditer(line):
                    if match[0]:
                        self._put(label, ":", number, match[0])
            elif hit or number <= until:
                if hit and (self.before or self.after) and last >= 0 and number - len(earlier) > last + 1:
                    self._write("--\n")
                for at, text in earlier if hit else ():
                    self._put(label, "-", at, text)
                earlier.clear()
                self._put(label, ":" if hit else "-", number, line)
                last = number
            else:
                earlier.append((number, line))
            if hits == self.limit and number >= until:
                break
        if "c" in flags:
            self._write(f"{label}:{hits}\n" if label else f"{hits}\n")
        elif flags.keys() & {"l", "L"} and bool(hits) == ("l" in flags):
            self._write(f"{name}\n")

    def _put(self, label: str, mark: str, number: int, text: str) -> None:
        head = (label + mark if label else "") + (f"{number + 1}{mark}" if "n" in self.flags else "")
        self._write(f"{head}{text}\n")

    def _write(self, text: str) -> None:
        (self.call.out.write if self.call.input.live else self.tally.out.append)(encode(text))
