"""Starts worker processes and hands out their phones. `phone://N` is N phones, spread over one process per core."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread
from anyio.abc import Process, TaskStatus
from anyio.streams.buffered import BufferedByteReceiveStream

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.host.client import dial_unix
from adapters.phone.workers.config import WorkerConfig, remove_sockets
from adapters.phone.workers.control.client import ControlClient
from adapters.phone.workers.control.connection import Caller
from adapters.phone.workers.device import FrameCache, PhoneDevice
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout, UsageError
from runtime.plugins.protocols import Device, DeviceInfo
from runtime.storage.disk import temporary_folder

MOST = 1000
SCREEN = (1080, 2400)
_START = 60.0
"""Seconds in which a worker must be ready."""
_STOP = 5.0
_NOTICE = 1.0
"""Seconds in which the death of a process is told to its parent, with a lot to spare."""
T = TypeVar("T")


class _Life:
    """One process of a worker."""

    def __init__(self) -> None:
        self.listening = anyio.Event()
        self.over = anyio.Event()


class Farm:
    """Worker processes, each restarted when it dies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stopping = False
        self._lives: dict[str, _Life] = {}

    async def reach(self, serial: str, dial: Callable[[], Awaitable[T]]) -> T:
        """Connect to a phone by `dial`, once its worker listens: it may be just being started again.

        Raises:
            DeviceTimeout: it does not come back.
            Whatever `dial` raises when it fails twice.
        """
        try:
            with anyio.fail_after(_START):
                life = self._lives[serial]
                await life.listening.wait()
                try:
                    return await dial()
                except (OSError, DeviceLost, DeviceRefused):
                    # Most likely its process has just died, and we have not been told yet.
                    with anyio.move_on_after(_NOTICE):
                        await life.over.wait()
                await self._lives[serial].listening.wait()
                return await dial()
        except TimeoutError:
            raise DeviceTimeout(f"{serial}: its process did not come back within {_START:g} s") from None

    async def keep(self, config: WorkerConfig, *, task_status: TaskStatus[tuple[int, ...]]) -> None:
        """Run one worker, again and again, until stopped; `started` gets its TCP ports when it first listens.

        Raises:
            DeviceFault: it cannot be started at all.
        """
        first = True
        life = _Life()
        while not self._stopping:
            over, life = life.over, _Life()
            self._lives.update(dict.fromkeys(config.serials, life))
            over.set()
            process = await self._spawn(config)
            try:
                ports = await self._ready(process)
                life.listening.set()
                if first:
                    task_status.started(ports)
                    first = False
                    config = config.model_copy(update={"tcp": ports})  # started again, it is found where it was
                await process.wait()
            finally:
                await self._end(process)

    async def _spawn(self, config: WorkerConfig) -> Process:
        await anyio.to_thread.run_sync(remove_sockets, config)
        command = [sys.executable, "-m", "adapters.phone.workers.worker", config.model_dump_json()]
        return await anyio.open_process(command, stderr=None, start_new_session=True)

    async def _ready(self, process: Process) -> tuple[int, ...]:
        assert process.stdout is not None
        try:
            with anyio.fail_after(_START):
                line = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", 65536)
        except TimeoutError:
            raise DeviceFault(f"the virtual phones did not start within {_START:g} s") from None
        except (anyio.IncompleteRead, anyio.EndOfStream, anyio.ClosedResourceError):
            code = await process.wait()
            raise DeviceFault(f"the process of the virtual phones ended with {code} (its message is above)") from None
        word, *ports = line.decode().split()
        if word != "ready":
            raise DeviceFault(f"the process of the virtual phones said {line!r} instead of being ready")
        return tuple(map(int, ports))

    async def _end(self, process: Process) -> None:
        """Close its input, which ends it; what does not end in time is killed."""
        with anyio.CancelScope(shield=True):
            if process.stdin is not None:
                await process.stdin.aclose()
            with anyio.move_on_after(_STOP):
                await process.wait()
            if process.returncode is None:
                process.kill()
                await process.wait()
            if process.stdout is not None:
                await process.stdout.aclose()

    def stop(self) -> None:
        """Start nothing any more."""
        self._stopping = True


@asynccontextmanager
async def start(count: int, ports: Sequence[int] = ()) -> AsyncIterator[tuple[Farm, list[str], list[int]]]:
    """Phones in worker processes (one per core): the farm, their serials, and their TCP ports if `ports` were given."""
    width = len(str(count - 1))
    serials = [f"phone-{index:0{width}d}" for index in range(count)]
    workers = min(count, os.cpu_count() or 1)
    bound: dict[str, int] = {}
    async with temporary_folder("phones-") as folder, anyio.create_task_group() as group:
        farm = Farm(folder)

        async def begin(part: int) -> None:
            mine = serials[part::workers]
            config = WorkerConfig(folder=folder, serials=tuple(mine), tcp=tuple(ports[part::workers]))
            bound.update(zip(mine, await group.start(farm.keep, config), strict=False))

        async with anyio.create_task_group() as starting:
            for part in range(workers):
                starting.start_soon(begin, part)
        try:
            yield farm, serials, [bound[serial] for serial in serials if serial in bound]
        finally:
            farm.stop()
            group.cancel_scope.cancel()


def count_of(uri: str) -> int:
    """How many phones a `phone://N` names.

    Raises:
        UsageError: it doesn't.
    """
    number = uri.removeprefix("phone://")
    if not number.isdigit() or not 1 <= int(number) <= MOST:
        raise UsageError(f"{uri!r} is not a device: write phone://N with N from 1 to {MOST}, such as phone://20")
    return int(number)


@asynccontextmanager
async def open_phones(uri: str) -> AsyncIterator[Sequence[Device]]:
    """The devices of `phone://N`."""
    async with start(count_of(uri)) as (farm, serials, _), AsyncExitStack() as stack:
        pool = BufferPool(max_idle=2 * len(serials))
        cache = FrameCache()
        apps: dict[str, str] = {}
        devices: list[Device] = []
        for serial in serials:
            door = partial(Caller.dial, farm.folder / f"{serial}.ctl")
            control = ControlClient(serial, partial(farm.reach, serial, door))
            stack.push_async_callback(control.aclose)
            apps = apps or await control.apps()
            info = DeviceInfo(serial, f"phone://{serial}", SCREEN, virtual=True)
            dial = partial(farm.reach, serial, partial(dial_unix, farm.folder / f"{serial}.adb"))
            device = PhoneDevice(info, dial, control=control, cache=cache, apps=apps, pool=pool)
            stack.push_async_callback(device.aclose)
            devices.append(device)
        yield devices
