"""Variables of one running shell, and the streams of its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from adapters.android.shell_grammar.syntax_tree import Command
from adapters.phone.shell.language.command import SHELL_PID, Input, parse_count

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


class LimitExceeded(Exception):
    """The script exceeded the limits of one command line; the phone kills it."""


class ReadOnlyVariable(Exception):
    """A script tried to write a read-only variable."""


class Sink:
    """Collects output in chunks without copying."""

    __slots__ = ("chunks", "size")

    def __init__(self) -> None:
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

    def close(self) -> None:
        """End the output; does nothing here."""


class FileSink(Sink):
    """A sink that writes its content to a file when closed; with `live`, after every write."""

    __slots__ = ("_commit", "live")

    def __init__(self, commit: Callable[[bytes], None]) -> None:
        super().__init__()
        self._commit = commit
        self.live = False

    def write(self, data: bytes | memoryview) -> None:
        super().write(data)
        if self.live:
            self.close()

    def close(self) -> None:
        if self.chunks:
            self._commit(bytes(self.value()))
            self.chunks = []


@dataclass(frozen=True, slots=True)
class Streams:
    """Input and output streams of a command."""

    input: Input
    out: Sink
    err: Sink
    more: Mapping[int, Input | Sink] = field(default_factory=dict)
    """Descriptors from 3 on."""


@dataclass(slots=True)
class Session:
    """Variables, functions, positional parameters, options, working directory and last status."""

    vars: dict[str, str] = field(default_factory=lambda: dict(_ENVIRONMENT))
    params: tuple[str, ...] = ()
    cwd: str = "/"
    status: int = 0
    depth: int = 0
    tty: tuple[int, int] | None = None
    """Rows and columns of the terminal; None without one."""
    name: str = "/system/bin/sh"
    exported: set[str] = field(default_factory=lambda: set(_ENVIRONMENT))
    readonly: set[str] = field(default_factory=set)
    """Read-only variables."""
    functions: dict[str, Command] = field(default_factory=dict)
    frames: list[dict[str, str | None]] = field(default_factory=list)
    """For each running function: its local variables with their outer values."""
    options: set[str] = field(default_factory=set)
    """`errexit`, `noglob`, `nounset`, `pipefail`."""
    trap: str = ""
    """Command to run when the shell ends."""

    def copy(self) -> Session:
        """Return a copy of the session with independent changes."""
        return replace(
            self,
            vars=dict(self.vars),
            exported=set(self.exported),
            readonly=set(self.readonly),
            functions=dict(self.functions),
            frames=[dict(frame) for frame in self.frames],
            options=set(self.options),
            trap="",
        )

    def child(self, params: tuple[str, ...], name: str) -> Session:
        """Return the session of a child program, which gets only the exported variables."""
        held = {key: value for key, value in self.vars.items() if key in self.exported}
        return Session(held, params, self.cwd, depth=self.depth + 1, tty=self.tty, name=name)

    def get(self, name: str) -> str | None:
        if name in self.vars:
            return self.vars[name]
        if (number := parse_count(name)) is not None:
            if number == 0:
                return self.name
            return self.params[number - 1] if number <= len(self.params) else None
        match name:
            case "?":
                return str(self.status)
            case "#":
                return str(len(self.params))
            case "@":
                return " ".join(self.params)
            case "*":
                return self.vars.get("IFS", " ")[:1].join(self.params)
            case "$":
                return str(SHELL_PID)
            case "-":
                letters = {"errexit": "e", "noglob": "f", "nounset": "u"}
                return "".join(sorted(letters[option] for option in self.options if option in letters))
            case "PWD":
                return self.cwd
            case "OPTIND":
                return "1"
            case _:
                return None

    def put(self, name: str, value: str) -> None:
        """Write a variable.

        Raises:
            ReadOnlyVariable: the variable is read-only.
        """
        if len(value) > MAX_VALUE:
            raise LimitExceeded
        if name in self.readonly:
            raise ReadOnlyVariable(name)
        self.vars[name] = value

    def local(self, name: str) -> None:
        """Make a variable local to the running function; does nothing outside functions."""
        if self.frames:
            self.frames[-1].setdefault(name, self.vars.get(name))

    def leave(self) -> None:
        """End a function: restore the outer values of its local variables."""
        for name, value in self.frames.pop().items():
            if value is None:
                self.vars.pop(name, None)
            else:
                self.vars[name] = value
