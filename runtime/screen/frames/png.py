"""Lossless PNG encoder and decoder for frames.

It writes with one filter (Up, which suits flat areas and repeated rows) and ISA-L's fastest deflate: 3 to 4 ms for a
phone screen, where general encoders take 15 to 45. Any reader can open the files. Files written this way are read in a
third of OpenCV's time. Encoder and decoder work in bands of rows, so that the output of one pass is still in the
processor's cache for the next, and no second copy of ten megabytes is needed.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

import numpy as np
from isal import isal_zlib

from runtime.screen.frames._cv import cv
from runtime.screen.frames.frame import Frame, Pixels

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_UP: Final = 2
_RGB: Final = 2
_RGBA: Final = 6
_MAX_PIXELS: Final = 1 << 26
_BAND: Final = 64
"""Rows that are processed at a time."""
_HEAD: Final = struct.Struct(">8sI4sIIBBBBBII4s")
"""Header before the compressed rows of a file that `encode` wrote."""


class PngError(ValueError):
    """The bytes are not a readable PNG picture."""


def encode(frame: Frame, *, opaque: bool | None = None) -> bytes:
    """Encode a frame as PNG, without alpha if it is opaque. Passing `opaque` saves checking the pixels."""
    pixels = np.ascontiguousarray(frame.pixels)
    height, width = pixels.shape[:2]
    if opaque is None:
        opaque = _opaque(pixels)
    channels = 3 if opaque else 4
    # One extra row on top: the last row of the band above, which the filter of the first row refers to.
    band = np.zeros((_BAND + 1, width, channels), np.uint8)
    rows = band.reshape(_BAND + 1, width * channels)
    lines = np.empty((_BAND, 1 + width * channels), np.uint8)
    lines[:, 0] = _UP
    deflate = isal_zlib.compressobj(1)
    body = []
    for top in range(0, height, _BAND):
        count = min(_BAND, height - top)
        part = pixels[top : top + count]
        if opaque:
            cv().cvtColor(part, cv().COLOR_RGBA2RGB, dst=band[1 : count + 1])
        else:
            band[1 : count + 1] = part
        np.subtract(rows[1 : count + 1], rows[:count], out=lines[:count, 1:])
        body.append(deflate.compress(lines[:count]))
        rows[0] = rows[count]
    body.append(deflate.flush())
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB if opaque else _RGBA, 0, 0, 0)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", b"".join(body)) + _IEND


def decode(data: bytes) -> Frame:
    """Decode any PNG file into a frame: 8 bits per channel, RGBA, missing alpha set to opaque.

    Raises:
        PngError: not a PNG, truncated, or larger than any screen.
    """
    width, height = png_size(data)
    if not 0 < width * height <= _MAX_PIXELS:
        raise PngError(f"a picture of {width}x{height} pixels is not a screen")
    if b"IEND" not in data[-12:]:
        raise PngError("the PNG file is cut off")
    pixels = _decode_own(data)
    if pixels is not None:
        return Frame(width, height, pixels)
    picture = cv().imdecode(np.frombuffer(data, np.uint8), cv().IMREAD_UNCHANGED)
    if picture is None:
        raise PngError("the PNG file is damaged")
    if picture.dtype != np.uint8:
        picture = cv().imdecode(np.frombuffer(data, np.uint8), cv().IMREAD_COLOR)
    channels = 1 if picture.ndim == 2 else picture.shape[2]
    code = {1: cv().COLOR_GRAY2RGBA, 3: cv().COLOR_BGR2RGBA, 4: cv().COLOR_BGRA2RGBA}[channels]
    return Frame(width, height, cv().cvtColor(picture, code))


def is_complete(data: bytes) -> bool:
    """Whether a PNG file consists of complete chunks with right checksums up to its end; pixels are not decoded."""
    at, kind = len(_SIGNATURE), b""
    while data.startswith(_SIGNATURE) and kind != b"IEND" and at + 12 <= len(data):
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        if zlib.crc32(memoryview(data)[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return False
        at = end + 4
    return kind == b"IEND" and at == len(data)


def png_size(data: bytes) -> tuple[int, int]:
    """Return the width and height in a PNG file's header. Raises PngError if it is not a PNG."""
    if len(data) < 33 or not data.startswith(_SIGNATURE) or data[12:16] != b"IHDR":
        raise PngError("not a PNG file")
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _decode_own(data: bytes) -> Pixels | None:
    """Decode an opaque picture that `encode` wrote; None if another encoder wrote it or it is damaged."""
    if len(data) < _HEAD.size:
        return None
    _, _, _, width, height, depth, kind, deflated, filtered, laced, _, size, name = _HEAD.unpack_from(data)
    if (depth, kind, deflated, filtered, laced, name) != (8, _RGB, 0, 0, 0, b"IDAT"):
        return None
    wide = 1 + 3 * width
    end = _HEAD.size + size
    if data[end + 8 : end + 12] != _IEND[4:8] or struct.unpack_from(">I", data, end)[0] != zlib.crc32(
        data[_HEAD.size - 4 : end]
    ):
        return None
    inflate = isal_zlib.decompressobj()
    try:
        raw = inflate.decompress(memoryview(data)[_HEAD.size : end], wide * height)
    except isal_zlib.IsalError:  # type: ignore[misc]  # its stub takes the class for an instance
        return None
    filtered = np.frombuffer(raw, np.uint8)
    if filtered.size != wide * height or not (filtered[::wide] == _UP).all():
        return None
    lines = filtered.reshape(height, wide)
    pixels = np.empty((height, width, 4), np.uint8)
    band = np.zeros((_BAND + 1, width, 3), np.uint8)
    rows = band.reshape(_BAND + 1, 3 * width)
    add = np.add
    for top in range(0, height, _BAND):
        count = min(_BAND, height - top)
        for row in range(count):
            add(rows[row], lines[top + row, 1:], out=rows[row + 1])
        cv().cvtColor(band[1 : count + 1], cv().COLOR_RGB2RGBA, dst=pixels[top : top + count])
        rows[0] = rows[count]
    return pixels


def _opaque(pixels: Pixels) -> bool:
    # One pass: the alpha byte of the bitwise AND of all pixels is 255 only if all of them are opaque.
    together = np.bitwise_and.reduce(pixels.view(np.uint32), axis=None)
    return int(np.atleast_1d(together).view(np.uint8)[3]) == 255


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


_IEND: Final = _chunk(b"IEND", b"")
