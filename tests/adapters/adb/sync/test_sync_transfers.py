"""Files over real sockets: every way to move one, both versions of the service, what is refused and how."""

from __future__ import annotations

import errno
import stat as modes
import struct
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from adapters.adb.daemon import sync_server
from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.daemon.services import SUPPORTED_FEATURES
from adapters.adb.framing import compression
from adapters.adb.framing.compression import DRY_RUN, FLAGS
from adapters.adb.framing.sync_wire import Data, RequestParser, number, receive2, request, send2
from adapters.adb.host.client import AdbConnection, connect_tcp
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout, UsageError
from tests.support.syncphone import HOME, NOW, SIZES, SyncPhone, noise, shape, text

PATH = f"{HOME}/file"
DONE = number(b"DONE", 0)
NONSENSE = request(b"DATA", b"nonsense, no stream at all")
WAYS = [None, "zstd", "lz4", "brotli"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("largest", [4096, 1 << 20])
async def test_every_size_is_whole_in_every_way(tmp_path: Path, way: str | None, largest: int):
    """Bytes, a buffer and a local file give what was pushed, for packets of any size, with and without compression."""
    phone = SyncPhone()
    async with (
        listen_tcp("127.0.0.1", 0, phone, max_payload=largest) as listener,
        connect_tcp("127.0.0.1", listener.port) as connection,
    ):
        for size in SIZES if largest > 4096 else SIZES[:5]:
            data = noise(size, size)
            await connection.files.push(data, PATH, mode=0o640, mtime=77, compression=way)
            assert phone.files.read(PATH) == data
            assert phone.files.require(PATH).mtime == 77
            assert await connection.files.pull(PATH, compression=way) == data
            buffer = bytearray(size + 3)
            assert await connection.files.pull_into(PATH, buffer, compression=way) == size
            assert buffer == data + b"\0\0\0"
            assert await connection.files.pull_file(PATH, tmp_path / "got", compression=way) == size
            assert (tmp_path / "got").read_bytes() == data
            await connection.files.push_file(tmp_path / "got", f"{PATH}2", compression=way)
            assert phone.files.read(f"{PATH}2") == data


async def test_compression_is_used_and_saves_what_travels(connection: AdbConnection, phone: SyncPhone):
    """Compressible data cross in a fraction of their size, in both directions."""
    data = text(2_000_000)
    async with connection.files._sync() as stream:
        await stream.send(send2(PATH.encode(), 0o100644, FLAGS["zstd"]))
        squeezer = compression.compressor("zstd")
        squeezed = squeezer.add(data) + squeezer.finish()
        assert len(squeezed) < 10_000
        await stream.send(request(b"DATA", squeezed), number(b"DONE", 5))
        assert await stream.receive() == number(b"OKAY", 0)
        await stream.send(receive2(PATH.encode(), FLAGS["zstd"]))
        came = b""
        while not came.endswith(number(b"DONE", 0)):
            came += await stream.receive()
        assert len(came) < 10_000
    assert phone.files.read(PATH) == data


async def test_what_is_not_there_on_either_side_is_said(listener: Listener, monkeypatch: pytest.MonkeyPatch):
    """A compression that the device lacks, that is not installed here or does not exist; any means the best of both."""
    old = SyncPhone(
        tuple(content for content in SUPPORTED_FEATURES if content != "sendrecv_v2_zstd" and "dry" not in content)
    )
    async with listen_tcp("127.0.0.1", 0, old) as other, connect_tcp("127.0.0.1", other.port) as connection:
        with pytest.raises(DeviceRefused, match="does not support zstd"):
            await connection.files.pull(PATH, compression="zstd")
        with pytest.raises(DeviceRefused, match="does not support dry runs"):
            await connection.files.push(b"", PATH, dry_run=True)
        with pytest.raises(UsageError, match="unknown compression 'zip'"):
            await connection.files.pull(PATH, compression="zip")
        assert connection.files._compression("any") == "lz4"
        monkeypatch.setattr(compression, "installed_compressions", lambda: ("brotli",))
        assert connection.files._compression("any") == "brotli"
        with pytest.raises(UsageError, match=r"\[compression\]"):
            await connection.files.pull(PATH, compression="lz4")
        monkeypatch.setattr(compression, "installed_compressions", tuple)
        await connection.files.push(b"plain", PATH, compression="any")
    assert old.files.read(PATH) == b"plain"
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        assert [feature for feature in connection.features if feature.startswith("sendrecv_v2_")] == [
            "sendrecv_v2_dry_run_send"
        ]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (send2(b"/x", 0o100644, 3), "multiple compression flags received: 3"),
        (receive2(b"/x", 6), "multiple compression flags received: 6"),
        (send2(b"/x", 0o100644, 8), "unknown flags: 8"),
        (send2(b"/x", 0o100644, DRY_RUN | 0x40000000), "unknown flags: 1073741824"),
        (receive2(b"/x", DRY_RUN), "unknown flags: -2147483648"),
        (send2(b"/x", 0o100644, 4) + NONSENSE + DONE, "decompress failed"),
        (send2(b"/x", 0o100644, 0) + request(b"STAT", b"/"), "invalid data message"),
        (receive2(b"/data/local/tmp/absent", 0), "open failed: No such file or directory"),
        (receive2(b"/data/local/tmp", 4), "read failed: Is a directory"),
        (send2(b"/system/x", 0o100644, 0) + number(b"DONE", 0), "couldn't create file: Read-only file system"),
        (send2(b"/system/x", 0o120777, 0) + NONSENSE + DONE, "symlink failed: Read-only file system"),
        (request(b"SEND", b"/x"), "missing , in ID_SEND_V1"),
        (request(b"SEND", b"/x,99999999999999999999"), "bad mode"),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)  # fmt: skip
