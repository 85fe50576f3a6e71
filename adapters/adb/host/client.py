"""A direct ADB client: one socket to one device with many streams, no adb server and no adb binary.

    async with connect_unix("/run/phone/1") as connection:
        result = await connection.shell("getprop ro.serialno")

Every wait has a deadline. A cancelled or failed operation closes what it had open before it returns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import anyio

from adapters.adb.framing.compression import SENDRECV_FEATURES, usable_features
from adapters.adb.host.device_connection import Deadlines as Deadlines
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.host.link_ports import HostPorts, LinkPorts
from adapters.adb.transport import dialing
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.dialing import enable_keepalive
from adapters.adb.transport.handshake import HostHandshake, KeyProvider
from adapters.adb.transport.link import Link
from adapters.adb.transport.packets import ReceiveSink
from adapters.adb.transport.stream import Stream
from runtime.core.boundary import exhaustion
from runtime.core.errors import DeviceLost, DeviceTimeout

if TYPE_CHECKING:
    from adapters.adb.transport.auth import Key

_FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "delayed_ack")
_GOODBYE = 1.0


class AdbConnection(DeviceConnection):
    """A connected device. `name` identifies it in messages; `banner` is how the device describes itself."""

    ports: LinkPorts

    def __init__(
        self, link: Link, deadlines: Deadlines, rules: HostPorts, asked: Literal["", "key", "tls"] = ""
    ) -> None:
        super().__init__(deadlines)
        self.asked = asked
        """What the device required from us: nothing, a key, or a paired certificate."""
        self.ports = LinkPorts(self, rules)
        self._link = link

    @property
    def name(self) -> str:
        return self._link.name

    @property
    def banner(self) -> Banner:
        return self._link.peer

    @property
    def features(self) -> frozenset[str]:
        """The features that both sides support."""
        return self._link.features

    @property
    def version(self) -> int:
        """The protocol version in use, such as 0x01000001."""
        return self._link.wire.version

    @property
    def max_payload(self) -> int:
        """Largest amount of data in one packet, in bytes."""
        return self._link.wire.max_payload

    @property
    def closed(self) -> bool:
        """Whether the connection is unusable."""
        return self._link.lost is not None

    def close(self) -> None:
        """Closes the connection; waiting operations fail with DeviceLost."""
        self._link.close()

    async def aclose(self) -> None:
        """Closes the connection and waits until the socket is closed."""
        self._link.close()
        with anyio.CancelScope(shield=True), anyio.move_on_after(_GOODBYE):
            await asyncio.shield(self._link.gone)

    async def open(self, service: str, sink: ReceiveSink | None = None, *, deadline: float | None = None) -> Stream:
        """See `ServiceTransport`."""
        stream = self._link.open(service, sink)
        opened = False
        try:
            await stream.opened(self._open_seconds(deadline))
            opened = True
        finally:
            if not opened:
                stream.close()
        return stream


async def user_keys() -> Sequence[Key]:
    """The user's keys (see `keys`), the default for devices that require one. Raises KeyRefused."""
    from adapters.adb.transport import keys

    return await keys.user_keys()


async def dial_tcp(
    host: str, port: int, deadlines: Deadlines | None = None, *, keys: KeyProvider = user_keys
) -> AdbConnection:
    """Connects over TCP; the caller closes. `keys` provides the host's keys if the device requires one.

    Raises:
        DeviceLost: nobody listens there, or the device disconnected at once.
        DeviceTimeout: no answer.
        DeviceRefused: the device requires something that is not supported.
        DeviceUnauthorized: it knows none of the keys, and nobody accepted the one that was offered.
        KeyRefused: the user's keys cannot be used.
    """
    loop = asyncio.get_running_loop()
    name = f"tcp://{host}:{port}"
    return await _dial(
        name, lambda make: loop.create_connection(make, host, port), deadlines, keys, dialing.wait_for_turn
    )


async def dial_unix(
    path: str | Path, deadlines: Deadlines | None = None, *, keys: KeyProvider = user_keys
) -> AdbConnection:
    """Connects over a Unix socket; the caller closes. Raises as `dial_tcp` does."""
    loop = asyncio.get_running_loop()
    return await _dial(f"unix:{path}", lambda make: loop.create_unix_connection(make, str(path)), deadlines, keys)


@asynccontextmanager
async def connect_tcp(
    host: str, port: int, deadlines: Deadlines | None = None, *, keys: KeyProvider = user_keys
) -> AsyncIterator[AdbConnection]:
    """A connection over TCP for the duration of a block. Raises as `dial_tcp` does."""
    connection = await dial_tcp(host, port, deadlines, keys=keys)
    try:
        yield connection
    finally:
        await connection.aclose()


@asynccontextmanager
async def connect_unix(
    path: str | Path, deadlines: Deadlines | None = None, *, keys: KeyProvider = user_keys
) -> AsyncIterator[AdbConnection]:
    """A connection over a Unix socket for the duration of a block. Raises as `dial_tcp` does."""
    connection = await dial_unix(path, deadlines, keys=keys)
    try:
        yield connection
    finally:
        await connection.aclose()


_Connect = Callable[[Callable[[], Link]], Awaitable[tuple[Any, Link]]]


async def _dial(
    name: str,
    connect: _Connect,
    deadlines: Deadlines | None,
    keys: KeyProvider,
    turn: Callable[[], Awaitable[None]] | None = None,
) -> AdbConnection:
    limits = deadlines or Deadlines()
    handshake = HostHandshake(limits, keys)
    ports = HostPorts(name, limits.open)
    while True:
        if turn is not None:
            await turn()
        link = await _dial_once(name, connect, limits, handshake, ports)
        if link is not None:
            return AdbConnection(link, limits, ports, handshake.requested)


async def _dial_once(
    name: str, connect: _Connect, limits: Deadlines, handshake: HostHandshake, ports: HostPorts
) -> Link | None:
    """Returns an established link, or None if another key should be tried."""
    banner = Banner("host", {}, usable_features((*_FEATURES, *SENDRECV_FEATURES)))
    link = Link("host", banner, name, ports.on_open, progress=limits.progress)
    stands = False
    try:
        with anyio.fail_after(limits.open):
            transport, _ = await connect(lambda: link)
        enable_keepalive(transport)
        stands = await handshake.run(link)
    except TimeoutError:
        raise DeviceTimeout(f"{name}: no connection within {limits.open:g} s; is the address right?") from None
    except OSError as error:
        if fault := exhaustion(error):
            raise fault from error
        raise DeviceLost(f"{name}: cannot connect: {error}; is the device on and listening there?") from error
    finally:
        if not stands:
            link.close()
    return link if stands else None
