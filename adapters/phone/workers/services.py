"""A hosted phone as the ADB device side sees it: banner, shell, files, screen, sockets, and its daemon."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.adb.daemon.interactive_shell import Sitting
from adapters.adb.daemon.replies import Notice, production
from adapters.adb.daemon.services import ANDROID_13, FileSystem, Result, Stdin
from adapters.adb.daemon.sockets import Ports
from adapters.adb.transport.banner import Banner
from adapters.phone.shell import sitting
from adapters.phone.shell.device.installer import streamed
from adapters.phone.shell.language.input_detection import reads_input
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.programs import Programs
from adapters.phone.workers.shell_session import ShellSession

_TOLD = ("ro.product.name", "ro.product.model", "ro.product.device")


class PhoneServices:
    """Implements `adapters.adb.daemon.services.DeviceServices`, and all that a device may offer beyond.

    `ports` is the phone's own network; programs that run in the phone listen there. `features` are those of its daemon,
    of what `adapters.adb.daemon.services.SERVED` has.
    """

    def __init__(self, phone: HostedPhone, features: Sequence[str] = ANDROID_13) -> None:
        self._phone = phone
        self.ports = Ports()
        self._programs = Programs(phone.phone, phone.shell, self.ports)
        phone.after = self._programs.follow
        # Asked once, before the phone's first reset: a command costs virtual time, a connection must not.
        props = {name: bytes(phone.run(f"getprop {name}").stdout).decode().strip() for name in _TOLD}
        self._banner = Banner("device", props, tuple(features))

    @property
    def files(self) -> FileSystem:
        return self._phone.shell.files

    def banner(self) -> Banner:
        """An Android 13 phone, as its properties say."""
        return self._banner

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> Result:
        """Run one command line, at once but for its input and for what it leaves running."""
        if size := streamed(command):
            given = await stdin.read_exactly(size)
        else:
            given = await stdin.read() if reads_input(command) else b""
        return self._programs.watched(command, lambda: self._phone.run(command, given, merged=merged))

    def sit(self, terminal: str, *, tty: bool) -> Sitting:
        """A shell that keeps its variables and folder."""
        return ShellSession(sitting.InteractiveShell(self._phone.shell.machine, terminal, tty=tty), self._programs)

    async def photograph(self) -> bytes | memoryview:
        """What a raw `screencap` gives: the real daemon runs just that. Nothing where a screen is protected."""
        result = self._phone.run("screencap")
        return b"" if result.exit else result.stdout

    def administer(self, service: str, argument: str) -> Notice | None:
        """No root; a restart of the daemon leaves the phone as it is."""
        return production(service, argument)
