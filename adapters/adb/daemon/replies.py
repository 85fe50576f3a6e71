"""Replies of a device's daemon to requests to change itself, in the words of a production build. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

ADMIN_SERVICES: Final = ("root", "unroot", "remount", "reboot", "tcpip", "usb")
"""These services; each is requested as `NAME:ARGUMENT`."""
_NUMBER: Final = re.compile(r"\s*([+-]?[0-9]{1,9})")
_DENIED: Final = {
    "root": "adbd cannot run as root in production builds\n",
    "unroot": "adbd not running as root\n",
    "remount": 'Not running as root. Try "adb root" first.\n',
}


@dataclass(frozen=True, slots=True)
class DaemonReply:
    """A reply; `restarts` if the daemon then restarts, which drops every connection to the device."""

    text: str
    restarts: bool = False


@runtime_checkable
class SupportsAdminServices(Protocol):
    """A device (see `DeviceServices`) whose daemon accepts requests to change itself; others refuse them."""

    def administer(self, service: str, argument: str) -> DaemonReply | None:
        """Answers one of `ADMIN_SERVICES`; None refuses it."""


@runtime_checkable
class SupportsFramebuffer(Protocol):
    """A device (see `DeviceServices`) with a framebuffer service; others refuse it."""

    async def photograph(self) -> bytes | memoryview:
        """The screen as `screencap` writes it: width, height, format (1) and colour space, then RGBA rows.

        Anything shorter than the header means that there is no picture, and the host gets none.
        """


def production_reply(service: str, argument: str) -> DaemonReply | None:
    """The reply of a phone that allows no root.

    Its network port can be changed; the daemon then confirms and restarts.
    """
    if service == "reboot":
        return DaemonReply("", restarts=True)
    if service == "usb":
        return DaemonReply("restarting in USB mode\n", restarts=True)
    if service == "tcpip":
        found = _NUMBER.match(argument)
        if found is None:
            return None
        port = int(found[1])
        return (
            DaemonReply(f"restarting in TCP mode port: {port}\n", True)
            if port > 0
            else DaemonReply(f"invalid port {port}\n")
        )
    text = _DENIED.get(service)
    return None if text is None else DaemonReply(text)
