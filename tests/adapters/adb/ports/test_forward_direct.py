"""Direct connections: permissions of streams, life cycle of rules, cancellation, leaks."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import Listener, listen_unix
from adapters.adb.host.client import AdbConnection, connect_tcp, connect_unix
from adapters.adb.host.sockets import MAX_CLIENTS
from adapters.adb.transport.faults import StreamReset
from adapters.adb.transport.link import Link
from adapters.adb.transport.packets import CNXN, MAX_PAYLOAD, VERSION, pack
from runtime.core.errors import DeviceLost, DeviceRefused
from tests.support.portphone import BLOB, CONTENT, DEAF, ECHO, PortPhone, host_server, port_of, through


@pytest.fixture
async def direct(listener: Listener) -> AsyncIterator[AdbConnection]:
    """One direct connection."""
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        yield connection


def device_link(listener: Listener) -> Link:
    """The device's end of the only connection."""
    (link,) = listener._links
    return link


async def test_what_was_not_asked_is_refused_and_reported(
    direct: AdbConnection, listener: Listener, caplog: pytest.LogCaptureFixture
):
    """Only the very bytes of a rule are opened; anything else is refused, noted, and harms nothing."""
    link = device_link(listener)
    async with host_server(b"hello") as port, direct.ports.reverse("tcp:0", f"tcp:{port}"):
        wanted = [f"tcp:{port} ", f"tcp:0{port}", f"localhost:tcp:{port}", "tcp:22", "shell:id", "\udcff", "x" * 5000]
        with caplog.at_level(logging.WARNING):
            for service in wanted:
                with pytest.raises(DeviceRefused):
                    await link.open(service).opened(10)
        assert direct.ports.refused_services == tuple(text[:1000] for text in wanted)
        assert "which no rule allows" in caplog.text
        stream = link.open(f"tcp:{port}")
        await stream.opened(10)
        assert await stream.receive() == b"hello"
    with pytest.raises(DeviceRefused):
        await link.open(f"tcp:{port}").opened(10)
    assert (await direct.shell("echo on")).stdout == b"on\n"


async def test_clients_of_a_forward_are_bounded(direct: AdbConnection):
    """Those beyond the limit are closed at once; when others have left, there is room again."""
    with anyio.fail_after(60):
        async with direct.ports.forward(ECHO) as name:
            port = port_of(name)
            async with AsyncExitStack() as stack:
                for _ in range(MAX_CLIENTS):
                    await stack.enter_async_context(await anyio.connect_tcp("127.0.0.1", port))
                async with await anyio.connect_tcp("127.0.0.1", port) as last:
                    with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                        await last.receive()
            while True:
                with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
                    async with await anyio.connect_tcp("127.0.0.1", port) as client:
                        await client.send(b"room")
                        assert await client.receive() == b"room"
                        break


async def test_a_thousand_unasked_streams_leave_nothing(direct: AdbConnection, listener: Listener):
    """All are refused, a few are remembered, and the connection is as good as before."""
    link = device_link(listener)
    for number in range(1000):
        with pytest.raises(DeviceRefused):
            await link.open(f"tcp:{number}").opened(10)
    assert len(direct.ports.refused_services) == 16
    assert not direct._link._streams
    assert (await direct.shell("echo on")).stdout == b"on\n"


async def test_rules_end_with_the_connection_that_made_them(phone: PortPhone, listener: Listener):
    """Another host sees a rule, may not take it over by accident, and finds it gone when its owner has left."""
    async with connect_tcp("127.0.0.1", listener.port) as connection, connect_tcp("127.0.0.1", listener.port) as two:
        assert await connection.ports.start_reverse("tcp:7200", "tcp:1") == "tcp:7200"
        (rule,) = await two.ports.reverses()
        assert (rule.serial, rule.local, rule.remote) == ("host-1", "tcp:7200", "tcp:1")
        with pytest.raises(DeviceRefused, match="cannot rebind existing socket"):
            await two.ports.start_reverse("tcp:7200", "tcp:2")
        assert await two.ports.start_reverse("tcp:7300", "tcp:2") == "tcp:7300"
        await connection.aclose()
        with anyio.fail_after(10):
            while [rule.local for rule in await two.ports.reverses()] != ["tcp:7300"]:
                await anyio.lowlevel.checkpoint()
        await two.ports.kill_reverses()
        assert await two.ports.reverses() == ()
        # What the phone's own programs listen on is no rule.
        assert phone.ports.find(ECHO) is not None


async def test_rules_end_when_their_host_starts_anew(direct: AdbConnection, phone: PortPhone):
    """A second greeting resets the connection, as for a real daemon: the rule is gone, the connection is good."""
    await direct.ports.start_reverse("tcp:7200", "tcp:1")
    transport, banner = direct._link.multiplexer.transport, direct._link.wire._banner
    assert transport is not None
    transport.write(pack(CNXN, VERSION, MAX_PAYLOAD, (banner,)) + banner)
    with anyio.fail_after(10):
        while phone.ports.find("tcp:7200") is not None:
            await anyio.lowlevel.checkpoint()
    with suppress(StreamReset):
        # The device's own greeting, which answers ours, may end a first request.
        await direct.ports.reverses()
    assert await direct.ports.reverses() == ()


async def test_two_phones_have_a_port_each(tmp_path: Path):
    """The same port in two phones leads to two places, at the same time."""
    phones = PortPhone("a"), PortPhone("b")
    async with (
        listen_unix(tmp_path / "a", phones[0]),
        listen_unix(tmp_path / "b", phones[1]),
        connect_unix(tmp_path / "a") as first,
        connect_unix(tmp_path / "b") as second,
        host_server(b"first") as number,
        host_server(b"second") as two,
        first.ports.reverse("tcp:7000", f"tcp:{number}"),
        second.ports.reverse("tcp:7000", f"tcp:{two}"),
        phones[0].ports.connect("tcp:7000") as here,
        phones[1].ports.connect("tcp:7000") as there,
    ):
        assert (await here.receive(), await there.receive()) == (b"first", b"second")


