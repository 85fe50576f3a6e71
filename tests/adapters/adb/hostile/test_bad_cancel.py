"""Half-open streams: cancelled at any await, an operation leaves the connection as good as before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import pytest

from adapters.adb.daemon.server import Listener
from adapters.adb.host.client import AdbConnection
from tests.support.cancelling import cancel_everywhere
from tests.support.servicephone import ServicePhone
from tests.support.tinyphone import blob

SIZE = 2_000_000


async def first_line(connection: AdbConnection) -> None:
    """A line of a log that goes on."""
    async with connection.logcat("-d") as lines:
        async for line in lines:
            assert line.startswith("-")
            break


async def open_and_read(connection: AdbConnection) -> None:
    """A raw stream, read to its end."""
    stream = await connection.open(f"exec:blob o {SIZE}")
    try:
        size = 0
        while piece := await stream.receive(1 << 20):
            size += len(piece)
        assert size == SIZE
    finally:
        stream.close()


OPERATIONS: dict[str, Callable[[AdbConnection], Awaitable[object]]] = {
    "shell": lambda c: c.shell(f"blob x {SIZE}"),
    "stdin": lambda c: c.shell("cat", stdin=blob(f"x {SIZE}")),
    "pull": lambda c: c.files.pull("/sdcard/big"),
    "push": lambda c: c.files.push(blob(f"x {SIZE}"), "/sdcard/x"),
    "open": open_and_read,
    "install": lambda c: c.packages.install(b"PK" + bytes(SIZE)),
    "framebuffer": lambda c: c.framebuffer(),
    "logcat": first_line,
}


@pytest.mark.parametrize("name", OPERATIONS)
async def test_cancelled_at_every_await_the_connection_stays_usable(
    connection: AdbConnection, listener: Listener, phone: ServicePhone, name: str
):
    """At each of its awaits in turn; nothing stays open or watched, and 100 more commands on it all work."""
    phone.files.write("/sdcard/big", blob(f"b {SIZE}"))
    link = connection._link

    async def after() -> None:
        assert link.wire.streams == ()
        assert link.multiplexer.watchdog.waiting == {}
        assert (await connection.shell("echo on")).stdout == b"on\n"

    awaits = await cancel_everywhere(lambda: OPERATIONS[name](connection), after)
    assert awaits >= 2
    for number in range(100):
        assert (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()
    assert link.wire.streams == ()
    (other,) = listener._links
    with anyio.fail_after(30):
        while other.wire.streams:
            await anyio.lowlevel.checkpoint()
