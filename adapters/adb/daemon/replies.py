"""What a device's daemon says when the host asks it to change itself; the words of a production build, pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

ADMIN_SERVICES: Final = ("root", "unroot", "remount", "reboot", "tcpip", "usb")
"""The services in question; each is asked for as `NAME:ARGUMENT`."""
_NUMBER: Final = re.compile(r"\s*([+-]?[0-9]{1,9})")
_DENIED: Final = {
    "root": "adbd cannot run as root in production builds\n",
    "unroot": "adbd not running as root\n",
    "remount": 'Not running as root. Try "adb root" first.\n',
}


@dataclass(frozen=True, slots=True)
class DaemonReply:
    """The answer, and whether the daemon then starts anew, which drops every connection to the device."""

    text: str
    restarts: bool = False


@runtime_checkable
class SupportsAdminServices(Protocol):
    """A device (see `DeviceServices`) whose daemon may be asked to change itself. Without this it refuses."""

    def administer(self, service: str, argument: str) -> DaemonReply | None:
        """One of `ADMIN_SERVICES`; None refuses it."""


@runtime_checkable
class SupportsFramebuffer(Protocol):
    """A device (see `DeviceServices`) with a framebuffer service. Without this it refuses."""

    async def photograph(self) -> bytes | memoryview:
        """The screen as `screencap` writes it: width, height, format (1) and colour space, then RGBA rows.

        Anything shorter than that header: there is no picture, and the host is sent none.
        """


def production_reply(service: str, argument: str) -> DaemonReply | None:
    """How a phone answers that nobody may become root on.

    The network port of such a phone may be changed; it says so and starts anew.
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
