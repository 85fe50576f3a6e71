"""Forward and reverse over a link, without an adb server: the listeners and the connections on our side.

A device may open nothing here but what a rule of ours says, byte for byte. Anything else is refused and reported in the
log and in `unasked`; it harms nobody.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Final, TypeVar

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from adapters.adb.host.port_operations import PortOperations
from adapters.adb.host.service_transport import ServiceTransport
from adapters.adb.host.sockets import Address, BadAddress, SocketEnd, connect, listen, parse
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.joined_streams import join
from adapters.adb.transport.stream import Stream
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault, DeviceRefused

_log = logging.getLogger(__name__)
_SEND_TIMEOUT: Final = 3600.0
"""Seconds for which the device may take nothing of a connection: a program may be slow to read, as with adb."""
_MAX_REPORTED: Final = 16
T = TypeVar("T")

OpenStream = Callable[[str], Awaitable[BufferedStream]]


class HostPorts:
    """The rules of one link. `unasked` has the last services that the device wanted and was refused.

    `seconds` is how long a connection to our end of a reverse may take.
    """

    def __init__(self, name: str, seconds: float) -> None:
        self.unasked: deque[str] = deque(maxlen=_MAX_REPORTED)
        self._name = name
        self._seconds = seconds
        self._rules: dict[str, list[MemoryObjectSendStream[Stream]]] = {}

    def opening(self, stream: Stream) -> None:
        """The device asks for a stream: some rule's task takes it, or it is refused. For `Link.on_opening`."""
        rules = self._rules.get(stream.service)
        if rules:
            rules[-1].send_nowait(stream)
            return
        stream.refuse()
        self.unasked.append(stream.service[:1000])
        _log.warning("%s: the device wanted %r, which no rule of ours says: refused", self._name, stream.service[:200])

    @asynccontextmanager
    async def forward(self, remote: str, local: str, opener: OpenStream) -> AsyncIterator[str]:
        """See `PortOperations.forward`."""
        address = self._parse(local)

        async def serve(client: SocketEnd) -> None:
            try:
                stream = await opener(remote)
                await _closing(stream.close, join(_PatientStream(stream), client))
            except DeviceFault as fault:
                # The client sees its connection closed, as with adb; whoever owns the forward may look here.
                _log.info("%s: a connection to the forward %s was closed: %s", self._name, local, fault)

        async with AsyncExitStack() as stack:
            try:
                port, clients = await stack.enter_async_context(listen(address))
            except OSError as error:
                raise DeviceRefused(
                    f"{self._name}: cannot listen at {local}: {error.strerror or error}; choose another name, or tcp:0 "
                    "for a free port"
                ) from error
            await stack.enter_async_context(_serve_clients(clients, serve, SocketEnd.close))
            yield f"tcp:{port}" if port else local

    @asynccontextmanager
    async def answering(self, local: str) -> AsyncIterator[None]:
        """Connect what the device opens with this very name to `local` here, for the length of a block."""
        address = self._parse(local)
        if not address.path and not address.port:
            raise DeviceRefused(f"{self._name}: {local!r} is nothing to connect to; write tcp:PORT with a port above 0")
        leave, take = anyio.create_memory_object_stream[Stream](math.inf)

        async def serve(stream: Stream) -> None:
            try:
                client = await connect(address, self._seconds)
            except OSError as error:
                stream.refuse()
                _log.info("%s: nothing answers at %s, the end of a reverse: %s", self._name, local, error)
                return
            stream.accept()
            await join(_PatientStream(stream), client)

        self._rules.setdefault(local, []).append(leave)
        try:
            async with _serve_clients(take, serve, Stream.close):
                yield
        finally:
            self._forget(local, leave)
            with take, suppress(anyio.EndOfStream):
                # What came in this very moment and no task has taken.
                while True:
                    take.receive_nowait().refuse()

    def _forget(self, local: str, rule: MemoryObjectSendStream[Stream]) -> None:
        rule.close()
        rules = self._rules[local]
        rules.remove(rule)
        if not rules:
            del self._rules[local]

    def _parse(self, local: str) -> Address:
        try:
            return parse(local)
        except BadAddress as error:
            raise DeviceRefused(f"{self._name}: {error}") from None


class LinkPorts(PortOperations):
    """The ports of a device that is connected directly."""

    def __init__(self, carrier: ServiceTransport, rules: HostPorts) -> None:
        super().__init__(carrier)
        self._rules = rules

    @property
    def unasked(self) -> tuple[str, ...]:
        """The last services that the device wanted of us and that no `reverse` says: they were refused."""
        return tuple(self._rules.unasked)

    def forward(self, remote: str, local: str = "tcp:0") -> AbstractAsyncContextManager[str]:
        """See `PortOperations`."""
        return self._rules.forward(remote, local, self._carrier.open)

    @asynccontextmanager
    async def reverse(self, remote: str, local: str, *, rebind: bool = False) -> AsyncIterator[str]:
        """See `PortOperations`."""
        async with self._rules.answering(local), self._reversed(remote, local, rebind=rebind) as bound:
            yield bound


class _PatientStream:
    """A stream to the device whose other end may be slow to read."""

    def __init__(self, stream: BufferedStream) -> None:
        self.receive = stream.receive
        self.aclose = stream.aclose
        self._stream = stream

    async def send(self, data: bytes) -> None:
        await self._stream.send(data, deadline=_SEND_TIMEOUT)


@asynccontextmanager
async def _serve_clients(
    take: MemoryObjectReceiveStream[T], serve: Callable[[T], Awaitable[None]], close: Callable[[T], None]
) -> AsyncIterator[None]:
    """A task for each that comes, for the length of a block; each is closed when its task ends."""

    async def accept() -> None:
        async for item in take:
            tasks.start_soon(_served, item)

    async def _served(item: T) -> None:
        await _closing(partial(close, item), serve(item))

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(accept)
            try:
                yield
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise unwrap_group(group) from None


async def _closing(close: Callable[[], None], work: Awaitable[None]) -> None:
    try:
        await work
    finally:
        close()
