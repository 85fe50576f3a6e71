"""Starts a program through `bootstrap`, reads its output while it runs, and stops it with everything it started.

    async with run_program(launch, on_output) as running:
        status = await running.wait()

However it ends, all of its processes that can be found are gone when the block ends.
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

from adapters.agents.external.process.launch import PIECE, Launch, LaunchDescriptors
from adapters.agents.external.process.orphan_processes import kill_marked
from adapters.agents.external.process.output import BoundedOutput
from runtime.core.errors import AgentFault

_START_TIMEOUT: Final = 30.0
"""Seconds until the program's own first instruction."""
_TERMINATE_TIMEOUT: Final = 2.0
"""Seconds between SIGTERM and SIGKILL."""
_DRAIN_TIMEOUT: Final = 2.0
"""Seconds to wait for the last output after the program is dead."""
_BIND_TIMEOUT: Final = 2.0
_WRITE_RETRY: Final = 1.0
"""Seconds after which a blocked write checks whether the program has ended."""
_UNTHROTTLED: Final = 4 << 20
_READ_INTERVAL: Final = 1 / 64
"""Seconds between reads after `_UNTHROTTLED` bytes: at most 64 MiB per second, so others are not starved."""
_MAX_MESSAGE: Final = 64 << 10
_MAX_DESCRIPTORS: Final = 64

OnOutput = Callable[[bytes], None]


class RunningProgram:
    """A started program. `listeners` are the sockets of `Launch.ports`, in their order."""

    def __init__(self, process: anyio.abc.Process, line: socket.socket, launch: Launch, write_stdin: int) -> None:
        self.listeners: list[socket.socket] = []
        self.pid = 0
        """PID of the program as seen from here; also the number of its process group."""
        self.out, self.err = BoundedOutput(), BoundedOutput()
        self.stderr_closed = anyio.Event()
        """Set when its standard error is closed."""
        self.output_closed = anyio.Event()
        """Set when all processes that had its console have closed it."""
        self._process = process
        self._line = line
        self._launch = launch
        self._binding = anyio.Lock()
        self._input = write_stdin

    async def wait(self) -> int:
        """Waits for the exit status; 128 plus the signal number if a signal ended it."""
        status = await self._process.wait()
        return status if status >= 0 else 128 - status

    async def bind(self, port: int) -> socket.socket:
        """Opens a further socket that listens where the program runs. Raises OSError."""
        async with self._binding:
            try:
                with anyio.fail_after(_BIND_TIMEOUT):
                    self._line.send(str(port).encode())
                    reply, made = await self._receive_reply()
            except (TimeoutError, BlockingIOError):
                raise OSError(errno.EACCES, "the program's namespace opens no more ports") from None
        if len(made) != 1:
            raise OSError(int(reply.get("number", errno.EACCES)), str(reply.get("error", "no socket came")))
        return made[0]

    async def write(self, data: bytes) -> None:
        """Writes to its standard input; does nothing if that is closed or the program has ended."""
        while data and self._input >= 0:
            try:
                data = data[os.write(self._input, data) :]
            except BlockingIOError:
                if self._process.returncode is not None:
                    return  # a child may keep the console open without reading
                with anyio.move_on_after(_WRITE_RETRY):
                    await anyio.wait_writable(self._input)
            except OSError:
                return

    # -- beginning --------------------------------------------------------------------------------------------------

    async def begin(self, *, check: bool = False) -> None:
        """Sends the job and receives the sockets.

        Raises:
            AgentFault: the program could not be started.
        """
        try:
            with anyio.fail_after(_START_TIMEOUT):
                self._line.send(self._launch.job(check=check))
                reply, self.listeners = await self._receive_reply()
        except TimeoutError:
            reply = {"error": f"no answer within {_START_TIMEOUT:g} s"}
        except OSError:
            reply = {"error": ""}  # it has ended; stderr says why
        if "error" in reply or len(self.listeners) != len(self._launch.ports):
            with anyio.move_on_after(_DRAIN_TIMEOUT):
                await self.stderr_closed.wait()
            why = reply.get("error") or self.err.last_lines() or "it ended before it began"
            raise AgentFault(f"the program could not be started: {why}")

    async def _receive_reply(self) -> tuple[dict[str, Any], list[socket.socket]]:
        """Receives one message of `bootstrap` and the sockets sent with it."""
        await anyio.wait_readable(self._line)
        room = socket.CMSG_SPACE(_MAX_DESCRIPTORS * 4) + socket.CMSG_SPACE(12)
        data, extra, _, _ = self._line.recvmsg(_MAX_MESSAGE, room)
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
        """Asks the program to end, then kills it and everything it started."""
        with anyio.CancelScope(shield=True):
            if self._process.returncode is None and self.pid:
                self._signal(signal.SIGTERM)
                with anyio.move_on_after(_TERMINATE_TIMEOUT):
                    await self._process.wait()
            if self._launch.has_pid_namespace:
                with suppress(ProcessLookupError):
                    self._process.kill()  # ends the namespace's first process, and so all its processes
            else:
                self._signal(signal.SIGKILL)
                await anyio.to_thread.run_sync(kill_marked, self._launch.marker)
            with anyio.move_on_after(_DRAIN_TIMEOUT):
                await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self.pid > 1:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def close(self) -> None:
        """Closes the control socket and the listeners."""
        self._line.close()
        for listener in self.listeners:
            listener.close()


