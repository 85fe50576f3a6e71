"""Finds what a command is run by: its interpreter, the installation it belongs to, and the adb on the PATH. Blocks."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MAX_LINKS: Final = 20
_MARKS: Final = ("pyvenv.cfg", "conda-meta", "lib/python3*", "lib/node_modules", "lib/jvm.cfg", "lib/ruby")
"""What tells that a folder above a `bin` is an installation."""
_PARTS: Final = (
    *("bin", "sbin", "lib", "lib32", "lib64", "libexec", "include", "share", "etc", "ssl", "conf"),
    *("pyvenv.cfg", "conda-meta", "release"),
)
"""The parts of an installation that are visible: its root may be a folder in which a user works."""


def bare_python() -> str:
    """The interpreter beneath any virtual environment; its standard library is sufficient."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@dataclass(frozen=True, slots=True)
class NeededFiles:
    """What a program is run by."""

    installed: tuple[Path, ...]
    """Parts of installations, those of the Python that runs `bootstrap` included."""
    single: tuple[Path, ...]
    """Files and folders that belong to no installation."""
    unused: tuple[Path, ...]
    """Packages within the installed parts that are not used: those of the Python beneath a virtual environment."""


def needed_files(program: Path) -> NeededFiles:
    """What a program is run by, the adb on the PATH included."""
    installed: dict[Path, None] = {}
    single: dict[Path, None] = {}
    used: set[Path] = set()
    beneath: set[Path] = set()
    adb = shutil.which("adb")
    for start in (program, *([Path(adb)] if adb else []), ours := Path(bare_python())):
        chain = _program_chain(start)
        own_packages = start == ours or any(_has_own_packages(path.parent.parent) for path in chain)
        for path in chain:
            if parts := _installation_parts(path):
                installed |= dict.fromkeys(parts)
                packages = path.parent.parent.glob("lib*/python3*/*-packages")
                (beneath if own_packages and not _is_environment(path.parent.parent) else used).update(packages)
            else:
                # The parts of Android's platform tools need each other.
                single[path.parent if path.parent.name == "platform-tools" else path] = None
    shims = [path for path in installed if path.name == "versions"]
    unused = [path for path in beneath - used if not any(path.is_relative_to(folder) for folder in shims)]
    return NeededFiles(tuple(installed), tuple(single), tuple(sorted(unused)))


def _is_environment(prefix: Path) -> bool:
    return (prefix / "pyvenv.cfg").exists()


def _has_own_packages(prefix: Path) -> bool:
    """Whether this is a virtual environment that does not use the packages of the Python beneath it."""
    return _setting(prefix, "home") != "" and _setting(prefix, "include-system-site-packages").lower() != "true"


def environment_parts(prefix: Path) -> list[Path]:
    """The visible parts of an installation below `prefix`."""
    return [path for name in _PARTS if (path := prefix / name).exists()]


def _installation_parts(program: Path) -> list[Path]:
    """The visible parts of the installation that a program belongs to; empty if it belongs to none."""
    folder, prefix = program.parent, program.parent.parent
    if folder.name == "shims":  # of version managers, which find the real program beside it
        return [path for path in sorted(prefix.iterdir()) if path.name != ".git"]
    if folder.name == "bin" and any(next(prefix.glob(mark), None) for mark in _MARKS):
        return environment_parts(prefix)
    return []


def _program_chain(program: Path) -> list[Path]:
    """The program, the targets of its links, and its interpreter if it is a script."""
    found: list[Path] = []
    queue = [program]
    while queue and len(found) < _MAX_LINKS:
        path = queue.pop()
        if path in found or not path.is_absolute():
            continue
        found.append(path)
        if path.is_symlink():
            queue.append(Path(os.path.normpath(path.parent / path.readlink())))
        elif interpreter := _interpreter(path):
            queue.append(Path(interpreter))
        if base := _base_interpreter(path.parent.parent):
            queue.append(base)
    return found


def _interpreter(path: Path) -> str:
    """The interpreter in a script's first line; empty if the file is not a script."""
    try:
        with path.open("rb") as file:
            line = file.readline(512)
    except OSError:
        return ""
    if not line.startswith(b"#!"):
        return ""
    words = line[2:].decode("utf-8", "replace").split()
    if words and words[0].endswith("/env"):
        name = next((word for word in words[1:] if not word.startswith("-") and "=" not in word), "")
        return shutil.which(name) or ""
    return words[0] if words else ""


def _base_interpreter(environment: Path) -> Path | None:
    """The interpreter that a virtual environment was created with."""
    home = _setting(environment, "home")
    return Path(home) / "python3" if home else None


def _setting(environment: Path, name: str) -> str:
    """A setting of a virtual environment; empty if there is none, or no environment."""
    try:
        lines = (environment / "pyvenv.cfg").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    pairs = (line.partition("=") for line in lines)
    return next((value.strip() for key, _, value in pairs if key.strip() == name), "")
