"""The APKs of packages, made when they are read: `pm path` names them, clients pull them."""

from __future__ import annotations

from adapters.phone.shell.device.apk import Manifest, encode_apk
from adapters.phone.shell.device.machine import Machine


def generate(machine: Machine, path: str) -> bytes | tuple[str, ...] | None:
    """Return an APK, or the names in a folder of APKs; None if nothing is there."""
    names: set[str] = set()
    for package in machine.packages():
        if package.apk == path:
            return encode_apk(Manifest(package.name, package.version, package.version_code))
        if package.apk.startswith(f"{path}/"):
            names.add(package.apk[len(path) + 1 :].partition("/")[0])
    return tuple(sorted(names)) or None
