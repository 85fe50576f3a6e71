"""Receives a file on the host side, sans-IO: the answer to RECV or RCV2 without its chunk headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from adapters.adb.framing.compression import CompressionError, Decompressor
from adapters.adb.framing.sync_wire import HEAD, MAX_DATA
from adapters.adb.transport.packets import Buffer

_BUFFER_SIZE: Final = 256 << 10
"""Bytes read from the socket at once: small enough to stay in the CPU cache until they are copied."""
_MAX_MESSAGE: Final = 4096


class FileWriter(Protocol):
    """Takes the bytes of a file in order; a view is valid only during the call."""

    def write(self, data: Buffer, /) -> object:
        """Writes further bytes."""


class BufferWriter:
    """A `FileWriter` over a caller's buffer; the sink's limit keeps it from overflowing."""

    def __init__(self, into: memoryview) -> None:
        self._into = into
        self._at = 0

    def write(self, data: Buffer, /) -> object:
        """See `FileWriter`."""
        self._into[self._at : self._at + len(data)] = data
        self._at += len(data)
        return None


class FileSink:
    """A `ReceiveSink` that passes the bytes of a file to `writer`, at most `limit`, decompressed if requested.

    Bytes go from the socket into one small, cached buffer and from there to their destination. The chunk headers
    between them (8 bytes in 64 KiB) make that one copy necessary in any case.
    """

    ready = True

    def __init__(self, writer: FileWriter, limit: int, expander: Decompressor | None = None) -> None:
        self.size = 0
        """Bytes of the file so far."""
        self.done = False
        """True when the sink accepts nothing more: the file is complete, or the other fields say why not."""
        self.finished = False
        self.overrun = False
        self.device_error: str | None = None
        """The device's own error message."""
        self.error = ""
        """Describes a violation of the protocol."""
        self._writer = writer
        self.limit = limit
        self._expander = expander
        self._buffer: memoryview | None = None
        self._head = bytearray()
        self._data = False
        self._left = 0
        self._words = bytearray()

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`; None before the file begins, which may be small."""
        if not self._left and not self.size:
            return None
        if self._buffer is None:
            self._buffer = memoryview(bytearray(_BUFFER_SIZE))
        return self._buffer[:limit]

    def buffer_updated(self, count: int) -> None:
        """See `ReceiveSink`."""
        assert self._buffer is not None
        self.feed(self._buffer[:count])

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`."""
        for _ in self.steps(data):
            pass

    def steps(self, data: memoryview) -> Iterator[None]:
        """Like `feed`, but yields after each piece written: a few bytes may expand to very many."""
        at, end = 0, len(data)
        while at < end and not self.done:
            if self._left:
                piece = data[at : at + self._left]
                at += len(piece)
                self._left -= len(piece)
                if not self._data:
                    self._words += piece
                    if not self._left:
                        self._refused()
                elif self._expander is not None:
                    yield from self._expand(self._expander, piece)
                else:
                    self.size += len(piece)
                    self._writer.write(piece)
                    yield
                continue
            if self._head or end - at < HEAD.size:
                piece = data[at : at + HEAD.size - len(self._head)]
                at += len(piece)
                self._head += piece
                if len(self._head) < HEAD.size:
                    return
                kind, length = HEAD.unpack(self._head)
                self._head.clear()
            else:
                kind, length = HEAD.unpack_from(data, at)
                at += HEAD.size
            self._begin(kind, length)

    def _begin(self, kind: bytes, length: int) -> None:
        if kind == b"DATA" and length <= MAX_DATA:
            self._data = True
            self._left = length
            if self._expander is None and self.size + length > self.limit:
                self.done = self.overrun = True
        elif kind == b"DONE":
            self.done = True
            if self._expander is None or self._expander.finished:
                self.finished = True
            else:
                self.error = "the compressed stream is incomplete"
        elif kind == b"FAIL" and length <= _MAX_MESSAGE:
            self._data = False
            self._left = length
            if not length:
                self._refused()
        else:
            self.done = True
            self.error = f"the file service announced {length} bytes of {kind!r}"

    def _expand(self, expander: Decompressor, piece: memoryview) -> Iterator[None]:
        try:
            for made in expander.feed(piece, self.limit - self.size):
                if self.size + len(made) > self.limit:
                    self.done = self.overrun = True
                    return
                self.size += len(made)
                self._writer.write(made)
                yield
        except CompressionError as error:
            self.done = True
            self.error = f"the data cannot be decompressed: {error}"

    def _refused(self) -> None:
        self.done = True
        self.device_error = self._words.decode("utf-8", "replace")
