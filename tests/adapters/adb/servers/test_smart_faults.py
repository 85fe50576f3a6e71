"""Servers that are absent, silent, strange or gone; devices that cannot be used; cancellation at every await."""

from __future__ import annotations

import gc
import os
import re
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from anyio.abc import SocketAttribute, SocketStream

from adapters.adb import open_adb
from adapters.adb.framing.shell_frames import EXIT, STDOUT, OutputSink, frame
from adapters.adb.framing.smart_wire import Forward, Target
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection, connect_smart, dial_smart
from adapters.adb.transport.server_errors import DeviceOffline, DeviceUnauthorized, DeviceUnknown, ServerAbsent
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout, UsageError
from tests.support.fakeserver import SHORT, FakeServer, hex4, serving

X = Target("x")
FEATURES = "host-serial:x:features"
CHOOSE = "host:transport:x"
ECHO = "shell,v2,raw:echo"
LIST = "host:devices-l"
DEVICE: dict[str, bytes | None] = {FEATURES: b"OKAY" + hex4("shell_v2,stat_v2"), CHOOSE: b"OKAY"}

Ask = Callable[[AdbServer], Coroutine[Any, Any, object]]


async def _track(server: AdbServer) -> object:
    async with server.track_devices() as lists:
        return await anext(lists)


async def _shell(server: AdbServer) -> object:
    connection = SmartConnection(server, X, frozenset({"shell_v2"}), server.deadlines)
    return await connection.shell("echo")


async def _pull(server: AdbServer) -> object:
    return await SmartConnection(server, X, frozenset(), server.deadlines).files.pull("/x")


async def _reverse(server: AdbServer) -> object:
    return await SmartConnection(server, X, frozenset(), server.deadlines).ports.start_reverse("tcp:0", "tcp:1")


EVERYTHING: dict[str, Ask] = {
    "version": lambda server: server.version(),
    "devices": lambda server: server.devices(),
    "features": lambda server: server.features(X),
    "get_state": lambda server: server.get_state(X),
    "wait_for": lambda server: server.wait_for(X),
    "connect": lambda server: server.connect("h:1"),
    "disconnect": lambda server: server.disconnect("h:1"),
    "forward": lambda server: server.forward(X, "tcp:1"),
    "forwards": lambda server: server.forwards(),
    "kill_forward": lambda server: server.kill_forward(X, "tcp:1"),
    "track": _track,
    "shell": _shell,
    "pull": _pull,
    "reverse": _reverse,
}
everything = pytest.mark.parametrize("ask", EVERYTHING.values(), ids=EVERYTHING.keys())


# -- the server -------------------------------------------------------------------------------------------------------


@everything
async def test_a_silent_server_is_a_timeout(ask: Ask):
    """It accepts and never answers: every call ends at its deadline and says which it was."""
    async with serving(FakeServer({}, None), SHORT) as server:
        with anyio.fail_after(30):
            with pytest.raises(DeviceTimeout, match=r"^adb://127\.0\.0\.1:\d+.* within 0\.3 s"):
                await ask(server)


