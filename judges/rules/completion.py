"""Detects on screens when everything asked for was done, rightly or wrongly: the task has closed. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from judges.evidence.requirements import applies_to_page, pattern_holds
from runtime.core.events import Described
from runtime.core.tasks import Pattern, Task
from runtime.core.text import normal
from runtime.screen.patterns import shows


class ClosingDetector:
    """Detects the closing of one task; `at` is the step after which it was first seen.

    A suite's closing check and its screen pattern may differ: the check may accept a move to any folder, while the
    pattern names the right one. Values that the check leaves open are removed from the pattern. Then a row counts only
    if it is new since the first key step: "Download quality | 720p" may have been there before anything was done.
    """

    def __init__(self, task: Task, free_texts: frozenset[str]) -> None:
        reference = task.intent.reference
        self.at: int | None = None
        self._free_texts = free_texts
        self._on_phone = reference.closing is not None
        self._pattern = reference.closing_seen
        self._closing_requirements = tuple(
            requirement.id
            for requirement in task.intent.requirements
            if requirement.truth is not None and requirement.truth == reference.closing
        )
        """Requirements whose check is the closing check itself."""
        closing_texts = tuple(_texts(reference.closing.value)) if reference.closing is not None else ()
        anchors = [
            requirement.value
            for requirement in task.intent.requirements
            if requirement.kind == "anchor" and requirement.evidence == "state"
        ]
        open_values = [value for value in anchors if not any(normal(value) in text for text in closing_texts)]
        self._open_pattern = None if self._pattern is None else _without_values(self._pattern, open_values)
        self._rows_before: set[str] = set()

    def update(self, described: Described, met: Collection[str], begun: bool, complete: bool) -> None:
        """Process a described step.

        `met` are the requirements met so far; `complete`: all are met; `begun`: a key step was performed.
        """
        if self.at is None and self._closed(described, met, begun, complete):
            self.at = described.step

    def record_answer(self, step: int) -> None:
        """Record that the agent answered, which closes a task without any other closing."""
        if self.at is None and not self._on_phone and self._pattern is None:
            self.at = step

    def _closed(self, described: Described, met: Collection[str], begun: bool, complete: bool) -> bool:
        if self._closing_requirements:
            return any(requirement in met for requirement in self._closing_requirements)
        if self._pattern is None:
            # A task that closes on the phone but has no pattern for it closes when all requirements are met.
            return self._on_phone and complete
        if pattern_holds(self._pattern, described.page, described.observation, self._free_texts):
            return True
        if self._open_pattern is None or not applies_to_page(self._open_pattern, described.page, self._free_texts):
            return False
        if not shows(replace(self._open_pattern, row=()), described.page, described.observation):
            return False
        rows = {
            line for line in described.observation.splitlines() if shows(_row_pattern(self._open_pattern), "", line)
        }
        if not begun:
            self._rows_before |= rows
        return begun and bool(rows - self._rows_before)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
    else:
        yield normal(str(value))


def _without_values(pattern: Pattern, values: Collection[str]) -> Pattern | None:
    """The pattern without the values, if its row names one of them and is not empty without it."""
    row = pattern.row
    for value in values:
        row = tuple(left for text in row if (left := _without(text, value)))
    return replace(pattern, row=row) if row and row != pattern.row else None


def _without(text: str, value: str) -> str:
    at = normal(text).find(normal(value))
    return text if at < 0 else (normal(text)[:at] + normal(text)[at + len(normal(value)) :]).strip()


def _row_pattern(pattern: Pattern) -> Pattern:
    return Pattern(row=pattern.row, row_absent=pattern.row_absent)
