"""Worker processes of the phone farm, found by the temporary folder that their sockets lie in."""

from __future__ import annotations

import os
from pathlib import Path

import anyio


def workers(temporary: Path, serial: str = "") -> list[int]:
    """Process ids of the workers (of the one that hosts `serial`) whose socket folder lies in `temporary`."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        except OSError:
            continue  # it ended while we looked
        if "adapters.phone.workers.worker" in words and f'"{temporary}/' in words[-2] and f'"{serial}' in words[-2]:
            found.append(int(entry.name))
    return found


async def wait_ended(pids: list[int], seconds: float = 20) -> None:
    """Wait for processes that are not our children. TimeoutError if one continues."""
    with anyio.fail_after(seconds):
        for pid in pids:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            try:
                await anyio.wait_readable(descriptor)
            finally:
                os.close(descriptor)
