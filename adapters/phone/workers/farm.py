"""Starts worker processes and provides their phones: `phone://N` gives N phones, spread over one process per core."""

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
from adapters.phone.workers.control.connection import ControlConnection
from adapters.phone.workers.device import FrameCache, PhoneDevice
from adapters.phone.workers.uri import phone_count
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from runtime.plugins.protocols import Device, DeviceInfo
from runtime.storage.disk import temporary_folder

SCREEN = (1080, 2400)
_START = 60.0
"""Seconds within which a worker must be ready."""
_STOP = 5.0
_NOTICE = 1.0
"""Seconds to wait for the notice that a process has died; ample."""
T = TypeVar("T")


class _ProcessRun:
    """One run of a worker process."""

    def __init__(self) -> None:
        self.listening = anyio.Event()
        self.over = anyio.Event()


class Farm:
    """Worker processes, each restarted when it dies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stopping = False
        self._runs: dict[str, _ProcessRun] = {}

    async def reach(self, serial: str, dial: Callable[[], Awaitable[T]]) -> T:
        """Connect to a phone with `dial` once its worker listens, also while the worker is being restarted.

        Raises:
            DeviceTimeout: the worker did not come back.
            Exception: whatever `dial` raises when it fails twice.
        """
        try:
            with anyio.fail_after(_START):
                run = self._runs[serial]
                await run.listening.wait()
                try:
                    return await dial()
                except (OSError, DeviceLost, DeviceRefused):
                    # Most likely its process has just died and the notice has not arrived yet.
                    with anyio.move_on_after(_NOTICE):
                        await run.over.wait()
                await self._runs[serial].listening.wait()
                return await dial()
        except TimeoutError:
            raise DeviceTimeout(f"{serial}: its process did not come back within {_START:g} s") from None

    async def keep_running(self, config: WorkerConfig, *, task_status: TaskStatus[tuple[int, ...]]) -> None:
        """Run one worker and restart it until stopped; `started` gets its TCP ports when it first listens.

        Raises:
            DeviceFault: the worker cannot be started.
        """
        first = True
        run = _ProcessRun()
        while not self._stopping:
            over, run = run.over, _ProcessRun()
            self._runs.update(dict.fromkeys(config.serials, run))
            over.set()
            process = await self._spawn(config)
            try:
                ports = await self._ready(process)
                run.listening.set()
                if first:
                    task_status.started(ports)
                    first = False
                    config = config.model_copy(update={"tcp": ports})  # a restarted worker keeps its ports
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
        """Close the process's standard input, which ends it; kill it if it does not end in time."""
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
        """Stop restarting workers."""
        self._stopping = True


@asynccontextmanager
async def start_farm(count: int, ports: Sequence[int] = ()) -> AsyncIterator[tuple[Farm, list[str], list[int]]]:
    """Start phones in worker processes (one per core); yield the farm, serials, and TCP ports if `ports` were given."""
    width = len(str(count - 1))
    serials = [f"phone-{index:0{width}d}" for index in range(count)]
    workers = min(count, os.cpu_count() or 1)
    bound: dict[str, int] = {}
    async with (
        temporary_folder("phones-", room=len(f"{serials[-1]}.adb")) as folder,
        anyio.create_task_group() as group,
    ):
        farm = Farm(folder)

        async def begin(part: int) -> None:
            mine = serials[part::workers]
            config = WorkerConfig(folder=folder, serials=tuple(mine), tcp=tuple(ports[part::workers]))
            bound.update(zip(mine, await group.start(farm.keep_running, config), strict=False))

        async with anyio.create_task_group() as starting:
            for part in range(workers):
                starting.start_soon(begin, part)
        try:
            yield farm, serials, [bound[serial] for serial in serials if serial in bound]
        finally:
            farm.stop()
            group.cancel_scope.cancel()


@asynccontextmanager
async def open_phones(uri: str) -> AsyncIterator[Sequence[Device]]:
    """Yield the devices of `phone://N`."""
    async with start_farm(phone_count(uri)) as (farm, serials, _), AsyncExitStack() as stack:
        pool = BufferPool(max_idle=2 * len(serials))
        cache = FrameCache()
        apps: dict[str, str] = {}
        devices: list[Device] = []
        for serial in serials:
            door = partial(ControlConnection.dial, farm.folder / f"{serial}.ctl")
            control = ControlClient(serial, partial(farm.reach, serial, door))
            stack.push_async_callback(control.aclose)
            apps = apps or await control.apps()
            info = DeviceInfo(serial, f"phone://{serial}", SCREEN, virtual=True)
            dial = partial(farm.reach, serial, partial(dial_unix, farm.folder / f"{serial}.adb"))
            device = PhoneDevice(info, dial, control=control, cache=cache, apps=apps, pool=pool)
            stack.push_async_callback(device.aclose)
            devices.append(device)
        yield devices
