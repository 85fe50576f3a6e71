"""Devices and hosts that do what kills a real adb server, and installs that jam one."""

from __future__ import annotations

import shlex
import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
import anyio.lowlevel
import pytest
from anyio.abc import SocketAttribute, SocketStream

from adapters.adb.daemon.server import MAX_HOSTS, Listener, listen_tcp
from adapters.adb.daemon.services import Stdin
from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.device import connect_smart
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.packets import CLSE, CNXN, HEADER, OKAY, OPEN, VERSION, WRTE, OpenRequested, pack
from adapters.adb.transport.wire import Connection
from runtime.core.errors import DeviceLost
from tests.support.fakeserver import FakeServer, hex4, serving
from tests.support.servicephone import ServicePhone
from tests.support.tinyphone import TinyPhone, TinyResult, blob

LONG = Deadlines(open=20, progress=20, command=20)


def packet(command: int, arg0: int, arg1: int, data: bytes = b"") -> bytes:
    """A packet as it travels."""
    return pack(command, arg0, arg1, (data,), checked=True) + data


def too_much(command: int = WRTE) -> bytes:
    """The header of a packet beyond all limits."""
    return HEADER.pack(command, 1, 1, 0xFFFFFFF0, 0, command ^ 0xFFFFFFFF)


# -- 22: rogue devices ------------------------------------------------------------------------------------------------

OPENED_UNASKED = b"".join(packet(OPEN, number, 0, b"tcp:5037\0") for number in range(1000, 1300))
HARMLESS = {
    "a service is opened": packet(OPEN, 7, 0, b"tcp:5037\0"),
    "a shell is opened": packet(OPEN, 7, 0, b"shell:id\0"),
    "one is opened that has no name": packet(OPEN, 7, 0, b"\0"),
    "one is opened as number zero": packet(OPEN, 0, 0, b"tcp:1\0"),
    "hundreds are opened": OPENED_UNASKED,
    "data for nobody": packet(WRTE, 99, 99, b"x" * 1000) + packet(OKAY, 99, 99) + packet(CLSE, 99, 99),
    "an unknown command": packet(0x58585858, 1, 2, b"?"),
}
DEADLY = {
    "it starts anew": packet(CNXN, VERSION, 1 << 20, b"device::features=shell_v2"),
    "a packet of four gigabytes": too_much(),
}


class Rogue:
    """A device that runs `echo` and sends `evil` in between on request; `heard` is everything it received."""

    def __init__(self, evil: bytes) -> None:
        self.evil = evil
        self.heard = b""
        self._host: SocketStream | None = None

    async def serve(self, host: SocketStream) -> None:
        """One connection."""
        device = Connection("device", Banner("device", {}, ("shell_v2",)).encode())
        self._host = host
        async with host:
            try:
                async for data in host:
                    self.heard += data
                    for event in device.receive(data):
                        if isinstance(event, OpenRequested):
                            device.accept(event.stream)
                            if event.service.endswith("echo"):
                                device.write(event.stream, b"\x01\x03\0\0\0hi\n\x03\x01\0\0\0\0")
                    while device.outgoing:
                        await host.send(bytes(device.outgoing.popleft()))
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                pass

    async def strike(self) -> None:
        """Send it."""
        assert self._host is not None
        await self._host.send(self.evil)


@asynccontextmanager
async def rogue(evil: bytes) -> AsyncIterator[tuple[Rogue, AdbConnection]]:
    """It, and a host that is connected to it."""
    device = Rogue(evil)
    listening = await anyio.create_tcp_listener(local_host="127.0.0.1")
    async with listening, anyio.create_task_group() as tasks:
        tasks.start_soon(listening.serve, device.serve)
        async with connect_tcp("127.0.0.1", listening.extra(SocketAttribute.local_port), LONG) as connection:
            yield device, connection
        tasks.cancel_scope.cancel()


