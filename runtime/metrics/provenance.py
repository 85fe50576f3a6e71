"""Summarizes which versions, models and prompts produced a judge's verdicts. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from runtime.core.events import AnyVerdict, subject


@dataclass(frozen=True, slots=True)
class Origin:
    """The judge versions, models and prompts behind many verdicts, sorted.

    `asked` counts verdicts that a model gave, `repaired` those of them that needed a second reply.
    """

    versions: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    asked: int = 0
    repaired: int = 0


def verdict_origin(verdicts: Iterable[AnyVerdict]) -> Origin:
    """Return the origin of the effective verdicts: the last one on each subject of an episode."""
    last: dict[tuple[str, str, Any], AnyVerdict] = {}
    for verdict in verdicts:
        last[verdict.episode, *subject(verdict)] = verdict
    asked = [event.asked for event in last.values() if event.asked is not None]
    return Origin(
        versions=tuple(sorted({event.version for event in last.values() if event.version})),
        models=tuple(sorted({source.model for source in asked})),
        prompts=tuple(sorted({source.prompt for source in asked})),
        asked=len(asked),
        repaired=sum(source.repaired for source in asked),
    )
