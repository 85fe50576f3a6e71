"""The interface of shell commands: a function from `Call` to `Result`, found by name in a table."""

from __future__ import annotations

import errno
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from adapters.phone.files.filesystem import Files
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine

SH = "/system/bin/sh"
"""What the shell calls itself in its messages."""
SHELL_PID = 4021
"""The process that plays a command line, `$$` to itself."""


@dataclass(frozen=True, slots=True)
class Result:
    """Output of a command and its exit status (0–255). A screen capture stays a view and is not copied."""

    stdout: bytes | memoryview = b""
    stderr: bytes = b""
    exit: int = 0


class Input:
    """Standard input of a command; the commands of a pipeline stage share it and each takes from the rest."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes | memoryview = b"") -> None:
        self._data = bytes(data)
        self._at = 0

    def read(self) -> bytes:
        """Return all remaining bytes."""
        rest, self._at = self._data[self._at :], len(self._data)
        return rest

    def line(self) -> bytes | None:
        """Return the next line with its line feed, None at the end."""
        if self._at >= len(self._data):
            return None
        end = self._data.find(b"\n", self._at) + 1 or len(self._data)
        line, self._at = self._data[self._at : end], end
        return line


Run = Callable[[tuple[str, ...], Input], Result]
"""Starts another program with these words and this input."""


def _alone(argv: tuple[str, ...], source: Input) -> Result:
    return fail(f"{argv[0]}: inaccessible or not found", 127)


@dataclass(frozen=True, slots=True)
class Call:
    """One invocation of a command: its words (`argv[0]` is the name), working directory, input and phone.

    `run` starts other programs (`xargs`, `find -exec`); `env` holds the variables of the calling shell.
    """

    argv: tuple[str, ...]
    machine: Machine
    input: Input
    cwd: str = "/"
    run: Run = _alone
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.argv[0]

    @property
    def args(self) -> tuple[str, ...]:
        return self.argv[1:]

    @property
    def files(self) -> Files:
        return self.machine.files

    def renamed(self, *argv: str) -> Call:
        """Return the call with other words."""
        return replace(self, argv=argv)

    def path(self, path: str) -> str:
        """Return the absolute path of a path that may be relative to the working directory."""
        return path if path.startswith("/") or not path else posixpath.join(self.cwd, path)


Command = Callable[[Call], Result]
Table = Mapping[str, Command]


def parse_count(text: str) -> int | None:
    """Parse a count of up to nine ASCII digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def say(text: str = "", exit: int = 0) -> Result:  # noqa: A002 - the shell's word for it
    """Return a result with text on standard output."""
    return Result(encode(text), b"", exit)


def fail(text: str, exit: int = 1) -> Result:  # noqa: A002 - the shell's word for it
    """Return a result with one line on standard error."""
    return Result(b"", encode(text) + b"\n", exit)


def java_exception(subcommand: str, exception: str, frame: str = "") -> Result:
    """Return the report of an uncaught exception of a `cmd` service: on standard error, exit 255."""
    at = f"\tat {frame}\n" if frame else ""
    text = f"\nException occurred while executing '{subcommand}':\n{exception}\n{at}"
    return Result(b"", encode(text), 255)


def argument_expected(subcommand: str, after: str) -> Result:
    """Return the report of a missing argument of a `cmd` service."""
    message = f'java.lang.IllegalArgumentException: Argument expected after "{after}"'
    return java_exception(subcommand, message, "android.os.ShellCommand.getNextArgRequired(ShellCommand.java:211)")


_ERRNO_TEXT = {
    errno.ENOENT: "No such file or directory",
    errno.EACCES: "Permission denied",
    errno.EROFS: "Read-only file system",
    errno.EISDIR: "Is a directory",
    errno.ENOTDIR: "Not a directory",
    errno.EEXIST: "File exists",
    errno.ENOTEMPTY: "Directory not empty",
    errno.ELOOP: "Too many symbolic links encountered",
    errno.EINVAL: "Invalid argument",
    errno.ENOSPC: "No space left on device",
}


def reason(error: OSError) -> str:
    """Return an error's text as the phone's C library words it, whatever the host's language."""
    return _ERRNO_TEXT.get(error.errno or 0, "Unknown error")
