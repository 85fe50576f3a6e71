"""A phone behind a direct ADB connection, as the engine drives it (`runtime.plugins.protocols.Device`)."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
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
"""Seconds without use after which a connection is checked before it is used again."""
_IDENTITY_COMMAND: Final = "getprop ro.serialno; cat /proc/sys/kernel/random/boot_id"
_NO_SCREEN: Final = (0, 0)
_BOOT_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Dial = Callable[[], Awaitable[DeviceConnection]]


class AdbDevice:
    """One phone. `dial` connects to it at the first use, and again after the connection was lost.

    If the phone was not reached yet (`DeviceInfo.unreached`), its first connection completes `info`.

    A connection is suspect after a timeout, a cancelled operation, or long idleness. It must then pass a liveness
    check, or it is replaced, so that no caller waits twice for a dead device. `sign` is the timeout of that check in
    seconds, `idle` the idle time that makes a connection suspect.

    `apps` maps launcher labels to packages; without it only packages (and the last part of their names) can be
    launched. `pool` may be shared by all devices of a loop: frames keep their buffer until they are dropped. `clock`
    (seconds) measures the capture methods at the first capture; the fastest is used from then on.
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
        self._liveness_timeout = sign
        self._idle = idle
        self._suspect = False
        self._used = anyio.current_time()
        self._streams: WeakSet[BufferedStream] = WeakSet()
        self._apps = apps
        size = info.screen[0] * info.screen[1] * 4 + RAW_HEADER
        # A virtual phone's capture methods are all the same, and a needless command would advance its clock.
        self._screen_capture = ScreenCapture(
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
        """Connects, queries the phone's serial number and screen size, and returns it ready for use.

        `first` makes the first connection if that takes more than `dial`.

        Raises:
            DeviceFault: it cannot be reached or does not answer correctly.
        """
        connection = await (first or dial)()
        ready = False
        try:
            info = await _describe(connection, DeviceInfo(name, uri, _NO_SCREEN, virtual))
            ready = True
        finally:
            if not ready:
                connection.close()
        return cls(info, dial, control=control, connection=connection, apps=apps, pool=pool, clock=clock)

    @classmethod
    def unreached(cls, name: str, uri: str, why: str, dial: Dial, pool: BufferPool) -> AdbDevice:
        """A phone that has not answered yet, for the reason `why`."""
        return cls(DeviceInfo(name, uri, _NO_SCREEN, unreached=why), dial, pool=pool)

    @property
    def screen_path(self) -> CaptureMethod | None:
        """The capture method in use; None before the first capture of a device that must be measured."""
        return self._screen_capture.path

    async def connection(self) -> DeviceConnection:
        """The current connection; connects first if there is none or it is unusable. Raises DeviceFault."""
        connection = self._connection
        if connection is None or connection.closed or self._doubtful:
            async with self._dialling:
                connection = self._connection
                if connection is not None and not connection.closed and self._doubtful:
                    await self._check(connection)
                if connection is None or connection.closed:
                    connection = self._connection = await self._dial_checked()
        self._used = anyio.current_time()
        return connection

    @property
    def _doubtful(self) -> bool:
        if self._suspect or anyio.current_time() - self._used <= self._idle:
            return self._suspect
        # A stream in use may be busy for long, and its data would delay the liveness check.
        return all(stream.ended for stream in self._streams)

    async def _dial_checked(self) -> DeviceConnection:
        connection = await self._dial()
        stands = False
        try:
            # A connection alone proves nothing: servers list frozen devices as ready.
            if self.info.unreached:
                self.info = await _describe(connection, self.info)
            elif self._suspect:
                await check_liveness(connection, self._liveness_timeout)
            self._suspect = False
            stands = True
        finally:
            if not stands:
                connection.close()
        return connection

    async def _check(self, connection: DeviceConnection) -> None:
        """Clears a suspect connection, or closes it."""
        try:
            await check_liveness(connection, self._liveness_timeout)
        except DeviceFault:
            await connection.aclose()
        else:
            self._suspect = False

    @contextmanager
    def _suspect_on_timeout(self) -> Iterator[None]:
        """Marks the connection suspect after a timeout, including one that a caller imposed by cancelling."""
        try:
            yield
        except (DeviceTimeout, anyio.get_cancelled_exc_class()):
            self._suspect = True
            raise

    async def dial(self) -> DeviceConnection:
        """Makes another connection beside the one in use; the caller closes it. Raises DeviceFault."""
        return await self._dial()

    async def probe(self) -> None:
        """Checks that the device answers, over a new connection if necessary. Raises DeviceFault."""
        self._suspect = True
        with self._suspect_on_timeout():
            await self.connection()

    async def shell(self, command: str) -> ShellResult:
        """Runs a command line; any exit status is a result. Raises DeviceFault."""
        with self._suspect_on_timeout():
            return await (await self.connection()).shell(command)

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """Captures the current screen. Raises DeviceFault."""
        with self._suspect_on_timeout():
            frame = await self._screen_capture.capture(await self.connection()) if "frame" in needs else None
            tree = await self._tree() if "tree" in needs else None
        return frame, tree

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Carries out an action; returns the command lines sent.

        Launching an app that is not installed does nothing and is no fault of the device.

        Raises:
            DeviceRefused: a command failed.
            DeviceTimeout: a command did not end.
            DeviceLost: the connection broke.
        """
        issued: list[str] = []
        if isinstance(action, Launch):
            action = Launch(await self.package_of(action.app))
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
        """Opens a raw stream to a service of the device. Raises DeviceFault."""
        with self._suspect_on_timeout():
            stream = await (await self.connection()).open(service)
        self._streams.add(stream)
        return stream

    async def elapse(self, ms: int) -> None:
        """Lets time pass: sleeps for a real phone, advances a virtual one's clock."""
        if self.control is not None:
            await self.control.advance(ms)
        else:
            await anyio.sleep(ms / 1000)

    async def aclose(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            await self._connection.aclose()

    async def _checked(self, command: str) -> ShellResult:
        result = await self.shell(command)
        if result.exit and not (command.startswith("monkey ") and _NO_ACTIVITY in result.stdout + result.stderr):
            problem = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
            raise DeviceRefused(f"{self.info.name}: {command!r} failed with exit status {result.exit}: {problem[:300]}")
        return result

    async def package_of(self, app: str) -> str:
        """Returns the package of an app by its label or package name; the name itself if there is no such app."""
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
            # An old dump may still exist, so only the printed confirmation counts.
            problem = (dumped.stderr or dumped.stdout).decode("utf-8", "replace").strip()
            raise DeviceRefused(
                f"{self.info.name}: `uiautomator dump` failed (exit status {dumped.exit}): {problem[:300]}"
            )
        try:
            return parse(await connection.files.pull(DUMP_PATH))
        except TreeError as error:
            raise DeviceRefused(f"{self.info.name}: {DUMP_PATH}: {error}") from error


async def _describe(connection: DeviceConnection, known: DeviceInfo) -> DeviceInfo:
    """Queries serial number, identity and screen size; keeps the name that is known. Raises DeviceFault."""
    serial, identity = parse_identity(await connection.shell(_IDENTITY_COMMAND))
    screen = screen_size(await connection.shell("wm size"), connection.name)
    name, features = known.name or serial or known.uri, tuple(sorted(connection.features))
    return replace(known, name=name, screen=screen, identity=identity, features=features, unreached="")


def parse_identity(result: ShellResult) -> tuple[str, str]:
    """Serial number and identity from the output of `_IDENTITY_COMMAND`; the identity is empty if unknown.

    Both parts are needed: cheap phones share serial numbers, and phones in containers share a kernel.
    """
    lines = result.stdout.decode("utf-8", "replace").split("\n")
    serial = lines[0].strip()
    boot = _BOOT_ID.search("\n".join(lines[1:]))
    return serial, f"{serial} {boot[0]}" if serial and boot else ""


def screen_size(result: ShellResult, name: str) -> tuple[int, int]:
    """Width and height from `wm size`; an override takes precedence over the physical size.

    Raises:
        DeviceRefused: the output has no size.
    """
    found = re.findall(rb"(Physical|Override) size: (\d+)x(\d+)", result.stdout)
    if not found:
        problem = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
        raise DeviceRefused(f"{name}: `wm size` printed no screen size: {problem[:300]!r}")
    kind = b"Override" if any(item[0] == b"Override" for item in found) else b"Physical"
    width, height = next((int(item[1]), int(item[2])) for item in found if item[0] == kind)
    return width, height
