"""Configuration of a worker process and removal of its sockets. Imports nothing of the phones themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

BLOCKED_LIMIT_S = 5.0
"""Seconds that one callback may hold the loop. The slowest honest one paints a screen of new pictures (under 1 s)."""


class PhoneOptions(BaseModel):
    """What the phones of a farm are like. By default they are those of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    clock: Literal["virtual", "real"] = "virtual"
    """What moves their clocks: their commands, or real time."""
    own_serial: bool = False
    """Whether each has its own serial number as its property."""
    seed: int = 0
    """The seed of the first phone; the others have the numbers that follow."""
    disturbances: tuple[dict[str, Any], ...] = ()
    """See `adapters.phone.state.disturbances`."""
    latency: tuple[float, float] = (0.0, 0.0)
    """Seconds by which services answer later, and how much it may be more or less."""
    service_time: float = 0.0
    """Seconds for which each service occupies its phone."""


class WorkerConfig(BaseModel):
    """Configuration that a worker gets on its command line."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: Path
    """Holds the sockets `SERIAL.adb` and `SERIAL.ctl`; 0700."""
    serials: tuple[str, ...]
    first: int = 0
    """The number of the first phone in its farm."""
    step: int = 1
    """From the number of a phone to the next one's."""
    host: str = "127.0.0.1"
    """The address of `tcp`."""
    tcp: tuple[int, ...] = ()
    """TCP ports, one per phone, instead of the `.adb` sockets; 0 lets the system choose. Empty for sockets."""
    phones: PhoneOptions = PhoneOptions()
    blocked: float = Field(default=BLOCKED_LIMIT_S, gt=0)
    """Seconds that one callback may hold the loop before the process ends itself."""


def remove_sockets(config: WorkerConfig) -> None:
    """Remove the sockets of a worker's phones, if they exist."""
    for serial in config.serials:
        for suffix in (".adb", ".ctl"):
            (config.folder / f"{serial}{suffix}").unlink(missing_ok=True)
