"""Twenty phones that lose everything at once: all back within seconds, spread, and never more dials than the cap."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import anyio
import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.device import AdbDevice
from adapters.adb.host.client import dial_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.transport import dialing
from adapters.adb.transport.dialing import DialQueue
from adapters.faults.proxy import FaultProxy, open_proxy
from adapters.phone.workers.farm import open_phones
from runtime.core.actions import Key
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceLost
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.plugins.protocols import Device
from tests.support.processes import workers
from tests.support.tinyphone import TinyPhone

MANY = 20
LIMITS = Deadlines(open=5, progress=5, command=5)
QUICK = FailureThresholds(BackoffPolicy(first=0.1, longest=0.2))


@asynccontextmanager
async def networked(count: int) -> AsyncIterator[tuple[list[AdbDevice], list[FaultProxy], list[Listener]]]:
    """Phones, each behind a network of its own."""
    async with AsyncExitStack() as stack:
        devices, relays, listeners = [], [], []
        for number in range(count):
            listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, TinyPhone(f"tiny-{number}")))
            relay = await stack.enter_async_context(open_proxy(listener.port))

            async def dial(port: int = relay.port):
                return await dial_tcp("127.0.0.1", port, LIMITS)

            device = await AdbDevice.connect(f"tcp://127.0.0.1:{relay.port}", dial)
            stack.push_async_callback(device.aclose)
            devices.append(device)
            relays.append(relay)
            listeners.append(listener)
        yield devices, relays, listeners


async def all_back(pool: Pool, devices: Sequence[Device]) -> float:
    """Take all, lose all, and take all again; seconds that it took until the last one was had."""
    leases = [pool.lease(device) for device in devices]
    for lease in leases:
        lease.report(DeviceLost("the hub blinked"))
        lease.release()
    began = anyio.current_time()
    back = [(await pool.acquire()).device for _ in devices]
    assert {id(device) for device in back} == {id(device) for device in devices}
    return anyio.current_time() - began


@pytest.mark.failure_mode(21)
async def test_twenty_bounced_phones_are_back_at_their_first_probe():
    """Every connection is cut in the same moment: within half a second each is looked at, dialled once, and usable."""
    async with networked(MANY) as (devices, relays, listeners), anyio.create_task_group() as group:
        pool = Pool(devices, FailureThresholds(), Random(7))
        group.start_soon(pool.run_probes)
        for listener in listeners:
            listener.hang_up()
        with anyio.fail_after(20):
            await all_back(pool, devices)
        assert {pool._breakers[device.info.name].rests for device in devices} == {1}
        for device in devices:
            assert (await device.shell("echo back")).stdout == b"back\n"
        again = sorted(relay.dials[-1] for relay in relays)
        assert [len(relay.dials) for relay in relays] == [2] * MANY
        assert again[-1] - again[0] > 0.1
        group.cancel_scope.cancel()


@pytest.mark.failure_mode(21)
async def test_a_storm_of_reconnections_keeps_to_the_cap():
    """All want to come back at once and the cap is five a second: in no second more than five dials arrive."""
    async with networked(12) as (devices, relays, listeners):
        dialing.limit_dials(5)
        for listener in listeners:
            listener.hang_up()
        for device in devices:
            while device._connection is not None and not device._connection.closed:
                await anyio.lowlevel.checkpoint()
        async with anyio.create_task_group() as group:
            for device in devices:
                group.start_soon(device.shell, "echo back")
        again = sorted(relay.dials[-1] for relay in relays)
        # What is counted is when they arrive, and this computer may be busy.
        assert all(later - earlier > 0.5 for earlier, later in zip(again, again[5:], strict=False))
        assert again[-1] - again[0] > 1.5


async def torn_off(device: AdbDevice, relay: FaultProxy) -> DeviceLost:
    """Use the device until it is gone, which is soon."""
    relay.reset()
    while True:
        try:
            await device.perform(Key("home"))
        except DeviceLost as lost:
            return lost


@pytest.mark.failure_mode(20)
async def test_a_flapping_phone_has_one_session_at_a_time_and_is_given_up_in_the_end():
    """It answers every probe and is gone with every use: never two connections, ever longer rests, then it is out."""
    async with networked(1) as ((device,), (relay,), _), anyio.create_task_group() as group:
        pool = Pool([device], FailureThresholds(BackoffPolicy(first=0.005, longest=0.08), patience=0.4), Random(7))
        group.start_soon(pool.run_probes)
        with anyio.fail_after(20):
            sessions = 0
            while pool.usable:
                with await pool.acquire() as lease:
                    assert relay.connected == 1
                    sessions += 1
                    lease.report(await torn_off(device, relay))
                while pool.resting:
                    await pool.wait_changed()
        assert 2 <= sessions < 40
        assert len(relay.dials) <= sessions + 1
        with pytest.raises(DeviceLost, match="no device is left: tiny-0 was given up"):
            await pool.acquire()
        group.cancel_scope.cancel()


async def test_who_gives_up_waiting_takes_nobodys_turn():
    """A hundred cancelled waiters leave the queue as it was."""
    queue = DialQueue(1)
    await queue.wait_for_turn()
    with anyio.move_on_after(0.02):
        async with anyio.create_task_group() as group:
            for _ in range(100):
                group.start_soon(queue.wait_for_turn)
    began = anyio.current_time()
    with anyio.fail_after(30):
        await queue.wait_for_turn()
    assert anyio.current_time() - began < 4


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they share twenty phones."""
    return "asyncio"


