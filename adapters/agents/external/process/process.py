"""The life of one program: started with the lines of `inside` before it, heard while it runs, stopped with what it
started.

    async with started(launch, hear) as running:
        status = await running.wait()

However it ends, and whatever it leaves behind, everything that can be found of it is gone when the block ends.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import anyio
import anyio.abc
import anyio.to_thread

from adapters.agents.external.process.launch import PIECE, Ends, Launch
from adapters.agents.external.process.leftovers import kill_marked
from adapters.agents.external.process.output import BoundedOutput
from runtime.core.errors import AgentFault

_BEGINNING: Final = 30.0
"""Seconds that it may take until the program's own first instruction."""
_FAREWELL: Final = 2.0
"""Seconds from asking it to end to ending it."""
_AFTERWARDS: Final = 2.0
"""Seconds in which its last words must have come once it is dead."""
_BINDING: Final = 2.0
_READING: Final = 1.0
"""Seconds after which it is looked whether somebody who reads nothing has ended."""
_FREELY: Final = 4 << 20
_PACE: Final = 1 / 64
"""A program that has written `_FREELY` bytes is heard so often: 64 MiB a second at most, which costs others little."""
_MESSAGE: Final = 64 << 10
_FILES: Final = 64

Hear = Callable[[bytes], None]


class Running:
    """A program that was started. `listeners` are those of `Launch.ports`, in their order."""

    def __init__(self, process: anyio.abc.Process, line: socket.socket, launch: Launch, speak: int) -> None:
        self.listeners: list[socket.socket] = []
        self.pid = 0
        """Of the program itself, as seen from here; its group has the same number."""
        self.out, self.err = BoundedOutput(), BoundedOutput()
        self.silent = anyio.Event()
        """Set when nobody can write to its standard error any more."""
        self.heard = anyio.Event()
        """Set when nothing will be heard of it any more: all that had its console have closed it."""
        self._process = process
        self._line = line
        self._launch = launch
        self._binding = anyio.Lock()
        self._input = speak

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
                    reply, made = await self._hear()
            except (TimeoutError, BlockingIOError):
                raise OSError(errno.EACCES, "nobody opens ports there any more") from None
        if len(made) != 1:
            raise OSError(int(reply.get("number", errno.EACCES)), str(reply.get("error", "no socket came")))
        return made[0]

    async def say(self, data: bytes) -> None:
        """Write to its standard input; in vain if it has closed it or has ended."""
        while data and self._input >= 0:
            try:
                data = data[os.write(self._input, data) :]
            except BlockingIOError:
                if self._process.returncode is not None:
                    return  # a child of it may hold its console open, and never read
                with anyio.move_on_after(_READING):
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
                reply, self.listeners = await self._hear()
        except TimeoutError:
            reply = {"error": f"nothing came within {_BEGINNING:g} s"}
        except OSError:
            reply = {"error": ""}  # it has ended; why, it says elsewhere
        if "error" in reply or len(self.listeners) != len(self._launch.ports):
            with anyio.move_on_after(_AFTERWARDS):
                await self.silent.wait()
            why = reply.get("error") or self.err.last_lines() or "it ended before it began"
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
        document = json.loads(data) if data else {"error": ""}
        return document if isinstance(document, dict) else {}, [item for item in made if item is not None]

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
        for listener in self.listeners:
            listener.close()


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
    launch: Launch,
    hear: Hear | None = None,
    *,
    check: bool = False,
    keep: tuple[BoundedOutput, BoundedOutput] | None = None,
) -> AsyncIterator[Running]:
    """Start it; `hear` is told what it writes as it comes, `keep` keeps it. `check`: only try whether it could be.

    Raises:
        AgentFault: it cannot.
        RuntimeFault: this machine has no terminal for it.
    """
    with await anyio.to_thread.run_sync(Ends, launch) as ends:
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
        running = Running(process, ends.line[0], launch, ends.speak)
        running.out, running.err = keep or (running.out, running.err)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_listen, running, ends, hear)
            try:
                await running.begin(check=check)
                yield running
            finally:
                await running.stop()
                running.close()
                # What children that nobody could find still hold open is not waited for.
                tasks.cancel_scope.deadline = anyio.current_time() + _AFTERWARDS


async def _listen(running: Running, ends: Ends, hear: Hear | None) -> None:
    async with anyio.create_task_group() as both:
        both.start_soon(_drain, ends.hear_out, running.out, hear)
        both.start_soon(_drain, ends.hear_err, running.err, hear, running.silent)
    running.heard.set()


async def _drain(number: int, output: BoundedOutput, hear: Hear | None, silent: anyio.Event | None = None) -> None:
    while True:
        try:
            data = os.read(number, PIECE)
        except BlockingIOError:
            await anyio.wait_readable(number)
            continue
        except OSError:
            data = b""  # a terminal whose other end is closed
        if not data:
            if silent is not None:
                silent.set()
            return
        output.add(data)
        if hear is not None:
            hear(data)
        await anyio.sleep(_PACE if output.total > _FREELY else 0)