@everything
async def test_nobody_there_is_told_with_a_cure(ask: Ask):
    """The sentence says how to start a server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        server = AdbServer.tcp("127.0.0.1", free.getsockname()[1], SHORT)
        with pytest.raises(ServerAbsent, match="start one with `adb start-server`"):
            await ask(server)


@everything
@pytest.mark.parametrize("garbage", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"FAILxyz!", b"\0" * 40, b"OKAYNOPE"])
async def test_a_stranger_is_recognised(ask: Ask, garbage: bytes):
    """Whatever it says, it ends in a fault of the device, at once and with a sentence."""
    async with serving(FakeServer({}, garbage)) as server:
        with anyio.fail_after(30), pytest.raises(DeviceFault, match=f"^{server.name}|file service"):
            await ask(server)


@everything
async def test_hanging_up_at_any_byte_is_never_taken_for_an_answer(ask: Ask):
    """A reply that is cut off after any number of bytes is an error, never a complete answer."""
    full = b"FAIL" + hex4("device 'x' not found")
    for cut in range(len(full)):
        fake = FakeServer({}, full[:cut])
        fake.hang_up = lambda request: True
        async with serving(fake) as server:
            with anyio.fail_after(30), pytest.raises(DeviceLost, match=r"hung up|did not answer|broke"):
                await ask(server)
    fake = FakeServer({}, full)
    fake.hang_up = lambda request: True
    async with serving(fake) as server:
        with pytest.raises(DeviceFault, match="not found"):
            await ask(server)


async def test_a_failure_without_words_is_one():
    """FAIL with an empty text."""
    async with serving(FakeServer({}, b"FAIL0000")) as server:
        with pytest.raises(DeviceRefused, match="does not say why"):
            await server.kill_forward(X, "tcp:1")


async def test_a_tracker_ends_with_its_server_and_may_wait_for_ever():
    """There is no deadline between two lists; the wait ends with the server."""
    fake = FakeServer({"host:track-devices": b"OKAY" + hex4("x\tdevice\n") + hex4("")})
    async with serving(fake) as server, server.track_devices() as lists:
        assert [row.serial for row in await anext(lists)] == ["x"]
        assert await anext(lists) == ()
        with anyio.move_on_after(0.5) as scope:
            await anext(lists)
        assert scope.cancelled_caught
    fake.hang_up = lambda request: True
    async with serving(fake) as server, server.track_devices() as lists:
        await anext(lists)
        await anext(lists)
        with pytest.raises(DeviceLost, match="disconnected"):
            await anext(lists)


async def test_old_versions_are_told_not_judged():
    """A server of another version is asked all the same; 0x0028 is 40."""
    async with serving(FakeServer({"host:version": b"OKAY" + hex4("0028")})) as server:
        assert await server.version() == 40
    async with serving(FakeServer({"host:version": b"OKAY" + hex4("4x")})) as server:
        with pytest.raises(DeviceLost, match="no adb server"):
            await server.version()


# -- the devices ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "kind", "words"),
    [
        ("x unauthorized usb:1-1 transport_id:1", DeviceUnauthorized, "accept the question"),
        ("x authorizing transport_id:1", DeviceUnauthorized, "accept the question"),
        ("x offline transport_id:1", DeviceOffline, "reconnect offline"),
        ("x connecting transport_id:1", DeviceOffline, "reconnect offline"),
        ("x no permissions (user in plugdev?); see [http://x] usb:1-1 transport_id:1", DeviceRefused, "udev"),
        ("x bootloader transport_id:1", DeviceRefused, "state 'bootloader'"),
        ("y device transport_id:1", DeviceUnknown, r"no device 'x'; it lists y \(device\)"),
        ("", DeviceUnknown, "no devices; plug one in"),
    ],
)
async def test_a_device_that_cannot_be_used_says_what_to_do(row: str, kind: type[DeviceFault], words: str):
    """Each state has its class and its sentence, before anything is tried with the device."""
    fake = FakeServer({LIST: b"OKAY" + hex4(row + "\n")})
    async with serving(fake) as server:
        with pytest.raises(kind, match=words):
            async with open_adb(f"{server.name}/x"):
                pass
    assert fake.asked == [LIST]


@pytest.mark.parametrize(
    ("why", "kind"),
    [
        ("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\n", DeviceUnauthorized),
        ("device still authorizing", DeviceUnauthorized),
        ("device still connecting", DeviceOffline),
        ("device offline", DeviceOffline),
        ("device offline (no transport)", DeviceOffline),
        ("device 'x' not found", DeviceUnknown),
        ("no devices/emulators found", DeviceUnknown),
        ("no device with transport id '7'", DeviceUnknown),
    ],
)
async def test_a_servers_words_become_faults(why: str, kind: type[DeviceFault]):
    """When the device is chosen; the connection is dialled anew after that."""
    fake = FakeServer({FEATURES: DEVICE[FEATURES], CHOOSE: b"FAIL" + hex4(why)})
    async with serving(fake) as server:
        connection = await dial_smart(server, X)
        with pytest.raises(kind):
            await connection.shell("echo")
        assert connection.closed


async def test_a_serial_number_of_two_devices_is_refused_with_both_ids():
    """The message shows what to write instead; the ready devices are told apart."""
    rows = "x device transport_id:3\nx device transport_id:5\ny offline transport_id:6\n"
    fake = FakeServer({LIST: b"OKAY" + hex4(rows)})
    async with serving(fake) as server:
        with pytest.raises(
            UsageError, match=r"2 devices .* write adb://\S+/transport_id:3 or adb://\S+/transport_id:5"
        ):
            async with open_adb(f"{server.name}/x"):
                pass
        with pytest.raises(DeviceFault):
            async with open_adb(server.name):
                pass
    asked = {request for request in fake.asked if request.startswith("host-transport-id")}
    assert asked == {"host-transport-id:3:features", "host-transport-id:5:features"}


@pytest.mark.parametrize(
    "uri", ["adb://", "adb:x", "adb://h:port", "adb://h:99999", "adb://h:0/x", "adb://h/x?y", "x://h"]
)
async def test_bad_uris_say_what_to_write(uri: str):
    """The sentence shows the right form."""
    with pytest.raises(UsageError, match="adb://HOST:PORT/SERIAL"):
        async with open_adb(uri):
            pass


async def test_a_device_without_statuses_is_refused_for_commands():
    """A device from before shell_v2 is refused instead of inventing an exit status."""
    async with serving(FakeServer({FEATURES: b"OKAY" + hex4("cmd")})) as server:
        with pytest.raises(DeviceRefused, match="use shell_v1"):
            await (await dial_smart(server, X)).shell("echo")


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("failed to connect to 'h:1': Connection refused", DeviceRefused, "Connection refused"),
        ("failed to authenticate to h:1", DeviceUnauthorized, "accept the question"),
        ("empty address", DeviceRefused, "empty address"),
        ("", DeviceRefused, "not answered"),
        ("already connected to h:1", DeviceOffline, "offline"),
    ],
)
async def test_connect_reads_the_words(text: str, kind: type[DeviceFault], words: str):
    """A server says OKAY to everything: the text tells, and after a success the state."""
    answers: dict[str, bytes | None] = {
        "host:connect:h:1": b"OKAY" + hex4(text),
        "host-serial:h:1:get-state": b"FAIL" + hex4("device offline"),
    }
    async with serving(FakeServer(answers)) as server:
        with pytest.raises(kind, match=words):
            await server.connect("h:1")


async def test_reverse_answers_come_inside_the_stream():
    """OKAY for the stream, then the device's own answer: a port, a list without OKAY, or its refusal."""
    answers = {
        **DEVICE,
        "reverse:forward:tcp:5;tcp:1": b"OKAYOKAY" + hex4("5"),
        "reverse:forward:norebind:localabstract:a;tcp:1": b"OKAYOKAY",
        "reverse:forward:localabstract:a;tcp:1": b"OKAYOKAY",
        "reverse:list-forward": b"OKAY" + hex4("host-3 tcp:7990 tcp:1\n"),
        "reverse:killforward:tcp:7990": b"OKAYOKAY",
        "reverse:killforward:tcp:1": b"OKAYFAIL" + hex4("listener 'tcp:1' not found"),
        "reverse:killforward-all": b"OKAYOKAY",
    }
    async with serving(FakeServer(answers)) as server, connect_smart(server, "x") as connection:
        assert await connection.ports.start_reverse("tcp:5", "tcp:1", rebind=True) == "tcp:5"
        assert await connection.ports.start_reverse("localabstract:a", "tcp:1") == "localabstract:a"
        assert await connection.ports.reverses() == (Forward("host-3", "tcp:7990", "tcp:1"),)
        await connection.ports.kill_reverse("tcp:7990")
        await connection.ports.kill_reverses()
        with pytest.raises(DeviceRefused, match="listener 'tcp:1' not found"):
            await connection.ports.kill_reverse("tcp:1")
        with pytest.raises(DeviceRefused, match="would crash an adb server"):
            await connection.ports.start_reverse("tcp:1;tcp:2", "tcp:3")


