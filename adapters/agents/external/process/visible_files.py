"""Decides which files of this computer a program may see: the system, its interpreter, its own files. Blocks.

Nothing is visible unless it is listed here. Hidden paths within visible folders are covered. Paths are the same inside
as outside, so a command means the same in both places.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.agents.external.process import own_paths
from adapters.agents.external.process.command import named_paths
from runtime.core.errors import UsageError

_SYSTEM: Final = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
)
_MAX_LINKS: Final = 20


@dataclass(frozen=True, slots=True)
class FileView:
    """Read-only mounts (source, target), links of the system, and paths within them that are covered."""

    shown: tuple[tuple[Path, Path], ...]
    links: tuple[tuple[str, Path], ...]
    covered_folders: tuple[Path, ...]
    covered_files: tuple[Path, ...]


def program_view(words: Sequence[str], shown: Iterable[Path], hidden: Iterable[Path]) -> FileView:
    """The view of a program with these words: absolute paths, the first one resolved by PATH.

    Raises:
        UsageError: a file it needs is hidden from agents.
    """
    asked = [*(_folder_of(path) for path in named_paths(words[1:])), *shown]
    prefixes = _prefixes(Path(words[0]))
    wanted = [*prefixes, *asked]
    hidden = {
        *(Path(os.path.realpath(path)) for path in (*hidden, *own_paths.installed())),
        *own_paths.installations([Path("/usr"), Path("/usr/local"), *prefixes]),
        *(run for folder in asked for run in own_paths.recorded_runs(folder)),
    }
    links, binds = _system()
    for path in wanted:
        real = Path(os.path.realpath(path))
        if real == Path("/"):
            raise UsageError(f"{path} is the entire file system; put the agent's files into a folder of their own")
        within = next((item for item in hidden if real.is_relative_to(item)), None)
        if within is not None:
            raise UsageError(f"{path} lies within {within}, which agents must not see; move it to another folder")
        for target in dict.fromkeys((real, Path(os.path.abspath(path)))):
            if not _is_shown(real, target, binds):
                binds.append((real, target))
    folders, files = _covered(hidden, binds)
    return FileView(tuple(binds), tuple(links), tuple(folders), tuple(files))


def _system() -> tuple[list[tuple[str, Path]], list[tuple[Path, Path]]]:
    links, binds = [], []
    for name in _SYSTEM:
        path = Path(name)
        if path.is_symlink():
            links.append((str(path.readlink()), path))
        elif path.is_dir():
            binds.append((path, path))
    return links, binds


def _is_shown(source: Path, target: Path, binds: Iterable[tuple[Path, Path]]) -> bool:
    """Whether a path is visible already, also through a link of the system such as /bin."""
    target = Path(os.path.realpath(target.parent)) / target.name if str(target).startswith(_SYSTEM) else target
    return any(
        source.is_relative_to(known)
        and target.is_relative_to(place)
        and source.relative_to(known) == target.relative_to(place)
        for known, place in binds
    )


def _covered(hidden: Iterable[Path], binds: Sequence[tuple[Path, Path]]) -> tuple[list[Path], list[Path]]:
    """Paths of hidden files within the mounts, including those of /etc that other users cannot read."""
    folders: dict[Path, None] = {}
    files: dict[Path, None] = {}
    for path in (*sorted(hidden), *_unreadable_by_others(Path("/etc"))):
        for source, target in binds:
            if path.is_relative_to(source) and path.exists():
                (folders if path.is_dir() else files)[target / path.relative_to(source)] = None
    # A covered folder hides everything in it.
    gone = [path for path in folders if not any(path != folder and path.is_relative_to(folder) for folder in folders)]
    return gone, [path for path in files if not any(path.is_relative_to(item) for item in gone)]


def _unreadable_by_others(folder: Path) -> Iterable[Path]:
    """Files and folders that other users cannot read. The program may run as their owner, so they are covered."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink():
            continue
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            if mode & 0o005 != 0o005:
                yield Path(entry.path)
            else:
                yield from _unreadable_by_others(Path(entry.path))
        elif not mode & 0o004:
            yield Path(entry.path)


# -- what a command needs ---------------------------------------------------------------------------------------------


def _prefixes(program: Path) -> list[Path]:
    """The installation folders of the program, its interpreter, the adb on the PATH, and the Python that runs
    `bootstrap`.
    """
    found: dict[Path, None] = {}
    adb = shutil.which("adb")
    for start in (program, Path(bare_python()), *([Path(adb)] if adb else [])):
        for path in _program_chain(start):
            found[_prefix(path)] = None
    return list(found)


def bare_python() -> str:
    """The interpreter beneath any virtual environment; its standard library is sufficient."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


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
    try:
        lines = (environment / "pyvenv.cfg").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    home = next((line.partition("=")[2].strip() for line in lines if line.partition("=")[0].strip() == "home"), "")
    return Path(home) / "python3" if home else None


def _prefix(program: Path) -> Path:
    """The folder that a program is installed in: `PREFIX` of `PREFIX/bin`, or the folder it lies in."""
    above = program.parent.parent
    if above == Path("/"):  # /bin/sh: a system folder, which is visible anyway
        return _folder_of(Path(os.path.realpath(program)))
    if program.parent.name == "shims":  # of version managers, which find the real program beside it
        return above
    if program.parent.name == "bin" and (
        (above / "pyvenv.cfg").exists()
        or (above / "conda-meta").exists()
        or any((above / "lib").glob("python3*"))
        or (above / "lib" / "node_modules").exists()
    ):
        return above
    return _folder_of(program)


def _folder_of(path: Path) -> Path:
    """The folder of a file, or the file itself if its folder holds much more than a program's files."""
    folder = path if path.is_dir() else path.parent
    wide = {Path("/"), Path("/tmp"), Path("/var/tmp"), Path.home(), *Path.home().parents}
    if folder in wide or Path(os.path.realpath(folder)) in wide:
        if path.is_dir():
            raise UsageError(f"{path} is too large to show to a program; name a more specific folder")
        return path
    return folder
