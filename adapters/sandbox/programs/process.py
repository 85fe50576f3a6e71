"""The life of one program: started with the lines of `inside` before it, heard while it runs, stopped with what it
started.

    async with started(launch, hear) as running:
        status = await running.wait()

However it ends, and whatever it leaves behind, everything that can be found of it is gone when the block ends.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import pty
import signal
import socket
import struct
import termios
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

import anyio
import anyio.abc
import anyio.to_thread

from adapters.sandbox.programs.leftovers import kill_marked
from adapters.sandbox.programs.output import Kept
from adapters.sandbox.programs.views import bare_python
from runtime.errors import AgentFault

_BEGINNING: Final = 30.0
"""Seconds that it may take until the program's own first instruction."""
_FAREWELL: Final = 2.0
"""Seconds from asking it to end to ending it."""
_AFTERWARDS: Final = 2.0
"""Seconds in which its last words must have come once it is dead."""
_BINDING: Final = 2.0
_PIECE: Final = 1 << 20
_FREELY: Final = 4 << 20
_PACE: Final = 1 / 64
"""A program that has written `_FREELY` bytes is heard so often: 64 MiB a second at most, which costs others little."""
_WINDOW: Final = (50, 500)
_SET_PIPE_SIZE: Final = 1031
_MESSAGE: Final = 64 << 10
_FILES: Final = 64

Hear = Callable[[bytes], None]


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
        told = {
            "words": self.words,
            "folder": self.folder,
            "instruction": self.instruction,
            "copied": self.copied,
            "ports": self.ports,
            "limits": dict(self.limits),
            "terminal": self.terminal,
            "check": check,
        }
        return json.dumps(told).encode()


@cache
def _inside() -> str:
    return files("adapters.sandbox.programs").joinpath("inside.py").read_text(encoding="utf-8")


class Running:
    """A program that was started. `listeners` are those of `Launch.ports`, in their order."""

    def __init__(self, process: anyio.abc.Process, line: socket.socket, launch: Launch) -> None:
        self.listeners: list[socket.socket] = []
        self.pid = 0
        """Of the program itself, as seen from here; its group has the same number."""
        self.out, self.err = Kept(), Kept()
        self.silent = anyio.Event()
        """Set when nobody can write to its standard error any more."""
        self._process = process
        self._line = line
        self._launch = launch
        self._binding = anyio.Lock()
        self._input = -1

    async def wait(self) -> int:
        """Its exit status; 128 and the number of the signal if one ended it."""
        status = await self._process.wait()
        return status if status >= 0 else 128 - status

    async def bind(self, port: int) -> socket.socket:
        """A further socket that listens where the program is. OSError if it cannot be had."""
        async with self._binding:
            try:
                with anyio.fail_after(_BINDING):
                    self._line.send(str(port).encode())
                    told, made = await self._hear()
            except (TimeoutError, BlockingIOError):
                raise OSError(errno.EACCES, "nobody opens ports there any more") from None
        if len(made) != 1:
            raise OSError(int(told.get("number", errno.EACCES)), str(told.get("error", "no socket came")))
        return made[0]

    async def say(self, data: bytes) -> None:
        """Write to its standard input; in vain if it has closed it or has ended."""
        while data and self._input >= 0:
            try:
                data = data[os.write(self._input, data) :]
            except BlockingIOError:
                await anyio.wait_writable(self._input)
            except OSError:
                return

    # -- beginning --------------------------------------------------------------------------------------------------

    async def begin(self, *, check: bool = False) -> None:
        """Tell it what to do, and take its sockets.

        Raises:
            AgentFault: it could not be started.
        """
        try:
            with anyio.fail_after(_BEGINNING):
                self._line.send(self._launch.job(check=check))
                told, self.listeners = await self._hear()
        except TimeoutError:
            told = {"error": f"nothing came within {_BEGINNING:g} s"}
        except OSError:
            told = {"error": ""}  # it has ended; why, it says elsewhere
        if "error" in told or len(self.listeners) != len(self._launch.ports):
            with anyio.move_on_after(_AFTERWARDS):
                await self.silent.wait()
            why = told.get("error") or self.err.last_lines() or "it ended before it began"
            raise AgentFault(f"the program could not be started: {why}")

    async def _hear(self) -> tuple[dict[str, Any], list[socket.socket]]:
        """One message of `inside`, with the sockets that came along."""
        await anyio.wait_readable(self._line)
        room = socket.CMSG_SPACE(_FILES * 4) + socket.CMSG_SPACE(12)
        data, extra, _, _ = self._line.recvmsg(_MESSAGE, room)
        made = []
        for level, kind, content in extra:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                count = len(content) // 4
                made += [_listener(number) for number in struct.unpack(f"{count}i", content[: count * 4])]
            elif (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS) and not self.pid:
                self.pid = struct.unpack("3i", content)[0]
        told = json.loads(data) if data else {"error": ""}
        return told if isinstance(told, dict) else {}, [one for one in made if one is not None]

    # -- the end ----------------------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Ask it to end, then end it and all that it started."""
        with anyio.CancelScope(shield=True):
            if self._process.returncode is None and self.pid:
                self._signal(signal.SIGTERM)
                with anyio.move_on_after(_FAREWELL):
                    await self._process.wait()
            if self._launch.alone:
                with suppress(ProcessLookupError):
                    self._process.kill()  # the first process of the namespace dies with it, and all others with that
            else:
                self._signal(signal.SIGKILL)
                await anyio.to_thread.run_sync(kill_marked, self._launch.mark)
            with anyio.move_on_after(_AFTERWARDS):
                await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self.pid > 1:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def close(self) -> None:
        """Nothing can be heard of it any more."""
        self._line.close()
        for one in self.listeners:
            one.close()

    def hold_input(self, number: int) -> None:
        """What `say` writes to."""
        self._input = number