@pytest.fixture(scope="module")
def temporary() -> Iterator[Path]:
    """The folder for sockets, which identifies our workers."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="d-") as folder:
        tempfile.tempdir = folder
        yield Path(folder)
        tempfile.tempdir = before


@pytest.fixture(scope="module")
async def phones(temporary: Path) -> AsyncIterator[Sequence[Device]]:
    """Twenty virtual phones in two workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.cpu_count", lambda: 2)
        async with open_phones(f"phone://{MANY}") as devices:
            yield devices


@pytest.mark.failure_mode(2)
async def test_a_frozen_worker_costs_its_own_phones_only(phones: Sequence[Device], temporary: Path):
    """Stopped like a process that swaps: its phones rest, the others play on, and when it goes on they return."""
    (pid,) = workers(temporary, phones[0].info.name)
    mine, others = phones[0::2], phones[1::2]
    async with anyio.create_task_group() as group:
        pool = Pool(phones, QUICK, Random(7), probe=0.3)
        group.start_soon(pool.run_probes)
        os.kill(pid, signal.SIGSTOP)
        try:
            for device in mine:
                with pool.lease(device) as lease:
                    lease.report(DeviceLost("it does not answer"))
            with anyio.fail_after(20):
                for device in others:
                    await device.perform(Key("home"))
                while not all(pool._breakers[device.info.name].rests > 1 for device in mine):
                    await pool.wait_changed()
            assert set(pool.free) == set(others)
        finally:
            os.kill(pid, signal.SIGCONT)
        with anyio.fail_after(20):
            while len(pool.free) < MANY:
                await pool.wait_changed()
        group.cancel_scope.cancel()


@pytest.mark.failure_mode(2)
async def test_twenty_virtual_phones_survive_the_death_of_their_processes(phones: Sequence[Device], temporary: Path):
    """Both workers are killed: every phone returns over a new process, reset and seen again."""
    for device in phones:
        await device.probe()
    killed = workers(temporary)
    assert len(killed) == 2
    async with anyio.create_task_group() as group:
        pool = Pool(phones, FailureThresholds(), Random(7))
        group.start_soon(pool.run_probes)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        with anyio.fail_after(200):
            await all_back(pool, phones)
            for device in phones:
                assert device.control is not None
                await device.control.reset({}, 1)
            for device in phones[:2]:
                assert (await device.capture(frozenset({"frame"})))[0] is not None
        group.cancel_scope.cancel()
    assert not set(killed) & set(workers(temporary))
