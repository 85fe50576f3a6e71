"""What is started, and the descriptors that it is started with."""

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

from adapters.agents.external.process.visible_files import bare_python
from runtime.core.errors import RuntimeFault

PIECE: Final = 1 << 20
"""Bytes that a pipe holds, if the system grants that, and that are read at once."""
_WINDOW: Final = (50, 500)
_SET_PIPE_SIZE: Final = 1031


@dataclass(frozen=True, slots=True)
class Launch:
    """What is started: the words of the program, its environment, its working folder as it sees it.

    `before` are the words of whoever starts it in other surroundings, `options` what they are told over a file of
    their own; `ports` are opened on the loopback that it sees; `mark` is a variable (NAME=VALUE) that nobody else has.
    """

    words: tuple[str, ...]
    environment: Mapping[str, str]
    folder: str
    instruction: str
    mark: str
    before: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    ports: tuple[int, ...] = ()
    copied: str = ""
    """A folder whose content is put into the working folder first."""
    limits: Mapping[str, int] = field(default_factory=dict)
    terminal: bool = False
    speaks: bool = False
    """Whether something will be written to its standard input; else it is at its end at once."""
    greeting: str = ""
    """What is written there first."""

    @property
    def alone(self) -> bool:
        """Whether it has process ids of its own, which end with the first of them."""
        return bool(self.before)

    def job(self, *, check: bool) -> bytes:
        """What `inside` is told."""
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
def _inside() -> str:
    return files("adapters.agents.external.process").joinpath("bootstrap.py").read_text(encoding="utf-8")


class Ends:
    """The descriptors of one start, all closed with the block; those of the program as soon as it has them.

    `command` is the command line, which names some of them. Making one blocks.

    Raises:
        RuntimeFault: this machine has no terminal for it.
    """

    def __init__(self, launch: Launch) -> None:
        self._theirs: list[int] = []
        self._ours: list[int] = []
        self.speak = -1
        self.options = -1
        terminal = open_terminal() if launch.terminal else None
        self.line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.line[0].setblocking(False)
        self.line[0].setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.hear_err, self.stderr = self._pipe()
        if terminal is not None:
            # Errors too: prompts are written there if both are terminals, and order matters.
            self.hear_out, self.stdin = terminal
            self.stdout = self.stderr = self.stdin
            self._ours.append(self.hear_out)
            self._theirs.append(self.stdin)
            self.speak = self.hear_out
        else:
            self.hear_out, self.stdout = self._pipe()
            if launch.speaks:
                self.stdin, self.speak = self._pipe(ours=1)
            else:
                self.stdin = os.open(os.devnull, os.O_RDONLY)
                self._theirs.append(self.stdin)
        if launch.before:
            self.options = os.memfd_create("options")
            self._theirs.append(self.options)
            os.write(self.options, b"".join(os.fsencode(option) + b"\0" for option in launch.options))
            os.lseek(self.options, 0, os.SEEK_SET)
        for number in self._ours:
            os.set_blocking(number, False)
        python = (bare_python(), "-I", "-S", "-c", _inside(), str(self.line[1].fileno()))
        before = (*launch.before, "--args", str(self.options), "--") if launch.before else ()
        self.command: Sequence[str] = (*before, *python)

    def _pipe(self, ours: int = 0) -> tuple[int, int]:
        both = os.pipe()
        with suppress(OSError):  # the system grants no more to this user
            fcntl.fcntl(both[0], _SET_PIPE_SIZE, PIECE)
        self._ours.append(both[ours])
        self._theirs.append(both[1 - ours])
        return both

    @property
    def passed(self) -> tuple[int, ...]:
        """What is handed on beside the three standard ones."""
        number = self.line[1].fileno()
        return (number,) if self.options < 0 else (number, self.options)

    def begun(self) -> None:
        """The program has its ends."""
        self.line[1].close()
        while self._theirs:
            os.close(self._theirs.pop())

    def __enter__(self) -> Ends:
        return self

    def __exit__(self, *_: object) -> None:
        self.begun()
        self.line[0].close()
        while self._ours:
            os.close(self._ours.pop())


def open_terminal() -> tuple[int, int]:
    """Open a terminal that doesn't repeat its input and is wide enough for any question: our end, the program's end.

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
    termios.tcsetwinsize(theirs, _WINDOW)
    return ours, theirs
