"""The interface of shell commands: a function from `Call` to `Result`, found by name in a table."""

from __future__ import annotations

import errno
import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from adapters.phone.files.filesystem import Files
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine

SH = "/system/bin/sh"
"""What the shell calls itself in its messages."""
MAX_OUTPUT = 64 << 20
MAX_INPUT = 64 << 20
"""Bytes that a command reads at most; it drops the rest."""


@dataclass(frozen=True, slots=True)
class Result:
    """Output of a command and its exit status (0–255). A screen capture stays a view and is not copied."""

    stdout: bytes | memoryview = b""
    stderr: bytes = b""
    exit: int = 0


class CommandError(Exception):
    """A command ends early with this result."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result


class LimitExceeded(Exception):
    """The script exceeded the limits of one command line; the phone kills it."""


class Input:
    """Standard input of a command; the commands of a pipeline stage share it and each takes from the rest.

    `more` waits for further bytes and returns them, b"" at the end; without it `data` is all.
    """

    __slots__ = ("_at", "_data", "_more", "tty")

    def __init__(
        self, data: bytes | memoryview = b"", more: Callable[[], bytes] | None = None, *, tty: bool = False
    ) -> None:
        self._data = bytes(data)
        self._at = 0
        self._more = more
        self.tty = tty
        """Whether it is a terminal."""

    @property
    def live(self) -> bool:
        """Return whether further bytes may come while it is read."""
        return self._more is not None

    def pieces(self) -> Iterator[bytes]:
        """Yield the remaining bytes in pieces, each as soon as it is there."""
        while piece := self.some():
            yield piece

    def read(self) -> bytes:
        """Return all remaining bytes."""
        if self._more is not None:
            return self.read_exactly(MAX_INPUT)
        rest, self._at = self._data[self._at :], len(self._data)
        return rest

    def read_exactly(self, size: int) -> bytes:
        """Return `size` bytes; fewer only at the end."""
        parts = []
        while size > 0 and (part := self.some(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def some(self, size: int = MAX_INPUT) -> bytes:
        """Return what is there, waiting for it if nothing is; b"" at the end."""
        if self._at >= len(self._data) and self._more is not None:
            self._data, self._at = self._more(), 0
        part = self._data[self._at : self._at + size]
        self._at += len(part)
        return part

    def lines(self) -> Iterator[bytes]:
        """Yield the remaining lines, each as soon as it is there."""
        while (line := self.line()) is not None:
            yield line

    def line(self) -> bytes | None:
        """Return the next line with its line feed, None at the end."""
        while self._more is not None and self._data.find(b"\n", self._at) < 0:
            more = self._more()
            if not more:
                break
            self._data, self._at = self._data[self._at :] + more, 0
        if self._at >= len(self._data):
            return None
        end = self._data.find(b"\n", self._at) + 1 or len(self._data)
        line, self._at = self._data[self._at : end], end
        return line


class Sink:
    """Collects output in chunks without copying."""

    __slots__ = ("chunks", "size", "tty")

    def __init__(self, *, tty: bool = False) -> None:
        self.tty = tty
        """Whether it is a terminal."""
        self.chunks: list[bytes | memoryview] = []
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        if len(data):
            self.size += len(data)
            if self.size > MAX_OUTPUT:
                raise LimitExceeded
            self.chunks.append(data)

    def value(self) -> bytes | memoryview:
        """Return all output; a single chunk is returned as the same object."""
        if len(self.chunks) == 1:
            return self.chunks[0]
        return b"".join(self.chunks)

    def take(self) -> bytes | memoryview:
        """Return and forget all output so far."""
        value = self.value()
        self.chunks, self.size = [], 0
        return value

    def flush(self) -> None:
        """Pass on what was written; does nothing here."""

    def close(self) -> None:
        """End the output; does nothing here."""


class Run(Protocol):
    """Runs another program with these words and this input.

    With `out` its output goes there as it comes, errors to those of the caller; the result has only the status.
    """

    def __call__(self, argv: tuple[str, ...], source: Input, out: Sink | None = None) -> Result: ...


def _alone(argv: tuple[str, ...], source: Input, out: Sink | None = None) -> Result:
    return fail(f"{argv[0]}: inaccessible or not found", 127)


@dataclass(frozen=True, slots=True)
class Call:
    """One invocation of a command: its words (`argv[0]` is the name), working directory, input and phone.

    `run` starts other programs (`xargs`, `find -exec`); `environment` returns the exported variables. Most commands
    return all their output at the end; one that reads long-lived input writes to `out` and `err` as it goes.
    """

    argv: tuple[str, ...]
    machine: Machine
    input: Input
    cwd: str = "/"
    run: Run = _alone
    environment: Callable[[], Mapping[str, str]] = dict
    out: Sink = field(default_factory=Sink)
    err: Sink = field(default_factory=Sink)
    terminal: Sink | None = None
    """What /dev/tty writes to; None without a terminal."""

    @property
    def name(self) -> str:
        return self.argv[0]

    def pass_to(self, *argv: str) -> Result:
        """Run another program in the place of this one, with its input and output."""
        return self.run(argv, self.input, self.out)

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


def argument(words: Sequence[str], subcommand: str) -> str:
    """Return the first argument of a subcommand of a `cmd` service.

    Raises:
        CommandError: there is none.
    """
    if not words:
        raise CommandError(argument_expected(subcommand, subcommand))
    return words[0]


def argument_expected(subcommand: str, after: str) -> Result:
    """Return the report of a missing argument of a `cmd` service."""
    message = f'java.lang.IllegalArgumentException: Argument expected after "{after}"'
    return java_exception(subcommand, message, "android.os.ShellCommand.getNextArgRequired(ShellCommand.java:211)")


_ERRNO_TEXT = {
    errno.ENOENT: "No such file or directory",
    errno.ENXIO: "No such device or address",
    errno.EADDRINUSE: "Address already in use",
    errno.ECONNREFUSED: "Connection refused",
    errno.ENETUNREACH: "Network is unreachable",
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
