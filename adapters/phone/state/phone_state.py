"""The complete state of a phone at one moment as a frozen value; a snapshot is a reference to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from adapters.phone.files.filesystem_tree import EMPTY, Tree
from adapters.phone.state.disturbances import Disturbances
from adapters.phone.state.tainted_paths import Taint
from adapters.phone.ui.app import Notice, Route
from adapters.phone.ui.node import Ev
from runtime.core.fast_init import fast_init

Panel = Literal["", "shade", "recents", "chooser", "crash", "disturbance", "permission"]

START = datetime(2026, 11, 17, 9, 24, tzinfo=UTC)
"""Where the virtual clock starts: a Tuesday."""

SYSTEM_IME = "com.android.inputmethod.latin/.LatinIME"
ADB_IME = "com.android.adbkeyboard/.AdbIME"
TOAST_MS = 3500
COPIED_MS = 6000


@dataclass(frozen=True, slots=True)
class Entry:
    """One place on a back stack, with scroll offsets, focus and caret of its screen."""

    package: str
    route: Route
    scrolls: tuple[tuple[str, int], ...] = ()
    """(scroll key, offset in px); for a scroll that starts at its end the offset counts from the end."""
    focus: str = ""
    """Key of the field that has the input focus."""
    caret: tuple[int, int] | None = None
    """Start of the selection and the caret in the focused field; None means that the caret is at the end."""

    def scroll(self, key: str) -> int:
        """Return the scroll offset, 0 if it was never scrolled."""
        return self.offset(key) or 0

    def offset(self, key: str) -> int | None:
        """Return the scroll offset; None if it was never scrolled, so that the list is at its start."""
        return next((offset for name, offset in self.scrolls if name == key), None)

    def scrolled(self, key: str, offset: int) -> Entry:
        remaining = tuple(item for item in self.scrolls if item[0] != key)
        return replace(self, scrolls=(*remaining, (key, offset)))


@dataclass(frozen=True, slots=True)
class Task:
    """A back stack. The package of its first entry owns it."""

    id: int
    entries: tuple[Entry, ...]

    @property
    def package(self) -> str:
        return self.entries[0].package

    @property
    def top(self) -> Entry:
        return self.entries[-1]


@dataclass(frozen=True, slots=True)
class Keyboard:
    """State of the on-screen keyboard."""

    shown: bool = False
    shift: bool = False
    symbols: bool = False


@dataclass(frozen=True, slots=True)
class ToastShown:
    """A toast on the screen, shown until that millisecond."""

    text: str
    package: str
    until: int


@dataclass(frozen=True, slots=True)
class ClipboardNotice:
    """The clipboard's notice at the lower left, shown until that millisecond."""

    text: str
    until: int


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """A pending permission request and the events for both answers; `fine`: precise location is selected."""

    package: str
    permission: str
    granted: Ev
    denied: Ev
    fine: bool = True


@dataclass(frozen=True, slots=True)
class PostedNotification:
    """A notification in the shade, its app and its time (virtual ms; negative: before the phone's start)."""

    package: str
    notice: Notice
    at_ms: int


@dataclass(frozen=True, slots=True)
class Crash:
    """One app crash: its time (virtual ms since the phone's start), its package and its log lines."""

    at_ms: int
    package: str
    lines: tuple[str, ...]


Settings = Mapping[str, Mapping[str, str]]


