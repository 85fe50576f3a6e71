"""A PNG encoder for screen captures: RGBA, not interlaced, the Up filter, fast deflate."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from isal import isal_zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2


def encode_png(rgba: memoryview, width: int, height: int) -> bytes:
    """Encode `height` rows of `width` RGBA pixels without padding."""
    rows = np.frombuffer(rgba, np.uint8, width * height * 4).reshape(height, width * 4)
    filtered = np.empty((height, width * 4 + 1), np.uint8)
    filtered[:, 0] = _UP
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    body = isal_zlib.compress(filtered, 1)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"".join(
        (_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"sBIT", b"\x08" * 4), _chunk(b"IDAT", body), _chunk(b"IEND", b""))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
