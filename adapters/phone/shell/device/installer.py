"""Packages that can be installed: the phone runs no foreign code, so it takes only those that it can be itself."""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device.apk import Manifest, manifest
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Installed
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
    said = manifest(data)
    if said is None:
        return "INSTALL_PARSE_FAILED_NOT_APK"
    if said.package == _PRESENT:
        return ""
    if said.package not in KNOWN:
        if any(one.name == said.package for one in machine.packages()):
            return f"INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package {said.package} signatures do not match"
        # It would be code for another processor, as far as this phone is concerned.
        return "INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113"
    kept = tuple(one for one in machine.memory.installed if one.package != said.package)
    machine.remember(installed=(*kept, _installed(said)))
    return ""


def uninstall(machine: Machine, package: str) -> bool:
    """Remove what was installed; False for anything else. Its keyboards are neither current nor enabled any more."""
    gone = KNOWN[package].imes if package in KNOWN else ()
    kept = tuple(one for one in machine.memory.installed if one.package != package)
    if len(kept) == len(machine.memory.installed):
        return False
    machine.remember(installed=kept)
    enabled = tuple(one for one in machine.enabled_imes if one not in gone)
    if enabled != machine.enabled_imes:
        machine.put("secure", "enabled_input_methods", ":".join(enabled))
    if machine.ime in gone:
        machine.put("secure", "default_input_method", SYSTEM_IME)
    return True


def imes(machine: Machine) -> tuple[str, ...]:
    """Keyboards of installed packages."""
    return tuple(name for one in machine.memory.installed for name in KNOWN[one.package].imes)


def _installed(said: Manifest) -> Installed:
    return Installed(said.package, said.version, said.version_code)
