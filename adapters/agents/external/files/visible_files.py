"""Decides which files of this computer a program may see: the system, its interpreter, named files. Blocks.

Nothing is visible unless it is listed here. What a user named is shown as it was when the run began (`snapshots`). In
the system's folders and in installations, which are shown in place, what is ours is covered. Paths are the same inside
as outside, so a command means the same in both places.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from adapters.agents.external.files import own_paths
from adapters.agents.external.files.interpreters import environment_parts, needed_files
from adapters.agents.external.files.recognition import is_own_file, own_data
from adapters.agents.external.files.snapshots import copy_folder
from runtime.core.errors import UsageError

_TREE: Final = (
    *("bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec", "share", "include", "games", "etc"),
    *("local/bin", "local/sbin", "local/lib", "local/lib64", "local/libexec", "local/share", "local/include"),
    *("local/etc", "local/games"),
)
"""The parts of /usr that are visible; /usr/src and /usr/local/src may be anybody's."""
_SYSTEM: Final = (
    *(f"/usr/{name}" for name in _TREE),
    *("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store", "/gnu/store"),
)
_SYSTEM_PYTHON: Final = ("/usr/lib*/python3*/*-packages", "/usr/local/lib*/python3*/*-packages")
_MAX_LINKS: Final = 20

Checkouts = Mapping[Path, frozenset[Path]]
"""The tracked files of Git checkouts, by their root."""


@dataclass(slots=True)
class FileView:
    """Read-only mounts (source, target), links, and paths within the mounts that are covered."""

    shown: list[tuple[Path, Path]] = field(default_factory=list)
    links: list[tuple[str, Path]] = field(default_factory=list)
    covered_folders: list[Path] = field(default_factory=list)
    covered_files: list[Path] = field(default_factory=list)
    neighbourhoods: list[Path] = field(default_factory=list)
    """Folders of named files, of which other files may be missed."""

    def shows(self, path: Path) -> bool:
        """Whether a path is visible."""
        path = self._follow_links(path)
        if any(path.is_relative_to(item) for item in (*self.covered_folders, *self.covered_files)):
            return False
        mounts = [(source, target) for source, target in self.shown if path.is_relative_to(target)]
        if not mounts:
            return False
        source, target = max(mounts, key=lambda mount: len(mount[1].parts))
        return os.path.lexists(source / path.relative_to(target))

    def _follow_links(self, path: Path) -> Path:
        for _ in range(_MAX_LINKS):
            found = next(((to, link) for to, link in self.links if path.is_relative_to(link)), None)
            if found is None:
                break
            path = Path(os.path.normpath(found[1].parent / found[0] / path.relative_to(found[1])))
        return path


def program_view(
    program: Path, named: Iterable[Path], hidden: Iterable[Path], store: Path, checkouts: Checkouts
) -> FileView:
    """The view of a program, which is an absolute path.

    `named` are files and folders that the user named; the latter are copied into `store`. With a file of a checkout,
    all of its tracked files are visible. Nothing of `hidden` is.

    Raises:
        UsageError: a file it needs is hidden from agents, or a folder is too large.
    """
    hidden = {Path(os.path.realpath(path)) for path in (*hidden, *own_paths.installed())}
    needed = needed_files(program)
    view = FileView()
    _show_system(view)
    in_place = [path for path in needed.installed if not view.shows(path)]
    named = [*(path for path in needed.single if not view.shows(path)), *named]
    for path in (*in_place, *named):
        _check(path, hidden)
    for path in in_place:
        _show(view, path, Path(os.path.realpath(path)))
    # A folder shows the files in it, whether they were named or not.
    for path in sorted(named, key=lambda path: (not path.is_dir(), len(path.parts))):
        if not view.shows(path):
            in_place += _show_named(view, path, store, hidden, checkouts)
    packages = [path for pattern in _SYSTEM_PYTHON for path in Path("/").glob(pattern[1:])]
    live = dict.fromkeys(Path(os.path.realpath(path)) for path in (*in_place, *packages))
    hidden.update(needed.unused)
    hidden.update([found for path in live if path.is_dir() for found in own_data(path, hidden)])
    _cover(view, hidden)
    _make_mount_points(view, store)
    return view


def named_files(program: Path, named: Iterable[Path]) -> list[Path]:
    """The files, not folders, among those that are named; the program itself if it belongs to no installation."""
    paths = (*needed_files(program).single, *named)
    return [path for path in paths if path.is_file() and not os.path.realpath(path).startswith(_SYSTEM)]


def missing_file_hint(view: FileView, text: str) -> str:
    """Which file that a program's last words name is hidden from it, and what to do; empty if there is none."""
    words = {*re.findall(r"[\w-]+(?:\.[\w-]+)*", text)}
    for folder in view.neighbourhoods:
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            path = folder / name
            if words.intersection((name, Path(name).stem)) and not view.shows(path):
                return f"; {path} is hidden from programs that do not name it: add --agent-path {path}"
    return ""


