"""Harmful clients of the private adb server: each is limited, and the phone answers the next client."""

from __future__ import annotations

import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc
import pytest
from anyio.lowlevel import checkpoint

from adapters.agents.external.capture.sniffer import MAX_QUEUED, Sniffer
from adapters.agents.external.wire.endpoint import MAX_CLIENTS, Endpoint, endpoint
from adapters.agents.external.wire.features import visible_device
from runtime.core.actions import Tap
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import Device
from tests.support.sandboxlab import Noting, answers, ask, asked, sandbox

GONE = anyio.EndOfStream, anyio.BrokenResourceError


async def wait_closed(client: anyio.abc.SocketStream) -> None:
    """Waits until the server has closed the connection."""
    with suppress(*GONE):
        while True:
            await client.receive()


async def test_a_thousand_streams_at_once_are_bounded(phone: Device):
    """Of a thousand streams as many as allowed are served, the others are closed, and the next client is served."""
    async with sandbox(phone) as (server, _, _):
        async with AsyncExitStack() as stack:
            shells = []
            for _ in range(1000):
                shell = await stack.enter_async_context(await anyio.connect_tcp("127.0.0.1", server.port))
                shells.append(shell)
                with suppress(anyio.BrokenResourceError):  # hung up on
                    await shell.send(asked("host:transport-any") + asked("shell:"))
            served = 0
            for shell in shells:
                with suppress(*GONE):
                    served += await shell.receive(8) != b""
            assert served == MAX_CLIENTS
            assert server.refused == 1000 - MAX_CLIENTS
        await answers(server.port)


class Endless:
    """An endless stream that accepts no data; `taken` counts the bytes read from it."""

    def __init__(self, *, gives: bool) -> None:
        self.taken = 0
        self.closed = anyio.Event()
        self._gives = gives

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Returns more bytes, or waits."""
        await checkpoint()
        if not self._gives:
            await anyio.sleep_forever()
        self.taken += max_bytes
        return bytes(max_bytes)

    async def send(self, data: bytes) -> None:
        """Waits forever."""
        await anyio.sleep_forever()

    async def aclose(self) -> None:
        """Notes that the stream was closed."""
        self.closed.set()


@asynccontextmanager
async def serve_stream(stream: Endless, phone: Device) -> AsyncIterator[Endpoint]:
    """Starts a server whose device returns this stream for every service."""

    async def opened(_: str) -> Endless:
        return stream

    async with endpoint(opened, visible_device(), Sniffer(Noting(phone)).watch) as server:
        yield server


async def test_reading_from_the_device_stops_if_the_client_never_reads(phone: Device):
    """If a client never reads, reading from the device stops, and closing the client closes the stream."""
    stream = Endless(gives=True)
    async with serve_stream(stream, phone) as server:
        async with await anyio.connect_tcp("127.0.0.1", server.port) as client:
            await client.send(asked("host:transport-any") + asked("exec:yes"))
            last, still = -1, 0
            while still < 200:  # rounds of the loop in which nothing moves
                await checkpoint()
                still = still + 1 if stream.taken == last > 0 else 0
                last = stream.taken
            assert stream.taken < 16 << 20
        await stream.closed.wait()


async def test_a_client_is_blocked_if_the_device_never_reads(phone: Device):
    """If the device never reads, the client's writes block, and other clients are served."""
    stream = Endless(gives=False)
    async with serve_stream(stream, phone) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(asked("host:transport-any") + asked("exec:cat"))
            client.setblocking(False)
            sent = still = 0
            while still < 200:
                await checkpoint()
                try:
                    sent += client.send(bytes(256 << 10))
                    still = 0
                except BlockingIOError:
                    still += 1
            assert sent < 32 << 20
            assert await ask(server.port, "host:version") == b"OKAY00040029"
    assert stream.closed.is_set()


@pytest.mark.parametrize(
    "value",
    [
        b"00",
        b"000chost:ver",
        b"zzzz",
        b"-001",
        b"\xff" * (1 << 20),
        b"ffff" + b"x" * 1000,
        b"ffff" + b"host:" * (1 << 18),
        b"0000" * 1000,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\n\r\n" + asked("host:transport-any") + asked("shell:input keyevent 3"),
    ],
    ids=lambda value: value[:12].decode("latin-1"),
)
async def test_half_requests_and_garbage_end_their_connection_only(phone: Device, value: bytes):
    """Incomplete requests, garbage and web pages' requests end their connection, and the phone does nothing."""
    async with sandbox(phone) as (server, _, session):
        for _ in range(3):
            try:
                async with await anyio.connect_tcp("127.0.0.1", server.port) as client:
                    await client.send(value)
                    await client.send_eof()
                    while await client.receive():
                        pass
            except GONE:
                pass
        await answers(server.port)
    assert session.actions == []


