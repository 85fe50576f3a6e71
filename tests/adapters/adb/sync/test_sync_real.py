"""A real adb binary and its server: trees pushed by it (compressed) and by us through it, pulled by both."""

from __future__ import annotations

import os
import stat as modes
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import STDOUT

import anyio
import anyio.to_thread
import pytest

from adapters.adb.daemon import sync_server
from adapters.adb.daemon.server import Listener
from adapters.adb.framing.sync_wire import Request
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from tests.adapters.adb.servers.realserver import binary, real_server
from tests.support.syncphone import HOME, SIZES, SyncPhone, noise, plant, shape, text


class Adb:
    """Runs the binary against its private server, with our device connected to it."""

    def __init__(self, home: Path, port: int) -> None:
        self.port = port
        self.serial = ""
        self._env = {"HOME": str(home), "PATH": os.environ["PATH"], "ANDROID_ADB_SERVER_PORT": str(port)}

    async def __call__(self, *words: str, code: int = 0, **environment: str) -> str:
        """The output of `adb WORDS`."""
        chosen = ("-s", self.serial) if self.serial else ()
        with anyio.fail_after(30):
            result = await anyio.run_process(
                [binary(), *chosen, *words], env={**self._env, **environment}, check=False, stderr=STDOUT
            )
        content = result.stdout.decode()
        assert result.returncode == code, (words, content)
        return content


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they can share a server: it takes three seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Adb]:
    """A private adb server."""
    home = tmp_path_factory.mktemp("home")
    async with real_server(home) as port:
        yield Adb(home, port)


@pytest.fixture
async def adb(server: Adb, listener: Listener) -> AsyncIterator[Adb]:
    """The server with our device connected."""
    server.serial = ""
    serial = f"127.0.0.1:{listener.port}"
    assert "connected to" in await server("connect", serial)
    server.serial = serial
    await server("wait-for-device")
    yield server
    server.serial = ""
    await server("disconnect", serial)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """The requests that reach the device's file service."""
    found: list[Request] = []
    serve = sync_server.SyncService._serve

    async def seen(self: sync_server.SyncService, item: object) -> bool:
        if isinstance(item, Request):
            found.append(item)
        return await serve(self, item)  # type: ignore[arg-type]

    monkeypatch.setattr(sync_server.SyncService, "_serve", seen)
    return found


@pytest.mark.parametrize("way", ["", "none", "brotli", "lz4", "zstd"])
async def test_trees_of_a_real_host(adb: Adb, phone: SyncPhone, tmp_path: Path, asked: list[Request], way: str):
    """Pushed and pulled with every compression, names, links, empty things, times and sizes are the same here."""
    await anyio.to_thread.run_sync(plant, tmp_path / "out")
    chosen = ("-z", way) if way else ()
    content = await adb("push", *chosen, str(tmp_path / "out"), f"{HOME}/tree")
    assert f"{len(SIZES) + 2 + 3} files pushed" in content
    flags = {request.flags for request in asked if request.kind == b"SND2" and modes.S_ISREG(request.mode)}
    assert flags == {{"": 4, "none": 0, "brotli": 1, "lz4": 2, "zstd": 4}[way]}
    for size in SIZES:
        assert phone.files.read(f"{HOME}/tree/größe {size} 文.bin") == noise(size, size)
    assert phone.files.read(f"{HOME}/tree/tief/tiefer/ünï $HOME;`x`") == text(200_000)
    assert phone.files.readlink(f"{HOME}/tree/tief/up") == "../文件夹"
    assert phone.files.readlink(f"{HOME}/tree/dangling") == "nowhere"
    found = phone.files.require(f"{HOME}/tree/文件夹/Ж")
    assert (modes.S_IMODE(found.mode), found.mtime) == (0o777, 1_500_000_000)
    phone.files.remove(f"{HOME}/tree/dangling")
    await adb("pull", "-a", *chosen, f"{HOME}/tree", str(tmp_path / "back"))
    back = await anyio.to_thread.run_sync(shape, tmp_path / "back")
    ours = await anyio.to_thread.run_sync(shape, tmp_path / "out")
    # A real host pulls what links lead to, and pushes no empty folders.
    for name in ("link", "dangling", "tief/up", "leer", "with space & 'quotes'"):
        ours.pop(name)
    assert not phone.ran
    assert {name: value for name, value in back.items() if name in ours} == ours
    assert back["link"] == ours["tief/tiefer/ünï $HOME;`x`"]
    assert (await anyio.Path(tmp_path / "back/文件夹/Ж").stat()).st_mtime == 1_500_000_000


async def test_a_dry_run_and_a_refusal_of_a_real_host(adb: Adb, phone: SyncPhone, tmp_path: Path):
    """`push -n` writes nothing; refusals are reported in the device's words, with a failing status."""
    local = anyio.Path(tmp_path / "file")
    await local.write_bytes(noise(3_000_000))
    assert "1 file pushed" in await adb("push", "-n", str(local), f"{HOME}/dry")
    assert phone.files.lstat(f"{HOME}/dry") is None
    assert "Read-only file system" in await adb("push", str(local), "/system/x", code=1)
    assert "No such file" in await adb("pull", f"{HOME}/absent", str(tmp_path / "x"), code=1)
    assert "file" not in await adb("ls", HOME)


async def test_our_client_through_a_real_server(adb: Adb, tmp_path: Path):
    """A tree goes there and back through a real server, compressed as both agree, and single files in every way."""
    await anyio.to_thread.run_sync(plant, tmp_path / "out")
    async with connect_smart(AdbServer.tcp("127.0.0.1", adb.port), adb.serial) as connection:
        assert connection.files._compression("any") == "zstd"
        for way in (None, "any"):
            sent = await connection.files.push_tree(tmp_path / "out", f"{HOME}/{way}", compression=way)
            assert await connection.files.pull_tree(f"{HOME}/{way}", tmp_path / f"{way}", compression=way) == sent
            assert await anyio.to_thread.run_sync(shape, tmp_path / f"{way}") == await anyio.to_thread.run_sync(
                shape, tmp_path / "out"
            )
        for size in (*SIZES, 5_000_000):
            await connection.files.push(noise(size), f"{HOME}/file")
            assert await connection.files.pull(f"{HOME}/file") == noise(size)
            buffer = bytearray(size)
            assert await connection.files.pull_into(f"{HOME}/file", buffer) == size
            assert buffer == noise(size)
