"""The shell's own memory of a phone: battery, properties, log, touch panel, programs, installed packages."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Line:
    """One log line; `at` is in virtual milliseconds since 1970."""

    at: int
    pid: int
    level: str
    tag: str
    text: str
    buffer: str = "main"


@dataclass(frozen=True, slots=True)
class Panel:
    """The touch panel between two events: the current slot, and the contact of slot 0 in panel units."""

    slot: int = 0
    id: int = -1
    """The contact's tracking id; -1: none."""
    x: int = 0
    y: int = 0
    start: tuple[int, int] | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class InstalledPackage:
    """A package installed later, as its APK describes it."""

    package: str
    version: str
    version_code: int


@dataclass(frozen=True, slots=True)
class Program:
    """A running program: process id, arguments, class and served port."""

    pid: int
    argv: tuple[str, ...]
    cls: str
    port: int
    started: int
    """Start in virtual milliseconds; distinguishes it from an earlier program with the same process id."""

    @property
    def command(self) -> str:
        """Return the command line, as `ps -f` shows it and `pkill -f` matches it."""
        return " ".join(self.argv)


@dataclass(frozen=True, slots=True)
class Battery:
    """Battery state that `dumpsys battery` prints; `set` and `unplug` change it until `reset`."""

    ac: bool = False
    usb: bool = True
    wireless: bool = False
    status: int = 2
    level: int = 80
    voltage: int = 4280
    temperature: int = 250


@dataclass(frozen=True, slots=True)
class Pointer:
    """A finger put down by `input motionevent`: start, current position and start time (ms)."""

    start: tuple[int, int]
    at: tuple[int, int]
    since: int


@dataclass(frozen=True, slots=True)
class Memory:
    """State of the phone that only its shell uses, beside apps and files."""

    battery: Battery = field(default_factory=Battery)
    pointer: Pointer | None = None
    props: tuple[tuple[str, str], ...] = ()
    starts: tuple[tuple[int, str], ...] = ()
    """The last app starts, for the log: virtual milliseconds and component."""
    cleared: int = 0
    """Time at which the log was last cleared, in virtual milliseconds."""
    panel: Panel = field(default_factory=Panel)
    """State of the touch panel as set by `sendevent`."""
    logged: tuple[Line, ...] = ()
    """Lines written by `log`."""
    programs: tuple[Program, ...] = ()
    """Running programs started by `app_process`."""
    installed: tuple[InstalledPackage, ...] = ()
