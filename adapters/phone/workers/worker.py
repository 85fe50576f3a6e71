"""A process that hosts virtual phones: `python -m adapters.phone.workers.worker CONFIG`, started by the farm only.

It ends when its standard input ends, so that no phone outlives its run, however the run ended. If one callback blocks
the loop for longer than the limit, the process ends itself with that callback's stack on stderr; the farm starts
another one, and the attempts on its phones are void.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import sys
from contextlib import AsyncExitStack, suppress

import anyio
import anyio.to_thread

from adapters.adb.daemon.server import listen_tcp, listen_unix
from adapters.phone.drawing.painter import Painter
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.workers.clocks import MonotonicClock, RealTime
from adapters.phone.workers.config import PhoneOptions, WorkerConfig, remove_sockets
from adapters.phone.workers.control.connection import listen
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import installed_apps
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.service_queue import ServiceQueue
from adapters.phone.workers.services import DelayedPhoneServices, PhoneServices
from runtime.core.descriptors import report_exhaustion_once

_BEAT = 1.0
_GARBAGE = 50_000
"""Objects between two collections of the youngest generation, where the interpreter takes 700. Scenes are trees of
frozen values without cycles, made by the hundred thousand: looking through them again and again finds nothing."""


async def serve(config: WorkerConfig) -> None:
    """Host the phones until standard input ends. Prints one line `ready [PORT …]` when all listen."""
    asyncio.get_running_loop().set_exception_handler(report_exhaustion_once(_complain))
    screens = ScreenRenderer(Painter())
    factory = FactoryState(installed_apps())
    real_time = RealTime(MonotonicClock()) if config.phones.clock == "real" else None
    ports: list[int] = []
    async with AsyncExitStack() as stack:
        group = await stack.enter_async_context(anyio.create_task_group())
        for index, serial in enumerate(config.serials):
            phone = HostedPhone(serial, factory.apps, screens, factory, real_time)
            services = _prepare(phone, config.phones, config.first + index * config.step)
            services.keep_jobs(group.start_soon)
            if config.tcp:
                listener = await stack.enter_async_context(listen_tcp(config.host, config.tcp[index], services))
                ports.append(listener.port)
            else:
                await stack.enter_async_context(listen_unix(config.folder / f"{serial}.adb", services))
            await stack.enter_async_context(listen(config.folder / f"{serial}.ctl", phone.control))
        if real_time is not None:
            group.start_soon(real_time.run)
        group.start_soon(_heartbeat, config.blocked)
        gc.freeze()
        gc.set_threshold(_GARBAGE, 20, 20)
        sys.stdout.write(" ".join(["ready", *map(str, ports)]) + "\n")
        sys.stdout.flush()
        await anyio.to_thread.run_sync(sys.stdin.buffer.read, abandon_on_cancel=True)
        group.cancel_scope.cancel()


def _prepare(phone: HostedPhone, options: PhoneOptions, number: int) -> PhoneServices:
    """Make a new phone one of this kind, and return its services."""
    seed = options.seed + number
    if options.seed or options.disturbances:
        phone.phone.reset({"weather": options.disturbances}, seed)
    if options.own_serial:
        phone.set_serial()
    if not (any(options.latency) or options.service_time):
        return PhoneServices(phone)
    queue = ServiceQueue(options.latency, options.service_time, f"latency/{seed}")
    return DelayedPhoneServices(phone, queue)


async def _heartbeat(blocked: float) -> None:
    """Re-arm the interpreter's watchdog thread periodically; it fires even while the GIL is held."""
    try:
        while True:
            faulthandler.dump_traceback_later(blocked, exit=True)
            await anyio.sleep(min(_BEAT, blocked / 4))
    finally:
        faulthandler.cancel_dump_traceback_later()


def _complain(sentence: str) -> None:
    sys.stderr.write(f"a process of virtual phones: {sentence}\n")
    sys.stderr.flush()


def _clean(config: WorkerConfig) -> None:
    """Remove the sockets, and the folder if it is empty: the run that made it may have been killed."""
    remove_sockets(config)
    with suppress(OSError):
        config.folder.rmdir()


def main() -> None:
    """Run the worker process."""
    config = WorkerConfig.model_validate_json(sys.argv[1])
    try:
        anyio.run(serve, config)
    except KeyboardInterrupt:
        pass  # Ctrl-C reaches the whole process group; the farm ends this process by closing its input
    finally:
        _clean(config)
    sys.stdout.flush()
    os._exit(0)  # the thread that reads standard input may still be blocked


if __name__ == "__main__":
    main()
