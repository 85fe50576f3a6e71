"""One SSH connection per farm: opened for the first user, reopened when it is lost, closed after the last.

    async with Hosts().lease(login) as lease:
        server = AdbServer(lease.reach(5037), str(login))

While there is no connection everything fails at once with `FarmLost`; nothing waits for a farm that may never return.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Final

import anyio
from anyio.abc import TaskGroup
from anyio.lowlevel import RunVar

from adapters.adb.device import AdbDevice
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import open_devices
from adapters.adb.servers.dial import OpenConnection
from adapters.adb.servers.stream import SmartStream
from adapters.adb.transport import dialing
from adapters.ssh.errors import FarmLost, lost
from adapters.ssh.link import Link, Options, connect
from adapters.ssh.uri import Farm, Login
from runtime.core.backoff import Backoff, BackoffPolicy
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault, UsageError

_GOODBYE: Final = 1.0
_SHARED: Final[RunVar[Hosts]] = RunVar("farms")
"""The hosts of an event loop, for those who bring none: two devices of a farm share its connection."""

Sleep = Callable[[float], Awaitable[None]]


class Hosts:
    """The farms in use. `sleep` waits that many seconds before a new attempt; `random` adds jitter."""

    def __init__(
        self,
        options: Options | None = None,
        pace: BackoffPolicy | None = None,
        random: Random | None = None,
        sleep: Sleep = anyio.sleep,
    ) -> None:
        self._options = options or Options()
        self._pace = pace or BackoffPolicy()
        self._random = random or Random()
        self._sleep = sleep
        self._hosts: dict[Login, FarmHost] = {}

    @asynccontextmanager
    async def lease(self, login: Login) -> AsyncIterator[Lease]:
        """The farm for the length of a block. Raises as `link.connect` does."""
        host = self._hosts.get(login)
        if host is None:
            host = FarmHost(login, self._options, Backoff(self._pace, self._random), self._sleep)
            self._hosts[login] = host
        host.leases += 1
        try:
            async with host.keep_open() as lease:
                yield lease
        finally:
            host.leases -= 1
            if not host.leases:
                # Out of the list first: whoever comes while we hang up gets a connection of their own.
                del self._hosts[login]
                await host.aclose()


class FarmHost:
    """One farm and the connection to it, kept by the leases."""

    def __init__(self, login: Login, options: Options, backoff: Backoff, sleep: Sleep) -> None:
        self.login = login
        self.leases = 0
        self._options = options
        self._backoff = backoff
        self._sleep = sleep
        self._link: Link | None = None
        self._since: float | None = None
        """When the connection was made, the one in use or the last."""
        self._beginning = anyio.Lock()
        self._keeping = anyio.Lock()
        self._fault: DeviceFault | UsageError | None = None

    @property
    def link(self) -> Link:
        """The connection. Raises FarmLost if it is down."""
        link = self._link
        if link is None or link.lost:
            fault = self._fault or lost(self.login, link.why if link is not None else None)
            raise FarmLost(f"{fault}; until it returns its devices are lost; it is tried again and again") from None
        return link

    @asynccontextmanager
    async def keep_open(self) -> AsyncIterator[Lease]:
        """Keep the connection for the length of a block. Raises as `link.connect` does, if it is the first."""
        async with self._beginning:
            if self._since is None:
                await self._connect()
        try:
            async with anyio.create_task_group() as group:
                keeper = anyio.CancelScope()
                group.start_soon(self._keep, keeper)
                lease = Lease(self, group)
                try:
                    yield lease
                finally:
                    lease.ended = True
                    keeper.cancel()
                    # What is still being opened belongs to nobody any more and closes as soon as it stands.
                    group.cancel_scope.deadline = anyio.current_time() + _GOODBYE
        except BaseExceptionGroup as several:
            found = unwrap_group(several)
            raise found from found.__cause__

    async def aclose(self) -> None:
        """Hang up."""
        if self._link is not None:
            await self._link.aclose()

    async def _keep(self, scope: anyio.CancelScope) -> None:
        """One lease keeps; when it leaves, the next one takes over."""
        with scope:
            async with self._keeping:
                while True:
                    if self._link is not None:
                        await self._link.wait_lost()
                        self._backoff.stood(anyio.current_time() - (self._since or 0.0))
                        self._fault = lost(self.login, self._link.why)
                        self._link = None
                    await self._again()

    async def _again(self) -> None:
        await self._sleep(self._backoff.seconds())
        try:
            await self._connect()
        except (DeviceFault, UsageError) as fault:
            # Also what no new attempt will mend by itself: people mend it while the run goes on.
            self._fault = fault

    async def _connect(self) -> None:
        await dialing.wait_for_turn()
        self._link = await connect(self.login, self._options)
        self._since = anyio.current_time()
        self._fault = None


class Lease:
    """The right to use a farm for as long as a block lasts."""

    def __init__(self, host: FarmHost, group: TaskGroup) -> None:
        self.ended = False
        self._host = host
        self._group = group

    def reach(self, port: int) -> OpenConnection:
        """The way to an adb server on the farm's loopback interface."""

        async def reach(make: Callable[[], SmartStream]) -> SmartStream:
            opened: asyncio.Future[SmartStream] = asyncio.get_running_loop().create_future()
            if self.ended:
                raise FarmLost(f"{self._host.login}: the devices of the farm were closed on our side")
            link = self._host.link
            self._group.start_soon(_open, link, make, port, opened)
            try:
                return await opened
            except asyncio.CancelledError:
                if opened.done() and not opened.cancelled() and opened.exception() is None:
                    opened.result().close()
                raise

        return reach


async def _open(link: Link, make: Callable[[], SmartStream], port: int, opened: asyncio.Future[SmartStream]) -> None:
    """Opens a channel in its own task, so that a caller's deadline cannot leave a channel behind unclosed."""
    try:
        stream = await link.open(make, port)
    except (DeviceFault, OSError) as fault:
        if not opened.done():
            opened.set_exception(fault)
        return
    except asyncio.CancelledError:
        opened.cancel()
        raise
    if opened.done():
        stream.close()
    else:
        opened.set_result(stream)


@asynccontextmanager
async def open_server(farm: Farm, hosts: Hosts | None, deadlines: Deadlines | None) -> AsyncIterator[AdbServer]:
    """The adb server of a farm, for the length of a block. Raises as `link.connect` does."""
    if hosts is None:
        try:
            hosts = _SHARED.get()
        except LookupError:
            hosts = Hosts()
            _SHARED.set(hosts)
    async with hosts.lease(farm.login) as lease:
        yield AdbServer(lease.reach(farm.adb_port), str(farm.login), deadlines)


@asynccontextmanager
async def open_farm(
    farm: Farm, hosts: Hosts | None, deadlines: Deadlines | None
) -> AsyncIterator[tuple[AdbDevice, ...]]:
    """The devices that a URI means, for the length of a block. Raises as `adapters.ssh.open_ssh` says."""
    async with open_server(farm, hosts, deadlines) as server, open_devices(server, farm.serial) as devices:
        for device in devices:
            # The server's name is no URI where its port has to be told too.
            serial = device.info.uri.removeprefix(f"{server.name}/")
            device.info = replace(device.info, uri=farm.uri(serial))
        yield devices
