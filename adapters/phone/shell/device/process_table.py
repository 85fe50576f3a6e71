"""The phone's process table: the system, the apps, programs that keep running, and what command lines run now."""

from __future__ import annotations

import itertools
from typing import Final

from adapters.phone.shell.device import programs
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.tasks import ADBD_PID, HARMLESS, Process

_ZYGOTE: Final = 310
_SYSTEM: Final = (
    Process(1, 0, ("/system/bin/init", "second_stage"), "root"),
    Process(241, 1, ("/system/bin/logd",), "logd"),
    Process(_ZYGOTE, 1, ("zygote64",), "root"),
    Process(582, _ZYGOTE, ("system_server",), "system"),
    Process(ADBD_PID, 1, ("/apex/com.android.adbd/bin/adbd",), "shell"),
)


def processes(machine: Machine) -> list[Process]:
    """Return all processes by pid."""
    apps = (
        Process(
            machine.pid(item.name), _ZYGOTE, (item.name,), f"u0_a{item.uid - 10000}" if item.uid >= 10000 else "system"
        )
        for item in machine.processes
        if item.name != "android"
    )
    started = (Process(item.pid, 1, item.argv) for item in machine.memory.programs)
    rows = itertools.chain(_SYSTEM, apps, started, machine.scheduler.processes())
    return sorted(rows, key=lambda process: process.pid)


def send_signal(machine: Machine, pid: int, number: int) -> str:
    """Send a signal to a process; return why that failed, "" if it did not.

    Raises:
        Signalled: it was sent to the line that sends it.
    """
    target = next((process for process in processes(machine) if process.pid == pid), None)
    if target is None:
        return "No such process"
    if target.user != "shell" or pid == ADBD_PID:
        return "Operation not permitted"
    if number not in HARMLESS and not programs.end(machine, pid):
        machine.scheduler.signal_process(pid, number)
    return ""
