"""Builds everything that starts a program: its command, environment and file descriptors."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from adapters.agents.external.files.interpreters import bare_python
from runtime.core.errors import RuntimeFault

PIECE: Final = 1 << 20
"""Capacity of a pipe, if the system grants it, and the largest read, in bytes."""
_WINDOW_SIZE: Final = (50, 500)
_SET_PIPE_SIZE: Final = 1031


@dataclass(frozen=True, slots=True)
class Launch:
    """The program to start: its words, its environment, and its working folder as the program sees it.

    `wrapper` is the command that starts it in other surroundings, and `options` are the wrapper's options, passed in a
    file. `ports` are opened on the program's loopback. `marker` is a variable (NAME=VALUE) that no other process has.
    """

    words: tuple[str, ...]
    environment: Mapping[str, str]
    folder: str
    instruction: str
    marker: str
    wrapper: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    ports: tuple[int, ...] = ()
    copied: str = ""
    """A folder to copy into the working folder first."""
    limits: Mapping[str, int] = field(default_factory=dict)
    terminal: bool = False
    needs_stdin: bool = False
    """Whether its standard input will be written to; otherwise it is empty."""
    initial_input: str = ""
    """The first text written to standard input."""

    @property
    def has_pid_namespace(self) -> bool:
        """Whether the program has a PID namespace, whose processes all die with the first."""
        return bool(self.wrapper)

    def job(self, *, check: bool) -> bytes:
        """The message to `bootstrap`."""
        job_fields = {
            "words": self.words,
            "folder": self.folder,
            "instruction": self.instruction,
            "copied": self.copied,
            "ports": self.ports,
            "limits": dict(self.limits),
            "terminal": self.terminal,
            "check": check,
        }
        return json.dumps(job_fields).encode()


@cache
def _bootstrap_source() -> str:
    return files("adapters.agents.external.process").joinpath("bootstrap.py").read_text(encoding="utf-8")


class LaunchDescriptors:
    """The file descriptors of one start. The block closes all; the program's ends are closed once it has them.

    `command` is the command line, which contains some of them. Creating one blocks.

    Raises:
        RuntimeFault: this machine has no terminal for it.
    """

    def __init__(self, launch: Launch) -> None:
        self._theirs: list[int] = []
        self._ours: list[int] = []
        self.write_stdin = -1
        self.options = -1
        terminal = open_terminal() if launch.terminal else None
        self.line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.line[0].setblocking(False)
        self.line[0].setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.read_stderr, self.stderr = self._pipe()
        if terminal is not None:
            # Errors too: programs write prompts there if both are terminals, and their order matters.
            self.read_stdout, self.stdin = terminal
            self.stdout = self.stderr = self.stdin
            self._ours.append(self.read_stdout)
            self._theirs.append(self.stdin)
            self.write_stdin = self.read_stdout
        else:
            self.read_stdout, self.stdout = self._pipe()
            if launch.needs_stdin:
                self.stdin, self.write_stdin = self._pipe(ours=1)
            else:
                self.stdin = os.open(os.devnull, os.O_RDONLY)
                self._theirs.append(self.stdin)
        if launch.wrapper:
            self.options = os.memfd_create("options")
            self._theirs.append(self.options)
            os.write(self.options, b"".join(os.fsencode(option) + b"\0" for option in launch.options))
            os.lseek(self.options, 0, os.SEEK_SET)
        for number in self._ours:
            os.set_blocking(number, False)
        python = (bare_python(), "-I", "-S", "-c", _bootstrap_source(), str(self.line[1].fileno()))
        wrapper = (*launch.wrapper, "--args", str(self.options), "--") if launch.wrapper else ()
        self.command: Sequence[str] = (*wrapper, *python)

    def _pipe(self, ours: int = 0) -> tuple[int, int]:
        both = os.pipe()
        with suppress(OSError):  # this user's limit is reached
            fcntl.fcntl(both[0], _SET_PIPE_SIZE, PIECE)
        self._ours.append(both[ours])
        self._theirs.append(both[1 - ours])
        return both

    @property
    def passed(self) -> tuple[int, ...]:
        """Descriptors the program inherits besides the three standard ones."""
        number = self.line[1].fileno()
        return (number,) if self.options < 0 else (number, self.options)

    def close_child_ends(self) -> None:
        """Closes the program's ends here, once it has inherited them."""
        self.line[1].close()
        while self._theirs:
            os.close(self._theirs.pop())

    def __enter__(self) -> LaunchDescriptors:
        return self

    def __exit__(self, *_: object) -> None:
        self.close_child_ends()
        self.line[0].close()
        while self._ours:
            os.close(self._ours.pop())


def open_terminal() -> tuple[int, int]:
    """Open a terminal without echo, wide enough for any question; returns our end and the program's end.

    Raises:
        RuntimeFault: this machine has none (left).
    """
    try:
        ours, theirs = os.openpty()
    except OSError as error:
        raise RuntimeFault(
            f"no terminal can be opened for the program ({error.strerror}): mount the file system of terminals "
            "(`mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts`, and link /dev/ptmx to pts/ptmx), raise "
            "/proc/sys/kernel/pty/max if all are in use, or write `terminal: false` if the program can do without"
        ) from None
    settings = termios.tcgetattr(theirs)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    termios.tcsetwinsize(theirs, _WINDOW_SIZE)
    return ours, theirs
