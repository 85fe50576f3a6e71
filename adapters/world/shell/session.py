"""The variables of one running shell, and the streams of its commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from adapters.world.shell.command import SHELL_PID, Input, whole

MAX_VALUE = 1 << 20
MAX_OUTPUT = 64 << 20
_ENVIRONMENT = {
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "phone",
    "LOGNAME": "shell",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
    "SHELL": "/bin/sh",
    "TERM": "dumb",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}


class Killed(Exception):
    """The script outran what one command line may use; the phone kills it."""


class Sink:
    """Collects what is written, without joining it."""

    __slots__ = ("chunks", "size")

    def __init__(self) -> None:
        self.chunks: list[bytes | memoryview] = []
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        if len(data):
            self.size += len(data)
            if self.size > MAX_OUTPUT:
                raise Killed
            self.chunks.append(data)

    def value(self) -> bytes | memoryview:
        """Everything written; a single write comes back as the very object that was written."""
        if len(self.chunks) == 1:
            return self.chunks[0]
        return b"".join(self.chunks)

    def close(self) -> None:
        """Nothing more comes."""


class FileSink(Sink):
    """A sink whose content is handed on when it is closed."""

    __slots__ = ("_commit",)

    def __init__(self, commit: Callable[[bytes], None]) -> None:
        super().__init__()
        self._commit = commit

    def close(self) -> None:
        if self.chunks:
            self._commit(bytes(self.value()))
            self.chunks = []


@dataclass(frozen=True, slots=True)
class Streams:
    """Where a command reads and writes."""

    input: Input
    out: Sink
    err: Sink


@dataclass(slots=True)
class Session:
    """Variables, positional parameters, working directory and last status."""

    vars: dict[str, str] = field(default_factory=lambda: dict(_ENVIRONMENT))
    params: tuple[str, ...] = ()
    cwd: str = "/"
    status: int = 0
    errexit: bool = False
    depth: int = 0
    tty: tuple[int, int] | None = None
    """Rows and columns of the terminal that it sits at, if it does."""

    def copy(self) -> Session:
        """A session that starts as this one is and whose changes stay its own."""
        return Session(dict(self.vars), self.params, self.cwd, self.status, self.errexit, self.depth, self.tty)

    def get(self, name: str) -> str | None:
        if name in self.vars:
            return self.vars[name]
        if (number := whole(name)) is not None:
            if number == 0:
                return "/system/bin/sh"
            return self.params[number - 1] if number <= len(self.params) else None
        special = {
            "?": str(self.status), "#": str(len(self.params)), "@": " ".join(self.params), "*": " ".join(self.params),
            "$": str(SHELL_PID), "-": "", "PWD": self.cwd,
        }  # fmt: skip
        return special.get(name)

    def put(self, name: str, value: str) -> None:
        if len(value) > MAX_VALUE:
            raise Killed
        self.vars[name] = value
