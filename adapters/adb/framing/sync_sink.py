"""Where a file lands that a host receives, sans-IO: the answer to RECV or RCV2 without the heads of its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from adapters.adb.framing.compression import CompressionError, Decompressor
from adapters.adb.framing.sync_wire import HEAD, MAX_DATA
from adapters.adb.transport.packets import Buffer

_BUFFER_SIZE: Final = 256 << 10
"""Bytes taken from the socket at once: they stay in the processor's cache until they are moved to their place."""
_MAX_MESSAGE: Final = 4096


class FileWriter(Protocol):
    """Takes the bytes of a file in order; a view is valid only during the call."""

    def write(self, data: Buffer, /) -> object:
        """Further bytes."""


class BufferWriter:
    """A `FileWriter` that is a buffer of the caller's; who limits what comes keeps it from running over."""

    def __init__(self, into: memoryview) -> None:
        self._into = into
        self._at = 0

    def write(self, data: Buffer, /) -> object:
        """See `FileWriter`."""
        self._into[self._at : self._at + len(data)] = data
        self._at += len(data)
        return None


class FileSink:
    """A `ReceiveSink`: the bytes of the file go to `writer`, at most `limit`, expanded first if that is asked for.

    Bytes come from the socket into one small buffer that stays in the cache, and from there to their final place: what
    stands between them (8 bytes in 64 KiB) makes that one copy necessary wherever they would land first.
    """

    ready = True

    def __init__(self, writer: FileWriter, limit: int, expander: Decompressor | None = None) -> None:
        self.size = 0
        """Bytes of the file so far."""
        self.over = False
        """Nothing more is taken: the file is whole, or what follows says why it is not."""
        self.whole = False
        self.overrun = False
        self.refusal: str | None = None
        """The device's own words."""
        self.wrong = ""
        """What no device sends."""
        self._writer = writer
        self.limit = limit
        self._expander = expander
        self._room: memoryview | None = None
        self._head = bytearray()
        self._data = False
        self._left = 0
        self._words = bytearray()

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`; nothing before the file has begun, which may be small."""
        if not self._left and not self.size:
            return None
        if self._room is None:
            self._room = memoryview(bytearray(_BUFFER_SIZE))
        return self._room[:limit]

    def landed(self, count: int) -> None:
        """See `ReceiveSink`."""
        assert self._room is not None
        self.feed(self._room[:count])

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`."""
        for _ in self.steps(data):
            pass

    def steps(self, data: memoryview) -> Iterator[None]:
        """The same with a pause after each piece that went to the writer: few bytes may become very many."""
        at, end = 0, len(data)
        while at < end and not self.over:
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
                self.over = self.overrun = True
        elif kind == b"DONE":
            self.over = True
            if self._expander is None or self._expander.whole:
                self.whole = True
            else:
                self.wrong = "the compressed stream ended before its end"
        elif kind == b"FAIL" and length <= _MAX_MESSAGE:
            self._data = False
            self._left = length
            if not length:
                self._refused()
        else:
            self.over = True
            self.wrong = f"the file service announced {length} bytes of {kind!r}"

    def _expand(self, expander: Decompressor, piece: memoryview) -> Iterator[None]:
        try:
            for made in expander.feed(piece, self.limit - self.size):
                if self.size + len(made) > self.limit:
                    self.over = self.overrun = True
                    return
                self.size += len(made)
                self._writer.write(made)
                yield
        except CompressionError as error:
            self.over = True
            self.wrong = f"what came cannot be expanded: {error}"

    def _refused(self) -> None:
        self.over = True
        self.refusal = self._words.decode("utf-8", "replace")
