"""Starts worker processes and provides their phones: `phone://N` gives N phones, spread over one process per core."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import anyio
import anyio.to_thread
from anyio.abc import Process, TaskStatus
from anyio.streams.buffered import BufferedByteReceiveStream

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.host.client import dial_unix
from adapters.faults.proxy import open_proxy
from adapters.phone.workers.config import PhoneOptions, WorkerConfig, remove_sockets
from adapters.phone.workers.control.client import ControlClient
from adapters.phone.workers.control.connection import ControlConnection
from adapters.phone.workers.device import FrameCache, PhoneDevice
from adapters.phone.workers.uri import parse_phones
from runtime.core.backoff import Backoff, BackoffPolicy
from runtime.core.descriptors import provide_descriptors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from runtime.plugins.protocols import Device, DeviceInfo
from runtime.storage.disk import temporary_folder

SCREEN = (1080, 2400)
_START = 60.0
"""Seconds within which a worker must be ready."""
_STOP = 5.0
_NOTICE = 1.0
"""Seconds to wait for the notice that a process has died; ample."""
_RUNTIME_DESCRIPTORS = 3
"""File descriptors of one phone in the runtime: its two connections, and one that replaces a lost one."""
_WORKER_DESCRIPTORS = 5
"""In its worker it has two listening sockets too. Two workers share the phones, so this counts if there is only one."""
_OTHER_DESCRIPTORS = 200
"""File descriptors of a process besides those of phones: run folder, models, external programs."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RestartLimits:
    """How dead workers are restarted: the delays between restarts, and how many deaths in a row end it.

    A worker that listened for `pace.steady` seconds starts counting again.
    """

    pace: BackoffPolicy = BackoffPolicy(first=0.5, longest=30.0, steady=10.0)
    deaths: int = 8


class _ProcessRun:
    """One run of a worker process."""

    def __init__(self) -> None:
        self.started = anyio.Event()
        """It listens, or it ended before that."""
        self.over = anyio.Event()


class Farm:
    """Worker processes, each restarted when it dies, with growing delays.

    A worker that keeps dying is given up, and its phones are lost. When the last one is given up, the farm fails.
    """

    def __init__(self, folder: Path, limits: RestartLimits | None = None) -> None:
        self.folder = folder
        self._limits = limits or RestartLimits()
        self._runs: dict[str, _ProcessRun | DeviceLost] = {}
        """The current run of each phone's worker, or why there is none any more."""

    async def reach(self, serial: str, dial: Callable[[], Awaitable[T]]) -> T:
        """Connect to a phone with `dial` once its worker listens, also while the worker is being restarted.

        Raises:
            DeviceTimeout: the worker did not come back.
            DeviceLost: the worker was given up.
            Exception: whatever `dial` raises although the worker runs.
        """
        try:
            with anyio.fail_after(_START):
                while not isinstance(run := self._runs[serial], DeviceLost):
                    await run.started.wait()
                    if run.over.is_set():
                        continue
                    try:
                        return await dial()
                    except (OSError, DeviceLost, DeviceRefused):
                        # Most likely its process has just died and the notice has not arrived yet.
                        with anyio.move_on_after(_NOTICE):
                            await run.over.wait()
                        if not run.over.is_set():
                            raise
        except TimeoutError:
            raise DeviceTimeout(f"{serial}: its process did not come back within {_START:g} s") from None
        raise DeviceLost(str(run))

    async def keep_running(self, config: WorkerConfig, *, task_status: TaskStatus[tuple[int, ...]]) -> None:
        """Run one worker and restart it until cancelled; `started` gets its TCP ports when it first listens.

        Returns when the worker is given up while others run.

        Raises:
            DeviceFault: the worker cannot be started, or it was the last and is given up.
        """
        ports = None
        backoff, deaths = Backoff(self._limits.pace, Random()), 0
        run = self._next_run(config, None)
        while True:
            stood = 0.0
            try:
                async with self._process(config) as process:
                    bound = await self._ready(process)
                    began = anyio.current_time()
                    run.started.set()
                    if ports is None:
                        task_status.started(bound)
                    ports = bound
                    config = config.model_copy(update={"tcp": ports})  # a restarted worker keeps its ports
                    await process.wait()
                    stood = anyio.current_time() - began
                    end = f"the process of the virtual phones {_ending(process)}"
            except DeviceFault as fault:
                if ports is None:
                    raise
                end = str(fault)
            deaths = 1 if stood >= self._limits.pace.steady else deaths + 1
            backoff.stood(stood)
            if deaths >= self._limits.deaths:
                return self._give_up(config, run, DeviceLost(f"{end}, {deaths} times in a row"))
            run = self._next_run(config, run)
            if deaths > 1:
                await anyio.sleep(backoff.seconds())

    def _next_run(self, config: WorkerConfig, last: _ProcessRun | None) -> _ProcessRun:
        """Replace the current run of a worker's phones."""
        run = _ProcessRun()
        self._runs.update(dict.fromkeys(config.serials, run))
        if last is not None:
            last.over.set()
            last.started.set()
        return run

    def _give_up(self, config: WorkerConfig, run: _ProcessRun, reason: DeviceLost) -> None:
        self._runs.update(dict.fromkeys(config.serials, reason))
        run.over.set()
        run.started.set()
        if all(isinstance(item, DeviceLost) for item in self._runs.values()):
            raise DeviceFault(f"no virtual phone is left: {reason}")

    @asynccontextmanager
    async def _process(self, config: WorkerConfig) -> AsyncIterator[Process]:
        process = await self._spawn(config)
        try:
            yield process
        finally:
            await self._end(process)

    async def _spawn(self, config: WorkerConfig) -> Process:
        await anyio.to_thread.run_sync(remove_sockets, config)
        command = [sys.executable, "-m", "adapters.phone.workers.worker", config.model_dump_json()]
        try:
            return await anyio.open_process(command, stderr=None, start_new_session=True)
        except OSError as error:
            raise DeviceFault(f"no process for virtual phones can be started: {error}") from error

    async def _ready(self, process: Process) -> tuple[int, ...]:
        assert process.stdout is not None
        try:
            with anyio.fail_after(_START):
                line = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", 65536)
        except TimeoutError:
            raise DeviceFault(f"the virtual phones did not start within {_START:g} s") from None
        except (anyio.IncompleteRead, anyio.EndOfStream, anyio.ClosedResourceError):
            await process.wait()
            raise DeviceFault(f"the process of the virtual phones {_ending(process)} before it was ready") from None
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


