"""This project as an installed distribution: its name, its packages and its version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final

DISTRIBUTION: Final = "mobile-agent-runtime"
PACKAGES: Final = ("runtime", "adapters", "judges", "benchmarks")


def our_version() -> str:
    """The installed version of this package."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "not installed"
