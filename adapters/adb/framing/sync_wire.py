"""The file service `sync:`, sans-IO: four-letter ids with a u32, and what follows each. Little-endian.

Requests:  STAT LIST RECV SEND (version 1), STA2 LST2 LIS2 RCV2 SND2 (version 2), each with a path; DATA, DONE,
    QUIT. RCV2 is followed by a second RCV2 with flags, SND2 by a second one with a mode and flags.
Answers:   STAT, STA2, LST2 (records), DENT, DNT2 (folder entries), DATA, DONE, OKAY, FAIL.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adapters.adb.transport.packets import Buffer, RemoteProtocolError

MAX_PATH: Final = 1024
MAX_DATA: Final = 64 << 10
_MAX_NAME: Final = 4096
_MIN_PIECE: Final = 1024
"""Free bytes in a packet below which a file is not split once more."""
HEAD: Final = struct.Struct("<4sI")
_STAT1: Final = struct.Struct("<4s3I")
_DENT1: Final = struct.Struct("<4s4I")
_STAT2: Final = struct.Struct("<4sIQQIIIIQqqq")
_DENT2: Final = struct.Struct("<4sIQQIIIIQqqqI")
_SETUP: Final = {b"SND2": struct.Struct("<4sII"), b"RCV2": struct.Struct("<4sI")}
_PATHS: Final = frozenset((b"STAT", b"STA2", b"LST2", b"LIST", b"LIS2", b"RECV", b"SEND", *_SETUP))


@dataclass(frozen=True, slots=True)
class FileStat:
    """A file's status. `error` is the errno on the wire (version 2 only); version 1 sends mode 0 instead."""

    mode: int
    size: int
    mtime: int
    error: int = 0
    uid: int = 0
    gid: int = 0
    ino: int = 0
    nlink: int = 0
    dev: int = 0

    @property
    def why(self) -> str:
        """The message for `error`, if there is one; errno values are those of Linux."""
        return os.strerror(self.error) if self.error else ""

    @property
    def exists(self) -> bool:
        """False for a path that leads nowhere."""
        return not self.error and self.mode != 0


@dataclass(frozen=True, slots=True)
class Request:
    """A request with a path. `kind` is its four letters; `mode` and `flags` belong to SND2, the latter to RCV2 too."""

    kind: bytes
    path: bytes
    mode: int = 0
    flags: int = 0