async def test_a_free_port_of_the_phone_is_chosen_here():
    """A server would die of the second rule for tcp:0; of taken ports another is tried, of other faults nothing."""
    chunks = [b"OKAYFAIL" + hex4("cannot bind listener: Address already in use"), b"OKAYOKAY" + hex4("1")]

    class Phone(FakeServer):
        async def serve(self, stream: SocketStream) -> None:
            if len([text for text in self.asked if text.startswith("reverse:")]) == 1:
                self.otherwise = chunks[1]
            await super().serve(stream)

    fake = Phone(DEVICE, chunks[0])
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        bound = await connection.ports.start_reverse("tcp:0", "tcp:1")
    asked = [text for text in fake.asked if text.startswith("reverse:")]
    assert re.fullmatch(r"tcp:[23]\d{4}", bound)
    assert asked[0] != asked[1]
    assert asked[1:] == [f"reverse:forward:norebind:{bound};tcp:1", f"reverse:forward:{bound};tcp:1"]
    async with (
        serving(FakeServer(DEVICE, b"OKAYFAIL" + hex4("no sockets here"))) as server,
        connect_smart(server, "x") as connection,
    ):
        with pytest.raises(DeviceRefused, match="no sockets here"):
            await connection.ports.start_reverse("tcp:0", "tcp:1")


