"""Filters verdicts: only those that differ from the last verdict on the same subject are passed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.core.events import AnyVerdict, subject


class VerdictFilter:
    """Remembers the last verdict on each subject."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, Any], AnyVerdict] = {}

    def changed(self, verdicts: Iterable[AnyVerdict]) -> list[AnyVerdict]:
        """The verdicts that differ from the last one on their subject."""
        changed: list[AnyVerdict] = []
        for verdict in verdicts:
            about = subject(verdict)
            if self._last.get(about) != verdict:
                self._last[about] = verdict
                changed.append(verdict)
        return changed
