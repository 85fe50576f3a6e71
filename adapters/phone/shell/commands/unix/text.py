"""Text filters: head, tail, wc, tr, cut, base64, printf, seq."""

from __future__ import annotations

import base64 as codec
import binascii
import re

from adapters.android.shell_grammar.syntax_tree import unescape
from adapters.phone.shell.commands.unix.files import (
    OutputCollector,
    missing_operands,
    operand_lines,
    options,
    read_operand,
)
from adapters.phone.shell.commands.unix.grep import count_of
from adapters.phone.shell.commands.unix.regex import CLASSES
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, reason, say

MAX_NUMBERS = 100_000


# Parts of a text.


def head(call: Call) -> Result:
    """Run `head [-n N | -N | -c N] [FILE…]`."""
    return _ends(call, first=True)


def tail(call: Call) -> Result:
    """Run `tail [-n N | -n +N | -N | -c N] [FILE…]`."""
    return _ends(call, first=False)


def _ends(call: Call, *, first: bool) -> Result:
    argv = tuple(f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) else word for word in call.argv)
    flags, operands, bad = options(Call(argv, call.machine, call.input, call.cwd), "qvf", "nc")
    if bad:
        return bad
    amount = flags.get("c", flags.get("n", "10"))
    if not re.fullmatch(r"[-+]?\d{1,9}", amount):
        return fail(f"{call.name}: not integer: {amount}")
    tally = OutputCollector(call.name)
    if first and call.input.live and operands in ([], ["-"]) and int(amount) >= 0:
        return _first_part(call, int(amount), in_bytes="c" in flags)
    for index, operand in enumerate(operands or ["-"]):
        try:
            data = read_operand(call, operand)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        if len(operands) > 1 and "q" not in flags:
            tally.out.append(encode(("\n" if index else "") + f"==> {operand} <==\n"))
        units = (
            [data[at : at + 1] for at in range(len(data))]
            if "c" in flags
            else data.splitlines(keepends=True)
            if b"\r" not in data
            else re.findall(rb"[^\n]*\n|[^\n]+", data)
        )
        tally.out.append(b"".join(_slice(units, amount, first=first)))
    return tally.result()


def _first_part(call: Call, amount: int, *, in_bytes: bool) -> Result:
    """Pass on the first lines or bytes of the input as they come, and read no more."""
    while amount and (part := call.input.some(amount) if in_bytes else call.input.line()):
        call.out.write(part)
        amount -= len(part) if in_bytes else 1
    return Result()


def _slice(units: list[bytes], amount: str, *, first: bool) -> list[bytes]:
    count = int(amount)
    if first:
        return units[:count]
    if amount.startswith("+"):
        return units[max(count - 1, 0) :]
    return units[len(units) - min(abs(count), len(units)) :]


def cut(call: Call) -> Result:
    """Run `cut -d C -f LIST | -c LIST [FILE…]`."""
    flags, operands, bad = options(call, "s", "dfc")
    if bad:
        return bad
    spec = flags.get("f") or flags.get("c") or ""
    if not re.fullmatch(r"(\d{0,9}-?\d{0,9})(,\d{0,9}-?\d{0,9})*", spec) or not spec:
        return fail('cut: needs -fcb (see "cut --help")' if not spec else f"cut: bad list '{spec}'")
    delimiter = flags.get("d", "\t")[:1] or "\t"
    tally = OutputCollector("cut")
    put = call.out.write if call.input.live else tally.out.append
    for operand in operands or ["-"]:
        try:
            lines = operand_lines(call, operand)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        for line in lines:
            text = decode(line)
            if "c" in flags:
                put(encode("".join(_picked(list(text), spec)) + "\n"))
            elif delimiter in text:
                put(encode(delimiter.join(_picked(text.split(delimiter), spec)) + "\n"))
            elif "s" not in flags:
                put(line + b"\n")
    return tally.result()


def _picked(items: list[str], spec: str) -> list[str]:
    chosen: set[int] = set()
    for part in spec.split(","):
        low, dash, high = part.partition("-")
        start = int(low or "1")
        stop = (int(high) if high else len(items)) if dash else start
        chosen.update(range(start, min(stop, len(items)) + 1))
    return [item for index, item in enumerate(items, 1) if index in chosen]


