"""Runs what clients ask of programs in a phone. Such a request may wait for the phone's time, as a command may."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import KILL, Line, Task
from adapters.phone.workers.clocks import PhoneClock


async def run_request(machine: Machine, clock: PhoneClock, play: Callable[[], bytes]) -> bytes:
    """Return what `play` returns. Others use the phone while it waits; it is killed if its client leaves."""
    answer = b""

    def run() -> int:
        nonlocal answer
        answer = play()
        return 0

    clock.catch_up()
    task = Task(Line(), run, [0], tuple, lambda number: False)
    machine.scheduler.start(task)
    try:
        while task.wait is not None:
            await task.wait()
            clock.catch_up()
            machine.scheduler.resume(task)
    except anyio.get_cancelled_exc_class():
        machine.scheduler.signal(task, KILL)
        raise
    return answer
