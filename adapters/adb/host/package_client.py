"""The host's side of installing an app: its bytes go out, one answer comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from adapters.adb.transport.packets import Buffer
from runtime.core.errors import DeviceLost

if TYPE_CHECKING:
    from adapters.adb.host.operations import ServiceStream

_PIECE = 1 << 20
_ANSWER = 64 << 10


@asynccontextmanager
async def opened(apk: Buffer | Path) -> AsyncIterator[tuple[int, AsyncIterator[Buffer]]]:
    """The size of an app in bytes, and its pieces. OSError if a file cannot be read."""
    if not isinstance(apk, Path):
        view = memoryview(apk).cast("B")
        yield len(view), _cut(view)
        return
    async with await anyio.open_file(apk, "rb") as file:
        size = await file.seek(0, 2)
        await file.seek(0)
        yield size, _read(file)


async def install(stream: ServiceStream, pieces: AsyncIterator[Buffer], progress: float, deadline: float) -> bytes:
    """Send the pieces, each within `progress` seconds, and get the answer within `deadline` seconds.

    Raises:
        DeviceTimeout: it took too long.
        DeviceLost: the connection broke, or the stream was closed without an answer.
    """
    broken: DeviceLost | None = None
    answer = bytearray()
    try:
        async for piece in pieces:
            await stream.send(piece, deadline=progress)
    except DeviceLost as error:
        # Who refuses an app need not read it to the end; why it did is still to be read.
        broken = error
    while len(answer) < _ANSWER and (packet := await stream.receive_packet(deadline)):
        answer += packet
    if broken is not None and not answer:
        raise broken
    return bytes(answer)


async def _cut(view: memoryview) -> AsyncIterator[Buffer]:
    for at in range(0, len(view), _PIECE):
        yield view[at : at + _PIECE]


async def _read(file: anyio.AsyncFile[bytes]) -> AsyncIterator[Buffer]:
    while piece := await file.read(_PIECE):
        yield piece