async def test_refusals_have_the_words_of_the_real_daemon(connection: AdbConnection, asked: bytes, words: str):
    """Then the stream ends, and the connection goes on."""
    stream = await connection.open("sync:")
    await stream.send(asked)
    came = b""
    while piece := await stream.receive(deadline=5):
        came += piece
    assert came == request(b"FAIL", words.encode())
    assert await connection.files.list_dir("/data/local/tmp")


async def test_a_cut_compressed_stream_is_written_nowhere(connection: AdbConnection, phone: SyncPhone):
    """DONE before the end of the stream, even before its first byte of the file, is refused and leaves no file."""
    squeezer = compression.compressor("zstd")
    stream = squeezer.add(text(300_000)) + squeezer.finish()
    for count in (3, len(stream) - 1):
        async with connection.files._sync() as opened:
            await opened.send(send2(PATH.encode(), 0o100644, 4) + request(b"DATA", stream[:count]) + number(b"DONE", 1))
            assert await opened.receive() == request(b"FAIL", b"decompress failed")
    assert phone.files.lstat(PATH) is None
    async with connection.files._sync() as opened:
        await opened.send(send2(PATH.encode(), 0o100644, 4) + number(b"DONE", 1))
        assert await opened.receive() == number(b"OKAY", 0)
    assert phone.files.read(PATH) == b""


async def test_the_device_refuses_bombs_and_takes_the_rest(
    connection: AdbConnection, phone: SyncPhone, monkeypatch: pytest.MonkeyPatch
):
    """Data that would expand beyond the device's storage are refused at once; the host can still finish."""
    monkeypatch.setattr(sync_server, "_MAX_FILE", 1 << 20)
    for way in WAYS:
        with pytest.raises(DeviceRefused, match="No space left on device"):
            await connection.files.push(bytes(20 << 20), PATH, compression=way)
    assert phone.files.lstat(PATH) is None


def test_a_file_in_single_bytes_costs_no_more_than_its_size():
    """A host that sends a file byte by byte does not make the device keep an object for each of them."""
    stream = b"".join((request(b"DATA", b"x"), request(b"DATA", bytes(5000)))) + request(b"DATA", b"y") * 20_000
    requests, incoming = RequestParser(), sync_server._IncomingFile(PATH, 0o644)
    tracemalloc.start()
    try:
        for item in requests.feed(stream):
            assert isinstance(item, Data)
            assert incoming.add(item.data) == ""
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert b"".join(incoming.pieces) == b"x" + bytes(5000) + b"y" * 20_000
    assert peak < 1 << 20


async def test_the_host_refuses_what_is_larger_than_its_limit(
    connection: AdbConnection, phone: SyncPhone, tmp_path: Path
):
    """In every way to pull, also where few bytes become many; a local file that was there stays as it was."""
    phone.put(PATH, bytes(8 << 20))
    (tmp_path / "old").write_bytes(b"old")
    for way in WAYS:
        with pytest.raises(DeviceRefused, match="larger than 1048576"):
            await connection.files.pull(PATH, limit=1 << 20, compression=way)
        with pytest.raises(DeviceRefused, match="larger than 1048576"):
            await connection.files.pull_into(PATH, bytearray(1 << 20), compression=way)
        with pytest.raises(DeviceRefused, match="larger than 1048576"):
            await connection.files.pull_file(PATH, tmp_path / "old", limit=1 << 20, compression=way)
    assert shape(tmp_path) == {"old": (b"old", None)}


async def test_a_dry_run_writes_nothing(connection: AdbConnection, phone: SyncPhone):
    """The device takes everything and says that it could, compressed or not."""
    for way in WAYS:
        await connection.files.push(text(100_000), PATH, compression=way, dry_run=True)
    assert phone.files.lstat(PATH) is None


