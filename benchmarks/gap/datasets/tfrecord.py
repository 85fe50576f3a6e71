"""TFRecord shards, gzipped or not: one record at a time, its checksums verified, and a bookmark to come back to it.

A record is a length (8 bytes), its checksum, the bytes, their checksum; checksums are CRC-32C, masked. A gzip stream
cannot be entered in the middle, but the state of its reader can be kept: a bookmark holds the one from shortly before a
record (some 40 KB), so that a picture is read again when it is asked for instead of being carried along.
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

_PIECE: Final = 1 << 17
_GZIP: Final = b"\x1f\x8b"
_MOST: Final = 1 << 30
"""No episode is as large as this."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The position of a record: where to continue reading a file, and how many bytes to skip before the record."""

    file: Path
    offset: int
    state: Any
    """A copy of the decompressor as it was there; None in a file that is not compressed."""
    skip: int


class Shard:
    """One file, read from its beginning or from a bookmark."""

    def __init__(self, path: Path, file: BinaryIO, checksum: Checksum) -> None:
        self._path = path
        self._file = file
        self._checksum = checksum
        self._state: Any = None
        self._plain = bytearray()
        self._used = 0
        self._place = 0
        """How many plain bytes have been taken since the beginning."""
        self._mark: tuple[int, int, Any] = (0, 0, None)
        """Place, offset in the file, and decompressor before the last piece that was read. A piece is read only when
        the ones before do not reach, so the next record begins in the last one.
        """
        self._ended = False

    def frames(self) -> Iterator[Frame]:
        """Number, bytes and bookmark of each record, from 1. One whose bytes are damaged is a `BadRecord`, and so is
        the last where nothing can be read beyond it.
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
                data, sound = self._record()
            except BadRecord as error:
                yield number, error, mark
                return
            if sound:
                yield number, data, mark
            else:
                yield number, BadRecord("unreadable", "damaged: the record is not what its checksum says"), mark

    def again(self, mark: Bookmark) -> bytes:
        """The bytes of a bookmark's record."""
        self._file.seek(mark.offset)
        self._state = None if mark.state is None else mark.state.copy()
        self._take(mark.skip)
        return self._record()[0]

    def _record(self) -> tuple[bytes, bool]:
        """A record, and whether it is what its checksum says."""
        head = self._take(12)
        length, stated = struct.unpack("<QI", head)
        if _masked(self._checksum(head[:8])) != stated or length > _MOST:
            raise BadRecord("unreadable", "no TFRecord, or damaged: its length is not what its checksum says")
        data = self._take(length)
        (stated,) = struct.unpack("<I", self._take(4))
        return data, _masked(self._checksum(data)) == stated

    def _bookmark(self) -> Bookmark:
        place, offset, state = self._mark
        return Bookmark(self._path, offset, state, self._place - place)

    def _at_end(self) -> bool:
        """Whether every byte has been taken, and the stream says so itself."""
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
        piece = self._file.read(_PIECE)
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
    """A record, from its file.

    Raises:
        BadRecord: the file is no longer what it was.
    """
    with mark.file.open("rb") as file:
        return Shard(mark.file, file, checksum).again(mark)
