"""The compressions of the file service, version 2, if their library is installed (extra `compression`).

Each handles one continuous stream in pieces. Decompression is bounded, since the peer controls how much data its bytes
expand to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol

from adapters.adb.transport.packets import Buffer

FLAGS: Final = {"brotli": 1, "lz4": 2, "zstd": 4}
"""Flag bits in SND2 and RCV2."""
DRY_RUN: Final = 0x80000000
"""Flag of SND2: accept everything and write nothing."""
_LIBRARIES: Final = {"zstd": "zstandard", "lz4": "lz4", "brotli": "brotli"}
"""Python libraries, in the order in which real hosts prefer the compressions."""
_PREFIX: Final = "sendrecv_v2_"
SENDRECV_FEATURES: Final = ("sendrecv_v2", *(_PREFIX + name for name in FLAGS), "sendrecv_v2_dry_run_send")
"""The features that announce SND2 and RCV2; `usable_features` removes what is not installed."""
_STEP: Final = 256 << 10
"""Bytes that a decompressor returns at once."""
_ZSTD_BLOCK: Final = 128 << 10
"""The most that four bytes of zstd expand to; the library has no limit of its own."""
_ZSTD_WINDOW: Final = 8 << 20
"""The window that every decoder should support (RFC 8878); real hosts need half a megabyte."""


class CompressionError(Exception):
    """The bytes are not a valid compressed stream, or continue after its end."""


class Compressor(Protocol):
    """Compresses one stream."""

    def add(self, data: Buffer) -> bytes:
        """Adds bytes of the file; returns the compressed bytes that are ready."""

    def finish(self) -> bytes:
        """Returns the rest of the stream."""


class Decompressor(Protocol):
    """Decompresses one stream."""

    finished: bool
    """Whether the end of the stream was reached."""

    def feed(self, data: Buffer, room: int) -> Iterator[bytes]:
        """Yields pieces of the file. Stop after `room` bytes in all; slightly more may be ready.

        Raises:
            CompressionError: the stream is invalid.
        """


@cache
def installed_compressions() -> tuple[str, ...]:
    """The compressions whose library is installed, best first."""
    return tuple(name for name, library in _LIBRARIES.items() if find_spec(library) is not None)


def usable_features(features: Collection[str]) -> tuple[str, ...]:
    """The features that need no library or an installed one, in their order."""
    missing = {_PREFIX + name for name in _LIBRARIES if name not in installed_compressions()}
    return tuple(feature for feature in features if feature not in missing)


def common_compressions(features: Collection[str]) -> tuple[str, ...]:
    """The compressions that both sides support, best first."""
    if "sendrecv_v2" not in features:
        return ()
    return tuple(name for name in installed_compressions() if _PREFIX + name in features)


def compressor(name: str) -> Compressor:
    """A compressor for one stream, at the fastest level, as in real hosts."""
    return _MAKERS[name][0]()


def decompressor(name: str) -> Decompressor:
    """A decompressor for one stream."""
    return _MAKERS[name][1]()


class _ZstdCompressor:
    def __init__(self) -> None:
        self._stream = import_module("zstandard").ZstdCompressor(level=1).compressobj()

    def add(self, data: Buffer) -> bytes:
        made: bytes = self._stream.compress(data)
        return made

    def finish(self) -> bytes:
        made: bytes = self._stream.flush()
        return made


class _Lz4Compressor:
    def __init__(self) -> None:
        self._stream = import_module("lz4.frame").LZ4FrameCompressor()
        self._head: bytes = self._stream.begin()

    def add(self, data: Buffer) -> bytes:
        head, self._head = self._head, b""
        made: bytes = self._stream.compress(data)
        return head + made

    def finish(self) -> bytes:
        made: bytes = self._stream.flush()
        return self._head + made


class _BrotliCompressor:
    def __init__(self) -> None:
        self._stream = import_module("brotli").Compressor(quality=1)

    def add(self, data: Buffer) -> bytes:
        made: bytes = self._stream.process(data)
        return made

    def finish(self) -> bytes:
        made: bytes = self._stream.finish()
        return made


class _ZstdDecompressor:
    def __init__(self) -> None:
        library = import_module("zstandard")
        self._error = library.ZstdError
        self._stream = library.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
        self.finished = False

    def feed(self, data: Buffer, room: int) -> Iterator[bytes]:
        view = memoryview(data)
        while len(view):
            if self.finished:
                raise CompressionError("bytes after the end of the compressed stream")
            # Limits the input so that its largest expansion is not much more than `room`.
            count = min(max(room // _ZSTD_BLOCK * 4, 16), 2048)
            piece, view = view[:count], view[count:]
            made = _translated(self._error, partial(self._stream.decompress, piece))
            self.finished = self._stream.eof
            if self.finished and self._stream.unused_data:
                raise CompressionError("bytes after the end of the compressed stream")
            if made:
                room -= len(made)
                yield made


class _Lz4Decompressor:
    def __init__(self) -> None:
        self._stream = import_module("lz4.frame").LZ4FrameDecompressor()
        self.finished = False

    def feed(self, data: Buffer, room: int) -> Iterator[bytes]:
        if self.finished and len(data):
            raise CompressionError("bytes after the end of the compressed stream")
        stream = self._stream
        while True:
            made = _translated(RuntimeError, partial(stream.decompress, data, max_length=_STEP))
            data = b""
            self.finished = stream.eof
            if self.finished and stream.unused_data:
                raise CompressionError("bytes after the end of the compressed stream")
            if made:
                yield made
            if self.finished or stream.needs_input:
                return


class _BrotliDecompressor:
    def __init__(self) -> None:
        library = import_module("brotli")
        self._error = library.error
        self._stream = library.Decompressor()
        self.finished = False

    def feed(self, data: Buffer, room: int) -> Iterator[bytes]:
        if self.finished and len(data):
            raise CompressionError("bytes after the end of the compressed stream")
        stream = self._stream
        while True:
            made = _translated(self._error, partial(stream.process, data, output_buffer_limit=_STEP))
            data = b""
            self.finished = stream.is_finished()
            if made:
                yield made
            # It may accept more input and still hold output that was too large for one piece.
            if self.finished or (stream.can_accept_more_data() and len(made) < _STEP):
                return


def _translated(error: type[Exception], call: Callable[[], bytes]) -> bytes:
    try:
        return call()
    except error as wrong:
        raise CompressionError(str(wrong)) from wrong


_MAKERS: Final[dict[str, tuple[Callable[[], Compressor], Callable[[], Decompressor]]]] = {
    "zstd": (_ZstdCompressor, _ZstdDecompressor),
    "lz4": (_Lz4Compressor, _Lz4Decompressor),
    "brotli": (_BrotliCompressor, _BrotliDecompressor),
}
