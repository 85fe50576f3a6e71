"""The mutants that are listed by hand as right, each with a reason; read from `equivalents.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

import yaml
from pydantic import TypeAdapter

from runtime.core.checks import paths_outside

_FILE = "equivalents.yaml"


@dataclass(frozen=True, slots=True)
class Equivalents:
    """Paths at which a mutant of the named operators is a right end state all the same, and why."""

    paths: tuple[str, ...]
    operators: tuple[str, ...]
    reason: str


_ENTRIES: TypeAdapter[tuple[Equivalents, ...]] = TypeAdapter(tuple[Equivalents, ...])


def read_equivalents() -> tuple[Equivalents, ...]:
    """The list in the package."""
    return _ENTRIES.validate_python(yaml.safe_load((files(__package__) / _FILE).read_text("utf-8")))


def equivalent(operator: str, differing: Iterable[str], entries: Sequence[Equivalents]) -> bool:
    """Whether every path at which a mutant differs from the reference's end state is listed for its operator."""
    listed = [path for entry in entries if operator in entry.operators for path in entry.paths]
    return not paths_outside(differing, listed)
