"""Which verdicts are new: a judge states what it thinks now, and what it said before is not said twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runtime.core.events import AnyVerdict, subject


class VerdictFilter:
    """Remembers the last verdict on each subject."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, Any], AnyVerdict] = {}

    def fresh(self, verdicts: Iterable[AnyVerdict]) -> list[AnyVerdict]:
        """Those of the verdicts that differ from what was last said on their subject."""
        new: list[AnyVerdict] = []
        for verdict in verdicts:
            about = subject(verdict)
            if self._said.get(about) != verdict:
                self._said[about] = verdict
                new.append(verdict)
        return new