async def test_local_ends_may_be_unix_sockets(direct: AdbConnection, phone: PortPhone, tmp_path: Path):
    """A forward may listen at a path or an abstract name, and a reverse may end there."""
    name = f"localabstract:ports-{os.getpid()}"
    for local in (f"localfilesystem:{tmp_path / 'socket'}", name):
        async with (
            direct.ports.forward(ECHO, local) as bound,
            direct.ports.reverse("localabstract:app", bound) as remote,
            phone.ports.connect(remote) as app,
        ):
            assert bound == local
            await app.send(b"round")
            assert await app.receive() == b"round"


@pytest.mark.parametrize("local", ["tcp:", "tcp:x", "tcp:70000", "tcp:-1", "udp:1", "local:", "", "localabstract:a;b"])
async def test_what_is_no_local_end_is_refused_before_the_device_is_asked(direct: AdbConnection, local: str):
    """The sentence says what can be written; the device has no rule."""
    with pytest.raises(DeviceRefused, match="write tcp:PORT"):
        async with direct.ports.forward(ECHO, local):
            pass
    with pytest.raises(DeviceRefused, match="write tcp:PORT"):
        async with direct.ports.reverse("tcp:0", local):
            pass
    assert await direct.ports.reverses() == ()


async def test_a_device_that_goes_ends_its_forwards_connections(direct: AdbConnection, listener: Listener):
    """Clients see the end; the block ends without an error of its own."""
    async with host_server() as port, direct.ports.reverse("tcp:0", f"tcp:{port}"), direct.ports.forward(ECHO) as local:
        async with await anyio.connect_tcp("127.0.0.1", port_of(local)) as client:
            await client.send(b"x")
            assert await client.receive() == b"x"
            listener.hang_up()
            with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)), anyio.fail_after(10):
                await client.receive()
        assert await through(port_of(local), b"", half_close=True) == b""
    with pytest.raises(DeviceLost):
        await direct.shell("echo")


async def test_a_block_that_raises_raises_just_that(direct: AdbConnection):
    """No exception group around it, and nothing is left."""
    with pytest.raises(KeyError, match="mine"):
        async with host_server() as port, direct.ports.reverse("tcp:0", f"tcp:{port}"):
            raise KeyError("mine")
    with pytest.raises(KeyError, match="mine"):
        async with direct.ports.forward(ECHO):
            raise KeyError("mine")
    assert await direct.ports.reverses() == ()


async def _forward(connection: AdbConnection, phone: PortPhone) -> None:
    async with connection.ports.forward(ECHO) as local:
        await through(port_of(local), CONTENT[:200_000])


async def _download(connection: AdbConnection, phone: PortPhone) -> None:
    async with connection.ports.forward(BLOB) as local:
        await through(port_of(local), b"x", half_close=True)


async def _held_back(connection: AdbConnection, phone: PortPhone) -> None:
    phone.reads = anyio.Event()
    try:
        async with connection.ports.forward(DEAF) as local:
            await through(port_of(local), CONTENT, half_close=True)
    finally:
        # The program in the phone waits for something else, and reads to the end after.
        phone.reads.set()


async def _reverse(connection: AdbConnection, phone: PortPhone) -> None:
    async with (
        host_server(b"hi") as port,
        connection.ports.reverse("tcp:0", f"tcp:{port}") as remote,
        phone.ports.connect(remote) as app,
    ):
        await app.send(CONTENT[:200_000])
        await app.receive()


async def _shell(connection: AdbConnection, phone: PortPhone) -> None:
    async with connection.open_shell() as shell:
        await shell.send(b"cat\rtyped\r\x04exit 3\r")
        await shell.wait()


@pytest.mark.parametrize("operation", [_forward, _download, _held_back, _reverse, _shell])
async def test_cancelled_at_any_await_it_leaves_nothing(
    tmp_path: Path, operation: Callable[[AdbConnection, PortPhone], Awaitable[None]]
):
    """After each of the first turns of the loop: no task, socket, rule or stream is left, and the connection works."""
    async with listen_unix(tmp_path / "p", phone := PortPhone()) as listener:
        async with connect_unix(tmp_path / "p") as connection:
            await connection.shell("echo warm")
            before = len(asyncio.all_tasks()), _descriptors()
            for turns in [*range(40), *range(40, 160, 8)]:
                with anyio.CancelScope() as scope:
                    _cancel_after(turns, scope)
                    await operation(connection, phone)
                assert (await connection.shell("echo on")).stdout == b"on\n"
                assert await connection.ports.reverses() == ()
                assert not connection._link._streams
                await _settled(before)
        with anyio.fail_after(10):
            while listener.connections:
                await anyio.lowlevel.checkpoint()


def _cancel_after(turns: int, scope: anyio.CancelScope) -> None:
    """Cancel the scope after that many turns of the loop."""
    loop = asyncio.get_running_loop()
    loop.call_soon(scope.cancel) if turns == 0 else loop.call_soon(_cancel_after, turns - 1, scope)


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


async def _settled(before: tuple[int, int]) -> None:
    """Tasks and sockets of both sides are gone, as soon as the loop has come round to it."""
    with anyio.fail_after(10):
        while True:
            gc.collect(0)
            now = len(asyncio.all_tasks()), _descriptors()
            if now[0] <= before[0] and now[1] <= before[1]:
                return
            await anyio.lowlevel.checkpoint()
