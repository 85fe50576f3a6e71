"""Finds other projects' packages that are mixed with ours: `adapters` and `judges` are common names. Blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "mobile-agent-runtime"
PACKAGES: Final = ("runtime", "adapters", "judges", "benchmarks")
_WHAT_TO_DO: Final = (
    "install this project into an environment of its own (python3 -m venv .venv && .venv/bin/pip install -e .)"
)
_INSTALLED: Final = re.compile(rf"^({'|'.join(PACKAGES)})(?:/|\.py,)", re.MULTILINE)
"""A line of RECORD about a file of a top-level package, or a module, of one of the names."""
_CLAIMED: Final = re.compile(rf"^({'|'.join(PACKAGES)})$", re.MULTILINE)
"""The same in top_level.txt."""


class PackageCollisionWarning(UserWarning):
    """Another project has a top-level package of the same name as one of ours."""


def find_collisions(path: Sequence[str]) -> tuple[str, ...]:
    """One sentence for each project that collides with ours on a search path such as `sys.path`.

    Reads the list of files of every installed distribution: about 0.1 ms each.
    """
    return (*_misplaced(path), *_shared(path))


def _misplaced(path: Sequence[str]) -> Iterator[str]:
    """Packages of ours that are imported from elsewhere, or are damaged."""
    home = Path(__file__).resolve().parents[2]
    for name in PACKAGES:
        ours = home / name / "__init__.py"
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.origin is not None and Path(spec.origin).resolve() != ours:
            yield (
                f"Python imports the package {name!r} from {spec.origin}, which is another project's; ours is in "
                f"{home}: {_WHAT_TO_DO}"
            )
        elif not ours.exists():
            yield (
                f"{ours} is missing, as after another project with a package {name!r} was uninstalled: {_WHAT_TO_DO}"
            )


def _shared(path: Sequence[str]) -> Iterator[str]:
    """Other distributions with a top-level package of the same name."""
    for found in distributions(path=list(path)):
        name = found.metadata["Name"] or ""
        if re.sub(r"[-_.]+", "-", name).lower() == DISTRIBUTION:
            continue
        if taken := _top_level(found):
            packages = " and ".join(repr(package) for package in PACKAGES if package in taken)
            yield (
                f"{name} {found.version} installs {packages} too, so its files and ours overwrite each other: "
                f"{_WHAT_TO_DO}"
            )


def _top_level(found: Distribution) -> set[str]:
    """The names of ours that a distribution installs."""
    return {
        *_INSTALLED.findall(found.read_text("RECORD") or ""),
        *_CLAIMED.findall(found.read_text("top_level.txt") or ""),
    }
