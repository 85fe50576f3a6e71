"""A conversation cut after each of its bytes: everything that waits gets a typed error, nothing hangs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest
from anyio.abc import ByteStream

from adapters.adb.daemon.server import Listener
from adapters.adb.host.client import AdbConnection, Deadlines, connect_unix
from runtime.core.errors import DeviceLost

PATIENT = Deadlines(open=20, progress=20, command=20)
"""Longer than the test may take: what ends by a deadline here is a hang."""
OPERATIONS: dict[str, Callable[[AdbConnection], Awaitable[object]]] = {
    "shell": lambda c: c.shell("both 3"),
    "exec": lambda c: c.exec_out("both 3"),
    "stat": lambda c: c.files.stat("/sdcard"),
}


class Cutter:
    """Carries bytes between hosts and the device, and hangs up after `limit` bytes from the device."""

    def __init__(self, path: Path) -> None:
        self.limit = 1 << 30
        self.carried = 0
        self.greeting = 0
        self._path = path

    async def __call__(self, host: ByteStream) -> None:
        self.carried = 0
        try:
            async with host, await anyio.connect_unix(self._path) as device, anyio.create_task_group() as tasks:
                tasks.start_soon(self._up, host, device)
                async for data in device:
                    piece = data[: self.limit - self.carried]
                    self.carried += len(piece)
                    if piece:
                        await host.send(piece)
                    if self.carried == self.limit:
                        break
                tasks.cancel_scope.cancel()
        except* (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
            pass

    async def _up(self, host: ByteStream, device: ByteStream) -> None:
        async for data in host:
            await device.send(data)


@pytest.mark.parametrize(
    ("flow", "name"),
    [("classic", "exec"), ("windows", "shell"), ("classic", "stat")],
    indirect=["flow"],
)
async def test_cut_after_any_byte_an_operation_is_whole_or_lost(
    listener: Listener, path: Path, tmp_path: Path, name: str
):
    """After any byte (some, in the greeting): a host that got all it needs has the result, otherwise DeviceLost."""
    cutter = Cutter(path)

    async def attempt() -> object:
        async with connect_unix(tmp_path / "cut", PATIENT) as connection:
            cutter.greeting = 24 + len(connection.banner.encode())
            return await OPERATIONS[name](connection)

    async with await anyio.create_unix_listener(tmp_path / "cut") as relay, anyio.create_task_group() as tasks:
        tasks.start_soon(relay.serve, cutter)
        expected = await attempt()
        total = cutter.carried
        lost = 0
        for limit in (*range(0, cutter.greeting, 12), *range(cutter.greeting, total)):
            cutter.limit = limit
            try:
                assert await attempt() == expected
                # The rest was only the farewell.
                assert total - limit <= 48
            except DeviceLost:
                lost += 1
        assert lost > 50
        tasks.cancel_scope.cancel()
