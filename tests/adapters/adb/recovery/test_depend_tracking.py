"""An adb server that is restarted under us: the list of its devices resumes, its devices return."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import anyio
import pytest
from anyio.abc import SocketAttribute, TaskStatus

from adapters.adb.framing.smart_wire import Target
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import dial_smart
from adapters.adb.servers.tracking import follow_devices
from adapters.adb.transport.server_errors import ServerAbsent
from adapters.faults.proxy import open_proxy
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceRefused, DeviceTimeout
from tests.support.fakeserver import FakeServer, hex4, serving


@asynccontextmanager
async def running(fake: FakeServer, port: int = 0) -> AsyncIterator[int]:
    """The fake on a port, with all its connections gone at the end."""
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=port, reuse_port=True)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, fake.serve)
        yield int(listener.extra(SocketAttribute.local_port))
        tasks.cancel_scope.cancel()


async def listed(fake: FakeServer, *rows: str) -> None:
    """Set the device list of the fake server from now on."""
    fake.answers["host:track-devices"] = b"OKAY" + hex4("".join(f"{row}\n" for row in rows))


@pytest.mark.failure_mode(12)
async def test_a_tracker_outlives_its_server():
    """Restarted, with another device: the old list, an empty one, the new one; nothing twice, no task dies."""
    first, second = FakeServer({}), FakeServer({})
    await listed(first, "A\tdevice")
    await listed(second, "A\tdevice", "B\tdevice")
    waits: list[float] = []
    asleep = anyio.create_memory_object_stream[None](0)
    wake = anyio.Event()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 1:
            await asleep[0].send(None)
            await wake.wait()
        else:
            await anyio.lowlevel.checkpoint()

    seen: list[tuple[str, ...]] = []

    async def follow(server: AdbServer, *, task_status: TaskStatus[None]) -> None:
        async with follow_devices(server, pace=BackoffPolicy(first=1.0), random=Random(1), sleep=sleep) as lists:
            async for rows in lists:
                seen.append(tuple(row.serial for row in rows))
                if len(seen) == 1:
                    task_status.started()
                if len(seen) == 3:
                    return

    with anyio.fail_after(20):
        async with asleep[0], asleep[1], anyio.create_task_group() as group:
            async with running(first) as port:
                await group.start(follow, AdbServer.tcp("127.0.0.1", port))
            await asleep[1].receive()
            async with running(second, port):
                wake.set()
                while len(seen) < 3:
                    await anyio.lowlevel.checkpoint()
    assert seen == [("A",), (), ("A", "B")]
    assert 0.5 <= waits[0] <= 1.0


QUESTIONS: dict[str, Callable[[AdbServer], Awaitable[Any]]] = {
    "version": lambda server: server.version(),
    "host features": lambda server: server.host_features(),
    "devices": lambda server: server.devices(),
    "features": lambda server: server.features(Target("X")),
    "state": lambda server: server.get_state(Target("X")),
    "forwards": lambda server: server.forwards(),
    "a device": lambda server: dial_smart(server, Target("X")),
}


@pytest.mark.failure_mode(1)
@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_server_that_hangs_is_not_waited_for_like_a_command(question: str):
    """Requests that a server answers by itself fail early; another server on the same loop answers meanwhile."""
    mute, well = FakeServer({}, otherwise=None), FakeServer({"host:version": b"OKAY" + hex4("0029")})
    async with (
        serving(mute, Deadlines(open=0.3, progress=60, command=60)) as stuck,
        serving(well) as server,
        anyio.create_task_group() as group,
    ):

        async def ask() -> None:
            with anyio.fail_after(20), pytest.raises(DeviceTimeout, match="the server hangs"):
                await QUESTIONS[question](stuck)

        group.start_soon(ask)
        for _ in range(20):
            assert await server.version() == 41


@pytest.mark.failure_mode(12)
async def test_a_reset_under_a_tracker_is_no_crash():
    """RST instead of an end: the list is empty for a moment, then it is tracked anew over a new connection."""
    fake = FakeServer({})
    await listed(fake, "A\tdevice")
    seen: list[int] = []
    async with running(fake) as port, open_proxy(port) as relay:
        server = AdbServer.tcp("127.0.0.1", relay.port)
        with anyio.fail_after(20):
            async with follow_devices(server, pace=BackoffPolicy(first=0.001)) as lists:
                async for rows in lists:
                    seen.append(len(rows))
                    if len(seen) == 5:
                        break
                    if rows:
                        relay.reset()
    assert seen == [1, 0, 1, 0, 1]
    assert len(relay.dials) == 3


async def test_a_server_that_stays_away_is_asked_less_and_less_often():
    """One empty list, then only waits that grow."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 8:
            await anyio.sleep_forever()
        await anyio.lowlevel.checkpoint()

    async with running(FakeServer({})) as port:
        pass
    server = AdbServer.tcp("127.0.0.1", port)
    with pytest.raises(ServerAbsent):
        await server.version()
    seen: dict[int, int] = {}
    async with anyio.create_task_group() as group:

        async def follow() -> None:
            pace = BackoffPolicy(first=1.0, longest=16.0)
            async with follow_devices(server, pace=pace, random=Random(3), sleep=sleep) as lists:
                async for rows in lists:
                    seen[len(waits)] = len(rows)

        group.start_soon(follow)
        with anyio.fail_after(20):
            while len(waits) < 8:
                await anyio.lowlevel.checkpoint()
        group.cancel_scope.cancel()
    assert seen == {0: 0}
    for number, wait in enumerate(waits):
        ceiling = min(2.0**number, 16.0)
        assert ceiling / 2 <= wait <= ceiling


async def test_a_server_that_refuses_to_track_is_not_asked_again():
    """It would refuse again."""
    fake = FakeServer({"host:track-devices": b"FAIL" + hex4("no such thing")})
    async with serving(fake) as server, follow_devices(server) as lists:
        with pytest.raises(DeviceRefused, match="no such thing"):
            async for _ in lists:
                pass
    assert fake.connections == 1
