"""Finds plug-ins by entry points, and loads each as the spec of its kind.

The runtime imports no adapter: every part, ours included, registers under `mobile_agent_runtime.KIND` and is imported
only when it is used.
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from runtime.core.errors import UsageError
from runtime.plugins import specs

if TYPE_CHECKING:  # importing tasks also imports pydantic, which `--help` does not need
    from runtime.core.tasks import Suite

T = TypeVar("T")
_PREFIX: Final = "mobile_agent_runtime."


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """One kind of plug-in: its entry-point group, and how a loaded object is converted to a spec."""

    group: str
    """The group without its prefix: `agents` stands for `mobile_agent_runtime.agents`."""
    spec: type[T]
    convert: Callable[[object, str], T] | None = None
    """Converts a plain class to a spec; None: only a spec is accepted."""

    @property
    def singular(self) -> str:
        """The kind in the singular, for messages."""
        return self.group.removesuffix("s").replace("_", " ")


DEVICES: Final = Kind("devices", specs.DeviceSpec)
MODELS: Final = Kind("models", specs.ModelSpec)
FORMATS: Final = Kind("formats", specs.FormatSpec)
AGENTS: Final = Kind("agents", specs.AgentSpec, specs.agent_spec)
INSTRUMENTS: Final = Kind("instruments", specs.InstrumentSpec, specs.instrument_spec)
PROGRAMS: Final = Kind("programs", specs.ProgramSpec)
AGENT_SERVERS: Final = Kind("agent_servers", specs.AgentServerSpec)
DASHBOARDS: Final = Kind("dashboards", specs.DashboardSpec)
USERS: Final = Kind("users", specs.UserSpec, specs.user_spec)
JUDGES: Final = Kind("judges", specs.JudgeSpec, specs.judge_spec)
SUITES: Final = Kind("suites", specs.SuiteSpec)
SUITE_READERS: Final = Kind("suite_readers", specs.SuiteReaderSpec)
APPS: Final = Kind("apps", specs.AppSpec)
COMMANDS: Final = Kind("commands", specs.CommandSpec)

KINDS: Final[tuple[Kind[Any], ...]] = (
    DEVICES, MODELS, FORMATS, AGENTS, INSTRUMENTS, PROGRAMS, AGENT_SERVERS, DASHBOARDS, USERS, JUDGES, SUITES,
    SUITE_READERS, APPS, COMMANDS,
)  # fmt: skip


def entries(kind: Kind[Any]) -> dict[str, EntryPoint]:
    """The entry points of a kind by name, sorted; nothing is imported."""
    found = {entry.name: entry for entry in _installed(tuple(sys.path)).select(group=f"{_PREFIX}{kind.group}")}
    return dict(sorted(found.items()))


@lru_cache(maxsize=1)
def _installed(path: tuple[str, ...]) -> Any:
    """The entry points of all distributions on a search path, which is `sys.path`; scanning takes milliseconds.

    They can be selected by their group, in Python 3.11 as an object of another type.
    """
    return entry_points()


def names(kind: Kind[Any]) -> tuple[str, ...]:
    """The names of a kind, sorted."""
    return tuple(entries(kind))


def load(kind: Kind[T], name: str) -> T:
    """Loads the part with this name as a spec.

    Raises:
        UsageError: there is no such part, it cannot be imported, or it is not a spec;
            the message names the entry point.
    """
    known = entries(kind)
    entry = known.get(name)
    if entry is None:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there is: {', '.join(known) or 'none installed'}"
        raise UsageError(f"no {kind.singular} is called {name!r}; {hint}")
    return _loaded(kind, entry)


def load_all(kind: Kind[T]) -> dict[str, T]:
    """Loads all specs of a kind, by name, sorted.

    Raises:
        UsageError: a part cannot be imported, or is not a spec.
    """
    return {name: _loaded(kind, entry) for name, entry in entries(kind).items()}


def _loaded(kind: Kind[T], entry: EntryPoint) -> T:
    where = f"the {kind.singular} {entry.name!r} ({entry.value})"
    try:
        part = entry.load()
    except (ImportError, AttributeError, TypeError) as error:
        raise UsageError(
            f"{where} cannot be imported: {error}. "
            "If another installed package is called runtime, adapters, judges or benchmarks, it shadows ours."
        ) from error
    if kind.convert is not None:
        return kind.convert(part, where)
    if not isinstance(part, kind.spec):
        raise UsageError(f"{where} is not a {kind.spec.__name__} but {type(part).__name__}")
    return part


def suite_reader(name: str) -> str:
    """The name of the reader for a suite in a file or folder; empty for the name of a registered suite.

    Readers are registered under file extensions. Folders are read by the YAML reader.
    """
    path = Path(name)
    if name in names(SUITES) or not (path.suffix or os.sep in name or path.is_dir()):
        return ""
    return path.suffix.removeprefix(".").replace("yml", "yaml") or "yaml"


def suite(name: str) -> Suite:
    """Loads the registered suite with this name, or reads the suite in a file or folder.

    Raises:
        UsageError: there is no such suite, or its files contain errors.
    """
    reader = suite_reader(name)
    return load(SUITE_READERS, reader).read((name,)) if reader else load(SUITES, name).load()
