"""File programs with toybox's messages: cat, rm, mkdir, cp, mv, touch, chmod, checksums and others."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import SH, Call, Result, fail, reason, say


def options(call: Call, known: str, valued: str = "") -> tuple[dict[str, str], list[str], Result | None]:
    """Split single-letter options from operands; the third value is the error result of an unknown option."""
    found: dict[str, str] = {}
    operands: list[str] = []
    words = list(call.args)
    while words:
        word = words.pop(0)
        if word == "--":
            operands.extend(words)
            break
        if len(word) < 2 or not word.startswith("-"):
            operands.append(word)
            continue
        for index, letter in enumerate(word[1:], 2):
            if letter in valued:
                rest = word[index:] or (words.pop(0) if words else None)
                if rest is None:
                    return found, operands, fail(f"{call.name}: Missing argument to -{letter}")
                # grep accepts several patterns; of other repeated options the last one counts.
                found[letter] = f"{found[letter]}\n{rest}" if letter == "e" and letter in found else rest
                break
            if letter not in known:
                return found, operands, fail(f"{call.name}: Unknown option '{letter}' (see \"{call.name} --help\")")
            found[letter] = ""
    return found, operands, None


def missing_operands(call: Call, count: int) -> Result:
    """Return the error of a program with too few operands."""
    return fail(f'{call.name}: Needs {count} argument{"s" if count > 1 else ""} (see "{call.name} --help")')


class OutputCollector:
    """Collects the output of a program that continues after a failure."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.out: list[bytes] = []
        self.err: list[str] = []

    def result(self, failed: int = 1) -> Result:
        text = "".join(f"{self.name}: {line}\n" for line in self.err)
        out = self.out[0] if len(self.out) == 1 else b"".join(self.out)
        return Result(out, encode(text), failed if self.err else 0)


# Read.


def cat(call: Call) -> Result:
    """Run `cat [FILE…]`; `-` and no operand mean standard input."""
    flags, operands, bad = options(call, "uetv")
    if bad:
        return bad
    tally = OutputCollector("cat")
    shows = partial(_visible, flags=flags) if flags.keys() & {"e", "t", "v"} else bytes
    for operand in operands or ["-"]:
        if operand == "-" and call.input.live:
            call.out.write(b"".join(tally.out))
            tally.out.clear()
            for piece in call.input.pieces():
                call.out.write(shows(piece))
            continue
        try:
            tally.out.append(shows(read_operand(call, operand)))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def _visible(data: bytes, flags: dict[str, str]) -> bytes:
    """Make non-printing characters visible."""
    out = bytearray()
    for byte in data:
        if byte == 10:
            out += b"$\n" if "e" in flags else b"\n"
        elif byte == 9 and "t" not in flags:
            out.append(byte)
        else:
            out += b"M-" if byte > 127 else b""
            low = byte & 127
            out += b"^?" if low == 127 else bytes([94, low + 64]) if low < 32 else bytes([low])
    return bytes(out)