def _ending(process: Process) -> str:
    """How a process ended, for people: its signal, or its status, whose reason stands on stderr."""
    code = process.returncode or 0
    return f"was killed by signal {-code}" if code < 0 else f"ended with status {code} (its message is above)"


@asynccontextmanager
async def start_farm(
    count: int,
    ports: Sequence[int] = (),
    limits: RestartLimits | None = None,
    *,
    host: str = "127.0.0.1",
    phones: PhoneOptions | None = None,
) -> AsyncIterator[tuple[Farm, list[str], list[int]]]:
    """Start phones in worker processes (one per core); yield the farm, serials, and TCP ports if `ports` were given.

    `host` is the address of the ports.

    Raises:
        UsageError: so many phones need more file descriptors than may be opened.
        DeviceFault: a worker cannot be started, or all were given up.
    """
    width = len(str(count - 1))
    serials = [f"phone-{index:0{width}d}" for index in range(count)]
    workers = min(count, os.cpu_count() or 1)
    each = _RUNTIME_DESCRIPTORS if workers > 1 else _WORKER_DESCRIPTORS
    provide_descriptors(
        each * count + _OTHER_DESCRIPTORS,
        f"{count} phones",
        lambda most: f"at most {max(most - _OTHER_DESCRIPTORS, 0) // each} phones",
    )
    bound: dict[str, int] = {}
    async with (
        temporary_folder("phones-", room=len(f"{serials[-1]}.adb-faults")) as folder,
        anyio.create_task_group() as group,
    ):
        farm = Farm(folder, limits)

        async def begin(part: int) -> None:
            mine = serials[part::workers]
            config = WorkerConfig(
                folder=folder,
                serials=tuple(mine),
                first=part,
                step=workers,
                host=host,
                tcp=tuple(ports[part::workers]),
                phones=phones or PhoneOptions(),
            )
            bound.update(zip(mine, await group.start(farm.keep_running, config), strict=False))

        async with anyio.create_task_group() as starting:
            for part in range(workers):
                starting.start_soon(begin, part)
        try:
            yield farm, serials, [bound[serial] for serial in serials if serial in bound]
        finally:
            group.cancel_scope.cancel()


@asynccontextmanager
async def open_phones(uri: str, limits: RestartLimits | None = None) -> AsyncIterator[Sequence[Device]]:
    """Yield the devices of `phone://N`, some of them behind proxies with faults (`adapters.phone.workers.uri`)."""
    request = parse_phones(uri)
    async with start_farm(request.count, limits=limits) as (farm, serials, _), AsyncExitStack() as stack:
        pool = BufferPool(max_idle=2 * len(serials))
        cache = FrameCache()
        apps = await _installed(farm, serials[0])
        devices: list[Device] = []
        for serial, faults in zip(serials, request.faults, strict=True):
            sockets = [str(farm.folder / f"{serial}.{kind}") for kind in ("adb", "ctl")]
            proxies = [
                await stack.enter_async_context(open_proxy(path, faults, listen=f"{path}-faults", name=Path(path).name))
                for path in sockets
                if faults is not None
            ]
            adb, door = [proxy.address for proxy in proxies] or sockets
            control = ControlClient(serial, partial(farm.reach, serial, partial(ControlConnection.dial, Path(door))))
            stack.push_async_callback(control.aclose)
            info = DeviceInfo(serial, f"phone://{serial}", SCREEN, virtual=True)
            dial = partial(farm.reach, serial, partial(dial_unix, adb))
            device = PhoneDevice(info, dial, control=control, cache=cache, proxies=proxies, apps=apps, pool=pool)
            stack.push_async_callback(device.aclose)
            devices.append(device)
        yield devices


async def _installed(farm: Farm, serial: str) -> dict[str, str]:
    """Return the packages of all phones by launcher label, asked without faults."""
    control = ControlClient(
        serial, partial(farm.reach, serial, partial(ControlConnection.dial, farm.folder / f"{serial}.ctl"))
    )
    try:
        return await control.apps()
    finally:
        await control.aclose()
