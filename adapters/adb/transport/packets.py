"""The packets of an ADB connection, and its limits, events and errors. No I/O.

header: six u32, little-endian: command, arg0, arg1, data length, data check, command ^ 0xFFFFFFFF; then the data
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

import numpy as np

CNXN: Final = 0x4E584E43
AUTH: Final = 0x48545541
STLS: Final = 0x534C5453
OPEN: Final = 0x4E45504F
OKAY: Final = 0x59414B4F
WRTE: Final = 0x45545257
CLSE: Final = 0x45534C43

VERSION: Final = 0x01000001
"""Since this version the data check is neither filled in nor read."""
STLS_VERSION: Final = 0x01000000
TOKEN: Final = 1
"""AUTH from the device: random bytes to sign."""
SIGNATURE: Final = 2
"""AUTH from the host: the token signed with one of its keys."""
PUBLIC_KEY: Final = 3
"""AUTH from the host: a public key that the device's owner may accept."""
MIN_PAYLOAD: Final = 4 << 10
MAX_PAYLOAD: Final = 1 << 20
HEADER: Final = struct.Struct("<6I")
DIRECT: Final = 32 << 10
"""Data of at least this size are received in place; for smaller ones a copy is cheaper than another read."""

ALL: Final = 0xFFFFFFFF

Buffer = bytes | bytearray | memoryview
Role = Literal["host", "device"]


class RemoteProtocolError(Exception):
    """The peer broke the protocol; the connection is unusable.

    `events` are its earlier events from the same bytes.
    """

    def __init__(self, why: str, events: Sequence[Event] = ()) -> None:
        super().__init__(why)
        self.events = tuple(events)


class LocalProtocolError(Exception):
    """Our side requested something that the protocol does not allow now."""


class ReceiveSink(Protocol):
    """Receives the data of one stream as they arrive. Its methods never raise; errors are stored for the reader."""

    @property
    def ready(self) -> bool:
        """Whether the peer may send more; otherwise call `Stream.resume` later."""

    def space(self, limit: int) -> memoryview | None:
        """A buffer of up to `limit` bytes to receive in place; None if bytes should be fed instead."""

    def buffer_updated(self, count: int) -> None:
        """Handles `count` bytes written to the start of the last buffer from `space`."""

    def feed(self, data: memoryview) -> None:
        """Handles further bytes; the view is valid only during the call."""


@dataclass(frozen=True, slots=True)
class Connected:
    """CNXN was received: `banner` is the peer's. `again` if it reset an established connection."""

    banner: bytes
    version: int
    max_payload: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class AuthRequested:
    """The device requires a signature of the host's key before it sends CNXN."""

    token: bytes


@dataclass(frozen=True, slots=True)
class TlsRequested:
    """STLS was received: the device requires TLS (wireless debugging), or the host agrees to it."""


@dataclass(frozen=True, slots=True)
class HostConnecting:
    """A host sent CNXN to a device that requires authentication; answer with `challenge`, `ask_tls` or `admit`."""


@dataclass(frozen=True, slots=True)
class SignatureReceived:
    """The host answered a challenge with a signature."""

    signature: bytes


@dataclass(frozen=True, slots=True)
class KeyOffered:
    """The host offers a public key that the device does not know: base64, a space, its owner."""

    key: bytes


@dataclass(frozen=True, slots=True)
class OpenRequested:
    """The peer requests a stream to `service`; answer with `accept` or `refuse`."""

    stream: int
    service: str


@dataclass(frozen=True, slots=True)
class StreamOpened:
    """The peer accepted our `open`."""

    stream: int


@dataclass(frozen=True, slots=True)
class WriteAcknowledged:
    """The peer acknowledged written data, or a part: more may be sent."""

    stream: int


@dataclass(frozen=True, slots=True)
class DataReceived:
    """A WRTE is complete and awaits `acknowledge`. `data` is empty if a `ReceiveSink` received its `size` bytes."""

    stream: int
    size: int
    data: bytes | bytearray = b""


@dataclass(frozen=True, slots=True)
class StreamClosed:
    """The stream is closed. `refused`: it was never opened.

    `broken` if it did not end normally: the peer sent CNXN again, which ends all streams (`reset`), or violated this
    stream's flow control (`flow`). `why` has details.
    """

    stream: int
    refused: bool = False
    broken: Literal["", "reset", "flow"] = field(default="", compare=False)
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class PacketIgnored:
    """A packet that has no meaning in the current state."""

    command: int
    why: str


Greeting = Connected | AuthRequested | TlsRequested | HostConnecting | SignatureReceived | KeyOffered
"""Events before a connection is established."""
Event = Greeting | OpenRequested | StreamOpened | WriteAcknowledged | DataReceived | StreamClosed | PacketIgnored


def pack(command: int, arg0: int, arg1: int, parts: Sequence[Buffer] = (), *, checked: bool = False) -> bytes:
    """Packs the header of a packet with that data. `checked` fills in the sum of its bytes."""
    size = check = 0
    for part in parts:
        size += len(part)
    if checked:
        check = sum(int(np.frombuffer(part, np.uint8).sum(dtype=np.uint64)) for part in parts)
    return HEADER.pack(command, arg0, arg1, size, check & ALL, command ^ ALL)
