"""The sockets inside a phone: what listens there, by name, and how connections to it are made.

A virtual phone has a network of its own, and this table is all of it: nothing on the computer that hosts the phone can
be reached through it, and nothing that listens in a phone listens on that computer.

    ports.listen("tcp:9008", serve)          # a program of the phone offers a port
    async with ports.connect("tcp:9008") as stream: ...     # another one uses it; so do hosts, by the service tcp:9008
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, Protocol, runtime_checkable

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from runtime.core.boundary import translate_errors, unwrap_group
from runtime.core.errors import DeviceFault, DeviceLost
from runtime.plugins.protocols import ByteStream

Handler = Callable[[ByteStream], Awaitable[None]]
"""Serves one connection; the stream is closed when it returns. `receive` gives b"" when the other side has left."""

LOCAL: Final = ("local", "localabstract", "localreserved", "localfilesystem")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0", "::", "[::]")
_FIRST_CHOSEN: Final = 37000
_PRIVILEGED: Final = 1024
_PORT: Final = re.compile(r"[0-9]{1,5}")


@runtime_checkable
class SupportsSockets(Protocol):
    """A device (see `DeviceServices`) with sockets of its own. Without this it refuses connections and reverses."""

    @property
    def ports(self) -> Ports: ...


class Ports:
    """What listens inside one phone. Names are those of ADB: `tcp:PORT`, `localabstract:NAME`, …"""

    def __init__(self) -> None:
        self._listening: dict[str, Handler] = {}

    @property
    def listening(self) -> Mapping[str, Handler]:
        """Names (as `listen` gave them) and who serves there."""
        return self._listening

    def listen(self, spec: str, handler: Handler) -> str:
        """Serve on a name from now on; the name, with the port that was chosen for `tcp:0`.

        Raises:
            OSError: it is taken (EADDRINUSE), not for a user's programs (EACCES), or no name (EINVAL).
        """
        name = normalize_name(spec)
        if name is None:
            raise _error(errno.EINVAL)
        if name == "tcp:0":
            name = next(
                text for port in range(_FIRST_CHOSEN, 1 << 16) if (text := f"tcp:{port}") not in self._listening
            )
        elif name.startswith("tcp:") and int(name[4:]) < _PRIVILEGED:
            raise _error(errno.EACCES)
        if name in self._listening:
            raise _error(errno.EADDRINUSE)
        self._listening[name] = handler
        return name

    def stop(self, spec: str) -> None:
        """Serve there no more; connections that stand are left alone."""
        self._listening.pop(normalize_name(spec) or "", None)

    def find(self, spec: str) -> Handler | None:
        """Who serves there; None: the connection is refused. Other computers cannot be reached."""
        return self._listening.get(normalize_name(spec) or "")

    @asynccontextmanager
    async def connect(self, spec: str) -> AsyncIterator[ByteStream]:
        """A connection from inside the phone, for the length of a block.

        Raises:
            ConnectionRefusedError: nothing listens there.
        """
        handler = self.find(spec)
        if handler is None:
            raise _error(errno.ECONNREFUSED)
        near, far = connected_pipe()

        async def serve() -> None:
            try:
                with translate_errors(DeviceLost, "a program of the phone"):
                    await handler(far)
            except DeviceFault:
                # Whatever went wrong there, for us the connection just ends.
                pass
            finally:
                far.close()

        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(serve)
                try:
                    yield near
                finally:
                    near.close()
                    tasks.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise unwrap_group(group) from None
        finally:
            # A task that was cancelled before its first step closes nothing.
            far.close()


class PipeEnd:
    """One end of a connection inside the process; a `ByteStream`. Who sends waits until there is room."""

    def __init__(self, take: MemoryObjectReceiveStream[bytes], leave: MemoryObjectSendStream[bytes]) -> None:
        self._take = take
        self._leave = leave
        self._rest = memoryview(b"")

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Some bytes, b"" at the end."""
        while not len(self._rest):
            try:
                self._rest = memoryview(await self._take.receive())
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                return b""
        piece = bytes(self._rest[:max_bytes])
        self._rest = self._rest[max_bytes:]
        return piece

    async def send(self, data: bytes) -> None:
        """Send all of it. Raises DeviceLost where the other end is closed."""
        try:
            await self._leave.send(bytes(data))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise DeviceLost("the other end of a connection inside the phone was closed") from None

    def close(self) -> None:
        """Close both directions; what was sent can still be received there."""
        self._take.close()
        self._leave.close()

    async def aclose(self) -> None:
        """Close both directions; never waits."""
        self.close()


def connected_pipe() -> tuple[PipeEnd, PipeEnd]:
    """Two ends of one connection."""
    leave_there, take_here = anyio.create_memory_object_stream[bytes](1)
    leave_here, take_there = anyio.create_memory_object_stream[bytes](1)
    return PipeEnd(take_here, leave_here), PipeEnd(take_there, leave_there)


def normalize_name(spec: str) -> str | None:
    """The one name of what a specification means inside a phone; None if it means nothing there.

    `tcp:PORT`, `tcp:PORT:HOST` and `tcp:HOST:PORT` where HOST is the phone itself; `local` means `localreserved`.
    """
    kind, colon, rest = spec.partition(":")
    if kind in LOCAL and colon and rest:
        return f"{'localreserved' if kind == 'local' else kind}:{rest}"
    if kind != "tcp":
        return None
    if _PORT.fullmatch(rest):
        port, host = rest, "localhost"
    elif _PORT.fullmatch(rest.partition(":")[0]):
        port, _, host = rest.partition(":")
    else:
        host, _, port = rest.rpartition(":")
    if not _PORT.fullmatch(port) or int(port) >= 1 << 16 or host not in _LOOPBACK:
        return None
    return f"tcp:{int(port)}"


def _error(number: int) -> OSError:
    # OSError makes the right subclass (ConnectionRefusedError, PermissionError, …) of it.
    return OSError(number, os.strerror(number))
