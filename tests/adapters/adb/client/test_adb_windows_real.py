"""A real adb server that delays its acks (`ADB_BURST_MODE=1`) as the host of our device."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.daemon.services import ANDROID_13_FEATURES, SUPPORTED_FEATURES
from adapters.adb.transport.packets import Event
from adapters.adb.transport.wire import Connection
from tests.adapters.adb.servers.realserver import binary, real_server
from tests.support.tinyphone import TinyPhone, blob

SIZE = 9_000_000
THEIRS = 32 << 20


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they can share a server: it takes three seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def port(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[int]:
    """A private adb server with the variable."""
    async with real_server(tmp_path_factory.mktemp("home"), ADB_BURST_MODE="1") as port:
        yield port


async def adb(port: int, *words: str, stdin: bytes = b"") -> bytes:
    """The output of `adb WORDS`, with the same environment variable as its server."""
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "ADB_BURST_MODE": "1"}
    with anyio.fail_after(30):
        result = await anyio.run_process([binary(), "-P", str(port), *words], input=stdin, env=env)
    return result.stdout


@pytest.mark.parametrize(("features", "window"), [(SUPPORTED_FEATURES, THEIRS), (ANDROID_13_FEATURES, 0)])
async def test_a_real_host_moves_megabytes_through_windows(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, features: tuple[str, ...], window: int
):
    """Push, pull, output and input of several windows arrive completely; a device without the feature gets none."""
    windows: set[int] = set()
    usual = Connection._on_open

    def watch(connection: Connection, peer: int, granted: int, name: bytes, events: list[Event]) -> None:
        windows.add(granted)
        usual(connection, peer, granted, name, events)

    monkeypatch.setattr(Connection, "_on_open", watch)
    phone = TinyPhone(features=features)
    local, back = anyio.Path(tmp_path / "local"), anyio.Path(tmp_path / "back")
    await local.write_bytes(blob(f"l {SIZE}"))
    async with listen_tcp("127.0.0.1", 0, phone) as listener:
        serial = f"127.0.0.1:{listener.port}"
        assert b"connected to" in await adb(port, "connect", serial)
        await adb(port, "-s", serial, "push", str(local), "/sdcard/x")
        assert phone.files.read("/sdcard/x") == blob(f"l {SIZE}")
        await adb(port, "-s", serial, "pull", "/sdcard/x", str(back))
        assert await back.read_bytes() == blob(f"l {SIZE}")
        assert await adb(port, "-s", serial, "shell", f"blob y {SIZE}") == blob(f"y {SIZE}")
        assert await adb(port, "-s", serial, "exec-out", f"blob y {SIZE}") == blob(f"y {SIZE}")
        assert await adb(port, "-s", serial, "shell", "cat", stdin=blob(f"i {SIZE}")) == blob(f"i {SIZE}")
        assert windows == {window}
        assert {link.wire.windowed for link in listener._links} == {window > 0}
        await many(port, serial)
        await unread(port, serial, listener)
        await adb(port, "disconnect", serial)


async def many(port: int, serial: str) -> None:
    """Eight at once, of more than a window each."""
    wrong: list[int] = []

    async def run_command(number: int) -> None:
        if await adb(port, "-s", serial, "exec-out", f"blob {number} 5000000") != blob(f"{number} 5000000"):
            wrong.append(number)

    async with anyio.create_task_group() as tasks:
        for number in range(8):
            tasks.start_soon(run_command, number)
    assert not wrong


async def unread(port: int, serial: str, listener: Listener) -> None:
    """A command that reads no input holds the host back, and ends like any other when the host gives up."""
    words = [binary(), "-P", str(port), "-s", serial, "shell", "hang"]
    # Not through a pipe of ours: asyncio before Python 3.11.3 reports its breaking as an error that nobody handled.
    async with (
        await anyio.open_file("/dev/zero", "rb") as zeros,
        await anyio.open_process(words, stdin=zeros.wrapped) as process,
    ):
        with anyio.move_on_after(0.5):
            await process.wait()
        (link,) = listener._links
        assert sum(stream.unread for stream in link.wire._streams.values()) <= 5 << 20
        process.kill()
    assert await adb(port, "-s", serial, "shell", "echo on") == b"on\n"
