"""Names of a package that are imported when they are first used, so that importing the package costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_attributes(package: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """A `__getattr__` for a package: `names` has the module of each public name (PEP 562)."""

    def load(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(names[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return load
