"""Probes of the layers between the generator and its devices, all the time while a load test runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

import anyio

from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.dial import dial
from adapters.farm.results.histogram import Latencies
from adapters.farm.results.layers import LoopLog, ProbeLog, Route
from runtime.core.errors import DeviceFault

_LOOP_PERIOD: Final = 0.02
_SERVER_PERIOD: Final = 0.1


class Probes:
    """The probes of a load test, one log for each layer of each way.

    `lags` are the times by which the event loop was late for timers.
    """

    def __init__(self) -> None:
        self.loop = LoopLog()
        self._servers: dict[str, tuple[AdbServer, ProbeLog, ProbeLog]] = {}
        self.lags = Latencies(2)

    def route(self, server: AdbServer | None) -> Route:
        """Return the route of a device: behind that adb server, or connected directly."""
        if server is None:
            return Route(self.loop)
        _, network, served = self._servers.setdefault(server.name, (server, ProbeLog(), ProbeLog()))
        return Route(self.loop, network, served)

    def means(self) -> Mapping[str, tuple[float, float]]:
        """Return for each adb server the mean times in seconds of a connection to it, and of a reply from it."""
        return {name: (network.mean, served.mean) for name, (_, network, served) in self._servers.items()}

    async def run(self) -> None:
        """Probe until cancelled."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._watch_loop)
            for server, network, served in self._servers.values():
                group.start_soon(self._watch_network, server, network)
                group.start_soon(self._watch_server, server, network, served)

    async def _watch_loop(self) -> None:
        """Note by how much a timer is late."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + _LOOP_PERIOD
            self.loop.late.begin(due)
            await anyio.sleep(_LOOP_PERIOD)
            woke = clock()
            self.loop.add(due, woke, _LOOP_PERIOD)
            self.lags.add(max(woke - due, 0.0))

    async def _watch_network(self, server: AdbServer, network: ProbeLog) -> None:
        """Connect to an adb server, again and again."""

        async def connect() -> None:
            stream = await dial(server.open_connection, server.name, server.deadlines.open)
            stream.close()

        while True:
            await self._probe(network, connect)

    async def _watch_server(self, server: AdbServer, network: ProbeLog, served: ProbeLog) -> None:
        """Ask an adb server for its version, again and again; what is not the network's time is the server's.

        The network is probed beside it, and not in turn: while it hangs, so does this.
        """

        async def ask() -> None:
            await server.version()

        while True:
            await self._probe(served, ask, less=2 * network.mean)

    async def _probe(self, log: ProbeLog, ask: Callable[[], Awaitable[None]], less: float = 0.0) -> None:
        """Note how long something takes, without what the loop had of it and `less` seconds; then pause."""
        clock = asyncio.get_running_loop().time
        began = clock()
        log.begin(began)
        with suppress(DeviceFault):  # what fails counts with its time
            await ask()
        ended = clock()
        log.end(began, max(ended - began - self.loop.part(began, ended, ended) - less, 0.0))
        await anyio.sleep(_SERVER_PERIOD)
