"""Variables of one running shell, and the streams of its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from adapters.android.shell_grammar.syntax_tree import Command
from adapters.phone.shell.device.tasks import ADBD_PID, Task
from adapters.phone.shell.language.command import Input, LimitExceeded, Sink, parse_count

MAX_VALUE = 1 << 20
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


class ReadOnlyVariable(Exception):
    """A script tried to write a read-only variable."""


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
            self.flush()

    def flush(self) -> None:
        if self.chunks:
            self._commit(bytes(self.take()))

    def close(self) -> None:
        self.flush()


@dataclass(frozen=True, slots=True)
class Streams:
    """Input and output streams of a command."""

    input: Input
    out: Sink
    err: Sink
    more: Mapping[int, Input | Sink] = field(default_factory=dict)
    """Descriptors from 3 on."""

    def is_terminal(self, number: int) -> bool:
        """Return whether a descriptor is the terminal."""
        streams: Mapping[int, Input | Sink] = {**self.more, 0: self.input, 1: self.out, 2: self.err}
        return number in streams and streams[number].tty


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
    terminal: Sink | None = None
    """What /dev/tty writes to; None where nobody has a terminal."""
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
    traps: tuple[tuple[int, str], ...] = ()
    """Signals with the commands to run on them; an empty one ignores the signal."""
    new_pid: Callable[[], int] = int
    pids: list[int] = field(default_factory=list)
    """The shell's process id, once somebody has asked for it; subshells share it."""
    parent: Session | None = None
    """The session of the shell that started this one as a program."""
    jobs: tuple[Task, ...] = ()
    """Background jobs, oldest first."""

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
            traps=self._ignored_signals(),
        )

    def _ignored_signals(self) -> tuple[tuple[int, str], ...]:
        return tuple(pair for pair in self.traps if not pair[1])

    def set_trap(self, number: int, text: str | None) -> None:
        """Set what runs on a signal; None restores its default."""
        rest = tuple(pair for pair in self.traps if pair[0] != number)
        self.traps = rest if text is None else (*rest, (number, text))

    @property
    def pid(self) -> int:
        if not self.pids:
            self.pids.append(self.new_pid())
        return self.pids[0]

    def ignores(self, number: int) -> bool:
        """Return whether this shell, or one around it, ignores a signal."""
        return (number, "") in self.traps or (self.parent is not None and self.parent.ignores(number))

    def child(self, params: tuple[str, ...], name: str) -> Session:
        """Return the session of a child program, which gets only the exported variables."""
        held = self.environment()
        return Session(
            held, params, self.cwd, depth=self.depth + 1, tty=self.tty, name=name, exported=set(held),
            traps=self._ignored_signals(), terminal=self.terminal, new_pid=self.new_pid, parent=self,
        )  # fmt: skip

    def environment(self) -> dict[str, str]:
        """Return the exported variables."""
        return {name: value for name, value in self.vars.items() if name in self.exported}

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
                return str(self.pid)
            case "!":
                return str(self.jobs[-1].processes()[0].pid) if self.jobs else None
            case "PPID":
                return str(self.parent.pid if self.parent else ADBD_PID)
            case "-":
                letters = {"errexit": "e", "noglob": "f", "nounset": "u"}
                return "".join(sorted(letters[option] for option in self.options if option in letters))
            case "PWD":
                return self.cwd
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
