"""The interface of a device to its ADB side: banner, shell and file system. `replies` and `sockets` add options."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

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
"""The features that `server` supports, including installed compressions. A banner may leave some out but never add any.
"""
ANDROID_13_FEATURES: Final = tuple(text for text in SUPPORTED_FEATURES if text != "delayed_ack")
"""The features of Android 13's daemon: without flow-control windows (see `stream_table`), which came later."""


class Result(Protocol):
    """The result of a command. A large `stdout` may be a view, which is sent without copying."""

    @property
    def stdout(self) -> bytes | memoryview: ...

    @property
    def stderr(self) -> bytes: ...

    @property
    def exit(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PartialResult:
    """The output so far of a program that is still running: a `Result` whose exit status is not known yet.

    `rest` waits for further output, or the end, and returns it. If the host disconnects first, it is cancelled, and
    `hang_up` is called, also if it did not run.
    """

    stdout: bytes | memoryview
    stderr: bytes
    rest: Callable[[], Awaitable[Result]]
    exit: int = 0
    hang_up: Callable[[], None] = lambda: None


class Stdin(Protocol):
    """Standard input of one command. A command that reads none need not use it."""

    async def wait(self) -> None:
        """Waits until there is something to `take`, or the end. May be cancelled and called again."""

    def take(self) -> bytes:
        """Returns what has come since; b"" at the end."""

    async def read(self) -> bytes:
        """Reads until the host closes it (at most 64 MiB, the rest is dropped)."""

    async def read_exactly(self, size: int) -> bytes:
        """Reads `size` bytes; fewer only if the host closes it before."""


class Stat(Protocol):
    """Status of a file. `mode` holds type and permission bits; times are whole seconds since 1970."""

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
    """A file system with absolute paths; failures raise `OSError` with the errno of the phone."""

    def stat(self, path: str) -> Stat | None:
        """The status of a path, following links; None if nothing is there."""

    def lstat(self, path: str) -> Stat | None:
        """The status of a path without following links; None if nothing is there."""

    def list(self, path: str) -> Sequence[str]:
        """The names in a folder without `.` and `..`."""

    def read(self, path: str) -> bytes:
        """The content of a file."""

    def write(self, path: str, data: bytes, mode: int = ..., mtime: int | None = ...) -> None:
        """Creates or replaces a file; `mode` has the permission bits only."""

    def mkdir(self, path: str, *, parents: bool = ...) -> None:
        """Creates a folder; with `parents` also the folders above it, and an existing folder is accepted."""

    def symlink(self, target: str, path: str, mtime: int | None = ...) -> None:
        """Creates a symbolic link."""

    def remove(self, path: str) -> None:
        """Removes a file or a link."""


class DeviceServices(Protocol):
    """One device. `server` calls it from the loop; one instance may serve several connections at once."""

    @property
    def files(self) -> FileSystem: ...

    def banner(self) -> Banner:
        """The device's identity and features, requested once per connection."""

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> Result:
        """Runs one command line; returns a `PartialResult` for a program that is still running.

        Cancelled when the host closes the stream. `merged`: the host cannot tell errors from output (v1, exec), so
        `stdout` holds both in the order in which they were written.
        """


@runtime_checkable
class SupportsDelays(Protocol):
    """A device whose services begin later than they are requested."""

    async def before_service(self) -> None:
        """Waits until the device begins the service that was requested now."""
