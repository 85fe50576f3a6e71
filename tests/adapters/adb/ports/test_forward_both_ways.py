"""Forwards and reverses by our own client, directly and through a real adb server: one interface, the same results."""

from __future__ import annotations

import hashlib
import socket
from contextlib import suppress

import anyio
import pytest

from adapters.adb.daemon.server import Listener
from adapters.adb.host.client import connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from runtime.core.errors import DeviceFault, DeviceRefused
from tests.support.portphone import BLOB, CONTENT, DEAF, DIGEST, ECHO, PortPhone, host_server, port_of, through


def free_port() -> int:
    """A port of this machine without a listener."""
    with socket.socket() as item:
        item.bind(("127.0.0.1", 0))
        return int(item.getsockname()[1])


async def refused(port: int) -> bool:
    """Whether connections to the port are refused."""
    try:
        client = await anyio.connect_tcp("127.0.0.1", port)
    except OSError:
        return True
    await client.aclose()
    return False


async def test_megabytes_go_both_ways_through_a_forward(connection: DeviceConnection):
    """Echoed data equal the sent data, on several connections at once; the port is closed after the block."""
    async with connection.ports.forward(ECHO) as local:
        got: dict[int, bytes] = {}

        async def exchange(number: int) -> None:
            got[number] = await through(port_of(local), CONTENT[number : number + 2_000_000])

        async with anyio.create_task_group() as tasks:
            for number in range(3):
                tasks.start_soon(exchange, number)
        assert all(got[number] == CONTENT[number : number + 2_000_000] for number in range(3))
    assert await refused(port_of(local))


async def test_what_was_sent_before_either_side_ended_arrives(connection: DeviceConnection, phone: PortPhone):
    """A client that sends and half-closes is read to the end; a program that sends and closes is, too."""
    async with connection.ports.forward(DIGEST) as up, connection.ports.forward(BLOB) as down:
        await through(port_of(up), CONTENT, half_close=True)
        with anyio.fail_after(20):
            await phone.digested.wait()
        assert phone.digests == [hashlib.sha256(CONTENT).hexdigest()]
        async with await anyio.connect_tcp("127.0.0.1", port_of(down)) as client:
            got = bytearray()
            while len(got) < len(CONTENT):
                got += await client.receive(1 << 20)
            with pytest.raises(anyio.EndOfStream):
                await client.receive()
        assert got == CONTENT


async def test_a_program_that_does_not_read_holds_the_client_back(connection: DeviceConnection, phone: PortPhone):
    """Of 60 MB only what fits between the two is taken; when the program reads, all of it arrives."""
    data = bytes(60_000_000)
    sent = 0
    async with connection.ports.forward(DEAF) as local, await anyio.connect_tcp("127.0.0.1", port_of(local)) as client:
        with anyio.move_on_after(0.5):
            while sent < len(data):
                await client.send(data[sent : sent + 100_000])
                sent += 100_000
        assert sent < len(data)
        phone.reads.set()
        await client.send_eof()
        with anyio.fail_after(30):
            await phone.digested.wait()


async def test_a_port_that_nobody_offers_closes_the_connection(connection: DeviceConnection):
    """The client gets the end, and the next one too; the device goes on."""
    async with connection.ports.forward("tcp:9999") as local:
        for _ in range(2):
            assert await through(port_of(local), b"", half_close=True) == b""
    assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_a_taken_port_is_not_taken_over(connection: DeviceConnection):
    """Neither a stranger's port nor one of our own forwards; the first forward goes on."""
    async with host_server() as taken:
        with pytest.raises(DeviceRefused, match=r"[Aa]ddress already in use"):
            async with connection.ports.forward(ECHO, f"tcp:{taken}"):
                pass
    async with connection.ports.forward(ECHO) as local:
        with pytest.raises(DeviceRefused, match=r"already in use|cannot rebind"):
            async with connection.ports.forward(DIGEST, local):
                pass
        assert await through(port_of(local), b"still") == b"still"


async def test_an_app_reaches_this_machine_through_a_reverse(connection: DeviceConnection, phone: PortPhone):
    """A port is chosen in the phone, megabytes go both ways, and nothing listens any more after the block."""
    async with host_server() as port, connection.ports.reverse("tcp:0", f"tcp:{port}") as remote:
        assert port_of(remote) > 1024
        assert [(reverse.local, reverse.remote) for reverse in await connection.ports.reverses()] == [
            (remote, f"tcp:{port}")
        ]
        assert await refused(port_of(remote)), "it listens in the phone only"
        async with phone.ports.connect(remote) as app, anyio.create_task_group() as tasks:
            tasks.start_soon(app.send, CONTENT)
            got = bytearray()
            while len(got) < len(CONTENT):
                got += await app.receive(1 << 20)
            assert got == CONTENT
    assert await connection.ports.reverses() == ()
    with pytest.raises(ConnectionRefusedError):
        async with phone.ports.connect(remote):
            pass


