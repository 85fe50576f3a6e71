"""Packages that can be installed: the phone runs no foreign code, so it takes only those that it can be itself."""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device.apk import Manifest, manifest
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import InstalledPackage
from adapters.phone.shell.device.packages import KNOWN
from adapters.phone.state.phone_state import ADB_IME, SYSTEM_IME

_LARGEST: Final = 64 << 20
_PRESENT: Final = ADB_IME.partition("/")[0]
"""The keyboard of most programs: a phone has it from the start, installing it again changes nothing."""
_STREAMED: Final = re.compile(r"(?:cmd package|pm) '?install(?:-write)?'? .*?-S '?(\d{1,9})'?(?: |$).*")


def streamed(line: str) -> int:
    """How many bytes of an APK follow on the standard input of a command line, which nobody closes; 0 for none."""
    found = _STREAMED.fullmatch(line.strip())
    return min(int(found[1]), _LARGEST) if found else 0


def install(machine: Machine, data: bytes) -> str:
    """Install an APK; empty, or why not, as Android calls it."""
    new_manifest = manifest(data)
    if new_manifest is None:
        return "INSTALL_PARSE_FAILED_NOT_APK"
    if new_manifest.package == _PRESENT:
        return ""
    if new_manifest.package not in KNOWN:
        if any(package.name == new_manifest.package for package in machine.packages()):
            return f"INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package {new_manifest.package} signatures do not match"
        # It would be code for another processor, as far as this phone is concerned.
        return "INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113"
    others = tuple(components for components in machine.memory.installed if components.package != new_manifest.package)
    machine.remember(installed=(*others, _installed(new_manifest)))
    return ""


def uninstall(machine: Machine, package: str) -> bool:
    """Remove what was installed; False for anything else. Its keyboards are neither current nor enabled any more."""
    gone = KNOWN[package].imes if package in KNOWN else ()
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
    """Keyboards of installed packages."""
    return tuple(name for components in machine.memory.installed for name in KNOWN[components.package].imes)


def _installed(new_manifest: Manifest) -> InstalledPackage:
    return InstalledPackage(new_manifest.package, new_manifest.version, new_manifest.version_code)