@pytest.mark.failure_mode(22)
@pytest.mark.parametrize("what", HARMLESS)
async def test_what_a_device_does_unasked_is_refused_and_no_more(listener: Listener, what: str):
    """§5.22: unrequested or unknown streams are refused; all other streams continue."""
    async with rogue(HARMLESS[what]) as (device, connection), connect_tcp("127.0.0.1", listener.port) as sibling:
        waiting = await connection.open("shell:wait")
        for _ in range(3):
            await device.strike()
            assert (await connection.shell("echo")).stdout == b"hi\n"
            assert (await sibling.shell("echo on")).stdout == b"on\n"
        assert not waiting.ended
    opened = [number for number in (7, 1000, 1299) if packet(OPEN, number, 0, b"tcp:5037\0") in HARMLESS[what]]
    assert all(device.heard.count(struct.pack("<3I", CLSE, 0, number)) == 3 for number in opened)


@pytest.mark.failure_mode(22)
@pytest.mark.parametrize("what", DEADLY)
async def test_a_device_that_breaks_its_connection_breaks_no_other(listener: Listener, what: str):
    """§5.22: a greeting in the middle, a length beyond all limits: what runs there is lost, others don't notice."""
    async with rogue(DEADLY[what]) as (device, connection), connect_tcp("127.0.0.1", listener.port) as sibling:
        running = await sibling.open("shell:cat")
        waiting = await connection.open("shell:wait")
        await device.strike()
        with anyio.fail_after(10), pytest.raises(DeviceLost, match=r"greeted anew|most is"):
            await waiting.receive()
        assert not running.ended
        assert (await sibling.shell("echo on")).stdout == b"on\n"


# -- 22: rogue hosts --------------------------------------------------------------------------------------------------

HELLO = packet(CNXN, VERSION, 1 << 20, b"host::features=shell_v2,cmd")
ASKED = (
    "reverse:bogus",
    "reverse:",
    "reverse:forward:tcp:1",
    "host:kill",
    "host:transport:x",
    "kill:",
    "",
    ":",
    "x" * 4000,
)
ROGUES = {
    "services that kill servers": b"".join(
        packet(OPEN, number, 0, name.encode() + b"\0") for number, name in enumerate(ASKED, 1)
    ),
    "a stream of number zero": packet(OPEN, 0, 0, b"shell:echo\0"),
    "one number for two streams": packet(OPEN, 5, 0, b"shell:hang\0") * 2,
    "a thousand streams": b"".join(packet(OPEN, number, 0, b"shell:cat\0") for number in range(1, 1001)),
    "data without a stream": b"".join(packet(kind, 7, 7, b"x" * 40) for kind in (WRTE, OKAY, CLSE)) * 50,
    "data that nobody takes": packet(OPEN, 5, 0, b"shell:hang\0") + packet(WRTE, 5, 1, bytes(1000)) * 100,
    "a greeting again": HELLO * 3,
    "a web page's request": b"POST / HTTP/1.1\r\nHost: phone\r\n\r\n" + HELLO + packet(OPEN, 1, 0, b"shell:kill 1\0"),
    "no ADB at all": b"GET / HTTP/1.1\r\nHost: phone\r\n\r\n" * 5,
    "a packet of four gigabytes": too_much(),
}


@pytest.mark.failure_mode(22)
@pytest.mark.parametrize("what", ROGUES)
async def test_a_host_can_harm_its_own_connection_only(phone: TinyPhone, listener: Listener, what: str):
    """§5.22: what makes real servers abort and daemons stumble: another host's command goes on, new ones start."""
    async with connect_tcp("127.0.0.1", listener.port, LONG) as other:
        running = await other.open("shell,v2,raw:cat")
        for greeting in (HELLO, b""):
            async with await anyio.connect_tcp("127.0.0.1", listener.port) as host:
                await host.send(greeting + ROGUES[what])
                assert (await other.shell("echo on")).stdout == b"on\n"
                await host.send_eof()
                with anyio.fail_after(10):
                    # It has done with all of that when it hangs up in its turn.
                    try:
                        while await host.receive():
                            pass
                    except (anyio.EndOfStream, anyio.BrokenResourceError):
                        pass
        await running.send(b"\0\x02\0\0\0hi\x04\0\0\0\0")
        assert await running.receive() == b"\x01\x02\0\0\0hi\x03\x01\0\0\0\0"
        assert (await other.shell("echo still")).stdout == b"still\n"
    assert not any("kill" in command for command in phone.ran)


