"""The transport protocol in both roles: any chunking, any truncation, crossing closes, flow control, limits."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.transport.packets import (
    AUTH,
    CLSE,
    CNXN,
    DIRECT,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    STLS,
    WRTE,
    AuthRequested,
    Connected,
    DataReceived,
    LocalProtocolError,
    OpenRequested,
    PacketIgnored,
    RemoteProtocolError,
    Role,
    StreamClosed,
    TlsRequested,
    WriteAcknowledged,
)
from adapters.adb.transport.stream_table import CREDIT
from adapters.adb.transport.wire import Connection
from tests.support.wiretalk import BANNER, VERSION, WINDOWS, heard, hello, normal, packet, ready, sent


class Shelf:
    """A `ReceiveSink` that offers a fixed room and counts what came in place."""

    ready = True

    def __init__(self, size: int) -> None:
        self.memory = bytearray(size)
        self.at = 0
        self.placed = 0

    def space(self, limit: int) -> memoryview | None:
        return memoryview(self.memory)[self.at : self.at + limit] or None

    def buffer_updated(self, count: int) -> None:
        self.at += count
        self.placed += count

    def feed(self, data: memoryview) -> None:
        self.memory[self.at : self.at + len(data)] = data
        self.at += len(data)


ids = st.integers(0, 5)
payloads = st.one_of(st.binary(max_size=40), st.integers(DIRECT - 30, 3 * DIRECT).map(lambda n: b"z" * n))
acks = st.sampled_from([0, 1, 500, 1 << 29, (1 << 31) - 1, -1]).map(CREDIT.pack)
packets = st.one_of(
    st.builds(packet, st.just(OKAY), ids, ids),
    st.builds(packet, st.just(OKAY), ids, ids, acks),
    st.builds(packet, st.just(WRTE), ids, ids, payloads),
    st.builds(packet, st.just(CLSE), ids, ids),
    st.builds(packet, st.just(OPEN), ids, st.sampled_from([0, 0, 7, 1 << 31]), st.sampled_from([b"s:x\0", b"", b"\0"])),
    st.builds(packet, st.sampled_from([0, 0x434E5953, 0xFFFFFFFF]), ids, ids, payloads),
    st.builds(packet, st.just(AUTH), st.just(1), st.just(0), st.binary(min_size=20, max_size=20)),
    st.just(packet(STLS, 0x01000000, 0)),
    st.builds(lambda data: packet(WRTE, 9, 1, data)[:20] + b"\1\2\3\4" + data, st.binary(max_size=40)),
    st.just(hello()),
    st.just(hello(banner=WINDOWS)),
)
endings = st.sampled_from([b"", b"", hello(largest=7), packet(WRTE, 1, 1)[:12] + b"\xff" * 8 + packet(WRTE, 1, 1)[20:]])
"""The last of them nobody survives."""


@given(st.data(), st.sampled_from(["host", "device"]), st.booleans(), st.lists(packets, max_size=12), endings)
def test_any_chunking_gives_the_same_events_and_answers(
    data: st.DataObject, role: Role, windowed: bool, script: list[bytes], ending: bytes
):
    """However the bytes are cut: the same events and the same end, the same bytes back, the same streams left."""
    stream = b"".join(script) + ending
    connection = ready(role, peers=(1, 2, 3), windowed=windowed)
    expected = heard(connection, [stream])
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=20)) | {0, len(stream)})
    pieces = ready(role, peers=(1, 2, 3), windowed=windowed)
    assert heard(pieces, [stream[start:end] for start, end in pairwise(cuts)]) == expected
    assert sent(pieces) == sent(connection)
    assert pieces.streams == connection.streams


@given(st.data(), st.sampled_from(["host", "device"]), st.lists(packets, max_size=6))
def test_a_truncated_stream_ends_in_closes_or_a_typed_error(data: st.DataObject, role: Role, script: list[bytes]):
    """Cut anywhere, the end closes every stream if a packet ended there and is a RemoteProtocolError if none did."""
    stream = b"".join(script)
    cut = data.draw(st.integers(0, len(stream)))
    borders, at = {0}, 0
    for content in script:
        at += len(content)
        borders.add(at)
    connection = ready(role, peers=(1, 2, 3))
    connection.receive(stream[:cut])
    left = connection.streams
    if cut in borders:
        assert {event.stream for event in connection.ended() if isinstance(event, StreamClosed)} == set(left)
    else:
        with pytest.raises(RemoteProtocolError, match="middle of a packet"):
            connection.ended()
        with pytest.raises(RemoteProtocolError):
            connection.received(0)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_events_or_a_typed_error(noise: bytes):
    """Noise never raises anything but RemoteProtocolError."""
    roles: tuple[Role, ...] = ("host", "device")
    for role in roles:
        connection = Connection(role, BANNER)
        try:
            connection.receive(noise)
            connection.ended()
        except RemoteProtocolError:
            pass


@pytest.mark.parametrize(
    ("mine", "theirs", "largest", "agreed"),
    [(MAX_PAYLOAD, 4096, 4096, VERSION), (4096, MAX_PAYLOAD, 4096, VERSION), (1 << 18, 1 << 18, 1 << 18, 0x01000000)],
)
def test_both_sides_agree_on_version_and_packet_size(mine: int, theirs: int, largest: int, agreed: int):
    """The smaller of both offers holds."""
    connection = Connection("device", BANNER, max_payload=mine)
    (event,) = connection.receive(hello(agreed, theirs))
    assert event == Connected(BANNER, agreed, largest)
    assert sent(connection) == [(CNXN, agreed, mine, BANNER)]


def test_checksums_are_right_until_both_speak_the_new_version():
    """The first packet carries the sum of its data, so does all that goes to an old peer, nothing to a new one."""
    for version, checked in ((0x01000000, True), (VERSION, False)):
        host = Connection("host", b"host::x")
        host.connect()
        assert struct.unpack_from("<I", bytes(host.outgoing.popleft()), 16)[0] == sum(b"host::x")
        host.receive(hello(version))
        host.open("ab")
        assert struct.unpack_from("<I", bytes(host.outgoing.popleft()), 16)[0] == (sum(b"ab\0") if checked else 0)


def test_wrong_checksums_are_accepted():
    """Real peers never verify the sum, so neither do we."""
    connection = Connection("device", BANNER)
    wrong = struct.pack("<6I", CNXN, VERSION, MAX_PAYLOAD, len(BANNER), 12345, CNXN ^ 0xFFFFFFFF) + BANNER
    assert isinstance(connection.receive(wrong)[0], Connected)


def test_what_is_announced_beyond_the_limit_is_never_allocated():
    """A length above 1 MiB ends the connection from its header alone; one above what we offered is skipped."""
    connection = ready("host")
    with pytest.raises(RemoteProtocolError, match="1048577"):
        connection.receive(packet(WRTE, 1, 1)[:12] + struct.pack("<3I", MAX_PAYLOAD + 1, 0, WRTE ^ 0xFFFFFFFF))
    small = Connection("device", BANNER, max_payload=4096)
    small.receive(hello())
    events = small.receive(packet(OPEN, 1, 0, b"x" * 5000) + packet(OPEN, 1, 0, b"a:\0"))
    assert events == [PacketIgnored(OPEN, "too much data for its kind"), OpenRequested(1, "a:")]
    with pytest.raises(RemoteProtocolError, match="least"):
        Connection("device", BANNER).receive(hello(largest=100))


def test_nothing_counts_before_the_greeting():
    """Packets before CNXN are skipped; commands are refused."""
    device = Connection("device", BANNER)
    assert device.receive(packet(OPEN, 1, 0, b"shell:\0")) == [PacketIgnored(OPEN, "not connected yet")]
    with pytest.raises(LocalProtocolError):
        device.connect()
    with pytest.raises(LocalProtocolError):
        Connection("host", b"host::").open("shell:")


def test_a_second_greeting_resets_every_stream():
    """CNXN on a live connection closes what was open and is answered again."""
    device = ready("device", peers=(4, 5))
    events = device.receive(hello())
    assert events == [StreamClosed(1), StreamClosed(2), Connected(BANNER, VERSION, MAX_PAYLOAD, again=True)]
    assert sent(device) == [(CNXN, VERSION, MAX_PAYLOAD, BANNER)]


def test_auth_and_tls_are_told_to_the_host():
    """A device that wants a signature or TLS is heard before any CNXN."""
    host = Connection("host", b"host::")
    host.connect()
    assert host.receive(packet(AUTH, 1, 0, b"t" * 20) + packet(STLS, 0x01000000, 0)) == [
        AuthRequested(b"t" * 20),
        TlsRequested(),
    ]


def test_one_write_at_a_time():
    """A second write waits for the ack; a write of too much or on no stream is our own error."""
    host = ready("host", peers=(9,))
    host.write(1, b"a")
    with pytest.raises(LocalProtocolError, match="acknowledged"):
        host.write(1, b"b")
    assert host.receive(packet(OKAY, 9, 1)) == [WriteAcknowledged(1)]
    host.write(1, b"")
    assert sent(host) == [(WRTE, 1, 9, b"a"), (WRTE, 1, 9, b"")]
    host.receive(packet(OKAY, 9, 1))
    with pytest.raises(LocalProtocolError, match="in one write"):
        host.write(1, bytes(MAX_PAYLOAD + 1))
    with pytest.raises(LocalProtocolError, match="not open"):
        host.write(7, b"")


def test_an_empty_write_is_data_of_no_bytes():
    """A WRTE without data is received, owed an ack, and acknowledged."""
    device = ready("device", peers=(6,))
    assert device.receive(packet(WRTE, 6, 1)) == [DataReceived(1, 0)]
    device.acknowledge(1)
    assert sent(device) == [(OKAY, 1, 6, b"")]
    with pytest.raises(LocalProtocolError, match="nothing to acknowledge"):
        device.acknowledge(1)


def test_closes_may_cross():
    """A close is answered once; closes for what is gone are not; a late OKAY for what is gone is answered with CLSE."""
    device = ready("device", peers=(6,))
    assert normal(device.receive(packet(WRTE, 6, 1, b"a") + packet(CLSE, 6, 1))) == [
        DataReceived(1, 1, b"a"),
        StreamClosed(1),
    ]
    device.acknowledge(1)
    assert sent(device) == [(CLSE, 1, 6, b"")]
    device.receive(packet(CLSE, 6, 1) + packet(OKAY, 6, 1) + packet(WRTE, 6, 1, b"late"))
    assert sent(device) == [(CLSE, 1, 6, b"")]


def test_old_peers_close_with_id_zero():
    """CLSE(0, id) ends an open stream, and refuses one that is being opened."""
    host = ready("host", peers=(6,))
    assert host.receive(packet(CLSE, 0, 1)) == [StreamClosed(1)]
    other = host.open("nope:")
    assert host.receive(packet(CLSE, 0, other)) == [StreamClosed(other, refused=True)]


def test_a_stream_given_up_while_it_opens_is_closed_as_soon_as_it_is_known():
    """Closed before the answer, the stream sends CLSE when the device's id arrives and makes no event."""
    host = ready("host")
    for answer, says in ((OKAY, [(CLSE, 1, 8, b"")]), (CLSE, [])):
        stream = host.open("shell:x")
        host.outgoing.clear()
        host.close(stream)
        assert not sent(host)
        (event,) = host.receive(packet(answer, 8, stream))
        assert isinstance(event, PacketIgnored)
        assert [(command, peer) for command, _, peer, _ in sent(host)] == [(c, p) for c, _, p, _ in says]
        assert host.streams == ()


