"""Safety rules for copying a device's folder into a local one: nothing may leave the target folder. Pure."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adapters.adb.framing.sync_wire import Entry
from runtime.core.errors import DeviceRefused

Progress = Callable[[str, int], None]
"""Called after each file with its path relative to the top folder and its size in bytes."""


@dataclass(frozen=True, slots=True)
class CopyCounts:
    """Numbers of copied entries; folders without the top one."""

    files: int = 0
    folders: int = 0
    links: int = 0
    bytes: int = 0


def check_entries(listed: Iterable[Entry], path: str, device: str) -> list[Entry]:
    """The entries of the folder `path` without `.` and `..`; `device` is for messages.

    Raises:
        DeviceRefused: a name leads out of the folder or is repeated, or the device could not read an entry.
    """
    entries: dict[str, Entry] = {}
    for entry in listed:
        name = entry.name
        if name in (".", ".."):
            continue
        if not name or "/" in name or "\0" in name:
            raise DeviceRefused(f"{device}: {path!r} has an entry {name!r}, which would leave the target folder")
        if name in entries:
            raise DeviceRefused(f"{device}: {path!r} has two entries {name!r}; check the file system")
        if entry.stat.error:
            raise DeviceRefused(f"{device}: {name!r} in {path!r} cannot be read: {entry.stat.why}")
        entries[name] = entry
    return list(entries.values())


def leads_out(name: str, target: str) -> bool:
    """Whether a link leads out of the folder, given its path relative to the top and its target."""
    leads = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    return target.startswith("/") or "\0" in target or leads == ".." or leads.startswith("../")
