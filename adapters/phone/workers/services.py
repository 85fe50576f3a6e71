"""The services of a hosted phone for the ADB daemon: banner, shell, files, screen, sockets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import anyio

from adapters.adb.daemon.interactive_shell import InteractiveShell
from adapters.adb.daemon.replies import DaemonReply, production_reply
from adapters.adb.daemon.services import ANDROID_13_FEATURES, FileSystem, Result, Stdin
from adapters.adb.daemon.sockets import Ports
from adapters.adb.transport.banner import Banner
from adapters.phone.shell import LiveInput, interactive_session
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.phone_network import Start
from adapters.phone.workers.programs import Programs
from adapters.phone.workers.service_queue import ServiceQueue
from adapters.phone.workers.shell_session import ShellSession

_BANNER_PROPERTIES = ("ro.product.name", "ro.product.model", "ro.product.device")


class PhoneServices:
    """Implements `adapters.adb.daemon.services.DeviceServices` and the optional services of a device.

    `ports` is the phone's own network, on which programs in the phone listen. `features` are the daemon's features, a
    subset of `adapters.adb.daemon.services.SUPPORTED_FEATURES`.
    """

    def __init__(self, phone: HostedPhone, features: Sequence[str] = ANDROID_13_FEATURES) -> None:
        self._phone = phone
        self.ports = Ports()
        self._programs = Programs(phone.phone, phone.shell, self.ports, phone.clock)
        phone.after = self._programs.update
        # Read once, before the phone's first reset: a command costs virtual time, a connection must not.
        props = {name: bytes(phone.run(f"getprop {name}").stdout).decode().strip() for name in _BANNER_PROPERTIES}
        self._banner = Banner("device", props, tuple(features))

    def keep_jobs(self, start: Start) -> None:
        """Let background jobs outlive the lines that began them, in tasks started with `start`."""
        self._programs.start = start

    @property
    def files(self) -> FileSystem:
        self._phone.clock.catch_up()  # files get the phone's time
        return self._phone.shell.files

    def banner(self) -> Banner:
        """Return the banner of an Android 13 phone, from its properties."""
        return self._banner

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> Result:
        """Run one command line."""
        source = LiveInput(stdin.wait, stdin.take)
        return self._programs.run_line(partial(self._phone.shell.start, command, source, merged=merged))

    def sit(self, terminal: str, *, tty: bool) -> InteractiveShell:
        """Return an interactive shell, which keeps its variables and folder."""
        return ShellSession(
            interactive_session.InteractiveShell(self._phone.shell.machine, terminal, tty=tty), self._programs
        )

    async def photograph(self) -> bytes | memoryview:
        """Return the raw `screencap`, which the real daemon runs too; empty for a protected screen."""
        self._phone.clock.catch_up()
        result = self._phone.run("screencap")
        return b"" if result.exit else result.stdout

    def administer(self, service: str, argument: str) -> DaemonReply | None:
        """Refuse root; a restart of the daemon leaves the phone unchanged."""
        return production_reply(service, argument)


class DelayedPhoneServices(PhoneServices):
    """The services of a phone that begins each when its queue says so."""

    def __init__(self, phone: HostedPhone, queue: ServiceQueue) -> None:
        super().__init__(phone)
        self._queue = queue

    async def before_service(self) -> None:
        """Wait until the queue lets the service begin that is requested now."""
        await anyio.sleep_until(self._queue.answer_at(anyio.current_time()))
