"""The frames of a `shell,v2` stream: u8 kind, u32 length (little-endian), data. They ignore packet boundaries."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adapters.adb.transport.packets import DIRECT, Buffer

STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2
EXIT: Final = 3
CLOSE_STDIN: Final = 4
WINDOW: Final = 5
"""`ROWSxCOLS,XPIXxYPIX` and a NUL, from the host; for terminals only."""
HEADER: Final = struct.Struct("<BI")


@dataclass(frozen=True, slots=True)
class ShellResult:
    """A command's output and its exit status (0–255)."""

    stdout: bytes
    stderr: bytes
    exit: int


def frame(kind: int, data: Buffer = b"") -> bytes:
    """Encodes a small frame."""
    return HEADER.pack(kind, len(data)) + bytes(data)


class FrameParser:
    """Parses the frames of a host or device into (kind, data)."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._kind = 0
        self._left = 0

    def feed(self, data: Buffer) -> Iterator[tuple[int, bytes]]:
        """Yields pieces of frames; a frame without data is one empty piece, a long frame several."""
        view = memoryview(data)
        while len(view):
            if not self._left:
                need = HEADER.size - len(self._head)
                self._head += view[:need]
                view = view[need:]
                if len(self._head) < HEADER.size:
                    return
                self._kind, self._left = HEADER.unpack(self._head)
                self._head.clear()
                if not self._left:
                    yield self._kind, b""
                continue
            piece = bytes(view[: self._left])
            view = view[len(piece) :]
            self._left -= len(piece)
            yield self._kind, piece


class OutputSink:
    """A `ReceiveSink` that collects standard output and error until the exit frame.

    Standard output fills `into`, then memory of its own. More than `limit` bytes in all sets `overrun`. `exit` is None
    until the command has ended.
    """

    ready = True

    def __init__(self, into: memoryview | None = None, limit: int = 256 << 20) -> None:
        self.exit: int | None = None
        self.overrun = False
        self.size = 0
        """Bytes of standard output so far."""
        self._into = into if into is not None else memoryview(bytearray())
        self._limit = limit
        self._out: list[Buffer] = []
        self._err: list[bytes] = []
        self._head = bytearray()
        self._kind = 0
        self._left = 0
        self._buffered = 0
        self._chunk: bytearray | None = None
        self._chunk_at = 0

    @property
    def stdout(self) -> bytes:
        """The complete output, joined."""
        if not self.size:
            return b""
        unfinished = memoryview(self._chunk or b"")[: self._chunk_at]
        return b"".join((self._into[: min(self.size, len(self._into))], *self._out, unfinished))

    @property
    def stderr(self) -> bytes:
        return b"".join(self._err)

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`: only the body of a long frame is received in place."""
        length = min(self._left, limit)
        if self._kind != STDOUT or length < DIRECT or self._buffered + length > self._limit:
            return None
        if len(self._into):
            return self._into[self.size : self.size + length] or None
        if self._chunk is None:
            # At most the rest of this packet, so that a peer cannot make us allocate memory by announcing more.
            self._chunk = bytearray(length)
        return memoryview(self._chunk)[self._chunk_at : self._chunk_at + length]

    def buffer_updated(self, count: int) -> None:
        """See `ReceiveSink`."""
        if self._chunk is not None:
            self._advance(count)
        self.size += count
        self._buffered += count
        self._left -= count

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`."""
        while len(data):
            if self._left:
                piece = data[: self._left]
                data = data[len(piece) :]
                self._left -= len(piece)
                self._take(piece)
                continue
            need = HEADER.size - len(self._head)
            if need == HEADER.size and len(data) >= HEADER.size:
                self._kind, self._left = HEADER.unpack_from(data)
            else:
                self._head += data[:need]
                if len(self._head) < HEADER.size:
                    return
                self._kind, self._left = HEADER.unpack(self._head)
                self._head.clear()
            data = data[need:]

    def _take(self, piece: memoryview) -> None:
        if self._kind == EXIT:
            if self.exit is None:
                self.exit = piece[0]
            return
        if self._kind not in (STDOUT, STDERR):
            return
        self._buffered += len(piece)
        if self._buffered > self._limit:
            self.overrun = True
            return
        if self._kind == STDERR:
            self._err.append(bytes(piece))
            return
        if self._chunk is not None:
            room = memoryview(self._chunk)[self._chunk_at : self._chunk_at + len(piece)]
        else:
            room = self._into[self.size : self.size + len(piece)]
        room[:] = piece[: len(room)]
        if self._chunk is not None:
            self._advance(len(room))
        if len(room) < len(piece):
            self._out.append(bytes(piece[len(room) :]))
        self.size += len(piece)

    def _advance(self, count: int) -> None:
        self._chunk_at += count
        if self._chunk is not None and self._chunk_at == len(self._chunk):
            self._out.append(self._chunk)
            self._chunk, self._chunk_at = None, 0
