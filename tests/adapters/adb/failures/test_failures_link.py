"""Links that are slow to stand, freeze, or carry more than anybody reads; and what is left when all is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NoReturn

import anyio
import anyio.lowlevel
import pytest

from adapters.adb.daemon.server import Listener
from adapters.adb.host.client import AdbConnection, connect_tcp, dial_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.faults.proxy import FaultProxy, never_accepting, open_proxy
from runtime.core.errors import DeviceLost, DeviceTimeout
from tests.support import cuts, errands, unread
from tests.support.tinyphone import TinyPhone, blob

SHORT = Deadlines(open=0.4, progress=0.4, command=0.4)
LONG = Deadlines(open=20, progress=20, command=20)

# -- 5: connected is not ready ----------------------------------------------------------------------------------------


@pytest.mark.failure_mode(5)
async def test_a_listener_that_accepts_is_no_device_yet(listener: Listener, relay: FaultProxy):
    """§5.5: mute, or greeting after the deadline: not connected, in time; greeting late but in time: connected."""
    relay.freeze()
    with anyio.fail_after(10), pytest.raises(DeviceTimeout, match=r"greet .* within 0\.4 s"):
        await dial_tcp("127.0.0.1", relay.port, SHORT)
    relay.thaw()
    with anyio.fail_after(10):
        # The greeting that came too late was for a connection that is closed: nobody takes it for the next one's.
        await relay.has(0)
    relay.freeze()
    async with anyio.create_task_group() as tasks:

        async def late() -> None:
            async with connect_tcp("127.0.0.1", relay.port, LONG) as connection:
                assert (await connection.shell("echo here")).stdout == b"here\n"

        tasks.start_soon(late)
        await relay.has(1)
        relay.thaw()
    async with never_accepting() as port:
        with anyio.fail_after(10), pytest.raises(DeviceTimeout, match="greet"):
            await dial_tcp("127.0.0.1", port, SHORT)


# -- 6: dead without a word -------------------------------------------------------------------------------------------


async def _raw(connection: AdbConnection) -> NoReturn:
    stream = await connection.open("shell:hang")
    while True:
        await stream.send(bytes(1 << 20))


FROZEN: dict[str, Callable[[AdbConnection], Awaitable[object]]] = {
    "shell": lambda connection: connection.shell("echo"),
    "stat": lambda connection: connection.files.stat("/sdcard"),
    "pull": lambda connection: connection.files.pull("/sdcard/window_dump.xml"),
    "push": lambda connection: connection.files.push(bytes(64 << 20), "/sdcard/x"),
    "raw": _raw,
}


@pytest.mark.failure_mode(6)
@pytest.mark.parametrize("name", FROZEN)
async def test_a_link_that_only_falls_silent_is_noticed(listener: Listener, relay: FaultProxy, name: str):
    """§5.6: nothing passes any more and no FIN comes: each operation ends within its deadline, in sending too."""
    async with (
        connect_tcp("127.0.0.1", relay.port, LONG) as connection,
        connect_tcp("127.0.0.1", listener.port, LONG) as sibling,
    ):
        await connection.shell("echo")
        connection.deadlines = SHORT
        relay.freeze()
        ended = anyio.Event()
        done = 0

        async def operate() -> None:
            with pytest.raises(DeviceTimeout, match="within"):
                await FROZEN[name](connection)
            ended.set()

        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(operate)
                while not ended.is_set():
                    await sibling.shell("echo")
                    done += 1
        assert done > 1


# -- 7: cut in the middle ---------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(7)
async def test_a_transfer_that_is_cut_at_any_byte_is_never_a_short_success():
    """§5.7: cut at any byte, in both directions, a transfer or a command is lost or complete, never less."""
    outcomes = await cuts.run(60, step=7)
    assert set(outcomes) == {"DeviceLost", "whole"}
    assert outcomes["DeviceLost"] > 200


# -- 10: nobody reads -------------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(10)
async def test_a_reader_that_never_reads_costs_no_memory_and_nobody_else(tmp_path: Path):
    """§5.10: an unread log of eight gigabytes: other streams get all their data, and memory does not grow."""
    report = await unread.run(tmp_path)
    # Each unread stream may hold a window on each side; the rest is what allocators keep.
    assert report.grown < 64 << 20
    assert report.beside < 10 * report.before + 1


# -- 11: leaks --------------------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(11)
async def test_thousands_of_operations_leave_no_descriptor():
    """§5.11: the day's work with all its errors, dials, cuts and resets: as many files are open as after the first."""
    done, before, after = await errands.run(1500)
    assert done >= 1500
    assert after <= before


# -- 12: RST in the middle of a transfer ------------------------------------------------------------------------------


@pytest.mark.failure_mode(12)
async def test_a_reset_in_the_middle_of_a_transfer_is_a_lost_device(
    phone: TinyPhone, listener: Listener, unheard: list[object]
):
    """§5.12: RST while megabytes are under way, in both directions: DeviceLost, and the loop has heard nothing."""
    phone.files.write("/sdcard/big", blob("b 20000000"))
    async with open_proxy(listener.port) as relay:
        for number in range(20):
            async with connect_tcp("127.0.0.1", relay.port, LONG) as connection, anyio.create_task_group() as tasks:

                async def transfer_once(number: int = number, connection: AdbConnection = connection) -> None:
                    moved = (
                        connection.files.pull("/sdcard/big")
                        if number % 2
                        else connection.files.push(bytes(20_000_000), "/sdcard/other")
                    )
                    with pytest.raises(DeviceLost):
                        await moved

                tasks.start_soon(transfer_once)
                for _ in range(20 + number):
                    await anyio.lowlevel.checkpoint()
                relay.reset()
    assert unheard == []