@fast_init
@dataclass(frozen=True, slots=True)
class PhoneState:
    """State of a phone. `apps` maps app names to states; `tasks` are ordered back to front. Mappings never change."""

    seed: int
    apps: Mapping[str, Any]
    settings: Settings
    tasks: tuple[Task, ...]
    now_ms: int = 0
    """Virtual milliseconds since `START`."""
    next_task: int = 1
    keyboard: Keyboard = field(default_factory=Keyboard)
    panel: Panel = ""
    shared: str = ""
    """Subject of the panel: shared text (chooser), crashed package (crash), index of the disturbance (disturbance)."""
    toast: ToastShown | None = None
    clipboard: str = ""
    copied: ClipboardNotice | None = None
    tapped: tuple[int, int, int] | None = None
    """Position and time (ms) of the last single tap; a second one soon after makes a double tap."""
    toolbar: bool = False
    """Whether the floating toolbar of the focused field's selection is shown."""
    asked: PermissionRequest | None = None
    """The request shown by the panel `permission`."""
    permissions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Decisions by package and permission (see `permissions`)."""
    files: Tree = EMPTY
    """The file system; commands and apps change it through `Phone.files`."""
    awake: bool = True
    locked: bool = False
    """Whether the phone is locked; see `Phone.unlock`."""
    occluded: bool = False
    """Whether the place in front is shown over the lock screen, as a ringing alarm is."""
    crashes: tuple[Crash, ...] = ()
    """The most recent crashes, oldest first."""
    posted: tuple[PostedNotification, ...] = ()
    """The notifications, newest first."""
    disturbances: Disturbances = field(default_factory=Disturbances)
    happened: tuple[tuple[str, str], ...] = ()
    """Incidents since the reset (disturbances, crashes), in order: kind and detail."""
    tainted: tuple[Taint, ...] = ()
    """Paths of the judged state that shell commands wrote since the reset (see `tainted_paths`)."""
    unknown_commands: tuple[tuple[str, int], ...] = ()
    """What was typed in the shell since the reset that it does not know, and how often."""

    @property
    def now(self) -> datetime:
        return START + timedelta(milliseconds=self.now_ms)

    @property
    def lock_screen_shown(self) -> bool:
        """Whether the lock screen is shown."""
        return self.locked and not self.occluded

    @property
    def front(self) -> Task:
        return self.tasks[-1]

    @property
    def top(self) -> Entry:
        return self.tasks[-1].entries[-1]

    def opened(self, panel: Panel, *scrolls: str) -> PhoneState:
        """Return the state with a system panel open; the panel's scroll offsets start at 0."""
        remaining = tuple(scroll for scroll in self.top.scrolls if scroll[0] not in scrolls)
        same = self if len(remaining) == len(self.top.scrolls) else self.with_top(replace(self.top, scrolls=remaining))
        return replace(same, panel=panel, shared="", keyboard=Keyboard(), toolbar=False)

    def with_top(self, entry: Entry) -> PhoneState:
        """Return the state with the place in front replaced."""
        task = self.tasks[-1]
        changed = Task(task.id, (*task.entries[:-1], entry))
        return replace(self, tasks=(*self.tasks[:-1], changed))

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        return self.settings.get(namespace, {}).get(key, default)

    def number(self, namespace: str, key: str, default: int) -> int:
        """Return a setting as an integer; `default` if it is missing or not a number."""
        text = self.setting(namespace, key)
        return int(text) if text.isascii() and text.removeprefix("-").isdigit() else default

    def put(self, namespace: str, key: str, value: str | None) -> PhoneState:
        """Return the state with a device setting written, or deleted by None."""
        table = dict(self.settings.get(namespace, {}))
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value
        return replace(self, settings={**self.settings, namespace: table})


def default_settings() -> dict[str, dict[str, str]]:
    """Return the settings tables after a reset; values are text, as `settings get` prints them."""
    return {
        "global": {
            "adb_enabled": "1",
            "airplane_mode_on": "0",
            "animator_duration_scale": "1.0",
            "auto_time": "1",
            "auto_time_zone": "1",
            "bluetooth_on": "1",
            "boot_count": "12",
            "development_settings_enabled": "1",
            "device_name": "Virtual phone",
            "device_provisioned": "1",
            "low_power": "0",
            "mobile_data": "1",
            "mode_ringer": "2",
            "ntp_server": "time.android.com",
            "stay_on_while_plugged_in": "0",
            "transition_animation_scale": "1.0",
            "wifi_on": "1",
            "window_animation_scale": "1.0",
            "zen_calls": "Starred contacts",
            "zen_duration": "Until you turn it off",
            "zen_mode": "0",
        },
        "secure": {
            "accessibility_enabled": "0",
            "default_input_method": SYSTEM_IME,
            "lockscreen.disabled": "1",
            "enabled_input_methods": f"{SYSTEM_IME}:{ADB_IME}",
            "location_mode": "3",
            "navigation_mode": "2",
            "show_ime_with_hard_keyboard": "1",
            "skip_first_use_hints": "1",
            "ui_night_mode": "1",
            "user_setup_complete": "1",
        },
        "system": {
            "accelerometer_rotation": "0",
            "font_scale": "1.0",
            "haptic_feedback_enabled": "1",
            "screen_brightness": "128",
            "screen_brightness_mode": "0",
            "screen_off_timeout": "60000",
            "time_12_24": "24",
            "user_rotation": "0",
            "volume_alarm": "6",
            "volume_music": "5",
            "volume_ring": "5",
        },
    }
