"""Line filters: tac, rev, nl, comm, paste, expand, fold, yes, split, strings, factor, cal, expr."""

from __future__ import annotations

import calendar
import re
from itertools import zip_longest

from adapters.phone.shell.commands.unix.files import OutputCollector, lines_of, missing_operands, options, read_operand
from adapters.phone.shell.commands.unix.grep import count_of
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, parse_count, reason, say

_MOST_LINES = 100_000
MAX_NUMBER = 10**12


def _each(call: Call, operands: list[str], tally: OutputCollector) -> list[list[bytes]]:
    """Return the lines of every readable operand."""
    found: list[list[bytes]] = []
    for operand in operands or ["-"]:
        try:
            found.append(lines_of(read_operand(call, operand)))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return found


def tac(call: Call) -> Result:
    """Run `tac [FILE…]`: print lines in reverse order."""
    tally = OutputCollector("tac")
    for operand in call.args or ("-",):
        try:
            # An unterminated last line stays unterminated when it comes first.
            tally.out += re.findall(rb"[^\n]*\n|[^\n]+", read_operand(call, operand))[::-1]
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def rev(call: Call) -> Result:
    """Run `rev [FILE…]`: reverse every line."""
    tally = OutputCollector("rev")
    for lines in _each(call, list(call.args), tally):
        tally.out += [encode(decode(line)[::-1]) + b"\n" for line in lines]
    return tally.result()


def nl(call: Call) -> Result:
    """Run `nl [-b a] [-s TEXT] [-w N] [-v N] [FILE…]`."""
    flags, operands, bad = options(call, "E", "bsnvwl")
    if bad:
        return bad
    number = count_of(flags.get("v", "1"))
    width = count_of(flags.get("w", "6"))
    mark = flags.get("s", "\t")
    tally = OutputCollector("nl")
    for operand in operands or ["-"]:
        try:
            lines = re.findall(rb"[^\n]*\n|[^\n]+", read_operand(call, operand))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        for line in lines:
            if line != b"\n" or flags.get("b") == "a":
                tally.out.append(encode(f"{number:>{width}}{mark}") + line)
                number += 1
            else:
                tally.out.append(b" " * (width + len(mark)) + line)
    return tally.result()


def comm(call: Call) -> Result:
    """Run `comm [-123] FILE FILE`."""
    flags, operands, bad = options(call, "123")
    if bad or len(operands) != 2:
        return bad or missing_operands(call, 2)
    tally = OutputCollector("comm")
    both = _each(call, operands, tally)
    if len(both) < 2:
        return tally.result()
    left, right = both
    shown = [letter for letter in "123" if letter not in flags]
    while left or right:
        if not right or (left and left[0] < right[0]):
            which, line = "1", left.pop(0)
        elif not left or right[0] < left[0]:
            which, line = "2", right.pop(0)
        else:
            which, line = "3", left.pop(0)
            right.pop(0)
        if which in shown:
            tally.out.append(b"\t" * shown.index(which) + line + b"\n")
    return tally.result()


def paste(call: Call) -> Result:
    """Run `paste [-s] [-d CHARS] [FILE…]`."""
    flags, operands, bad = options(call, "s", "d")
    if bad:
        return bad
    marks = [encode(char) for char in flags.get("d", "\t").replace("\\t", "\t").replace("\\n", "\n")] or [b""]
    tally = OutputCollector("paste")
    files = _each(call, operands, tally)
    rows = files if "s" in flags else [list(row) for row in zip_longest(*files, fillvalue=b"")]
    for row in rows:
        line = row[0] if row else b""
        for index, item in enumerate(row[1:]):
            line += marks[index % len(marks)] + item
        tally.out.append(line + b"\n")
    return tally.result()


def expand(call: Call) -> Result:
    """Run `expand [-t N] [FILE…]`."""
    flags, operands, bad = options(call, "", "t")
    if bad:
        return bad
    tally = OutputCollector("expand")
    for operand in operands or ["-"]:
        try:
            tally.out.append(read_operand(call, operand).expandtabs(count_of(flags.get("t", "8")) or 8))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def fold(call: Call) -> Result:
    """Run `fold [-w N] [FILE…]`."""
    flags, operands, bad = options(call, "bsu", "w")
    if bad:
        return bad
    width = count_of(flags.get("w", "80")) or 80
    tally = OutputCollector("fold")
    for lines in _each(call, operands, tally):
        for line in lines:
            text = decode(line)
            tally.out += [encode(text[at : at + width]) + b"\n" for at in range(0, max(len(text), 1), width)]
    return tally.result()


def yes(call: Call) -> Result:
    """Run `yes [WORD…]` with a limited number of lines."""
    return say(f"{' '.join(call.args) or 'y'}\n" * 10_000)


