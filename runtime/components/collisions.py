"""Finds other projects' packages that are mixed with ours: `adapters` and `judges` are common names. Blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

from runtime.components.distribution import DISTRIBUTION, PACKAGES

_REMEDY: Final = (
    "install this project into an environment of its own (python3 -m venv .venv && .venv/bin/pip install -e .)"
)
_INSTALLED: Final = re.compile(rf"^({'|'.join(PACKAGES)})(?:/|\.py,)", re.MULTILINE)
"""A line of RECORD that lists a file of one of these top-level packages, or a module of that name."""
_TOP_LEVEL: Final = re.compile(rf"^({'|'.join(PACKAGES)})$", re.MULTILINE)
"""A line of top_level.txt that lists one of these packages."""


class PackageCollisionWarning(UserWarning):
    """Another project has a top-level package of the same name as one of ours."""


@lru_cache(maxsize=1)
def find_collisions(path: tuple[str, ...]) -> tuple[str, ...]:
    """Describes, in one sentence each, the projects that collide with ours on a search path such as `sys.path`.

    Reads the list of files of every installed distribution, about 0.1 ms each, once for the same path.
    """
    return (*_misplaced(path), *_shared(path))


def _misplaced(path: Sequence[str]) -> Iterator[str]:
    """Describes our packages that Python would import from elsewhere, or that are incomplete."""
    home = Path(__file__).resolve().parents[2]
    for name in PACKAGES:
        ours = home / name / "__init__.py"
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.origin is not None and Path(spec.origin).resolve() != ours:
            yield (
                f"Python imports the package {name!r} from {spec.origin}, which is another project's; ours is in "
                f"{home}: {_REMEDY}"
            )
        elif not ours.exists():
            yield (f"{ours} is missing, as after another project with a package {name!r} was uninstalled: {_REMEDY}")


def _shared(path: Sequence[str]) -> Iterator[str]:
    """Describes other distributions that install a top-level package with one of our names."""
    for found in distributions(path=list(path)):
        name = found.metadata["Name"] or ""
        if re.sub(r"[-_.]+", "-", name).lower() == DISTRIBUTION:
            continue
        if taken := _top_level(found):
            packages = " and ".join(repr(package) for package in PACKAGES if package in taken)
            yield (
                f"{name} {found.version} installs {packages} too, so its files and ours overwrite each other: {_REMEDY}"
            )


def _top_level(found: Distribution) -> set[str]:
    """The top-level packages of a distribution that have our names."""
    return {
        *_INSTALLED.findall(found.read_text("RECORD") or ""),
        *_TOP_LEVEL.findall(found.read_text("top_level.txt") or ""),
    }
