"""Parts found by entry points: devices and their examiners, models and what they say, agents, users, judges, suites, ….

The runtime knows nobody: a part registers under `mobile_agent_runtime.KIND`, ours like anybody's, and is imported only
when it is used.
"""

from __future__ import annotations

import difflib
import os
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from runtime.core.errors import UsageError

if TYPE_CHECKING:  # tasks bring pydantic along, and `--help` of a command needs none of it
    from runtime.core.tasks import Suite

Kind = Literal[
    "devices",
    "examiners",
    "models",
    "formats",
    "agents",
    "instruments",
    "programs",
    "doors",
    "users",
    "judges",
    "suites",
    "readers",
    "apps",
    "commands",
    "validators",
    "counts",
]
KINDS: tuple[Kind, ...] = (
    "devices",
    "examiners",
    "models",
    "formats",
    "agents",
    "instruments",
    "programs",
    "doors",
    "users",
    "judges",
    "suites",
    "readers",
    "apps",
    "commands",
    "validators",
    "counts",
)


def entries(kind: Kind) -> dict[str, EntryPoint]:
    """Every registered part of a kind by name, sorted; nothing is imported."""
    found = {entry.name: entry for entry in entry_points(group=f"mobile_agent_runtime.{kind}")}
    return dict(sorted(found.items()))


def names(kind: Kind) -> tuple[str, ...]:
    """The names of a kind, sorted."""
    return tuple(entries(kind))


def load(kind: Kind, name: str) -> Any:
    """The part itself: a class or function whose signature its kind fixes (ARCHITECTURE.md, "Parts").

    Raises:
        UsageError: no such part, or it cannot be imported; the message names what there is.
    """
    known = entries(kind)
    entry = known.get(name)
    if entry is None:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there is: {', '.join(known) or 'none installed'}"
        raise UsageError(f"no {kind.removesuffix('s')} is called {name!r}; {hint}")
    return _loaded(kind, entry)


def load_all(kind: Kind) -> dict[str, Any]:
    """Every part of a kind by name, sorted. Entry points are looked through once, which takes milliseconds.

    Raises:
        UsageError: one of them cannot be imported.
    """
    return {name: _loaded(kind, entry) for name, entry in entries(kind).items()}


def _loaded(kind: Kind, entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"the {kind.removesuffix('s')} {entry.name!r} ({entry.value}) cannot be imported: {error}. "
            "If another installed package is called runtime, adapters, judges or benchmarks, it shadows ours."
        ) from error


def reader(name: str) -> str:
    """Which reader understands a suite of that name; empty if it is a registered suite's name, not a file or folder.

    Readers carry the ending of the files that they read. A folder is read by the one for YAML.
    """
    path = Path(name)
    if name in names("suites") or not (path.suffix or os.sep in name or path.is_dir()):
        return ""
    return path.suffix.removeprefix(".").replace("yml", "yaml") or "yaml"


def suite(name: str) -> Suite:
    """The registered suite of that name, or the one that a file or folder holds.

    Raises:
        UsageError: there is none, or its files have mistakes.
    """
    kind = reader(name)
    found: Suite = load("readers", kind)((name,)) if kind else load("suites", name)()
    return found
