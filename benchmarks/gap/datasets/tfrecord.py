"""Reads TFRecord shards, plain or gzipped, record by record with verified checksums, and bookmarks for rereading.

A record is a length (8 bytes), its checksum, the data, and their checksum; checksums are masked CRC-32C. A gzip stream
cannot be read from the middle, so a bookmark contains a copy of the decompressor from shortly before the record (about
40 KB). Thus a picture can be read again on demand instead of staying in memory.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from benchmarks.gap.datasets.fields import BadRecord

Checksum = Callable[[bytes], int]
Frame = tuple[int, "bytes | BadRecord", "Bookmark"]

_CHUNK: Final = 1 << 17
_GZIP: Final = b"\x1f\x8b"
_MAX_RECORD: Final = 1 << 30
"""Maximum bytes of a record."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The position of a record: a file offset, a decompressor for reading from there, and the plain bytes to skip."""

    file: Path
    offset: int
    state: Any
    """A copy of the decompressor at the offset; None for an uncompressed file."""
    skip: int


class Shard:
    """A shard, read from its beginning or from a bookmark."""

    def __init__(self, path: Path, file: BinaryIO, checksum: Checksum) -> None:
        self._path = path
        self._file = file
        self._checksum = checksum
        self._state: Any = None
        self._plain = bytearray()
        self._used = 0
        self._place = 0
        """Number of plain bytes consumed since the beginning."""
        self._mark: tuple[int, int, Any] = (0, 0, None)
        """Plain position, file offset and decompressor before the last chunk was read. A chunk is read only when the
        earlier ones are used up, so the next record begins in the last one.
        """
        self._ended = False

    def frames(self) -> Iterator[Frame]:
        """Yield number (from 1), bytes and bookmark of each record.

        A record with a wrong checksum is a `BadRecord`. If reading cannot continue, a `BadRecord` is the last item.
        """
        self._state = zlib.decompressobj(31) if self._file.read(2) == _GZIP else None
        self._file.seek(0)
        number = 0
        while True:
            number += 1
            mark = Bookmark(self._path, 0, None, 0)
            try:
                if self._at_end():
                    if number == 1:
                        raise BadRecord("unreadable", "cut short: the file is empty")
                    return
                mark = self._bookmark()
                data, valid = self._record()
            except BadRecord as error:
                yield number, error, mark
                return
            if valid:
                yield number, data, mark
            else:
                yield number, BadRecord("unreadable", "damaged: the record is not what its checksum says"), mark

    def again(self, mark: Bookmark) -> bytes:
        """Return the bytes of the record at a bookmark."""
        self._file.seek(mark.offset)
        self._state = None if mark.state is None else mark.state.copy()
        self._take(mark.skip)
        return self._record()[0]

    def _record(self) -> tuple[bytes, bool]:
        """Read a record; return its bytes and whether they match their checksum."""
        head = self._take(12)
        length, stated = struct.unpack("<QI", head)
        if _masked(self._checksum(head[:8])) != stated or length > _MAX_RECORD:
            raise BadRecord("unreadable", "no TFRecord, or damaged: its length is not what its checksum says")
        data = self._take(length)
        (stated,) = struct.unpack("<I", self._take(4))
        return data, _masked(self._checksum(data)) == stated

    def _bookmark(self) -> Bookmark:
        place, offset, state = self._mark
        return Bookmark(self._path, offset, state, self._place - place)

    def _at_end(self) -> bool:
        """Whether all bytes have been consumed and the stream is complete."""
        while len(self._plain) == self._used and not self._ended:
            self._more()
        return len(self._plain) == self._used

    def _take(self, count: int) -> bytes:
        while len(self._plain) - self._used < count:
            if self._ended:
                raise BadRecord("unreadable", "cut short: the file ends within a record")
            self._more()
        found = bytes(memoryview(self._plain)[self._used : self._used + count])
        self._used += count
        self._place += count
        return found

    def _more(self) -> None:
        del self._plain[: self._used]
        self._used = 0
        state = None if self._state is None else self._state.copy()
        self._mark = self._place + len(self._plain), self._file.tell(), state
        piece = self._file.read(_CHUNK)
        if self._state is None:
            self._ended = not piece
            self._plain += piece
            return
        if not piece:
            if not self._state.eof:
                raise BadRecord("unreadable", "cut short: the gzip stream has no end")
            self._ended = True
            return
        try:
            self._inflate(piece)
        except zlib.error as error:
            raise BadRecord("unreadable", f"damaged: {error}") from None

    def _inflate(self, piece: bytes) -> None:
        while piece:
            if self._state.eof:
                if not piece.strip(b"\0"):
                    return  # padding after the end
                self._state = zlib.decompressobj(31)
            self._plain += self._state.decompress(piece)
            piece = self._state.unused_data


def _masked(checksum: int) -> int:
    return ((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF


def read_again(mark: Bookmark, checksum: Checksum) -> bytes:
    """Reads the record at a bookmark again.

    Raises:
        BadRecord: the file has changed.
    """
    with mark.file.open("rb") as file:
        return Shard(mark.file, file, checksum).again(mark)