async def test_a_service_of_megabytes_is_no_service(phone: Device):
    """The longest possible request reaches the device, which rejects it; it is kept as one unreadable stream."""
    async with sandbox(phone) as (server, sniffer, _):
        long = "exec:" + "x" * (0xFFFF - 5)
        data = await ask(server.port, "host:transport-any", long)
        assert data.startswith(b"OKAYOKAY/system/bin/sh: ")
        await answers(server.port)
        await sniffer.caught_up()
        assert sum(sniffer.unread.counts.values()) == 1


async def test_silent_clients_are_disconnected(phone: Device):
    """A client that sends no complete request is disconnected after a time limit."""
    async with sandbox(phone, request_timeout=0.2) as (server, _, _):
        for data in (b"", b"000chost", asked("host:transport-any")):
            async with await anyio.connect_tcp("127.0.0.1", server.port) as client:
                if data:
                    await client.send(data)
                await wait_closed(client)
        assert await ask(server.port, "host:version") == b"OKAY00040029"


async def test_open_streams_have_no_time_limit(phone: Device):
    """An open shell and a watched list of devices outlive the time limit for requests."""
    async with (
        sandbox(phone, request_timeout=0.2) as (server, _, _),
        await anyio.connect_tcp("127.0.0.1", server.port) as tracker,
        await anyio.connect_tcp("127.0.0.1", server.port) as shell,
    ):
        await tracker.send(asked("host:track-devices"))
        await shell.send(asked("host:transport-any") + asked("shell,v2,raw:sleep 0; cat"))
        async with await anyio.connect_tcp("127.0.0.1", server.port) as silent:
            with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                await silent.receive()
        await shell.send(struct.pack("<BI", 0, 3) + b"abc" + struct.pack("<BI", 4, 0))
        heard = b""
        while b"abc" not in heard:
            heard += await shell.receive()
        assert b"device" in await tracker.receive()


async def test_clients_that_reset_leave_nothing_behind(phone: Device):
    """Connections reset at any moment leave no connection open."""
    async with sandbox(phone) as (server, _, _):
        for request in (
            b"",
            b"00",
            asked("host:transport-any"),
            asked("host:transport-any") + asked("source:90000000"),
        ):
            for _ in range(5):
                client = socket.create_connection(("127.0.0.1", server.port))
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.sendall(request)
                await checkpoint()
                client.close()
        while server.connected:
            await checkpoint()
        await answers(server.port)


async def test_forwards_are_bounded_and_gone_with_their_server(phone: Device):
    """At most 16 ports are forwarded; removing some makes room, and all close with the server."""
    async with sandbox(phone) as (server, _, _):
        made = [await ask(server.port, "host-serial:sandbox-1:forward:tcp:0;tcp:9008") for _ in range(40)]
        ports = [int(data[12:]) for data in made if not data.startswith(b"OKAYFAIL")]
        assert len(ports) == 16
        assert all(b"Too many open files" in data for data in made[16:])
        assert (await ask(server.port, "host:list-forward")).count(b"\n") == 16
        again = await ask(server.port, f"host:forward:tcp:{ports[0]};tcp:7912")
        assert again == b"OKAYOKAY%04x%d" % (len(str(ports[0])), ports[0])
        assert b"cannot rebind" in await ask(server.port, f"host:forward:norebind:tcp:{ports[0]};tcp:1")
        assert await ask(server.port, "host:killforward-all") == b"OKAYOKAY"
        assert not (await ask(server.port, "host:forward:tcp:0;tcp:9008")).startswith(b"OKAYFAIL")
        number = int((await ask(server.port, "host:forward:tcp:0;tcp:9008"))[12:])
    for port in (number, server.port):
        with pytest.raises(OSError, match=r"[Cc]onnect"):
            await anyio.connect_tcp("127.0.0.1", port)


async def test_connections_to_forwards_count_with_the_others(phone: Device):
    """Connections to a forwarded port count towards the limit of connections."""
    async with sandbox(phone) as (server, _, _):
        port = int((await ask(server.port, "host:forward:tcp:0;localabstract:nobody"))[12:])
        for _ in range(MAX_CLIENTS * 2):
            async with await anyio.connect_tcp("127.0.0.1", port) as client:
                await wait_closed(client)
        assert server.connected <= MAX_CLIENTS
        await answers(server.port)


