"""Forwarding a device's data to a program: complete, in order, and limited by acknowledgements."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable

import anyio
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.multiplexer import Multiplexer
from adapters.adb.transport.packets import DIRECT, MAX_PAYLOAD, DataReceived, OpenRequested
from adapters.adb.transport.stream import Stream
from adapters.adb.transport.wire import Connection
from adapters.agents.external.wire.direct_forwarder import DirectForwarder
from adapters.agents.external.wire.protocols import ClientDisconnected
from runtime.plugins.protocols import Device
from tests.support.sandboxlab import asked, sandbox


class Program:
    """A program that accepts the given numbers of bytes in turn, and closes after `most`."""

    def __init__(self, lots: list[int], most: int | None = None) -> None:
        self.got = bytearray()
        self.call: Callable[[], None] | None = None
        self._lots = lots
        self._most = most

    def push(self, data: memoryview) -> int:
        """See `Pushed`."""
        if self._most is not None and len(self.got) >= self._most:
            raise ClientDisconnected
        count = min(self._lots.pop(0), len(data)) if self._lots else len(data)
        self.got += data[:count]
        return count

    def on_writable(self, call: Callable[[], None] | None) -> None:
        """See `Pushed`."""
        self.call = call


class Heard:
    """A tap that wants all bytes."""

    wants_data = True

    def __init__(self) -> None:
        self.data = bytearray()

    def opened(self) -> None:
        """See `Tap`."""

    def sent(self, data: bytes) -> None:
        """See `Tap`."""

    def received(self, data: bytes | bytearray) -> None:
        """See `Tap`."""
        self.data += data

    def closed(self) -> None:
        """See `Tap`."""


class Line(Multiplexer):
    """An ADB connection without a socket; `carry` moves waiting packets to the other side."""

    def __init__(self) -> None:
        super().__init__("the device", Connection("host", Banner("host").encode()), None, lambda *_: None)
        self.peer = Connection("device", Banner("device").encode())
        self.wire.connect()
        self.carry()

    def carry(self) -> None:
        """Moves all waiting packets in both directions."""
        while self.wire.outgoing or self.peer.outgoing:
            for connection, other in ((self.wire, self.peer), (self.peer, self.wire)):
                while connection.outgoing:
                    for event in other.receive(connection.outgoing.popleft()):
                        if isinstance(event, OpenRequested):
                            self.peer.accept(event.stream)
                        if isinstance(event, DataReceived):
                            self.stream.on_received(event.size, event.data)

    def open(self) -> Stream:
        """Opens a stream."""
        self.stream = Stream(self, self.wire.open("sync:"), "sync:")
        self.carry()
        return self.stream

    def flush(self) -> None:
        """See `Multiplexer`; only `carry` sends here."""


pieces = st.one_of(st.integers(1, 200), st.integers(DIRECT - 3, 3 * DIRECT), st.integers(MAX_PAYLOAD - 9, MAX_PAYLOAD))


@given(sizes=st.lists(pieces, min_size=1, max_size=6), lots=st.lists(st.integers(0, 2 * DIRECT), max_size=40))
async def test_all_of_it_arrives_in_order_and_is_acknowledged_only_when_nothing_waits(
    sizes: list[int], lots: list[int]
):
    """All data arrive in order, and are acknowledged only when none are waiting."""
    line = Line()
    stream, program, observer = line.open(), Program(list(lots)), Heard()
    passage = DirectForwarder(stream, program, observer)
    stream.divert(passage)
    buffer = bytearray()
    for number, size in enumerate(sizes):
        data = random.Random(number).randbytes(size)
        while not line.peer.writable(line.peer.streams[0]):
            assert not passage.ready, "the device waits, though nothing does here"
            assert program.call is not None
            program.call()
            line.carry()
        line.peer.write(line.peer.streams[0], data)
        buffer += data
        line.carry()
    while not passage.ready:
        assert program.call is not None
        program.call()
    line.carry()
    assert program.call is None
    assert line.peer.writable(line.peer.streams[0])
    assert program.got == buffer == observer.data


async def test_a_program_that_leaves_ends_the_stream_and_drops_what_waited():
    """If the program closes, the stream ends and waiting data are dropped."""
    line = Line()
    stream, program = line.open(), Program([100], most=100)
    passage = DirectForwarder(stream, program, Heard())
    stream.divert(passage)
    line.peer.write(line.peer.streams[0], bytes(2 * DIRECT))
    line.carry()
    assert program.call is not None
    program.call()
    with anyio.fail_after(30):
        await passage.emptied()
        await anyio.lowlevel.checkpoint()
    assert stream.ended
    assert program.got == bytes(100)


async def test_a_packet_that_was_under_way_when_the_stream_was_diverted_is_not_lost():
    """A packet that is partly received when the stream is diverted arrives complete."""
    line = Line()
    stream, program = line.open(), Program([])
    line.peer.write(line.peer.streams[0], bytes(range(256)) * 1000)
    passed = b"".join(map(bytes, line.peer.outgoing))
    line.peer.outgoing.clear()
    line.wire.receive(passed[:5000])
    stream.divert(DirectForwarder(stream, program, Heard()))
    for event in line.wire.receive(passed[5000:]):
        stream.on_received(event.size, event.data)  # type: ignore[union-attr]
    assert program.got == bytes(range(256)) * 1000


async def test_tiny_packets_within_a_window_cost_what_they_hold():
    """Many one-byte packets that wait take less than a megabyte of memory."""
    line = Line()
    stream = line.open()
    passage = DirectForwarder(stream, Program([0]), Heard())
    tracemalloc.start()
    try:
        for _ in range(20_000):
            passage.feed(memoryview(b"x"))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert not passage.ready
    assert held < 1 << 20


async def test_a_slow_reader_gets_a_large_file_whole(phone: Device):
    """A slow reader receives a large file complete."""
    data = random.Random(3).randbytes(9 << 20)
    with anyio.fail_after(200):
        async with sandbox(phone) as (server, _, _):
            async with connect_smart(AdbServer.tcp("127.0.0.1", server.port), "sandbox-1") as agent:
                await agent.files.push(data, "/sdcard/slow.bin")
            async with await anyio.connect_tcp("127.0.0.1", server.port) as client:
                await client.send(asked("host:transport-any") + asked("exec:cat /sdcard/slow.bin"))
                got = bytearray()
                while len(got) < 8 + len(data):
                    got += await client.receive(3000 if len(got) < 60_000 else 1 << 20)
    assert got[:8] == b"OKAYOKAY"
    assert got[8:] == data
