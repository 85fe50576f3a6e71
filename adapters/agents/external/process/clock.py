"""Gives a program the phone's date, by the system's libfaketime. Only what asks for the date sees it; timeouts do not.

Programs that are linked statically or ask the kernel directly still see this computer's date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from runtime.core.errors import DeviceFault
from runtime.plugins.protocols import ByteStream

DATE_SERVICE: Final = "shell:date '+%s %z'"
"""The ADB service that tells the phone's date."""
_DATE: Final = re.compile(rb"(\d+) ([+-])(\d\d)(\d\d)\s*\Z")
_PATTERNS: Final = ("/usr/lib*/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1")
_MAX_OUTPUT: Final = 4096
_DAY: Final = 86400.0


def copy_library(folder: Path) -> str:
    """Copies libfaketime into a folder; returns its path, empty if it is not installed. Blocks.

    The copy lacks its `clock_nanosleep`, with which 0.9.10 breaks Python's `time.sleep` (its issue 426): the system's
    function, which takes that place, is right for the clock that is not changed.
    """
    found = next((path for pattern in _PATTERNS for path in sorted(Path("/").glob(pattern[1:]))), None)
    if found is None:
        return ""
    copy = folder / found.name
    copy.write_bytes(found.read_bytes().replace(b"\0clock_nanosleep\0", b"\0xlock_nanosleep\0"))
    return str(copy)


async def read_phone_date(stream: ByteStream) -> tuple[int, str]:
    """The phone's date in seconds since the epoch and its time zone for TZ, from a stream of `DATE_SERVICE`.

    Raises:
        DeviceFault: the phone does not tell its date.
    """
    output = b""
    try:
        while (part := await stream.receive()) and len(output) < _MAX_OUTPUT:
            output += part
    finally:
        await stream.aclose()
    return parse_date(output)


def parse_date(output: bytes) -> tuple[int, str]:
    """Parses the output of `DATE_SERVICE`. Pure. Raises DeviceFault."""
    found = _DATE.search(output)
    if found is None:
        raise DeviceFault(f"the phone does not tell its date: {output[:80]!r}")
    sign = "-" if found[2] == b"+" else "+"  # POSIX counts from the zone to UTC
    name = f"<{found[2].decode()}{found[3].decode()}{found[4].decode()}>"
    return int(found[1]), f"{name}{sign}{found[3].decode()}:{found[4].decode()}"


def clock_variables(library: str, seconds: float, zone: str) -> dict[str, str]:
    """The environment in which the date is `seconds` later than this computer's, in a time zone. Pure."""
    return {
        "LD_PRELOAD": library,
        "FAKETIME": f"{seconds:+.3f}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
        "TZ": zone,
    }


def certificate_hint(text: str, variables: Mapping[str, str]) -> str:
    """What to do if a program's last words complain of a certificate, checked by the phone's date. Pure."""
    if not variables or abs(float(variables["FAKETIME"])) < _DAY or "certificate" not in text.lower():
        return ""
    return "; it checks certificates by the phone's date: start it with env -u LD_PRELOAD, to see this computer's date"
