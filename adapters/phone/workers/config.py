"""Configuration of a worker process and removal of its sockets. Imports nothing of the phones themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

BLOCKED_LIMIT_S = 5.0
"""Seconds that one callback may hold the loop. The slowest honest one paints a screen of new pictures (under 1 s)."""


class WorkerConfig(BaseModel):
    """Configuration that a worker gets on its command line."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: Path
    """Holds the sockets `SERIAL.adb` and `SERIAL.ctl`; 0700."""
    serials: tuple[str, ...]
    tcp: tuple[int, ...] = ()
    """Loopback TCP ports, one per phone, instead of the `.adb` sockets; 0 lets the system choose. Empty for sockets."""
    clock: Literal["virtual", "real"] = "virtual"
    """What moves the phones' clocks: their commands, or real time."""
    blocked: float = Field(default=BLOCKED_LIMIT_S, gt=0)
    """Seconds that one callback may hold the loop before the process ends itself."""


def remove_sockets(config: WorkerConfig) -> None:
    """Remove the sockets of a worker's phones, if they exist."""
    for serial in config.serials:
        for suffix in (".adb", ".ctl"):
            (config.folder / f"{serial}{suffix}").unlink(missing_ok=True)
