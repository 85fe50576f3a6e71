"""The real adb binary, its server and a well-known library set forwards and reverses up on our phones."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator

import anyio
import anyio.to_thread
import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from tests.adapters.adb.servers.realserver import binary
from tests.support.portphone import CONTENT, ECHO, PortPhone, host_server, through


class Adb:
    """Runs the binary with one device."""

    def __init__(self, port: int, serial: str) -> None:
        self.port = port
        self.serial = serial
        self._env = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "ANDROID_ADB_SERVER_PORT": str(port)}

    async def __call__(self, *words: str) -> tuple[int, str]:
        """Exit status and all output of `adb -s SERIAL WORDS`."""
        with anyio.fail_after(30):
            done = await anyio.run_process([binary(), "-s", self.serial, *words], env=self._env, check=False)
        return done.returncode, (done.stdout + done.stderr).decode()


@pytest.fixture
async def adb(server_port: int, listener: Listener) -> AsyncIterator[Adb]:
    """The device, connected."""
    adb = Adb(server_port, f"127.0.0.1:{listener.port}")
    assert "connected to" in (await adb("connect", adb.serial))[1]
    yield adb
    await adb("disconnect", adb.serial)


async def test_forward_to_a_free_port(adb: Adb):
    """`adb forward tcp:0` prints the port; megabytes go both ways, several at once; it is listed and removed."""
    status, text = await adb("forward", "tcp:0", ECHO)
    port = int(text)
    assert status == 0
    assert (await adb("forward", "--list"))[1].split() == [adb.serial, f"tcp:{port}", ECHO]
    got: list[bytes] = []

    async def exchange() -> None:
        got.append(await through(port, CONTENT[:3_000_000]))

    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(exchange)
    assert got == [CONTENT[:3_000_000]] * 3
    assert await adb("forward", "--no-rebind", f"tcp:{port}", ECHO) == (
        1,
        "adb: error: cannot rebind existing socket\n",
    )
    assert (await adb("forward", "--remove", f"tcp:{port}"))[0] == 0
    assert (await adb("forward", "--list"))[1].strip() == ""


async def test_reverse_to_a_free_port(adb: Adb, phone: PortPhone):
    """`adb reverse tcp:0` prints the phone's port; an app reaches this machine; clashes and removal are reported."""
    async with host_server() as port:
        status, text = await adb("reverse", "tcp:0", f"tcp:{port}")
        remote = int(text)
        assert status == 0
        assert (await adb("reverse", "--list"))[1].split() == ["host-1", f"tcp:{remote}", f"tcp:{port}"]
        async with phone.ports.connect(f"tcp:{remote}") as app, anyio.create_task_group() as tasks:
            tasks.start_soon(app.send, CONTENT)
            got = bytearray()
            while len(got) < len(CONTENT):
                got += await app.receive(1 << 20)
            assert got == CONTENT
        assert await adb("reverse", "--no-rebind", f"tcp:{remote}", "tcp:1") == (
            1,
            "adb: error: cannot rebind existing socket\n",
        )
        assert (await adb("reverse", f"tcp:{remote}", f"tcp:{port}")) == (0, f"{remote}\n")
        assert (await adb("reverse", "--remove", f"tcp:{remote}"))[0] == 0
        assert await adb("reverse", "--remove", f"tcp:{remote}") == (
            1,
            f"adb: error: listener 'tcp:{remote}' not found\n",
        )
        assert (await adb("reverse", "--list"))[1].strip() == ""


async def test_all_reverses_at_once_are_removed(adb: Adb):
    """`--remove-all` leaves none; fixed ports and names are printed as they were asked."""
    assert await adb("reverse", "tcp:7100", "tcp:1") == (0, "7100\n")
    assert (await adb("reverse", "localabstract:scrcpy", "tcp:27183"))[0] == 0
    listed = (await adb("reverse", "--list"))[1].splitlines()
    assert [line for line in listed if line] == [
        "host-1 tcp:7100 tcp:1",
        "host-1 localabstract:scrcpy tcp:27183",
    ]
    assert (await adb("reverse", "--remove-all"))[0] == 0
    assert (await adb("reverse", "--list"))[1].strip() == ""


