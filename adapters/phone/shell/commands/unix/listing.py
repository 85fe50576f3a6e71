"""`ls`, `stat`, `du` and `df`, with toybox's messages."""

from __future__ import annotations

import posixpath
import re
import stat as modes
from collections.abc import Sequence
from datetime import UTC, datetime

from adapters.phone.files.filesystem import Stat
from adapters.phone.shell.commands.unix.options import OutputCollector, options
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Result, say

_NAMES = {0: "root", 1000: "system", 1004: "input", 1023: "media_rw", 2000: "shell", 10142: "u0_a142"}
Entry = tuple[str, str]
"""A file's name as it is shown, and its path."""


def _owner(number: int) -> str:
    return _NAMES.get(number, str(number))


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(" ", "minutes")[:16]


def ls(call: Call) -> Result:
    """Run `ls [-1aAdlFtrSRp] [PATH…]`; options for columns, such as -C, change nothing."""
    flags, operands = options(call, "1aAdlFtrSRphCxZ")
    tally = OutputCollector("ls")
    plain: list[Entry] = []
    folders: list[Entry] = []
    for operand in operands or ["."]:
        path = call.path(operand) if operand != "." or call.cwd == "/" else call.cwd
        try:
            # A link operand is followed unless an option asks for the link itself.
            found = call.files.require(path, follow=not flags.keys() & {"l", "d"} or operand.endswith("/"))
        except OSError as error:
            tally.failed(operand, error)
            continue
        (folders if found.is_dir and "d" not in flags else plain).append((operand, path))
    if plain:
        tally.out.append(_rows(call, _sorted(call, plain, flags), flags))
    many = len(folders) + len(plain) > 1 or "R" in flags
    queue = _sorted(call, folders, flags)
    while queue:
        shown, path = queue.pop(0)
        try:
            names = [name for name in call.files.list(path) if flags.keys() & {"a", "A"} or not name.startswith(".")]
        except OSError as error:
            tally.failed(shown, error)
            continue
        entries = _sorted(call, [(name, posixpath.join(path, name)) for name in names], flags)
        dots = [(name, posixpath.join(path, name)) for name in (".", "..")] if "a" in flags else []
        head = ("\n" if tally.out else "") + (f"{shown}:\n" if many else "")
        if "l" in flags:
            head += f"total {sum(_blocks(call, path) for _, path in (*dots, *entries))}\n"
        tally.out.append(encode(head) + _rows(call, [*dots, *entries], flags))
        if "R" in flags:
            below = [(f"{shown.rstrip('/')}/{name}", path) for name, path in entries]
            queue[:0] = [pair for pair in below if (entry := call.files.lstat(pair[1])) is not None and entry.is_dir]
    return tally.result()


def _blocks(call: Call, path: str) -> int:
    found = call.files.lstat(path)
    return -(-found.size // 4096) * 4 if found else 0


def _sorted(call: Call, entries: Sequence[Entry], flags: dict[str, str]) -> list[Entry]:
    def measure(entry: Entry) -> int:
        found = call.files.lstat(entry[1])
        return -(found.mtime if "t" in flags else found.size) if found else 0

    ordered = sorted(entries)
    if flags.keys() & {"t", "S"}:
        ordered.sort(key=measure)
    return ordered[::-1] if "r" in flags else ordered


def _rows(call: Call, entries: Sequence[Entry], flags: dict[str, str]) -> bytes:
    lstat = call.files.lstat
    stats = [(name, path, found) for name, path in entries if (found := lstat(path) or call.files.stat(path))]
    if "l" not in flags:
        return encode("".join(f"{name}{_mark(found, flags)}\n" for name, _, found in stats))
    cells = [(str(item.nlink), _owner(item.uid), _owner(item.gid), str(item.size)) for _, _, item in stats]
    links, owner, group, size = (max((len(row[at]) for row in cells), default=0) for at in range(4))
    out = ""
    for (name, path, found), row in zip(stats, cells, strict=True):
        arrow = f" -> {call.files.readlink(path)}" if found.is_link else ""
        columns = f"{row[0]:>{links}} {row[1]:<{owner}} {row[2]:<{group}} {row[3]:>{size}}"
        out += f"{modes.filemode(found.mode)} {columns} {_moment(found.mtime)} {name}{arrow}\n"
    return encode(out)


def _mark(found: Stat, flags: dict[str, str]) -> str:
    if found.is_dir and flags.keys() & {"F", "p"}:
        return "/"
    return "@" if found.is_link and "F" in flags else ""


_LONG = "  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\nAccess: (0%a/%A)\tUid: (%u/%U)\nModify: %y\n"


def stat(call: Call) -> Result:
    """Run `stat [-L] [-c FORMAT] FILE…`."""
    flags, operands = options(call, "L", "c", least=1)
    tally = OutputCollector("stat")
    template = flags["c"] + "\n" if "c" in flags else _LONG
    for operand in operands:
        try:
            found = call.files.require(call.path(operand), follow="L" in flags)
        except OSError as error:
            tally.failed(f"'{operand}'", error)
            continue
        tally.out.append(encode(_formatted(template, _stat_values(operand, found))))
    return tally.result()


def _formatted(template: str, values: dict[str, str]) -> str:
    return re.sub(r"%(.)", lambda match: values.get(match[1], match[0]), template, flags=re.DOTALL)


def _stat_values(name: str, found: Stat) -> dict[str, str]:
    kind = "symbolic link" if found.is_link else "directory" if found.is_dir else "character device"
    if found.is_file:
        kind = "regular file" if found.size else "regular empty file"
    return {
        "n": name,
        "N": f"`{name}'",
        "s": str(found.size),
        "a": f"{found.mode & 0o7777:o}",
        "A": modes.filemode(found.mode),
        "F": kind,
        "u": str(found.uid),
        "U": _owner(found.uid),
        "g": str(found.gid),
        "G": _owner(found.gid),
        "b": str(-(-found.size // 512)),
        "Y": str(found.mtime),
        "y": _moment(found.mtime) + f":{found.mtime % 60:02d}.000000000 +0000",
        "%": "%",
    }


def du(call: Call) -> Result:
    """Run `du [-s] [-k] [PATH…]`, in kilobytes; it prints sums only."""
    _, operands = options(call, "skh")
    tally = OutputCollector("du")
    for operand in operands or ["."]:
        try:
            call.files.require(call.path(operand), follow=False)
            total = sum(_blocks(call, path) for path in call.files.walk(call.path(operand)))
        except OSError as error:
            tally.failed(operand, error)
            continue
        tally.out.append(encode(f"{total}\t{operand}\n"))
    return tally.result()


def df(call: Call) -> Result:
    """Run `df [-h] [PATH]` for one large partition."""
    where = call.args[-1] if call.args and not call.args[-1].startswith("-") else "/data"
    columns = "Filesystem     1K-blocks     Used Available Use% Mounted on\n"
    return say(f"{columns}/dev/fuse       52428800 10485760  41943040  20% {where}\n")
