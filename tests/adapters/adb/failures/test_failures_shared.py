"""One real adb server that several workers use, each with a phone of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection, connect_smart
from runtime.core.errors import DeviceLost, DeviceTimeout
from tests.adapters.adb.servers.realserver import real_server
from tests.support.tinyphone import TinyPhone


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[AdbServer]:
    """A server of our own; it takes three seconds to start."""
    async with real_server(tmp_path) as port:
        yield AdbServer.tcp("127.0.0.1", port)


async def _lost(session: SmartConnection) -> None:
    """A command that runs until its connection breaks."""
    with pytest.raises(DeviceLost):
        await session.shell("hang")


@pytest.mark.failure_mode(3)
async def test_whatever_happens_to_one_session_the_other_one_goes_on(server: AdbServer):
    """§5.3: it is given up, times out, is closed, its phone drops and is forgotten: the neighbour's stream flows on."""
    async with (
        listen_tcp("127.0.0.1", 0, unlucky_phone := TinyPhone("unlucky")) as first,
        listen_tcp("127.0.0.1", 0, TinyPhone("lucky")) as second,
    ):
        unlucky, lucky = [await server.connect(f"127.0.0.1:{listener.port}") for listener in (first, second)]
        async with connect_smart(server, str(lucky)) as neighbour, neighbour.ports.forward("tcp:1") as forward:
            running = await neighbour.open("shell,v2,raw:cat")
            async with connect_smart(server, str(unlucky)) as session:
                with anyio.move_on_after(0.2):
                    await session.shell("hang")
                with pytest.raises(DeviceTimeout):
                    await session.shell("hang", deadline=0.2)
                await session.open("shell:cat")
                before = unlucky_phone.ran.count("hang")
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(_lost, session)
                    with anyio.fail_after(30):
                        while unlucky_phone.ran.count("hang") == before:
                            await anyio.lowlevel.checkpoint()
                    first.hang_up()
            await server.disconnect(str(unlucky))
            assert not running.ended
            await running.send(b"\0\x02\0\0\0hi\x04\0\0\0\0")
            received = b""
            while piece := await running.receive(deadline=10):
                received += piece
            assert received == b"\x01\x02\0\0\0hi\x03\x01\0\0\0\0"
            assert [(item.serial, item.local) for item in await server.forwards()] == [(str(lucky), forward)]
        assert [row.serial for row in await server.devices()] == [str(lucky)]


@pytest.mark.failure_mode(3)
async def test_a_server_that_somebody_kills_is_lost_and_not_replaced(server: AdbServer, tmp_path: Path):
    """§5.3: another program ends it: what ran is lost, what is asked next says so; we start none in its place."""
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as listener:
        target = await server.connect(f"127.0.0.1:{listener.port}")
        async with connect_smart(server, str(target)) as session:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_lost, session)
                await session.shell("echo")
                port = int(server.name.rpartition(":")[2])
                async with await anyio.connect_tcp("127.0.0.1", port) as other_program:
                    await other_program.send(b"0009host:kill")
                    assert await other_program.receive() == b"OKAY"
            with pytest.raises(DeviceLost):
                await session.shell("echo")
            with pytest.raises(OSError, match=r"attempts|refused"):
                await anyio.connect_tcp("127.0.0.1", port)
