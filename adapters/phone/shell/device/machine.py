"""The phone as commands see it: the `Phone`, its files and settings, and the shell's own memory."""

from __future__ import annotations

import stat as modes
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from adapters.phone.files.filesystem import Files, Snapshot
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.device.costs import cost
from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.device.memory import Memory
from adapters.phone.shell.device.network import Network
from adapters.phone.shell.device.packages import Package, factory_packages, installed_package
from adapters.phone.shell.device.tasks import Scheduler, Task, Wait
from adapters.phone.state.phone_state import START, SYSTEM_IME
from adapters.phone.ui.scene import Scene
from runtime.screen.frames.frame import Frame
from runtime.screen.frames.png import encode

DENSITY = 420
RAW_HEADER = 16
FIRST_PID = 4021
"""The first process that the shell starts."""
_LAST_PID = 32767
_LONGEST_NAME = 40
_MOST_UNKNOWN = 50
START_MS = int(START.timestamp()) * 1000


class Machine:
    """One phone behind the shell. Not thread-safe; its only own state is `files` and `memory`."""

    def __init__(self, phone: Phone, screencap: Callable[[], memoryview], files: Files | None = None) -> None:
        self.phone = phone
        self._screencap = screencap
        self.files = files or Files(lambda: self.now_ms // 1000)
        self.memory = Memory()
        self.scheduler = Scheduler()
        self.last_pid = FIRST_PID - 1
        self.exits: dict[int, int] = {}
        """Exit statuses of programs that ended, until their starter has asked."""
        self.changed: Callable[[], Wait] | None = None
        """Returns what waits until the phone changes from now on; None where nobody can wait."""
        self.network: Network | None = None
        """The phone's sockets; None where no program can have any."""
        self.pass_time: Callable[[int], None] = self._pass_virtual_time
        """Lets the ms pass that a command takes by its nature: a sleep, a held touch."""
        self.spend: Callable[[int], None] = phone.elapse
        """Lets the ms pass that a command costs on the virtual clock; in real time it takes what it takes."""
        self._png: tuple[Scene, bytes] | None = None
        self._packages: tuple[Package, ...] = ()
        self._create_app_folders()

    def _create_app_folders(self) -> None:
        """Create each package's private folder, which the shell may see but not enter."""
        for package in self.packages():
            kind = modes.S_IFDIR | 0o700
            self.files.add_entry(f"/data/data/{package.name}", mode=kind, uid=package.uid, gid=package.uid)

    def charge(self, argv: Sequence[str]) -> None:
        """Advance the clock by the cost of a program."""
        if ms := cost(argv):
            self.spend(ms)

    def _pass_virtual_time(self, ms: int) -> None:
        """Advance the clock; a background job sleeps instead until others have advanced it."""
        tasks = self.scheduler
        if tasks.current is not None and tasks.current.background:
            tasks.sleep_until(self.phone.state.now_ms + ms)
        elif tasks.sleeping:
            self.advance(ms)
        else:
            self.phone.elapse(ms)

    def advance(self, ms: int) -> None:
        """Advance the virtual clock; background jobs that sleep go on at their own time.

        Raises:
            Signalled: a job has sent a signal to the current task.
        """
        until = self.phone.state.now_ms + ms
        while (wake := self.scheduler.next_wake()) is not None and wake <= until:
            self.phone.elapse(max(wake - self.phone.state.now_ms, 0))
            self.scheduler.wake(self.phone.state.now_ms)
            if self.scheduler.current is not None:
                self.scheduler.current.raise_signals()
        self.phone.elapse(max(until - self.phone.state.now_ms, 0))

    def wait_for_job(self, job: Task) -> None:
        """Let a background job run to its end, on the virtual clock or in real time."""
        while not job.greenlet.dead:
            if job.until is not None:
                self.advance(job.until - self.phone.state.now_ms)
            elif (current := self.scheduler.current) is None or not current.waits:
                break
            else:
                job.waiters.append(current)
                self.scheduler.block()

    @property
    def can_wait(self) -> bool:
        """Return whether a command may wait until something outside happens."""
        current = self.scheduler.current
        return self.changed is not None and current is not None and current.waits

    def wait_for_change(self) -> None:
        """Wait until another command, an app or time has changed the phone."""
        assert self.changed is not None
        self.scheduler.wait_for(self.changed())

    def new_pid(self) -> int:
        """Return the id of a new process. Only what asks for it has one, so it depends on commands that ask alone."""
        taken = {self.pid(item.name) for item in self.processes} | {item.pid for item in self.memory.programs}
        while True:
            self.last_pid = self.last_pid + 1 if self.last_pid < _LAST_PID else FIRST_PID
            if self.last_pid not in taken:
                return self.last_pid

    def count_unknown(self, command: str) -> None:
        """Count a command, or one with an option, that this shell does not know, for people who read the run."""
        counts = dict(self.phone.state.unknown_commands)
        name = clean(command)[:_LONGEST_NAME]
        if name in counts or len(counts) < _MOST_UNKNOWN:
            counts[name] = counts.get(name, 0) + 1
            self.phone.state = replace(self.phone.state, unknown_commands=tuple(counts.items()))

    @property
    def now(self) -> datetime:
        return self.phone.state.now

    @property
    def now_ms(self) -> int:
        """Return virtual milliseconds since 1970."""
        return START_MS + self.phone.state.now_ms

    def remember(self, **changes: object) -> None:
        """Change fields of the memory."""
        self.memory = replace(self.memory, **changes)  # type: ignore[arg-type]

    # The screen.

    @property
    def size(self) -> tuple[int, int]:
        scene = self.phone.scene()
        return scene.width, scene.height

    @property
    def rotation(self) -> int:
        """Return the screen's rotation in quarter turns, 0 to 3."""
        return self.phone.scene().rotation

    @property
    def upright(self) -> tuple[int, int]:
        """Return the size of the upright panel, whatever the rotation."""
        width, height = self.size
        return (height, width) if self.rotation % 2 else (width, height)

    def raw_screen(self) -> memoryview:
        """Return a raw capture: width, height, format RGBA_8888 and colour space sRGB as u32, then the pixels."""
        view = self._screencap()
        width, height = self.size
        if len(view) == width * height * 4 + RAW_HEADER:
            return view
        return memoryview(struct.pack("<4I", width, height, 1, 1) + view)

    def png_screen(self) -> bytes:
        """Return a capture as PNG, cached per screen."""
        scene = self.phone.scene()
        if self._png is None or self._png[0] is not scene:
            self._png = (scene, png_of(self.raw_screen()[RAW_HEADER:], *self.size))
        return self._png[1]

    # Settings.

    def setting(self, namespace: str, key: str) -> str | None:
        return self.phone.state.settings.get(namespace, {}).get(key)

    def settings(self, namespace: str) -> Mapping[str, str]:
        """Return one settings table."""
        return self.phone.state.settings.get(namespace, {})

    def put(self, namespace: str, key: str, value: str | None) -> None:
        """Write a device setting; None deletes it."""
        self.phone.put_setting(namespace, clean(key), None if value is None else clean(value))

    @property
    def android_id(self) -> str:
        """Return 16 hexadecimal digits that depend on the phone's serial number only."""
        serial = dict(self.memory.props).get("ro.serialno", "").encode()
        return f"{zlib.crc32(serial):08x}{zlib.crc32(serial, 1):08x}"

    @property
    def ime(self) -> str:
        return self.setting("secure", "default_input_method") or SYSTEM_IME

    @property
    def enabled_imes(self) -> tuple[str, ...]:
        text = self.setting("secure", "enabled_input_methods")
        return tuple(part for part in (text or "").split(":") if part)

    # Packages.

    def packages(self) -> tuple[Package, ...]:
        """Return all installed packages by name."""
        if not self._packages:
            self._packages = factory_packages(self.phone.apps)
        if self.memory.installed:
            added = map(installed_package, self.memory.installed)
            return tuple(sorted((*self._packages, *added), key=lambda package: package.name))
        return self._packages

    def package(self, name: str) -> Package | None:
        return next((package for package in self.packages() if package.name == name), None)

    def pid(self, package: str) -> int:
        """Return a process id that depends on the name only."""
        return 1200 + zlib.crc32(package.encode()) % 20000

    @property
    def tasks(self) -> tuple[tuple[int, str], ...]:
        """Return ids and packages of the open tasks, front first."""
        return tuple((task.id, task.package) for task in reversed(self.phone.state.tasks))

    def running(self, package: str) -> bool:
        return any(name == package for _, name in self.tasks)

    def task_id(self, package: str) -> int:
        """Return the task that shows a package: its own, or the one in which it was opened on top of another app."""
        return next((number for number, name in self.tasks if name == package), self.tasks[0][0])

    @property
    def processes(self) -> tuple[Package, ...]:
        """Return the packages with a process: those with an open task, and the services."""
        return tuple(package for package in self.packages() if not package.activity or self.running(package.name))

    # Snapshots.

    def snapshot(self) -> tuple[Snapshot, Memory]:
        return self.files.snapshot(), self.memory

    def restore(self, snapshot: tuple[Snapshot, Memory]) -> None:
        self._end_jobs()
        self.files.restore(snapshot[0])
        self.memory = snapshot[1]

    def resume(self, memory: Memory | None) -> None:
        self._end_jobs()
        self._png = None
        self.memory = memory or Memory()
        if memory is None:
            self._create_app_folders()

    def _end_jobs(self) -> None:
        """End background jobs: snapshots do not contain them."""
        self.scheduler.end_jobs()
        self.last_pid = FIRST_PID - 1

    def reset(self) -> None:
        self._end_jobs()
        self.files.reset()
        self._create_app_folders()
        self.memory = Memory()
        self._png = None


def png_of(rgba: memoryview, width: int, height: int) -> bytes:
    """Encode RGBA rows as PNG with alpha, as `screencap -p` writes it."""
    pixels = np.frombuffer(rgba, np.uint8, width * height * 4).reshape(height, width, 4)
    return encode(Frame(width, height, pixels), opaque=False)


def token7(text: str) -> str:
    """Return a seven-digit hexadecimal object id that depends on the text only."""
    return f"{zlib.crc32(text.encode()) & 0xFFFFFFF:07x}"
