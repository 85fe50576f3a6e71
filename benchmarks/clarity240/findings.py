"""What a validator says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of a rule: where, what is wrong, and what to do. Errors make a suite unfit to measure with."""

    level: Literal["error", "warning"]
    where: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.level}: {self.where}: {self.what}; {self.fix}"


def error(where: str, what: str, fix: str) -> Finding:
    """A finding that makes the suite unfit."""
    return Finding("error", where, what, fix)


def warning(where: str, what: str, fix: str) -> Finding:
    """A finding that a person should look at."""
    return Finding("warning", where, what, fix)
