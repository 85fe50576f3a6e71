"""What a device is made of, seen from its ADB side: a banner, a shell, a file system; `daemon` has what it may add."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from adapters.adb.framing.compression import SENDRECV_FEATURES
from adapters.adb.transport.banner import Banner

SUPPORTED_FEATURES: Final = (
    "shell_v2",
    "cmd",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "fixed_push_symlink_timestamp",
    "delayed_ack",
    *SENDRECV_FEATURES,
)
"""The features that `server` really serves, compressions if their library is there; a device's banner may leave some
out, never add."""
ANDROID_13_FEATURES: Final = tuple(text for text in SUPPORTED_FEATURES if text != "delayed_ack")
"""What of it the daemon of that system has: windows (see `books`) came with the next one."""


class Result(Protocol):
    """The same as a device gives it; a large `stdout` may be a view, which is sent without being copied whole."""

    @property
    def stdout(self) -> bytes | memoryview: ...

    @property
    def stderr(self) -> bytes: ...

    @property
    def exit(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PartialResult:
    """What a program that goes on has written so far; a `Result` whose exit status is not known yet.

    `rest` waits for its end and gives what it has written since. It is cancelled where the host leaves.
    """

    stdout: bytes | memoryview
    stderr: bytes
    rest: Callable[[], Awaitable[Result]]
    exit: int = 0


class Stdin(Protocol):
    """Standard input of one command. A command that reads none need not touch it."""

    async def read(self) -> bytes:
        """Everything until the host closes it (at most 64 MiB, more is dropped)."""

    async def read_exactly(self, size: int) -> bytes:
        """So many bytes, without waiting for more; fewer if the host closes it before."""


class Stat(Protocol):
    """What a file system tells of a file. `mode` holds type and permission bits; times are whole seconds since 1970."""

    @property
    def mode(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def mtime(self) -> int: ...

    @property
    def uid(self) -> int: ...

    @property
    def gid(self) -> int: ...

    @property
    def ino(self) -> int: ...

    @property
    def nlink(self) -> int: ...

    @property
    def dev(self) -> int: ...


class FileSystem(Protocol):
    """Absolute paths; what fails raises `OSError` with the errno that the phone would give."""

    def stat(self, path: str) -> Stat | None:
        """What is at the end of all links, None if nothing is."""

    def lstat(self, path: str) -> Stat | None:
        """What is there itself, None if nothing is."""

    def list(self, path: str) -> Sequence[str]:
        """Names in a folder without `.` and `..`."""

    def read(self, path: str) -> bytes:
        """A whole file."""

    def write(self, path: str, data: bytes, mode: int = ..., mtime: int | None = ...) -> None:
        """Replace or make a file; `mode` has the permission bits only."""

    def mkdir(self, path: str, *, parents: bool = ...) -> None:
        """Make a folder; with `parents` also what is missing above it, and an existing folder is fine."""

    def symlink(self, target: str, path: str, mtime: int | None = ...) -> None:
        """Make a link."""

    def remove(self, path: str) -> None:
        """Remove a file or a link."""


class DeviceServices(Protocol):
    """One device. `server` calls it from the loop; one instance may serve any number of connections at once."""

    @property
    def files(self) -> FileSystem: ...

    def banner(self) -> Banner:
        """Who it is, asked once for each connection."""

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> Result:
        """Run one command line; a program that goes on is `PartialResult`. It is cancelled when the host closes the
        stream.

        `merged`: the host can't tell errors from output (v1, exec), which stand in `stdout` where they were written.
        """
