"""Finds where this project lies on this computer: its packages, their checkout, traces of its installation. Blocks."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from adapters.agents.external.files.recognition import BESIDE, TRACES
from runtime.components.distribution import DISTRIBUTION, PACKAGES


def installed() -> Iterator[Path]:
    """The packages of this process, parts of their checkout that hold the same data, and files that reveal it."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        for folder in spec.submodule_search_locations or () if spec is not None else ():
            yield Path(folder)
            yield from _checkout(Path(folder).parent)
    for distribution in distributions(name=DISTRIBUTION):
        site = Path(str(distribution.locate_file("")))
        yield from (path for pattern in TRACES for path in site.glob(pattern))


def _checkout(folder: Path) -> Iterator[Path]:
    if (folder / "pyproject.toml").exists():
        yield from (folder / name for name in BESIDE)
