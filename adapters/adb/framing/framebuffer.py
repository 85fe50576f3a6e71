"""The `framebuffer:` service, sans-IO, both sides: a header of little-endian words, then the pixels, once.

    version (2) | bits per pixel | colour space | bytes of pixels | width | height
    offset and length in bits of red, of blue, of green, of alpha               (in this order)

Version 1 has no colour space.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from runtime.screen.frames import Frame

VERSION: Final = 2
_WORD: Final = struct.Struct("<I")
_WORDS: Final = {1: struct.Struct("<13I"), 2: struct.Struct("<14I")}
SIZE: Final = _WORDS[VERSION].size
"""Size of the current header in bytes."""
_MAX_SIDE: Final = 1 << 14
_MAX_BYTES: Final = 256 << 20
_BYTE: Final = 8
_565: Final = ((11, 5), (5, 6), (0, 5), (0, 0))


class FramebufferError(ValueError):
    """The received data are not a picture that can be read."""


@dataclass(frozen=True, slots=True)
class Header:
    """The pixel format. Channels are (offset, length) in bits, in the order red, green, blue, alpha."""

    width: int
    height: int
    bits: int = 32
    channels: tuple[tuple[int, int], ...] = ((0, 8), (8, 8), (16, 8), (24, 8))
    space: int = 0
    version: int = VERSION

    @property
    def size(self) -> int:
        """Bytes of the pixels; rows have no padding."""
        return self.width * self.height * self.bits // 8

    def encode(self) -> bytes:
        """The header as a device sends it."""
        red, green, blue, alpha = self.channels
        space = (self.space,) if self.version > 1 else ()
        words = (self.version, self.bits, *space, self.size, self.width, self.height, *red, *blue, *green, *alpha)
        return _WORDS[self.version].pack(*words)


def parse(data: bytes | bytearray) -> Header | None:
    """The header at the start of the data; None if more is needed.

    Raises:
        FramebufferError: the header is invalid. Nothing has been allocated for it.
    """
    if len(data) < _WORD.size:
        return None
    (version,) = _WORD.unpack_from(data)
    words = _WORDS.get(version)
    if words is None:
        raise FramebufferError(f"framebuffer version {version}; only 1 and 2 can be read")
    if len(data) < words.size:
        return None
    _, bits, *rest = words.unpack_from(data)
    space = rest.pop(0) if version > 1 else 0
    size, width, height, *pairs = rest
    red, blue, green, alpha = zip(pairs[::2], pairs[1::2], strict=True)
    header = Header(width, height, bits, (red, green, blue, alpha), space, version)
    if not (0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE and 0 < size <= _MAX_BYTES):
        raise FramebufferError(f"{size} bytes for {width}x{height} pixels are not a screen")
    if not _readable(header):
        layout = ", ".join(f"{name} {at}+{length}" for name, (at, length) in zip("rgba", header.channels, strict=True))
        raise FramebufferError(f"pixels of {bits} bits ({layout}) cannot be read; RGBA, RGBX, RGB and RGB565 can")
    if size != header.size:
        raise FramebufferError(f"{size} bytes for {width}x{height} pixels of {bits} bits; expected {header.size}")
    return header


def frame(header: Header, pixels: memoryview) -> Frame:
    """The pixels as a frame. RGBA and RGBX use the same memory; RGBX gets its alpha in place."""
    height, width = header.height, header.width
    if header.bits == 16:
        words = np.frombuffer(pixels, "<u2").reshape(height, width)
        out = np.empty((height, width, 4), np.uint8)
        for at, (offset, length) in enumerate(header.channels[:3]):
            value = (words >> offset) & ((1 << length) - 1)
            out[..., at] = (value << (8 - length)) | (value >> (2 * length - 8))
        out[..., 3] = 255
        return Frame(width, height, out)
    raw = np.frombuffer(pixels, np.uint8).reshape(height, width, header.bits // 8)
    order = [offset // _BYTE for offset, length in header.channels if length]
    if header.bits == 32 and order[:3] == [0, 1, 2]:
        if len(order) == 3:
            raw[..., 3] = 255
        return Frame(width, height, raw)
    out = np.empty((height, width, 4), np.uint8)
    out[..., : len(order)] = raw[..., order]
    if len(order) == 3:
        out[..., 3] = 255
    return Frame(width, height, out)


class Receiver:
    """A `ReceiveSink` on the host side that turns received bytes into a frame. Only `result` raises.

    `lend` provides the pixel buffer once its size is known.
    """

    ready = True

    def __init__(self, lend: Callable[[int], memoryview]) -> None:
        self.error: FramebufferError | None = None
        self._lend = lend
        self._head = bytearray()
        self._header: Header | None = None
        self._pixels = memoryview(b"")
        self._at = 0

    @property
    def done(self) -> bool:
        """Whether nothing more is needed: the picture is complete, or there will be none."""
        return self.error is not None or (self._header is not None and self._at == len(self._pixels))

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`."""
        return self._pixels[self._at : self._at + limit] or None

    def buffer_updated(self, count: int) -> None:
        """See `ReceiveSink`."""
        self._at += count

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`. Bytes after the picture are dropped."""
        if self.error is not None:
            return
        while self._header is None:
            need = _missing(self._head)
            self._head += data[:need]
            data = data[need:]
            try:
                self._header = parse(self._head)
            except FramebufferError as error:
                self.error = error
                return
            if self._header is not None:
                self._pixels = self._lend(self._header.size)
            elif not len(data):
                return
        piece = data[: len(self._pixels) - self._at]
        self._pixels[self._at : self._at + len(piece)] = piece
        self._at += len(piece)

    def result(self) -> Frame:
        """Returns the frame.

        Raises:
            FramebufferError: there is none.
        """
        if self.error is not None:
            raise self.error
        if self._header is None:
            raise FramebufferError(f"the picture ended after {len(self._head)} bytes of its header")
        if self._at < len(self._pixels):
            raise FramebufferError(f"the picture ended after {self._at} of {len(self._pixels)} bytes")
        return frame(self._header, self._pixels)


def _missing(head: bytearray) -> int:
    """Number of bytes that the header still lacks, as far as known."""
    if len(head) < _WORD.size:
        return _WORD.size - len(head)
    return _WORDS[_WORD.unpack_from(head)[0]].size - len(head)


def _readable(header: Header) -> bool:
    """Whether `frame` supports the pixel format."""
    if header.bits == 16:
        return header.channels == _565
    if header.bits not in (24, 32):
        return False
    *colours, alpha = header.channels
    if alpha[1]:
        colours.append(alpha)
    elif header.bits == 32 and any(offset == 24 for offset, _ in colours):
        return False
    offsets = [offset for offset, _ in colours]
    return all(
        length == _BYTE and offset % _BYTE == 0 and offset + length <= header.bits for offset, length in colours
    ) and len(set(offsets)) == len(offsets)
