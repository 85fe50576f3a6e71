"""Both sides under a plain `asyncio.run`, as in a training loop."""

from __future__ import annotations

import asyncio
from pathlib import Path

from adapters.adb.daemon.server import listen_unix
from adapters.adb.host.client import connect_unix
from tests.support.tinyphone import TinyPhone


def test_client_and_device_need_no_particular_way_to_run_a_loop(tmp_path: Path) -> None:
    """Streams are opened from protocol callbacks, outside of any task; that must work without anyio's own runner."""

    async def talk() -> bytes:
        path = tmp_path / "phone"
        async with listen_unix(path, TinyPhone()), connect_unix(path) as connection:
            await connection.files.push(b"content", "/sdcard/file")
            return (await connection.shell("echo hello")).stdout + await connection.files.pull("/sdcard/file")

    assert asyncio.run(talk()) == b"hello\ncontent"
