"""Programs for binary data: xxd, od, cmp, cksum, crc32, truncate, dd, file, mktemp, gzip."""

from __future__ import annotations

import gzip as codec
import re
import zlib

from adapters.phone.shell.commands.unix.files import OutputCollector, missing_operands, options, read_operand
from adapters.phone.shell.commands.unix.grep import count_of
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, reason, say

_MOST_BYTES = 32 << 20


def xxd(call: Call) -> Result:
    """Run `xxd [-p] [-r] [-c N] [-g N] [-l N] [-s N] [-i] [FILE]`."""
    flags, operands, bad = options(call, "pri", "cgls")
    if bad:
        return bad
    try:
        data = read_operand(call, operands[0] if operands else "-")
    except OSError as error:
        return fail(f"xxd: {operands[0]}: {reason(error)}")
    if "r" in flags:
        return _unhexed(data, plain="p" in flags)
    start = count_of(flags.get("s", "0"))
    data = data[start:]
    data = data[: count_of(flags["l"])] if "l" in flags else data
    if "p" in flags:
        width = count_of(flags.get("c", "30")) or 30
        return Result(b"".join(encode(data[at : at + width].hex()) + b"\n" for at in range(0, len(data), width)))
    width, group = count_of(flags.get("c", "16")) or 16, count_of(flags.get("g", "2"))
    out = []
    for at in range(0, len(data), width):
        row = data[at : at + width]
        cells = ""
        for index in range(width):
            cells += f"{row[index]:02x}" if index < len(row) else "  "
            cells += " " if group and (index + 1) % group == 0 else ""
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        out.append(f"{start + at:08x}: {cells}{'' if group and width % group == 0 else ' '} {shown}\n")
    return say("".join(out))