def wc(call: Call) -> Result:
    """Run `wc [-lwcm] [FILE…]`."""
    flags, operands, bad = options(call, "lwcm")
    if bad:
        return bad
    tally = OutputCollector("wc")
    total = [0, 0, 0, 0]
    for operand in operands or ["-"]:
        try:
            data = read_operand(call, operand)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        counts = [data.count(b"\n"), len(data.split()), len(data), len(data.decode("utf-8", "replace"))]
        total = [number + more for number, more in zip(total, counts, strict=True)]
        name = f" {operand}" if operand != "-" else ""
        tally.out.append(encode(_counted(counts, flags, len(operands)) + name + "\n"))
    if len(operands) > 1:
        tally.out.append(encode(f"{_counted(total, flags, len(operands))} total\n"))
    return tally.result()


def _counted(counts: list[int], flags: dict[str, str], files: int) -> str:
    chosen = [letter for letter in "lwcm" if letter in flags] or ["l", "w", "c"]
    width = 1 if files == 1 or (files == 0 and len(chosen) == 1) else 7
    return " ".join(f"{counts['lwcm'.index(letter)]:>{width}}" for letter in chosen)


# Characters.


def tr(call: Call) -> Result:
    """Run `tr [-d] [-s] [-c] SET1 [SET2]` on bytes."""
    flags, operands, bad = options(call, "dscC")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    first = _byte_set(operands[0])
    second = _byte_set(operands[1]) if len(operands) > 1 else b""
    if "c" in flags or "C" in flags:
        first = bytes(byte for byte in range(256) if byte not in first)
    table = bytearray(range(256))
    if "d" not in flags and second:
        for index, byte in enumerate(first):
            table[byte] = second[min(index, len(second) - 1)]
    squeezed = (second or first) if "s" in flags else b""
    last = b""
    for piece in call.input.pieces():
        data = piece.translate(bytes(table), first if "d" in flags else b"")
        if squeezed:
            # A run of equal bytes may go on from the piece before.
            data = re.sub(b"([" + re.escape(squeezed) + rb"])\1+", rb"\1", last + data)[len(last) :]
            last = data[-1:] or last
        call.out.write(data)
    return Result()


def _byte_set(text: str) -> bytes:
    text = re.sub(
        r"\[:(\w+):\]", lambda match: {"space": " \\t\\n\\r\\v\\f"}.get(match[1], CLASSES.get(match[1], "")), text
    )
    raw = encode(unescape(text))
    out = bytearray()
    at = 0
    while at < len(raw):
        if at + 2 < len(raw) and raw[at + 1] == ord("-") and raw[at] <= raw[at + 2]:
            out.extend(range(raw[at], raw[at + 2] + 1))
            at += 3
        else:
            out.append(raw[at])
            at += 1
    return bytes(out)


def base64(call: Call) -> Result:
    """Run `base64 [-d] [-w N] [FILE]`, with 76 columns by default."""
    flags, operands, bad = options(call, "di", "w")
    if bad:
        return bad
    try:
        data = read_operand(call, operands[0] if operands else "-")
    except OSError as error:
        return fail(f"base64: {operands[0]}: {reason(error)}")
    if "d" in flags:
        try:
            return Result(codec.b64decode(re.sub(rb"\s", b"", data)))
        except binascii.Error:
            return fail("base64: bad input")
    text = codec.b64encode(data)
    width = count_of(flags.get("w", "76"))
    if not width:
        return Result(text)
    return Result(b"".join(text[at : at + width] + b"\n" for at in range(0, len(text), width)))


# Making text.

_SPEC = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z%])")


def printf(call: Call) -> Result:
    """Run `printf FORMAT [ARGUMENT…]`; the format is repeated while arguments are left."""
    if not call.args:
        return missing_operands(call, 1)
    template, rest = unescape(call.args[0], octal=True), list(call.args[1:])
    out: list[str] = []
    errors: list[str] = []
    while True:
        before = len(rest)
        stop = _format(template, rest, out, errors)
        if stop or not rest or len(rest) == before:
            break
    return Result(encode("".join(out)), encode("".join(f"printf: {line}\n" for line in errors)), 1 if errors else 0)


