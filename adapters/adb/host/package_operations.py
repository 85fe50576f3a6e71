"""A host's operations on the apps of a device: install and uninstall."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from adapters.adb.framing import packages
from adapters.adb.host.service_transport import ServiceTransport
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.packets import Buffer
from runtime.core.errors import DeviceLost, DeviceRefused

_PIECE = 1 << 20
_MAX_ANSWER = 64 << 10
_INSTALL_TIMEOUT = 180.0
"""Seconds for checking, copying and compiling an app after its bytes have arrived."""


class PackageOperations:
    """The apps of a device."""

    def __init__(self, carrier: ServiceTransport) -> None:
        self._carrier = carrier

    async def install(self, apk: Buffer | Path, *options: str, deadline: float = _INSTALL_TIMEOUT) -> None:
        """Installs an app from memory or a local file; options such as -r, -t, -d, -g are those of `pm install`.

        Raises as `shell` does, PackageRefused if the device refuses it, and OSError if the file cannot be read.
        """
        self._check()
        async with _opened(apk) as (size, pieces):
            service = f"exec:{packages.install_command(size, options)}"
            stream = await self._carrier.open(service)
            try:
                answer = await _install(stream, pieces, self._carrier.deadlines.progress, deadline)
            finally:
                # asyncio cannot abort a socket that was closed with unsent data.
                if not stream.ended:
                    stream.close()
        packages.check_answer(answer, self._carrier.name, "install the app")

    async def uninstall(self, package: str, *, keep_data: bool = False, deadline: float | None = None) -> None:
        """Removes an app. Raises as `shell` does, and PackageRefused if the device refuses it."""
        self._check()
        service = f"exec:{packages.uninstall_command(package, keep_data=keep_data)}"
        answer = await self._carrier.collect(service, deadline=deadline)
        packages.check_answer(answer, self._carrier.name, f"uninstall {package}")

    def _check(self) -> None:
        if "cmd" not in self._carrier.features:
            raise DeviceRefused(
                f"{self._carrier.name}: no installation over this service (no cmd; Android 6 or older); push "
                "the file and run `pm install` on it"
            )


@asynccontextmanager
async def _opened(apk: Buffer | Path) -> AsyncIterator[tuple[int, AsyncIterator[Buffer]]]:
    """The size of an app in bytes, and its pieces. Raises OSError."""
    if not isinstance(apk, Path):
        view = memoryview(apk).cast("B")
        yield len(view), _pieces_of(view)
        return
    async with await anyio.open_file(apk, "rb") as file:
        size = await file.seek(0, 2)
        await file.seek(0)
        yield size, _read(file)


async def _install(stream: BufferedStream, pieces: AsyncIterator[Buffer], progress: float, deadline: float) -> bytes:
    """Sends the pieces, each within `progress` seconds, and returns the answer within `deadline` seconds.

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
        # A device that refuses an app may stop reading; its answer says why.
        broken = error
    while len(answer) < _MAX_ANSWER and (packet := await stream.receive_packet(deadline)):
        answer += packet
    if broken is not None and not answer:
        raise broken
    return bytes(answer)


async def _pieces_of(view: memoryview) -> AsyncIterator[Buffer]:
    for at in range(0, len(view), _PIECE):
        yield view[at : at + _PIECE]


async def _read(file: anyio.AsyncFile[bytes]) -> AsyncIterator[Buffer]:
    while piece := await file.read(_PIECE):
        yield piece
