"""Random and nearly valid bytes for the transport protocol and what it carries, as a plain function for any count."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from adapters.adb.framing import framebuffer
from adapters.adb.framing import shell_frames as frames
from adapters.adb.framing.smart_wire import ReplyParser
from adapters.adb.transport.packets import (
    ALL,
    AUTH,
    CLSE,
    CNXN,
    HEADER,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    STLS,
    WRTE,
    DataReceived,
    Event,
    HostConnecting,
    OpenRequested,
    ReceiveSink,
    RemoteProtocolError,
    Role,
    StreamOpened,
    pack,
)
from adapters.adb.transport.stream_table import CREDIT, WINDOW
from adapters.adb.transport.wire import Connection

_BANNERS = (b"device::features=shell_v2", b"device::features=shell_v2,delayed_ack")
_COMMANDS = (CNXN, AUTH, STLS, OPEN, OKAY, OKAY, WRTE, WRTE, WRTE, CLSE, 0x434E5953, 0)
_VALUES = (0, 1, 2, 3, 4, 5, 4096, 0x01000000, 0x01000001, MAX_PAYLOAD, 1 << 25, 1 << 31, ALL)
_SCREEN = framebuffer.Header(4, 4).encode()


@dataclass
class Counts:
    """The result of a fuzzing run: `bytes` were fed to `connections`, which ended with typed `errors`."""

    bytes: int = 0
    connections: int = 0
    errors: int = 0
    events: Counter[str] = field(default_factory=Counter)
    parsed: Counter[str] = field(default_factory=Counter)
    """Bytes that other parsers were fed, by their names."""


def fuzz(seed: int, total: int) -> Counts:
    """Feed at least `total` bytes, the same for the same seed.

    Whatever escapes from here is a fault of ours: only typed errors may, and those are counted. AssertionError where a
    stream holds more than its window or an answer is longer than the question.
    """
    chance = random.Random(seed)
    counts = Counts()
    while counts.bytes < total:
        victim = _Victim(chance, counts)
        for _ in range(chance.choice((5, 50, 500))):
            if not victim.alive or counts.bytes >= total:
                break
            victim.feed(_bytes(chance, victim.known()))
        victim.end()
        _frames(chance, counts)
    return counts


class _Victim:
    """A connection that a random peer talks to, and whose own side does random things that it may do."""

    def __init__(self, chance: random.Random, counts: Counts) -> None:
        self.alive = True
        self._chance = chance
        self._counts = counts
        role: Role = chance.choice(("host", "device"))
        self._requires_auth = role == "device" and chance.random() < 0.2
        banner = chance.choice(_BANNERS)
        self._wire = Connection(
            role, banner, max_payload=chance.choice((4096, MAX_PAYLOAD)), requires_auth=self._requires_auth
        )
        counts.connections += 1
        if role == "host":
            self._wire.connect()
        if chance.random() < 0.9:
            self.feed(_packet(CNXN, 0x01000001, MAX_PAYLOAD, banner))

    def feed(self, data: bytes) -> None:
        """Some bytes in random pieces, and reactions to what they mean."""
        at = 0
        while at < len(data) and self.alive:
            piece = data[at : at + self._chance.choice((1, 7, 24, 100, 5000, 50_000))]
            at += len(piece)
            self._counts.bytes += len(piece)
            try:
                events = self._wire.receive(piece)
            except RemoteProtocolError as error:
                self.alive = False
                self._counts.errors += 1
                events = list(error.events)
            for event in events:
                self._react(event)
            total = sum(map(len, self._wire.outgoing))
            self._wire.outgoing.clear()
            assert total <= 200 * len(piece) + 8192, "the answer is out of all proportion"
        assert all(stream.unread <= WINDOW + MAX_PAYLOAD for stream in self._wire._streams.values())

    def known(self) -> tuple[int, int]:
        """Both ids of one of its streams, if it has any."""
        streams = tuple(self._wire._streams.values())
        stream = self._chance.choice(streams) if streams else None
        return (1, 1) if stream is None else (stream.peer or self._chance.randrange(1, 5), stream.id)

    def end(self) -> None:
        """The peer hangs up."""
        try:
            self._wire.ended()
        except RemoteProtocolError:
            self._counts.errors += 1
        self.alive = False

    def _react(self, event: Event) -> None:
        wire, chance = self._wire, self._chance
        self._counts.events[type(event).__name__] += 1
        if isinstance(event, HostConnecting):
            chance.choice((wire.admit, wire.ask_tls, lambda: wire.challenge(bytes(20))))()
        elif isinstance(event, OpenRequested):
            chance.choice((wire.accept, wire.accept, wire.refuse))(event.stream)
        elif isinstance(event, DataReceived) and event.stream in wire.streams:
            if chance.random() < 0.8:
                wire.acknowledge(event.stream)
        elif isinstance(event, StreamOpened) and wire.writable(event.stream):
            wire.write(event.stream, bytes(chance.choice((0, 1, 4096))))
        elif chance.random() < 0.2 and wire.streams:
            wire.close(chance.choice(wire.streams))
        if wire.connected and chance.random() < 0.3 and len(wire.streams) < 8:
            sink: ReceiveSink | None = chance.choice(
                (None, frames.OutputSink(limit=1 << 16), framebuffer.Receiver(lambda size: memoryview(bytearray(size))))
            )
            wire.open("shell:x", sink)


def _bytes(chance: random.Random, known: tuple[int, int]) -> bytes:
    """A peer's next bytes: mostly packets about an existing stream, some of them wrong."""
    kind = chance.random()
    if kind < 0.005:
        return chance.randbytes(chance.choice((1, 24, 100)))
    command = chance.choice(_COMMANDS)
    if command in (CNXN, OPEN, STLS) and kind < 0.7:
        command = chance.choice((WRTE, OKAY))
    ids = known if chance.random() < 0.8 else (chance.choice(_VALUES[:6]), chance.choice(_VALUES[:6]))
    credit = CREDIT.pack(chance.choice((0, 1, 1 << 20, 1 << 20, -1)))
    match command:
        case 0x4E584E43:
            data = _packet(CNXN, 0x01000001, chance.choice((7, 4096, MAX_PAYLOAD)), chance.choice(_BANNERS))
        case 0x4E45504F:
            data = _packet(OPEN, ids[0], chance.choice((0, 1 << 20, 1 << 31)), chance.choice((b"shell:x\0", b"\0")))
        case 0x59414B4F:
            data = _packet(OKAY, *ids, chance.choice((b"", credit, credit, b"abc")))
        case 0x48545541:
            data = _packet(AUTH, chance.choice((1, 2, 3, 9)), 0, chance.randbytes(20))
        case _:
            data = _packet(command, *ids, _body(chance) if command == WRTE else b"")
    if 0.005 <= kind < 0.02:
        broken = bytearray(data)
        broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        return bytes(broken)
    if kind > 0.995:
        return HEADER.pack(command, *ids, chance.choice((1, 999, 5000, MAX_PAYLOAD + 1, ALL)), 0, command ^ ALL)
    return data


