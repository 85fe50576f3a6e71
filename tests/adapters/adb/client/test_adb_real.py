"""A real adb binary (from the adbutils wheel), with a server of its own, as the host of our device."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import DEVNULL

import anyio
import anyio.to_thread
import pytest

from adapters.adb.daemon.server import Listener
from tests.support.tinyphone import HEIGHT, WIDTH, TinyPhone, blob

adbutils = pytest.importorskip("adbutils")


class Adb:
    """Runs the binary against its private server, with one device connected."""

    def __init__(self, binary: str, home: Path, port: int) -> None:
        self.port = port
        self.serial = ""
        self.err = b""
        self._binary = binary
        self._env = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "ADB_EMU": "0",
            "ADB_MDNS": "0",
            "ADB_LIBUSB": "0",
            "ANDROID_ADB_SERVER_PORT": str(port),
        }

    async def serve(self, number: int) -> anyio.abc.Process:
        """The private server; it writes to that descriptor when it is ready."""
        words = (self._binary, "-P", str(self.port), "fork-server", "server", "--reply-fd", str(number))
        return await anyio.open_process(
            words, env=self._env, pass_fds=(number,), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
        )

    async def __call__(self, *words: str, stdin: bytes = b"", code: int = 0) -> bytes:
        """Standard output of `adb WORDS`; error output is in `self.err`."""
        with anyio.fail_after(30):
            result = await anyio.run_process([self._binary, *words], input=stdin, env=self._env, check=False)
        self.err = result.stderr
        assert result.returncode == code, (words, result)
        return result.stdout

    async def on_device(self, *words: str, stdin: bytes = b"", code: int = 0) -> bytes:
        """The same command with `-s` for our device."""
        return await self("-s", self.serial, *words, stdin=stdin, code=code)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they can share a server: it takes three seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Adb]:
    """A private adb server, ended when the tests are done, whatever happens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ready, number = os.pipe()
    binary = Path(adbutils.__file__).parent / "binaries" / "adb"
    runner = Adb(str(binary), tmp_path_factory.mktemp("home"), port)
    process = await runner.serve(number)
    os.close(number)
    try:
        with anyio.fail_after(20):
            await anyio.wait_readable(ready)
        yield runner
    finally:
        os.close(ready)
        process.terminate()
        with anyio.CancelScope(shield=True), anyio.move_on_after(10):
            await process.aclose()


@pytest.fixture
async def adb(server: Adb, listener: Listener) -> AsyncIterator[Adb]:
    """The server with our device connected."""
    server.serial = f"127.0.0.1:{listener.port}"
    assert b"connected to" in await server("connect", server.serial)
    await server.on_device("wait-for-device")
    yield server
    await server("disconnect", server.serial)


async def test_it_is_listed_with_its_names(adb: Adb):
    """`devices -l` shows the properties of the banner."""
    listed = (await adb("devices", "-l")).decode()
    assert f"{adb.serial}" in listed
    assert "device product:tiny model:Tiny__Phone device:tinydev" in listed
    features = (await adb.on_device("features")).decode().split()
    assert {"shell_v2", "stat_v2", "ls_v2"} <= set(features)


async def test_shell_keeps_status_and_error_output(adb: Adb):
    """Status, output and error output arrive apart; so does input; the v1 shell mixes."""
    assert await adb.on_device("shell", "both 7", code=7) == b"out\n"
    assert adb.err == b"err\n"
    assert await adb.on_device("shell", "cat", stdin=b"typed\n") == b"typed\n"
    assert await adb.on_device("shell", stdin=b"echo one\necho two\nexit\n") == b"one\ntwo\n"
    assert await adb.on_device("shell", "-x", "both 7") == b"out\nerr\n"
    assert await adb.on_device("shell", "nosuch", code=127) == b""


@pytest.mark.parametrize("size", [1_000_000, 10_368_016])
async def test_exec_out_is_binary(adb: Adb, phone: TinyPhone, size: int):
    """Bytes of all values come through unchanged, a screen as well."""
    assert await adb.on_device("exec-out", f"blob x {size}") == blob(f"x {size}")
    assert await adb.on_device("shell", f"blob y {size}") == blob(f"y {size}")
    if size > 10_000_000:
        assert size == 16 + WIDTH * HEIGHT * 4
        assert await adb.on_device("exec-out", "screencap") == phone.screen


