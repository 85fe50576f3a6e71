"""A proxy before a TCP port or Unix socket that makes the faults of cables, hubs, networks and overloaded servers.

    async with open_proxy("127.0.0.1:5555", "reset=0.01,delay=50ms") as proxy:
        ...                     # connect to proxy.address
        proxy.freeze()          # faults can also be made at will

Faults by specification are drawn for each exchange (`adapters.faults.specification`). Bytes pass from transport to
transport without being copied, and a side that does not read stops the other.
"""

from __future__ import annotations

import asyncio
import math
import os
import socket
import struct
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import anyio
import anyio.abc
import anyio.lowlevel

from adapters.faults.addresses import Address, format_address, parse_address
from adapters.faults.specification import ConnectionSchedule, ExchangeFaults, FaultSpec, parse_faults
from runtime.core.boundary import exhaustion

HOST = "127.0.0.1"
_BACKLOG = 128
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER that makes closing a socket a reset."""
_RETRY = 1.0
"""Seconds until connections are accepted again after the process had no descriptor left."""


class _End(asyncio.Protocol):
    """One socket of a connection; `up` is the client's side.

    `left` is how many bytes it may still pass to the other (None: any number). Bytes wait while `_waits` has a reason.
    """

    def __init__(self, proxy: FaultProxy, schedule: ConnectionSchedule, left: int | None, *, up: bool) -> None:
        self.transport: asyncio.Transport
        self.other: _End | None = None
        self.left = left
        self.garbage_after: int | None = None
        """Number of bytes after which the next ones are replaced by random ones."""
        self.up = up
        self._proxy = proxy
        self.schedule = schedule
        self._asking = False
        """Of the client's side: the last bytes came from the client."""
        self._waits: set[str] = set()
        self._waiting: deque[bytes] = deque()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.pause("unconnected")

    def pause(self, reason: str, seconds: float | None = None) -> None:
        """Pass nothing on, until `resume` is called with the same reason, or for some seconds."""
        if not self._waits:
            self.transport.pause_reading()
        self._waits.add(reason)
        if seconds is not None:
            asyncio.get_running_loop().call_later(seconds, self.resume, reason)

    def resume(self, reason: str) -> None:
        """Pass bytes on, first those that came meanwhile, unless there is another reason to wait."""
        self._waits.discard(reason)
        while self._waiting and not self._waits and self.other is not None:
            self._pass(self._waiting.popleft())
        if not self._waits:
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        if self.up and not self._asking and self.other is not None:
            self._asking = True
            self._begin(self.schedule.next_exchange(), self.other)
        if self._waits:
            # Python before 3.11.4 starts reading after `connection_made`, although it has paused it.
            self._waiting.append(data)
        else:
            self._pass(data)

    def _begin(self, faults: ExchangeFaults, device: _End) -> None:
        """Start an exchange with its faults."""
        self._proxy.count(faults)
        if faults.hold:
            self.pause("delay", faults.hold)
        if faults.freeze:
            self.pause("freeze", faults.freeze)
            device.pause("freeze", faults.freeze)
        match faults.breaking:
            case "reset":
                self.pause("reset")
                self.reset()
                device.reset()
            case "half-open":
                self.pause("half-open")
                self.other = None
                device.other = None
                device.transport.abort()
            case "truncate":
                device.left = faults.position
            case "garbage":
                device.garbage_after = faults.position
            case None:
                pass
        self._proxy.storm(faults)

    def _pass(self, data: bytes) -> None:
        assert self.other is not None
        if not self.up:
            self.other.end_request()
        if self.garbage_after is not None:
            start, self.garbage_after = min(self.garbage_after, len(data) - 1), None
            noise = self.schedule.random.randbytes(min(len(data) - start, 16))
            data = data[:start] + noise + data[start + len(noise) :]
        if self.left is not None:
            data = data[: self.left]
            self.left -= len(data)
        self._proxy.passed[self.up] += len(data)
        if not self.other.transport.is_closing():
            self.other.transport.write(data)
        if self.left == 0:
            # What was written is still delivered: the cut is exact.
            self.transport.abort()
            self.other.transport.close()
        elif self._proxy.spec.bandwidth < math.inf:
            self.pause("bandwidth", len(data) / self._proxy.spec.bandwidth)

    def end_request(self) -> None:
        """The server has answered: what the client sends next is a new exchange."""
        self._asking = False

    def connection_lost(self, exc: Exception | None) -> None:
        self._waits.add("closed")
        self._proxy.forget(self)
        if self.other is not None:
            self.other.transport.close()

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.pause("full")

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.resume("full")

    def reset(self) -> None:
        """Close the socket with RST."""
        raw = self.transport.get_extra_info("socket")
        if raw.family != socket.AF_UNIX:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        self.transport.abort()