def read_operand(call: Call, operand: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`."""
    return call.input.read() if operand == "-" else call.files.read(call.path(operand))


def lines_of(data: bytes) -> list[bytes]:
    """Split bytes into lines without line feeds; an unterminated last line counts."""
    parts = data.split(b"\n")
    return parts[:-1] if parts[-1] == b"" else parts


def operand_lines(call: Call, operand: str) -> Iterable[bytes]:
    """Return the lines of a file, or of standard input for `-`, without line feeds; input line by line as it comes."""
    if operand == "-" and call.input.live:
        return (line.removesuffix(b"\n") for line in call.input.lines())
    return lines_of(read_operand(call, operand))


def checksum(algorithm: str) -> Callable[[Call], Result]:
    """Return the command `md5sum`, `sha1sum` or `sha256sum`."""

    def command(call: Call) -> Result:
        flags, operands, bad = options(call, "bcs")
        if bad:
            return bad
        tally = OutputCollector(call.name)
        if "c" in flags:
            return _checked(call, algorithm, operands, tally)
        for operand in operands or ["-"]:
            try:
                digest = hashlib.new(algorithm, read_operand(call, operand), usedforsecurity=False).hexdigest()
            except OSError as error:
                tally.err.append(f"{operand}: {reason(error)}")
                continue
            tally.out.append(encode(f"{digest}\n" if "b" in flags else f"{digest}  {operand}\n"))
        return tally.result()

    return command


def _checked(call: Call, algorithm: str, operands: list[str], tally: OutputCollector) -> Result:
    """Compare files with the checksums in a list."""
    failed = 0
    for operand in operands or ["-"]:
        try:
            lines = read_operand(call, operand).decode("utf-8", "surrogateescape").splitlines()
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        for line in lines:
            digest, _, name = line.partition("  ")
            try:
                same = hashlib.new(algorithm, read_operand(call, name), usedforsecurity=False).hexdigest() == digest
            except OSError:
                same = False
            failed += not same
            tally.out.append(encode(f"{name}: {'OK' if same else 'FAILED'}\n"))
    result = tally.result()
    return Result(result.stdout, result.stderr, int(failed > 0 or result.exit))


def readlink(call: Call) -> Result:
    """Run `readlink [-f] PATH`."""
    flags, operands, bad = options(call, "fenq")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    try:
        if "f" in flags or "e" in flags:
            return say(call.files.resolve(call.path(operands[0])) + "\n")
        return say(call.files.readlink(call.path(operands[0])) + "\n")
    except OSError:
        return Result(exit=1)


def realpath(call: Call) -> Result:
    """Run `realpath PATH…`, sh's builtin, which takes one path."""
    tally = OutputCollector(f"{SH}: realpath")
    for operand in call.args:
        try:
            tally.out.append(encode(call.files.resolve(call.path(operand)) + "\n"))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result(2) if call.args else missing_operands(call, 1)


def basename(call: Call) -> Result:
    """Run `basename PATH [SUFFIX]`."""
    if not call.args:
        return missing_operands(call, 1)
    name = posixpath.basename(call.args[0].rstrip("/")) or "/"
    if len(call.args) > 1 and name != call.args[1]:
        name = name.removesuffix(call.args[1])
    return say(name + "\n")


def dirname(call: Call) -> Result:
    """Run `dirname PATH…`."""
    if not call.args:
        return missing_operands(call, 1)
    return say(
        "".join(
            (posixpath.dirname(argument.rstrip("/")) or ("/" if argument.startswith("/") else ".")) + "\n"
            for argument in call.args
        )
    )


# Write.


def rm(call: Call) -> Result:
    """Run `rm [-f] [-r] PATH…`."""
    flags, operands, bad = options(call, "frRiv")
    if bad:
        return bad
    if not operands:
        return Result() if "f" in flags else missing_operands(call, 1)
    tally = OutputCollector("rm")
    for operand in operands:
        path = call.path(operand)
        try:
            found = call.files.require(path, follow=False)
            if found.is_dir and not ("r" in flags or "R" in flags):
                tally.err.append(f"{operand}: Is a directory")
                continue
            for node in reversed(list(call.files.walk(path.rstrip("/") or "/"))):
                below = call.files.lstat(node)
                if below is not None:
                    (call.files.rmdir if below.is_dir else call.files.remove)(node)
        except OSError as error:
            if not ("f" in flags and reason(error) == "No such file or directory"):
                tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def mkdir(call: Call) -> Result:
    """Run `mkdir [-p] [-m MODE] PATH…`."""
    flags, operands, bad = options(call, "pv", "m")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    tally = OutputCollector("mkdir")
    for operand in operands:
        try:
            call.files.mkdir(call.path(operand), parents="p" in flags)
        except OSError as error:
            tally.err.append(f"'{operand}': {reason(error)}")
    return tally.result()


def rmdir(call: Call) -> Result:
    """Run `rmdir PATH…`."""
    _, operands, bad = options(call, "p")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    tally = OutputCollector("rmdir")
    for operand in operands:
        try:
            call.files.rmdir(call.path(operand))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def touch(call: Call) -> Result:
    """Run `touch [-c] [-d @SECONDS] FILE…`."""
    flags, operands, bad = options(call, "camh", "dtr")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    when = call.machine.now_ms // 1000
    if (given := flags.get("d")) is not None:
        if not re.fullmatch(r"@\d{1,11}", given):
            return fail(f"touch: bad date {given}")
        when = int(given[1:])
    tally = OutputCollector("touch")
    for operand in operands:
        path = call.path(operand)
        try:
            if call.files.stat(path) is not None:
                call.files.utime(path, when)
            elif "c" not in flags:
                call.files.write(path, b"", mtime=when)
        except OSError as error:
            tally.err.append(f"'{operand}': {reason(error)}")
    return tally.result()


def chmod(call: Call) -> Result:
    """Run `chmod [-Rfv] MODE FILE…` with an octal or symbolic mode."""
    operands = [word for word in call.args if word not in ("-R", "-f", "-v")]
    if len(operands) < 2:
        return missing_operands(call, 2)
    tally = OutputCollector("chmod")
    for operand in operands[1:]:
        path = call.path(operand)
        try:
            mode = _mode(operands[0], call.files.require(path).mode & 0o7777)
            if mode is None:
                return fail(f"chmod: bad mode '{operands[0]}'")
            call.files.chmod(path, mode)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    return tally.result()


def _mode(text: str, old: int) -> int | None:
    """Return the permission bits after applying a mode of chmod (`u+x`, `644`); None for an invalid mode."""
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    mode = old
    for part in text.split(","):
        match = re.fullmatch(r"([augo]*)([-+=])([rwxXst]*)", part)
        if match is None:
            return None
        who = {"u": 0o700, "g": 0o070, "o": 0o007}
        mask = sum(who[item] for item in set(match[1])) if match[1] and "a" not in match[1] else 0o777
        bits = sum({"r": 0o444, "w": 0o222, "x": 0o111}.get(item, 0) for item in set(match[3])) & mask
        mode = mode | bits if match[2] == "+" else mode & ~bits if match[2] == "-" else (mode & ~mask) | bits
    return mode


def ln(call: Call) -> Result:
    """Run `ln -s TARGET NAME`."""
    flags, operands, bad = options(call, "sfnv")
    if bad or len(operands) < 2:
        return bad or missing_operands(call, 2)
    if "s" not in flags:
        return fail(f"ln: cannot create hard link from '{operands[0]}' to '{operands[1]}': Operation not permitted")
    path = call.path(operands[1])
    try:
        if "f" in flags and call.files.lstat(path) is not None:
            call.files.remove(path)
        call.files.symlink(operands[0], path)
    except OSError as error:
        return fail(f"ln: cannot create symbolic link from '{operands[0]}' to '{operands[1]}': {reason(error)}")
    return Result()


def cp(call: Call) -> Result:
    """Run `cp [-r] [-p] SOURCE… TARGET`."""
    return _transfer(call, move=False)


def mv(call: Call) -> Result:
    """Run `mv SOURCE… TARGET`."""
    return _transfer(call, move=True)


def _transfer(call: Call, *, move: bool) -> Result:
    flags, operands, bad = options(call, "rRpfianTvd")
    if bad or len(operands) < 2:
        return bad or fail(f"{call.name}: Needs 2 arguments")
    *sources, target = operands
    goal = call.files.stat(call.path(target))
    into = goal is not None and goal.is_dir
    if len(sources) > 1 and not into:
        return fail(f"{call.name}: '{target}' not directory")
    tally = OutputCollector(call.name)
    for source in sources:
        path = call.path(source)
        aim = posixpath.join(call.path(target), posixpath.basename(source.rstrip("/"))) if into else call.path(target)
        try:
            found = call.files.require(path)
        except OSError as error:
            tally.err.append(f"bad '{source}': {reason(error)}")
            continue
        try:
            if move:
                call.files.rename(path, aim)
            elif found.is_dir and not flags.keys() & {"r", "R", "a", "d"}:
                tally.err.append(f"Skipped dir '{target}': No such file or directory")
            else:
                _copy(call, path.rstrip("/"), aim)
        except OSError as error:
            tally.err.append(f"bad '{source}': {reason(error)}" if move else f"'{target}': {reason(error)}")
    return tally.result()


def _copy(call: Call, source: str, target: str) -> None:
    for path in list(call.files.walk(source)):
        found = call.files.stat(path)
        aim = target + path[len(source) :]
        if found is not None and found.is_dir:
            if call.files.stat(aim) is None:
                call.files.mkdir(aim)
        else:
            call.files.duplicate(path, aim, found.mode & 0o777 if found else 0o644)


def tee(call: Call) -> Result:
    """Run `tee [-a] FILE…`."""
    flags, operands, bad = options(call, "ai")
    if bad:
        return bad
    tally = OutputCollector("tee")
    paths = []
    for operand in operands:
        try:
            path = call.path(operand)
            (call.files.append if "a" in flags else call.files.write)(path, b"")
            paths.append(path)
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
    for piece in call.input.pieces():
        call.out.write(piece)
        for path in paths:
            with suppress(OSError):
                # What cannot be written any more is lost.
                call.files.append(path, piece)
    return tally.result()


def which(call: Call, known: Callable[[str], bool]) -> Result:
    """Run `which NAME…`; exit 1 if one is missing."""
    lines = [f"/system/bin/{name}\n" for name in call.args if known(name)]
    return say("".join(lines), 0 if len(lines) == len(call.args) and lines else 1)