def test_what_cannot_be_opened_is_refused_at_once():
    """Both sides learn of the refusal; without windows an OPEN with a window is refused, and an empty service too."""
    host, device = ready("host"), ready("device")
    assert host.receive(packet(OPEN, 3, 0, b"tcp:1\0")) == [OpenRequested(1, "tcp:1")]
    host.refuse(1)
    device.receive(packet(OPEN, 4, 1 << 25, b"shell:\0") + packet(OPEN, 5, 0, b"\0") + packet(OPEN, 0, 0, b"shell:\0"))
    assert sent(host) == [(CLSE, 0, 3, b"")]
    assert sent(device) == [(CLSE, 0, 4, b""), (CLSE, 0, 5, b"")]


def test_a_peer_without_flow_control_costs_only_its_stream():
    """Five unacknowledged writes are taken, as real hosts do; far more close that stream and no other."""
    host = ready("host", peers=(6, 7))
    assert len(host.receive(packet(WRTE, 6, 1, b"x") * 5)) == 5
    events = host.receive(packet(WRTE, 6, 1, b"x") * 20)
    assert StreamClosed(1) in events
    assert host.streams == (2,)


def test_large_data_lands_in_place():
    """All of a large packet but what shared a read with its header is written straight to the sink."""
    host = ready("host")
    shelf = Shelf(1 << 20)
    stream = host.open("x:", shelf)
    host.receive(packet(OKAY, 5, stream))
    body = bytes(range(256)) * 4096
    assert host.receive(packet(WRTE, 5, stream, body)) == [DataReceived(stream, len(body))]
    assert shelf.memory == body
    assert shelf.placed >= len(body) - DIRECT


def test_a_closed_stream_writes_nothing_more_to_its_landing():
    """Closed in the middle of a packet, the rest of it is skipped and the sink's memory left alone."""
    host = ready("host")
    shelf = Shelf(200_000)
    stream = host.open("x:", shelf)
    host.receive(packet(OKAY, 5, stream))
    data = packet(WRTE, 5, stream, b"q" * 200_000)
    host.receive(data[:100_000])
    lent = host.buffer()
    before, at = bytes(shelf.memory), shelf.at
    host.close(stream)
    assert host.received(min(10, len(lent))) == []
    (event,) = host.receive(data[100_010:])
    assert isinstance(event, PacketIgnored)
    assert (bytes(shelf.memory), shelf.at) == (before, at)
