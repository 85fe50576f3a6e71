"""Programs that stay in the phone: what `app_process` has started and what ends them. What they serve lies outside.

The shell runs every line at once. A program that goes on is an entry in the machine's memory; whoever hosts the phone
looks there after each line, offers the program's port and lets the host's stream wait for its end.
"""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Program

AUTOMATION: Final = "com.wetest.uia2.Main"
"""The class of the uiautomator2 client's server."""


def start(machine: Machine, argv: tuple[str, ...], cls: str, port: int) -> Program:
    """Let a program run from now on."""
    program = Program(machine.pid(f"{cls}:{port}"), argv, cls, port, machine.now_ms)
    machine.remember(programs=(*machine.memory.programs, program))
    return program


def end(machine: Machine, pid: int) -> bool:
    """End a program; False if none has that number."""
    left = tuple(program for program in machine.memory.programs if program.pid != pid)
    if len(left) == len(machine.memory.programs):
        return False
    machine.remember(programs=left)
    return True


def automation(machine: Machine) -> Program | None:
    """The one program that may hold the phone's UiAutomation; while it runs nobody else gets it."""
    return next((program for program in machine.memory.programs if program.cls == AUTOMATION), None)


_LEFT_BEHIND: Final = re.compile(r"app_process[^;|\n]*?(?<![>&])&(?![&>])")


def in_background(line: str) -> bool:
    """Whether a command line leaves the program behind that it starts."""
    return _LEFT_BEHIND.search(line) is not None
