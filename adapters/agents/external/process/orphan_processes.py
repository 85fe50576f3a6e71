"""Finds and kills processes that a program without isolation left behind, by a marker in their environment.

Children inherit the marker whatever process group or session they create. A process that clears its environment is not
found; only namespaces catch that.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_ROUNDS: Final = 20
"""Number of searches: processes that fork meanwhile have new children."""


def kill_marked(mark: str) -> int:
    """Kills every process with this variable (NAME=VALUE); returns their number. Blocks."""
    killed: set[int] = set()
    for _ in range(_ROUNDS):
        found = set(marked_processes(mark)) - killed
        if not found:
            break
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        killed |= found
    return len(killed)


def marked_processes(mark: str) -> Iterator[int]:
    """The processes with this variable in their environment, except this one."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue  # it has ended, or belongs to another user
        if mark.encode() in environment.split(b"\0"):
            yield int(entry.name)
