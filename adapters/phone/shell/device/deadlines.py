"""Ends a part of a command line after some of the phone's time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import KILL, Signalled, Task

T = TypeVar("T")


def run_within(machine: Machine, ms: int, number: int, play: Callable[[], T]) -> T | None:
    """Return what `play` returns; None if a signal ended it because that time had passed.

    It runs in the current task. Tasks that it has started get the signal too.
    """
    tasks = machine.scheduler
    current = tasks.current
    assert current is not None
    before = tuple(current.line.tasks)
    own_signal = machine.new_pid()

    def expire() -> int:
        with suppress(Signalled):
            machine.pass_time(ms)
            for task in tuple(current.line.tasks):
                if task is not timer and task not in before:
                    tasks.signal(task, number)
            tasks.signal(current, number, own_signal)
        return 0

    timer = Task(current.line, expire, [0], tuple, lambda signal: True)
    timer.background, timer.holds = True, False
    tasks.start(timer)
    try:
        value = play()
        current.raise_signals()
        return value
    except Signalled as signalled:
        if signalled.pid != own_signal:
            raise
        return None
    finally:
        if not timer.greenlet.dead:
            tasks.signal(timer, KILL)
        current.discard_signals(own_signal)