def _listener(number: int) -> socket.socket | None:
    """A socket that listens; None if it is anything else, which is closed."""
    try:
        made = socket.socket(fileno=number)
    except OSError:
        os.close(number)
        return None
    if made.family == socket.AF_INET and made.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        made.setblocking(False)
        return made
    made.close()
    return None


# -- starting ---------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def started(
    launch: Launch, hear: Hear | None = None, *, check: bool = False, keep: tuple[Kept, Kept] | None = None
) -> AsyncIterator[Running]:
    """Start it; `hear` is told what it writes as it comes, `keep` keeps it. `check`: only try whether it could be.

    Raises:
        AgentFault: it cannot.
    """
    with await anyio.to_thread.run_sync(_Ends, launch) as ends:
        process = await anyio.open_process(
            ends.command,
            stdin=ends.stdin,
            stdout=ends.stdout,
            stderr=ends.stderr,
            env=dict(launch.environment),
            cwd=None if launch.alone else launch.folder,
            start_new_session=True,
            pass_fds=ends.passed,
        )
        ends.begun()
        running = Running(process, ends.line[0], launch)
        running.out, running.err = keep or (running.out, running.err)
        running.hold_input(ends.speak)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_drain, ends.hear_out, running.out, hear)
            tasks.start_soon(_drain, ends.hear_err, running.err, hear, running.silent)
            try:
                await running.begin(check=check)
                yield running
            finally:
                await running.stop()
                running.close()
                # What children that nobody could find still hold open is not waited for.
                tasks.cancel_scope.deadline = anyio.current_time() + _AFTERWARDS


async def _drain(number: int, kept: Kept, hear: Hear | None, silent: anyio.Event | None = None) -> None:
    while True:
        try:
            data = os.read(number, _PIECE)
        except BlockingIOError:
            await anyio.wait_readable(number)
            continue
        except OSError:
            data = b""  # a terminal whose other end is closed
        if not data:
            if silent is not None:
                silent.set()
            return
        kept.add(data)
        if hear is not None:
            hear(data)
        await anyio.sleep(_PACE if kept.total > _FREELY else 0)


class _Ends:
    """The descriptors of one start, all closed with the block; those of the program as soon as it has them.

    `command` is the command line, which names some of them. Making one blocks.
    """

    def __init__(self, launch: Launch) -> None:
        self._theirs: list[int] = []
        self._ours: list[int] = []
        self.speak = -1
        self.options = -1
        self.line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.line[0].setblocking(False)
        self.line[0].setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.hear_err, self.stderr = self._pipe()
        if launch.terminal:
            # Errors too: prompts are written there if both are terminals, and order matters.
            self.hear_out, self.stdin = pty.openpty()
            self.stdout = self.stderr = self.stdin
            self._ours.append(self.hear_out)
            self._theirs.append(self.stdin)
            self.speak = self.hear_out
            _plain(self.stdin)
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
            fcntl.fcntl(both[0], _SET_PIPE_SIZE, _PIECE)
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

    def __enter__(self) -> _Ends:
        return self

    def __exit__(self, *_: object) -> None:
        self.begun()
        self.line[0].close()
        while self._ours:
            os.close(self._ours.pop())


def _plain(number: int) -> None:
    """A terminal that doesn't repeat what is written to it, and is so wide that no question is broken in two."""
    settings = termios.tcgetattr(number)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(number, termios.TCSANOW, settings)
    termios.tcsetwinsize(number, _WINDOW)
