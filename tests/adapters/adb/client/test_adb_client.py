"""Client and server over real sockets: results, concurrency, cancellation, deadlines, leaks."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NoReturn

import anyio
import anyio.lowlevel
import pytest
from anyio.abc import ByteStream

from adapters.adb.daemon.server import Listener, listen_tcp, listen_unix, serve_device
from adapters.adb.framing.compression import SENDRECV_FEATURES, usable_features
from adapters.adb.framing.shell_frames import OutputSink, ShellResult
from adapters.adb.host.client import AdbConnection, Deadlines, connect_tcp, connect_unix, dial_unix
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.packets import OpenRequested
from adapters.adb.transport.wire import Connection
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from tests.support.tinyphone import TinyPhone, blob

SIZES = [0, 1, 65535, 65536, 65537, 1048575, 1048576, 1048577]
SHORT = Deadlines(open=0.2, progress=0.2, command=0.2)


# -- results ----------------------------------------------------------------------------------------------------------


async def test_a_command_tells_output_error_output_and_status_apart(connection: AdbConnection):
    """shell,v2 keeps the three apart; the old services mix output and tell no status."""
    assert await connection.shell("both 3") == ShellResult(b"out\n", b"err\n", 3)
    assert await connection.shell_v1("both 3") == b"out\nerr\n"
    assert await connection.exec_out("both 3") == b"out\nerr\n"
    assert (await connection.shell("nosuch")).exit == 127


async def test_the_banner_is_told(connection: AdbConnection):
    """The client knows the device's identity and the common features."""
    assert connection.banner.kind == "device"
    assert connection.banner.props["ro.product.model"] == "Tiny_ Phone"
    old = {"shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "delayed_ack"}
    assert connection.features == old | set(usable_features(SENDRECV_FEATURES))


@pytest.mark.parametrize("size", [*SIZES, 5_000_000])
async def test_output_of_any_size_arrives_whole(connection: AdbConnection, size: int):
    """Output, error output and input of every awkward size are the same bytes on the other side."""
    expected = blob(f"a {size}")
    assert await connection.shell(f"blob a {size}") == ShellResult(expected, b"", 0)
    assert await connection.shell(f"err a {size}") == ShellResult(b"", expected, 0)
    assert await connection.shell("cat", stdin=expected) == ShellResult(expected, b"", 0)
    assert await connection.exec_out(f"blob a {size}") == expected


@pytest.mark.parametrize("largest", [4096, 1 << 18])
async def test_a_device_with_small_packets_is_served(phone: TinyPhone, largest: int):
    """A peer that takes few bytes a packet gets no more."""
    async with (
        listen_tcp("127.0.0.1", 0, phone, max_payload=largest) as listener,
        connect_tcp("127.0.0.1", listener.port) as connection,
    ):
        assert (await connection.shell("cat", stdin=blob("x 300000"))).stdout == blob("x 300000")
        await connection.files.push(blob("y 300000"), "/sdcard/y")
        assert await connection.files.pull("/sdcard/y") == blob("y 300000")


async def test_a_view_is_sent_and_received_in_place(connection: AdbConnection, phone: TinyPhone):
    """A complete screen goes from the phone's view to the caller's buffer."""
    buffer = bytearray(len(phone.screen))
    output = OutputSink(memoryview(buffer))
    assert await connection.run("screencap", output) == 0
    assert buffer == phone.screen
    assert output.size == len(buffer)


@pytest.mark.parametrize("size", SIZES)
async def test_files_go_there_and_back(connection: AdbConnection, phone: TinyPhone, size: int):
    """Pushed bytes are pulled again; time and the user's mode bits (copied to all) are kept, folders are made."""
    path = f"/sdcard/Ordner/größe {size} 文.bin"
    await connection.files.push(blob(f"f {size}"), path, mode=0o640, mtime=1_600_000_000)
    assert await connection.files.pull(path) == blob(f"f {size}")
    stat = await connection.files.stat(path)
    assert (stat.size, stat.mtime, stat.mode & 0o777, stat.exists) == (size, 1_600_000_000, 0o666, True)
    assert [entry.name for entry in await connection.files.list_dir("/sdcard/Ordner")] == [
        ".",
        "..",
        f"größe {size} 文.bin",
    ]


@pytest.mark.parametrize("features", [(), ("shell_v2",)])
async def test_old_devices_are_served_by_the_old_requests(features: tuple[str, ...]):
    """Without stat_v2 and ls_v2 version 1 is asked; without shell_v2 the refusal says what to use."""
    phone = TinyPhone(features=features)
    async with (
        listen_tcp("127.0.0.1", 0, phone) as listener,
        connect_tcp("127.0.0.1", listener.port) as connection,
    ):
        assert (await connection.files.stat("/sdcard/window_dump.xml")).size == len(
            phone.files.read("/sdcard/window_dump.xml")
        )
        assert not (await connection.files.stat("/nope")).exists
        assert [entry.name for entry in await connection.files.list_dir("/sdcard")] == [".", "..", "window_dump.xml"]
        if not features:
            with pytest.raises(DeviceRefused, match="use shell_v1"):
                await connection.shell("echo")


async def test_what_cannot_be_read_or_written_is_refused_with_the_devices_reason(connection: AdbConnection):
    """Each refusal carries the device's words, and the connection is as good as before."""
    with pytest.raises(DeviceRefused, match="No such file or directory"):
        await connection.files.pull("/sdcard/absent")
    with pytest.raises(DeviceRefused, match="Is a directory"):
        await connection.files.pull("/sdcard")
    with pytest.raises(DeviceRefused, match="Read-only file system"):
        await connection.files.push(blob("x 3000000"), "/ro/file")
    with pytest.raises(DeviceRefused, match="1024"):
        await connection.files.pull("/" + "x" * 1025)
    with pytest.raises(DeviceRefused, match="larger than 10 bytes"):
        await connection.files.pull("/sdcard/window_dump.xml", limit=10)
    assert not (await connection.files.stat("/sdcard/absent")).exists
    assert list(await connection.files.list_dir("/absent")) == []
    assert (await connection.shell("echo on")).stdout == b"on\n"


@pytest.mark.parametrize(
    "service", ["reverse:list-forward", "tcp:80", "shell", "sync", "sync,x:", "root:", "nosuch:thing"]
)
async def test_services_that_are_not_there_are_refused(connection: AdbConnection, service: str):
    """Everything except shell, exec and sync is refused, and the refusal names the service."""
    with pytest.raises(DeviceRefused, match=service):
        await connection.open(service)


async def test_a_shell_without_a_command_runs_lines(connection: AdbConnection):
    """Without a terminal lines of input are commands, until the end or `exit`."""
    stream = await connection.open("shell,raw:")
    await stream.send(b"echo a\necho b\nex")
    await stream.send(b"it\necho never\n")
    data = b""
    while piece := await stream.receive():
        data += piece
    assert data == b"a\nb\n"
    result = await connection.shell("", stdin=b"echo c\nboth 4")
    assert result == ShellResult(b"c\nout\n", b"err\n", 4)


async def test_a_handler_that_raises_is_an_error_of_that_command(connection: AdbConnection):
    """The host sees status 126 and the reason; the device serves on."""
    result = await connection.shell("raise")
    assert result.exit == 126
    assert b"boom" in result.stderr
    assert (await connection.shell("echo on")).exit == 0


async def test_a_raw_stream_hands_out_what_was_asked_for(connection: AdbConnection):
    """`receive` gives at most `max_bytes` and b"" for ever after the end."""
    stream = await connection.open("shell:echo abcdef")
    assert await stream.receive(4) == b"abcd"
    assert await stream.receive(100) == b"ef\n"
    assert await stream.receive() == b""
    assert await stream.receive() == b""
    await stream.aclose()


async def test_one_socket_may_be_served_without_a_listener(phone: TinyPhone):
    """`serve_device` serves a connected socket until the host hangs up."""
    theirs, ours = socket.socketpair()
    host = Connection("host", b"host::")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(serve_device, theirs, phone)
        ours.setblocking(False)
        async with await anyio.abc.SocketStream.from_socket(ours) as stream:
            host.connect()
            await stream.send(bytes(host.outgoing.popleft()))
            (connected,) = host.receive(await stream.receive())
    assert b"tiny" in connected.banner  # type: ignore[union-attr]


# -- many at once -----------------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(9)
async def test_two_hundred_streams_at_once_lose_nothing(connection: AdbConnection):
    """200 commands on one connection, each with bytes of its own in and out, all come back right."""
    wrong: list[int] = []

    async def run_stream(number: int) -> None:
        size = 1000 + 997 * number
        here = await connection.shell(f"blob {number} {size}")
        there = await connection.shell("cat", stdin=blob(f"in{number} {size}"))
        if here.stdout != blob(f"{number} {size}") or there.stdout != blob(f"in{number} {size}"):
            wrong.append(number)

    async with anyio.create_task_group() as tasks:
        for number in range(200):
            tasks.start_soon(run_stream, number)
    assert not wrong


async def test_a_reader_that_does_not_read_delays_nobody(connection: AdbConnection):
    """One stream is left unread with megabytes waiting; the others run at full speed."""
    stuck = await connection.open("exec:blob x 20000000")
    for number in range(20):
        assert (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()
    size = 0
    while piece := await stuck.receive(1 << 20):
        size += len(piece)
    assert size == 20_000_000


async def test_many_hosts_at_once(listener: Listener):
    """Any number of connections to one device are served side by side."""

    async def run_host(number: int) -> None:
        async with connect_tcp("127.0.0.1", listener.port) as connection:
            for _ in range(5):
                assert (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()

    async with anyio.create_task_group() as tasks:
        for number in range(40):
            tasks.start_soon(run_host, number)


# -- cancellation -----------------------------------------------------------------------------------------------------

OPERATIONS: dict[str, Callable[[AdbConnection], Awaitable[object]]] = {
    "shell": lambda c: c.shell("blob x 3000000"),
    "stdin": lambda c: c.shell("cat", stdin=blob("x 3000000")),
    "exec": lambda c: c.exec_out("blob x 3000000"),
    "push": lambda c: c.files.push(blob("x 3000000"), "/sdcard/x"),
    "pull": lambda c: c.files.pull("/sdcard/big"),
    "list": lambda c: c.files.list_dir("/sdcard"),
    "refused": lambda c: c.open("nosuch:"),
}


@pytest.mark.failure_mode(8)
@pytest.mark.parametrize("name", OPERATIONS)
async def test_cancelled_at_any_await_the_connection_stays_usable(
    connection: AdbConnection, phone: TinyPhone, name: str
):
    """Cancel after 0, 1, 2 … turns of the loop until the operation outruns it; then 100 commands all work."""
    phone.files.write("/sdcard/big", blob("b 3000000"))
    turns = 0
    finished = False
    while not finished and turns < 300:
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:

                async def strike(turns: int = turns, scope: anyio.CancelScope = scope) -> None:
                    for _ in range(turns):
                        await anyio.lowlevel.checkpoint()
                    scope.cancel()

                tasks.start_soon(strike)
                try:
                    await OPERATIONS[name](connection)
                except DeviceRefused:
                    assert name == "refused"
                finished = True
                tasks.cancel_scope.cancel()
        assert (await connection.shell(f"echo {turns}")).stdout == f"{turns}\n".encode()
        turns += 1 if turns < 30 else 7
    assert finished
    assert turns > 1
    for number in range(100):
        assert (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()
    assert connection._link.wire.streams == ()


async def test_a_command_is_cancelled_on_the_device_when_the_host_leaves(connection: AdbConnection, phone: TinyPhone):
    """Giving up a command cancels its handler; so does hanging up."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(connection.shell, "hang")
        with anyio.fail_after(30):
            while "hang" not in phone.ran:
                await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()
    await connection.shell("echo")
    await connection.shell("echo")
    assert phone.cancelled == 1


async def test_cancelled_while_connecting_nothing_is_left(listener: Listener):
    """A connection given up at any turn of the loop leaves no socket on either side."""
    before = len(os.listdir("/proc/self/fd"))
    for turns in range(12):
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:

                async def strike(turns: int = turns, scope: anyio.CancelScope = scope) -> None:
                    for _ in range(turns):
                        await anyio.lowlevel.checkpoint()
                    scope.cancel()

                tasks.start_soon(strike)
                async with connect_tcp("127.0.0.1", listener.port) as connection:
                    await connection.shell("hang")
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        await connection.shell("echo")
    with anyio.fail_after(30):
        while len(os.listdir("/proc/self/fd")) > before:
            await anyio.lowlevel.checkpoint()


# -- peers that misbehave ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def peer(behave: Callable[[ByteStream], Awaitable[None]]) -> AsyncIterator[int]:
    """A TCP listener with a scripted behaviour, open until the caller disconnects; its port."""

    async def requires_auth(stream: ByteStream) -> None:
        try:
            async with stream:
                await behave(stream)
        except* (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
            pass

    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as server, anyio.create_task_group() as tasks:
        tasks.start_soon(server.serve, requires_auth)
        yield int(server.extra(anyio.abc.SocketAttribute.local_port))
        tasks.cancel_scope.cancel()


async def mute(stream: ByteStream) -> None:
    """Accepts and says nothing."""
    await anyio.sleep_forever()


async def polite(stream: ByteStream) -> None:
    """Greets, then says nothing."""
    await _device(stream, accepts=False)


async def stalled(stream: ByteStream) -> None:
    """Greets and opens what is asked for, then says nothing and takes nothing."""
    await _device(stream, accepts=True)


async def _device(stream: ByteStream, *, accepts: bool) -> None:
    device = Connection("device", Banner("device", {}, ("shell_v2",)).encode())
    async for data in stream:
        for event in device.receive(data):
            if isinstance(event, OpenRequested) and accepts:
                device.accept(event.stream)
        while device.outgoing:
            await stream.send(bytes(device.outgoing.popleft()))


async def test_a_mute_peer_costs_no_more_than_the_deadline():
    """Whoever accepts and says nothing is given up in time, with a sentence that says where."""
    async with peer(mute) as port:
        with anyio.fail_after(30), pytest.raises(DeviceTimeout, match=rf"tcp://127.0.0.1:{port}.*greet"):
            async with connect_tcp("127.0.0.1", port, SHORT):
                pass


@pytest.mark.parametrize("behave", [polite, stalled])
@pytest.mark.parametrize("name", ["shell", "stdin", "exec", "push", "pull", "list"])
async def test_a_device_that_stops_answering_costs_no_more_than_the_deadline(
    behave: Callable[[ByteStream], Awaitable[None]], name: str
):
    """Mute after the greeting or after OPEN: each operation ends with DeviceTimeout, twenty at once as well."""
    async with peer(behave) as port, connect_tcp("127.0.0.1", port) as connection:
        connection.deadlines = SHORT

        async def run_command() -> None:
            with pytest.raises(DeviceTimeout, match="within"):
                await OPERATIONS[name](connection)

        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                for _ in range(20):
                    tasks.start_soon(run_command)
        assert connection._link.multiplexer.watchdog.waiting == {}


async def test_a_raw_stream_never_waits_for_ever_to_send():
    """Sending has the connection's deadline, receiving the one it is given."""
    hurried = Deadlines(open=20, progress=0.2, command=20)
    async with peer(stalled) as port, connect_tcp("127.0.0.1", port, hurried) as connection:
        stream = await connection.open("shell:")
        with anyio.fail_after(30):
            await stream.send(b"first")
            with pytest.raises(DeviceTimeout, match="take what was sent"):
                await stream.send(b"second")
            with pytest.raises(DeviceTimeout, match="send anything"):
                await stream.receive(deadline=0.1)


async def test_deadlines_are_each_operations_own(connection: AdbConnection):
    """A hanging command times out while others on the same connection go on."""
    async with anyio.create_task_group() as tasks:

        async def hang() -> None:
            with pytest.raises(DeviceTimeout, match="finish 'hang'"):
                await connection.shell("hang", deadline=0.2)

        tasks.start_soon(hang)
        for _ in range(50):
            assert (await connection.shell("echo x")).exit == 0
    assert (await connection.shell("echo x")).exit == 0


async def test_a_token_that_is_none_is_refused_before_any_key_is_looked_for():
    """AUTH without its 20 bytes ends in DeviceRefused, before any key is looked up."""
    answer = b"AUTH\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    packet = answer + bytes(0xFF - byte for byte in answer[:4])

    async def ask(stream: ByteStream) -> None:
        await stream.send(packet)
        await stream.receive()

    async def keys() -> NoReturn:
        raise AssertionError("asked for")

    async with peer(ask) as port:
        with pytest.raises(DeviceRefused, match="not of a token of 20 bytes"):
            async with connect_tcp("127.0.0.1", port, keys=keys):
                pass


async def test_noise_is_a_lost_device():
    """A peer that does not speak ADB is reported as such."""

    async def web(stream: ByteStream) -> None:
        await stream.send(b"HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n")

    async with peer(web) as port:
        with pytest.raises(DeviceLost, match="protocol"):
            async with connect_tcp("127.0.0.1", port):
                pass


async def test_nobody_there_is_told(tmp_path: Path):
    """A missing socket is reported with its address."""
    with pytest.raises(DeviceLost, match=r"nobody.*No such file"):
        async with connect_unix(tmp_path / "nobody"):
            pass


@pytest.mark.parametrize("name", ["shell", "exec", "push", "pull", "list"])
async def test_a_connection_cut_anywhere_never_looks_like_success(listener: Listener, phone: TinyPhone, name: str):
    """Cut after any number of bytes from the device, an operation either had all of it or raises DeviceFault."""
    phone.files.write("/sdcard/big", blob("b 3000000"))
    async with connect_tcp("127.0.0.1", listener.port) as direct:
        expected = await OPERATIONS[name](direct)
    cuts = [*range(100, 700, 23), 5_000, 70_000, 1_048_600, 2_000_000, 2_999_999, 3_000_100]
    outcomes = set()
    for limit in cuts:

        async def relay(host: ByteStream, limit: int = limit) -> None:
            async with (
                await anyio.connect_tcp("127.0.0.1", listener.port) as device,
                anyio.create_task_group() as tasks,
            ):

                async def up() -> None:
                    async for data in host:
                        await device.send(data)

                tasks.start_soon(up)
                left = limit
                async for data in device:
                    await host.send(data[:left])
                    left -= len(data)
                    if left <= 0:
                        break
                await host.aclose()
                tasks.cancel_scope.cancel()

        async with peer(relay) as port:
            try:
                async with connect_tcp("127.0.0.1", port) as connection:
                    assert await OPERATIONS[name](connection) == expected
                outcomes.add("whole")
            except DeviceFault as fault:
                outcomes.add(type(fault).__name__)
    assert {"DeviceLost"} <= outcomes <= {"DeviceLost", "whole"}


async def test_everything_that_waits_learns_that_the_device_is_gone(listener: Listener):
    """When the device hangs up, every command on the connection fails at once, and so does the next."""
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        lost = 0

        async def wait_for_loss() -> None:
            nonlocal lost
            with pytest.raises(DeviceLost):
                await connection.shell("hang")
            lost += 1

        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                for _ in range(10):
                    tasks.start_soon(wait_for_loss)
                await connection.shell("echo")
                listener.hang_up()
        assert lost == 10
        assert connection.closed
        with pytest.raises(DeviceLost):
            await connection.shell("echo")


async def test_three_hundred_connections_leave_no_descriptor(listener: Listener, socket_path: Path):
    """The number of open files is what it was before."""
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        await connection.shell("echo")
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for number in range(150):
        async with connect_tcp("127.0.0.1", listener.port) as connection, connect_unix(socket_path) as other:
            await connection.shell("echo x")
            if number % 3:
                await other.open("shell:hang")
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        await connection.shell("echo")
    with anyio.fail_after(30):
        while len(os.listdir("/proc/self/fd")) > before:
            await anyio.lowlevel.checkpoint()


async def test_a_listener_that_closes_takes_its_socket_along(phone: TinyPhone, tmp_path: Path):
    """After the block the path is gone and hosts are hung up on, also when the block raised."""
    path = tmp_path / "short"

    async def serve_and_raise() -> None:
        async with listen_unix(path, phone), connect_unix(path) as connection:
            await connection.shell("echo")
            raise KeyError("as it was")

    with pytest.raises(KeyError, match="as it was"):
        await serve_and_raise()
    assert not path.exists()
    async with AsyncExitStack() as stack:
        listener = await stack.enter_async_context(listen_unix(path, phone))
        connection = await dial_unix(path)
        assert listener.connections == 1
    with anyio.fail_after(30):
        while not connection.closed:
            await anyio.lowlevel.checkpoint()
    await connection.aclose()
