"""The sandboxes of episodes in one process, in front of the bare device: nothing else goes on in its loop.

`python -m benchmarks.speed.sandbox_process PORT COUNT` prints the ports of its endpoints and its number as JSON and
ends with its standard input. Each has a connection of its own to the device, and is sniffed as in an episode.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import AsyncExitStack

import anyio
import anyio.to_thread

from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.wire.endpoint import endpoint
from adapters.agents.external.wire.server_protocol import VisibleDevice
from benchmarks.speed import adb_packets
from runtime.core.actions import Decision
from runtime.core.tasks import Brief
from runtime.plugins.protocols import ByteStream, Observation


class _Playing:
    """A session whose screen costs nothing to look at: what is measured is the way to the device."""

    brief = Brief("", (adb_packets.WIDTH, adb_packets.HEIGHT), 25, False)

    def __init__(self, connection: AdbConnection) -> None:
        self._connection = connection

    async def observe(self) -> Observation:
        return Observation(0, None, None)

    async def step(self, decision: Decision) -> Observation:
        return Observation(0, None, None)

    async def witness(self, decision: Decision) -> Observation:
        return Observation(0, None, None)

    async def open(self, service: str) -> ByteStream:
        return await self._connection.open(service)


async def serve(device: int, count: int) -> None:
    """Until the standard input ends."""
    async with anyio.create_task_group() as tasks:
        async with AsyncExitStack() as stack:
            ports = []
            for _ in range(count):
                session = _Playing(await stack.enter_async_context(connect_tcp("127.0.0.1", device)))
                sniffer = Sniffer(session)
                tasks.start_soon(sniffer.run)
                shown = VisibleDevice(adb_packets.SERIAL, tuple(adb_packets.FEATURES.split(",")))
                server = await stack.enter_async_context(endpoint(session.open, shown, sniffer.watch))
                ports.append(server.port)
            print(json.dumps({"endpoints": ports, "process": os.getpid()}), flush=True)
            await anyio.to_thread.run_sync(sys.stdin.read)
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(serve, int(sys.argv[1]), int(sys.argv[2]))
