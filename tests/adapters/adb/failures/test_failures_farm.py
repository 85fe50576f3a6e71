"""Racks of phones: some of them die, boot, flap, bounce all at once, or are one phone under two names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from random import Random

import anyio
import anyio.lowlevel
import pytest

from adapters.adb import open_tcp
from adapters.adb.daemon.server import listen_tcp
from adapters.adb.daemon.services import Stdin
from adapters.adb.device import AdbDevice
from adapters.adb.host.boot import BootTimeout, wait_ready
from adapters.adb.host.client import dial_tcp
from adapters.adb.host.device_connection import Deadlines, DeviceConnection
from adapters.adb.servers import device as servers_device
from adapters.adb.servers.tracking import follow_devices
from adapters.adb.transport import auth, dialing
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceFault, DeviceTimeout
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool, unique_devices
from runtime.plugins.protocols import Device, DeviceInfo
from tests.support import storm
from tests.support.fakeserver import FakeServer, hex4, serving
from tests.support.owners import Owner
from tests.support.tinyphone import TinyPhone, TinyResult

LONG = Deadlines(open=20, progress=20, command=20)
SHORT = Deadlines(open=0.3, progress=0.3, command=0.3, accept=0.3)
SOON = BackoffPolicy(first=0.01, longest=0.05, steady=10.0)

# -- 2: many, and some of them die ------------------------------------------------------------------------------------


@pytest.mark.failure_mode(2)
async def test_phones_that_die_and_return_are_not_felt_by_the_others():
    """§5.2: of twenty phones six are frozen, cut, reset, restarted at random: fourteen work on, the six come back."""
    report = await storm.run(seed=7, each=40)
    assert report.strikes > 10
    assert report.faults > 0
    assert report.done > 0
    assert len(report.stormy) == len(report.quiet) == 14 * 40
    # No deadline of a sick phone (0.25 s) is ever part of a sound one's wait.
    assert report.p99(report.stormy) < report.p99(report.quiet) + 0.2


# -- 5: connected is not ready ----------------------------------------------------------------------------------------


@asynccontextmanager
async def one_device(port: int, deadlines: Deadlines) -> AsyncIterator[AdbDevice]:
    """The device at that port, for the length of a block."""
    dial = partial(dial_tcp, "127.0.0.1", port, deadlines)
    device = AdbDevice(DeviceInfo("x", f"tcp://127.0.0.1:{port}", (8, 8)), dial, sign=deadlines.open)
    try:
        yield device
    finally:
        await device.aclose()


@pytest.mark.failure_mode(5)
async def test_what_is_connected_is_still_asked_for_a_sign_of_life(relay: FaultProxy):
    """§5.5: a daemon that was frozen keeps its connection: a probe says no, and yes again when it runs."""
    async with one_device(relay.port, Deadlines(open=2, progress=2, command=2)) as device:
        await device.probe()
        relay.freeze()
        connection = await device.connection()
        assert not connection.closed
        with anyio.fail_after(20), pytest.raises(DeviceTimeout):
            await device.probe()
        relay.thaw()
        await device.probe()
        assert (await device.shell("echo on")).stdout == b"on\n"


@pytest.mark.failure_mode(5)
async def test_a_device_that_a_server_calls_connected_is_asked_all_the_same():
    """§5.5: a "connected" device that is offline and a `device` that does not answer are reported as what they are."""
    answers: dict[str, bytes | None] = {
        "host:connect:h:1": b"OKAY" + hex4("already connected to h:1"),
        "host-serial:h:1:get-state": b"FAIL" + hex4("device offline"),
    }
    async with serving(FakeServer(answers)) as server:
        with pytest.raises(DeviceFault, match="offline"):
            await server.connect("h:1")
    mute: dict[str, bytes | None] = {
        "host:devices-l": b"OKAY" + hex4("x device transport_id:1\n"),
        "host-serial:x:features": b"OKAY" + hex4("shell_v2"),
        "host:transport:x": b"OKAY",
    }
    async with serving(FakeServer(mute, None), SHORT) as server:
        with anyio.fail_after(20), pytest.raises(DeviceTimeout, match="x"):
            async with servers_device.open_devices(server, "x"):
                pass


# -- 16: booting ------------------------------------------------------------------------------------------------------


class Booting(TinyPhone):
    """Android finishes booting on it when the test sets the event."""

    def __init__(self) -> None:
        super().__init__()
        self.booted = ""
        self.asked = anyio.Event()

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        if command == "getprop sys.boot_completed":
            self.asked.set()
            return TinyResult(self.booted.encode() + b"\n")
        return await super().shell(command, stdin)


class Boot:
    """A scripted phone: absent, silent, unauthorized, answering without Android, ready.

    `faults` is what became of each attempt to reach it.
    """

    def __init__(self, phone: Booting, owner: Owner, cable: FaultProxy) -> None:
        self.faults: list[str] = []
        self._phone = phone
        self._owner = owner
        self._cable = cable
        self._keys = (auth.generate_key("somebody@somewhere"),)
        cable.refuse()
        cable.freeze()
        self.stages: dict[str, Callable[[], object]] = {
            "cannot connect": cable.listen,
            "greet": cable.thaw,
            "accept": self._accept,
            "Android is still starting": lambda: setattr(phone, "booted", "1"),
        }

    def _accept(self) -> None:
        self._owner.keys += [key.public for key in self._keys]
        self._owner.answer.set()

    async def dial(self, deadlines: Deadlines) -> DeviceConnection:
        """One attempt."""

        async def keys() -> tuple[auth.Key, ...]:
            return self._keys

        try:
            return await dial_tcp("127.0.0.1", self._cable.port, deadlines, keys=keys)
        except DeviceFault as fault:
            self.faults.append(str(fault))
            raise


@pytest.mark.failure_mode(16)
async def test_a_device_that_boots_is_waited_for_through_all_its_stages(in_a_hurry: None):
    """§5.16: refused, mute, unauthorized, answering before Android does: one wait ends with a phone that is ready."""
    phone, owner = Booting(), Owner()
    async with listen_tcp("127.0.0.1", 0, phone, authorize=owner) as listener, open_proxy(listener.port) as cable:
        boot = Boot(phone, owner, cable)

        async def come_up() -> None:
            for words, go_on in list(boot.stages.items())[:3]:
                while not any(words in fault for fault in boot.faults):
                    await anyio.lowlevel.checkpoint()
                go_on()
            await phone.asked.wait()
            boot.stages["Android is still starting"]()

        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(come_up)
                connection = await wait_ready(boot.dial, "the phone", 25, SHORT, pace=SOON, random=Random(1))
        assert (await connection.shell("echo up")).stdout == b"up\n"
        await connection.aclose()


@pytest.mark.failure_mode(16)
@pytest.mark.parametrize("stage", range(4))
async def test_a_device_that_never_comes_up_is_told_with_its_stage(stage: int, in_a_hurry: None):
    """§5.16: the wait has one end, and the sentence says how far the phone came."""
    phone, owner = Booting(), Owner()
    async with listen_tcp("127.0.0.1", 0, phone, authorize=owner) as listener, open_proxy(listener.port) as cable:
        boot = Boot(phone, owner, cable)
        for go_on in list(boot.stages.values())[:stage]:
            go_on()
        words = list(boot.stages)[stage]
        with anyio.fail_after(20), pytest.raises(BootTimeout, match=rf"the phone: .* within 0\.8 s.*{words}"):
            await wait_ready(boot.dial, "the phone", 0.8, SHORT, pace=SOON, random=Random(1))


# -- 20: flapping -----------------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(20)
async def test_a_phone_that_flaps_is_leased_less_and_less_and_never_twice(in_a_hurry: None):
    """§5.20: it goes each time that it was given work: it rests longer each time; its neighbour does all the work."""
    async with storm.rack(2, LONG) as rack:
        flapping, steady = rack.devices
        pool = Pool(rack.devices, FailureThresholds(pace=BackoffPolicy(first=0.02, longest=1.0)), Random(3))
        in_use: set[str] = set()
        leases: list[tuple[str, float]] = []
        rests: list[float] = []
        jobs = iter(range(400))
        played: list[int] = []

        async def worker() -> None:
            for job in jobs:
                while True:
                    lease = await pool.acquire()
                    device = lease.device
                    name = device.info.name
                    assert name not in in_use
                    in_use.add(name)
                    leases.append((name, anyio.current_time()))
                    if device is flapping:
                        rack.cables[0].hang_up()
                        rack.cables[0].refuse()
                    try:
                        await device.shell("echo")  # type: ignore[attr-defined]
                    except DeviceFault as fault:
                        in_use.discard(name)
                        lease.report(fault)
                        lease.release()
                        rests.append(pool._breakers[name].until - anyio.current_time())
                        # Up again before it is ever looked at.
                        rack.cables[0].listen()
                        continue
                    in_use.discard(name)
                    lease.release()
                    played.append(job)
                    break

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(pool.run_probes)
            async with anyio.create_task_group() as workers:
                for _ in range(4):
                    workers.start_soon(worker)
            tasks.cancel_scope.cancel()
    assert sorted(played) == list(range(400))
    # Twice as long each time, give or take the spread: it takes part less and less.
    assert 0 < len(rests) < 12
    assert all(later > earlier / 2 for earlier, later in pairwise(rests))
    assert max(rests) >= 0.01 * 2 ** min(len(rests) - 1, 5)
    assert sum(name == steady.info.name for name, _ in leases) >= 400


@pytest.mark.failure_mode(20)
async def test_a_list_that_flaps_is_told_in_order_and_without_repetitions():
    """§5.20: up and down forty times, each list twice, then the server drops: each change once, in its order."""
    states = ["device", "offline", "weird device ??????", "unauthorized"] * 10
    lists = [f"x\t{state}\n" for state in states for _ in range(2)]
    fake = FakeServer({"host:track-devices": b"OKAY" + b"".join(hex4(list_item) for list_item in lists)})
    fake.hang_up = lambda request: True
    seen: list[str] = []

    async def at_once(seconds: float) -> None:
        await anyio.lowlevel.checkpoint()

    async with serving(fake) as server, follow_devices(server, sleep=at_once) as changes:
        with anyio.fail_after(10):
            async for rows in changes:
                seen.append(rows[0].state if rows else "gone")
                if len(seen) == 2 * len(states) + 1:
                    break
    assert seen == [*states, "gone", *states]


# -- 21: all at once --------------------------------------------------------------------------------------------------


@pytest.mark.failure_mode(21)
async def test_twenty_phones_that_bounce_come_back_without_a_storm():
    """§5.21: all connections drop in one moment: all are usable again, never more new ones a second than the cap."""
    async with storm.rack(20, LONG) as rack:
        dialing.limit_dials(100_000)
        for device in rack.devices:
            await device.shell("echo")
        dialled = {cable.port: len(cable.dials) for cable in rack.cables}
        dialing.limit_dials(15)
        began = anyio.current_time()
        for cable in rack.cables:
            cable.hang_up()
        times: list[float] = []

        async def recover(device: AdbDevice) -> None:
            while True:
                try:
                    assert (await device.shell("echo back")).stdout == b"back\n"
                except DeviceFault:
                    continue
                times.append(anyio.current_time())
                return

        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                for device in rack.devices:
                    tasks.start_soon(recover, device)
        assert len(times) == 20
        # The sixteenth waits until a second has passed since the first was begun.
        assert sorted(times)[15] - began >= 1.0
        assert {len(cable.dials) - dialled[cable.port] for cable in rack.cables} == {1}


# -- 23: two names ----------------------------------------------------------------------------------------------------


class Known(TinyPhone):
    """It tells which boot of which phone this is."""

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        if command.startswith("getprop ro.serialno") and "boot_id" in command:
            return TinyResult(f"{self.serial}\n0f0e0d0c-0b0a-4908-8706-0504030201{len(self.serial):02x}\n".encode())
        return await super().shell(command, stdin)


@pytest.mark.failure_mode(23)
async def test_one_phone_under_two_names_is_used_once(in_a_hurry: None):
    """§5.23: by IP and by name, by port and through a relay: what the phone says of itself tells which one it is."""
    texts: list[str] = []
    async with (
        listen_tcp("127.0.0.1", 0, Known("one")) as listener,
        listen_tcp("127.0.0.1", 0, Known("another")) as another,
        open_proxy(listener.port) as relay,
        open_tcp(f"tcp://127.0.0.1:{listener.port}") as by_ip,
        open_tcp(f"tcp://localhost:{listener.port}") as by_name,
        open_tcp(f"tcp://127.0.0.1:{relay.port}") as by_relay,
        open_tcp(f"tcp://127.0.0.1:{another.port}") as other,
    ):
        devices: list[Device] = [*by_ip, *by_name, *by_relay, *other]
        assert unique_devices(devices, texts.append) == [by_ip[0], other[0]]
        assert unique_devices([*other, *by_relay], texts.append) == [other[0], by_relay[0]]
    assert len(texts) == 2
    assert all("the same phone" in sentence and str(listener.port) in sentence for sentence in texts)
