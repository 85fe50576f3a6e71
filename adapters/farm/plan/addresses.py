"""Device URIs of a load test: a range of ports names many devices. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from runtime.core.errors import UsageError

_RANGE: Final = re.compile(r"(tcp://.+:)(\d{1,5})-(\d{1,5})")
_MOST: Final = 10_000


def expand_uris(uris: Iterable[str]) -> list[str]:
    """Return the URIs with each `tcp://HOST:FIRST-LAST` replaced by one URI for each port.

    Raises:
        UsageError: a range is empty, or has more than 10,000 ports.
    """
    found: list[str] = []
    for uri in uris:
        parts = _RANGE.fullmatch(uri)
        if parts is None:
            found.append(uri)
            continue
        first, last = int(parts[2]), int(parts[3])
        if not first <= last <= 65535 or last - first >= _MOST:
            raise UsageError(f"{uri!r}: write tcp://HOST:FIRST-LAST with at most {_MOST:,} ports, such as 26555-26574")
        found += [f"{parts[1]}{port}" for port in range(first, last + 1)]
    return found
