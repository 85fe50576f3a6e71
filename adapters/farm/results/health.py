"""What a device reports about itself: battery, temperature, disk, apps, files that load tests left behind. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from adapters.farm.plan.operations import PUSHED

COMMAND: Final = f"dumpsys battery; df -k /data; pm list packages -3; ls -d {PUSHED}* 2>/dev/null"
CLEAN: Final = f"rm -f {PUSHED}-*"
_BATTERY: Final = re.compile(r"^\s*level: (\d+)", re.MULTILINE)
_TEMPERATURE: Final = re.compile(r"^\s*temperature: (-?\d+)", re.MULTILINE)
_DISK: Final = re.compile(r"^\S+\s+\d+\s+\d+\s+(\d+)\s+\d+%\s+/", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Health:
    """What a device reported; None for what it left out. Temperature in degrees Celsius, free disk space in bytes."""

    battery: int | None = None
    temperature: float | None = None
    free: int | None = None
    apps: tuple[str, ...] = ()
    """The installed apps that do not belong to the system."""
    files: int = 0
    """Files of load tests."""


def parse_health(text: str) -> Health:
    """Parse the output of `COMMAND`."""
    battery, temperature, disk = (pattern.search(text) for pattern in (_BATTERY, _TEMPERATURE, _DISK))
    lines = text.splitlines()
    return Health(
        int(battery[1]) if battery else None,
        int(temperature[1]) / 10 if temperature else None,
        int(disk[1]) * 1024 if disk else None,
        tuple(sorted(line.removeprefix("package:").strip() for line in lines if line.startswith("package:"))),
        sum(line.startswith(PUSHED) for line in lines),
    )
