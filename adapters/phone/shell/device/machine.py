"""The phone as commands see it: its screen and apps (the `Phone`), files, settings, and what only a shell knows."""

from __future__ import annotations

import stat as modes
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from adapters.phone.files.filesystem import Files, Snapshot
from adapters.phone.providers import portal
from adapters.phone.shell.device.costs import cost
from adapters.phone.shell.device.installer import KNOWN, Installed
from adapters.phone.shell.device.memory import Line, Panel
from adapters.phone.shell.device.png import encode_png
from adapters.phone.shell.device.programs import Program
from adapters.phone.shell.language.command import clean
from adapters.phone.state.phone_state import START, SYSTEM_IME, PhoneState
from adapters.phone.system_ui.composition import activity
from adapters.phone.ui.app import App, Route
from adapters.phone.ui.scene import Scene

DENSITY = 420
RAW_HEADER = 16
START_MS = int(START.timestamp()) * 1000


class Handset(Protocol):
    """What the shell needs of the virtual phone."""

    @property
    def apps(self) -> Sequence[App]: ...

    @property
    def state(self) -> PhoneState: ...

    @state.setter
    def state(self, value: PhoneState) -> None: ...

    @property
    def foreground(self) -> tuple[str, str]: ...

    @property
    def busy(self) -> bool: ...

    def put_setting(self, namespace: str, key: str, value: str | None) -> None: ...

    def elapse(self, ms: int) -> None: ...

    def touch_tap(self, x: int, y: int) -> None: ...

    def touch_swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None: ...

    def drag(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None: ...

    def type_text(self, text: str) -> bool: ...

    def clear_text(self) -> bool: ...

    def editor_action(self) -> bool: ...

    def key(self, code: int, long: bool = False, *, ctrl: bool = False, shift: bool = False) -> None: ...

    def start(self, package: str, route: Route | None = None) -> bool: ...

    def stop(self, package: str) -> None: ...

    def clear(self, package: str) -> bool: ...

    def unlock(self) -> None: ...

    def scene(self) -> Scene: ...

    def dump(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Package:
    """An installed package. `activity` is the class name of its launcher activity as in a component, or empty."""

    name: str
    label: str
    activity: str
    activities: tuple[str, ...]
    system: bool
    version: str
    version_code: int
    uid: int

    @property
    def component(self) -> str:
        return f"{self.name}/{self.activity}"

    @property
    def apk(self) -> str:
        if self.system:
            return f"/system/priv-app/{self.name.rpartition('.')[2]}/base.apk"
        return f"/data/app/~~{_token(self.name)}==/{self.name}-{_token(self.name[::-1])}==/base.apk"


_SERVICES: tuple[tuple[str, str, bool], ...] = (
    ("android", "Android System", True),
    ("com.android.adbkeyboard", "ADB Keyboard", False),
    ("com.android.inputmethod.latin", "Keyboard", True),
    ("com.android.phone", "Phone Services", True),
    ("com.android.providers.settings", "Settings Storage", True),
    ("com.android.shell", "Shell", True),
    ("com.android.systemui", "System UI", True),
    (portal.AUTHORITY, "Droidrun Portal", False),
)
"""Packages without screens of their own."""
_UIDS = {"com.android.systemui": 10139, "com.android.shell": 2000, "com.android.phone": 1001}
_VERSIONS = {portal.AUTHORITY: (portal.VERSION, 407)}


@dataclass(frozen=True, slots=True)
class Battery:
    """What `dumpsys battery` tells; `set` and `unplug` change it until `reset`."""

    ac: bool = False
    usb: bool = True
    wireless: bool = False
    status: int = 2
    level: int = 80
    voltage: int = 4280
    temperature: int = 250


@dataclass(frozen=True, slots=True)
class Pointer:
    """A finger put down by `input motionevent`: where it came down, where it is, since when (ms)."""

    start: tuple[int, int]
    at: tuple[int, int]
    since: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What a shell's phone remembers beside the apps' state and the files."""

    battery: Battery = field(default_factory=Battery)
    pointer: Pointer | None = None
    props: tuple[tuple[str, str], ...] = ()
    starts: tuple[tuple[int, str], ...] = ()
    """The last app starts, for the log: virtual milliseconds and component."""
    cleared: int = 0
    """When the log was last emptied, in virtual milliseconds."""
    sessions: tuple[tuple[int, bytes], ...] = ()
    """Installations that have been begun: number and the APK so far."""
    panel: Panel = field(default_factory=Panel)
    """What `sendevent` has told of the fingers on the screen."""
    logged: tuple[Line, ...] = ()
    """What `log` has written."""
    programs: tuple[Program, ...] = ()
    """What `app_process` has started and still runs."""
    installed: tuple[Installed, ...] = ()


class Machine:
    """One phone behind the shell. Not thread-safe; holds no other state than `files` and `memory`."""

    def __init__(self, phone: Handset, screencap: Callable[[], memoryview], files: Files | None = None) -> None:
        self.phone = phone
        self._screencap = screencap
        self.files = files or Files(lambda: self.now_ms // 1000)
        self.memory = Memory()
        self._png: tuple[Scene, bytes] | None = None
        self._packages: tuple[Package, ...] = ()
        self._furnish()

    def _furnish(self) -> None:
        """Each package has its private folder, which the shell may see but not enter."""
        for package in self.packages():
            kind = modes.S_IFDIR | 0o700
            self.files.plant(f"/data/data/{package.name}", mode=kind, uid=package.uid, gid=package.uid)

    def charge(self, argv: Sequence[str]) -> None:
        """Let the clock run on by what a program costs."""
        if ms := cost(argv):
            self.phone.elapse(ms)

    @property
    def now(self) -> datetime:
        return self.phone.state.now

    @property
    def now_ms(self) -> int:
        """Virtual milliseconds since 1970."""
        return START_MS + self.phone.state.now_ms

    def remember(self, **changes: object) -> None:
        """Change what is remembered."""
        self.memory = replace(self.memory, **changes)  # type: ignore[arg-type]

    # The screen.

    @property
    def size(self) -> tuple[int, int]:
        scene = self.phone.scene()
        return scene.width, scene.height

    @property
    def rotation(self) -> int:
        """How the screen is turned: 0 to 3."""
        return self.phone.scene().rotation

    @property
    def upright(self) -> tuple[int, int]:
        """The size of the panel, however it is turned."""
        width, height = self.size
        return (height, width) if self.rotation % 2 else (width, height)

    def raw_screen(self) -> memoryview:
        """A raw capture: width, height, format RGBA_8888 and colour space sRGB as u32, then the pixels."""
        view = self._screencap()
        width, height = self.size
        if len(view) == width * height * 4 + RAW_HEADER:
            return view
        return memoryview(struct.pack("<4I", width, height, 1, 1) + view)

    def png_screen(self) -> bytes:
        """A capture as PNG; made once for each screen."""
        scene = self.phone.scene()
        if self._png is None or self._png[0] is not scene:
            self._png = (scene, encode_png(self.raw_screen()[RAW_HEADER:], *self.size))
        return self._png[1]

    # Settings.

    def setting(self, namespace: str, key: str) -> str | None:
        return self.phone.state.settings.get(namespace, {}).get(key)

    def settings(self, namespace: str) -> Mapping[str, str]:
        """One whole table."""
        return self.phone.state.settings.get(namespace, {})

    def put(self, namespace: str, key: str, value: str | None) -> None:
        """Write a device setting; None deletes it."""
        self.phone.put_setting(namespace, clean(key), None if value is None else clean(value))

    @property
    def ime(self) -> str:
        return self.setting("secure", "default_input_method") or SYSTEM_IME

    @property
    def enabled_imes(self) -> tuple[str, ...]:
        text = self.setting("secure", "enabled_input_methods")
        return tuple(one for one in (text or "").split(":") if one)

    @property
    def keyboard_shown(self) -> bool:
        return self.phone.state.keyboard.shown

    # Packages.

    def packages(self) -> tuple[Package, ...]:
        """All installed packages by name."""
        if not self._packages:
            apps = [_package(index, app) for index, app in enumerate(self.phone.apps)]
            named = {one.name for one in apps}
            rest = [
                Package(
                    name,
                    label,
                    "",
                    (),
                    system,
                    *_VERSIONS.get(name, ("13", 33)),
                    _UIDS.get(name, 1000 if system else 10160),
                )
                for name, label, system in _SERVICES
                if name not in named
            ]
            self._packages = tuple(sorted((*apps, *rest), key=lambda one: one.name))
        if self.memory.installed:
            more = (
                Package(one.package, KNOWN[one.package].label, "", (), False, one.version, one.version_code, 10200)
                for one in self.memory.installed
            )
            return tuple(sorted((*self._packages, *more), key=lambda one: one.name))
        return self._packages

    def package(self, name: str) -> Package | None:
        return next((one for one in self.packages() if one.name == name), None)

    def pid(self, package: str) -> int:
        """A process id that depends on nothing but the name."""
        return 1200 + zlib.crc32(package.encode()) % 20000

    @property
    def tasks(self) -> tuple[tuple[int, str], ...]:
        """Ids and packages of the open tasks, the one in front first."""
        return tuple((task.id, task.package) for task in reversed(self.phone.state.tasks))

    def running(self, package: str) -> bool:
        return any(name == package for _, name in self.tasks)

    def task_id(self, package: str) -> int:
        """The task that shows a package: its own, or the one in front when it was opened on top of another app."""
        return next((number for number, name in self.tasks if name == package), self.tasks[0][0])

    def routes(self, package: str) -> frozenset[str]:
        """Names of the places that an app declares activities for."""
        return frozenset(name for app in self.phone.apps if app.package == package for name in app.activities)

    @property
    def processes(self) -> tuple[Package, ...]:
        """Packages that have a process: those with an open task, and the services."""
        return tuple(one for one in self.packages() if not one.activity or self.running(one.name))

    # Whole states.

    def snapshot(self) -> tuple[Snapshot, Memory]:
        return self.files.snapshot(), self.memory

    def restore(self, snapshot: tuple[Snapshot, Memory]) -> None:
        self.files.restore(snapshot[0])
        self.memory = snapshot[1]

    def reset(self) -> None:
        self.files.reset()
        self._furnish()
        self.memory = Memory()
        self._png = None


def _package(index: int, app: App) -> Package:
    activities = tuple(dict.fromkeys(app.activities.values())) or (".MainActivity",)
    numbers = [int(part) for part in app.version.split(".") if part.isdigit()]
    code = sum(number * 100**place for place, number in enumerate(reversed(numbers))) or 1
    uid = 1000 if app.system else 10170 + index
    return Package(
        app.package,
        app.label,
        activity(app, app.home.name),
        activities,
        app.system,
        app.version,
        code,
        uid,
    )


def _token(text: str) -> str:
    """Twenty-two letters and digits that look like an install token and depend on the text only."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    value = int.from_bytes(b"".join(zlib.crc32(text.encode(), seed).to_bytes(4, "big") for seed in range(5)), "big")
    out = ""
    for _ in range(22):
        value, digit = divmod(value, 62)
        out += alphabet[digit]
    return out


def token7(text: str) -> str:
    """A seven-digit hexadecimal object name that depends on the text only."""
    return f"{zlib.crc32(text.encode()) & 0xFFFFFFF:07x}"
