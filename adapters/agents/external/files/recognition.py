"""Recognises this project's data by what it looks like: recorded runs and model replies, suites, copies of the project.

Blocks. Git history always counts as ours. Archives are recognised by their names only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.agents.external.files.canary import CANARY
from runtime.components.distribution import PACKAGES

BESIDE: Final = (".git", "tests", "dist", "build")
"""Parts of a checkout of this project that contain the same data as its packages, or mention it."""
TRACES: Final = ("mobile_agent_runtime-*", "*mobile_agent_runtime*.pth", "__editable__*mobile_agent_runtime*")
"""Files that an installation leaves beside its packages."""
_ALWAYS: Final = {".git", "clarity240"}
_RUN_PARTS: Final = {"events", "truth", "verdicts", "blobs", "results.jsonl"}
_NAME: Final = re.compile(
    r"mobile[-_]agent[-_]runtime-|.*mobile_agent_runtime.*\.pth\Z|__editable__.*mobile_agent_runtime"
    r"|(?:tree|frame-\d+x\d+)-[0-9a-f]{32}\.(?:xml|png)\Z"
)
"""Traces and archives of an installation; screens of a run."""
_BYTE: Final = re.compile(r"[0-9a-f]{2}\Z")
_REPLY: Final = re.compile(r"[0-9a-f]{64}\.json\Z")
"""A stored reply of a model, which lies in a folder named by its first two digits."""
_RECORD: Final = re.compile(rb'\s*\{"episode": ?"[^"]+/[^"]+/\d+"')
"""The beginning of a log of events, truth, verdicts or results."""
_SUFFIXES: Final = (".yaml", ".yml", ".jsonl")
_MAX_READ: Final = 64 << 20
"""Files up to this size in bytes are searched for the canary."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of one folder that are not ours; links are among the files."""

    folder: Path
    folders: list[str]
    files: list[str]
    ours: list[str]
    """Entries that are ours, and not looked into; the folder itself is `.`."""


def scan(top: Path, hidden: Collection[Path] = ()) -> Iterator[Listing]:
    """Lists a folder and all folders below it, from the top. `hidden` are resolved paths that count as ours."""
    stack = [Path(os.path.realpath(top))]
    while stack:
        folder = stack.pop()
        listing = _list(folder, hidden)
        yield listing
        stack += (folder / name for name in reversed(listing.folders))


def own_data(top: Path, hidden: Collection[Path] = ()) -> Iterator[Path]:
    """What is ours below a folder; see `scan`. Only files whose names end like those of suites and logs are opened."""
    for listing in scan(top, hidden):
        yield from (listing.folder / name for name in listing.ours)
        for name in listing.files:
            if name.endswith(_SUFFIXES) and is_own_file(path := listing.folder / name):
                yield path


def is_own_file(path: Path) -> bool:
    """Whether the content of a file is a recorded log, or part of a suite."""
    try:
        if not path.is_file() or path.stat().st_size > _MAX_READ:
            return False
        return is_own_content(path.read_bytes())
    except OSError:
        return False


def is_own_content(data: bytes) -> bool:
    """Whether the content of a file is a recorded log, or part of a suite. Pure."""
    return _RECORD.match(data) is not None or CANARY.encode() in data


def _list(folder: Path, hidden: Collection[Path]) -> Listing:
    folders: list[str] = []
    files: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                (folders if entry.is_dir(follow_symlinks=False) else files).append(entry.name)
    except OSError:  # it cannot be listed, so nothing in it can be seen either
        return Listing(folder, [], [], [])
    if folder in hidden or _is_own_folder(folders, files):
        return Listing(folder, [], [], ["."])
    ours = {*_own_names(folder.name, folders, files), *(path.name for path in hidden if path.parent == folder)}
    ours.intersection_update((*folders, *files))
    return Listing(
        folder,
        sorted(name for name in folders if name not in ours),
        sorted(name for name in files if name not in ours),
        sorted(ours),
    )


def _is_own_folder(folders: Collection[str], files: Collection[str]) -> bool:
    """Whether the entries are those of a run folder or of a suite."""
    is_run = "run.json" in files and not _RUN_PARTS.isdisjoint((*folders, *files))
    return is_run or ("references.json" in files and "intents" in folders)


def _own_names(folder: str, folders: Collection[str], files: Collection[str]) -> Iterable[str]:
    """Names that tell by themselves, or by their neighbours, that they are ours."""
    names = (*folders, *files)
    yield from _ALWAYS.intersection(names)
    yield from filter(_NAME.match, names)
    if _BYTE.match(folder):
        yield from (name for name in files if _REPLY.match(name) and name.startswith(folder))
    if set(PACKAGES) <= set(folders):
        yield from PACKAGES
        if "pyproject.toml" in files or ".git" in names:
            yield from BESIDE
