"""Text filters: head, tail, cut, wc, sort, uniq, tr, base64; and printf and seq, which make text."""

from __future__ import annotations

import base64 as codec
import binascii
import re
from collections.abc import Callable
from itertools import groupby

from adapters.android.shell_grammar.syntax_tree import unescape
from adapters.phone.shell.commands.unix.options import (
    OutputCollector,
    count_of,
    missing_operands,
    options,
)
from adapters.phone.shell.commands.unix.regex import CLASSES
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, CommandError, Result, fail, say

MAX_NUMBERS = 100_000


# Parts of a text.


def head(call: Call) -> Result:
    """Run `head [-n N | -N | -c N] [FILE…]`."""
    return _ends(call, first=True)


def tail(call: Call) -> Result:
    """Run `tail [-n N | -n +N | -N | -c N] [FILE…]`."""
    return _ends(call, first=False)


def _ends(call: Call, *, first: bool) -> Result:
    words = (f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) else word for word in call.argv)
    flags, operands = options(call.renamed(*words), "qv", "nc")
    amount = flags.get("c", flags.get("n", "10"))
    if not re.fullmatch(r"[-+]?\d{1,9}", amount):
        return fail(f"{call.name}: not integer: {amount}")
    count = int(amount)
    if first and call.input.live and operands in ([], ["-"]) and count >= 0:
        # Pass on what comes, and read no more than is needed.
        while count and (part := call.input.some(count) if "c" in flags else call.input.line()):
            call.out.write(part)
            count -= len(part) if "c" in flags else 1
        return Result()
    tally = OutputCollector(call.name)
    for operand, data in tally.inputs(call, operands):
        if len(operands) > 1 and "q" not in flags:
            tally.out.append(encode(("\n" if tally.out else "") + f"==> {operand} <==\n"))
        size = len(data) if "c" in flags else len(lines := re.findall(rb"[^\n]*\n|[^\n]+", data))
        start, stop = 0, size
        if first:
            stop = count if count >= 0 else max(size + count, 0)
        else:
            start = max(count - 1, 0) if amount.startswith("+") else max(size - abs(count), 0)
        tally.out.append(data[start:stop] if "c" in flags else b"".join(lines[start:stop]))
    return tally.result()


def cut(call: Call) -> Result:
    """Run `cut -d C -f LIST | -c LIST [-s] [FILE…]`."""
    flags, operands = options(call, "s", "dfc")
    spec = flags.get("f") or flags.get("c") or ""
    if not re.fullmatch(r"(\d{0,9}-?\d{0,9})(,\d{0,9}-?\d{0,9})*", spec) or not spec:
        return fail('cut: needs -fcb (see "cut --help")' if not spec else f"cut: bad list '{spec}'")
    mark = "" if "c" in flags else flags.get("d", "\t")[:1] or "\t"
    tally = OutputCollector("cut")
    put = call.out.write if call.input.live else tally.out.append
    for line in tally.lines(call, operands):
        text = decode(line)
        if mark in text:
            items = text.split(mark) if mark else list(text)
            put(encode(mark.join(items[index] for index in _chosen(spec, len(items))) + "\n"))
        elif "s" not in flags:
            put(line + b"\n")
    return tally.result()


def _chosen(spec: str, size: int) -> list[int]:
    """Return the indexes of the items that a list such as `1,3-5,8-` chooses."""
    chosen: set[int] = set()
    for part in spec.split(","):
        low, dash, high = part.partition("-")
        start = int(low or "1")
        stop = (int(high) if high else size) if dash else start
        chosen.update(range(start - 1, min(stop, size)))
    return sorted(chosen)