async def test_files_of_awkward_sizes_and_names(adb: Adb, phone: TinyPhone, tmp_path: Path):
    """Push and pull give the same bytes for every size around a packet's and for names in any script."""
    for size in (0, 1, 65535, 65536, 65537, 1048575, 1048576, 1048577):
        local = anyio.Path(tmp_path / f"Grüße {size} 文件.bin")
        remote = f"/sdcard/größe {size} 文.bin"
        await local.write_bytes(blob(f"s {size}"))
        await adb.on_device("push", str(local), remote)
        assert phone.files.read(remote) == blob(f"s {size}")
        back = anyio.Path(tmp_path / "back")
        await adb.on_device("pull", remote, str(back))
        assert await back.read_bytes() == blob(f"s {size}")
        await back.unlink()


async def test_folders_go_there_and_back(adb: Adb, phone: TinyPhone, tmp_path: Path):
    """A folder with subfolders is pushed and pulled completely; `ls` lists it."""
    folder = anyio.Path(tmp_path / "tree")
    await (folder / "deep").mkdir(parents=True)
    for number in range(20):
        await (folder / "deep" / f"{number}").write_bytes(blob(f"{number} {number * 1000}"))
    await adb.on_device("push", str(folder), "/sdcard/")
    assert phone.files.read("/sdcard/tree/deep/7") == blob("7 7000")
    await adb.on_device("pull", "/sdcard/tree", str(tmp_path / "copy"))
    assert await anyio.Path(tmp_path / "copy" / "deep" / "19").read_bytes() == blob("19 19000")
    assert b"window_dump.xml" in await adb.on_device("ls", "/sdcard")


async def test_refusals_reach_the_user(adb: Adb, tmp_path: Path):
    """Files that cannot be read, written or opened are reported, with a failing status."""
    local = anyio.Path(tmp_path / "big")
    await local.write_bytes(bytes(3_000_000))
    await adb.on_device("pull", "/sdcard/absent", str(tmp_path / "x"), code=1)
    assert b"No such file or directory" in adb.err
    assert b"Read-only file system" in await adb.on_device("push", str(local), "/ro/big", code=1) + adb.err
    await adb.on_device("reverse", "tcp:7000", "tcp:7001", code=1)
    await adb.on_device("root", code=1)
    assert await adb.on_device("shell", "echo on") == b"on\n"


async def test_many_commands_at_once(adb: Adb):
    """Sixteen processes share the device without losing a byte."""
    wrong: list[int] = []

    async def run_command(number: int) -> None:
        if await adb.on_device("exec-out", f"blob {number} 300000") != blob(f"{number} 300000"):
            wrong.append(number)

    async with anyio.create_task_group() as tasks:
        for number in range(16):
            tasks.start_soon(run_command, number)
    assert not wrong


async def test_it_comes_back_after_a_lost_connection(adb: Adb, listener: Listener):
    """When the device drops the connection the server dials again and the device works as before."""
    listener.hang_up()
    with anyio.fail_after(20):
        await adb.on_device("wait-for-device")
        assert await adb.on_device("shell", "echo back") == b"back\n"


async def test_adbutils_works_through_that_server(adb: Adb, phone: TinyPhone, tmp_path: Path):
    """A well-known client library runs commands and moves files."""

    def use() -> None:
        device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(serial=adb.serial)
        assert device.shell("echo hello") == "hello"
        assert device.shell("blob a 70000", encoding=None) == blob("a 70000")
        result = device.shell2("both 3", v2=True)
        assert (result.returncode, result.stdout, result.stderr) == (3, "out\n", "err\n")
        local = tmp_path / "file"
        local.write_bytes(blob("z 200000"))
        device.sync.push(local, "/sdcard/z")
        assert device.sync.read_bytes("/sdcard/z") == blob("z 200000")
        assert device.sync.stat("/sdcard/z").size == 200000
        assert {item.path for item in device.sync.list("/sdcard")} >= {"z", "window_dump.xml"}

    await anyio.to_thread.run_sync(use)
    assert phone.files.read("/sdcard/z") == blob("z 200000")
