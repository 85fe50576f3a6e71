"""Through a real adb server to virtual phones: everything that the client offers, as the server really answers."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from urllib.parse import quote

import anyio
import anyio.lowlevel
import pytest

from adapters.adb import open_adb
from adapters.adb.buffer_pool import BufferPool
from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.device import AdbDevice
from adapters.adb.framing.shell_frames import OutputSink, ShellResult
from adapters.adb.framing.smart_wire import DeviceRow, Forward, Target
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection, connect_smart, dial_smart
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.server_errors import DeviceAmbiguous, DeviceOffline, DeviceUnknown
from runtime.core.actions import Tap
from runtime.core.errors import DeviceFault, DeviceRefused, DeviceTimeout, UsageError
from runtime.plugins.protocols import Need
from tests.adapters.adb.servers.realserver import real_server
from tests.support.tinyphone import DUMP, HEIGHT, WIDTH, TinyPhone, blob

VIEWS: frozenset[Need] = frozenset({"frame", "tree"})


@dataclass
class Bench:
    """Three phones behind a server."""

    server: AdbServer
    phones: list[TinyPhone]
    listeners: list[Listener]
    targets: list[Target]
    stack: AsyncExitStack


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they can share a server: it takes three seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AdbServer]:
    """The server, ended with the module."""
    async with real_server(tmp_path_factory.mktemp("home")) as port:
        yield AdbServer.tcp("127.0.0.1", port)


@pytest.fixture
async def bench(server: AdbServer) -> AsyncIterator[Bench]:
    """Fresh phones for each test."""
    async with AsyncExitStack() as stack:
        bench = Bench(server, [], [], [], stack)
        for number in range(3):
            phone = TinyPhone(f"tiny-{number}")
            listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, phone))
            bench.phones.append(phone)
            bench.listeners.append(listener)
            bench.targets.append(await server.connect(f"127.0.0.1:{listener.port}"))
        yield bench
        for row in await server.devices():
            await server.disconnect(row.serial)


@pytest.fixture
async def connection(bench: Bench) -> AsyncIterator[SmartConnection]:
    """The first of them."""
    async with connect_smart(bench.server, str(bench.targets[0])) as connection:
        yield connection


async def test_the_server_tells_of_itself_and_its_devices(bench: Bench):
    """Version 41, features, both lists, state and features of each device."""
    server = bench.server
    assert await server.version() == 41
    assert "shell_v2" in await server.host_features()
    short, long = await server.devices(long=False), await server.devices()
    assert {row.serial for row in short} == {str(target) for target in bench.targets}
    assert {(row.serial, row.state) for row in long} == {(row.serial, row.state) for row in short}
    assert all(row.props["model"] == "Tiny__Phone" and row.transport_id for row in long)
    first = bench.targets[0]
    assert await server.get_state(first) == "device"
    assert {"shell_v2", "stat_v2"} <= await server.features(first)
    by_id = Target("", next(row.transport_id for row in long if row.serial == first.serial))
    assert await server.get_state(by_id) == "device"
    assert (await (await dial_smart(server, by_id)).shell("getprop ro.serialno")).stdout == b"tiny-0\n"


async def test_a_tracker_sees_a_phone_go_and_return(bench: Bench):
    """Each change of any device delivers the complete list."""
    target = bench.targets[1].serial

    def state(rows: tuple[DeviceRow, ...]) -> str:
        return next((row.state for row in rows if row.serial == target), "")

    async with bench.server.track_devices() as lists:
        with anyio.fail_after(20):
            assert state(await anext(lists)) == "device"
            bench.listeners[1].hang_up()
            await _until(lists, lambda rows: state(rows) == "offline")
            await _until(lists, lambda rows: state(rows) == "device")
            await bench.server.disconnect(target)
            await _until(lists, lambda rows: not state(rows))
            await bench.server.connect(target)
            await _until(lists, lambda rows: state(rows) == "device")


async def _until(
    lists: AsyncIterator[tuple[DeviceRow, ...]], reached: Callable[[tuple[DeviceRow, ...]], bool]
) -> tuple[DeviceRow, ...]:
    async for rows in lists:
        if reached(rows):
            return rows
    raise AssertionError("a tracker never ends")


async def test_commands_tell_output_error_output_and_status_apart(connection: SmartConnection):
    """As over a direct connection; the old services mix them."""
    assert await connection.shell("both 3") == ShellResult(b"out\n", b"err\n", 3)
    assert (await connection.shell("nosuch")).exit == 127
    assert await connection.shell_v1("both 3") == b"out\nerr\n"
    assert await connection.exec_out("both 3") == b"out\nerr\n"
    assert "shell_v2" in connection.features


@pytest.mark.parametrize("size", [0, 1, 65535, 65536, 65537, 1048575, 1048576, 1048577, 5_000_000])
async def test_anything_of_any_size_arrives_whole(connection: SmartConnection, size: int):
    """Output, error output, input and files around the sizes of packets and chunks."""
    expected = blob(f"a {size}")
    assert await connection.shell(f"blob a {size}") == ShellResult(expected, b"", 0)
    assert await connection.shell(f"err a {size}") == ShellResult(b"", expected, 0)
    assert await connection.shell("cat", stdin=expected) == ShellResult(expected, b"", 0)
    assert await connection.exec_out(f"blob a {size}") == expected
    await connection.files.push(expected, f"/sdcard/größe {size}")
    assert (await connection.files.stat(f"/sdcard/größe {size}")).size == size
    assert await connection.files.pull(f"/sdcard/größe {size}") == expected


async def test_a_screen_lands_in_the_buffer(connection: SmartConnection, bench: Bench):
    """Ten megabytes go to where the caller wants them, and nowhere else."""
    buffer = bytearray(len(bench.phones[0].screen))
    output = OutputSink(memoryview(buffer))
    assert await connection.run("screencap", output) == 0
    assert output.size == len(buffer) > 10_000_000
    assert buffer == bench.phones[0].screen


async def test_folders_are_listed_and_refusals_told(connection: SmartConnection):
    """Names in a folder; what cannot be read or written says why."""
    assert {"window_dump.xml", "."} <= {entry.name for entry in await connection.files.list_dir("/sdcard")}
    with pytest.raises(DeviceRefused, match="No such file"):
        await connection.files.pull("/sdcard/absent")
    with pytest.raises(DeviceRefused, match="Read-only file system"):
        await connection.files.push(bytes(3_000_000), "/ro/x")


@pytest.mark.failure_mode(13)
async def test_a_free_port_is_forwarded_and_given_back(bench: Bench, connection: SmartConnection):
    """tcp:0 tells its port; two devices never share one; the block's end removes it; nothing is taken over unasked."""
    server, (first, second, _) = bench.server, bench.targets
    async with connection.ports.forward("tcp:7") as local:
        assert local.startswith("tcp:")
        assert await server.forwards() == (Forward(first.serial, local, "tcp:7"),)
        with pytest.raises(DeviceRefused, match="cannot rebind"):
            await server.forward(second, "tcp:8", local)
        assert await server.forward(second, "tcp:8", local, rebind=True) == local
        assert await server.forwards() == (Forward(second.serial, local, "tcp:8"),)
        await server.kill_forward(second, local)
        assert await server.forwards() == ()
        local = await server.forward(first, "tcp:9", "localabstract:somewhere")
        assert local == "localabstract:somewhere"
        await server.kill_forward(first, local)
    assert await server.forwards() == ()
    with pytest.raises(DeviceRefused, match="listener 'tcp:1' not found"):
        await server.kill_forward(first, "tcp:1")


