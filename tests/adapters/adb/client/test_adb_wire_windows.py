"""Both kinds of flow control: no loss, no deadlock, no overrun; violations cost only their stream."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.services import SUPPORTED_FEATURES
from adapters.adb.framing.shell_frames import OutputSink
from adapters.adb.transport import stream_table
from adapters.adb.transport.packets import (
    CLSE,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    WRTE,
    Connected,
    DataReceived,
    LocalProtocolError,
    OpenRequested,
    PacketIgnored,
    StreamClosed,
    StreamOpened,
    WriteAcknowledged,
)
from adapters.adb.transport.stream_table import CREDIT, MAX_IN_FLIGHT, SINK_WINDOW, WINDOW
from adapters.adb.transport.wire import Connection
from adapters.phone.drawing.painter import Painter
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from tests.support.wiretalk import BANNER, GRANT, VERSION, WINDOWS, hello, packet, ready, sent


class Pair:
    """Host and device, connected by hand; `arrived` is what came to each stream of each of them."""

    def __init__(self, banner: bytes, version: int = VERSION) -> None:
        self.ends = {
            "host": Connection("host", banner.replace(b"device", b"host"), version=version),
            "device": Connection("device", banner),
        }
        self.arrived: dict[tuple[str, int], bytes] = defaultdict(bytes)
        self.waiting: dict[tuple[str, int], list[bytes]] = defaultdict(list)
        self.unread: dict[tuple[str, int], list[int]] = defaultdict(list)
        self.accepted: list[int] = []
        self.ends["host"].connect()

    def push(self) -> None:
        """Write what flow control lets through."""
        for (side, stream), chunks in self.waiting.items():
            while chunks and self.ends[side].writable(stream):
                self.ends[side].write(stream, chunks.pop(0))

    def take(self) -> None:
        """Acknowledge all that lies unread."""
        for (side, stream), sizes in self.unread.items():
            for size in sizes:
                self.ends[side].acknowledge(stream, size)
            sizes.clear()

    def carry(self, data: st.DataObject) -> None:
        """Deliver all pending data in pieces of any size, both ways, until both sides are silent."""
        while any(end.outgoing for end in self.ends.values()):
            for name, other in (("host", "device"), ("device", "host")):
                queue = self.ends[name].outgoing
                moved = b"".join(bytes(item) for item in queue)
                queue.clear()
                while moved:
                    cut = data.draw(st.integers(1, len(moved)))
                    self._hear(other, moved[:cut])
                    moved = moved[cut:]

    def _hear(self, side: str, data: bytes) -> None:
        end = self.ends[side]
        for event in end.receive(data):
            if isinstance(event, OpenRequested):
                end.accept(event.stream)
                self.accepted.append(event.stream)
            elif isinstance(event, DataReceived):
                self.arrived[side, event.stream] += bytes(event.data)
                self.unread[side, event.stream].append(event.size)
                assert sum(self.unread[side, event.stream]) < stream_table.WINDOW + 60
            else:
                assert isinstance(event, (Connected, StreamOpened, WriteAcknowledged)), event


@given(
    st.data(),
    st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.binary(min_size=1, max_size=50)), max_size=30),
    st.sampled_from([VERSION, 0x01000000]),
    st.sampled_from([BANNER, WINDOWS]),
)
def test_two_ends_lose_nothing(data: st.DataObject, script: list[tuple[bool, int, bytes]], version: int, banner: bytes):
    """Over pieces of any size, with readers that pause, every byte of every stream arrives in order; none overruns."""
    with mock.patch.multiple(stream_table, WINDOW=70, SINK_WINDOW=70, _MIN_ACKNOWLEDGED=20):
        pair = Pair(banner, version)
        pair.carry(data)
        mine = [pair.ends["host"].open(f"shell:{n}") for n in range(4)]
        pair.carry(data)
        expected: dict[tuple[str, int], bytes] = defaultdict(bytes)
        for from_host, which, chunk in script:
            theirs = pair.accepted[which]
            sender, receiver = (("host", mine[which]), ("device", theirs))
            if not from_host:
                sender, receiver = receiver, sender
            pair.waiting[sender].append(chunk)
            expected[receiver] += chunk
            pair.push()
            if data.draw(st.booleans()):
                pair.carry(data)
            if data.draw(st.booleans()):
                pair.take()
        for _ in range(200):
            pair.push()
            pair.carry(data)
            pair.take()
            pair.carry(data)
            if not any(pair.waiting.values()):
                break
        assert pair.arrived == expected
        assert pair.ends["host"].windowed is (banner is WINDOWS)


@pytest.mark.parametrize("mine", [BANNER, WINDOWS])
@pytest.mark.parametrize("theirs", [BANNER, WINDOWS])
def test_windows_are_in_force_where_both_have_them(mine: bytes, theirs: bytes):
    """The feature in one banner changes nothing; in both it does, and a new greeting decides anew."""
    connection = Connection("device", mine)
    connection.receive(hello(banner=theirs))
    assert connection.windowed is (mine is theirs is WINDOWS)
    connection.receive(hello(banner=BANNER))
    assert not connection.windowed


def test_windows_are_granted_as_real_peers_do():
    """OPEN and the first OKAY say how much the other may send; a stream with a sink grants more than a queue."""
    host, device = ready("host", windowed=True), ready("device", windowed=True)
    queued, buffer_updated = host.open("a:"), host.open("b:", OutputSink())
    device.receive(packet(OPEN, 9, 1 << 25, b"a:\0"))
    device.accept(1)
    assert sent(host) == [(OPEN, queued, WINDOW, b"a:\0"), (OPEN, buffer_updated, SINK_WINDOW, b"b:\0")]
    assert sent(device) == [(OKAY, 1, 9, CREDIT.pack(WINDOW))]


@pytest.mark.parametrize("window", [0, 1 << 31, (1 << 30) + 1])
def test_an_open_without_a_sensible_window_is_refused(window: int):
    """With windows in force, OPEN must grant one; none and absurd ones are answered with CLSE."""
    device = ready("device", windowed=True)
    assert device.receive(packet(OPEN, 4, window, b"a:\0")) == [PacketIgnored(OPEN, "refused")]
    assert sent(device) == [(CLSE, 0, 4, b"")]


def test_a_window_is_spent_to_the_last_byte_and_given_back():
    """Writing is allowed while anything of the window is left, and again when the peer has consumed."""
    host = ready("host", peers=(6,), windowed=True)
    host.write(1, bytes(GRANT - 1))
    assert host.writable(1)
    host.write(1, bytes(500))
    assert not host.writable(1)
    with pytest.raises(LocalProtocolError, match="acknowledged"):
        host.write(1, b"x")
    assert host.receive(packet(OKAY, 6, 1, CREDIT.pack(499))) == [WriteAcknowledged(1)]
    assert not host.writable(1)
    assert host.receive(packet(OKAY, 6, 1, CREDIT.pack(1))) == [WriteAcknowledged(1)]
    assert host.writable(1)


def test_a_host_does_not_send_more_ahead_than_its_deadlines_bear():
    """However much a device grants, a few megabytes are under way; the other way round the host's window decides."""
    host = ready("host", windowed=True)
    stream = host.open("a:")
    host.receive(packet(OKAY, 6, stream, CREDIT.pack(1 << 29)))
    ahead = 0
    while host.writable(stream):
        host.write(stream, bytes(MAX_PAYLOAD))
        ahead += MAX_PAYLOAD
    assert ahead == MAX_IN_FLIGHT
    host.receive(packet(OKAY, 6, stream, CREDIT.pack(1)))
    assert host.writable(stream)


