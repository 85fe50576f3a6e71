"""The PyPI package adb-shell, a client without a server, synchronous and asyncio: straight to virtual phones."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from adb_shell.adb_device import AdbDeviceTcp
from adb_shell.adb_device_async import AdbDeviceTcpAsync
from adb_shell.auth.keygen import keygen
from adb_shell.auth.sign_pythonrsa import PythonRSASigner
from adb_shell.exceptions import AdbCommandFailureException, AdbTimeoutError, DeviceAuthError, TcpTimeoutException

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.transport import auth
from tests.adapters.adb.hosts.hosts import Phones, pattern
from tests.support.owners import Owner
from tests.support.tinyphone import TinyPhone

PATIENCE = 40.0
THEN = 1577934245
SIZES = [0, 1, 65535, 65536, 65537, (1 << 20) + 1]


@pytest.fixture(scope="session")
def signer(tmp_path_factory: pytest.TempPathFactory) -> PythonRSASigner:
    """A key that the package made itself."""
    path = tmp_path_factory.mktemp("key") / "adbkey"
    keygen(str(path))
    return PythonRSASigner(path.with_suffix(".pub").read_text(), path.read_text())


@pytest.fixture
def device(phones: Phones) -> Iterator[AdbDeviceTcp]:
    """A connection to the fourth phone, which asks for no key."""
    device = AdbDeviceTcp("127.0.0.1", phones.ports[3], default_transport_timeout_s=PATIENCE)
    assert device.connect(read_timeout_s=PATIENCE)
    yield device
    device.close()


@pytest.fixture
async def device_async(phones: Phones, signer: PythonRSASigner) -> AsyncIterator[AdbDeviceTcpAsync]:
    """The same device on asyncio, with an unneeded key."""
    device = AdbDeviceTcpAsync("127.0.0.1", phones.ports[3], default_transport_timeout_s=PATIENCE)
    assert await device.connect(rsa_keys=[signer], read_timeout_s=PATIENCE)
    yield device
    await device.close()


def test_shells(device: AdbDeviceTcp):
    """Text, bytes, and line after line; the first protocol has errors among the output."""
    assert device.available
    assert sorted(device.shell("echo a; echo b >&2").split()) == ["a", "b"]
    assert device.shell(r"printf 'a\000b'", decode=False) == b"a\0b"
    assert "".join(device.streaming_shell("echo one; echo 文件")) == "one\n文件\n"
    assert device.exec_out("echo q") == "q\n"


@pytest.mark.parametrize("size", SIZES)
def test_files(device: AdbDeviceTcp, tmp_path: Path, size: int):
    """push, stat, pull: the same bytes, the time that was given."""
    remote, data = f"/data/local/tmp/as 文 {size}", pattern(size)
    device.push(io.BytesIO(data), remote, mtime=THEN)
    assert device.stat(remote)[1:] == (size, THEN)
    device.pull(remote, str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == data
    device.shell(f"rm '{remote}'")


def test_lists(device: AdbDeviceTcp):
    """A folder's names and modes; a missing one is empty."""
    listed = {bytes(item.filename): item.mode for item in device.list("/sdcard")}
    assert listed[b"Download"] == listed[b"."] == 0o42770
    assert device.list("/sdcard/absent") == []
    assert device.stat("/sdcard/absent") == (0, 0, 0)


def test_a_failed_pull_spoils_nothing(device: AdbDeviceTcp, tmp_path: Path):
    """The phone's words, and the connection goes on."""
    with pytest.raises(AdbCommandFailureException, match="No such file or directory"):
        device.pull("/sdcard/absent", str(tmp_path / "x"))
    assert device.shell("echo on") == "on\n"


def test_a_reboot_is_over_soon(phones: Phones):
    """The connection drops and a new one works."""
    first = AdbDeviceTcp("127.0.0.1", phones.ports[4], default_transport_timeout_s=PATIENCE)
    first.connect()
    first.reboot()
    with suppress(AdbTimeoutError, TcpTimeoutException, OSError):
        # Until the daemon is down; this client takes the end of a connection for silence.
        while True:
            first.shell("echo still there", transport_timeout_s=1, read_timeout_s=1)
    first.close()
    again = AdbDeviceTcp("127.0.0.1", phones.ports[4], default_transport_timeout_s=PATIENCE)
    assert again.connect()
    assert again.shell("echo on") == "on\n"
    again.close()


async def test_shells_async(device_async: AdbDeviceTcpAsync):
    """One command after the other; this client loses concurrent ones by itself."""
    assert await device_async.shell("echo a b") == "a b\n"
    assert await device_async.shell(r"printf 'a\000b'", decode=False) == b"a\0b"
    lines = [line async for line in device_async.streaming_shell("echo one; echo 文件")]
    assert "".join(lines) == "one\n文件\n"
    assert await device_async.exec_out("echo q") == "q\n"
    for number in range(50):
        assert await device_async.shell(f"echo {number}") == f"{number}\n"


@pytest.mark.parametrize("size", SIZES)
async def test_files_async(device_async: AdbDeviceTcpAsync, tmp_path: Path, size: int):
    """push, stat, pull, list."""
    remote, data = f"/data/local/tmp/asa 文 {size}", pattern(size)
    await device_async.push(io.BytesIO(data), remote, mtime=THEN)
    assert (await device_async.stat(remote))[1:] == (size, THEN)
    await device_async.pull(remote, str(tmp_path / "back"))
    assert await anyio.Path(tmp_path / "back").read_bytes() == data
    names = [bytes(item.filename).decode() for item in await device_async.list("/data/local/tmp")]
    assert f"asa 文 {size}" in names
    await device_async.shell(f"rm '{remote}'")


async def test_a_phone_that_asks_for_a_key(signer: PythonRSASigner):
    """A known key is enough; for an unknown key the owner decides; without a key the connection is refused."""
    known = auth.parse_key_line(signer.GetPublicKey().encode())
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=Owner(known)) as listener:
        device = AdbDeviceTcpAsync("127.0.0.1", listener.port, default_transport_timeout_s=PATIENCE)
        assert await device.connect(rsa_keys=[signer], auth_timeout_s=PATIENCE)
        assert await device.shell("echo in") == "in\n"
        await device.close()
    owner = Owner()
    async with listen_tcp("127.0.0.1", 0, TinyPhone(), authorize=owner) as listener:
        device = AdbDeviceTcpAsync("127.0.0.1", listener.port, default_transport_timeout_s=PATIENCE)
        with pytest.raises(DeviceAuthError):
            await device.connect()
        await device.close()
        device = AdbDeviceTcpAsync("127.0.0.1", listener.port, default_transport_timeout_s=PATIENCE)

        async def agree() -> None:
            await owner.shown.wait()
            owner.answer.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agree)
            assert await device.connect(rsa_keys=[signer], auth_timeout_s=PATIENCE)
        assert owner.asked == [known]
        assert await device.shell("echo in") == "in\n"
        await device.close()