async def test_the_server_outlives_apps_that_connect_to_nothing(adb: Adb, phone: PortPhone):
    """A rule whose end is not there closes the app's connection; a rule that is gone opens nothing; adb goes on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        unused = free.getsockname()[1]
    await adb("reverse", "tcp:7100", f"tcp:{unused}")
    for _ in range(5):
        async with phone.ports.connect("tcp:7100") as app:
            with anyio.fail_after(10):
                assert await app.receive() == b""
    await adb("reverse", "--remove", "tcp:7100")
    with pytest.raises(ConnectionRefusedError):
        async with phone.ports.connect("tcp:7100"):
            pass
    assert await adb("shell", "echo on") == (0, "on\n")


async def test_two_devices_at_once(adb: Adb, phone: PortPhone):
    """The same port in two phones leads to two places; both are forwarded to at the same time."""
    async with (
        listen_tcp("127.0.0.1", 0, second := PortPhone("second")) as listener,
        host_server(b"one") as number,
        host_server(b"two") as two,
    ):
        other = Adb(adb.port, f"127.0.0.1:{listener.port}")
        await other("connect", other.serial)
        assert (await adb("reverse", "tcp:7000", f"tcp:{number}"))[0] == 0
        assert (await other("reverse", "tcp:7000", f"tcp:{two}"))[0] == 0
        async with phone.ports.connect("tcp:7000") as here, second.ports.connect("tcp:7000") as there:
            assert (await here.receive(), await there.receive()) == (b"one", b"two")
        ports = [int((await device("forward", "tcp:0", "tcp:7000"))[1]) for device in (adb, other)]
        for port, data in zip(ports, (b"one", b"two"), strict=True):
            async with await anyio.connect_tcp("127.0.0.1", port) as client:
                assert await client.receive() == data
        await other("disconnect", other.serial)
        await adb("forward", "--remove-all")
        await adb("reverse", "--remove-all")


async def test_rules_are_gone_when_the_phone_was_away(adb: Adb, listener: Listener, phone: PortPhone):
    """A connection that drops takes its reverses along, as on a phone; after it is back they can be made again."""
    await adb("reverse", "tcp:7100", "tcp:1")
    listener.hang_up()
    with anyio.fail_after(20):
        status, text = 1, ""
        while status != 0:  # the server may still take the connection that was dropped for the device
            await adb("wait-for-device")
            status, text = await adb("reverse", "--list")
    assert phone.ports.find("tcp:7100") is None
    assert text.strip() == ""
    assert await adb("reverse", "--no-rebind", "tcp:7100", "tcp:1") == (0, "7100\n")


async def test_a_request_that_is_none_is_answered_with_fail(adb: Adb, listener: Listener):
    """The device answers invalid requests inside the stream, and nothing crashes."""
    from adapters.adb.host.client import connect_tcp

    async with connect_tcp("127.0.0.1", listener.port) as direct:
        for words in ("bogus", "", "forward:tcp:1"):
            stream = await direct.open(f"reverse:{words}")
            assert (await stream.receive()).startswith(b"FAIL")
            assert await stream.receive() == b""
            stream.close()
    assert await adb("shell", "echo on") == (0, "on\n")


async def test_reconnecting_by_the_device(adb: Adb):
    """`adb reconnect device` is answered, and the device is back."""
    assert (await adb("reconnect", "device"))[0] == 0
    with anyio.fail_after(20):
        await adb("wait-for-device")
    assert await adb("shell", "echo on") == (0, "on\n")


async def test_nothing_can_be_debugged(adb: Adb):
    """`adb jdwp` lists nothing and ends."""
    assert (await adb("jdwp"))[1] == ""


async def test_a_well_known_library_works(adb: Adb, phone: PortPhone):
    """adbutils: forward, forward_port, list, reverse, list, and connections to ports of the phone."""
    adbutils = pytest.importorskip("adbutils")

    def use(port: int) -> None:
        device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(serial=adb.serial)
        with device.create_connection(adbutils.Network.TCP, 9008) as stream:
            stream.sendall(b"ping")
            assert stream.recv(4) == b"ping"
        with device.create_connection(adbutils.Network.LOCAL_ABSTRACT, "blob") as stream:
            assert stream.recv(4) == CONTENT[:4]
        with pytest.raises(adbutils.AdbError):
            device.create_connection(adbutils.Network.TCP, 9999)
        local = device.forward_port(9008)
        assert local == device.forward_port(9008)
        with socket.create_connection(("127.0.0.1", local)) as client:
            client.sendall(b"pong")
            assert client.recv(4) == b"pong"
        assert [(item.serial, item.remote) for item in device.forward_list()] == [(adb.serial, ECHO)]
        device.reverse("tcp:7200", f"tcp:{port}")
        assert [(item.remote, item.local) for item in device.reverse_list()] == [("tcp:7200", f"tcp:{port}")]
        with device.create_connection(adbutils.Network.TCP, 7200) as stream:
            stream.sendall(b"round")
            assert stream.recv(5) == b"round"

    async with host_server() as port:
        await anyio.to_thread.run_sync(use, port)
    await adb("forward", "--remove-all")