def test_consumed_bytes_are_told_in_portions():
    """Small packets are acknowledged together; a reader of everything returns the whole window."""
    device = ready("device", peers=(6,), windowed=True)
    number = 0
    for _ in range(3 * WINDOW // 1000):
        device.receive(packet(WRTE, 6, 1, bytes(1000)))
        device.acknowledge(1, 1000)
        for command, arg0, arg1, data in sent(device):
            assert (command, arg0, arg1) == (OKAY, 1, 6)
            assert CREDIT.unpack(data)[0] >= stream_table._MIN_ACKNOWLEDGED
            number += CREDIT.unpack(data)[0]
    assert 3 * WINDOW - stream_table._MIN_ACKNOWLEDGED - 1000 <= number <= 3 * WINDOW
    with pytest.raises(LocalProtocolError, match="to acknowledge"):
        device.acknowledge(1, 1)
    device.acknowledge(1)


@pytest.mark.parametrize("payload", [b"", b"\1", bytes(5), CREDIT.pack(-1), CREDIT.pack((1 << 31) - 1)])
@pytest.mark.parametrize("opening", [True, False])
def test_an_impossible_credit_ends_its_stream_only(payload: bytes, opening: bool):
    """Negative, absurd or missing: the stream is closed on both sides with the reason, its neighbour goes on."""
    host = ready("host", peers=(6, 7), windowed=True)
    stream = host.open("a:") if opening else 1
    host.outgoing.clear()
    (event,) = host.receive(packet(OKAY, 8 if opening else 6, stream, payload))
    assert isinstance(event, StreamClosed)
    assert (event.stream, event.refused, event.broken) == (stream, False, "flow")
    assert "where a number of consumed bytes belongs" in event.why
    assert sent(host) == [(CLSE, stream, 8 if opening else 6, b"")]
    assert host.writable(2)


def test_an_okay_for_nothing_changes_nothing():
    """Zero consumed bytes are skipped."""
    host = ready("host", peers=(6,), windowed=True)
    assert host.receive(packet(OKAY, 6, 1, CREDIT.pack(0))) == [PacketIgnored(OKAY, "nothing was consumed")]


@pytest.mark.parametrize("windowed", [False, True])
def test_a_peer_that_overruns_loses_its_stream_before_anything_is_kept(windowed: bool):
    """With the window unread the next packet closes the stream from its header on; other streams and empty data go."""
    host = ready("host", peers=(6, 7), windowed=windowed)
    events = [event for _ in range(9) for event in host.receive(packet(WRTE, 6, 1, bytes(MAX_PAYLOAD)))]
    got = sum(event.size for event in events if isinstance(event, DataReceived))
    assert WINDOW <= got <= WINDOW + MAX_PAYLOAD
    (closed,) = [event for event in events if isinstance(event, StreamClosed)]
    assert (closed.stream, closed.broken) == (1, "flow")
    assert "sent more than it may" in closed.why
    assert (CLSE, 1, 6, b"") in sent(host)
    assert host.streams == (2,)
    assert host.receive(packet(WRTE, 7, 2)) == [DataReceived(2, 0)]


@pytest.mark.parametrize("windowed", [False, True])
def test_what_a_peer_sends_unasked_costs_bounded_memory(windowed: bool):
    """64 MB to unread streams, 20,000 streams, and an announced megabyte that never comes use little memory."""
    device = ready("device", peers=tuple(range(1, 9)), windowed=windowed)
    flood = [memoryview(packet(WRTE, n, n, bytes(MAX_PAYLOAD))) for n in range(1, 9)]
    openings = b"".join(packet(OPEN, n, 100 if windowed else 0, b"a:\0") for n in range(1, 20_001))
    tracemalloc.start()
    try:
        items = []
        for _ in range(8):
            for item in flood:
                items += [event for event in device.receive(item) if isinstance(event, DataReceived)]
        size = sum(event.size for event in items)
        assert size <= 8 * (WINDOW + MAX_PAYLOAD)
        assert tracemalloc.get_traced_memory()[1] < size + (4 << 20)
        items.clear()
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        opened = sum(isinstance(event, OpenRequested) for event in device.receive(openings))
        assert opened <= len(device.streams) <= 4096
        device.receive(packet(WRTE, 1, 1, bytes(MAX_PAYLOAD))[:24])
        assert tracemalloc.get_traced_memory()[1] < before + (16 << 20)
    finally:
        tracemalloc.stop()


def test_a_virtual_phone_has_no_windows_unless_asked():
    """The daemon of Android 13 does not list the feature; a phone of a later one may."""
    phone = HostedPhone("p", with_launcher(()), ScreenRenderer(Painter()))
    assert "delayed_ack" not in PhoneServices(phone).banner().features
    assert "shell_v2" in PhoneServices(phone).banner().features
    assert "delayed_ack" in PhoneServices(phone, SUPPORTED_FEATURES).banner().features
