"""The operations of a virtual user on one ADB device, each measured from when it was due."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import anyio

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.device import DUMP_PATH, AdbDevice
from adapters.adb.host.boot import wait_ready
from adapters.adb.host.device_connection import Deadlines, DeviceConnection
from adapters.adb.screen_capture import RAW_HEADER, ScreenCapture
from adapters.android.actions import commands
from adapters.farm.plan.operations import KINDS, PUSHED
from adapters.farm.plan.scenario import ScenarioFault
from adapters.farm.results.measurements import Measurements, Operation
from runtime.core.actions import Action, Key, Launch, Swipe, Tap, Type
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from runtime.screen.frames import Frame

_BOOT_ID: Final = "cat /proc/sys/kernel/random/boot_id"
_REBOOT_DEADLINE: Final = 180.0
_REBOOT_ANSWER: Final = 5.0


class CommandFailed(DeviceRefused):
    """A command of a virtual user ended with an exit status other than 0."""


class LoadedDevice:
    """A device under load: its connection, and how long it took to make a new one."""

    def __init__(self, device: AdbDevice, found: Measurements, pool: BufferPool, allowed: Collection[str] = ()) -> None:
        """Prepare a device; `allowed` are the destructive operations that may be done (`ALLOWABLE`)."""
        self.allowed = allowed
        self.device = device
        self.found = found
        self.name = device.info.name
        width, height = device.info.screen
        self.screen = ScreenCapture(self.name, pool, width * height * 4 + RAW_HEADER, measured=False)
        self._last: DeviceConnection | None = None

    async def connection(self) -> DeviceConnection:
        """Return the device's connection; a new one is counted as a reconnect with its time."""
        began = asyncio.get_running_loop().time()
        connection = await self.device.connection()
        if connection is not self._last:
            if self._last is not None:
                self.found.reconnects.add(asyncio.get_running_loop().time() - began)
            self._last = connection
        return connection


