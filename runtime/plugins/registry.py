"""Finds plug-ins by entry points, and loads each as the spec of its kind.

The runtime imports no adapter: a part registers under `mobile_agent_runtime.KIND`, ours like anybody's, and is imported
only when it is used.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from runtime.core.errors import UsageError
from runtime.plugins import specs

if TYPE_CHECKING:  # tasks bring pydantic along, and `--help` of a command needs none of it
    from runtime.core.tasks import Suite

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """One kind of plug-in: its group of entry points, and how what they name becomes a spec."""

    group: str
    """Such as `agents`: the entry points of `mobile_agent_runtime.agents`."""
    spec: type[T]
    convert: Callable[[object, str], T] | None = None
    """Makes a spec of a plain class too; None: only a spec will do."""

    @property
    def singular(self) -> str:
        """What one of them is called in messages."""
        return self.group.removesuffix("s").replace("_", " ")


DEVICES: Final = Kind("devices", specs.DeviceSpec)
MODELS: Final = Kind("models", specs.ModelSpec)
FORMATS: Final = Kind("formats", specs.FormatSpec)
AGENTS: Final = Kind("agents", specs.AgentSpec, specs.agent_spec)
INSTRUMENTS: Final = Kind("instruments", specs.InstrumentSpec, specs.instrument_spec)
PROGRAMS: Final = Kind("programs", specs.ProgramSpec)
AGENT_SERVERS: Final = Kind("agent_servers", specs.AgentServerSpec)
USERS: Final = Kind("users", specs.UserSpec, specs.user_spec)
JUDGES: Final = Kind("judges", specs.JudgeSpec, specs.judge_spec)
SUITES: Final = Kind("suites", specs.SuiteSpec)
SUITE_READERS: Final = Kind("suite_readers", specs.SuiteReaderSpec)
APPS: Final = Kind("apps", specs.AppSpec)
COMMANDS: Final = Kind("commands", specs.CommandSpec)

KINDS: Final[tuple[Kind[Any], ...]] = (
    DEVICES, MODELS, FORMATS, AGENTS, INSTRUMENTS, PROGRAMS, AGENT_SERVERS, USERS, JUDGES, SUITES, SUITE_READERS, APPS,
    COMMANDS,
)  # fmt: skip


def entries(kind: Kind[Any]) -> dict[str, EntryPoint]:
    """Every registered part of a kind by name, sorted; nothing is imported."""
    found = {entry.name: entry for entry in entry_points(group=f"mobile_agent_runtime.{kind.group}")}
    return dict(sorted(found.items()))


def names(kind: Kind[Any]) -> tuple[str, ...]:
    """The names of a kind, sorted."""
    return tuple(entries(kind))


def load(kind: Kind[T], name: str) -> T:
    """The spec of that name.

    Raises:
        UsageError: no such part, it cannot be imported, or is no spec; the message names the entry point.
    """
    known = entries(kind)
    entry = known.get(name)
    if entry is None:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there is: {', '.join(known) or 'none installed'}"
        raise UsageError(f"no {kind.singular} is called {name!r}; {hint}")
    return _loaded(kind, entry)


def load_all(kind: Kind[T]) -> dict[str, T]:
    """Every spec of a kind by name, sorted. Entry points are looked through once, which takes milliseconds.

    Raises:
        UsageError: one of them cannot be imported, or is no spec.
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
    """The name of the reader that understands a suite; empty if it is a registered suite's name, not a file or folder.

    Readers carry the ending of the files that they read. A folder is read by the one for YAML.
    """
    path = Path(name)
    if name in names(SUITES) or not (path.suffix or os.sep in name or path.is_dir()):
        return ""
    return path.suffix.removeprefix(".").replace("yml", "yaml") or "yaml"


def suite(name: str) -> Suite:
    """The registered suite of that name, or the one that a file or folder holds.

    Raises:
        UsageError: there is none, or its files have mistakes.
    """
    reader = suite_reader(name)
    return load(SUITE_READERS, reader).read((name,)) if reader else load(SUITES, name).load()
