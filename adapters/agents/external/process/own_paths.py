"""Finds the ground truth on this computer: this project's installations, its sources, recorded runs. Blocks."""

from __future__ import annotations

import importlib.util
import os
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from runtime.components.collisions import DISTRIBUTION, PACKAGES

_BESIDE: Final = (".git", "tests", "dist", "build")
"""Parts of a checkout that contain the same data or mention it."""
_TRACES: Final = ("mobile_agent_runtime-*", "*mobile_agent_runtime*.pth", "__editable__*mobile_agent_runtime*")
"""Files that an installation leaves beside its packages."""
_MAX_DEPTH: Final = 4
_MAX_FOLDERS: Final = 4000


def installed() -> Iterator[Path]:
    """The packages of this process, their checkout, the files that reveal it, and the sockets of its phones."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            yield Path(folder)
            yield from _checkout(Path(folder).parent)
    # A read-only mount does not block sockets, so those of phones are hidden.
    for folder in {tempfile.gettempdir(), "/tmp"}:
        yield from Path(folder).glob("phones-*")
    for distribution in distributions(name=DISTRIBUTION):
        site = Path(str(distribution.locate_file("")))
        yield from (path for pattern in _TRACES for path in site.glob(pattern))


def _checkout(folder: Path) -> Iterator[Path]:
    if (folder / "pyproject.toml").exists():
        yield from (folder / name for name in _BESIDE)


def installations(prefixes: Iterable[Path]) -> Iterator[Path]:
    """Paths of other installations below the prefixes of interpreters."""
    for prefix in prefixes:
        for site in prefix.glob("lib*/python3*/*-packages"):
            traces = [path for pattern in _TRACES for path in site.glob(pattern)]
            yield from traces
            if not traces:
                continue
            yield from (site / name for name in PACKAGES)
            for path in traces:
                if path.suffix == ".pth":
                    yield from _editable_checkouts(path)


def _editable_checkouts(path: Path) -> Iterator[Path]:
    """The checkouts that an editable installation names."""
    for line in path.read_text(errors="replace").splitlines():
        if os.path.isdir(line.strip()):
            root = Path(os.path.realpath(line.strip()))
            yield from (root / name for name in (*PACKAGES, *_BESIDE))


def _runs_folder(folder: Path, top: Path) -> Iterator[Path]:
    """The folder, if it lies below `top` and holds only runs: the next run will be there, too."""
    if folder != top and folder.is_relative_to(top) and all((path / "run.json").exists() for path in folder.iterdir()):
        yield Path(os.path.realpath(folder))


def recorded_runs(folder: Path) -> Iterator[Path]:
    """Folders of recorded runs within a visible folder; the search is bounded."""
    if not folder.is_dir():
        return
    for count, (name, below, files) in enumerate(os.walk(folder)):
        if "run.json" in files and "events" in below:
            yield Path(os.path.realpath(name))
            yield from _runs_folder(Path(name).parent, folder)
            below.clear()
        if count > _MAX_FOLDERS or len(Path(name).relative_to(folder).parts) >= _MAX_DEPTH:
            below.clear()