class MeasuredPhone:
    """A phone as a scenario sees it (`runtime.plugins.LoadPhone`), in one iteration that is due at `due`.

    The first operation was due when the iteration was, the others when the one before had ended.
    """

    def __init__(self, loaded: LoadedDevice, due: float, number: int) -> None:
        self.name = loaded.name
        self.screen = loaded.device.info.screen
        self.number = number
        self._loaded = loaded
        self._due: float | None = due
        self._clock = asyncio.get_running_loop().time

    @asynccontextmanager
    async def measured(self, name: str) -> AsyncIterator[DeviceConnection]:
        """Measure what happens within the block as one operation.

        Raises:
            DeviceFault: the operation failed; it has been counted.
        """
        found = self._loaded.found
        started = self._clock()
        due, self._due = (started if self._due is None else self._due), None
        failure, message, ended = "", "", False
        found.begin()
        try:
            yield await self._loaded.connection()
            ended = True
        except DeviceFault as fault:
            ended, failure, message = True, _failure(fault), str(fault)
            raise
        finally:
            if ended:
                kind = KINDS[name]
                found.add(
                    Operation(
                        *(name, self.name, due, started, self._clock(), kind.trips, kind.streams), failure, message
                    )
                )
            else:
                found.abandon()

    async def stat(self, path: str = "/sdcard") -> None:
        async with self.measured("stat") as connection:
            await connection.files.stat(path)

    def _check_allowed(self, name: str) -> None:
        """Raise ScenarioFault if a destructive operation is not allowed; a dry run may not have come to it."""
        if name not in self._loaded.allowed:
            raise ScenarioFault(f"{name} may break something and is not allowed: --allow {name}")

    async def shell(self, command: str = "echo") -> str:
        if command != "echo":
            self._check_allowed("shell")
        async with self.measured("shell") as connection:
            return await _run(connection, command)

    async def screenshot(self) -> Frame:
        async with self.measured("screenshot") as connection:
            return await self._loaded.screen.capture(connection)

    async def screenshot_png(self) -> bytes:
        async with self.measured("screenshot-png") as connection:
            result = await connection.shell("screencap -p")
            if not result.stdout.startswith(b"\x89PNG"):
                raise CommandFailed(f"{self.name}: `screencap -p` wrote no PNG (exit status {result.exit})")
            return bytes(result.stdout)

    async def dump(self) -> bytes:
        async with self.measured("dump") as connection:
            await _run(connection, f"uiautomator dump {DUMP_PATH}", expected="dumped to")
            return await connection.files.pull(DUMP_PATH)

    async def pull(self, path: str) -> bytes:
        async with self.measured("pull") as connection:
            return await connection.files.pull(path)

    async def push(self, data: bytes | int = 64_000, path: str = "") -> None:
        content = bytes(data) if isinstance(data, int) else data
        async with self.measured("push") as connection:
            await connection.files.push(content, path or f"{PUSHED}-{self.number}")

    async def tap(self, x: int, y: int) -> None:
        await self.act("tap", Tap(x, y))

    async def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int = 300) -> None:
        await self.act("swipe", Swipe(x1, y1, x2, y2, ms))

    async def text(self, text: str) -> None:
        await self.act("text", Type(text))

    async def key(self, name: str) -> None:
        await self.act("key", Key(name))

    async def act(self, name: str, action: Action) -> None:
        """Carry out an action as one operation."""
        async with self.measured(name) as connection:
            for line in commands(action):
                await _run(connection, line)

    async def start(self, package: str) -> None:
        async with self.measured("start") as connection:
            launch = Launch(await self._loaded.device.package_of(package))
            for line in commands(launch):
                await _run(connection, line, expected="Events injected: 1")

    async def install(self, apk: str | Path) -> None:
        self._check_allowed("install")
        async with self.measured("install") as connection:
            await connection.packages.install(Path(apk), "-r")

    async def uninstall(self, package: str) -> None:
        self._check_allowed("uninstall")
        async with self.measured("uninstall") as connection:
            await connection.packages.uninstall(package)

    async def reboot(self) -> None:
        self._check_allowed("reboot")
        async with self.measured("reboot") as connection:
            await _reboot(connection, self._loaded.device)

    async def pause(self, seconds: float) -> None:
        await anyio.sleep(seconds)


async def _run(connection: DeviceConnection, command: str, expected: str = "") -> str:
    """Run a command line and return its output. Raises CommandFailed, or DeviceFault as `shell` does."""
    result = await connection.shell(command)
    output = bytes(result.stdout).decode("utf-8", "replace")
    if result.exit or expected not in output:
        problem = (bytes(result.stderr).decode("utf-8", "replace") or output).strip()
        raise CommandFailed(f"{connection.name}: {command[:80]!r}, exit status {result.exit}: {problem[:200]}")
    return output


async def _reboot(connection: DeviceConnection, device: AdbDevice) -> None:
    """Restart the phone and wait until it has booted again. Raises DeviceRefused, or BootTimeout."""
    before = await _run(connection, _BOOT_ID)

    async def dial(limits: Deadlines) -> DeviceConnection:
        """Connect, and fail as long as the phone has not gone down yet."""
        again = await device.dial()
        restarted = False
        try:
            restarted = await _run(again, _BOOT_ID) != before
        finally:
            if not restarted:
                again.close()
        if not restarted:
            raise DeviceLost("it has not restarted yet")
        return again

    with suppress(DeviceLost, DeviceTimeout):  # the phone may go away before it answers
        await connection.shell("reboot", deadline=_REBOOT_ANSWER)
    ready = await wait_ready(dial, device.info.name, _REBOOT_DEADLINE)
    await ready.aclose()


def _failure(fault: DeviceFault) -> str:
    """Return the kind of a fault for people."""
    match fault:
        case CommandFailed():
            return "command failed"
        case DeviceTimeout():
            return "timeout"
        case DeviceLost():
            return "connection lost"
        case DeviceRefused():
            return "refused"
        case _:
            return "device failed"
