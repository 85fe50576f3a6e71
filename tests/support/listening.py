"""The addresses at which this computer listens, as the system lists them. Linux only."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LOOPBACK: Final = {"0100007F"}
"""127.0.0.1 and nothing else, as the system writes it."""


def listening_addresses(port: int) -> set[str]:
    """The addresses at which something listens on a TCP port, as the system lists them."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            _, local, _, state, *_ = line.split()
            address, _, number = local.partition(":")
            if state == "0A" and int(number, 16) == port:
                found.add(address)
    return found
