"""Shell lines by which agents query the phone, as their own programs send them over adb."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from runtime.plugins.protocols import Session

FOCUS: Final = "dumpsys window"
"""The line whose output tells what is in front."""
TODAY: Final = "date +%Y-%m-%d"
"""The line that tells the phone's date."""
PACKAGES: Final = "pm list packages -3"
"""The line that lists the apps which did not come with the phone."""

_FOCUS = re.compile(r"m(?:CurrentFocus|FocusedApp)=\w+\{\S+ u\d+ ([\w.]+)/")
_DATE = re.compile(r"\b(2\d\d\d)-(\d\d)-(\d\d)\b")
_LISTED = re.compile(r"(?m)^package:([\w.]+)\s*$")
_MOST: Final = 1 << 20


async def line(session: Session, command: str) -> str:
    """The output of a line on the phone's shell, at most 1 MB; it is not an action and is not recorded.

    Raises:
        Fault: the device failed.
    """
    stream = await session.open(f"shell:{command}")
    received = bytearray()
    try:
        while len(received) < _MOST and (part := await stream.receive()):
            received += part
    finally:
        await stream.aclose()
    return received.decode("utf-8", "replace")


def front(dumped: str) -> str:
    """The package in front by `dumpsys window`; empty if it does not tell."""
    found = _FOCUS.search(dumped)
    return found[1] if found else ""


def today(text: str) -> date | None:
    """The date by `date +%Y-%m-%d`; None if it does not tell."""
    found = _DATE.search(text)
    if found is None:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:  # digits that are no day
        return None


def packages(listed: str) -> tuple[str, ...]:
    """The packages that `pm list packages` lists, in order of their names."""
    return tuple(sorted(_LISTED.findall(listed)))