# -- streams ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", range(17))
async def test_a_command_that_is_cut_off_is_lost(cut: int):
    """Output without an exit status is never a success, wherever it is cut."""
    data = b"OKAY" + frame(STDOUT, b"hi\n") + frame(EXIT, b"\0")
    fake = FakeServer({**DEVICE, ECHO: data[:cut]})
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        with pytest.raises(DeviceLost, match=r"without an exit status|hung up|did not answer"):
            await connection.shell("echo")
    fake = FakeServer({**DEVICE, ECHO: data})
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        assert (await connection.shell("echo")).stdout == b"hi\n"


async def test_a_device_that_stops_in_the_middle_costs_one_deadline():
    """Half of the output, then silence: the command ends in time, and the next one works."""
    fake = FakeServer(
        {**DEVICE, ECHO: b"OKAY" + frame(STDOUT, b"half"), "shell,v2,raw:ok": b"OKAY" + frame(EXIT, b"\0")}
    )
    fake.hang_up = lambda request: request == FEATURES
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        with anyio.fail_after(30), pytest.raises(DeviceTimeout, match="finish 'echo'"):
            await connection.shell("echo", deadline=0.3)
        assert (await connection.shell("ok")).exit == 0


async def test_nothing_is_allocated_on_the_word_of_a_peer():
    """A frame of four gigabytes is announced and never comes; what is kept stays small."""
    promise = b"OKAY" + b"\x01\xff\xff\xff\xff" + bytes(1000)
    fake = FakeServer({**DEVICE, ECHO: promise})
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        output = OutputSink(limit=1 << 20)
        with pytest.raises(DeviceLost):
            await connection.run("echo", output)
        assert output.size == 1000


@asynccontextmanager
async def flooded(total: int, limit: int) -> AsyncIterator[tuple[AdbServer, anyio.Event]]:
    """A server that sends this much to each opened service; the event is set when more than the limit was sent."""
    beyond = anyio.Event()

    async def serve(stream: SocketStream) -> None:
        async with stream:
            fake = FakeServer({})
            try:
                for _ in range(2):
                    await fake._request(stream)
                    await stream.send(b"OKAY")
                for sent in range(0, total, 1 << 16):
                    if sent > limit:
                        beyond.set()
                    await stream.send(bytes(1 << 16))
            except (anyio.BrokenResourceError, anyio.EndOfStream):
                pass

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield AdbServer.tcp("127.0.0.1", int(listener.extra(SocketAttribute.local_port))), beyond
        tasks.cancel_scope.cancel()


