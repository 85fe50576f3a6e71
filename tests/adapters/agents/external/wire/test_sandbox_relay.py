"""Bytes through the private adb server arrive complete and in order, in both directions."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import anyio
import pytest

from adapters.adb.device import AdbDevice
from adapters.adb.host.client import connect_tcp
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.wire.device_port import device_port
from adapters.agents.external.wire.endpoint import endpoint
from adapters.agents.external.wire.features import visible_device
from runtime.core.actions import Tap
from runtime.core.errors import DeviceLost
from runtime.plugins.protocols import Device, DeviceInfo
from tests.support.sandboxlab import SERIAL, Noting, ask, asked, sandbox


class Echo:
    """A device's stream that returns what it gets, in random pieces, and limits what it holds."""

    def __init__(self, lot: random.Random) -> None:
        self._lot = lot
        self._held: deque[bytes] = deque()
        self._news = anyio.Event()
        self._open = True

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Returns the next piece."""
        while not self._held:
            if not self._open:
                return b""
            await self._changed()
        data = self._held.popleft()
        count = self._lot.randint(1, min(len(data), max_bytes))
        if data[count:]:
            self._held.appendleft(data[count:])
        self._tell()
        return data[:count]

    async def send(self, data: bytes) -> None:
        """Accepts data when there is room."""
        while len(self._held) > 2:
            await self._changed()
        if not self._open:
            raise DeviceLost("closed")
        self._held.append(data)
        self._tell()

    async def aclose(self) -> None:
        """Ends the stream."""
        self._open = False
        self._tell()

    async def _changed(self) -> None:
        await self._news.wait()

    def _tell(self) -> None:
        self._news.set()
        self._news = anyio.Event()


@pytest.mark.parametrize("seed", range(4))
async def test_what_is_sent_comes_back_whole_whatever_the_pieces(phone: Device, seed: int):
    """Megabytes sent in random pieces come back complete while both directions are used at once."""
    lot = random.Random(seed)
    data = lot.randbytes(12 << 20 if seed else 1)

    async def opened(_: str) -> Echo:
        return Echo(lot)

    with anyio.fail_after(200):
        async with (
            endpoint(opened, visible_device(), Sniffer(Noting(phone)).watch) as server,
            await anyio.connect_tcp("127.0.0.1", server.port) as client,
        ):
            await client.send(asked("host:transport-any") + asked("tcp:1234"))
            back = bytearray()

            async def type_() -> None:
                at = 0
                while at < len(data):
                    count = lot.choice((1, 1000, 70_000, 1 << 20))
                    await client.send(data[at : at + count])
                    at += count

            async with anyio.create_task_group() as tasks:
                tasks.start_soon(type_)
                while len(back) < len(data) + 8:
                    back += await client.receive(lot.choice((7, 65536, 1 << 20)))
    assert back[:8] == b"OKAYOKAY"
    assert back[8:] == data


async def test_a_request_and_its_input_may_come_in_one_go(phone: Device):
    """Bytes sent together with a request belong to its stream."""

    async def opened(_: str) -> Echo:
        return Echo(random.Random(1))

    with anyio.fail_after(200):
        async with (
            endpoint(opened, visible_device(), Sniffer(Noting(phone)).watch) as server,
            await anyio.connect_tcp("127.0.0.1", server.port) as client,
        ):
            await client.send(asked("host:tport:any") + asked("tcp:1234") + b"first")
            await client.send(b" and second")
            back = b""
            while len(back) < 16 + 16:
                back += await client.receive()
    assert back == b"OKAY" + (1).to_bytes(8, "little") + b"OKAY" + b"first and second"


async def test_a_phone_behind_an_adb_server_is_relayed_as_well(phone: Device):
    """A phone behind another adb server works as well, and its actions are recorded."""
    with anyio.fail_after(200):
        async with (
            sandbox(phone) as (farm, _, _),
            connect_smart(AdbServer.tcp("127.0.0.1", farm.port), SERIAL) as connection,
        ):

            async def dial() -> None:
                raise DeviceLost("it is not dialled again")

            info = DeviceInfo("farm-1", "", (1080, 2400))
            device = AdbDevice(info, dial, connection=connection)  # type: ignore[arg-type]
            async with sandbox(device, serial="sandbox-2") as (server, sniffer, session):
                async with connect_smart(AdbServer.tcp("127.0.0.1", server.port), "sandbox-2") as agent:
                    await agent.files.push(bytes(range(256)) * 20_000, "/sdcard/farm.bin")
                    assert await agent.files.pull("/sdcard/farm.bin") == bytes(range(256)) * 20_000
                    assert (await agent.shell("input tap 5 9; exit 3")).exit == 3
                await sniffer.caught_up()
                assert session.actions == [Tap(5, 9)]


async def test_actions_through_both_ports_have_one_order(phone: Device):
    """Actions through the adb server and through the device port are recorded in one common order."""
    session = Noting(phone)
    sniffer = Sniffer(session)
    shown = visible_device(serial=SERIAL)
    with anyio.fail_after(200):
        async with anyio.create_task_group() as tasks:
            async with (
                endpoint(session.open, shown, sniffer.watch) as server,
                device_port(session.open, shown, sniffer.watch) as door,
                connect_tcp("127.0.0.1", door.port) as host,
            ):
                tasks.start_soon(sniffer.run)
                for x in range(0, 60, 20):
                    await host.shell(f"input tap {x} 9")
                    await ask(server.port, "host:transport-any", f"exec:input tap {x + 10} 9")
            sniffer.close()
    assert session.actions == [Tap(x, 9) for x in range(0, 60, 10)]


async def test_an_error_of_the_block_comes_out_as_it_is(phone: Device):
    """An exception in the block is raised unwrapped, and the port can be used again."""
    session = Noting(phone)
    sniffer = Sniffer(session)
    for make in (endpoint, device_port):
        ports: list[int] = []

        async def fail(make: Any = make, ports: list[int] = ports) -> None:
            async with make(session.open, visible_device(), sniffer.watch) as server:
                ports.append(server.port)
                raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            await fail()
        port = ports[0]
        async with make(session.open, visible_device(), sniffer.watch, port=port) as server:
            assert server.port == port
