"""Packets by hand, and connections to try them on, for the tests of the transport protocol."""

from __future__ import annotations

import struct

from adapters.adb.transport.packets import (
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    DataReceived,
    Event,
    OpenRequested,
    RemoteProtocolError,
    Role,
    pack,
)
from adapters.adb.transport.stream_table import CREDIT
from adapters.adb.transport.wire import Connection

VERSION = 0x01000001
BANNER = b"device::features=shell_v2"
WINDOWS = b"device::features=shell_v2,delayed_ack"
"""The banner of a peer, of ours as well, that can delay its acks."""
GRANT = 1000
"""The window that `ready` has the peer grant."""


def packet(command: int, arg0: int, arg1: int, data: bytes = b"") -> bytes:
    """One packet as it travels."""
    return pack(command, arg0, arg1, (data,)) + data


def hello(version: int = VERSION, largest: int = MAX_PAYLOAD, banner: bytes = BANNER) -> bytes:
    """A CNXN."""
    return packet(CNXN, version, largest, banner)


def sent(connection: Connection) -> list[tuple[int, int, int, bytes]]:
    """Take what waits to be sent, as (command, arg0, arg1, data)."""
    data = b"".join(bytes(item) for item in connection.outgoing)
    connection.outgoing.clear()
    found = []
    while data:
        command, arg0, arg1, size, _, magic = struct.unpack_from("<6I", data)
        assert magic == command ^ 0xFFFFFFFF
        found.append((command, arg0, arg1, data[24 : 24 + size]))
        data = data[24 + size :]
    return found


def ready(role: Role, *, peers: tuple[int, ...] = (), windowed: bool = False) -> Connection:
    """A connected connection, with one open stream for each of the peer's ids."""
    banner = WINDOWS if windowed else BANNER
    connection = Connection(role, banner)
    if role == "host":
        connection.connect()
    connection.receive(hello(banner=banner))
    for peer in peers:
        if role == "host":
            granted = CREDIT.pack(GRANT) if windowed else b""
            connection.receive(packet(OKAY, peer, connection.open("shell:x"), granted))
        else:
            (opening,) = connection.receive(packet(OPEN, peer, GRANT if windowed else 0, b"shell:x\0"))
            assert isinstance(opening, OpenRequested)
            connection.accept(opening.stream)
    connection.outgoing.clear()
    return connection


def normal(events: list[Event]) -> list[Event]:
    """Events that compare by value whatever kind of buffer holds their data."""
    return [DataReceived(e.stream, e.size, bytes(e.data)) if isinstance(e, DataReceived) else e for e in events]


def heard(connection: Connection, pieces: list[bytes]) -> tuple[list[Event], str]:
    """All events of these bytes in these pieces, and why the connection died if it did."""
    events: list[Event] = []
    for piece in pieces:
        try:
            events += connection.receive(piece)
        except RemoteProtocolError as error:
            return normal(events + list(error.events)), str(error)
    return normal(events), ""
