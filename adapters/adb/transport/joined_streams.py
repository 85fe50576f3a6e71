"""Joins two byte streams: data from either goes to the other."""

from __future__ import annotations

from typing import Final

import anyio

from runtime.core.errors import DeviceFault
from runtime.plugins.byte_stream import ByteStream

_PIECE: Final = 1 << 20


async def join(stream: ByteStream, other: ByteStream) -> None:
    """Copies bytes in both directions until either side ends, then closes both. A slow reader pauses the other side.

    ADB streams cannot be half-closed: as with adb, the end of either side ends both, and bytes sent before it still
    arrive.
    """
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_carry, stream, other)
            await _carry(other, stream)
    finally:
        with anyio.CancelScope(shield=True):
            await stream.aclose()
            await other.aclose()


async def _carry(source: ByteStream, target: ByteStream) -> None:
    try:
        while data := await source.receive(_PIECE):
            await target.send(data)
    except DeviceFault:
        # One side has disconnected, which ends this direction.
        pass
    # The other direction finishes its send, then finds its source closed and closes ours.
    await target.aclose()
