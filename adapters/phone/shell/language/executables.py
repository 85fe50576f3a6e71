"""What executes a file of the phone: the interpreter that a script names. Programs of machine code cannot run."""

from __future__ import annotations

from contextlib import suppress

from adapters.phone.files.filesystem import Files
from adapters.phone.shell.device.encoding import decode
from adapters.phone.shell.language.command import SH

NOT_FOUND = 127
"""The status of a program that does not exist."""


class NotExecutableError(Exception):
    """A file cannot be executed; the message is what sh prints, `status` what it returns."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def interpreter_of(files: Files, path: str) -> tuple[str, ...]:
    """Return the words that come before a script's path: its interpreter and perhaps an argument.

    Raises:
        NotExecutableError: it is missing, may not be executed, or is no script.
    """
    stat = files.stat(path)
    if stat is None:
        raise NotExecutableError("inaccessible or not found", NOT_FOUND)
    if stat.is_dir:
        raise NotExecutableError("can't execute: Is a directory", 126)
    if not files.access(path, "x"):
        raise NotExecutableError("can't execute: Permission denied", 126)
    head = b""
    with suppress(OSError):
        # sh itself complains about a script that it may not read.
        head = files.read(path)[:256]
    if head.startswith(b"\x7fELF"):
        raise NotExecutableError(f"not executable: {64 if head[4:5] == bytes([2]) else 32}-bit ELF file", 1)
    words = decode(head.partition(b"\n")[0][2:]).strip().split(None, 1) if head.startswith(b"#!") else []
    return tuple(words) or (SH,)