async def test_two_sandboxes_know_nothing_of_each_other(phones: tuple[Device, ...], tmp_path: Path):
    """Two servers share no serial numbers, forwards, connections or files."""
    async with (
        sandbox(phones[0], serial="sandbox-a") as (item, _, did_a),
        sandbox(phones[1], serial="sandbox-b") as two,
    ):
        other, _, did_b = two
        forward = await ask(item.port, "host:forward:tcp:0;tcp:9008")
        port = int(forward[12:])
        assert b"sandbox-a" not in await ask(other.port, "host:devices-l")
        assert b"not found" in await ask(other.port, "host:transport:sandbox-a")
        assert b"not found" in await ask(other.port, "host:tport:serial:sandbox-a")
        assert b"not found" in await ask(other.port, "host-serial:sandbox-a:get-state")
        assert b"no device with transport id" in await ask(other.port, "host:transport-id:2")
        assert b"failed to connect" in await ask(other.port, f"host:connect:127.0.0.1:{item.port}")
        assert await ask(other.port, "host:list-forward") == b"OKAY0000"
        assert b"not found" in await ask(other.port, f"host:killforward:tcp:{port}")
        assert b"Address already in use" in await ask(other.port, f"host:forward:tcp:{port};tcp:1")
        assert b"not connect to others" in await ask(other.port, "host:transport-any", f"tcp:{item.port}:127.0.0.1")
        assert await ask(other.port, "host:transport-any", f"tcp:{item.port}") == b"OKAYFAIL0006closed"
        await ask(item.port, "host:transport-any", "exec:echo mine > /sdcard/mine.txt; input tap 7 7")
        assert b"mine" not in (await ask(other.port, "host:transport-any", "exec:cat /sdcard/mine.txt 2>/dev/null"))[8:]
        assert (await ask(item.port, "host:list-forward")).count(b"\n") == 1
    assert did_a.actions
    assert not did_b.actions


async def test_too_many_unrecorded_actions_are_an_agent_fault(phone: Device):
    """If too many actions queue up unrecorded, an AgentFault is raised, and the earlier actions count."""
    session = Noting(phone, limit=1 << 20)
    sniffer = Sniffer(session)
    for number in range(MAX_QUEUED + 10):
        observer = sniffer.watch(f"exec:input tap {number % 1000} {5 + number // 1000}")
        observer.opened()
        observer.closed()
    with pytest.raises(AgentFault, match="more than"):
        await sniffer.run()
    assert len(session.actions) >= MAX_QUEUED - 1


async def test_a_session_that_ends_in_the_middle_of_a_line_witnesses_nothing_more(phone: Device):
    """If the session ends at the second of five taps of one command line, only two are recorded."""
    session = Noting(phone, limit=2)
    sniffer = Sniffer(session)
    line = sniffer.watch("exec:" + "; ".join(f"input tap {x} 9" for x in range(5)))
    line.opened()
    line.closed()
    sniffer.close()
    await sniffer.run()
    assert sniffer.ended.is_set()
    assert session.actions == [Tap(0, 9), Tap(1, 9)]


async def test_many_looks_add_no_actions(phone: Device):
    """Thousands of looks at the screen after a tap do not add to it: only the tap is recorded."""
    session = Noting(phone)
    sniffer = Sniffer(session)
    for service in ("exec:input tap 5 9", *["exec:screencap -p"] * 20_000):
        observer = sniffer.watch(service)
        observer.opened()
        observer.closed()
    sniffer.close()
    await sniffer.run()
    assert session.actions == [Tap(5, 9)]


SERVICES = (
    "shell:", "exec:screencap -p", "exec:screencap", "sync:", "source:30000000", "sink:1000000", "framebuffer:",
    "shell,v2,raw:cat", "tcp:9008", "localabstract:nobody", "nosuch:", "reboot:",
)  # fmt: skip


async def abuse(port: int, lot: random.Random) -> None:
    """Acts as a random harmful client: opens streams, reads little, sends garbage, and disconnects."""
    for _ in range(6):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.setblocking(False)
            for _ in range(lot.randint(1, 30)):
                with suppress(OSError):
                    match lot.randint(0, 3):
                        case 0:
                            client.send(asked("host:transport-any") + asked(lot.choice(SERVICES)))
                        case 1:
                            client.send(lot.randbytes(lot.choice((1, 50, 60_000))))
                        case _:
                            client.recv(lot.choice((1, 1000, 1 << 20)))
                await checkpoint()
            if lot.random() < 0.5:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize("seed", range(3))
async def test_harmful_clients_leave_no_connection(phone: Device, seed: int):
    """After twenty random harmful clients no connection is left open, and a tap is still recorded."""
    lot = random.Random(seed)
    async with sandbox(phone, limit=1 << 20) as (server, sniffer, session):
        async with anyio.create_task_group() as tasks:
            for _ in range(20):
                tasks.start_soon(abuse, server.port, lot)
        while server.connected:
            await checkpoint()
        await answers(server.port)
        before = len(session.actions)
        await ask(server.port, "host:transport-any", "exec:input tap 5 9")
        await sniffer.caught_up()
        assert session.actions[before:] == [Tap(5, 9)]