def wc(call: Call) -> Result:
    """Run `wc [-lwcm] [FILE…]`."""
    flags, operands = options(call, "lwcm")
    chosen = [letter for letter in "lwcm" if letter in flags] or ["l", "w", "c"]
    width = 1 if len(operands) == 1 or (not operands and len(chosen) == 1) else 7
    tally = OutputCollector("wc")
    total = dict.fromkeys("lwcm", 0)

    def put(counts: dict[str, int], name: str) -> None:
        row = " ".join(f"{counts[letter]:>{width}}" for letter in chosen)
        tally.out.append(encode(f"{row}{name}\n"))

    for operand, data in tally.inputs(call, operands):
        text = data.decode("utf-8", "replace")
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(text)}
        total = {letter: number + counts[letter] for letter, number in total.items()}
        put(counts, f" {operand}" if operand != "-" else "")
    if len(operands) > 1:
        put(total, " total")
    return tally.result()


# Order.

_KEY = re.compile(r"(\d{1,6})([nrf]*)(?:,(\d{1,6})([nrf]*))?")
Measure = Callable[[bytes], object]


def sort(call: Call) -> Result:
    """Run `sort [-nrfu] [-t C] [-k FROM[,TO][nrf]]… [FILE…]`, bytewise; ties by the complete line."""
    specs, words = [], list(call.args)
    while (at := next((at for at, word in enumerate(words) if word.startswith("-k")), -1)) >= 0:
        specs.append(words.pop(at)[2:] or (words.pop(at) if words[at:] else ""))
    flags, operands = options(call.renamed("sort", *words), "nrfu", "t")
    mark = encode(flags["t"]) if flags.get("t") else None
    keys = [_sort_key(spec, "".join(flags), mark) for spec in specs] or [(_measure("".join(flags)), "r" in flags)]
    tally = OutputCollector("sort")
    lines = list(tally.lines(call, operands))
    if "u" in flags:
        lines = list({tuple(key(line) for key, _ in keys): line for line in reversed(lines)}.values())[::-1]
    else:
        lines.sort(reverse="r" in flags)
    for key, descending in reversed(keys):
        lines.sort(key=key, reverse=descending)  # type: ignore[arg-type]
    tally.out += (line + b"\n" for line in lines)
    return tally.result()


def _measure(letters: str) -> Measure:
    if "n" in letters:
        return lambda part: float(match[1]) if (match := re.match(rb"\s*(-?\d*\.?\d+)", part)) else 0.0
    return bytes.lower if "f" in letters else bytes


def _sort_key(spec: str, letters: str, mark: bytes | None) -> tuple[Measure, bool]:
    """Return what a key of `sort` compares, and whether in descending order."""
    match = _KEY.fullmatch(spec)
    if match is None:
        raise CommandError(fail(f"sort: bad -k '{spec}'"))
    own = match[2] + (match[4] or "")
    first, last = int(match[1]), int(match[3]) if match[3] else None
    measure = _measure(own or letters)

    def key(line: bytes) -> object:
        if mark is not None:
            return measure(mark.join(line.split(mark)[first - 1 : last]))
        part = b"".join(re.findall(rb"[ \t]*[^ \t]+", line)[first - 1 : last])
        # Blanks that separate fields belong to no field.
        return measure(part if first == 1 and not last else part.lstrip())

    return key, "r" in (own or letters)


def uniq(call: Call) -> Result:
    """Run `uniq [-cdiu] [FILE]`."""
    flags, operands = options(call, "cdiu")
    tally = OutputCollector("uniq")
    lines = [line for _, data in tally.inputs(call, operands) for line in re.findall(rb"[^\n]*\n|[^\n]+", data)]
    for _, group in groupby(lines, lambda line: (line.lower() if "i" in flags else line).rstrip(b"\n")):
        line, *others = group
        if not ("u" in flags if others else "d" in flags):
            tally.out.append((b"%7d " % (len(others) + 1) if "c" in flags else b"") + line)
    return tally.result()


# Characters.


