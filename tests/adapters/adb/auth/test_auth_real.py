"""The real adb binary, with its own key and server, as the host of a device that requires authentication."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import DEVNULL

import anyio
import anyio.to_thread
import pytest

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.host.client import Deadlines, connect_tcp
from adapters.adb.transport import auth, tls
from adapters.adb.transport.auth import Key
from adapters.adb.transport.keys import user_keys
from tests.support.owners import Owner
from tests.support.tinyphone import TinyPhone

adbutils = pytest.importorskip("adbutils")


class Adb:
    """Runs the binary against its private server."""

    def __init__(self, home: Path, port: int) -> None:
        self._port = port
        self._binary = str(Path(adbutils.__file__).parent / "binaries" / "adb")
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
        words = (self._binary, "-P", str(self._port), "fork-server", "server", "--reply-fd", str(number))
        return await anyio.open_process(
            words, env=self._env, pass_fds=(number,), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
        )

    async def __call__(self, *words: str) -> str:
        """The output of `adb WORDS`, including errors."""
        with anyio.fail_after(30):
            result = await anyio.run_process([self._binary, *words], env=self._env, check=False)
        return (result.stdout + result.stderr).decode()

    async def state(self, serial: str) -> str:
        """The state of a device in `adb devices`."""
        lines = (line.split("\t") for line in (await self("devices")).splitlines())
        return next((line[1] for line in lines if line[0] == serial), "absent")


@pytest.fixture
async def adb(home: Path) -> AsyncIterator[Adb]:
    """A private adb server in a home without keys, ended with its test."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ready, number = os.pipe()
    runner = Adb(home, port)
    process = await runner.serve(number)
    os.close(number)
    try:
        with anyio.fail_after(20):
            await anyio.wait_readable(ready)
        yield runner
    finally:
        os.close(ready)
        with anyio.CancelScope(shield=True), anyio.move_on_after(10):
            # By its own words: it may have aborted, and its client has started another then.
            await runner("kill-server")
            await process.aclose()


async def test_a_real_host_is_unauthorized_until_it_is_accepted(adb: Adb, home: Path):
    """It signs, offers the key that it made, shows `unauthorized`, and is `device` once the owner has agreed."""
    owner, phone = Owner(), TinyPhone()
    async with listen_tcp("127.0.0.1", 0, phone, authorize=owner) as listener:
        serial = f"127.0.0.1:{listener.port}"
        assert "failed to authenticate" in await adb("connect", serial)
        assert await adb.state(serial) == "unauthorized"
        assert "unauthorized" in await adb("-s", serial, "shell", "echo x")
        assert not phone.ran
        owner.answer.set()
        with anyio.fail_after(10):
            await adb("-s", serial, "wait-for-device")
        assert await adb.state(serial) == "device"
        assert await adb("-s", serial, "shell", "echo x") == "x\n"
        assert listener.connections == 1

        # Its key on disk is the one that it offered, by our reading of both files, and ours from now on.
        (key,) = await user_keys({"HOME": str(home)})
        public = await anyio.Path(home / ".android" / "adbkey.pub").read_bytes()
        assert owner.asked == [key.public] == [auth.parse_key_line(public)]
        assert key.public.line().split()[0] == public.split()[0]
        async with connect_tcp("127.0.0.1", listener.port, Deadlines(accept=0.2)) as connection:
            assert (await connection.shell("echo x")).stdout == b"x\n"
        assert len(owner.asked) == 1

        # A known key comes back without a question.
        await adb("disconnect", serial)
        assert "connected to" in await adb("connect", serial)
        assert await adb.state(serial) == "device"
        assert len(owner.asked) == 1


@pytest.fixture
async def ours(home: Path) -> Key:
    """A key that we made where the binary will look for one."""
    (key,) = await user_keys({"HOME": str(home)})
    return key


async def test_a_real_host_uses_a_key_that_we_made(ours: Key, adb: Adb):
    """Our files serve the real binary: a device that knows our key lets it in without a question."""
    owner = Owner(ours.public)
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=owner) as listener:
        serial = f"127.0.0.1:{listener.port}"
        assert "connected to" in await adb("connect", serial)
        assert await adb("-s", serial, "shell", "echo x") == "x\n"
    assert not owner.asked


@pytest.mark.parametrize("paired", [True, False])
async def test_a_real_host_goes_on_inside_tls(ours: Key, adb: Adb, paired: bool):
    """It answers STLS and works inside TLS; where its certificate is wanted and unknown it stays outside.

    Its certificates have another date each time, so the device that takes it asks for none.
    """
    context = await anyio.to_thread.run_sync(tls.device_context, ours, [ours.certificate()])
    if paired:
        context.verify_mode = ssl.CERT_NONE
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), tls=context) as listener:
        serial = f"127.0.0.1:{listener.port}"

        async def comes_in() -> bool:
            text = await adb("connect", serial)
            return (
                "connected to" in text
                and await adb.state(serial) == "device"
                and await adb("-s", serial, "shell", "echo x") == "x\n"
            )

        came = await comes_in()
        with anyio.fail_after(200):
            # On a busy machine this host often starts TLS before its STLS is out (another of its threads writes that),
            # and no device can take it then; it says that it failed, or aborts, and has to be told again.
            while paired and not came:
                await adb("disconnect", serial)
                came = await comes_in()
        assert came is paired
