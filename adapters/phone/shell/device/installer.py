"""Installs packages. The phone runs no third-party code, so it accepts only packages whose behaviour it implements."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.apk import manifest
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import InstalledPackage
from adapters.phone.shell.device.packages import INSTALLABLE
from adapters.phone.state.phone_state import ADB_IME, SYSTEM_IME

_PRESENT: Final = ADB_IME.partition("/")[0]
"""The keyboard of most programs: a phone has it from the start, installing it again changes nothing."""


def install(machine: Machine, data: bytes) -> str:
    """Install an APK; return an empty string, or Android's error code."""
    new_manifest = manifest(data)
    if new_manifest is None:
        return "INSTALL_PARSE_FAILED_NOT_APK"
    if new_manifest.package == _PRESENT:
        return ""
    if new_manifest.package not in INSTALLABLE:
        if any(package.name == new_manifest.package for package in machine.packages()):
            return f"INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package {new_manifest.package} signatures do not match"
        # Any other package is refused as if it were built for another processor.
        return "INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113"
    others = tuple(components for components in machine.memory.installed if components.package != new_manifest.package)
    record = InstalledPackage(new_manifest.package, new_manifest.version, new_manifest.version_code)
    machine.remember(installed=(*others, record))
    return ""


def uninstall(machine: Machine, package: str) -> bool:
    """Remove an installed package and disable its keyboards; False if it was not installed later."""
    gone = INSTALLABLE[package].imes if package in INSTALLABLE else ()
    others = tuple(components for components in machine.memory.installed if components.package != package)
    if len(others) == len(machine.memory.installed):
        return False
    machine.remember(installed=others)
    enabled = tuple(enabled_ime for enabled_ime in machine.enabled_imes if enabled_ime not in gone)
    if enabled != machine.enabled_imes:
        machine.put("secure", "enabled_input_methods", ":".join(enabled))
    if machine.ime in gone:
        machine.put("secure", "default_input_method", SYSTEM_IME)
    return True


def imes(machine: Machine) -> tuple[str, ...]:
    """Return the keyboards of installed packages."""
    return tuple(name for components in machine.memory.installed for name in INSTALLABLE[components.package].imes)