@pytest.mark.failure_mode(22)
async def test_what_would_kill_the_server_never_reaches_it(bench: Bench, connection: SmartConnection):
    """host:kill inside a chosen device and reverse:nonsense are refused here; the server lives and has its devices."""
    for service in ("host:kill", "reverse:bogus", "reverse:forward:tcp:1"):
        with pytest.raises(DeviceRefused, match=r"not a service|would crash"):
            await connection.open(service)
    assert len(await bench.server.devices()) == 3
    assert (await connection.shell("echo still")).stdout == b"still\n"


async def test_a_service_that_is_not_there_is_refused(bench: Bench, connection: SmartConnection):
    """So says the device, and the connection goes on."""
    with pytest.raises(DeviceRefused, match="no service 'nosuch:x'"):
        await connection.open("nosuch:x")
    assert not connection.closed
    with pytest.raises(DeviceFault):
        await connection.ports.reverses()


async def test_wait_for_returns_when_the_state_is_reached(bench: Bench):
    """At once if it is, later if it comes, and never beyond the deadline."""
    server, target = bench.server, bench.targets[2]
    await server.wait_for(target)
    with pytest.raises(DeviceTimeout, match=r"within 0\.2 s"):
        await server.wait_for(target, "recovery", deadline=0.2)
    with pytest.raises(DeviceRefused, match="bad wait-for"):
        await server.wait_for(target, "bogus")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.wait_for, target, "disconnect")
        await server.disconnect(target.serial)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.wait_for, target)
        await server.connect(target.serial)


async def test_connect_is_believed_only_when_the_device_is_there(bench: Bench):
    """Nobody there, a second time, and what was never connected."""
    server, target = bench.server, bench.targets[0]
    assert await server.connect(target.serial) == target
    with pytest.raises(DeviceRefused, match="Connection refused"):
        await server.connect("127.0.0.1:1")
    with pytest.raises(DeviceRefused, match="no such device"):
        await server.disconnect("127.0.0.1:1")
    for wrong in ("", "a;b", "a\nb"):
        with pytest.raises(DeviceRefused, match="is not a valid address"):
            await server.disconnect(wrong)