def _format(template: str, rest: list[str], out: list[str], errors: list[str]) -> bool:
    r"""One pass over the format; true when `\c` asked to stop."""
    at = 0
    for match in _SPEC.finditer(template):
        out.append(template[at : match.start()])
        at = match.end()
        kind = match[4]
        if kind == "%":
            out.append("%")
            continue
        width = (rest.pop(0) if rest else "0") if match[2] == "*" else match[2] or ""
        precision = (rest.pop(0) if rest else "0") if match[3] == "*" else match[3]
        value = rest.pop(0) if rest else ""
        text, stop = _converted(kind, match[1], count_of(width), precision, value, errors)
        out.append(text)
        if stop:
            return True
    out.append(template[at:])
    return False


def _converted(
    kind: str, marks: str, width: int, precision: str | None, value: str, errors: list[str]
) -> tuple[str, bool]:
    stop = False
    width = min(width, 4096)
    if kind in "sbc":
        if kind == "b":
            head_text, cut_here, _ = value.partition("\\c")
            value, stop = unescape(head_text), bool(cut_here)
        text = value[:1] if kind == "c" else value if precision is None else value[: count_of(precision)]
    elif kind in "diuxXo":
        number = _integer(value, errors)
        text = format(number, {"d": "d", "i": "d", "u": "d", "x": "x", "X": "X", "o": "o"}[kind])
        if precision is not None:
            text = text.zfill(min(count_of(precision), 4096))
        if "+" in marks and number >= 0 and kind in "di":
            text = "+" + text
        if "0" in marks and "-" not in marks and precision is None:
            text = text.zfill(width)
    elif kind in "feEgG":
        text = f"%.{min(count_of(precision), 60) if precision is not None else 6}{kind}" % _float(value, errors)
        if "0" in marks and "-" not in marks:
            text = text.zfill(width)
    else:
        errors.append(f"bad %{kind}@1")
        return "", True
    return (text.ljust(width) if "-" in marks else text.rjust(width)), stop


def _integer(text: str, errors: list[str]) -> int:
    if not text:
        return 0
    if text[0] in "'\"" and len(text) > 1:
        return ord(text[1])
    try:
        return int(text[:40], 0) if not re.fullmatch(r"-?0\d+", text) else int(text[:40], 8)
    except ValueError:
        errors.append(f"bad %d {text}")
        match = re.match(r"-?\d{1,30}", text)
        return int(match[0]) if match else 0


def _float(text: str, errors: list[str]) -> float:
    try:
        return float(text or "0")
    except ValueError:
        errors.append(f"bad %f {text}")
        return 0.0


def seq(call: Call) -> Result:
    """Run `seq [-w] [-s TEXT] [-f FORMAT] [FIRST [STEP]] LAST`."""
    words = list(call.args)
    mark, wide, form = "\n", False, ""
    while words and re.fullmatch(r"-[wsf].*", words[0]):
        word = words.pop(0)
        if word == "-w":
            wide = True
        else:
            value = word[2:] or (words.pop(0) if words else "")
            mark, form = (value, form) if word[1] == "s" else (mark, value)
    if not 1 <= len(words) <= 3:
        return missing_operands(call, 1)
    bad = next((word for word in words if not re.fullmatch(r"-?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", word)), None)
    if bad is not None:
        return fail(f"seq: bad number '{bad}'")
    places = max(len(word.partition(".")[2]) for word in words)
    unit = 10**places
    numbers = [round(float(word) * unit) for word in words]
    first = numbers[0] if len(numbers) > 1 else unit
    step = numbers[1] if len(numbers) == 3 else unit
    if step == 0:
        return Result()
    values = range(first, numbers[-1] + (1 if step > 0 else -1), step)[:MAX_NUMBERS]
    shown = [f"{value / unit:.{places}f}" for value in values]
    if form and re.fullmatch(r"[^%]*%[-+ 0]*\d{0,2}(\.\d{1,2})?[feg][^%]*", form):
        shown = [form % (value / unit) for value in values]
    width = max((len(text) for text in shown), default=0) if wide else 0
    return say(mark.join(text.zfill(width) for text in shown) + "\n" if shown else "")
