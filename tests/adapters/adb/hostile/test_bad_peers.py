"""Peers that violate the protocol: each violation has its own error and advice, and affects only its stream."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import Listener
from adapters.adb.framing.shell_frames import EXIT, STDOUT, frame
from adapters.adb.host.client import AdbConnection, connect_unix
from adapters.adb.transport.faults import FlowFault, ProtocolFault, StreamReset
from adapters.adb.transport.packets import (
    ALL,
    CLSE,
    CNXN,
    HEADER,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    VERSION,
    WRTE,
    Connected,
    DataReceived,
    OpenRequested,
    StreamClosed,
    StreamOpened,
)
from adapters.adb.transport.stream_table import CREDIT, WINDOW
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from tests.support.badpeers import BadPeer, bad_device

pytestmark = pytest.mark.usefixtures("bystander")
DONE = frame(STDOUT, b"fine\n") + frame(EXIT, b"\0")


async def lies_about_a_length(peer: BadPeer) -> None:
    """Announces a packet that cannot be."""
    event, theirs = await peer.opened()
    await peer.spill(HEADER.pack(WRTE, event.stream, theirs, MAX_PAYLOAD + 1, 0, WRTE ^ ALL))


async def stops_in_a_packet(peer: BadPeer) -> None:
    """Announces data and hangs up."""
    event, theirs = await peer.opened()
    await peer.spill(HEADER.pack(WRTE, event.stream, theirs, 100, 0, WRTE ^ ALL) + b"few")
    await peer._stream.aclose()


async def greets_again(peer: BadPeer) -> None:
    """CNXN on a live connection."""
    await peer.opened()
    await peer.say(CNXN, VERSION, MAX_PAYLOAD, b"device::features=shell_v2")


async def sends_without_end(peer: BadPeer) -> None:
    """Sends without waiting for acknowledgements, which never come."""
    event, theirs = await peer.opened()
    for _ in range(2 * WINDOW // MAX_PAYLOAD):
        await peer.say(WRTE, event.stream, theirs, bytes(MAX_PAYLOAD))


async def never_answers(peer: BadPeer) -> None:
    """Greets and is silent."""
    async for _ in peer.hear():
        pass


LIES: dict[str, tuple[Callable[[BadPeer], Awaitable[None]], type[DeviceFault], str, bool]] = {
    "length": (lies_about_a_length, ProtocolFault, r"1048577 bytes.*connect again", True),
    "torn": (stops_in_a_packet, DeviceLost, r"middle of a packet.*still there", True),
    "again": (greets_again, StreamReset, r"greeted anew.*try again", False),
    "endless": (sends_without_end, FlowFault, r"sent more than it may.*without delayed_ack", False),
    "mute": (never_answers, DeviceTimeout, r"did not answer the request .* within 0.3 s", False),
}


async def read_all(connection: AdbConnection, *, patient: bool) -> None:
    """Open a stream and read it, at once or only when it has ended."""
    stream = await connection.open("shell:x")
    with anyio.fail_after(10):
        while not patient and not stream.ended:
            await anyio.lowlevel.checkpoint()
        while await stream.receive():
            pass


@pytest.mark.parametrize("lie", LIES)
async def test_each_lie_has_its_own_error_and_says_what_to_do(tmp_path: Path, flow: str, lie: str):
    """The stream ends with a typed error that tells what to do; the connection stands where the protocol still does."""
    behave, fault, words, dead = LIES[lie]
    async with (
        bad_device(tmp_path / "bad", flow, behave),
        connect_unix(tmp_path / "bad") as connection,
    ):
        connection.deadlines = replace(connection.deadlines, open=0.3)
        with pytest.raises(fault, match=words) as raised:
            await read_all(connection, patient=lie != "endless")
        assert type(raised.value) is fault
        assert str(tmp_path / "bad") in str(raised.value)
        assert connection.closed is dead


@pytest.mark.parametrize("credit", [CREDIT.pack(-5), CREDIT.pack((1 << 31) - 1), b"\1\2\3"])
async def test_an_impossible_credit_ends_its_stream(tmp_path: Path, credit: bytes):
    """Acknowledged bytes that cannot be are a fault of that stream at once, not a wait for more."""

    async def behave(peer: BadPeer) -> None:
        event, theirs = await peer.opened("exec:")
        await peer.say(OKAY, event.stream, theirs, credit)
        await answers(peer)

    async with bad_device(tmp_path / "bad", "windows", behave), connect_unix(tmp_path / "bad") as connection:
        stream = await connection.open("exec:x")
        with pytest.raises(FlowFault, match="where a number of consumed bytes belongs"):
            await stream.receive(deadline=5)
        with pytest.raises(FlowFault):
            await stream.send(b"more")
        assert (await connection.shell("x")).stdout == b"fine\n"


async def answers(peer: BadPeer) -> None:
    """From here on every command is answered as it should be."""
    async for event in peer.hear():
        if isinstance(event, OpenRequested):
            peer.wire.accept(event.stream)
            peer.wire.write(event.stream, DONE)
            peer.wire.close(event.stream)
            await peer.flush()


async def test_after_a_second_greeting_the_connection_goes_on(tmp_path: Path, flow: str):
    """Running commands are cut short, new ones are answered under the rules of the new greeting."""

    async def behave(peer: BadPeer) -> None:
        await peer.opened("shell,v2,raw:long")
        banner = b"device::features=shell_v2,delayed_ack"
        await peer.say(CNXN, VERSION, MAX_PAYLOAD, banner)
        peer.wire.windowed = True
        await answers(peer)

    async with bad_device(tmp_path / "bad", flow, behave), connect_unix(tmp_path / "bad") as connection:
        with pytest.raises(StreamReset):
            await connection.shell("long")
        assert (await connection.shell("x")).stdout == b"fine\n"
        assert "delayed_ack" in connection.features


async def test_an_answer_after_the_deadline_changes_nothing(tmp_path: Path, flow: str):
    """The stream that was given up is closed as soon as the device grants it, and the next command gets its own."""
    closed: list[int] = []
    late = anyio.Event()

    async def behave(peer: BadPeer) -> None:
        waiting: list[OpenRequested] = []
        async for event in peer.hear():
            if isinstance(event, OpenRequested) and event.service.endswith("late"):
                waiting.append(event)
            elif isinstance(event, OpenRequested):
                for opening in waiting:
                    peer.wire.accept(opening.stream)
                    peer.wire.write(opening.stream, frame(STDOUT, b"too late\n"))
                waiting.clear()
                peer.wire.accept(event.stream)
                peer.wire.write(event.stream, DONE)
                await peer.flush()
            elif isinstance(event, StreamClosed):
                closed.append(event.stream)
                late.set()

    async with (
        bad_device(tmp_path / "bad", flow, behave),
        connect_unix(tmp_path / "bad") as connection,
    ):
        patient = connection.deadlines
        connection.deadlines = replace(patient, open=0.2)
        with pytest.raises(DeviceTimeout, match="answer the request"):
            await connection.shell("late")
        connection.deadlines = patient
        assert (await connection.shell("x")).stdout == b"fine\n"
        with anyio.fail_after(30):
            await late.wait()
        assert closed[0] == 1
        assert connection._link.wire.streams == ()


async def test_a_device_that_opens_what_nobody_asked_for_is_refused(tmp_path: Path, flow: str):
    """OPEN towards the host is answered with CLSE; commands on the same connection go on."""
    refused = anyio.Event()

    async def behave(peer: BadPeer) -> None:
        async for event in peer.hear():
            if isinstance(event, OpenRequested):
                mine = peer.wire.open("tcp:5037")
                await peer.flush()
                peer.wire.accept(event.stream)
                peer.wire.write(event.stream, DONE)
                await peer.flush()
            elif event == StreamClosed(mine := 2, refused=True):
                assert mine == 2
                refused.set()

    async with bad_device(tmp_path / "bad", flow, behave), connect_unix(tmp_path / "bad") as connection:
        assert (await connection.shell("x")).stdout == b"fine\n"
        with anyio.fail_after(30):
            await refused.wait()


async def test_a_device_that_repeats_its_ids_is_understood(tmp_path: Path, flow: str):
    """Streams are identified by our ids: two with the same id of the device each get their own bytes."""

    async def behave(peer: BadPeer) -> None:
        theirs: list[int] = []
        async for event in peer.hear():
            if isinstance(event, OpenRequested):
                theirs.append(peer.wire._streams[event.stream].peer)
                if len(theirs) == 2:
                    break
        granted = CREDIT.pack(1000) if flow == "windows" else b""
        for their in theirs:
            await peer.say(OKAY, 77, their, granted)
        for at, their in enumerate(theirs):
            await peer.say(WRTE, 77, their, frame(STDOUT, b"%d" % at) + frame(EXIT, b"\0"))

    document: dict[int, bytes] = {}
    async with bad_device(tmp_path / "bad", flow, behave), connect_unix(tmp_path / "bad") as connection:

        async def run_stream(number: int) -> None:
            document[number] = (await connection.shell("x")).stdout

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run_stream, 0)
            tasks.start_soon(run_stream, 1)
    assert document == {0: b"0", 1: b"1"}


async def test_a_host_that_repeats_its_ids_is_served(listener: Listener, path: Path, flow: str):
    """Two streams under one id of the host's are two streams; each has an id of its own on the device's side."""
    async with await anyio.connect_unix(path) as stream:
        peer = BadPeer(stream, "host", flow)
        heard: dict[int, bytes] = {}
        async for event in peer.hear():
            if isinstance(event, Connected):
                for word in (b"one", b"two"):
                    await peer.say(OPEN, 5, 1000 if flow == "windows" else 0, b"shell:echo " + word + b"\0")
                break
        size = 24
        data = b""
        while len(heard) < 2:
            data += await stream.receive()
            while len(data) >= 24 and len(data) >= (size := 24 + HEADER.unpack_from(data)[3]):
                command, arg0, arg1, *_ = HEADER.unpack_from(data)
                assert arg1 == 5
                if command == WRTE:
                    heard[arg0] = data[24:size]
                data = data[size:]
    assert sorted(heard.values()) == [b"one\n", b"two\n"]


async def test_a_host_that_greets_again_ends_what_it_ran(
    listener: Listener, connection: AdbConnection, path: Path, flow: str
):
    """Its streams are gone, its new ones are served, and another host of the device does not notice."""
    async with await anyio.connect_unix(path) as stream:
        peer = BadPeer(stream, "host", flow)
        again = False
        async for event in peer.hear():
            if isinstance(event, Connected) and not again:
                peer.wire.open("shell:hang")
                await peer.flush()
            elif isinstance(event, StreamOpened) and not again:
                again = True
                peer.wire.connect()
                await peer.flush()
            elif isinstance(event, Connected):
                peer.wire.open("shell:echo on")
                await peer.flush()
            elif isinstance(event, DataReceived):
                assert event.data == b"on\n"
                break
    assert (await connection.shell("echo x")).stdout == b"x\n"


@pytest.mark.parametrize("flow", ["classic"], indirect=True)
async def test_a_host_that_asks_and_never_reads_costs_little(listener: Listener, connection: AdbConnection, path: Path):
    """The device stops reading it when its answers pile up; it takes no more memory, and others are served."""
    async with await anyio.connect_unix(path) as stream:
        peer = BadPeer(stream, "host", "classic")
        async for event in peer.hear():
            if isinstance(event, Connected):
                break
        ask = b"".join(HEADER.pack(OKAY, 9, n, 0, 0, OKAY ^ ALL) for n in range(1, 2000))

        async def go_on() -> None:
            while True:
                await stream.send(ask)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(go_on)
            with anyio.fail_after(20):
                while not any(link.multiplexer.flooded for link in listener._links):
                    await anyio.lowlevel.checkpoint()
            for _ in range(50):
                assert (await connection.shell("echo x")).stdout == b"x\n"
            assert max(len(link.wire.outgoing) for link in listener._links) < 15_000
            tasks.cancel_scope.cancel()
        # Whoever reads at last gets every answer.
        left = b""
        with anyio.fail_after(20):
            while any(link.multiplexer.flooded for link in listener._links) or len(left) < 1 << 20:
                left += await stream.receive()
        assert left[:4] == left[24:28] == b"CLSE"
        assert (await connection.shell("echo x")).stdout == b"x\n"


@pytest.mark.parametrize(
    ("service", "body", "words"),
    [
        ("shell", b"\1\xff\xff\xff\xff" + b"x" * 100, "without an exit status"),
        ("framebuffer", (2).to_bytes(4, "little") + b"\xff" * 52, "cannot be read|are not a screen"),
        ("framebuffer", b"\7\0\0\0", "version 7"),
    ],
)
async def test_lies_inside_a_stream_are_that_services_refusal(
    tmp_path: Path, flow: str, service: str, body: bytes, words: str
):
    """A frame or a picture that cannot be is refused before memory is taken for it; the connection goes on."""

    async def behave(peer: BadPeer) -> None:
        event, theirs = await peer.opened()
        await peer.say(WRTE, event.stream, theirs, body)
        await peer.say(CLSE, event.stream, theirs)
        await answers(peer)

    async with bad_device(tmp_path / "bad", flow, behave), connect_unix(tmp_path / "bad") as connection:
        with pytest.raises((DeviceRefused, DeviceLost), match=words):
            await (connection.shell("lie") if service == "shell" else connection.framebuffer())
        assert (await connection.shell("x")).stdout == b"fine\n"