async def test_a_reverse_whose_end_is_not_there_closes_the_connection(connection: DeviceConnection, phone: PortPhone):
    """The app gets the end; the server and the connection live."""
    async with connection.ports.reverse("localabstract:inside", f"tcp:{free_port()}") as remote:
        assert remote == "localabstract:inside"
        async with phone.ports.connect(remote) as app:
            with anyio.fail_after(10):
                assert await app.receive() == b""
    assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_a_reverse_is_not_rebound_unless_asked(connection: DeviceConnection, phone: PortPhone):
    """The second rule for a port is refused; with `rebind` it takes over."""
    async with (
        host_server(b"one") as number,
        host_server(b"two") as two,
        connection.ports.reverse("tcp:7100", f"tcp:{number}"),
    ):
        with pytest.raises(DeviceRefused, match="cannot rebind existing socket"):
            async with connection.ports.reverse("tcp:7100", f"tcp:{two}"):
                pass
        async with phone.ports.connect("tcp:7100") as app:
            assert await app.receive() == b"one"
        async with (
            connection.ports.reverse("tcp:7100", f"tcp:{two}", rebind=True),
            phone.ports.connect("tcp:7100") as app,
        ):
            assert await app.receive() == b"two"


async def test_every_reverse_to_a_free_port_reaches_its_own_end(connection: DeviceConnection, phone: PortPhone):
    """Several at once and one after the other: each leads where it should, and no server dies of it."""
    async with host_server(b"one") as number, host_server(b"two") as two, host_server(b"three") as three:
        for _ in range(2):
            async with (
                connection.ports.reverse("tcp:0", f"tcp:{number}") as first,
                connection.ports.reverse("tcp:0", f"tcp:{two}") as second,
                connection.ports.reverse("tcp:0", f"tcp:{three}") as third,
            ):
                for remote, data in ((first, b"one"), (second, b"two"), (third, b"three"), (first, b"one")):
                    async with phone.ports.connect(remote) as app:
                        assert await app.receive() == data
    assert await connection.ports.reverses() == ()


async def test_a_rule_that_another_host_removed_can_be_made_again(
    connection: DeviceConnection, phone: PortPhone, listener: Listener
):
    """Also with another target: a server's memory of the old rule closes nothing."""
    async with (
        host_server(b"old") as old,
        host_server(b"new") as new,
        connection.ports.reverse("tcp:7100", f"tcp:{old}"),
    ):
        async with connect_tcp("127.0.0.1", listener.port) as other:
            await other.ports.kill_reverse("tcp:7100")
        async with connection.ports.reverse("tcp:7100", f"tcp:{new}"), phone.ports.connect("tcp:7100") as app:
            assert await app.receive() == b"new"
    assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_apps_may_connect_while_a_rule_goes_away(connection: DeviceConnection, phone: PortPhone):
    """A server would abort if it had forgotten the rule before its last connection; it serves on."""
    async with host_server(b"hello") as port, anyio.create_task_group() as tasks:
        going = True

        async def knock(remote: str) -> None:
            while going:
                with suppress(ConnectionRefusedError, DeviceFault):
                    async with phone.ports.connect(remote) as app:
                        await app.receive()
                await anyio.lowlevel.checkpoint()

        for remote in ("tcp:7100", "tcp:7101", "localabstract:knocked"):
            tasks.start_soon(knock, remote)
        for _ in range(5):
            async with (
                connection.ports.reverse("tcp:7100", f"tcp:{port}"),
                connection.ports.reverse("localabstract:knocked", f"tcp:{port}"),
            ):
                await connection.ports.start_reverse("tcp:7101", f"tcp:{port}")
                await connection.ports.kill_reverses()
        going = False
    assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_a_reverse_cannot_take_what_the_phone_uses(connection: DeviceConnection):
    """A port of a program in the phone, one below 1024, and an invalid name are refused with the daemon's message."""
    for remote, why in ((ECHO, "Address already in use"), ("tcp:80", "Permission denied"), ("tcp:x", "unknown socket")):
        with pytest.raises(DeviceRefused, match=why):
            async with connection.ports.reverse(remote, "tcp:1"):
                pass
    with pytest.raises(DeviceRefused, match="listener 'tcp:1' not found"):
        await connection.ports.kill_reverse("tcp:1")


async def test_a_forward_reaches_a_reverse(connection: DeviceConnection):
    """This machine, into the phone, and back out of it."""
    async with (
        host_server() as port,
        connection.ports.reverse("tcp:0", f"tcp:{port}") as remote,
        connection.ports.forward(remote) as local,
    ):
        assert await through(port_of(local), CONTENT[:3_000_000]) == CONTENT[:3_000_000]


@pytest.mark.parametrize(
    "words", ["bogus", "forward:tcp:1", "killforward:", "killforward-allx", "forward:tcp:1;tcp:2;tcp:3"]
)
async def test_what_would_kill_a_server_is_never_sent(connection: DeviceConnection, words: str):
    """Our client refuses to ask for it, in both ways, and everything lives."""
    with pytest.raises(DeviceRefused, match="would crash"):
        await connection.ports._reverse(words, "status")
    assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_the_phone_does_not_reach_this_machine(connection: DeviceConnection):
    """A port that listens here is not the phone's, whatever the host is called; nor is any other computer."""
    async with host_server(b"host") as port:
        for service in (f"tcp:{port}", f"tcp:{port}:127.0.0.1", f"tcp:localhost:{port}", "tcp:80:192.0.2.1", "local:x"):
            with pytest.raises(DeviceRefused):
                await connection.open(service)
    for service in (f"{ECHO}:localhost", "tcp:127.0.0.1:9008"):
        stream = await connection.open(service)
        await stream.send(b"inside")
        assert await stream.receive() == b"inside"
        stream.close()
