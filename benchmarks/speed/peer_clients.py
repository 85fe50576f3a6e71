"""Other projects' clients, used as their users would; missing ones are reported."""

from __future__ import annotations

import asyncio
import io
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.speed import adb_packets
from benchmarks.speed.comparison import shares
from benchmarks.speed.contender import AsyncRun, Places, Run, looped
from benchmarks.speed.not_installed import Missing

_HOST: Final = "127.0.0.1"


@contextmanager
def adbutils_shell(places: Places) -> Iterator[Run]:
    """See `ours.shell`: adbutils with a thread for each session."""
    device = _adbutils(places)
    with ThreadPoolExecutor(len(places.devices)) as threads:

        def run_once(_: int) -> None:
            assert device.shell("echo hello") == adb_packets.WORDS.decode().strip()

        def run(count: int) -> None:
            for _ in threads.map(run_once, range(count)):
                pass

        yield run


@contextmanager
def adbutils_frame(places: Places) -> Iterator[Run]:
    """See `ours.frame_server`: adbutils, raw bytes."""
    device = _adbutils(places)

    def run(count: int) -> None:
        for _ in range(count):
            assert len(device.shell("screencap", encoding=None)) == adb_packets.SCREEN_BYTES

    yield run


def adb_process(places: Places) -> AbstractContextManager[Run]:
    """See `ours.shell`: a process of the adb binary for each command."""
    return looped(_adb_process(places))


def adb_shell_lstat(places: Places) -> AbstractContextManager[Run]:
    """See `ours.lstat`: adb-shell's async client."""
    return looped(_adb_shell_lstat(places))


def adb_shell_pull(places: Places) -> AbstractContextManager[Run]:
    """See `ours.pull`: adb-shell's async client, into memory."""
    return looped(_adb_shell_pull(places))


def find_adb() -> str | None:
    """The adb binary: the one in the wheel of adbutils if that is installed, else the one in PATH."""
    try:
        import adbutils
    except ImportError:
        return shutil.which("adb")
    found = Path(adbutils.__file__).parent / "binaries" / "adb"
    return str(found) if found.exists() else shutil.which("adb")


def _adbutils(places: Places) -> Any:
    try:
        import adbutils
    except ImportError:
        raise Missing("adbutils is not installed (extra `test`)") from None
    return adbutils.AdbClient(host=_HOST, port=places.server).device(serial=adb_packets.SERIAL)


@asynccontextmanager
async def _adb_process(places: Places) -> AsyncIterator[AsyncRun]:
    binary = find_adb()
    if binary is None:
        raise Missing("no adb binary: neither adbutils is installed (extra `test`) nor is `adb` in PATH")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("ADB_", "ANDROID_"))}

    async def session(count: int) -> None:
        for _ in range(count):
            process = await asyncio.create_subprocess_exec(
                binary, "-H", _HOST, "-P", str(places.server), "-s", adb_packets.SERIAL, "shell", "echo hello",
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, env=environment,
            )  # fmt: skip
            output, _ = await process.communicate()
            assert output == adb_packets.WORDS
            assert process.returncode == 0

    async def run(count: int) -> None:
        async with asyncio.TaskGroup() as tasks:
            for share in shares(count, len(places.devices)):
                tasks.create_task(session(share))

    yield run


async def _connect(port: int) -> Any:
    try:
        from adb_shell.adb_device_async import AdbDeviceTcpAsync
    except ImportError:
        raise Missing("adb-shell[async] is not installed (extra `bench`)") from None
    device = AdbDeviceTcpAsync(_HOST, port, default_transport_timeout_s=15.0, banner="bench")
    await device.connect(auth_timeout_s=1.0)
    return device


@asynccontextmanager
async def _adb_shell_lstat(places: Places) -> AsyncIterator[AsyncRun]:
    devices = [await _connect(port) for port in places.devices]

    async def stat_once(device: Any, count: int) -> None:
        for _ in range(count):
            mode, _, _ = await device.stat("/sdcard")
            assert mode

    async def run(count: int) -> None:
        async with asyncio.TaskGroup() as tasks:
            for device, share in zip(devices, shares(count, len(devices)), strict=True):
                tasks.create_task(stat_once(device, share))

    try:
        yield run
    finally:
        for device in devices:
            await device.close()


@asynccontextmanager
async def _adb_shell_pull(places: Places) -> AsyncIterator[AsyncRun]:
    device = await _connect(places.devices[0])

    async def run(count: int) -> None:
        for _ in range(count):
            into = io.BytesIO()
            await device.pull(adb_packets.FILE, into)
            assert into.tell() == adb_packets.FILE_BYTES

    try:
        yield run
    finally:
        await device.close()
