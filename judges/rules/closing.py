"""When a task's logic has closed, as far as screens show it: something was done, be it right or wrong. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from judges.evidence.requirements import about, evident
from runtime.core.events import Described
from runtime.core.tasks import Pattern, Task
from runtime.core.text import normal
from runtime.screen.patterns import shows


class Closing:
    """Watches for the end of one task; `at` is the step after which it was first seen.

    A suite's closing check and its pattern need not ask for the same: the check may hold of any move, the pattern name
    the right folder. What the check leaves open is left open here too, and then a row counts only if it is new since
    the first key step, as "Download quality | 720p" was there before anything was done.
    """

    def __init__(self, task: Task, texts: frozenset[str]) -> None:
        reference = task.intent.reference
        self.at: int | None = None
        self._whole = texts
        self._on_phone = reference.closing is not None
        self._pattern = reference.closing_seen
        self._same = tuple(
            requirement.id
            for requirement in task.intent.requirements
            if requirement.truth is not None and requirement.truth == reference.closing
        )
        """Requirements that are what closes the task; their patterns say of what."""
        full_texts = tuple(_texts(reference.closing.value)) if reference.closing is not None else ()
        anchors = [
            requirement.value
            for requirement in task.intent.requirements
            if requirement.kind == "anchor" and requirement.evidence == "state"
        ]
        open_ = [value for value in anchors if not any(normal(value) in text for text in full_texts)]
        self._open = None if self._pattern is None else _opened(self._pattern, open_)
        self._before: set[str] = set()

    def see(self, described: Described, met: Collection[str], begun: bool, complete: bool) -> None:
        """Take in a step.

        `met` are the requirements with evidence so far, `complete`: these are all; `begun`: a key step was taken.
        """
        if self.at is None and self._closed(described, met, begun, complete):
            self.at = described.step

    def hear(self, step: int) -> None:
        """The user was told something, which closes a task that has no other end."""
        if self.at is None and not self._on_phone and self._pattern is None:
            self.at = step

    def _closed(self, described: Described, met: Collection[str], begun: bool, complete: bool) -> bool:
        if self._same:
            return any(text in met for text in self._same)
        if self._pattern is None:
            # A task that closes on the phone, but has no pattern for it, is closed when all is done.
            return self._on_phone and complete
        if evident(self._pattern, described.page, described.observation, self._whole):
            return True
        if self._open is None or not about(self._open, described.page, self._whole):
            return False
        if not shows(replace(self._open, row=()), described.page, described.observation):
            return False
        rows = {line for line in described.observation.splitlines() if shows(_row(self._open), "", line)}
        if not begun:
            self._before |= rows
        return begun and bool(rows - self._before)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
    else:
        yield normal(str(value))


def _opened(pattern: Pattern, values: Collection[str]) -> Pattern | None:
    """The pattern without the values, if its row names one and still says something without it."""
    row = pattern.row
    for value in values:
        row = tuple(left for text in row if (left := _without(text, value)))
    return replace(pattern, row=row) if row and row != pattern.row else None


def _without(text: str, value: str) -> str:
    at = normal(text).find(normal(value))
    return text if at < 0 else (normal(text)[:at] + normal(text)[at + len(normal(value)) :]).strip()


def _row(pattern: Pattern) -> Pattern:
    return Pattern(row=pattern.row, row_absent=pattern.row_absent)