def _unhexed(data: bytes, *, plain: bool) -> Result:
    text = decode(data)
    if not plain:
        rows = (re.sub(r"  .*", "", line.partition(":")[2], flags=re.DOTALL) for line in text.split("\n"))
        text = "".join(rows)
    digits = re.sub(r"[^0-9a-fA-F]", "", text)
    return Result(bytes.fromhex(digits[: len(digits) // 2 * 2]))


_NAMED = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}


def od(call: Call) -> Result:
    """Run `od [-c] [-t x1|c|…] [-A d|o|x|n] [-N N] [-j N] [FILE…]`."""
    flags, operands, bad = options(call, "bcdosxv", "tANjw")
    if bad:
        return bad
    try:
        data = b"".join(read_operand(call, operand) for operand in operands or ["-"])
    except OSError as error:
        return fail(f"od: {operands[0]}: {reason(error)}")
    skip = count_of(flags.get("j", "0"))
    data = data[skip:]
    data = data[: count_of(flags["N"])] if "N" in flags else data
    kind = flags.get("t") or ("c" if "c" in flags else "x2" if "x" in flags else "o1" if "b" in flags else "o2")
    size = count_of(kind[1:] or "1") if kind[:1] != "c" else 1
    size = size if size in (1, 2, 4, 8) else 4
    base = flags.get("A", "o")[:1]
    width = count_of(flags.get("w", "16")) or 16
    out = []
    for at in range(0, len(data), width):
        row = data[at : at + width]
        cells = "".join(_cell(row[i : i + size], kind) for i in range(0, len(row), size))
        out.append(f"{_offset(skip + at, base)}{cells}\n")
    if base != "n":
        out.append(f"{_offset(skip + len(data), base)}\n")
    return say("".join(out))


def _offset(at: int, base: str) -> str:
    return {"o": f"{at:07o}", "x": f"{at:06x}", "d": f"{at:07d}", "n": ""}.get(base, f"{at:07o}")


def _cell(raw: bytes, kind: str) -> str:
    if kind[:1] == "c":
        text = _NAMED.get(raw[0]) or (chr(raw[0]) if 32 <= raw[0] < 127 else f"{raw[0]:03o}")
        return f" {text:>3}"
    number = int.from_bytes(raw, "little", signed=kind[:1] == "d")
    bits = len(raw) * 8
    match kind[:1]:
        case "x":
            return f" {number:0{bits // 4}x}"
        case "o":
            return f" {number:0{-(-bits // 3)}o}"
        case _:
            return f" {number:>{len(str(2**bits)) + (kind[:1] == 'd')}}"


def cmp(call: Call) -> Result:
    """Run `cmp [-s] FILE FILE`."""
    flags, operands, bad = options(call, "ls")
    if bad or len(operands) < 2:
        return bad or missing_operands(call, 2)
    data = []
    for operand in operands[:2]:
        try:
            data.append(read_operand(call, operand))
        except OSError as error:
            return fail(f"cmp: {operand}: {reason(error)}", 2)
    first, second = data
    for at, (number, other) in enumerate(zip(first, second, strict=False)):
        if number != other:
            line = first[:at].count(b"\n") + 1
            text = "" if "s" in flags else f"{operands[0]} {operands[1]} differ: char {at + 1}, line {line}\n"
            return say(text, 1)
    if len(first) != len(second):
        shorter = operands[0] if len(first) < len(second) else operands[1]
        return Result(b"", b"" if "s" in flags else encode(f"cmp: EOF on {shorter}\n"), 1)
    return Result()


_CRC = 0x04C11DB7


def _posix_crc(data: bytes) -> int:
    """Return the checksum of POSIX `cksum`, which includes the length."""
    length, size = b"", len(data)
    while size:
        length += bytes([size & 0xFF])
        size >>= 8
    table = []
    for byte in range(256):
        value = byte << 24
        for _ in range(8):
            value = ((value << 1) ^ _CRC if value & 0x80000000 else value << 1) & 0xFFFFFFFF
        table.append(value)
    crc = 0
    for byte in data + length:
        crc = (crc << 8 & 0xFFFFFFFF) ^ table[crc >> 24 ^ byte]
    return crc ^ 0xFFFFFFFF


def cksum(call: Call) -> Result:
    """Run `cksum [FILE…]` or `crc32 [FILE…]`."""
    tally = OutputCollector(call.name)
    for operand in call.args or ("-",):
        try:
            data = read_operand(call, operand)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        name = f" {operand}" if call.args else ""
        if call.name == "crc32":
            tally.out.append(encode(f"{zlib.crc32(data):08x}{name if len(call.args) > 1 else ''}\n"))
        else:
            tally.out.append(encode(f"{_posix_crc(data)} {len(data)}{name}\n"))
    return tally.result()


def truncate(call: Call) -> Result:
    """Run `truncate -s SIZE FILE…`."""
    flags, operands, bad = options(call, "c", "s")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    match = re.fullmatch(r"([+-]?)(\d{1,9})([kKmM]?)", flags.get("s", ""))
    if match is None:
        return fail("truncate: no -s")
    amount = int(match[2]) * {"": 1, "k": 1024, "m": 1 << 20}[match[3].lower()]
    tally = OutputCollector("truncate")
    for operand in operands:
        path = call.path(operand)
        try:
            found = call.files.stat(path)
            if found is None and "c" in flags:
                continue
            data = call.files.read(path) if found is not None else b""
            size = {"+": len(data) + amount, "-": len(data) - amount}.get(match[1], amount)
            if size > _MOST_BYTES:
                tally.err.append(f"{operand}: No space left on device")
                continue
            call.files.write(path, data[:size].ljust(max(size, 0), b"\0"), 0)
        except OSError as error:
            tally.err.append(f"'{operand}': {reason(error)}")
    return tally.result()


def dd(call: Call) -> Result:
    """Run `dd [if=FILE] [of=FILE] [bs=N] [count=N] [skip=N]`."""
    given = dict(word.split("=", 1) for word in call.args if "=" in word)
    sizes = {"k": 1024, "K": 1024, "m": 1 << 20, "M": 1 << 20}

    def number(name: str, default: int) -> int:
        match = re.fullmatch(r"(\d{1,9})([kKmM]?)", given.get(name, ""))
        return int(match[1]) * sizes.get(match[2], 1) if match else default

    size = number("bs", 512)
    source = given.get("if", "")
    try:
        if source in ("/dev/zero", "/dev/urandom", "/dev/random"):
            data = bytes(min(size * number("count", 1), _MOST_BYTES))
        else:
            data = call.files.read(call.path(source)) if source else call.input.read()
            data = data[number("skip", 0) * size :]
            data = data[: number("count", len(data)) * size]
    except OSError as error:
        return fail(f"dd: {source}: {reason(error)}")
    full, part = divmod(len(data), max(size, 1))
    statistics = f"{full}+{int(part > 0)} records in\n{full}+{int(part > 0)} records out\n{len(data)} bytes copied\n"
    statistics = "" if given.get("status") == "none" else statistics
    if "of" not in given:
        return Result(data, encode(statistics))
    try:
        call.files.write(call.path(given["of"]), data)
    except OSError as error:
        return fail(f"dd: {given['of']}: {reason(error)}")
    return Result(b"", encode(statistics))


_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "PNG image data"),
    (b"\xff\xd8\xff", "JPEG image data"),
    (b"PK\x03\x04", "Zip archive data"),
    (b"SQLite format 3\0", "SQLite 3.x database"),
    (b"\x1f\x8b", "gzip compressed data"),
    (b"dex\n", "Android dex file"),
    (b"\x7fELF", "ELF executable"),
)


