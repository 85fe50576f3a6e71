"""The real adb binary asks our device for services that not every Android device has."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.abc
import pytest

from adapters.adb.daemon.server import Listener
from tests.adapters.adb.servers.realserver import binary
from tests.support.servicephone import RAW, ServicePhone


class Adb:
    """Runs the binary with one device."""

    def __init__(self, port: int, serial: str) -> None:
        self.serial = serial
        self._env = {"HOME": "/nonexistent", "PATH": os.environ["PATH"], "ANDROID_ADB_SERVER_PORT": str(port)}

    async def __call__(self, *words: str) -> tuple[int, str]:
        """Exit status and all output of `adb -s SERIAL WORDS`."""
        with anyio.fail_after(30):
            done = await anyio.run_process([binary(), "-s", self.serial, *words], env=self._env, check=False)
        return done.returncode, (done.stdout + done.stderr).decode()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[anyio.abc.Process]:
        """A shell at work, whose input stays open."""
        process = await anyio.open_process([binary(), "-s", self.serial, "shell"], env=self._env)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            await process.stdin.send(b"echo here\n")
            with anyio.fail_after(30):
                assert await process.stdout.receive() == b"here\n"
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            with anyio.CancelScope(shield=True), anyio.move_on_after(10):
                await process.aclose()


@pytest.fixture
async def adb(server_port: int, listener: Listener) -> AsyncIterator[Adb]:
    """The device, connected."""
    adb = Adb(server_port, f"127.0.0.1:{listener.port}")
    assert "connected to" in (await adb("connect", adb.serial))[1]
    yield adb
    await adb("disconnect", adb.serial)


async def test_it_hears_the_words_of_a_production_build(adb: Adb, phone: ServicePhone):
    """root, unroot and remount are answered as by a production build without root."""
    assert await adb("root") == (0, "adbd cannot run as root in production builds\n")
    assert await adb("unroot") == (0, "adbd not running as root\n")
    assert (await adb("remount"))[1] == 'Not running as root. Try "adb root" first.\n'
    assert (await adb("shell", "echo on")) == (0, "on\n")
    assert [name for name, _ in phone.output] == ["root", "unroot", "remount"]


@pytest.mark.parametrize(
    ("words", "text", "heard"),
    [
        (("tcpip", "5555"), "restarting in TCP mode port: 5555\n", ("tcpip", "5555")),
        (("usb",), "restarting in USB mode\n", ("usb", "")),
        (("reboot",), "", ("reboot", "")),
        (("reboot", "recovery"), "", ("reboot", "recovery")),
    ],
)
async def test_the_device_is_back_after_it_started_anew(
    adb: Adb, phone: ServicePhone, words: tuple[str, ...], text: str, heard: tuple[str, str]
):
    """The answer is printed completely, the connection drops, and `adb shell` works afterwards."""
    # A shell that is held open ends with the connection; `wait-for-disconnect` may start when the device is back.
    async with adb.held() as shell:
        assert await adb(*words) == (0, text)
        with anyio.fail_after(30):
            await shell.wait()
    assert phone.output == [heard]
    await adb("wait-for-device")
    assert (await adb("shell", "echo back")) == (0, "back\n")


async def test_it_installs_and_uninstalls(adb: Adb, phone: ServicePhone, tmp_path: Path):
    """`adb install` streams a file to the package service and tells of success and failure."""
    good, bad = tmp_path / "good.apk", tmp_path / "bad.apk"
    await anyio.Path(good).write_bytes(b"PK" + bytes(200_000))
    await anyio.Path(bad).write_bytes(b"no" + bytes(10))
    assert (await adb("install", "--no-incremental", str(good)))[0] == 0
    status, text = await adb("install", "--no-incremental", str(bad))
    assert status == 1
    assert "INSTALL_PARSE_FAILED_NOT_APK" in text
    assert phone.installed == [b"PK" + bytes(200_000), b"no" + bytes(10)]


async def test_a_well_known_client_reads_the_framebuffer(adb: Adb, server_port: int):
    """The library opens the service and gets header and pixels."""
    adbutils = pytest.importorskip("adbutils")

    def use() -> bytes:
        device = adbutils.AdbClient(host="127.0.0.1", port=server_port).device(serial=adb.serial)
        with device.open_transport() as stream:
            stream.send_command("framebuffer:")
            stream.check_okay()
            data: bytes = stream.read(56 + len(RAW) - 16)
            return data

    assert (await anyio.to_thread.run_sync(use))[56:] == RAW[16:]