@pytest.mark.failure_mode(22)
async def test_connections_beyond_those_that_a_phone_takes_are_closed(listener: Listener):
    """§5.22: the earlier ones go on, and when they have left, new ones are taken."""
    async with connect_tcp("127.0.0.1", listener.port) as first:
        with anyio.fail_after(20):
            async with AsyncExitStack() as stack:
                for _ in range(MAX_HOSTS + 20):
                    last = await stack.enter_async_context(await anyio.connect_tcp("127.0.0.1", listener.port))
                with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                    await last.receive()
                assert listener.connections == MAX_HOSTS
                assert (await first.shell("echo on")).stdout == b"on\n"
            while listener.connections > 1:
                await anyio.lowlevel.checkpoint()
        async with connect_tcp("127.0.0.1", listener.port) as another:
            assert (await another.shell("echo on")).stdout == b"on\n"


@pytest.mark.failure_mode(22)
async def test_a_server_that_aborts_costs_what_ran_through_it(listener: Listener):
    """§5.22: another tenant has killed it: what ran there ends, direct connections do not notice."""
    fake = FakeServer(
        {"host-serial:x:features": b"OKAY" + hex4("shell_v2"), "host:transport:x": b"OKAY", "shell:wait": b"OKAY"}
    )
    async with connect_tcp("127.0.0.1", listener.port) as direct:
        running = await direct.open("shell:cat")
        async with serving(fake) as server, connect_smart(server, "x") as connection:
            stream = await connection.open("shell:wait")
            async with anyio.create_task_group() as tasks:

                async def wait() -> None:
                    # Without an answer of its own a raw stream just ends: only its reader can know that it is early.
                    assert await stream.receive() == b""

                tasks.start_soon(wait)
                fake.hang_up = lambda request: True
                await stream.send(b"0000")
        assert not running.ended
        assert (await direct.shell("echo on")).stdout == b"on\n"


# -- 19: installs -----------------------------------------------------------------------------------------------------


class Slow(ServicePhone):
    """Reads half of each app and then waits: nothing moves any more in that stream."""

    def __init__(self) -> None:
        super().__init__()
        self.stuck = 0
        self.go = anyio.Event()

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        words = shlex.split(command)
        if words[:3] != ["cmd", "package", "install"]:
            return await super().shell(command, stdin)
        half = int(words[words.index("-S") + 1]) // 2
        first = await stdin.read_exactly(half)
        self.stuck += 1
        await self.go.wait()
        data = first + await stdin.read_exactly(half)
        self.installed.append(data)
        return TinyResult(b"Success\n")


@pytest.mark.failure_mode(19)
async def test_twenty_installs_that_jam_hold_up_nobody():
    """§5.19: while all installs hang amid their bytes, commands and files pass; then each app is complete."""
    phone = Slow()
    apps = [b"PK" + blob(f"app{number} 3000000") for number in range(20)]
    async with (
        listen_tcp("127.0.0.1", 0, phone) as listener,
        connect_tcp("127.0.0.1", listener.port, LONG) as connection,
        anyio.create_task_group() as tasks,
    ):
        for app in apps:
            tasks.start_soon(connection.packages.install, app)
        with anyio.fail_after(30):
            while phone.stuck < len(apps):
                assert (await connection.shell("echo hi")).stdout == b"hi\n"
        for number in range(20):
            assert (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()
            await connection.files.push(blob("f 500000"), "/sdcard/f")
            assert await connection.files.pull("/sdcard/f") == blob("f 500000")
        assert phone.installed == []
        phone.go.set()
    assert sorted(phone.installed) == sorted(apps)
