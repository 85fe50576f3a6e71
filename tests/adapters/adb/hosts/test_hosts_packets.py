"""Packets made by another hand (the codec of the PyPI package adb-shell), as a real host might send them to a phone."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator

import anyio
import anyio.abc
import pytest
from adb_shell import constants
from adb_shell.adb_message import AdbMessage, unpack
from anyio.streams.buffered import BufferedByteReceiveStream

from tests.adapters.adb.hosts.hosts import Phones

FRAME = struct.Struct("<BI")
Packet = tuple[bytes, int, int, bytes]


class Peer:
    """A host that sends exactly the given packets."""

    def __init__(self, stream: anyio.abc.SocketStream) -> None:
        self._stream = stream
        self._in = BufferedByteReceiveStream(stream)

    async def say(self, command: bytes, arg0: int, arg1: int, data: bytes = b"") -> None:
        message = AdbMessage(command, arg0, arg1, data)
        await self._stream.send(message.pack() + data)

    async def hear(self) -> Packet:
        with anyio.fail_after(30):
            command, arg0, arg1, length, _ = unpack(await self._in.receive_exactly(24))
            data = await self._in.receive_exactly(length) if length else b""
        return constants.WIRE_TO_ID[command], arg0, arg1, data

    async def hear_of(self, local: int) -> Packet:
        """The next packet to that stream. Daemons close a stream once more for each late OKAY; those are left out."""
        while True:
            packet = await self.hear()
            if packet[2] == local:
                return packet
            assert packet[0] == constants.CLSE

    async def open(self, service: bytes, local: int) -> int:
        """The phone's number of the stream; 0 where it refuses."""
        await self.say(constants.OPEN, local, 0, service + b"\0")
        command, arg0, _, _ = await self.hear_of(local)
        if command == constants.CLSE:
            return 0
        assert command == constants.OKAY
        assert arg0 != 0
        return arg0

    async def written(self, local: int, remote: int) -> bytes:
        """The phone's output until it closes; each packet is acknowledged."""
        got = b""
        while True:
            command, arg0, _, data = await self.hear_of(local)
            if command == constants.CLSE:
                await self.say(constants.CLSE, local, remote)
                return got
            if command == constants.WRTE:
                assert arg0 == remote
                got += data
                await self.say(constants.OKAY, local, remote)


@pytest.fixture
async def peer(phones: Phones) -> AsyncIterator[Peer]:
    """Greeted by the seventh phone."""
    async with await anyio.connect_tcp("127.0.0.1", phones.ports[6]) as stream:
        peer = Peer(stream)
        await peer.say(constants.CNXN, 0x01000001, 1 << 20, b"host::features=shell_v2,cmd,stat_v2,ls_v2\0")
        command, version, largest, banner = await peer.hear()
        assert (command, version, largest) == (constants.CNXN, 0x01000001, 1 << 20)
        assert banner.startswith(b"device::")
        yield peer


async def ask(peer: Peer, local: int, *packets: bytes) -> bytes:
    """The repeated input, at its end, of a command whose input is cut into these packets, frames included."""
    remote = await peer.open(b"shell,v2,raw:x=$(cat); echo -n $x", local)
    for packet in packets:
        await peer.say(constants.WRTE, local, remote, packet)
        assert await peer.hear_of(local) == (constants.OKAY, remote, local, b"")
    return await peer.written(local, remote)


async def test_empty_packets_are_taken_and_acknowledged(peer: Peer):
    """Before, between and after the others; also when a frame is cut within its header."""
    frame, close = FRAME.pack(0, 5) + b"hello", FRAME.pack(4, 0)
    expected = FRAME.pack(1, 5) + b"hello" + FRAME.pack(3, 1) + b"\0"
    assert await ask(peer, 1, b"", frame, b"", close) == expected
    assert await ask(peer, 2, frame[:2], b"", frame[2:], b"", b"", close) == expected
    assert await ask(peer, 3, FRAME.pack(0, 0), frame + close) == expected
    assert await ask(peer, 4, b"", close) == FRAME.pack(3, 1) + b"\0"


async def test_a_reverse_of_nonsense_is_answered(peer: Peer):
    """With FAIL inside the stream, as the real daemon does; and nothing is ever opened towards the host."""
    for local, request in enumerate((b"reverse:bogus", b"reverse:forward:tcp:1", b"reverse:killforward:tcp:1"), 1):
        remote = await peer.open(request, local)
        assert remote
        assert (await peer.written(local, remote)).startswith(b"FAIL")
    assert await ask(peer, 9, FRAME.pack(4, 0)) == FRAME.pack(3, 1) + b"\0"


async def test_what_is_not_served_is_refused(peer: Peer):
    """With a CLSE from stream 0, and the connection goes on."""
    for local, service in enumerate((b"nosuch:x", b"backup:-all", b"sideload:1", b"", b":", b"shell"), 1):
        assert await peer.open(service, local) == 0
    assert await ask(peer, 9, FRAME.pack(4, 0)) == FRAME.pack(3, 1) + b"\0"


async def test_late_and_doubled_packets_are_nothing(peer: Peer):
    """OKAY and CLSE for streams that are gone or never were: no answer without end, no harm."""
    remote = await peer.open(b"shell,v2,raw:echo x", 1)
    await peer.written(1, remote)
    for _ in range(3):
        await peer.say(constants.CLSE, 1, remote)
        await peer.say(constants.CLSE, 77, 78)
    assert await ask(peer, 9, FRAME.pack(4, 0)) == FRAME.pack(3, 1) + b"\0"


async def test_a_second_greeting_starts_anew(peer: Peer):
    """All streams end, and the connection is as fresh as the first."""
    assert await peer.open(b"shell,v2,raw:cat", 1)
    await peer.say(constants.CNXN, 0x01000001, 1 << 20, b"host::features=shell_v2\0")
    command, _, _, banner = await peer.hear()
    assert command == constants.CNXN
    assert banner.startswith(b"device::")
    assert await ask(peer, 1, FRAME.pack(4, 0)) == FRAME.pack(3, 1) + b"\0"
