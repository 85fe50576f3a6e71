"""What travels in an ADB connection, and what it means: packets, limits, events, errors. No I/O.

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
"""From this version on nobody fills in or reads the data check."""
STLS_VERSION: Final = 0x01000000
TOKEN: Final = 1
"""AUTH from the device: random bytes to be signed."""
SIGNATURE: Final = 2
"""AUTH from the host: the token signed with one of its keys."""
PUBLIC_KEY: Final = 3
"""AUTH from the host: a key that the device may ask its owner about."""
MIN_PAYLOAD: Final = 4 << 10
MAX_PAYLOAD: Final = 1 << 20
HEADER: Final = struct.Struct("<6I")
DIRECT: Final = 32 << 10
"""From this many bytes on it pays to receive them where they belong; below, a copy is cheaper than another read."""

ALL: Final = 0xFFFFFFFF

Buffer = bytes | bytearray | memoryview
Role = Literal["host", "device"]


class RemoteProtocolError(Exception):
    """The peer broke the protocol beyond repair; the connection is of no further use.

    `events` are what it said before, in the same bytes.
    """

    def __init__(self, why: str, events: Sequence[Event] = ()) -> None:
        super().__init__(why)
        self.events = tuple(events)


class LocalProtocolError(Exception):
    """Our own side asked for what the protocol does not allow now."""


class ReceiveSink(Protocol):
    """Takes the data of one stream as it arrives. Nothing here raises: what is wrong is remembered for the reader."""

    @property
    def ready(self) -> bool:
        """Whether the peer may send more; who is not ready says so by `Stream.taken` when it is again."""

    def space(self, limit: int) -> memoryview | None:
        """Where up to `limit` further bytes may be written in place; None if they should rather be fed."""

    def landed(self, count: int) -> None:
        """So many bytes were written to the start of what `space` returned last."""

    def feed(self, data: memoryview) -> None:
        """Further bytes; the view is valid only during the call."""


@dataclass(frozen=True, slots=True)
class Connected:
    """CNXN came: `banner` is the peer's. `again` if it was a reset of a connection that stood already."""

    banner: bytes
    version: int
    max_payload: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class AuthRequested:
    """The device wants a signature of the host's key before it says CNXN."""

    token: bytes


@dataclass(frozen=True, slots=True)
class TlsRequested:
    """STLS came: the device wants to go on inside TLS (wireless debugging), or the host agrees to."""


@dataclass(frozen=True, slots=True)
class HostConnecting:
    """A host said CNXN to a guarded device; it waits for `challenge`, `ask_tls` or `admit`."""


@dataclass(frozen=True, slots=True)
class SignatureReceived:
    """The host answers a challenge with a signature."""

    signature: bytes


@dataclass(frozen=True, slots=True)
class KeyOffered:
    """The host has no key that we know and shows us this one: base64, a space, whose it is."""

    key: bytes


@dataclass(frozen=True, slots=True)
class OpenRequested:
    """The peer wants a stream to `service`; answer with `accept` or `refuse`."""

    stream: int
    service: str


@dataclass(frozen=True, slots=True)
class StreamOpened:
    """The peer accepted our `open`."""

    stream: int


@dataclass(frozen=True, slots=True)
class WriteAcknowledged:
    """The peer took what we wrote, or a part of it: more may go."""

    stream: int


@dataclass(frozen=True, slots=True)
class DataReceived:
    """One WRTE is complete; it waits for `acknowledge`. `data` is empty where a `ReceiveSink` took its `size` bytes."""

    stream: int
    size: int
    data: bytes | bytearray = b""


@dataclass(frozen=True, slots=True)
class StreamClosed:
    """The stream is gone. `refused`: it never opened.

    `broken` if it did not end as streams do: the peer greeted anew, which ends all of them (`reset`), or ignored the
    flow control of this one (`flow`). `why` says how.
    """

    stream: int
    refused: bool = False
    broken: Literal["", "reset", "flow"] = field(default="", compare=False)
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class PacketIgnored:
    """A packet that means nothing here."""

    command: int
    why: str


Greeting = Connected | AuthRequested | TlsRequested | HostConnecting | SignatureReceived | KeyOffered
"""What comes before a connection stands."""
Event = Greeting | OpenRequested | StreamOpened | WriteAcknowledged | DataReceived | StreamClosed | PacketIgnored


def pack(command: int, arg0: int, arg1: int, parts: Sequence[Buffer] = (), *, checked: bool = False) -> bytes:
    """The header of a packet with that data. `checked` fills in the sum of its bytes."""
    size = check = 0
    for part in parts:
        size += len(part)
    if checked:
        check = sum(int(np.frombuffer(part, np.uint8).sum(dtype=np.uint64)) for part in parts)
    return HEADER.pack(command, arg0, arg1, size, check & ALL, command ^ ALL)
