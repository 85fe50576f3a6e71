"""Forwards and reverses over a direct link, without an adb server: the listeners and connections on our side.

A device may only open services that one of our rules names, byte for byte. Other requests are refused and recorded in
the log and in `refused_services`.
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
"""Seconds that the device may take no data of a connection: programs may read slowly, as with adb."""
_MAX_REPORTED: Final = 16
T = TypeVar("T")

OpenStream = Callable[[str], Awaitable[BufferedStream]]


class HostPorts:
    """The rules of one link. `refused_services` holds the last services the device requested in vain.

    `seconds` limits how long connecting to our end of a reverse may take.
    """

    def __init__(self, name: str, seconds: float) -> None:
        self.refused_services: deque[str] = deque(maxlen=_MAX_REPORTED)
        self._name = name
        self._seconds = seconds
        self._rules: dict[str, list[MemoryObjectSendStream[Stream]]] = {}

    def on_open(self, stream: Stream) -> None:
        """Handles a stream that the device requests: passes it to a rule's task, or refuses it."""
        rules = self._rules.get(stream.service)
        if rules:
            rules[-1].send_nowait(stream)
            return
        stream.refuse()
        self.refused_services.append(stream.service[:1000])
        _log.warning("%s: the device requested %r, which no rule allows: refused", self._name, stream.service[:200])

    @asynccontextmanager
    async def forward(self, remote: str, local: str, opener: OpenStream) -> AsyncIterator[str]:
        """See `PortOperations.forward`."""
        address = self._parse(local)

        async def serve(client: SocketEnd) -> None:
            try:
                stream = await opener(remote)
                await _closing(stream.close, join(_PatientStream(stream), client))
            except DeviceFault as fault:
                # The client sees its connection closed, as with adb; the log has the reason.
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
    async def connect_reverse(self, local: str) -> AsyncIterator[None]:
        """Connects streams that the device opens with exactly this name to `local`, for the duration of a block."""
        address = self._parse(local)
        if not address.path and not address.port:
            raise DeviceRefused(f"{self._name}: {local!r} is not a valid target; write tcp:PORT with a port above 0")
        send_stream, receive_stream = anyio.create_memory_object_stream[Stream](math.inf)

        async def serve(stream: Stream) -> None:
            try:
                client = await connect(address, self._seconds)
            except OSError as error:
                stream.refuse()
                _log.info("%s: cannot connect to %s, the target of a reverse: %s", self._name, local, error)
                return
            stream.accept()
            await join(_PatientStream(stream), client)

        self._rules.setdefault(local, []).append(send_stream)
        try:
            async with _serve_clients(receive_stream, serve, Stream.close):
                yield
        finally:
            self._remove_rule(local, send_stream)
            with receive_stream, suppress(anyio.EndOfStream):
                # Streams that have just arrived and that no task has taken.
                while True:
                    receive_stream.receive_nowait().refuse()

    def _remove_rule(self, local: str, rule: MemoryObjectSendStream[Stream]) -> None:
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
    """The ports of a directly connected device."""

    def __init__(self, carrier: ServiceTransport, rules: HostPorts) -> None:
        super().__init__(carrier)
        self._rules = rules

    @property
    def refused_services(self) -> tuple[str, ...]:
        """The last services that the device requested and that no `reverse` allows."""
        return tuple(self._rules.refused_services)

    def forward(self, remote: str, local: str = "tcp:0") -> AbstractAsyncContextManager[str]:
        """See `PortOperations`."""
        return self._rules.forward(remote, local, self._carrier.open)

    @asynccontextmanager
    async def reverse(self, remote: str, local: str, *, rebind: bool = False) -> AsyncIterator[str]:
        """See `PortOperations`."""
        async with self._rules.connect_reverse(local), self._reversed(remote, local, rebind=rebind) as bound:
            yield bound


class _PatientStream:
    """A stream to the device whose other end may read slowly."""

    def __init__(self, stream: BufferedStream) -> None:
        self.receive = stream.receive
        self.aclose = stream.aclose
        self._stream = stream

    async def send(self, data: bytes) -> None:
        await self._stream.send(data, deadline=_SEND_TIMEOUT)


@asynccontextmanager
async def _serve_clients(
    receive_stream: MemoryObjectReceiveStream[T], serve: Callable[[T], Awaitable[None]], close: Callable[[T], None]
) -> AsyncIterator[None]:
    """Serves each received item in a task, for the duration of a block; closes each when its task ends."""

    async def accept() -> None:
        async for item in receive_stream:
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
