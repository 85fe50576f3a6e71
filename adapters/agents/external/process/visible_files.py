"""What a program may see of this computer: the system, its interpreter, the files that it was started with. Blocks.

Nothing is there unless it is named here; what must stay out of sight is covered again where it lies within what is
shown. Paths are shown where they are, so that a command means inside what it means outside.
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
from adapters.agents.external.process.command import paths
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
_MOST_LINKS: Final = 20


@dataclass(frozen=True, slots=True)
class View:
    """What is shown read-only (source, where it appears), links of the system, and what of it is covered."""

    shown: tuple[tuple[Path, Path], ...]
    links: tuple[tuple[str, Path], ...]
    covered_folders: tuple[Path, ...]
    covered_files: tuple[Path, ...]


def view(words: Sequence[str], shown: Iterable[Path], hidden: Iterable[Path]) -> View:
    """The view of a program with these words (whole paths, the first one found by the PATH).

    Raises:
        UsageError: what it needs lies within what it must not see.
    """
    asked = [*(_around(path) for path in paths(words[1:])), *shown]
    prefixes = _prefixes(Path(words[0]))
    wanted = [*prefixes, *asked]
    hidden = {
        *(Path(os.path.realpath(path)) for path in (*hidden, *own_paths.installed())),
        *own_paths.installations([Path("/usr"), Path("/usr/local"), *prefixes]),
        *(run for folder in asked for run in own_paths.runs(folder)),
    }
    links, binds = _system()
    for path in wanted:
        real = Path(os.path.realpath(path))
        if real == Path("/"):
            raise UsageError(f"{path} is the whole computer; name a folder of its own to show to a program")
        within = next((item for item in hidden if real.is_relative_to(item)), None)
        if within is not None:
            raise UsageError(f"{path} lies within {within}, which agents must not see; move it to a folder of its own")
        for target in dict.fromkeys((real, Path(os.path.abspath(path)))):
            if not _is_shown(real, target, binds):
                binds.append((real, target))
    folders, files = _covered(hidden, binds)
    return View(tuple(binds), tuple(links), tuple(folders), tuple(files))


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
    """Whether it can be seen there already, also by a link of the system such as /bin."""
    target = Path(os.path.realpath(target.parent)) / target.name if str(target).startswith(_SYSTEM) else target
    return any(
        source.is_relative_to(known)
        and target.is_relative_to(place)
        and source.relative_to(known) == target.relative_to(place)
        for known, place in binds
    )


def _covered(hidden: Iterable[Path], binds: Sequence[tuple[Path, Path]]) -> tuple[list[Path], list[Path]]:
    """Where what is hidden would appear; of the system's settings also what other users of it cannot read."""
    folders: dict[Path, None] = {}
    files: dict[Path, None] = {}
    for path in (*sorted(hidden), *_secrets(Path("/etc"))):
        for source, target in binds:
            if path.is_relative_to(source) and path.exists():
                (folders if path.is_dir() else files)[target / path.relative_to(source)] = None
    # What lies within a covered folder is gone with it.
    gone = [path for path in folders if not any(path != folder and path.is_relative_to(folder) for folder in folders)]
    return gone, [path for path in files if not any(path.is_relative_to(item) for item in gone)]


def _secrets(folder: Path) -> Iterable[Path]:
    """Files and folders that are closed to others. Whoever runs us may own them, and inside nobody is anybody else."""
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
                yield from _secrets(Path(entry.path))
        elif not mode & 0o004:
            yield Path(entry.path)


# -- what a command needs ---------------------------------------------------------------------------------------------


def _prefixes(program: Path) -> list[Path]:
    """The folders that make up the program itself, its interpreter, the adb on the PATH, and the Python of ours that
    starts it.
    """
    found: dict[Path, None] = {}
    adb = shutil.which("adb")
    for start in (program, Path(bare_python()), *([Path(adb)] if adb else [])):
        for path in _chain(start):
            found[_prefix(path)] = None
    return list(found)


def bare_python() -> str:
    """The interpreter under whatever virtual environment runs us: its standard library is all that is needed."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def _chain(program: Path) -> list[Path]:
    """The program, what its links lead to, and who runs it if it is a script."""
    found: list[Path] = []
    queue = [program]
    while queue and len(found) < _MOST_LINKS:
        path = queue.pop()
        if path in found or not path.is_absolute():
            continue
        found.append(path)
        if path.is_symlink():
            queue.append(Path(os.path.normpath(path.parent / path.readlink())))
        elif interpreter := _interpreter(path):
            queue.append(Path(interpreter))
        if base := _base(path.parent.parent):
            queue.append(base)
    return found


def _interpreter(path: Path) -> str:
    """What a script names in its first line; empty if it is no script."""
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


def _base(environment: Path) -> Path | None:
    """The interpreter that a virtual environment was made with."""
    try:
        lines = (environment / "pyvenv.cfg").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    home = next((line.partition("=")[2].strip() for line in lines if line.partition("=")[0].strip() == "home"), "")
    return Path(home) / "python3" if home else None


def _prefix(program: Path) -> Path:
    """The folder that a program is installed in: `PREFIX/bin` with its libraries beside, or just where it lies."""
    above = program.parent.parent
    if above == Path("/"):  # /bin/sh: a folder of the system, which is shown as it is, and /lib beside is no sign
        return _around(Path(os.path.realpath(program)))
    if program.parent.name == "shims":  # of version managers, which find the program itself beside
        return above
    if program.parent.name == "bin" and (
        (above / "pyvenv.cfg").exists()
        or (above / "conda-meta").exists()
        or any((above / "lib").glob("python3*"))
        or (above / "lib" / "node_modules").exists()
    ):
        return above
    return _around(program)


def _around(path: Path) -> Path:
    """The folder of a file, unless far more than a program's files is in it: then the file alone."""
    folder = path if path.is_dir() else path.parent
    wide = {Path("/"), Path("/tmp"), Path("/var/tmp"), Path.home(), *Path.home().parents}
    if folder in wide or Path(os.path.realpath(folder)) in wide:
        if path.is_dir():
            raise UsageError(f"{path} is too much to show to a program; name a folder of its own")
        return path
    return folder
