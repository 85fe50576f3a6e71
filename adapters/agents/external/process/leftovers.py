"""Processes that a program left behind where it has no namespace of its own, found by a mark in their environment.

A child inherits the mark whatever group or session it makes for itself. Who cleans its environment before it starts
another program is not found: only namespaces catch that.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_ROUNDS: Final = 20
"""How often it is looked again: who forks while we look has new children to be found."""


def kill_marked(mark: str) -> int:
    """Kill every process with that variable (NAME=VALUE) in its environment; how many there were. Blocks."""
    killed: set[int] = set()
    for _ in range(_ROUNDS):
        found = set(marked(mark)) - killed
        if not found:
            break
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        killed |= found
    return len(killed)


def marked(mark: str) -> Iterator[int]:
    """The processes with that variable in their environment, but for this one."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue  # it has gone, or is another user's
        if mark.encode() in environment.split(b"\0"):
            yield int(entry.name)