@dataclass(frozen=True, slots=True)
class Data:
    """A piece of a file, in either direction; a view refers to the bytes that were fed."""

    data: bytes | memoryview


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a file or of a list; `mtime` where a file was sent to the device."""

    mtime: int = 0


@dataclass(frozen=True, slots=True)
class Okay:
    """The file that was sent has been written."""


@dataclass(frozen=True, slots=True)
class Fail:
    """The device's error message."""

    message: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The host ends the service."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A request that cannot be served; `why` is the answer of a real daemon."""

    why: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a folder."""

    name: str
    stat: FileStat


def request(kind: bytes, path: Buffer) -> bytes:
    """Encodes a request, or another id with data such as DATA and FAIL."""
    return HEAD.pack(kind, len(path)) + bytes(path)


def receive2(path: bytes, flags: int) -> bytes:
    """Encodes RCV2."""
    return request(b"RCV2", path) + _SETUP[b"RCV2"].pack(b"RCV2", flags)


def send2(path: bytes, mode: int, flags: int) -> bytes:
    """Encodes SND2; DATA and DONE follow."""
    return request(b"SND2", path) + _SETUP[b"SND2"].pack(b"SND2", mode, flags)


def number(kind: bytes, value: int) -> bytes:
    """Encodes an id with a number: DONE, OKAY, QUIT."""
    return HEAD.pack(kind, value & 0xFFFFFFFF)


def stat1(stat: FileStat) -> bytes:
    """Encodes the answer to STAT; sizes beyond 4 GiB wrap, as on a real device."""
    return _STAT1.pack(b"STAT", stat.mode, stat.size & 0xFFFFFFFF, stat.mtime & 0xFFFFFFFF)


def stat2(kind: bytes, stat: FileStat) -> bytes:
    """Encodes the answer to STA2 or LST2."""
    return _STAT2.pack(kind, *_fields2(stat))


def entry1(name: bytes, stat: FileStat) -> bytes:
    """Encodes one entry of LIST."""
    head = _DENT1.pack(b"DENT", stat.mode, stat.size & 0xFFFFFFFF, stat.mtime & 0xFFFFFFFF, len(name))
    return head + name


def entry2(name: bytes, stat: FileStat) -> bytes:
    """Encodes one entry of LIS2."""
    return _DENT2.pack(b"DNT2", *_fields2(stat), len(name)) + name


def list_done(kind: bytes) -> bytes:
    """Encodes the end of LIST or LIS2: an entry of zeros with the id DONE."""
    return b"DONE".ljust(_DENT1.size if kind == b"LIST" else _DENT2.size, b"\0")


def _fields2(stat: FileStat) -> tuple[int, ...]:
    times = (stat.mtime,) * 3
    return (stat.error, stat.dev, stat.ino, stat.mode, stat.nlink, stat.uid, stat.gid, stat.size, *times)


class PacketFiller:
    """Packs pieces of a file, after `first`, into as few packets as possible: lists of buffers to send at once."""

    def __init__(self, largest: int, first: bytes = b"") -> None:
        self._largest = largest
        self._parts: list[Buffer] = [first] if first else []
        self._room = largest - len(first)

    def add(self, data: Buffer) -> Iterator[list[Buffer]]:
        """Adds bytes of the file; yields the packets that are full."""
        view = memoryview(data).cast("B")
        while len(view):
            if self._room < _MIN_PIECE:
                yield self._take()
            piece = view[: min(MAX_DATA, self._room - HEAD.size)]
            view = view[len(piece) :]
            self._parts += (HEAD.pack(b"DATA", len(piece)), piece)
            self._room -= HEAD.size + len(piece)

    def finish(self, mtime: int = 0) -> Iterator[list[Buffer]]:
        """Yields the last packets."""
        if self._room < HEAD.size:
            yield self._take()
        self._parts.append(number(b"DONE", mtime))
        yield self._take()

    def _take(self) -> list[Buffer]:
        parts, self._parts, self._room = self._parts, [], self._largest
        return parts


class RequestParser:
    """Parses requests on the device side. File data are copied only if they arrive in parts."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: Buffer) -> Iterator[Request | Data | Done | Quit | Unknown]:
        """Yields all complete requests; after `Unknown` the stream cannot be parsed any further."""
        view = memoryview(data)
        pending = self._pending
        while pending:
            need = _needed(pending)
            if isinstance(need, Unknown):
                yield need
                return
            if need == len(pending):
                buffer, pending = pending, bytearray()
                self._pending = pending
                yield _made(memoryview(buffer))
            elif not len(view):
                return
            else:
                piece = view[: need - len(pending)]
                pending += piece
                view = view[len(piece) :]
        while len(view):
            need = _needed(view)
            if isinstance(need, Unknown):
                yield need
                return
            if need > len(view):
                pending += view
                return
            item = view[:need]
            view = view[need:]
            yield _made(item)


def _needed(start: Buffer) -> int | Unknown:
    """Bytes of the request that starts like this, as far as known."""
    if len(start) < HEAD.size:
        return HEAD.size
    kind, value = HEAD.unpack_from(start)
    if kind in _PATHS:
        extra = _SETUP[kind].size if kind in _SETUP else 0
        return HEAD.size + value + extra if value <= MAX_PATH else Unknown("path too long")
    if kind == b"DATA":
        return HEAD.size + value if value <= MAX_DATA else Unknown("oversize data message")
    if kind in (b"DONE", b"QUIT"):
        return HEAD.size
    return Unknown(f"unknown command {int.from_bytes(kind, 'little'):08x}")