# -- parts of the view ------------------------------------------------------------------------------------------------


def _show_system(view: FileView) -> None:
    for name in _SYSTEM:
        path = Path(name)
        if path.is_symlink():
            view.links.append((str(path.readlink()), path))
        elif path.is_dir():
            view.shown.append((path, path))


def _check(path: Path, hidden: Collection[Path]) -> None:
    """Refuses a path that must not be shown. Raises UsageError."""
    real = Path(os.path.realpath(path))
    if real == Path("/"):
        raise UsageError(f"{path} is the entire file system; put the agent's files into a folder of their own")
    wide = {Path("/tmp"), Path("/var/tmp"), Path.home(), *Path.home().parents}
    if real in {Path(os.path.realpath(folder)) for folder in wide}:
        raise UsageError(f"{path} is too large to show to a program; name a more specific folder")
    within = next((item for item in hidden if real.is_relative_to(item)), None)
    if within is not None:
        raise UsageError(f"{path} lies within {within}, which agents must not see; move it to another folder")
    if is_own_file(real):
        raise UsageError(f"{path} is a recording or part of a suite, which agents must not see; leave it out")


def _show(view: FileView, path: Path, source: Path) -> None:
    """Shows `source` at the resolved place of a path; the path itself leads there by the links that it consists of."""
    mount = source, Path(os.path.realpath(path))
    if mount not in view.shown:
        view.shown.append(mount)
    path = Path(os.path.abspath(path))
    for _ in range(_MAX_LINKS):
        link = next((item for item in reversed((path, *path.parents)) if item.is_symlink()), None)
        if link is None or view.shows(link):
            return
        if (str(link.readlink()), link) not in view.links:
            view.links.append((str(link.readlink()), link))
        path = Path(os.path.normpath(link.parent / link.readlink() / path.relative_to(link)))


def _show_named(view: FileView, path: Path, store: Path, hidden: Collection[Path], checkouts: Checkouts) -> list[Path]:
    """Shows what a user named; returns the parts of virtual environments in it, which are shown in place."""
    real = Path(os.path.realpath(path))
    copy = store / str(len(view.shown))
    if real.is_dir():
        snapshot = copy_folder(real, copy, hidden)
        if not snapshot.environments and not any(copy.iterdir()):
            raise UsageError(f"{path} holds nothing that agents may see; leave it out")
        _show(view, path, copy)
    else:
        root = next((root for root in checkouts if real.is_relative_to(root)), None)
        view.neighbourhoods += [real.parent, *([root] if root else [])]
        if root is None:
            _show(view, path, real)
            return []
        snapshot = copy_folder(root, copy, hidden, checkouts[root])
        _show(view, root, copy)
        if not view.shows(path):  # a file that Git does not track, or a link to it
            _show(view, path, real)
    view.shown += [(file, file) for file in snapshot.in_place]
    parts = [part for environment in snapshot.environments for part in environment_parts(environment)]
    for part in parts:
        _show(view, part, Path(os.path.realpath(part)))
    return parts


def _cover(view: FileView, hidden: Iterable[Path]) -> None:
    """Covers hidden paths within the mounts, and those of /etc that other users cannot read."""
    folders: dict[Path, None] = {}
    files: dict[Path, None] = {}
    for path in (*sorted(hidden), *_unreadable_by_others(Path("/etc"))):
        for source, target in view.shown:
            if path.is_relative_to(source) and path.exists():
                (folders if path.is_dir() else files)[target / path.relative_to(source)] = None
    # A covered folder hides everything in it.
    gone = [path for path in folders if not any(path != folder and path.is_relative_to(folder) for folder in folders)]
    view.covered_folders = gone
    view.covered_files = [path for path in files if not any(path.is_relative_to(item) for item in gone)]


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


def _make_mount_points(view: FileView, store: Path) -> None:
    """Makes the places of mounts that lie within copies, since copies are mounted read-only."""
    copies = [(source, target) for source, target in view.shown if source.is_relative_to(store)]
    for copy, place in copies:
        for leads_to, link in view.links:
            if link.is_relative_to(place) and not os.path.lexists(point := copy / link.relative_to(place)):
                point.parent.mkdir(parents=True, exist_ok=True)
                point.symlink_to(leads_to)
        for source, target in view.shown:
            if source != copy and target.is_relative_to(place):
                point = copy / target.relative_to(place)
                if source.is_dir():
                    point.mkdir(parents=True, exist_ok=True)
                elif not os.path.lexists(point):
                    point.parent.mkdir(parents=True, exist_ok=True)
                    point.touch()
