"""Twenty phones on one real adb server: at once, dropped, killed; and what would kill that server."""

from __future__ import annotations

import os
import signal

import anyio
import pytest

from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from runtime.core.errors import DeviceFault
from tests.adapters.adb.hosts.hosts import WAIT, Connected, Phones, all_at_once, pattern
from tests.support.processes import wait_ended, workers

BACK = 60.0
"""Seconds in which a server has a dropped phone again: it tries after 0.25 s, then every 3 s, and then gives up."""


async def test_twenty_phones_answer_at_once(fleet: list[Connected]):
    """Each phone answers all its commands correctly: identity, exit code, its own bytes in and out."""

    async def run_phone(number: int) -> None:
        phone, data = fleet[number], pattern(100_000 + number)
        assert await phone.shell("getprop ro.serialno") == f"phone-{number:02d}\n".encode()
        assert await phone.shell(f"echo {number}; exit {number}", code=number) == f"{number}\n".encode()
        assert await phone.shell("cat", stdin=data) == data

    await all_at_once(len(fleet), run_phone)
    listed = (await fleet[0].host("devices")).text
    assert listed.count("\tdevice\n") == len(fleet)


async def test_a_bounce_of_all_is_survived(fleet: list[Connected]):
    """All daemons drop all connections at the same moment: all phones are back, and work, by themselves."""

    async def bounce(number: int) -> None:
        assert (await fleet[number].dropped_by("usb")).text == "restarting in USB mode\n"

    async def back(number: int) -> None:
        await fleet[number].back()
        assert await fleet[number].shell(f"echo {number}") == f"{number}\n".encode()

    await all_at_once(len(fleet), bounce)
    with anyio.fail_after(BACK):
        await all_at_once(len(fleet), back)
    assert fleet[0].host.alive


async def test_phones_that_die_take_nobody_along(fleet: list[Connected], phones: Phones):
    """Killed while shells run: those end, the server lives, and the phones are back once they were started again."""
    at_work: list[int] = []
    all_at_work = anyio.Event()
    codes: list[int] = []

    async def run_phone(number: int) -> None:
        async with fleet[number].held() as process:
            at_work.append(number)
            if len(at_work) == len(fleet):
                all_at_work.set()
            codes.append(await process.wait())

    async with anyio.create_task_group() as tasks:
        for number in range(len(fleet)):
            tasks.start_soon(run_phone, number)
        with anyio.fail_after(WAIT):
            await all_at_work.wait()
        pids = workers(phones.temporary)
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
    assert fleet[0].host.alive

    async def back(number: int) -> None:
        await fleet[number].back()
        assert await fleet[number].shell(f"echo {number}") == f"{number}\n".encode()

    with anyio.fail_after(BACK):
        await wait_ended(pids)
        await all_at_once(len(fleet), back)
    # Commands of versions 29 and 34 take an end without a status for a good one; that of 36 does not.
    assert codes == [255 if await fleet[0].host.version() > 34 else 0] * len(fleet)


async def test_what_kills_a_server_never_reaches_it(phone: Connected):
    """Our client refuses `reverse:` with anything but its four verbs: real servers abort on that."""
    server = AdbServer.tcp("127.0.0.1", phone.host.port)
    async with connect_smart(server, phone.serial) as connection:
        for request in ("reverse:bogus", "reverse:", "reverse:forwardx:tcp:1;tcp:2"):
            with pytest.raises((DeviceFault, ValueError)):
                await connection.open(request)
        assert (await connection.shell("echo on")).stdout == b"on\n"
    assert phone.host.alive