async def test_a_device_that_goes_is_told_and_found_again(bench: Bench, connection: SmartConnection):
    """Running commands fail, new ones say why, and a new connection works when the device is back."""
    server, target = bench.server, bench.targets[0]
    async with anyio.create_task_group() as tasks:

        async def run() -> None:
            with pytest.raises(DeviceFault):
                await connection.shell("hang")

        tasks.start_soon(run)
        with anyio.fail_after(30):
            while "hang" not in bench.phones[0].ran:
                await anyio.lowlevel.checkpoint()
        bench.listeners[0].hang_up()

    async def until_it_fails() -> None:
        while True:
            await connection.shell("echo x")
            # The server has not noticed yet, or is back already: hang up once more.
            bench.listeners[0].hang_up()

    with pytest.raises(DeviceOffline, match="offline"):
        await until_it_fails()
    assert connection.closed
    await server.wait_for(target)
    assert (await (await dial_smart(server, target)).shell("echo x")).stdout == b"x\n"
    await server.disconnect(target.serial)
    with pytest.raises(DeviceUnknown, match="not found"):
        await dial_smart(server, target)


async def test_an_engine_device_is_driven_through_the_server(bench: Bench):
    """Tap and capture, by the URI of one device; the URI without a serial number means all."""
    uri = f"{bench.server.name}/{bench.targets[1]}"
    async with open_adb(uri) as devices:
        (device,) = devices
        assert (device.info.name, device.info.uri, device.info.screen) == ("tiny-1", uri, (WIDTH, HEIGHT))
        assert await device.perform(Tap(3, 4)) == ("input tap 3 4",)
        frame, tree = await device.capture(VIEWS)
        assert frame is not None
        assert tree is not None
        assert frame.pixels.tobytes() == bench.phones[1].screen[16:]
        assert tree.source == DUMP
        raw = await device.open("shell:echo raw")
        assert await raw.receive() == b"raw\n"
        await raw.aclose()
    async with open_adb(bench.server.name) as devices:
        assert {device.info.name for device in devices} == {"tiny-0", "tiny-1", "tiny-2"}
    assert "input tap 3 4" in bench.phones[1].ran


async def test_frames_give_their_buffers_back(bench: Bench):
    """Nothing of a finished capture keeps its ten megabytes: two buffers serve for ever, without the collector."""
    pool = BufferPool()
    target = bench.targets[0]
    device = await AdbDevice.connect("x", lambda: dial_smart(bench.server, target), pool=pool)
    gc.disable()
    try:
        for _ in range(6):
            frame, _ = await device.capture(frozenset({"frame"}))
            assert frame is not None
    finally:
        gc.enable()
    assert sum(pool.made.values()) <= 2
    await device.aclose()


async def test_a_device_that_was_lost_serves_its_next_use(bench: Bench):
    """AdbDevice dials again by itself."""
    async with open_adb(f"{bench.server.name}/{bench.targets[0]}") as devices:
        (device,) = devices
        assert isinstance(device, AdbDevice)
        async with bench.server.track_devices() as lists:
            await _until(lists, lambda rows: all(row.state == "device" for row in rows))
            bench.listeners[0].hang_up()
            with anyio.fail_after(20):
                await _until(lists, lambda rows: any(row.state != "device" for row in rows))
                await _until(lists, lambda rows: all(row.state == "device" for row in rows))
        assert (await device.shell("echo back")).stdout == b"back\n"


async def test_uris_that_fit_nothing_or_too_much_say_so(bench: Bench):
    """An unknown serial number names those that there are; a bad one is a usage error."""
    with pytest.raises(DeviceUnknown, match=rf"no device 'nope'; it lists .*{bench.targets[0].serial} \(device\)"):
        async with open_adb(f"{bench.server.name}/nope"):
            pass
    with pytest.raises(UsageError, match="is not a serial number"):
        async with open_adb(f"{bench.server.name}/{quote(chr(10))}x"):
            pass
    with pytest.raises(DeviceAmbiguous, match="transport_id"):
        await dial_smart(bench.server, Target("model:Tiny__Phone"))


async def test_an_unready_state_is_named(server: AdbServer):
    """A device in recovery is listed, is not ready, and says in which state it is."""

    class Recovery(TinyPhone):
        def banner(self) -> Banner:
            return Banner("recovery", {}, self.features)

    async with listen_tcp("127.0.0.1", 0, Recovery()) as listener:
        serial = f"127.0.0.1:{listener.port}"
        target = await server.connect(serial)
        assert await server.get_state(target) == "recovery"
        with pytest.raises(DeviceRefused, match="state 'recovery'"):
            async with open_adb(f"{server.name}/{serial}"):
                pass
        with pytest.raises(DeviceRefused, match="state 'recovery'"):
            async with open_adb(server.name):
                pass
        await server.disconnect(serial)


async def test_many_operations_at_once_lose_nothing(bench: Bench):
    """Sixty commands side by side over three phones, each with its own bytes."""
    connections = [await dial_smart(bench.server, target) for target in bench.targets]

    async def run_operation(number: int) -> None:
        size = 1000 * number
        result = await connections[number % 3].shell(f"blob {number} {size}")
        assert result.stdout == blob(f"{number} {size}")

    async with anyio.create_task_group() as tasks:
        for number in range(60):
            tasks.start_soon(run_operation, number)
    with anyio.fail_after(30):
        while any(connection._streams for connection in connections):
            await anyio.lowlevel.checkpoint()
