"""`ls`, `stat` and `du`, with toybox's messages."""

from __future__ import annotations

import posixpath
import re
import stat as modes
from collections.abc import Callable
from datetime import UTC, datetime

from adapters.phone.files.filesystem import Stat
from adapters.phone.shell.commands.unix.files import OutputCollector, missing_operands, options
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Result, reason

_NAMES = {0: "root", 1000: "system", 1004: "input", 1023: "media_rw", 2000: "shell", 10142: "u0_a142"}


def _owner(number: int) -> str:
    return _NAMES.get(number, str(number))


def _moment(seconds: int) -> str:
    when = datetime.fromtimestamp(seconds, UTC)
    return f"{when.year:04d}-{when.month:02d}-{when.day:02d} {when.hour:02d}:{when.minute:02d}"


def ls(call: Call) -> Result:
    """Run `ls [-1aAdlhFtrSRi] [PATH…]`."""
    flags, operands, bad = options(call, "1aAdlhFtrSRinpCxZogkLNqsuvbc")
    if bad:
        return bad
    tally = OutputCollector("ls")
    plain: list[tuple[str, str]] = []
    folders: list[tuple[str, str]] = []
    for operand in operands or ["."]:
        path = call.path(operand) if operand != "." or call.cwd == "/" else call.cwd
        try:
            # A link operand is followed unless an option asks for the link itself.
            found = call.files.require(path, follow=not flags.keys() & {"l", "d"} or operand.endswith("/"))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        (folders if found.is_dir and "d" not in flags else plain).append((operand, path))
    plain, folders = (_in_order(call, found, flags) for found in (plain, folders))
    if plain:
        tally.out.append(_rows(call, plain, flags))
    many = len(folders) + len(plain) > 1 or "R" in flags
    queue = list(folders)
    while queue:
        shown, path = queue.pop(0)
        try:
            names = _sorted(call, path, call.files.list(path), flags)
        except OSError as error:
            tally.err.append(f"{shown}: {reason(error)}")
            continue
        gap = b"\n" if tally.out else b""
        head = encode(f"{shown}:\n") if many else b""
        total = (
            encode(f"total {sum(_blocks(call, posixpath.join(path, name)) for name in names)}\n")
            if "l" in flags
            else b""
        )
        tally.out.append(
            gap + head + total + _rows(call, [(name, posixpath.join(path, name)) for name in names], flags)
        )
        if "R" in flags:
            below = (
                (f"{shown.rstrip('/')}/{name}", posixpath.join(path, name)) for name in names if name not in (".", "..")
            )
            queue[:0] = [pair for pair in below if (entry := call.files.lstat(pair[1])) is not None and entry.is_dir]
    return tally.result()


def _in_order(call: Call, found: list[tuple[str, str]], flags: dict[str, str]) -> list[tuple[str, str]]:
    """Sort operands as their folder would list them."""
    found = sorted(found)
    stats = {path: call.files.stat(path) for _, path in found}
    if "t" in flags:
        found.sort(key=lambda pair: -(item.mtime if (item := stats[pair[1]]) else 0))
    elif "S" in flags:
        found.sort(key=lambda pair: -(item.size if (item := stats[pair[1]]) else 0))
    return found[::-1] if "r" in flags else found


