"""Many streams on one connection, in both kinds of flow control: no loss, and no waiting for a slow one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import Listener
from adapters.adb.host.client import AdbConnection
from adapters.adb.transport.packets import MAX_PAYLOAD
from adapters.adb.transport.stream import Stream
from adapters.adb.transport.stream_table import WINDOW
from tests.support.faraway import pull_seconds
from tests.support.servicephone import ServicePhone
from tests.support.tinyphone import blob

STREAMS = 200


async def test_two_hundred_streams_each_with_its_own_hash(connection: AdbConnection, phone: ServicePhone, flow: str):
    """200 at once, commands, input, files in and out, of any size around a packet's: every byte is its stream's own."""
    assert connection._link.wire.windowed is (flow == "windows")
    wrong: list[int] = []

    async def run_stream(number: int) -> None:
        size = (number * 7919) % 90_000 if number % 50 else MAX_PAYLOAD + number
        data = blob(f"{number} {size}")
        match number % 4:
            case 0:
                back = (await connection.shell(f"blob {number} {size}")).stdout
            case 1:
                back = (await connection.shell("cat", stdin=data)).stdout
            case 2:
                await connection.files.push(data, f"/sdcard/{number}")
                back = phone.files.read(f"/sdcard/{number}")
            case _:
                phone.files.write(f"/sdcard/{number}", data)
                back = await connection.files.pull(f"/sdcard/{number}")
        if hashlib.sha256(back).digest() != hashlib.sha256(data).digest():
            wrong.append(number)

    async with anyio.create_task_group() as tasks:
        for number in range(STREAMS):
            tasks.start_soon(run_stream, number)
    assert not wrong
    assert connection._link.wire.streams == ()


async def test_one_that_never_reads_holds_up_nobody(connection: AdbConnection, listener: Listener):
    """20 MB wait for a reader that does not come: a bounded part is held, others go on, and the rest is there at last.

    The other way round as well: input that the device does not read.
    """
    size = 20_000_000
    stuck = await connection.open(f"exec:blob x {size}")
    assert isinstance(stuck, Stream)
    held = connection._link.wire._streams[stuck.id]
    deaf = await connection.open("shell,v2,raw:hang")

    async def talk() -> None:
        await deaf.send(bytes(size), deadline=60)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(talk)
        for number in range(100):
            assert (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()
            assert (await connection.shell("blob y 200000")).stdout == blob("y 200000")
            assert held.unread <= WINDOW + MAX_PAYLOAD
        assert held.unread == sum(map(len, stuck._chunks)) > 0
        (device,) = listener._links
        assert max(stream.unread for stream in device.wire._streams.values()) <= WINDOW + MAX_PAYLOAD
        for link in (device, connection._link):
            assert sum(len(item) for item in link.wire.outgoing) <= WINDOW + MAX_PAYLOAD
        tasks.cancel_scope.cancel()
    deaf.close()
    digest = hashlib.sha256()
    got = 0
    while piece := await stuck.receive(1 << 20):
        digest.update(piece)
        got += len(piece)
    assert (got, digest.digest()) == (size, hashlib.sha256(blob(f"x {size}")).digest())


@pytest.mark.parametrize("windowed", [False, True])
async def test_a_device_far_away_is_read_whole(tmp_path: Path, windowed: bool):
    """Over a link that holds every byte back a file comes through in both kinds; what it takes is for a benchmark."""
    assert await pull_seconds(tmp_path, windowed=windowed, delay=0.002) > 0
