"""The sockets inside a phone: which programs listen, by name, and how to connect to them.

A virtual phone has a network of its own, and this table is all of it: it reaches nothing on the computer that hosts the
phone, and nothing in the phone listens on that computer.

    ports.listen("tcp:9008", serve)          # a program of the phone offers a port
    async with ports.connect("tcp:9008") as stream: ...     # another uses it; so do hosts, as service tcp:9008
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
from runtime.plugins.byte_stream import ByteStream

Handler = Callable[[ByteStream], Awaitable[None]]
"""Serves one connection; the stream is closed when it returns. `receive` returns b"" after the peer has closed."""

LOCAL: Final = ("local", "localabstract", "localreserved", "localfilesystem")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0", "::", "[::]")
_FIRST_CHOSEN: Final = 37000
_PRIVILEGED: Final = 1024
_PORT: Final = re.compile(r"[0-9]{1,5}")


@runtime_checkable
class SupportsSockets(Protocol):
    """A device (see `DeviceServices`) with sockets of its own; others refuse connections and reverses."""

    @property
    def ports(self) -> Ports: ...


class Ports:
    """The listeners inside one phone. Names are those of ADB: `tcp:PORT`, `localabstract:NAME`, …"""

    def __init__(self) -> None:
        self._listening: dict[str, Handler] = {}

    @property
    def listening(self) -> Mapping[str, Handler]:
        """All listeners: normalized name to handler."""
        return self._listening

    def listen(self, spec: str, handler: Handler) -> str:
        """Starts listening on a name; returns it, with the chosen port for `tcp:0`.

        Raises:
            OSError: the name is in use (EADDRINUSE), privileged (EACCES), or invalid (EINVAL).
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
        """Stops listening; open connections continue."""
        self._listening.pop(normalize_name(spec) or "", None)

    def find(self, spec: str) -> Handler | None:
        """The handler of a name; None if nothing listens. Other computers cannot be reached."""
        return self._listening.get(normalize_name(spec) or "")

    @asynccontextmanager
    async def connect(self, spec: str) -> AsyncIterator[ByteStream]:
        """Connects from inside the phone for the duration of a block.

        Raises:
            ConnectionRefusedError: nothing listens there.
        """
        handler = self.find(spec)
        if handler is None:
            raise _error(errno.ECONNREFUSED)
        near, far = connected_pipe()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(serve_connection, handler, far)
                try:
                    yield near
                finally:
                    near.close()
                    tasks.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise unwrap_group(group) from None
        finally:
            # A task that is cancelled before its first step closes nothing.
            far.close()


async def serve_connection(handler: Handler, stream: ByteStream) -> None:
    """Serves one connection to its end and closes it."""
    try:
        with translate_errors(DeviceLost, "a program of the phone"):
            await handler(stream)
    except DeviceFault:
        # The program failed; its client only sees the connection end.
        pass
    finally:
        await stream.aclose()


class PipeEnd:
    """One end of an in-process connection; a `ByteStream`. Sending waits until the other end has room."""

    def __init__(
        self, receive_stream: MemoryObjectReceiveStream[bytes], send_stream: MemoryObjectSendStream[bytes]
    ) -> None:
        self._take = receive_stream
        self._leave = send_stream
        self._rest = memoryview(b"")

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Returns some bytes, b"" at the end."""
        while not len(self._rest):
            try:
                self._rest = memoryview(await self._take.receive())
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                return b""
        piece = bytes(self._rest[:max_bytes])
        self._rest = self._rest[max_bytes:]
        return piece

    async def send(self, data: bytes) -> None:
        """Sends all of it. Raises DeviceLost if the other end is closed."""
        try:
            await self._leave.send(bytes(data))
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            raise DeviceLost("the other end of a connection inside the phone was closed") from None

    def close(self) -> None:
        """Closes both directions; bytes already sent can still be received."""
        self._take.close()
        self._leave.close()

    async def aclose(self) -> None:
        """Closes both directions; never waits."""
        self.close()


def connected_pipe() -> tuple[PipeEnd, PipeEnd]:
    """Two connected ends."""
    leave_there, take_here = anyio.create_memory_object_stream[bytes](1)
    leave_here, take_there = anyio.create_memory_object_stream[bytes](1)
    return PipeEnd(take_here, leave_here), PipeEnd(take_there, leave_there)


def normalize_name(spec: str) -> str | None:
    """The canonical form of a socket name inside a phone; None if it means nothing there.

    Accepts `tcp:PORT`, and `tcp:PORT:HOST` or `tcp:HOST:PORT` if HOST is the phone itself; `local` means
    `localreserved`.
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
    # OSError creates the right subclass (ConnectionRefusedError, PermissionError, …).
    return OSError(number, os.strerror(number))
