"""Packages: those of the phone's apps, those without screens, and those that can be installed."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.phone.providers import portal
from adapters.phone.shell.device.memory import InstalledPackage
from adapters.phone.system_ui.composition import activity
from adapters.phone.ui.app import App

AUTOMATION_PACKAGE: Final = "com.github.uiautomator"
AUTOMATION_IME: Final = f"{AUTOMATION_PACKAGE}/.AdbKeyboard"


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
    *((item.package, item.label, False) for item in portal.PORTALS.values()),
)
"""Packages without screens of their own."""
_UIDS = {"com.android.systemui": 10139, "com.android.shell": 2000, "com.android.phone": 1001}
_VERSIONS = {item.package: (item.version, item.version_code) for item in portal.PORTALS.values()}


@dataclass(frozen=True, slots=True)
class InstallablePackage:
    """Properties of a package that the phone can install."""

    label: str
    imes: tuple[str, ...] = ()


INSTALLABLE: Final[Mapping[str, InstallablePackage]] = {
    AUTOMATION_PACKAGE: InstallablePackage("ATX", (AUTOMATION_IME,))
}
"""The keyboard that the uiautomator2 client brings with it."""


def factory_packages(apps: Sequence[App]) -> tuple[Package, ...]:
    """Return the packages of a phone with these apps in its factory state, sorted by name."""
    own = [_package(index, app) for index, app in enumerate(apps)]
    named = {package.name for package in own}
    services = [
        Package(name, label, "", (), system, *_VERSIONS.get(name, ("13", 33)), _uid(name, system))
        for name, label, system in _SERVICES
        if name not in named
    ]
    return tuple(sorted((*own, *services), key=lambda package: package.name))


def _uid(name: str, system: bool) -> int:
    return _UIDS.get(name, 1000 if system else 10160)


def installed_package(record: InstalledPackage) -> Package:
    """Return the package of an APK installed later."""
    return Package(
        record.package, INSTALLABLE[record.package].label, "", (), False, record.version, record.version_code, 10200
    )


def _package(index: int, app: App) -> Package:
    activities = tuple(dict.fromkeys(app.activities.values())) or (".MainActivity",)
    numbers = [int(part) for part in app.version.split(".") if part.isdigit()]
    code = sum(number * 100**place for place, number in enumerate(reversed(numbers))) or 1
    uid = 1000 if app.system else 10170 + index
    front = activity(app, app.home.name)
    return Package(app.package, app.label, front, activities, app.system, app.version, code, uid)


def _token(text: str) -> str:
    """Return 22 letters and digits that look like an install token and depend on the text only."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    value = int.from_bytes(b"".join(zlib.crc32(text.encode(), seed).to_bytes(4, "big") for seed in range(5)), "big")
    out = ""
    for _ in range(22):
        value, digit = divmod(value, 62)
        out += alphabet[digit]
    return out
