"""Sockets of programs that a phone's shell runs: synchronous on their side, streams on the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import anyio

from adapters.phone.shell.device.tasks import PIPE, Scheduler, Signalled
from runtime.core.errors import DeviceLost

_ROOM: Final = 256 << 10
"""Bytes that may be on their way in one direction before their sender waits."""


class ProgramSocket:
    """A connection: a `network.Socket` for a program, a `ByteStream` for its peer."""

    def __init__(self, tasks: Scheduler) -> None:
        self._tasks = tasks
        self._incoming = _Direction()
        self._outgoing = _Direction()

    # The program's side.

    def read(self) -> bytes:
        """See `Socket`."""
        while not (self._incoming.data or self._incoming.ended):
            self._tasks.wait_for(self._incoming.wait_for_data)
        return self._incoming.take(_ROOM)

    def write(self, data: bytes | memoryview) -> None:
        """See `Socket`."""
        if self._outgoing.ended:
            raise Signalled(PIPE)
        self._outgoing.add(data)
        while self._outgoing.full:
            self._tasks.wait_for(self._outgoing.wait_for_room)

    def end_output(self) -> None:
        """See `Socket`."""
        self._outgoing.end()

    def close(self) -> None:
        """See `Socket`."""
        self._incoming.close()
        self._outgoing.end()

    # The peer's side.

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Return some of the program's output, b"" at its end."""
        await self._outgoing.wait_for_data()
        return self._outgoing.take(max_bytes)

    async def send(self, data: bytes) -> None:
        """Send bytes to the program. Raises DeviceLost if it has closed the connection."""
        await self._incoming.wait_for_room()
        if self._incoming.ended:
            raise DeviceLost("a program of the phone has closed the connection")
        self._incoming.add(data)

    def send_eof(self) -> None:
        """End what the program reads; it may still write."""
        self._incoming.end()

    async def aclose(self) -> None:
        """End both directions. What was sent still arrives; never waits."""
        self._incoming.end()
        self._outgoing.close()


class _Direction:
    """Bytes on their way in one direction."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.ended = False
        self._changed = anyio.Event()

    @property
    def full(self) -> bool:
        return len(self.data) >= _ROOM and not self.ended

    def add(self, data: bytes | memoryview) -> None:
        self.data += data
        self._notify()

    def take(self, size: int) -> bytes:
        part = bytes(self.data[:size])
        del self.data[:size]
        self._notify()
        return part

    def end(self) -> None:
        self.ended = True
        self._notify()

    def close(self) -> None:
        """End it on behalf of its reader: nobody takes the rest."""
        self.data.clear()
        self.end()

    async def wait_for_data(self) -> None:
        """Wait until there are bytes, or the end."""
        while not (self.data or self.ended):
            await self._changed.wait()

    async def wait_for_room(self) -> None:
        """Wait until a sender may add bytes, or the end."""
        while self.full:
            await self._changed.wait()

    def _notify(self) -> None:
        changed, self._changed = self._changed, anyio.Event()
        changed.set()


class PortListener:
    """A `network.Listener`. `stop` ends the listening."""

    def __init__(self, tasks: Scheduler, stop: Callable[[], None]) -> None:
        self._tasks = tasks
        self._waiting: deque[ProgramSocket] = deque()
        self._changed = anyio.Event()
        self._stop = stop

    def add(self) -> ProgramSocket:
        """Return a new connection, for its peer."""
        socket = ProgramSocket(self._tasks)
        self._waiting.append(socket)
        self._changed.set()
        return socket

    def accept(self) -> ProgramSocket:
        """See `Listener`."""
        while not self._waiting:
            self._changed = anyio.Event()
            self._tasks.wait_for(self._changed.wait)
        return self._waiting.popleft()

    def close(self) -> None:
        """See `Listener`."""
        self._stop()
        while self._waiting:
            self._waiting.popleft().close()