def file(call: Call) -> Result:
    """Run `file PATH…`, which detects a type from the first bytes."""
    out = []
    width = max((len(word) for word in call.args), default=0) + 1
    for word in call.args:
        try:
            found = call.files.require(call.path(word))
            if found.is_dir:
                kind = "directory"
            elif not (data := call.files.read(call.path(word))):
                kind = "empty"
            else:
                kind = next((name for magic, name in _MAGIC if data.startswith(magic)), "")
                kind = kind or ("data" if b"\0" in data[:512] else "ASCII text")
        except OSError as error:
            kind = f"cannot open ({reason(error)})"
        out.append(f"{word + ':':<{width}} {kind}\n")
    return say("".join(out)) if call.args else missing_operands(call, 1)


def mktemp(call: Call) -> Result:
    """Run `mktemp [-d] [-u] [-p DIR] [TEMPLATE]`; names depend on the virtual clock only."""
    flags, operands, bad = options(call, "dqtu", "p")
    if bad:
        return bad
    template = operands[0] if operands else f"{flags.get('p', '/data/local/tmp')}/tmp.XXXXXXXXXX"
    marks = re.search(r"X{3,}$", template)
    if marks is None:
        return fail(f"mktemp: Failed to create file {template}: Invalid argument")
    seed = call.machine.now_ms
    path = template
    for extra in range(100):
        letters = f"{zlib.crc32(f'{seed}/{extra}'.encode()):010d}"[-len(marks[0]) :].rjust(len(marks[0]), "a")
        path = template[: marks.start()] + letters
        if call.files.lstat(call.path(path)) is None:
            break
    try:
        if "u" not in flags:
            (call.files.mkdir if "d" in flags else lambda item: call.files.write(item, b"", 0o600))(call.path(path))
    except OSError as error:
        return fail(f"mktemp: Failed to create {'directory' if 'd' in flags else 'file'} {path}: {reason(error)}")
    return say(path + "\n")


def gzip(call: Call) -> Result:
    """Run `gzip [-cdfk] [FILE…]`, `gunzip` or `zcat`."""
    flags, operands, bad = options(call, "cdfk123456789")
    if bad:
        return bad
    back = "d" in flags or call.name in ("gunzip", "zcat")
    aside = "c" in flags or call.name == "zcat" or not operands
    tally = OutputCollector(call.name)
    for operand in operands or ["-"]:
        try:
            data = read_operand(call, operand)
            made = _unzipped(data) if back else codec.compress(data, 6, mtime=0)
            if made is None:
                tally.err.append(f"{operand}: bad gzip")
            elif aside:
                tally.out.append(made)
            else:
                path = call.path(operand)
                call.files.write(path.removesuffix(".gz") if back else path + ".gz", made)
                if "k" not in flags:
                    call.files.remove(path)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def _unzipped(data: bytes) -> bytes | None:
    engine = zlib.decompressobj(31)
    try:
        out = engine.decompress(data, _MOST_BYTES)
    except zlib.error:
        return None
    return out if engine.eof else None
