"""Transfers of files whose connection is cut after any number of bytes: always an error, never a short success.

A relay stands between our client and our device side and stops after so many bytes of one direction. Packets are of
four kilobytes, so that a small file already has every kind of border in it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import anyio

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.daemon.services import SUPPORTED_FEATURES, Stdin
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.adb.transport import dialing
from adapters.adb.transport.banner import Banner
from adapters.phone.files.filesystem import Files
from benchmarks.acceptance.bar import Bar
from runtime.core.errors import DeviceFault

SIZE: Final = 9_000
_PATH: Final = "/data/local/tmp/cut/file"
_HOST: Final = "127.0.0.1"
_PER_SECOND: Final = 100_000
"""Connections: the usual cap, for the sake of farms, would be all that is measured."""


class _Phone:
    """A device with files and no commands."""

    def __init__(self) -> None:
        self.files = Files(lambda: 0)

    def banner(self) -> Banner:
        """See `DeviceServices`."""
        return Banner("device", {"ro.product.name": "cut"}, SUPPORTED_FEATURES)

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> ShellResult:
        """See `DeviceServices`."""
        return ShellResult(b"", b"", 0)


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer that returns the received bytes. `down`: the device's bytes are counted, else the host's."""

    name: str
    down: bool
    run: Callable[[AdbConnection, Path], Awaitable[bytes]]


async def _pull(connection: AdbConnection, _: Path) -> bytes:
    return await connection.files.pull(_PATH)


async def _pull_zstd(connection: AdbConnection, _: Path) -> bytes:
    return await connection.files.pull(_PATH, compression="any")


async def _pull_into(connection: AdbConnection, _: Path) -> bytes:
    buffer = bytearray(SIZE + 1)
    return bytes(buffer[: await connection.files.pull_into(_PATH, buffer)])


async def _pull_file(connection: AdbConnection, folder: Path) -> bytes:
    await connection.files.pull_file(_PATH, folder / "got")
    return await anyio.Path(folder / "got").read_bytes()


async def _push(connection: AdbConnection, _: Path) -> bytes:
    await connection.files.push(content(), _PATH + ".pushed")
    return b""


async def _push_any(connection: AdbConnection, _: Path) -> bytes:
    await connection.files.push(content(), _PATH + ".pushed", compression="any")
    return b""


TRANSFERS: Final = (
    Transfer("pull", True, _pull),
    Transfer("pull, compressed", True, _pull_zstd),
    Transfer("pull into a buffer", True, _pull_into),
    Transfer("pull into a file", True, _pull_file),
    Transfer("push", False, _push),
    Transfer("push, compressed", False, _push_any),
    Transfer("push, its answer", True, _push),
)


def content() -> bytes:
    """The file."""
    return bytes((index * index + index // 251) & 0xFF for index in range(SIZE))


async def cut(transfer: Transfer, step: int = 1) -> Counter[str]:
    """Cut the transfer after every `step`-th byte up to its full length and count the outcomes; `short` must not occur.

    Also counted is `left over`, a local file that was there after a transfer that failed. The cap on new connections
    is lifted on this event loop.
    """
    outcomes: Counter[str] = Counter()
    dialing.limit_dials(_PER_SECOND)
    phone = _Phone()
    phone.files.mkdir("/data/local/tmp/cut")
    phone.files.write(_PATH, content())
    with TemporaryDirectory() as folder:
        async with listen_tcp(_HOST, 0, phone, max_payload=4096) as listener, _relay(listener.port) as relay:
            limit = 0
            while not outcomes["whole"]:
                relay.limit(limit if transfer.down else None, None if transfer.down else limit)
                outcomes[await _transfer(transfer, relay.port, phone, Path(folder))] += 1
                limit += step
    return outcomes


async def _transfer(transfer: Transfer, port: int, phone: _Phone, folder: Path) -> str:
    pushed = _PATH + ".pushed"
    if phone.files.lstat(pushed) is not None:
        phone.files.remove(pushed)
    try:
        async with connect_tcp(_HOST, port) as connection:
            came = await transfer.run(connection, folder)
    except DeviceFault as fault:
        return "left over" if _left(folder) else type(fault).__name__
    if transfer.run in (_push, _push_any):
        came = phone.files.read(pushed) if phone.files.lstat(pushed) is not None else b""
    return "whole" if came == content() else "short"


def _left(folder: Path) -> list[Path]:
    return list(folder.iterdir())


class _Relay:
    """Passes bytes on; both directions end when the limit of one is reached."""

    def __init__(self, device: int) -> None:
        self.port = 0
        self._device = device
        self._limits: tuple[int | None, int | None] = (None, None)

    def limit(self, down: int | None, up: int | None) -> None:
        """For the connections from now on."""
        self._limits = down, up

    async def serve(self, host: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """One connection."""
        down, up = self._limits
        device, there = await asyncio.open_connection(_HOST, self._device)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_pass, host, there, up, tasks.cancel_scope)
                tasks.start_soon(_pass, device, back, down, tasks.cancel_scope)
        finally:
            there.close()
            back.close()


async def _pass(
    source: asyncio.StreamReader, to: asyncio.StreamWriter, left: int | None, end: anyio.CancelScope
) -> None:
    try:
        while (left is None or left) and (
            data := await source.read(left if left is not None and left < 65536 else 65536)
        ):
            to.write(data)
            await to.drain()
            if left is not None:
                left -= len(data)
    except OSError:
        # Whichever side left first, the other is told now.
        pass
    end.cancel()


@asynccontextmanager
async def _relay(device: int) -> AsyncIterator[_Relay]:
    relay = _Relay(device)
    server = await asyncio.start_server(relay.serve, _HOST, 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        server.close()


async def _bars(transfers: Iterable[Transfer], step: int) -> list[Bar]:
    bars = []
    for transfer in transfers:
        outcomes = await cut(transfer, step)
        figure = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
        holds = set(outcomes) <= {"DeviceLost", "whole"} and outcomes["DeviceLost"] > 0
        bars.append(Bar(f"{transfer.name}: cut after every {step}. byte, never a short success", figure, holds))
    return bars


def measure(step: int = 1) -> list[Bar]:
    """All of them, at every byte."""
    return anyio.run(_bars, TRANSFERS, step)
