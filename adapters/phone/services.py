"""A hosted phone as the ADB device side sees it: banner, shell, files, screen, and a daemon of a production build."""

from __future__ import annotations

import re

from adapters.adb.banner import Banner
from adapters.adb.daemon import Notice, production
from adapters.adb.services import SERVED, FileSystem, Result, Stdin
from adapters.phone.host import HostedPhone

_READS = re.compile(r"\s*(cat|sh|wc( -\w+)?|md5sum|base64( -d)?|sort|tee \S+)\s*(>>?\s*\S+\s*)?$")
"""Command lines that read standard input. Others must not wait for it: many hosts never close it."""
_TOLD = ("ro.product.name", "ro.product.model", "ro.product.device")


class PhoneServices:
    """Implements `adapters.adb.services.DeviceServices`, and what of `adapters.adb.daemon` a device may offer."""

    def __init__(self, phone: HostedPhone) -> None:
        self._phone = phone
        # Asked once, before the phone's first reset: a command costs virtual time, a connection must not.
        props = {name: bytes(phone.run(f"getprop {name}").stdout).decode().strip() for name in _TOLD}
        self._banner = Banner("device", props, SERVED)

    @property
    def files(self) -> FileSystem:
        return self._phone.shell.files

    def banner(self) -> Banner:
        """An Android 13 phone, as its properties say."""
        return self._banner

    async def shell(self, command: str, stdin: Stdin) -> Result:
        """Run one command line, at once."""
        return self._phone.run(command, await stdin.read() if _READS.match(command) else b"")

    async def photograph(self) -> bytes | memoryview:
        """What a raw `screencap` gives: the real daemon runs just that. Nothing where a screen is protected."""
        result = self._phone.run("screencap")
        return b"" if result.exit else result.stdout

    def administer(self, service: str, argument: str) -> Notice | None:
        """No root; a restart of the daemon leaves the phone as it is."""
        return production(service, argument)
