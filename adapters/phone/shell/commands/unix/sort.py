"""`sort` and `uniq`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise

from adapters.phone.shell.commands.unix.files import OutputCollector, lines_of, options, read_operand
from adapters.phone.shell.commands.unix.grep import count_of
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Result, fail, reason

_KEY = re.compile(r"(\d{1,6})(?:\.(\d{1,6}))?([a-zA-Z]*)(?:,(\d{1,6})(?:\.(\d{1,6}))?([a-zA-Z]*))?")
_NUMBER = re.compile(rb"[ \t]*(-?\d*\.?\d+)")


@dataclass(frozen=True, slots=True)
class _Key:
    first: int
    skip: int
    last: int
    most: int
    marks: str


def _lines(call: Call, operands: list[str], tally: OutputCollector) -> list[bytes]:
    found: list[bytes] = []
    for operand in operands or ["-"]:
        try:
            found.extend(lines_of(read_operand(call, operand)))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return found


def sort(call: Call) -> Result:
    """Run `sort [-bcfnrsuz] [-k FROM[,TO][FLAGS]]… [-t C] [-o FILE] [FILE…]`, bytewise; ties by the complete line."""
    keys: list[_Key] = []
    words: list[str] = []
    queue = list(call.args)
    while queue:
        word = queue.pop(0)
        match = re.fullmatch(r"-([bcfnrsuVghzd]*)k(.*)", word)
        if match is None:
            words.append(word)
            if re.fullmatch(r"-[a-zA-Z]*[to]", word) and queue:
                words.append(queue.pop(0))
            continue
        words += [f"-{match[1]}"] if match[1] else []
        spec = match[2] or (queue.pop(0) if queue else "")
        found = _KEY.fullmatch(spec)
        if found is None:
            return fail(f"sort: bad -k '{spec}'")
        last = int(found[4]) if found[4] else 0
        keys.append(_Key(int(found[1]), int(found[2] or 1), last, int(found[5] or 0), found[3] + (found[6] or "")))
    flags, operands, bad = options(call.renamed("sort", *words), "rnufbscgVhzd", "to")
    if bad:
        return bad
    tally = OutputCollector("sort")
    lines = _lines(call, operands, tally)
    order = _Order("".join(flags), keys, encode(flags["t"]) if "t" in flags else None)
    if "c" in flags:
        for number, (content, other) in enumerate(pairwise(lines), 2):
            if order.compare(content, other) > 0:
                return fail(f"sort: {operands[0] if operands else '-'}: Check line {number}")
        return Result()
    lines.sort(key=cmp_to_key(order.compare))
    if "u" in flags:
        unique_lines: list[bytes] = []
        for line in lines:
            if not unique_lines or order.by_keys(unique_lines[-1], line) != 0:
                unique_lines.append(line)
        lines = unique_lines
    data = b"".join(line + b"\n" for line in lines)
    if "o" in flags:
        try:
            call.files.write(call.path(flags["o"]), data)
        except OSError as error:
            return fail(f"sort: {flags['o']}: {reason(error)}", 2)
    else:
        tally.out.append(data)
    return tally.result()


class _Order:
    def __init__(self, flags: str, keys: list[_Key], mark: bytes | None) -> None:
        self.flags = flags
        self.keys = keys
        self.mark = mark

    def compare(self, data: bytes, other: bytes) -> int:
        """Return a number less than, equal to or greater than 0."""
        found = self.by_keys(data, other)
        if found == 0 and "s" not in self.flags and "u" not in self.flags:
            found = _less(data, other)
            found = -found if "r" in self.flags else found
        return found

    def by_keys(self, data: bytes, other: bytes) -> int:
        for key in self.keys or [_Key(0, 1, 0, 0, "")]:
            marks = key.marks or self.flags
            a, b = self._part(data, key), self._part(other, key)
            if "n" in marks or "g" in marks:
                found = _less(_value(a), _value(b))
            elif "V" in marks:
                found = _less(_version(a), _version(b))
            else:
                if "b" in marks:
                    a, b = a.lstrip(), b.lstrip()
                found = _less(a.lower(), b.lower()) if "f" in marks else _less(a, b)
            if found:
                return -found if "r" in marks else found
        return 0

    def _part(self, line: bytes, key: _Key) -> bytes:
        if key.first == 0:
            return line
        if self.mark is not None:
            parts = line.split(self.mark)
            join = self.mark
        else:
            parts = re.findall(rb"[ \t]*[^ \t]+", line)
            join = b""
        last = key.last or len(parts)
        chosen = parts[key.first - 1 : last]
        if key.last and key.most and len(chosen) == last - key.first + 1 and chosen:
            chosen[-1] = chosen[-1][: key.most]
        # Blanks that separate fields belong to no field.
        part = join.join(chosen)
        keeps_blanks = key.first == 1 and not key.last
        return (part if self.mark is not None or keeps_blanks else part.lstrip(b" \t"))[key.skip - 1 :]


def _less(value: object, other: object) -> int:
    return int(value > other) - int(value < other)  # type: ignore[operator]


def _value(text: bytes) -> float:
    match = _NUMBER.match(text)
    return float(match[1]) if match else 0.0


def _version(text: bytes) -> list[tuple[int, bytes]]:
    return [(int(part), b"") if part.isdigit() else (-1, part) for part in re.findall(rb"\d+|\D+", text)]


def uniq(call: Call) -> Result:
    """Run `uniq [-cdiu] [-f N] [-s N] [-w N] [IN [OUT]]`."""
    flags, operands, bad = options(call, "cduiz", "fsw")
    if bad:
        return bad
    tally = OutputCollector("uniq")
    skip, chars = count_of(flags.get("f", "0")), count_of(flags.get("s", "0"))
    width = count_of(flags["w"]) if "w" in flags else None

    def seen(line: bytes) -> bytes:
        if skip:
            line = re.sub(rb"^(?:[ \t]*[^ \t]+){%d}" % skip, b"", line)
        line = line[chars:][:width]
        return line.lower() if "i" in flags else line

    groups: list[tuple[bytes, int]] = []
    for operand in operands[:1] or ["-"]:
        try:
            lines = re.findall(rb"[^\n]*\n|[^\n]+", read_operand(call, operand))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        for line in lines:
            if groups and seen(groups[-1][0].rstrip(b"\n")) == seen(line.rstrip(b"\n")):
                groups[-1] = (groups[-1][0], groups[-1][1] + 1)
            else:
                groups.append((line, 1))
    for line, count in groups:
        if ("d" in flags and count == 1) or ("u" in flags and count > 1):
            continue
        tally.out.append((b"%7d " % count if "c" in flags else b"") + line)
    return tally.result()