def _listener(number: int) -> socket.socket | None:
    """A listening socket from a descriptor; None for anything else, which is closed."""
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
async def run_program(
    launch: Launch,
    on_output: OnOutput | None = None,
    *,
    check: bool = False,
    outputs: tuple[BoundedOutput, BoundedOutput] | None = None,
) -> AsyncIterator[RunningProgram]:
    """Starts a program; `on_output` receives its output as it comes, `outputs` buffers it.

    `check`: only try whether it could be started.

    Raises:
        AgentFault: it could not be started.
        RuntimeFault: this machine has no terminal for it.
    """
    with await anyio.to_thread.run_sync(LaunchDescriptors, launch) as ends:
        process = await anyio.open_process(
            ends.command,
            stdin=ends.stdin,
            stdout=ends.stdout,
            stderr=ends.stderr,
            env=dict(launch.environment),
            cwd=None if launch.has_pid_namespace else launch.folder,
            start_new_session=True,
            pass_fds=ends.passed,
        )
        ends.close_child_ends()
        running = RunningProgram(process, ends.line[0], launch, ends.write_stdin)
        running.out, running.err = outputs or (running.out, running.err)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read_output, running, ends, on_output)
            try:
                await running.begin(check=check)
                yield running
            finally:
                await running.stop()
                running.close()
                # Pipes held open by children that could not be found are not waited for.
                tasks.cancel_scope.deadline = anyio.current_time() + _DRAIN_TIMEOUT


async def _read_output(running: RunningProgram, ends: LaunchDescriptors, on_output: OnOutput | None) -> None:
    async with anyio.create_task_group() as both:
        both.start_soon(_drain, ends.read_stdout, running.out, on_output)
        both.start_soon(_drain, ends.read_stderr, running.err, on_output, running.stderr_closed)
    running.output_closed.set()


async def _drain(
    number: int, output: BoundedOutput, on_output: OnOutput | None, stderr_closed: anyio.Event | None = None
) -> None:
    while True:
        try:
            data = os.read(number, PIECE)
        except BlockingIOError:
            await anyio.wait_readable(number)
            continue
        except OSError:
            data = b""  # a terminal whose other end is closed
        if not data:
            if stderr_closed is not None:
                stderr_closed.set()
            return
        output.add(data)
        if on_output is not None:
            on_output(data)
        await anyio.sleep(_READ_INTERVAL if output.total > _UNTHROTTLED else 0)