def split(call: Call) -> Result:
    """Run `split [-l LINES] [-b BYTES] [-a N] [FILE [PREFIX]]`."""
    flags, operands, bad = options(call, "", "lba")
    if bad:
        return bad
    try:
        data = read_operand(call, operands[0] if operands else "-")
    except OSError as error:
        return fail(f"split: {operands[0]}: {reason(error)}")
    if "b" in flags:
        size = count_of(flags["b"]) or 1
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
    else:
        count = count_of(flags.get("l", "1000")) or 1
        lines = data.splitlines(keepends=True)
        pieces = [b"".join(lines[at : at + count]) for at in range(0, len(lines), count)]
    width = count_of(flags.get("a", "2")) or 2
    prefix = operands[1] if len(operands) > 1 else "x"
    if len(pieces) > 26**width:
        return fail("split: bad suffix")
    for number, piece in enumerate(pieces):
        name = ""
        for _ in range(width):
            number, letter = divmod(number, 26)
            name = chr(97 + letter) + name
        try:
            call.files.write(call.path(prefix + name), piece)
        except OSError as error:
            return fail(f"split: {prefix}{name}: {reason(error)}")
    return Result()


def strings(call: Call) -> Result:
    """Run `strings [-n N] [FILE…]`."""
    flags, operands, bad = options(call, "af", "nt")
    if bad:
        return bad
    least = count_of(flags.get("n", "4")) or 4
    tally = OutputCollector("strings")
    for operand in operands or ["-"]:
        try:
            data = read_operand(call, operand)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        tally.out += [match + b"\n" for match in re.findall(rb"[\x20-\x7e\t]{%d,}" % least, data)]
    return tally.result()


def factor(call: Call) -> Result:
    """Run `factor NUMBER…`."""
    out, err = "", ""
    for word in call.args or tuple(decode(call.input.read()).split()):
        if not re.fullmatch(r"\d{1,12}", word):
            err += f"factor: {word}: not integer\n"
            continue
        number, parts, by = int(word), [], 2
        while by * by <= number:
            while number % by == 0:
                parts.append(by)
                number //= by
            by += 1
        parts += [number] if number > 1 else []
        out += f"{word}: {' '.join(map(str, parts))}\n" if parts else f"{word}:\n"
    return Result(encode(out), encode(err), 1 if err else 0)


def cal(call: Call) -> Result:
    """Run `cal [[MONTH] YEAR]` for one month."""
    words = [parse_count(word) for word in call.args]
    now = call.machine.now
    month = words[0] if len(words) > 1 else now.month
    year = words[-1] if words else now.year
    if month is None or year is None or not 1 <= month <= 12 or not 1 <= year <= 9999:
        return fail("cal: bad date")
    title = f"{calendar.month_name[month]} {year}"
    rows = [title.center(20).ljust(21) if len(title) % 2 else title.center(20) + " ", "Su Mo Tu We Th Fr Sa "]
    weeks = calendar.Calendar(firstweekday=6).monthdayscalendar(year, month)
    weeks += [[0] * 7] * (6 - len(weeks))
    rows += ["".join(f"{day:>2} " if day else "   " for day in week) for week in weeks]
    return say("".join(f"{row}\n" for row in rows))


def expr(call: Call) -> Result:
    """Run `expr A OP B`: arithmetic and comparisons; `:` is not supported."""
    words = list(call.args)
    if not words:
        return fail('expr: Needs 1 argument (see "expr --help")', 2)
    value = words.pop(0)
    while len(words) >= 2:
        op, right = words.pop(0), words.pop(0)
        if op in ("=", "!=", "<", "<=", ">", ">="):
            a, b = parse_count(value), parse_count(right)
            pair = (a, b) if a is not None and b is not None else (value, right)
            table = {"=": pair[0] == pair[1], "!=": pair[0] != pair[1]}
            if op not in table:
                less, more = str(pair[0]) < str(pair[1]), str(pair[0]) > str(pair[1])
                if a is not None and b is not None:
                    less, more = a < b, a > b
                table = {"<": less, "<=": not more, ">": more, ">=": not less}
            value = str(int(table[op]))
        elif op in ("+", "-", "*", "/", "%"):
            if not re.fullmatch(r"-?\d{1,15}", value) or not re.fullmatch(r"-?\d{1,15}", right):
                return fail("expr: not integer", 2)
            x, y = int(value), int(right)
            if op in "/%" and y == 0:
                return fail("expr: division by zero", 2)
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) if y else 0
            value = str({"+": x + y, "-": x - y, "*": x * y, "/": quotient, "%": x - y * quotient}[op])
        else:
            return fail("expr: syntax error", 2)
    return say(f"{value}\n", int(value in ("", "0")))
