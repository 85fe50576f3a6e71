"""File programs with toybox's messages: cat, rm, mkdir, cp, mv, touch, chmod, checksums, dd and others."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable
from contextlib import suppress

from adapters.phone.shell.commands.unix.options import OutputCollector, missing_operands, options
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, CommandError, Result, fail, reason, say

_MOST_BYTES = 32 << 20
"""Of what `dd` reads from a device without end."""


def _each(call: Call, operands: list[str], work: Callable[[str], None], shown: str = "{}") -> Result:
    """Do some work on each path and report the failures; `shown` is how messages show an operand."""
    tally = OutputCollector(call.name)
    for operand in operands:
        try:
            work(call.path(operand))
        except OSError as error:
            tally.failed(shown.format(operand), error)
    return tally.result()


# Read.


def cat(call: Call) -> Result:
    """Run `cat [FILE…]`; `-` and no operand mean standard input, which is passed on as it comes."""
    _, operands = options(call, "u")
    tally = OutputCollector("cat")
    for operand in operands or ["-"]:
        if operand == "-" and call.input.live:
            call.out.write(b"".join(tally.out))
            tally.out.clear()
            for piece in call.input.pieces():
                call.out.write(piece)
        else:
            tally.out += (data for _, data in tally.inputs(call, [operand]))
    return tally.result()


def checksum(algorithm: str) -> Callable[[Call], Result]:
    """Return the command `md5sum`, `sha1sum` or `sha256sum`."""

    def command(call: Call) -> Result:
        flags, operands = options(call, "b")
        tally = OutputCollector(call.name)
        for operand, data in tally.inputs(call, operands):
            digest = hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
            tally.out.append(encode(f"{digest}\n" if "b" in flags else f"{digest}  {operand}\n"))
        return tally.result()

    return command


def readlink(call: Call) -> Result:
    """Run `readlink [-f] PATH`."""
    flags, operands = options(call, "f", least=1)
    try:
        return say((call.files.resolve if "f" in flags else call.files.readlink)(call.path(operands[0])) + "\n")
    except OSError:
        return Result(exit=1)


def basename(call: Call) -> Result:
    """Run `basename PATH [SUFFIX]`."""
    _, operands = options(call, "", least=1)
    name = posixpath.basename(operands[0].rstrip("/")) or "/"
    if len(operands) > 1 and name != operands[1]:
        name = name.removesuffix(operands[1])
    return say(name + "\n")


def dirname(call: Call) -> Result:
    """Run `dirname PATH…`."""
    _, operands = options(call, "", least=1)
    folders = (posixpath.dirname(path.rstrip("/")) or ("/" if path.startswith("/") else ".") for path in operands)
    return say("".join(f"{folder}\n" for folder in folders))


def which(call: Call, known: Callable[[str], bool]) -> Result:
    """Run `which NAME…`; exit 1 if one is missing."""
    lines = [f"/system/bin/{name}\n" for name in call.args if known(name)]
    return say("".join(lines), 0 if len(lines) == len(call.args) and lines else 1)


# Write.


def rm(call: Call) -> Result:
    """Run `rm [-f] [-r] PATH…`."""
    flags, operands = options(call, "frRi")
    if not operands and "f" not in flags:
        raise missing_operands(call, 1)
    tally = OutputCollector("rm")
    for operand in operands:
        path = call.path(operand)
        try:
            if call.files.require(path, follow=False).is_dir and not flags.keys() & {"r", "R"}:
                tally.err.append(f"{operand}: Is a directory")
                continue
            for node in reversed(list(call.files.walk(path.rstrip("/") or "/"))):
                below = call.files.lstat(node)
                if below is not None:
                    (call.files.rmdir if below.is_dir else call.files.remove)(node)
        except OSError as error:
            if not ("f" in flags and isinstance(error, FileNotFoundError)):
                tally.failed(operand, error)
    return tally.result()


def mkdir(call: Call) -> Result:
    """Run `mkdir [-p] [-m MODE] PATH…`."""
    flags, operands = options(call, "p", "m", least=1)
    return _each(call, operands, lambda path: call.files.mkdir(path, parents="p" in flags), "'{}'")


def rmdir(call: Call) -> Result:
    """Run `rmdir PATH…`."""
    return _each(call, options(call, "", least=1)[1], call.files.rmdir)


def touch(call: Call) -> Result:
    """Run `touch [-c] FILE…`."""
    flags, operands = options(call, "cam", least=1)

    def set_time(path: str) -> None:
        if call.files.stat(path) is not None:
            call.files.utime(path, call.machine.now_ms // 1000)
        elif "c" not in flags:
            call.files.write(path, b"")

    return _each(call, operands, set_time, "'{}'")


def chmod(call: Call) -> Result:
    """Run `chmod [-R] MODE FILE…` with an octal or symbolic mode; it works on the named files only."""
    operands = [word for word in call.args if word != "-R"]
    if len(operands) < 2:
        raise missing_operands(call, 2)

    def set_mode(path: str) -> None:
        mode = _mode(operands[0], call.files.require(path).mode & 0o7777)
        if mode is None:
            raise CommandError(fail(f"chmod: bad mode '{operands[0]}'"))
        call.files.chmod(path, mode)

    return _each(call, operands[1:], set_mode)


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
    """Run `ln -s [-f] TARGET NAME`."""
    flags, operands = options(call, "sf", least=2)
    ends = f"link from '{operands[0]}' to '{operands[1]}'"
    if "s" not in flags:
        return fail(f"ln: cannot create hard {ends}: Operation not permitted")
    path = call.path(operands[1])
    try:
        if "f" in flags and call.files.lstat(path) is not None:
            call.files.remove(path)
        call.files.symlink(operands[0], path)
    except OSError as error:
        return fail(f"ln: cannot create symbolic {ends}: {reason(error)}")
    return Result()


def cp(call: Call) -> Result:
    """Run `cp [-r] [-p] SOURCE… TARGET`."""
    return _transfer(call, "rRpfa", move=False)


def mv(call: Call) -> Result:
    """Run `mv SOURCE… TARGET`."""
    return _transfer(call, "f", move=True)


def _transfer(call: Call, known: str, *, move: bool) -> Result:
    flags, operands = options(call, known)
    if len(operands) < 2:
        return fail(f"{call.name}: Needs 2 arguments")
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
            tally.failed(f"bad '{source}'", error)
            continue
        try:
            if move:
                call.files.rename(path, aim)
            elif found.is_dir and not flags.keys() & {"r", "R", "a"}:
                tally.err.append(f"Skipped dir '{target}': No such file or directory")
            else:
                _copy(call, path.rstrip("/"), aim)
        except OSError as error:
            tally.failed(f"bad '{source}'" if move else f"'{target}'", error)
    return tally.result()


def _copy(call: Call, source: str, target: str) -> None:
    for path in list(call.files.walk(source)):
        found = call.files.stat(path)
        aim = target + path[len(source) :]
        if found is None or not found.is_dir:
            call.files.duplicate(path, aim, found.mode & 0o777 if found else 0o644)
        elif call.files.stat(aim) is None:
            call.files.mkdir(aim)


def tee(call: Call) -> Result:
    """Run `tee [-a] FILE…`."""
    flags, operands = options(call, "a")
    paths: list[str] = []

    def create(path: str) -> None:
        (call.files.append if "a" in flags else call.files.write)(path, b"")
        paths.append(path)

    result = _each(call, operands, create)
    for piece in call.input.pieces():
        call.out.write(piece)
        for path in paths:
            with suppress(OSError):
                # What cannot be written any more is lost.
                call.files.append(path, piece)
    return result


def sync(call: Call) -> Result:
    """Do nothing: what is written is written."""
    return Result()


def dd(call: Call) -> Result:
    """Run `dd [if=FILE] [of=FILE] [bs=N] [count=N] [skip=N] [status=none]`; devices without end give zeros."""
    given = dict(word.split("=", 1) for word in call.args if "=" in word)
    sizes = {"": 1, "k": 1024, "m": 1 << 20}

    def number(name: str, default: int) -> int:
        match = re.fullmatch(r"(\d{1,9})([km]?)", given.get(name, "").lower())
        return int(match[1]) * sizes[match[2]] if match else default

    size, source, target = number("bs", 512), given.get("if", ""), given.get("of", "")
    place = source
    try:
        if source in ("/dev/zero", "/dev/urandom"):
            data = bytes(min(size * number("count", 1), _MOST_BYTES))
        else:
            data = call.files.read(call.path(source)) if source else call.input.read()
            data = data[number("skip", 0) * size :]
            data = data[: number("count", len(data)) * size]
        if place := target:
            call.files.write(call.path(target), data)
    except OSError as error:
        return fail(f"dd: {place}: {reason(error)}")
    full, part = divmod(len(data), max(size, 1))
    records = f"{full}+{int(part > 0)} records"
    report = "" if given.get("status") == "none" else f"{records} in\n{records} out\n{len(data)} bytes copied\n"
    return Result(b"" if target else data, encode(report))