def _made(view: memoryview) -> Request | Data | Done | Quit:
    kind, value = HEAD.unpack_from(view)
    body = view[HEAD.size : HEAD.size + value] if kind in _PATHS or kind == b"DATA" else view[:0]
    if kind == b"DATA":
        return Data(body)
    if kind == b"DONE":
        return Done(value)
    if kind == b"QUIT":
        return Quit()
    if kind == b"SND2":
        # The second id is not checked, as on a real device.
        _, mode, flags = _SETUP[kind].unpack_from(view, HEAD.size + value)
        return Request(kind, bytes(body), mode, flags)
    if kind == b"RCV2":
        return Request(kind, bytes(body), 0, _SETUP[kind].unpack_from(view, HEAD.size + value)[1])
    return Request(kind, bytes(body))


class AnswerParser:
    """Parses answers on the host side. `asked` is the request's id, which determines the length of DONE."""

    def __init__(self, asked: bytes) -> None:
        self._pending = bytearray()
        self._done = {b"LIST": _DENT1.size, b"LIS2": _DENT2.size}.get(asked, HEAD.size)

    def feed(self, data: Buffer) -> Iterator[FileStat | Entry | Data | Done | Okay | Fail]:
        """Yields all complete answers.

        Raises:
            RemoteProtocolError: an id or a length is invalid.
        """
        pending = self._pending
        pending += data
        while len(pending) >= HEAD.size:
            kind = bytes(pending[:4])
            size = self._size(kind)
            if size is None or len(pending) < size:
                return
            packet = bytes(memoryview(pending)[:size])
            del pending[:size]
            yield _answer(kind, packet)

    def _size(self, kind: bytes) -> int | None:
        """Size of the answer in bytes; None while it is not known."""
        pending = self._pending
        fixed = {b"STAT": _STAT1.size, b"STA2": _STAT2.size, b"LST2": _STAT2.size, b"OKAY": HEAD.size}
        if kind == b"DONE":
            return self._done
        if kind in fixed:
            return fixed[kind]
        tail = {b"DATA": HEAD, b"FAIL": HEAD, b"DENT": _DENT1, b"DNT2": _DENT2}.get(kind)
        if tail is None:
            raise RemoteProtocolError(f"the file service answered {kind!r}")
        if len(pending) < tail.size:
            return None
        length = int.from_bytes(pending[tail.size - 4 : tail.size], "little")
        if length > (MAX_DATA if kind == b"DATA" else _MAX_NAME):
            raise RemoteProtocolError(f"the file service announced {length} bytes of {kind!r}")
        return tail.size + length


def _answer(kind: bytes, packet: bytes) -> FileStat | Entry | Data | Done | Okay | Fail:
    match kind:
        case b"DATA":
            return Data(packet[HEAD.size :])
        case b"STAT":
            return FileStat(*_STAT1.unpack(packet)[1:])
        case b"STA2" | b"LST2":
            return _stat2(_STAT2.unpack(packet)[1:])
        case b"DENT":
            return Entry(_text(packet[_DENT1.size :]), FileStat(*_DENT1.unpack_from(packet)[1:4]))
        case b"DNT2":
            return Entry(_text(packet[_DENT2.size :]), _stat2(_DENT2.unpack_from(packet)[1:-1]))
        case b"OKAY":
            return Okay()
        case b"FAIL":
            return Fail(packet[HEAD.size :].decode("utf-8", "replace"))
        case _:
            return Done()


def _stat2(fields: tuple[int, ...]) -> FileStat:
    error, dev, ino, mode, nlink, uid, gid, size, _, mtime, _ = fields
    return FileStat(mode, size, mtime, error, uid, gid, ino, nlink, dev)


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