def _body(chance: random.Random) -> bytes:
    """Data as services write them, more or less."""
    which = chance.random()
    if which < 0.5:
        return frames.frame(chance.choice((0, 1, 2, 3, 4, 5, 9)), chance.randbytes(chance.choice((0, 1, 40))))
    if which < 0.8:
        return chance.choice((_SCREEN + bytes(64), _SCREEN[:20], chance.randbytes(56)))
    if which < 0.998:
        return chance.randbytes(chance.choice((0, 3, 300)))
    return chance.randbytes(chance.choice((4096, 40_000)))


def _packet(command: int, arg0: int, arg1: int, data: bytes) -> bytes:
    return pack(command, arg0, arg1, (data,)) + data


def _frames(chance: random.Random, counts: Counts) -> None:
    """The other parsers of bytes from a peer, each on its own."""
    noise = b"".join(_body(chance) for _ in range(chance.randrange(4)))
    reader, output = frames.FrameParser(), frames.OutputSink(limit=1000)
    replies = ReplyParser("status", "text")
    answer = chance.choice((b"OKAY", b"FAIL", b"OKAY0004abcd", b"FAIL0003", b"")) + noise
    for at in range(0, len(noise), 9):
        for _ in reader.feed(noise[at : at + 9]):
            pass
        output.feed(memoryview(noise[at : at + 9]))
    counts.parsed["shell frames"] += 2 * len(noise)
    assert len(output.stdout) + len(output.stderr) <= 1000
    try:
        for at in range(0, len(answer), 3):
            replies.feed(memoryview(answer[at : at + 3]))
        replies.ended()
    except RemoteProtocolError:
        counts.errors += 1
    counts.parsed["smart replies"] += len(answer)