async def test_links_and_permissions_are_those_of_the_service(connection: AdbConnection, phone: SyncPhone):
    """The type bits make a link, user bits are copied to the others, both versions alike; a path takes no zero byte."""
    for way in (None, "zstd"):
        await connection.files.push(b"x", PATH, mode=0o700, mtime=NOW, compression=way)
        assert modes.S_IMODE(phone.files.require(PATH).mode) == 0o777
    for mode in (b"0100640", b"33184", b"0x81a0"):
        async with connection.files._sync() as stream:
            await stream.send(request(b"SEND", f"{HOME}/m,".encode() + mode) + DONE)
            assert await stream.receive() == number(b"OKAY", 0)
        assert modes.S_IMODE(phone.files.require(f"{HOME}/m").mode) == 0o666
    async with connection.files._sync() as stream:
        await stream.send(
            send2(b"/data/local/tmp/l", modes.S_IFLNK | 0o777, 0), request(b"DATA", b"file\0"), number(b"DONE", 1)
        )
        assert await stream.receive() == number(b"OKAY", 0)
    assert phone.files.readlink(f"{HOME}/l") == "file"
    with pytest.raises(DeviceRefused, match="zero byte"):
        await connection.files.pull(f"{HOME}/l\0x")


async def test_stat_tells_the_errno_of_what_cannot_be_reached(connection: AdbConnection, phone: SyncPhone):
    """Version 2 says which, for both kinds of stat; version 1 says nothing but zeros."""
    phone.put(PATH, b"x")
    phone.files.symlink("loop", f"{HOME}/loop")
    assert (await connection.files.stat(f"{HOME}/absent")).why == "No such file or directory"
    assert (await connection.files.stat(f"{HOME}/absent", follow=False)).error == errno.ENOENT
    assert (await connection.files.stat(PATH)).why == ""
    assert not (await connection.files.stat(f"{HOME}/loop")).exists
    assert (await connection.files.stat(f"{HOME}/loop", follow=False)).exists
    async with listen_tcp("127.0.0.1", 0, SyncPhone(("shell_v2",))) as old, connect_tcp("127.0.0.1", old.port) as plain:
        assert not (await plain.files.stat("/absent")).exists
        assert (await plain.files.stat("/absent")).error == 0


async def test_a_file_that_stops_coming_is_told_in_time(phone: SyncPhone, monkeypatch: pytest.MonkeyPatch):
    """Each packet starts the deadline anew; when none comes the transfer fails, and nothing is written any more."""
    sent: list[int] = []

    async def stalling(self: sync_server.SyncService, path: str, _: str) -> bool:
        for _count in range(4):
            await self._send(struct.pack("<4sI", b"DATA", 40_000), bytes(40_000))
            sent.append(1)
        return True

    monkeypatch.setattr(sync_server.SyncService, "_recv", stalling)
    async with (
        listen_tcp("127.0.0.1", 0, phone) as listener,
        connect_tcp("127.0.0.1", listener.port) as connection,
    ):
        patient = connection.deadlines
        connection.deadlines = replace(patient, progress=1.0)
        with pytest.raises(DeviceTimeout, match="go on with"):
            await connection.files.pull(PATH)
        assert sent

        async def leaving(self: sync_server.SyncService, path: str, _: str) -> bool:
            await self._send(struct.pack("<4sI", b"DATA", 40_000), bytes(39_999))
            return False

        monkeypatch.setattr(sync_server.SyncService, "_recv", leaving)
        connection.deadlines = patient
        with pytest.raises(DeviceLost, match="in the middle"):
            await connection.files.pull(PATH)


async def test_a_cancelled_transfer_leaves_nothing(
    connection: AdbConnection, phone: SyncPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Whoever gives a pull or a push up has no half file, and a connection and a stream budget as before."""
    begun = anyio.Event()
    more = sync_server.SyncService._more

    async def hanging(self: sync_server.SyncService, *_: object) -> bool:
        await self._send(struct.pack("<4sI", b"DATA", 60_000), bytes(50_000))
        begun.set()
        await anyio.sleep_forever()
        return True

    async def reading(self: sync_server.SyncService, *arguments: Any) -> bool:
        begun.set()
        return await more(self, *arguments)

    monkeypatch.setattr(sync_server.SyncService, "_recv", hanging)
    monkeypatch.setattr(sync_server.SyncService, "_more", reading)
    for transfer in (
        lambda: connection.files.pull(PATH),
        lambda: connection.files.pull_into(PATH, bytearray(100_000)),
        lambda: connection.files.pull_file(PATH, tmp_path / "got"),
        lambda: connection.files.push(bytes(30 << 20), f"{HOME}/pushed"),
    ):
        begun = anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(transfer)
            await begun.wait()
            tasks.cancel_scope.cancel()
        assert shape(tmp_path) == {}
        assert await connection.files.list_dir(HOME)
    assert phone.files.lstat(f"{HOME}/pushed") is None
    monkeypatch.undo()
    await connection.files.push(b"after", PATH)
    assert await connection.files.pull(PATH) == b"after"
