"""A validator's finding: the broken rule, its place, and what to do. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from runtime.core.errors import UsageError

Place = tuple[str | int, ...]
"""Keys and indexes from the root of a file. In a list, an element's `id` or `key` may stand for its index."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of a rule. Errors make a suite unfit to measure with.

    `where` names the intent, requirement, task or part of a file; `at` is the place in the intent's file, counted from
    the requirement where one is named. `file` and `line` are known once the file is (`intent_files.located`).
    """

    level: Literal["error", "warning"]
    where: str
    what: str
    fix: str
    rule: str = ""
    at: Place = ()
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        level = f"{self.level}: " if not self.file or self.level == "warning" else ""
        texts = (part for part in (self.rule, self.where, self.what) if part)
        return f"{place}{level}{': '.join(texts)}; {self.fix}"


def error(where: str, what: str, fix: str, *, rule: str, at: Place = ()) -> Finding:
    """A finding that makes the suite unfit."""
    return Finding("error", where, what, fix, rule, at)


def warning(where: str, what: str, fix: str, *, rule: str, at: Place = ()) -> Finding:
    """A finding that a person should look at."""
    return Finding("warning", where, what, fix, rule, at)


class Mistakes(UsageError):
    """Files that cannot be used: everything that is wrong with them, a line for each."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))
