"""Running programs of the phone: started by `app_process`, ended by `kill` and others. Their servers live elsewhere.

The shell runs every line at once. A program that keeps running is an entry in the machine's memory. The phone's host
reads it after each line, serves the program's port, and keeps the host's stream open until the program ends.
"""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Program

AUTOMATION: Final = "com.wetest.uia2.Main"
"""The class of the uiautomator2 client's server."""


def start(machine: Machine, argv: tuple[str, ...], cls: str, port: int) -> Program:
    """Add a running program."""
    program = Program(machine.pid(f"{cls}:{port}"), argv, cls, port, machine.now_ms)
    machine.remember(programs=(*machine.memory.programs, program))
    return program


def end(machine: Machine, pid: int) -> bool:
    """End a program; False if none has that process id."""
    left = tuple(program for program in machine.memory.programs if program.pid != pid)
    if len(left) == len(machine.memory.programs):
        return False
    machine.remember(programs=left)
    return True


def automation(machine: Machine) -> Program | None:
    """Return the program that holds the phone's only UiAutomation, None if it is free."""
    return next((program for program in machine.memory.programs if program.cls == AUTOMATION), None)


_LEFT_BEHIND: Final = re.compile(r"app_process[^;|\n]*?(?<![>&])&(?![&>])")


def in_background(line: str) -> bool:
    """Return whether a command line starts its program in the background."""
    return _LEFT_BEHIND.search(line) is not None