@pytest.mark.failure_mode(10)
async def test_who_does_not_read_holds_the_device_back():
    """Memory stays bounded without a reader; all data arrive once there is one."""
    total = 64 << 20
    async with flooded(total, total // 2) as (server, beyond):
        connection = SmartConnection(server, X, frozenset(), server.deadlines)
        stream = await connection.open("logcat")
        with anyio.move_on_after(0.5) as scope:
            await beyond.wait()
        assert scope.cancelled_caught
        got = 0
        while data := await stream.receive(1 << 20, deadline=30):
            got += len(data)
        assert got == total
        await stream.aclose()


async def test_a_server_that_takes_nothing_is_a_timeout():
    """A file that is sent to it gets stuck: the deadline of progress ends that."""
    fake = FakeServer({**DEVICE, "sync:": b"OKAY"})

    async def stop(stream: SocketStream) -> str:
        if fake.asked[-1:] == ["sync:"]:
            await anyio.sleep_forever()
        return await FakeServer._request(fake, stream)

    fake._request = stop  # type: ignore[method-assign]
    fake.hang_up = lambda request: request == FEATURES
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        connection.deadlines = SHORT
        with anyio.fail_after(30), pytest.raises(DeviceTimeout):
            await connection.files.push(bytes(64 << 20), "/x")


async def test_closing_the_connection_ends_what_waits():
    """Operations under way fail, later ones too; no socket stays."""
    fake = FakeServer({**DEVICE, ECHO: None})
    async with serving(fake, Deadlines()) as server:
        connection = await dial_smart(server, X)
        async with anyio.create_task_group() as tasks:

            async def run() -> None:
                with pytest.raises(DeviceLost, match="closed on our side"):
                    await connection.shell("echo")

            tasks.start_soon(run)
            while ECHO not in fake.asked:
                await anyio.lowlevel.checkpoint()
            await connection.aclose()
        with pytest.raises(DeviceLost, match="was closed"):
            await connection.shell("echo")
        with anyio.fail_after(30):
            while fake.closed < fake.connections:
                await anyio.lowlevel.checkpoint()


# -- cancellation and leaks -------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(8)
@everything
async def test_cancelled_at_every_await_nothing_stays(ask: Ask):
    """Cut after any number of turns of the loop: the socket is closed and the next request works."""
    fake = FakeServer({**DEVICE, "host:version": b"OKAY" + hex4("0029")}, None)
    async with serving(fake, Deadlines()) as server:
        for turns in range(12):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask, server)
                for _ in range(turns):
                    await anyio.lowlevel.checkpoint()
                tasks.cancel_scope.cancel()
        assert await server.version() == 41
        with anyio.fail_after(30):
            while fake.closed < fake.connections:
                await anyio.lowlevel.checkpoint()


@pytest.mark.failure_mode(13)
async def test_a_cancelled_forward_is_removed():
    """Whenever the block is cut, what the server has made is taken back."""
    answers = {
        **DEVICE,
        "host-serial:x:forward:norebind:tcp:0;tcp:1": b"OKAYOKAY" + hex4("4711"),
        "host-serial:x:killforward:tcp:4711": b"OKAYOKAY",
    }
    fake = FakeServer(answers)

    async def use(connection: SmartConnection) -> None:
        async with connection.ports.forward("tcp:1") as local:
            assert local == "tcp:4711"
            await anyio.sleep_forever()

    async with serving(fake) as server, connect_smart(server, "x") as connection:
        for turns in range(12):
            fake.asked.clear()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(use, connection)
                for _ in range(turns):
                    await anyio.lowlevel.checkpoint()
                tasks.cancel_scope.cancel()
            made, gone = (sum(word in text for text in fake.asked) for word in (":forward:", ":killforward:"))
            assert made == gone


async def test_no_descriptor_is_left():
    """Three hundred requests and streams, half of them refused."""
    answers = {**DEVICE, "host:version": b"OKAY" + hex4("0029"), ECHO: b"OKAY" + frame(EXIT, b"\0")}
    fake = FakeServer(answers)
    async with serving(fake) as server, connect_smart(server, "x") as connection:
        await connection.shell("echo")
        await _closed(fake)
        before = len(os.listdir("/proc/self/fd"))
        for number in range(100):
            assert (await connection.shell("echo")).exit == 0
            assert await server.version() == 41
            with pytest.raises(DeviceRefused):
                await connection.open(f"no:{number}")
        await _closed(fake)
        gc.collect()
        assert len(os.listdir("/proc/self/fd")) <= before


async def _closed(fake: FakeServer) -> None:
    with anyio.fail_after(30):
        while fake.closed < fake.connections:
            await anyio.lowlevel.checkpoint()
