"""Two byte streams as one connection: what comes out of either goes into the other."""

from __future__ import annotations

from typing import Final

import anyio

from runtime.core.errors import DeviceFault
from runtime.plugins.protocols import ByteStream

_PIECE: Final = 1 << 20


async def join(stream: ByteStream, other: ByteStream) -> None:
    """Carry bytes both ways until either side ends, then close both. Who does not take bytes holds the other side back.

    ADB streams cannot be closed in one direction only: as with adb, the end of either side is the end of both, and what
    was sent before it still arrives.
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
        # Either side is gone; so is this direction.
        pass
    # The other direction finishes what it is sending, finds its source closed, and closes ours.
    await target.aclose()
