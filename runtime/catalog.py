"""Parts found by entry points: devices and their examiners, agents, instruments, users, judges, suites, apps, commands.

The runtime knows nobody: a part registers under `mobile_agent_runtime.KIND`, ours like anybody's, and is imported only
when it is used.
"""

from __future__ import annotations

import difflib
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from runtime.errors import UsageError

Kind = Literal[
    "devices",
    "examiners",
    "agents",
    "instruments",
    "users",
    "judges",
    "suites",
    "apps",
    "commands",
    "validators",
    "counts",
]
KINDS: tuple[Kind, ...] = (
    "devices",
    "examiners",
    "agents",
    "instruments",
    "users",
    "judges",
    "suites",
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
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"the {kind.removesuffix('s')} {name!r} ({entry.value}) cannot be imported: {error}. "
            "If another installed package is called runtime, adapters, judges or benchmarks, it shadows ours."
        ) from error
