"""Reads and writes files that users name. Whatever is wrong with one is a UsageError that names it. Blocks."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any, Final

from runtime.core.errors import UsageError

_MOST: Final = 64 << 20
"""Bytes of the largest file that is read as a whole."""


def check_given_file(path: Path, *, or_folder: bool = False) -> None:
    """Check that there is a regular file, or a folder where that is allowed.

    Raises:
        UsageError: there is neither. Pipes and devices are refused, since reading them could wait or go on for ever.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    if stat.S_ISDIR(mode) and not or_folder:
        raise UsageError(f"{path} is a folder: give a file")
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise UsageError(f"{path} is a pipe or a device: give a file")


def check_given_folder(path: Path) -> None:
    """Check that files can be written into a folder, which need not exist yet; makes nothing.

    Raises:
        UsageError: the folder, or the nearest one above it, is no folder or cannot be written.
    """
    try:
        above = next(parent for parent in (path, *path.absolute().parents) if _exists(parent))
        problem = "" if above.is_dir() else f"{above} is not a folder"
        if not problem and not os.access(above, os.W_OK | os.X_OK):
            problem = f"{above} cannot be written"
    except (OSError, ValueError) as error:
        problem = _reason(error)
    if problem:
        raise UsageError(f"nothing can be written to {path}: {problem}; choose another folder")


def _exists(path: Path) -> bool:
    """Whether a name is taken; unlike `Path.exists` it raises OSError for a name that no file can have."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def read_given_bytes(path: Path, most: int = _MOST) -> bytes:
    """Read a file of at most `most` bytes.

    Raises:
        UsageError: it is missing, too large, cannot be read, or is no regular file.
    """
    check_given_file(path)
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(data) > most:
        raise UsageError(f"{path} is larger than {most >> 20} MB: give a smaller file")
    return data


def _unreadable(path: Path, error: OSError | ValueError) -> UsageError:
    return UsageError(f"{path} cannot be read: {_reason(error)}")


def _reason(error: OSError | ValueError) -> str:
    """Return why the system refused a file; it refuses names with NUL by a ValueError."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def read_given_text(path: Path) -> str:
    """Read a file of UTF-8 text; a byte order mark is left out.

    Raises:
        UsageError: it cannot be read, or is no text.
    """
    data = read_given_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: not UTF-8 text: save it as UTF-8") from error
    if (nul := text.find("\0")) >= 0:
        raise UsageError(f"{path}:{text.count(chr(10), 0, nul) + 1}: not text: a character there is NUL")
    return text


def read_given_json(path: Path) -> Any:
    """Read a file that holds one JSON value.

    Raises:
        UsageError: it cannot be read, or is not JSON.
    """
    text = read_given_text(path)
    try:
        return json.loads(text)
    except RecursionError as error:
        raise UsageError(f"{path} is nested too deeply: give a file of the documented form") from error
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from error


def write_given_file(path: Path, data: bytes) -> None:
    """Write a file, with the folders above it; another one of that name is replaced.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be written: {_reason(error)}") from error
