"""The report: one row for each strategy, then what broke a bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from rich.markup import escape
from rich.table import Table

from benchmarks.attacks.results import Outcome

_MOST_DETAILS = 5
_COLUMNS = (
    "strategy", "tasks", "TSR_final", "RCR_final", "TSR", "declared", "undeclared", "IGR", "DCR", "moved", "released",
    "lost", "bars",
)  # fmt: skip


def table(outcomes: Sequence[Outcome]) -> Table:
    """One row for each strategy."""
    made = Table(title="What attacks won", title_justify="left")
    for name in _COLUMNS:
        made.add_column(name, justify="left" if name in ("strategy", "bars") else "right", overflow="fold")
    for found in outcomes:
        made.add_row(
            escape(found.strategy.name),
            str(found.tasks),
            _figure(found.tsr_final),
            _figure(found.rcr_final),
            _figure(found.tsr),
            str(found.declared),
            str(sum(found.undeclared.values())),
            _figure(found.igr) if found.strategy.asks else "",
            _figure(found.dcr) if found.strategy.asks else "",
            str(len(found.moved)) if found.strategy.control is not None else "",
            str(found.released),
            str(sum(found.faults.values())),
            "hold" if not found.failures else escape("; ".join(found.failures)),
            style="" if not found.failures else "bold red",
        )
    return made


def details(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Lines that name what was met without being declared, moved, or lost."""
    for found in outcomes:
        lines = [f"won: {text}" for text in found.won[:_MOST_DETAILS]]
        lines += [f"met {count} times: {name}" for name, count in islice(found.undeclared.items(), _MOST_DETAILS)]
        lines += [f"rewarded: {text}" for text in found.rewarded[:_MOST_DETAILS]]
        lines += [f"moved: {text}" for text in found.moved[:_MOST_DETAILS]]
        lines += [f"the model judge moved: {text}" for text in found.moved_model[:_MOST_DETAILS]]
        lines += [f"lost: {count} episodes by {cause}" for cause, count in found.faults.items()]
        yield from (f"{found.strategy.name}: {line}" for line in lines)


def document(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """The outcomes as JSON."""
    return [
        {
            "strategy": found.strategy.name,
            "topic": found.strategy.topic,
            "sentence": found.strategy.sentence,
            "tasks": found.tasks,
            "TSR_final": found.tsr_final,
            "RCR_final": found.rcr_final,
            "TSR": found.tsr,
            "won": list(found.won),
            "declared": found.declared,
            "undeclared": dict(found.undeclared),
            "IGR": found.igr,
            "DCR": found.dcr,
            "moved": list(found.moved),
            "rewarded": list(found.rewarded),
            "moved_model": list(found.moved_model),
            "released": found.released,
            "faults": dict(found.faults),
            "failures": list(found.failures),
        }
        for found in outcomes
    ]


def _figure(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}"
