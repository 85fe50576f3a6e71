"""Copies the files that a user named, as they are when a run begins. Blocks.

A program sees the copy at the place of the original, so nothing that appears there later can be seen. What is ours is
left out. The largest files are not copied but shown in place, one by one; so are virtual environments.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.agents.external.files.recognition import Listing, is_own_content, is_own_file, scan
from runtime.core.errors import UsageError

_LARGE: Final = 4 << 20
"""Files of at least so many bytes are shown in place, while there are few."""
_MAX_IN_PLACE: Final = 32
"""Files that are shown in place: bubblewrap's time grows with the square of the number of mounts."""
_MAX_FILES: Final = 200_000
_MAX_BYTES: Final = 2 << 30
"""Bytes that may be copied for one folder."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A copy of a folder."""

    original: Path
    """The resolved path of the folder."""
    copy: Path
    in_place: tuple[Path, ...]
    """Files that are only empty in the copy, and must be shown from their own place."""
    environments: tuple[Path, ...]
    """Virtual environments in the folder; their folders are empty in the copy."""


def copy_folder(folder: Path, store: Path, hidden: Collection[Path], only: frozenset[Path] | None = None) -> Snapshot:
    """Copies a folder into `store`; `hidden` are resolved paths to leave out, `only` the files to copy, if not all.

    Raises:
        UsageError: the folder holds too much, or cannot be copied.
    """
    original = Path(os.path.realpath(folder))
    _make_folder(store)
    environments: list[Path] = []
    files: list[tuple[int, Path]] = []
    parents = None if only is None else {parent for path in only for parent in path.parents}
    for listing in scan(original, hidden):
        if parents is not None:
            listing.folders[:] = [name for name in listing.folders if listing.folder / name in parents]
        elif "pyvenv.cfg" in listing.files:
            environments.append(listing.folder)
            listing.folders.clear()
            continue
        _make_folder(store / listing.folder.relative_to(original))
        files += _sizes(listing, only)
        if len(files) > _MAX_FILES:
            raise UsageError(_too_large(folder, f"more than {_MAX_FILES:,} files"))
    large = {path for size, path in sorted(files, reverse=True)[:_MAX_IN_PLACE] if size >= _LARGE}
    if sum(size for size, path in files if path not in large) > _MAX_BYTES:
        raise UsageError(_too_large(folder, f"more than {_MAX_BYTES >> 30} GiB of files that are not large"))
    in_place = []
    try:
        for size, path in files:
            target = store / path.relative_to(original)
            if path not in large:
                _copy_file(path, target, size)
            elif not is_own_file(path):
                target.touch()
                in_place.append(path)
    except OSError as error:
        raise UsageError(f"{folder} cannot be copied for a program: {error.strerror} ({error.filename})") from None
    for environment in environments:
        _make_folder(store / environment.relative_to(original))
    return Snapshot(original, store, tuple(in_place), tuple(environments))


def _too_large(folder: Path, what: str) -> str:
    return f"{folder} is too large to show to a program ({what}); name the files and folders that it needs instead"


def _make_folder(path: Path) -> None:
    path.mkdir(mode=0o755, parents=True, exist_ok=True)


def _sizes(listing: Listing, only: frozenset[Path] | None) -> Iterator[tuple[int, Path]]:
    """Files and links of one folder with their sizes; other kinds, such as sockets, are never shown."""
    for name in listing.files:
        path = listing.folder / name
        if only is not None and path not in only:
            continue
        try:
            status = path.lstat()
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode):
            yield status.st_size, path
        elif stat.S_ISLNK(status.st_mode):
            yield 0, path


def _copy_file(source: Path, target: Path, size: int) -> None:
    """Copies a file or link, unless it is ours. Files that the user cannot read stay unreadable, as they are."""
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    if size >= _LARGE:
        if not is_own_file(source):
            shutil.copy2(source, target)
        return
    try:
        data = source.read_bytes()
    except PermissionError:
        return
    if not is_own_content(data):
        target.write_bytes(data)
        shutil.copystat(source, target)
