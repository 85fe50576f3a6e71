"""A phone behind a direct ADB connection, as the engine drives it (`runtime.plugins.protocols.Device`)."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from weakref import WeakSet

import anyio

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.host.liveness import LIVENESS_TIMEOUT, check_liveness
from adapters.adb.screen_capture import RAW_HEADER, CaptureMethod, ScreenCapture
from adapters.adb.screen_capture import read_raw as read_raw
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.android.actions import ADB_KEYBOARD, WHICH_KEYBOARD, commands, needs_adb_keyboard, resolve
from runtime.core.actions import Action, Launch
from runtime.core.errors import DeviceFault, DeviceRefused, DeviceTimeout
from runtime.plugins.protocols import ByteStream, Control, DeviceInfo, Need
from runtime.screen.frames import Frame
from runtime.screen.tree import TreeError, UiTree, parse

DUMP_PATH: Final = "/sdcard/window_dump.xml"
_NO_ACTIVITY: Final = b"No activities found to run"
_LAUNCHABLE: Final = (
    "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
)

_IDLE_LIMIT: Final = 30.0
"""Seconds of idleness after which a connection is looked at before it is trusted with anything."""
_IDENTITY_COMMAND: Final = "getprop ro.serialno; cat /proc/sys/kernel/random/boot_id"
_BOOT_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Dial = Callable[[], Awaitable[DeviceConnection]]


class AdbDevice:
    """One phone. `dial` makes its connection: at the first use, and anew at the next use after one was lost.

    A connection on which something was not answered in time (or was given up), and one that lay idle for long, must
    give a sign of life before it is used again, or is replaced: who waited in vain once does not wait as long a second
    time. `sign` is how many seconds that may take, `idle` how many make a connection doubtful.

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
        sign: float = LIVENESS_TIMEOUT,
        idle: float = _IDLE_LIMIT,
    ) -> None:
        self.info = info
        self.control = control
        self._dial = dial
        self._connection = connection
        self._dialling = anyio.Lock()
        self._sign = sign
        self._idle = idle
        self._suspect = False
        self._used = anyio.current_time()
        self._lent: WeakSet[BufferedStream] = WeakSet()
        self._apps = apps
        size = info.screen[0] * info.screen[1] * 4 + RAW_HEADER
        # On a virtual phone all ways come from one place, and a needless command would move its clock.
        self._screens = ScreenCapture(
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
        first: Dial | None = None,
    ) -> AdbDevice:
        """Dial, ask the phone for its serial number and screen, and return it ready for use.

        `first` makes the first connection, where that takes more than `dial`.

        Raises:
            DeviceFault: it cannot be reached or does not tell.
        """
        connection = await (first or dial)()
        ready = False
        try:
            serial, identity = parse_identity(await connection.shell(_IDENTITY_COMMAND))
            size = await connection.shell("wm size")
            shown = screen_size(size, connection.name)
            features = tuple(sorted(connection.features))
            info = DeviceInfo(name or serial or uri, uri, shown, virtual, identity, features)
            ready = True
        finally:
            if not ready:
                connection.close()
        return cls(info, dial, control=control, connection=connection, apps=apps, pool=pool, clock=clock)

    @property
    def screen_path(self) -> CaptureMethod | None:
        """The way in which the screen is had; None before the first capture of a device where it must be found out."""
        return self._screens.path

    async def connection(self) -> DeviceConnection:
        """The connection in use, dialled if there is none or it is of no use any more. Raises DeviceFault."""
        connection = self._connection
        if connection is None or connection.closed or self._doubtful:
            async with self._dialling:
                connection = self._connection
                if connection is not None and not connection.closed and self._doubtful:
                    await self._look_at(connection)
                if connection is None or connection.closed:
                    connection = self._connection = await self._fresh()
        self._used = anyio.current_time()
        return connection

    @property
    def _doubtful(self) -> bool:
        if self._suspect or anyio.current_time() - self._used <= self._idle:
            return self._suspect
        # A stream that somebody else has in use may be busy for long, and its data be in the way of a sign of life.
        return all(stream.ended for stream in self._lent)

    async def _fresh(self) -> DeviceConnection:
        connection = await self._dial()
        stands = not self._suspect
        try:
            if self._suspect:
                # A connection alone proves nothing: servers call devices ready that are frozen.
                await check_liveness(connection, self._sign)
                self._suspect = False
                stands = True
        finally:
            if not stands:
                connection.close()
        return connection

    async def _look_at(self, connection: DeviceConnection) -> None:
        """Clear a connection of doubt, or hang up."""
        try:
            await check_liveness(connection, self._sign)
        except DeviceFault:
            await connection.aclose()
        else:
            self._suspect = False

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        """Whatever is not answered in time makes the connection suspect, also where others end the wait."""
        try:
            yield
        except (DeviceTimeout, anyio.get_cancelled_exc_class()):
            self._suspect = True
            raise

    async def probe(self) -> None:
        """Give a sign of life, over a new connection if need be. Raises DeviceFault."""
        self._suspect = True
        with self._in_use():
            await self.connection()

    async def shell(self, command: str) -> ShellResult:
        """One command line, whatever its exit status. Raises DeviceFault."""
        with self._in_use():
            return await (await self.connection()).shell(command)

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """What is on the screen now. Raises DeviceFault."""
        with self._in_use():
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
        with self._in_use():
            stream = await (await self.connection()).open(service)
        self._lent.add(stream)
        return stream

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
            problem = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
            raise DeviceRefused(f"{self.info.name}: {command!r} failed with exit status {result.exit}: {problem[:300]}")
        return result

    async def _package(self, app: str) -> str:
        if self._apps is not None:
            return resolve(app, self._apps) or app
        if "." in app:
            return app
        listed = await self.shell(_LAUNCHABLE)
        packages = re.findall(r"^\s*([\w.]+)/\S+$", listed.stdout.decode("utf-8", "replace"), re.MULTILINE)
        return resolve(app, {package: package for package in packages}) or app

    async def _tree(self) -> UiTree:
        connection = await self.connection()
        dumped = await connection.shell(f"uiautomator dump {DUMP_PATH}")
        if dumped.exit or b"dumped to" not in dumped.stdout:
            # An old file may still be there: what was printed decides, not what can be pulled.
            problem = (dumped.stderr or dumped.stdout).decode("utf-8", "replace").strip()
            raise DeviceRefused(f"{self.info.name}: no tree was dumped (exit status {dumped.exit}): {problem[:300]}")
        try:
            return parse(await connection.files.pull(DUMP_PATH))
        except TreeError as error:
            raise DeviceRefused(f"{self.info.name}: {DUMP_PATH}: {error}") from error


def parse_identity(result: ShellResult) -> tuple[str, str]:
    """Serial number and identity out of the answer to `_IDENTITY_COMMAND`; the identity is empty if the phone does not
    tell.

    Neither part would do alone: cheap phones share serial numbers, and phones that are containers share a kernel.
    """
    lines = result.stdout.decode("utf-8", "replace").split("\n")
    serial = lines[0].strip()
    boot = _BOOT_ID.search("\n".join(lines[1:]))
    return serial, f"{serial} {boot[0]}" if serial and boot else ""


def screen_size(result: ShellResult, name: str) -> tuple[int, int]:
    """Width and height out of `wm size`; an override counts before the physical size.

    Raises:
        DeviceRefused: it does not say.
    """
    found = re.findall(rb"(Physical|Override) size: (\d+)x(\d+)", result.stdout)
    if not found:
        problem = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
        raise DeviceRefused(f"{name}: `wm size` does not tell the size of the screen: {problem[:300]!r}")
    kind = b"Override" if any(item[0] == b"Override" for item in found) else b"Physical"
    width, height = next((int(item[1]), int(item[2])) for item in found if item[0] == kind)
    return width, height
