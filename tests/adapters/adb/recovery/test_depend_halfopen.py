"""Connections that are dead and don't know it: found out within a deadline, and paid for once."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.device import AdbDevice
from adapters.adb.framing.smart_wire import Target
from adapters.adb.host.client import AdbConnection, dial_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.device import dial_smart
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.actions import Tap
from runtime.core.errors import DeviceFault, DeviceLost, DeviceTimeout
from runtime.plugins.protocols import DeviceInfo, Need
from tests.support.fakeserver import FakeServer, hex4, serving
from tests.support.tinyphone import TinyPhone

PATIENT = Deadlines(open=20, progress=20, command=20)
HASTY = Deadlines(open=0.4, progress=0.4, command=0.4)
"""Of the connection that is going to die. Whatever is dialled later has time, however busy this computer is."""
FRAME: frozenset[Need] = frozenset({"frame"})
Errand = Callable[[AdbDevice], Awaitable[Any]]
ERRANDS: dict[str, Errand] = {
    "shell": lambda device: device.shell("echo x"),
    "perform": lambda device: device.perform(Tap(1, 1)),
    "frame": lambda device: device.capture(FRAME),
    "tree": lambda device: device.capture(frozenset({"tree"})),
    "open": lambda device: device.open("shell:echo x"),
    "probe": lambda device: device.probe(),
}


@asynccontextmanager
async def far(
    deadlines: Deadlines = PATIENT, later: Deadlines = PATIENT, **options: Any
) -> AsyncIterator[tuple[AdbDevice, FaultProxy]]:
    """A device behind a network; its first connection has those deadlines."""
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as listener, open_proxy(listener.port) as relay:

        async def dial() -> AdbConnection:
            return await dial_tcp("127.0.0.1", relay.port, later)

        found = await AdbDevice.connect(f"tcp://127.0.0.1:{relay.port}", dial)
        first = await found.connection()
        first.deadlines = deadlines
        device = AdbDevice(found.info, dial, connection=first, **options)
        try:
            yield device, relay
        finally:
            await device.aclose()


@pytest.mark.failure_mode(6)
@pytest.mark.parametrize("errand", ERRANDS)
async def test_a_link_that_drops_packets_costs_one_deadline(errand: str):
    """No FIN, no RST: the operation ends with DeviceTimeout, and when the network is back the next one just works."""
    async with far(HASTY, Deadlines(open=2, progress=5, command=5), sign=0.5) as (device, relay):
        relay.freeze()
        with anyio.fail_after(10), pytest.raises(DeviceTimeout):
            await ERRANDS[errand](device)
        relay.thaw()
        with anyio.fail_after(10):
            await device.shell("echo back")
            await ERRANDS[errand](device)


async def test_who_waited_in_vain_once_waits_less_the_second_time():
    """A suspect connection must give a sign of life within a fraction of what a command may take, or is hung up."""
    async with far(Deadlines(open=20, progress=20, command=0.5), sign=0.5) as (device, relay):
        relay.freeze()
        with pytest.raises(DeviceTimeout):
            await device.shell("echo x")
        suspect = device._connection
        with anyio.fail_after(10):
            async with anyio.create_task_group() as group:
                group.start_soon(device.shell, "echo y")
                while suspect is not None and not suspect.closed:
                    await anyio.lowlevel.checkpoint()
                relay.thaw()
        assert device._connection is not suspect
        assert len(relay.dials) == 2


async def test_a_slow_command_does_not_cost_the_connection():
    """Only the command hung: the device gives its sign of life, and everything else on the connection goes on."""
    async with far(sign=20) as (device, relay):
        files = await device.open("sync:")
        connection = await device.connection()
        connection.deadlines = HASTY
        with pytest.raises(DeviceTimeout, match="finish 'hang'"):
            await device.shell("hang")
        connection.deadlines = PATIENT
        assert (await device.shell("echo still")).stdout == b"still\n"
        await files.send(b"STAT\x07\0\0\0/sdcard")
        assert (await files.receive(4)) == b"STAT"
        assert len(relay.dials) == 1


async def test_a_cancelled_wait_makes_suspect_too():
    """Whoever sets a deadline from outside finds a wedged device as well: the next use looks at it first."""
    async with far(sign=0.5) as (device, relay):
        relay.freeze()
        with anyio.move_on_after(0.1):
            await device.shell("echo x")
        wedged = await listening(relay)
        with anyio.fail_after(10):
            assert (await device.shell("echo new")).stdout == b"new\n"
        assert wedged == 1
        assert len(relay.dials) == 2


async def listening(relay: FaultProxy) -> int:
    """Let only new connections through: those that stand stay frozen for ever."""
    stuck = relay.connected
    relay.frozen = False
    return stuck


async def test_long_idleness_makes_doubtful():
    """A connection that was not used for a while is checked before use, even without errors."""
    async with far(sign=1, idle=0.0) as (device, relay):
        assert (await device.shell("echo same")).stdout == b"same\n"
        assert len(relay.dials) == 1
        relay.freeze()
        dead = device._connection
        async with anyio.create_task_group() as group:
            group.start_soon(device.shell, "echo x")
            with anyio.fail_after(10):
                while dead is not None and not dead.closed:
                    await anyio.lowlevel.checkpoint()
            relay.thaw()
        assert len(relay.dials) >= 2


async def test_a_stream_that_was_lent_keeps_the_connection_from_doubt():
    """Copying a large file through a raw stream counts as use of the connection."""
    async with far(sign=20, idle=0.0) as (device, relay):
        stream = await device.open("sync:")
        device._liveness_timeout = 0.2
        relay.freeze()
        async with anyio.create_task_group() as group:
            group.start_soon(device.shell, "echo x")
            with anyio.move_on_after(0.6):
                await stream.receive(1)
            assert not (await device.connection()).closed
            relay.thaw()
        assert len(relay.dials) == 1
        await stream.aclose()


@pytest.mark.failure_mode(6)
async def test_a_peer_that_never_reads_is_found_out():
    """Its socket takes nothing any more: writing a large file ends with DeviceTimeout, however much was buffered."""
    async with far(HASTY) as (device, relay):
        connection = await device.connection()
        relay.freeze()
        with anyio.fail_after(10), pytest.raises(DeviceTimeout):
            await connection.files.push(bytes(64 << 20), "/sdcard/large")
        relay.thaw()


@pytest.mark.failure_mode(12)
@pytest.mark.parametrize("errand", [name for name in ERRANDS if name != "probe"])
async def test_a_reset_is_a_lost_device_and_the_next_use_dials_anew(errand: str):
    """RST in the middle: DeviceLost at once, and a fresh connection at the next use."""
    async with far() as (device, relay):
        relay.freeze()
        async with anyio.create_task_group() as group:
            group.start_soon(fails, ERRANDS[errand], device)
            await anyio.lowlevel.checkpoint()
            await anyio.lowlevel.checkpoint()
            relay.reset()
        relay.thaw()
        with anyio.fail_after(10):
            assert (await device.shell("echo back")).stdout == b"back\n"
        assert len(relay.dials) == 2


async def fails(errand: Errand, device: AdbDevice) -> None:
    """It must."""
    with anyio.fail_after(10), pytest.raises((DeviceLost, DeviceTimeout)):
        await errand(device)


@pytest.mark.failure_mode(5)
async def test_a_frozen_device_behind_a_healthy_server_is_not_believed():
    """The server lists `device` and accepts requests: only the first operation waits for its whole deadline."""
    fake = FakeServer(
        {
            "host-serial:X:features": b"OKAY" + hex4("shell_v2"),
            "host:transport:X": b"OKAY",
            "shell,v2,raw:echo x": None,
            "sync:": None,
        }
    )
    async with serving(fake, Deadlines(open=20, progress=20, command=0.5)) as server:
        info = DeviceInfo("X", "adb://x/X", (8, 8))
        device = AdbDevice(info, lambda: dial_smart(server, Target("X")), sign=0.1)
        with pytest.raises(DeviceTimeout, match=r"did not (finish|answer)"):
            await device.shell("echo x")
        for _ in range(2):
            with anyio.fail_after(10), pytest.raises(DeviceTimeout, match=r"no sign of life within 0\.1 s"):
                await device.shell("echo x")
        assert fake.asked.count("shell,v2,raw:echo x") == 1
        fake.answers["sync:"] = b"OKAY"
        fake.answers["shell,v2,raw:echo x"] = b"OKAY" + b"\3\1\0\0\0\0"
        with anyio.fail_after(10):
            assert (await device.shell("echo x")).exit == 0
        await device.aclose()


async def test_neighbours_of_a_wedged_device_feel_nothing():
    """One of three links is dead; the other two do a hundred commands meanwhile."""
    async with (
        far() as (wedged, relay),
        far() as (item, _),
        far() as (two, _),
    ):
        relay.freeze()
        async with anyio.create_task_group() as group:
            group.start_soon(wedged.shell, "echo never")
            async with anyio.create_task_group() as busy:
                for device in (item, two):
                    for number in range(50):
                        busy.start_soon(device.shell, f"echo {number}")
            group.cancel_scope.cancel()


async def test_sockets_to_other_computers_are_kept_alive():
    """The kernel asks after twenty seconds of silence, not after two hours, and bears no silence on what was sent."""
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as listener:
        connection = await dial_tcp("127.0.0.1", listener.port)
        assert isinstance(connection, AdbConnection)
        transport = connection._link.multiplexer.transport
        assert transport is not None
        extra_info = transport.get_extra_info("socket")
        assert extra_info.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert extra_info.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 20
        assert extra_info.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000
        await connection.aclose()


async def test_a_device_that_vanished_for_good_is_a_fault_not_a_hang():
    """The probe reports it, both if nothing listens and if nothing answers."""
    async with far(later=Deadlines(open=1, progress=5, command=5), sign=0.5) as (device, relay):
        relay.freeze()
        relay.mute = 10
        with anyio.fail_after(10), pytest.raises(DeviceFault):
            await device.probe()
        relay.thaw()
        relay.mute = 0
        await device.probe()
