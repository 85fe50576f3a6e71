"""What may come of a device's folder into a local one, pure: nothing that would leave it."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adapters.adb.framing.sync_wire import Entry
from runtime.core.errors import DeviceRefused

Progress = Callable[[str, int], None]
"""Called after each file with its name below the top and its bytes."""


@dataclass(frozen=True, slots=True)
class CopyCounts:
    """What came over; folders without the top."""

    files: int = 0
    folders: int = 0
    links: int = 0
    bytes: int = 0


def check_entries(listed: Iterable[Entry], path: str, device: str) -> list[Entry]:
    """The entries of the folder `path` without `.` and `..`; `device` says in messages whose it is.

    Raises:
        DeviceRefused: a name leads out of the folder or comes twice, or the device could not look at an entry.
    """
    entries: dict[str, Entry] = {}
    for entry in listed:
        name = entry.name
        if name in (".", ".."):
            continue
        if not name or "/" in name or "\0" in name:
            raise DeviceRefused(f"{device}: {path!r} has an entry {name!r}, which would leave the target folder")
        if name in entries:
            raise DeviceRefused(f"{device}: {path!r} has two entries {name!r}; is the file system whole?")
        if entry.stat.error:
            raise DeviceRefused(f"{device}: {name!r} in {path!r} cannot be looked at: {entry.stat.why}")
        entries[name] = entry
    return list(entries.values())


def leads_out(name: str, target: str) -> bool:
    """Whether a link, by its name below the top and what it says, leads out of the folder."""
    leads = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    return target.startswith("/") or "\0" in target or leads == ".." or leads.startswith("../")
