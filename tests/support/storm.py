"""A rack of phones of which some are frozen, cut, reset and restarted at random, while the others work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random

import anyio
import anyio.lowlevel

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.device import AdbDevice, Dial
from adapters.adb.host.client import dial_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.transport import dialing
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.errors import DeviceFault
from runtime.plugins.protocols import DeviceInfo
from tests.support.tinyphone import TinyPhone


@dataclass
class Rack:
    """Phones, the cable to each of them, and the devices that are driven over those."""

    phones: list[TinyPhone] = field(default_factory=list)
    cables: list[FaultProxy] = field(default_factory=list)
    devices: list[AdbDevice] = field(default_factory=list)


@asynccontextmanager
async def rack(size: int, deadlines: Deadlines) -> AsyncIterator[Rack]:
    """So many phones, each on a port of its own behind a cable of its own."""
    async with AsyncExitStack() as stack:
        made = Rack()
        for number in range(size):
            phone = TinyPhone(f"rack-{number}")
            listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, phone))
            cable = await stack.enter_async_context(open_proxy(listener.port))
            info = DeviceInfo(phone.serial, f"tcp://127.0.0.1:{cable.port}", (8, 8))
            dial = _dialler(cable.port, deadlines)
            device = AdbDevice(info, dial, sign=deadlines.open)
            stack.push_async_callback(device.aclose)
            made.phones.append(phone)
            made.cables.append(cable)
            made.devices.append(device)
        yield made


def _dialler(port: int, deadlines: Deadlines) -> Dial:
    return lambda: dial_tcp("127.0.0.1", port, deadlines)


@dataclass
class Report:
    """Seconds of each operation of the untouched phones, before and in the storm; faults of the others."""

    quiet: list[float]
    stormy: list[float]
    faults: int
    """How many operations of the disturbed phones failed."""
    done: int
    """How many succeeded all the same."""
    strikes: int

    @staticmethod
    def p99(seconds: list[float]) -> float:
        """The time in which 99 of 100 of them ended."""
        return sorted(seconds)[len(seconds) * 99 // 100]


async def run(seed: int, size: int = 20, disturbed: int = 6, each: int = 150) -> Report:
    """Each untouched phone does this many operations in peace, and again in the storm.

    Raises:
        DeviceFault: one of them felt it, or a disturbed one did not come back.
    """
    dialing.limit_dials(100_000)
    random = Random(seed)
    report = Report([], [], 0, 0, 0)
    async with rack(size, Deadlines(open=0.25, progress=0.25, command=0.25)) as rack_:
        sound = rack_.devices[disturbed:]

        async def work(device: AdbDevice, seconds: list[float], after: Callable[[], None]) -> None:
            for number in range(each):
                began = anyio.current_time()
                result = await device.shell(f"echo {number}")
                seconds.append(anyio.current_time() - began)
                assert result.stdout == f"{number}\n".encode()
                after()

        async def all_work(seconds: list[float], after: Callable[[], None]) -> None:
            async with anyio.create_task_group() as tasks:
                for device in sound:
                    tasks.start_soon(work, device, seconds, after)

        for device in sound:
            device._connection = await dial_tcp("127.0.0.1", int(device.info.uri.rpartition(":")[2]))
        await all_work(report.quiet, lambda: None)
        struck = anyio.Event()

        def strike() -> None:
            """Now and then one of the unlucky ones has something done to it."""
            nonlocal struck
            if random.random() > 0.05:
                return
            report.strikes += 1
            cable = random.choice(rack_.cables[:disturbed])
            random.choice((cable.freeze, cable.thaw, cable.hang_up, cable.reset, cable.refuse, cable.listen))()
            struck.set()
            struck = anyio.Event()

        async def suffer(device: AdbDevice) -> None:
            while True:
                try:
                    await device.shell("echo")
                    report.done += 1
                except DeviceFault:
                    report.faults += 1
                await struck.wait()

        async with anyio.create_task_group() as tasks:
            for device in rack_.devices[:disturbed]:
                tasks.start_soon(suffer, device)
            await all_work(report.stormy, strike)
            tasks.cancel_scope.cancel()
        for cable in rack_.cables:
            cable.thaw()
            cable.listen()
        async with anyio.create_task_group() as tasks:
            for device in rack_.devices[:disturbed]:
                tasks.start_soon(_returns, device)
    return report


async def _returns(device: AdbDevice) -> None:
    """It answers at the second time of asking at the latest: the first finds out what became of its connection."""
    try:
        await device.shell("echo")
    except DeviceFault:
        await device.shell("echo")
