"""A phone behind a direct ADB connection, as the engine drives it (`runtime.ports.Device`)."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import anyio

from adapters.adb.actions import ADB_KEYBOARD, WHICH_KEYBOARD, commands, needs_adb_keyboard, resolve
from adapters.adb.buffers import BufferPool
from adapters.adb.operations import DeviceConnection
from adapters.adb.screens import RAW_HEADER, ScreenPath, Screens
from adapters.adb.screens import read_raw as read_raw
from adapters.adb.services import ShellResult
from runtime.actions import Action, Launch
from runtime.errors import DeviceRefused
from runtime.frames import Frame
from runtime.ports import ByteStream, Control, DeviceInfo, Need
from runtime.ui import TreeError, UiTree, parse

DUMP: Final = "/sdcard/window_dump.xml"
_NO_ACTIVITY: Final = b"No activities found to run"
_LAUNCHABLE: Final = (
    "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
)

Dial = Callable[[], Awaitable[DeviceConnection]]


class AdbDevice:
    """One phone. `dial` makes its connection: at the first use, and anew at the next use after one was lost.

    `apps` maps launcher labels to packages; without it only packages (and the last part of their names) can be
    launched. `pool` may be shared by all devices of a loop: frames keep their buffer until they are dropped. `clock`
    (seconds) measures the ways to the screen at the first capture; the fastest is kept.
    """

    def __init__(
        self,
        info: DeviceInfo,
        dial: Dial,
        *,
        control: Control | None = None,
        connection: DeviceConnection | None = None,
        apps: Mapping[str, str] | None = None,
        pool: BufferPool | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.info = info
        self.control = control
        self._dial = dial
        self._connection = connection
        self._dialling = anyio.Lock()
        self._apps = apps
        size = info.screen[0] * info.screen[1] * 4 + RAW_HEADER
        # On a virtual phone all ways come from one place, and a needless command would move its clock.
        self._screens = Screens(
            info.name, pool if pool is not None else BufferPool(), size, measured=not info.virtual, clock=clock
        )

    @classmethod
    async def connect(
        cls,
        uri: str,
        dial: Dial,
        *,
        name: str = "",
        control: Control | None = None,
        virtual: bool = False,
        apps: Mapping[str, str] | None = None,
        pool: BufferPool | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> AdbDevice:
        """Dial, ask the phone for its serial number and screen, and return it ready for use.

        Raises:
            DeviceFault: it cannot be reached or does not tell.
        """
        connection = await dial()
        ready = False
        try:
            serial = (await connection.shell("getprop ro.serialno")).stdout.decode("utf-8", "replace").strip()
            size = await connection.shell("wm size")
            info = DeviceInfo(name or serial or uri, uri, screen_size(size, connection.name), virtual)
            ready = True
        finally:
            if not ready:
                connection.close()
        return cls(info, dial, control=control, connection=connection, apps=apps, pool=pool, clock=clock)

    @property
    def screen_path(self) -> ScreenPath | None:
        """The way in which the screen is had; None before the first capture of a device where it must be found out."""
        return self._screens.path

    async def connection(self) -> DeviceConnection:
        """The connection in use, dialled if there is none or it was lost. Raises DeviceFault if that fails."""
        if self._connection is None or self._connection.closed:
            async with self._dialling:
                if self._connection is None or self._connection.closed:
                    self._connection = await self._dial()
        return self._connection

    async def shell(self, command: str) -> ShellResult:
        """One command line, whatever its exit status. Raises DeviceFault."""
        return await (await self.connection()).shell(command)

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """What is on the screen now. Raises DeviceFault."""
        frame = await self._screens.capture(await self.connection()) if "frame" in needs else None
        tree = await self._tree() if "tree" in needs else None
        return frame, tree

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Carry an action out; the command lines that were sent.

        An app that is not there is not launched, and that is no fault of the device.

        Raises:
            DeviceRefused: a command failed.
            DeviceTimeout: it did not end.
            DeviceLost: the connection broke.
        """
        issued: list[str] = []
        if isinstance(action, Launch):
            action = Launch(await self._package(action.app))
        keyboard = False
        if needs_adb_keyboard(action):
            current = await self._checked(WHICH_KEYBOARD)
            issued.append(WHICH_KEYBOARD)
            keyboard = current.stdout.decode("utf-8", "replace").strip() == ADB_KEYBOARD
        for command in commands(action, adb_keyboard=keyboard):
            await self._checked(command)
            issued.append(command)
        return tuple(issued)

    async def open(self, service: str) -> ByteStream:
        """A raw stream to a service of the device. Raises DeviceFault."""
        return await (await self.connection()).open(service)

    async def elapse(self, ms: int) -> None:
        """Let a real phone run on; virtual ones have a clock of their own, reached by their control."""
        if self.control is not None:
            await self.control.advance(ms)
        else:
            await anyio.sleep(ms / 1000)

    async def aclose(self) -> None:
        """Hang up."""
        if self._connection is not None:
            await self._connection.aclose()

    async def _checked(self, command: str) -> ShellResult:
        result = await self.shell(command)
        if result.exit and not (command.startswith("monkey ") and _NO_ACTIVITY in result.stdout + result.stderr):
            said = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
            raise DeviceRefused(f"{self.info.name}: {command!r} failed with exit status {result.exit}: {said[:300]}")
        return result

    async def _package(self, app: str) -> str:
        if self._apps is not None:
            return resolve(app, self._apps) or app
        if "." in app:
            return app
        listed = await self.shell(_LAUNCHABLE)
        packages = re.findall(r"^\s*([\w.]+)/\S+$", listed.stdout.decode("utf-8", "replace"), re.MULTILINE)
        return resolve(app, {one: one for one in packages}) or app

    async def _tree(self) -> UiTree:
        connection = await self.connection()
        dumped = await connection.shell(f"uiautomator dump {DUMP}")
        if dumped.exit or b"dumped to" not in dumped.stdout:
            # An old file may still be there: what was printed decides, not what can be pulled.
            said = (dumped.stderr or dumped.stdout).decode("utf-8", "replace").strip()
            raise DeviceRefused(f"{self.info.name}: no tree was dumped (exit status {dumped.exit}): {said[:300]}")
        try:
            return parse(await connection.pull(DUMP))
        except TreeError as error:
            raise DeviceRefused(f"{self.info.name}: {DUMP}: {error}") from error


def screen_size(result: ShellResult, name: str) -> tuple[int, int]:
    """Width and height out of `wm size`; an override counts before the physical size.

    Raises:
        DeviceRefused: it does not say.
    """
    found = re.findall(rb"(Physical|Override) size: (\d+)x(\d+)", result.stdout)
    if not found:
        said = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
        raise DeviceRefused(f"{name}: `wm size` does not tell the size of the screen: {said[:300]!r}")
    kind = b"Override" if any(one[0] == b"Override" for one in found) else b"Physical"
    width, height = next((int(one[1]), int(one[2])) for one in found if one[0] == kind)
    return width, height