def tr(call: Call) -> Result:
    """Run `tr [-d] [-s] [-c] SET1 [SET2]` on bytes."""
    flags, operands = options(call, "dsc", least=1)
    first = _byte_set(operands[0])
    second = _byte_set(operands[1]) if len(operands) > 1 else b""
    if "c" in flags:
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
        is_range = at + 2 < len(raw) and raw[at + 1] == ord("-") and raw[at] <= raw[at + 2]
        out.extend(range(raw[at], raw[at + 2 if is_range else at] + 1))
        at += 3 if is_range else 1
    return bytes(out)


def base64(call: Call) -> Result:
    """Run `base64 [-d] [-w N] [FILE]`, with 76 columns by default."""
    flags, operands = options(call, "d", "w")
    tally = OutputCollector("base64")
    for _, data in tally.inputs(call, operands[:1]):
        width = count_of(flags.get("w", "76"))
        try:
            coded = codec.b64decode(re.sub(rb"\s", b"", data)) if "d" in flags else codec.b64encode(data)
        except binascii.Error:
            return fail("base64: bad input")
        broken = "d" not in flags and width
        tally.out.append(re.sub(rb"(.{1,%d})" % width, rb"\1\n", coded) if broken else coded)
    return tally.result()


# Making text.

_SPEC = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z%])")


def printf(call: Call) -> Result:
    """Run `printf FORMAT [ARGUMENT…]`; the format is repeated while arguments are left."""
    if not call.args:
        raise missing_operands(call, 1)
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
    r"""One pass over the format; true when `\c` or an unknown conversion asked to stop."""
    at = 0

    def argument() -> str:
        return rest.pop(0) if rest else ""

    for match in _SPEC.finditer(template):
        out.append(template[at : match.start()])
        at = match.end()
        marks, kind = match[1], match[4]
        if kind == "%":
            out.append("%")
            continue
        width = count_of(argument() if match[2] == "*" else match[2] or "")
        digits = None if match[3] is None else count_of(argument() if match[3] == "*" else match[3])
        precision = "" if digits is None else f".{min(digits, 60 if kind in 'feEgG' else 4096)}"
        spec = f"%{marks}{min(width, 4096) or ''}{precision}"
        if kind in "sbc":
            value, cut_here, _ = argument().partition("\\c" if kind == "b" else "\0")
            value = unescape(value) if kind == "b" else value[:1] if kind == "c" else value
            out.append(f"{spec}s" % value)
            if cut_here:
                return True
        elif kind in "diuxXo":
            out.append(f"{spec}{'d' if kind in 'iu' else kind}" % int(_number(argument(), "d", errors)))
        elif kind in "feEgG":
            out.append(f"{spec}{kind}" % _number(argument(), "f", errors))
        else:
            errors.append(f"bad %{kind}@1")
            return True
    out.append(template[at:])
    return False


def _number(text: str, kind: str, errors: list[str]) -> float:
    """Parse an argument of a `d` or `f` conversion; a bad one is reported and what begins it counts."""
    if kind == "d" and len(text) > 1 and text[0] in "'\"":
        return ord(text[1])
    try:
        if not text or kind == "f":
            return float(text or "0")
        return int(text[:40], 8 if re.fullmatch(r"-?0\d+", text) else 0)
    except ValueError:
        errors.append(f"bad %{kind} {text}")
        match = re.match(r"-?\d{1,30}", text)
        return int(match[0]) if match and kind == "d" else 0


def seq(call: Call) -> Result:
    """Run `seq [FIRST [STEP]] LAST` with integers."""
    if not 1 <= len(call.args) <= 3:
        raise missing_operands(call, 1)
    bad = next((word for word in call.args if not re.fullmatch(r"-?\d{1,9}", word)), None)
    if bad is not None:
        return fail(f"seq: bad number '{bad}'")
    numbers = [int(word) for word in call.args]
    first = numbers[0] if len(numbers) > 1 else 1
    step = numbers[1] if len(numbers) == 3 else 1
    values = range(first, numbers[-1] + (1 if step > 0 else -1), step)[:MAX_NUMBERS] if step else ()
    return say("".join(f"{value}\n" for value in values))
