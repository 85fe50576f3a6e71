"""Running programs of the phone: started by `app_process`, ended by `kill` and others. Their servers live elsewhere.

A program that keeps running is an entry in the machine's memory, which snapshots contain. The phone's host reads it
after each line and serves the program's port.
"""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Program

AUTOMATION: Final = "com.wetest.uia2.Main"
"""The class of the uiautomator2 client's server."""
_TERMINATED: Final = 143
"""The exit status of what SIGTERM ended."""


def start(machine: Machine, argv: tuple[str, ...], cls: str, port: int) -> Program:
    """Add a running program."""
    program = Program(machine.pid(f"{cls}:{port}"), argv, cls, port, machine.now_ms)
    machine.exits.pop(program.pid, None)
    machine.remember(programs=(*machine.memory.programs, program))
    return program


def rest(machine: Machine, program: Program) -> int:
    """Wait until a program has ended, which it does with whatever ends the wait; return its exit status."""
    try:
        while program in machine.memory.programs:
            machine.wait_for_change()
    finally:
        if program in machine.memory.programs:
            end(machine, program.pid)
    return machine.exits.pop(program.pid, _TERMINATED)


def end(machine: Machine, pid: int, status: int = _TERMINATED) -> bool:
    """End a program with an exit status; False if none has that process id."""
    left = tuple(program for program in machine.memory.programs if program.pid != pid)
    if len(left) == len(machine.memory.programs):
        return False
    machine.remember(programs=left)
    machine.exits[pid] = status
    return True


def automation(machine: Machine) -> Program | None:
    """Return the program that holds the phone's only UiAutomation, None if it is free."""
    return next((program for program in machine.memory.programs if program.cls == AUTOMATION), None)