class FaultProxy:
    """Passes bytes between `target` and the clients of `address` until it is stopped.

    `cut` is how many bytes from the target each new connection may get before it is ended (None: any number), `cut_up`
    the same for bytes to the target; `passed` counts both, from and to it, for the last connection. `dials` are the
    times at which clients connected, those included that were refused by nobody listening behind. `mute` is the number
    of coming connections that are accepted and never served. `exchanges` and `hits` count requests, and those of them
    that had a fault, by kind.
    """

    def __init__(self, target: Address, spec: FaultSpec, name: str, bound: socket.socket) -> None:
        self.target = target
        self.spec = spec
        self.cut: int | None = None
        self.cut_up: int | None = None
        self.passed = [0, 0]
        self.frozen = False
        self.mute = 0
        self.dials: list[float] = []
        self.exchanges = 0
        self.hits: Counter[str] = Counter()
        self.hit_exchanges = 0
        self._schedule = name
        self._ends: set[_End] = set()
        self._clients: set[_End] = set()
        self._accepted: set[socket.socket] = set()
        """Sockets that no task has taken over yet: one that is cancelled before its first step closes nothing."""
        self._bound = bound
        self._name = bound.getsockname()
        self._visits, self._visitors = anyio.create_memory_object_stream[int](math.inf)
        self._listening: socket.socket | None = None
        self._accepting: anyio.CancelScope | None = None
        self._tasks: anyio.abc.TaskGroup

    @property
    def address(self) -> str:
        """Where clients connect: `HOST:PORT`, or a path."""
        return format_address(self._name)

    @property
    def port(self) -> int:
        """The TCP port where clients connect."""
        return int(self._name[1])

    @property
    def connected(self) -> int:
        """Number of clients that are connected."""
        return len(self._clients)

    async def has(self, connections: int) -> None:
        """Wait until exactly this many clients are connected."""
        while len(self._clients) != connections:
            await anyio.lowlevel.checkpoint()

    def freeze(self) -> None:
        """Pass nothing on and close nothing: the peer's silence is all that either side can notice."""
        self.frozen = True
        for end in self._ends:
            end.pause("frozen")

    def thaw(self) -> None:
        """Pass everything on again, what waited first."""
        self.frozen = False
        for end in self._ends:
            end.resume("frozen")

    def replace_faults(self, spec: FaultSpec) -> None:
        """Make other faults from now on, on open connections too."""
        self.spec = spec
        for end in self._ends:
            end.schedule.spec = spec

    def hang_up(self) -> None:
        """End every connection, as a device does that restarts its daemon."""
        for end in tuple(self._ends):
            end.transport.abort()

    def reset(self) -> None:
        """End every connection with RST on both sides."""
        for end in tuple(self._ends):
            end.reset()

    def refuse(self) -> None:
        """Refuse connections: the port answers like one without a listener."""
        if self._listening is not None:
            assert self._accepting is not None
            self._accepting.cancel()
            # The accepting task notices its cancellation only when it runs next; until then the loop must not use the
            # socket.
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None

    def listen(self) -> None:
        """Let clients connect, on the same address as ever; with a Unix socket, as soon as its old path is removed."""
        if self._listening is not None:
            return
        if not isinstance(self._name, str):
            self._listen(_bound_socket(self._name))
        elif self._bound.fileno() >= 0:
            self._listen(self._bound)
        else:
            self._tasks.start_soon(self._listen_again, self._name)

    def _listen(self, item: socket.socket) -> None:
        self._listening = item
        item.listen(_BACKLOG)
        item.setblocking(False)
        self._accepting = anyio.CancelScope()
        self._tasks.start_soon(self._accept, item, self._accepting)

    async def _listen_again(self, path: str) -> None:
        await anyio.Path(path).unlink(missing_ok=True)
        if self._listening is None:
            self._listen(_bound_socket(path))

    def forget(self, end: _End) -> None:
        """A socket is gone."""
        self._ends.discard(end)
        self._clients.discard(end)

    def count(self, faults: ExchangeFaults) -> None:
        """Count an exchange."""
        self.exchanges += 1
        self.hits.update(faults.kinds)
        self.hit_exchanges += bool(faults.kinds)

    def storm(self, faults: ExchangeFaults) -> None:
        """Make the faults of an exchange that concern other connections."""
        if faults.reset_storm:
            self.reset()
        if faults.connect_storm:
            # Protocol callbacks run outside of any task and cannot start one in every embedding.
            self._visits.send_nowait(faults.connect_storm)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve clients while the block runs; `open_proxy` calls it."""
        try:
            async with anyio.create_task_group() as self._tasks:
                self._tasks.start_soon(self._make_storms)
                if self.spec.refuse < 1:
                    self.listen()
                try:
                    yield
                finally:
                    self.refuse()
                    self.hang_up()
                    self._tasks.cancel_scope.cancel()
        finally:
            for item in self._accepted:
                item.close()

    async def _make_storms(self) -> None:
        """Open and close the connections of storms, until cancelled."""
        with self._visits, self._visitors:
            async for number in self._visitors:
                for _ in range(number):
                    self._tasks.start_soon(self._visit)

    async def _visit(self) -> None:
        """Connect to the target and close the connection."""
        with suppress(OSError):
            transport, _ = await self._dial(asyncio.Protocol)
            transport.close()

    async def _dial(self, make: Callable[[], asyncio.Protocol]) -> tuple[asyncio.BaseTransport, asyncio.Protocol]:
        loop = asyncio.get_running_loop()
        if isinstance(self.target, str):
            return await loop.create_unix_connection(make, self.target)
        return await loop.create_connection(make, *self.target)

    async def _accept(self, listening: socket.socket, scope: anyio.CancelScope) -> None:
        with scope:
            while listening.fileno() >= 0:
                try:
                    item, _ = await asyncio.get_running_loop().sock_accept(listening)
                except OSError as error:
                    if exhaustion(error) is None:
                        raise
                    await anyio.sleep(_RETRY)
                    continue
                self._accepted.add(item)
                self.dials.append(anyio.current_time())
                self._tasks.start_soon(self._join, item, ConnectionSchedule(self.spec, len(self.dials), self._schedule))

    async def _join(self, item: socket.socket, schedule: ConnectionSchedule) -> None:
        loop = asyncio.get_running_loop()
        self._accepted.discard(item)
        self.passed = [0, 0]
        client = _End(self, schedule, self.cut_up, up=True)
        await loop.connect_accepted_socket(lambda: client, item)
        self._ends.add(client)
        self._clients.add(client)
        if self.mute:
            self.mute -= 1
            return
        if schedule.refused:
            self.hits["refuse"] += 1
            client.reset()
            return
        device = _End(self, schedule, self.cut, up=False)
        try:
            await self._dial(lambda: device)
        except OSError:
            client.transport.abort()
            return
        if client not in self._ends:
            device.transport.abort()
            return
        self._ends.add(device)
        client.other, device.other = device, client
        if self.frozen:
            client.pause("frozen")
            device.pause("frozen")
        client.resume("unconnected")
        device.resume("unconnected")


@asynccontextmanager
async def open_proxy(
    target: str | int, faults: FaultSpec | str = "", *, listen: str = f"{HOST}:0", name: str = ""
) -> AsyncIterator[FaultProxy]:
    """Open a proxy before `HOST:PORT`, a port of this machine, or the path of a Unix socket, until the block ends.

    `listen` is its own address: port 0 is a free one, a path is a Unix socket. `name` distinguishes the schedules of
    several proxies with one specification.

    Raises:
        UsageError: a malformed address or specification.
        OSError: the address to listen on is in use.
    """
    spec = parse_faults(faults) if isinstance(faults, str) else faults
    behind = (HOST, target) if isinstance(target, int) else parse_address(target)
    # A socket that is bound but never listens keeps the port ours while `refuse` is in force.
    with _bound_socket(parse_address(listen)) as bound:
        proxy = FaultProxy(behind, spec, name, bound)
        try:
            async with proxy.running():
                yield proxy
        finally:
            if proxy.address.startswith("/"):
                with anyio.CancelScope(shield=True), suppress(FileNotFoundError):
                    await anyio.Path(proxy.address).unlink()


@asynccontextmanager
async def never_accepting() -> AsyncIterator[int]:
    """The port of a hanging process: the system accepts connections until its queue is full, and nothing reads them."""
    with _bound_socket((HOST, 0)) as item:
        item.listen(2)
        yield int(item.getsockname()[1])


def _bound_socket(address: Address) -> socket.socket:
    if isinstance(address, str):
        item = socket.socket(socket.AF_UNIX)
        os.fchmod(item.fileno(), 0o600)
    else:
        # The protocol is named, so that what it accepts is known to be TCP, and asyncio lets small packets go at once.
        family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        item = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        item.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        item.bind(address)
    except OSError:
        item.close()
        raise
    return item
