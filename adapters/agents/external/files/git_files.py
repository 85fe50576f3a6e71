"""Asks Git which files of a checkout it tracks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import anyio

_SAFE: Final = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
"""Settings of the checkout that would start programs are not used."""


async def checkout(folder: Path) -> tuple[Path, frozenset[Path]] | None:
    """The root of the checkout that a folder lies in, and all files that it tracks; None without checkout or Git.

    Submodules are included, paths are resolved.
    """
    top = (await _git(folder, "rev-parse", "--show-toplevel")).removesuffix(b"\n")
    if not top:
        return None
    root = Path(os.fsdecode(top))
    names = await _git(root, "ls-files", "-z", "--recurse-submodules")
    return root, frozenset(root / os.fsdecode(name) for name in names.split(b"\0") if name)


async def _git(folder: Path, *words: str) -> bytes:
    """What Git prints; nothing if it fails."""
    try:
        done = await anyio.run_process(("git", "-C", str(folder), *_SAFE, *words), check=False)
    except OSError:
        return b""
    return done.stdout if done.returncode == 0 else b""