def _blocks(call: Call, path: str) -> int:
    found = call.files.lstat(path)
    return -(-found.size // 4096) * 4 if found else 0


def _sorted(call: Call, path: str, names: tuple[str, ...], flags: dict[str, str]) -> list[str]:
    shown = [name for name in names if "a" in flags or "A" in flags or not name.startswith(".")]
    stats = {name: call.files.lstat(posixpath.join(path, name)) for name in shown}

    def measure(name: str, what: Callable[[Stat], int]) -> int:
        entry = stats[name]
        return what(entry) if entry else 0

    if "t" in flags:
        shown.sort(key=lambda name: -measure(name, lambda found: found.mtime))
    elif "S" in flags:
        shown.sort(key=lambda name: -measure(name, lambda found: found.size))
    if "r" in flags:
        shown.reverse()
    return [".", "..", *shown] if "a" in flags else shown


def _rows(call: Call, entries: list[tuple[str, str]], flags: dict[str, str]) -> bytes:
    if "l" not in flags:
        return b"".join(encode(f"{name}{_mark(call, path, flags)}\n") for name, path in entries)
    stats = [
        (name, path, found)
        for name, path in entries
        if (found := call.files.lstat(path) or call.files.stat(path)) is not None
    ]
    widths = [max((len(text(found)) for _, _, found in stats), default=0) for text in _COLUMNS]
    out = []
    for name, path, found in stats:
        links, owner, group, size = (text(found) for text in _COLUMNS)
        arrow = f" -> {call.files.readlink(path)}" if found.is_link else ""
        row = f"{links:>{widths[0]}} {owner:<{widths[1]}} {group:<{widths[2]}} {size:>{widths[3]}}"
        out.append(encode(f"{modes.filemode(found.mode)} {row} {_moment(found.mtime)} {name}{arrow}\n"))
    return b"".join(out)


_COLUMNS: tuple[Callable[[Stat], str], ...] = (
    lambda found: str(found.nlink),
    lambda found: _owner(found.uid),
    lambda found: _owner(found.gid),
    lambda found: str(found.size),
)


def _mark(call: Call, path: str, flags: dict[str, str]) -> str:
    if "F" not in flags and "p" not in flags:
        return ""
    found = call.files.lstat(path)
    if found is None:
        return ""
    if found.is_dir:
        return "/"
    return "@" if found.is_link and "F" in flags else ""


def stat(call: Call) -> Result:
    """Run `stat [-L] [-c FORMAT] FILE…`."""
    flags, operands, bad = options(call, "Lt", "c")
    if bad or not operands:
        return bad or missing_operands(call, 1)
    tally = OutputCollector("stat")
    for operand in operands:
        path = call.path(operand)
        found = call.files.stat(path) if "L" in flags else call.files.lstat(path)
        if found is None:
            tally.err.append(f"'{operand}': No such file or directory")
        else:
            text = _stat_format(flags["c"], operand, found) + "\n" if "c" in flags else _stat_long(operand, found)
            tally.out.append(encode(text))
    return tally.result()


def _kind(found: Stat) -> str:
    if found.is_dir:
        return "directory"
    if found.is_link:
        return "symbolic link"
    if found.is_file:
        return "regular file" if found.size else "regular empty file"
    return "character device"


def _stat_format(template: str, name: str, found: Stat) -> str:
    when = _moment(found.mtime) + f":{found.mtime % 60:02d}.000000000 +0000"
    values = {
        "n": name,
        "N": f"`{name}'",
        "s": str(found.size),
        "a": f"{found.mode & 0o7777:o}",
        "A": modes.filemode(found.mode),
        "f": f"{found.mode:x}",
        "F": _kind(found),
        "u": str(found.uid),
        "U": _owner(found.uid),
        "g": str(found.gid),
        "G": _owner(found.gid),
        "i": str(found.ino),
        "h": str(found.nlink),
        "d": str(found.dev),
        "D": f"{found.dev:x}",
        "b": str(-(-found.size // 512)),
        "B": "512",
        "X": str(found.mtime),
        "Y": str(found.mtime),
        "Z": str(found.mtime),
        "x": when,
        "y": when,
        "z": when,
        "%": "%",
    }
    return re.sub(r"%(.)", lambda match: values.get(match[1], match[0]), template, flags=re.DOTALL)


def _stat_long(name: str, found: Stat) -> str:
    template = (
        "  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\nDevice: %Dh/%dd\t Inode: %i\t Links: %h\n"
        "Access: (0%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nAccess: %x\nModify: %y\nChange: %z\n"
    )
    return _stat_format(template, name, found)


def du(call: Call) -> Result:
    """Run `du [-s] [-k] [PATH…]`, in kilobytes."""
    _, operands, bad = options(call, "skhxa")
    if bad:
        return bad
    tally = OutputCollector("du")
    for operand in operands or ["."]:
        try:
            call.files.require(call.path(operand), follow=False)
            total = sum(_blocks(call, path) for path in call.files.walk(call.path(operand)))
        except OSError as error:
            tally.err.append(f"{operand}: {reason(error)}")
            continue
        tally.out.append(encode(f"{total}\t{operand}\n"))
    return tally.result()
